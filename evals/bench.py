"""`make bench`: how well rules are found and how long things take, side by side in one run.

Nothing here passes or fails; timings are of this machine at this moment.
"""

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from adjudicator import GAMES, Game, Procedure
from corpus import LANGUAGES, Language, load_corpus
from evals import cases, page, playouts, trees
from evals.cases import QuestionCase
from evals.questions import DEPTH, FIGURES, retrieval_figures, retrieval_results
from index.fusion import fused_scores
from index.weights import WEIGHTS

if TYPE_CHECKING:
    from index import Index

ARBITRO = (sys.executable, "-m", "service")
SEARCHES = {"lexical": 0.0, "dense": 1.0, "fused": None}
"""The share of meaning in each kind of search; None is the fitted one."""
COLD_RUNS = 5
WARM_RUNS = 20
COLD: Mapping[Language, str] = {"it": "Quante azioni ho in un turno?", "en": "How many actions do I have?"}
RULINGS = 1000
SAMPLE = 5
"""Of so many questions one is asked before the memory is measured again."""


def main() -> None:
    """Everything, printed as it is measured."""
    from service.answering.referee import open_referee
    from service.settings import settings

    referee = open_referee(settings())
    _retrieval(referee.index)
    print("\ntimings")
    _retrieval_times(referee.index)
    _ruling_times()
    for name, figures in trees.figures():
        _print(name, figures)
    for name, rate in playouts.rates():
        _print(name, rate)
    _cold_starts()
    _server()


def _retrieval(index: "Index") -> None:
    for game in cases.games():
        asked = cases.questions(game, "test")
        print(f"\nretrieval, {load_corpus().games[game].card.name}, {len(asked)} test questions")
        print(f"  {'':<22}" + "".join(f"{name:>12}" for name in FIGURES))
        for named, (search, dense) in product((game, None), SEARCHES.items()):
            rankings = {case.id: _ranking(index, case, named, dense) for case in asked}
            figures = retrieval_figures(retrieval_results(asked, rankings))
            for language in LANGUAGES:
                label = f"{language} {search}" + ("" if named else ", no game")
                print(f"  {label:<22}" + "".join(f"{figures[language][each]:>12.3f}" for each in FIGURES))


def _ranking(index: "Index", case: QuestionCase, game: str | None, dense: float | None) -> list[str]:
    comparison = index.compare(case.question, language=case.lang, game=game)
    weights = WEIGHTS[case.lang]
    scores = fused_scores(comparison, weights if dense is None else replace(weights, dense=dense))
    targets = comparison.scope.targets
    return [targets[i] for i in sorted(range(len(targets)), key=lambda i: (-scores[i], targets[i]))[:DEPTH]]


def _retrieval_times(index: "Index") -> None:
    asked = [case for game in cases.games() for case in cases.questions(game, "test")]
    for case in asked[:10]:
        index.search(case.question, language=case.lang)
    times = [_milliseconds(partial(index.search, case.question, language=case.lang)) for case in asked]
    _print("retrieve, warm", f"p50 {median(times):.1f} ms, p95 {quantiles(times, n=20)[-1]:.1f} ms")


def _ruling_times() -> None:
    """Of each game the example that takes most steps, and the states kept in `evals/<game>/bench/`."""
    for game in GAMES.values():
        longest = max(game.procedures.values(), key=lambda each: len(each.rule(each.example).steps))
        asked: list[tuple[str, Procedure[Any], Any]] = [(longest.name, longest, longest.example)]
        asked += ((f"{procedure.name}, crowded", procedure, state) for procedure, state in crowded_states(game))
        for name, procedure, state in asked:
            times = [_milliseconds(partial(procedure.rule, state)) * 1000 for _ in range(RULINGS)]
            steps = len(procedure.rule(state).steps)
            _print(f"{game.id}.{name}", f"p50 {median(times):.0f} us, {steps} steps")


def crowded_states(game: Game) -> Iterator[tuple[Procedure[Any], Any]]:
    """The states kept in `evals/<game>/bench/`, each with the procedure that its file names."""
    for path in sorted((cases.HOME / game.id / "bench").glob("*.json")):
        procedure = game.procedures[path.stem]
        yield procedure, TypeAdapter(procedure.state).validate_json(path.read_bytes())


def _cold_starts() -> None:
    with TemporaryDirectory() as folder:
        game = next(iter(GAMES.values()))
        name = f"{game.id}.{next(iter(game.procedures))}"
        described = json.loads(subprocess.check_output([*ARBITRO, "procedures", game.id, "--json"]))
        example = next(each["example"] for each in described if each["id"] == name)
        state = Path(folder, "state.json")
        state.write_text(json.dumps(example))
        commands: dict[str, tuple[str, ...]] = {f"adjudicate {name}, cold": ("adjudicate", name, str(state))}
        commands |= {f"ask, {language}, cold": ("ask", question) for language, question in COLD.items()}
        for label, arguments in commands.items():
            times = [_milliseconds(partial(_run, arguments)) for _ in range(COLD_RUNS)]
            _print(label, f"best {min(times) / 1000:.2f} s, median {median(times) / 1000:.2f} s")


def _run(arguments: Sequence[str]) -> None:
    subprocess.run([*ARBITRO, *arguments], check=True, stdout=subprocess.DEVNULL)


def _server() -> None:
    port = "8765"
    with subprocess.Popen([*ARBITRO, "serve", "--port", port], stdout=subprocess.DEVNULL) as server:
        try:
            began = time.perf_counter()
            while True:
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5)
                    break
                except OSError:
                    if server.poll() is not None or time.perf_counter() - began > 120:
                        raise
                    time.sleep(0.05)
            _print("serve, until ready", f"{time.perf_counter() - began:.2f} s")
            _print("server memory, ready", f"{_resident(server.pid)} MB")
            ask = partial(_request, f"http://127.0.0.1:{port}/v1/ask")
            for language, question in COLD.items():
                times = [_asked(ask(question)) for _ in range(WARM_RUNS)]
                _print(f"ask over HTTP, {language}, warm", f"{median(times):.0f} ms")
            for name, figure in page.figures(f"http://127.0.0.1:{port}"):
                _print(name, figure)
            asked = [case for game in cases.games() for case in cases.questions(game, "dev")][::SAMPLE]
            for case in asked:
                _asked(ask(case.question))
            _print(f"server memory, {len(asked)} questions later", f"{_resident(server.pid)} MB")
        finally:
            server.terminate()


def _request(url: str, question: str) -> urllib.request.Request:
    return urllib.request.Request(
        url, json.dumps({"question": question}).encode(), {"Content-Type": "application/json"}
    )


def _asked(request: urllib.request.Request) -> float:
    return _milliseconds(lambda: urllib.request.urlopen(request, timeout=60).read())


def _resident(process: int) -> int:
    """Resident memory in megabytes, where the system has it."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return 0
    return int(next(line for line in status.read_text().splitlines() if line.startswith("VmRSS")).split()[1]) // 1024


def _milliseconds(what: Callable[[], object]) -> float:
    began = time.perf_counter()
    what()
    return (time.perf_counter() - began) * 1000


def _print(name: str, value: str) -> None:
    print(f"  {name:<44}{value}")


if __name__ == "__main__":
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    main()
