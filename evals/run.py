"""`arbitro eval`: measures rulings and questions, and fails where something got worse.

arbitro eval                 everything
arbitro eval rulings         the rulings of all games
arbitro eval questions       the questions of all games
arbitro eval positions       positions in players' words
arbitro eval dialogues       questions that follow up an answer
arbitro eval phrasebook      the phrasebook: its size and balance, and how what is held out of it is read
arbitro eval vwars           one game
arbitro eval --llm FILE      the drafts of an LLM, beside the same answers without it

What was measured goes into a page as well, `eval.html` in the folder of the index: the figures beside the baseline,
how far confidence can be trusted, and every wrong answer with what was retrieved.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from corpus import load_corpus
from corpus.phrasebook import load_phrasebook
from evals import baseline, cases
from evals.baseline import Figures, Measurement
from evals.report import Judged, write_report
from evals.rulings import JudgedRuling, judged_ruling
from service.llm.choice import PACKAGED

if TYPE_CHECKING:
    from service.settings import Settings

Suite: TypeAlias = tuple[Figures, dict[str, dict[str, bool]], list[Judged]]
"""The figures of a game, what each question was held to and whether it did, and the answers."""
SUITES = ("rulings", "questions", "positions", "dialogues", "phrasebook")


def main(arguments: Sequence[str]) -> int:
    """Prints what was measured; 0 where nothing got worse, 1 where something did, 2 for an unknown suite."""
    parser = argparse.ArgumentParser(prog="arbitro eval", description="Measure, and compare with the baseline.")
    known = (*SUITES, *cases.games())
    parser.add_argument("suite", nargs="?", choices=known, metavar="SUITE", help=f"one of {', '.join(known)}")
    parser.add_argument("--accept", action="store_true", help="make this measurement the committed baseline")
    parser.add_argument("--faults", action="store_true", help="list every wrong answer with what is wrong with it")
    llm = parser.add_argument_group("the drafts of a local LLM, and nothing else")
    llm.add_argument("--llm", metavar="FILE", help="a GGUF, or `packaged`")
    llm.add_argument("--adapter", action="append", type=Path, metavar="FILE", help="a GGUF beside it; may be repeated")
    llm.add_argument("--every", type=int, default=1, metavar="N", help="one in N of the questions where it is asked")
    options = parser.parse_args(arguments)
    if options.accept and options.suite:
        parser.error("--accept wants everything measured: leave SUITE out")
    games = (options.suite,) if options.suite in cases.games() else cases.games()
    if options.llm or options.adapter:
        return _drafts(games, options.llm or PACKAGED, options.adapter or [None], options.every)
    try:
        measured, judged = measure(games, options.suite if options.suite in SUITES else None)
    except cases.CaseError as error:
        print(f"arbitro: {error}", file=sys.stderr)
        return 2
    if options.faults:
        print(*(line for one in judged if one.failures for line in one.lines()), sep="\n")
    print_figures(measured.figures)
    before = baseline.read()
    regressions = list(baseline.regressions(measured, before))
    if judged:
        print(f"\nreport: {write_report(measured, before, regressions, judged)}")
    if options.accept:
        baseline.write(measured)
        print(f"baseline written: {baseline.FILE.name}")
        return 0
    for regression in regressions:
        print(f"worse: {regression}", file=sys.stderr)
    return 1 if regressions else 0


def measure(games: Sequence[str], suite: str | None) -> tuple[Measurement, list[Judged]]:
    """The figures of these games, in one suite or in all, and each answer that was judged."""
    figures: Figures = {}
    passed: dict[str, dict[str, bool]] = {}
    judged: list[Judged] = []
    given = _settings()
    for game in games:
        if suite in (None, "rulings"):
            _add(figures, game, {"rulings": _rulings(game)})
        for measured in (_questions, _positions, _dialogues):
            if suite not in (None, measured.__name__.removeprefix("_")):
                continue
            found, tests, answers = measured(game, given)
            _add(figures, game, found)
            for test, results in tests.items():
                passed.setdefault(test, {}).update({f"{game} {id}": result for id, result in results.items()})
            judged += answers
    if suite in (None, "phrasebook"):
        for game, read in _phrasebook(games):
            _add(figures, game, {"held out": read})
    return (
        Measurement(
            corpus=load_corpus().digest,
            embeddings=given.embeddings or "tuned",
            llm=given.llm or "packaged",
            figures=figures,
            passed=passed,
        ),
        judged,
    )


def _settings() -> "Settings":
    from service.settings import settings

    return settings()


def _add(figures: Figures, game: str, more: Figures) -> None:
    """Put a game's figures beside those of the others, each group under the game's name."""
    for measure, groups in more.items():
        figures.setdefault(measure, {}).update({f"{game} {group}": values for group, values in groups.items()})


def _rulings(game: str) -> dict[str, dict[str, float]]:
    results = [judged_ruling(case) for case in cases.rulings(game)]
    for result in results:
        if result.failures:
            print(_listed(result))
    right = sum(not result.failures for result in results)
    return {"all": {"questions": len(results), "right": right / len(results)}}


def _listed(result: JudgedRuling) -> str:
    return f"{result.case.id} ({result.case.ask}):\n" + "\n".join(f"    {failure}" for failure in result.failures)


def _questions(game: str, given: "Settings") -> Suite:
    from evals.questions import answer_figures, judged_answers, rankings, retrieval_figures, retrieval_results
    from service.answering.referee import open_referee

    referee = open_referee(given)
    asked = cases.questions(game, "test")
    ranked = rankings(referee.index, asked, game)
    retrieved = retrieval_results(asked, ranked)
    answers = judged_answers(referee, asked, game)
    return (
        {"retrieval": retrieval_figures(retrieved), "answers": answer_figures(answers)},
        {
            "a deciding rule first": {each.case.id: each.rank == 1 for each in retrieved},
            "a deciding rule among five": {each.case.id: bool(each.rank and each.rank <= 5) for each in retrieved},
            "answered right": {each.case.id: not each.failures for each in answers},
            "no yes for a no": {each.case.id: not each.opposite for each in answers},
        },
        [
            Judged(
                suite="questions",
                game=game,
                id=each.case.id,
                kind=each.case.kind,
                answer=each.answer,
                expected=each.case.verdict,
                gold=each.case.gold,
                retrieved=tuple(ranked[each.case.id][:5]),
                failures=each.failures,
            )
            for each in answers
        ],
    )


def _positions(game: str, given: "Settings") -> Suite:
    from evals.positions import RIGHT, WRONG, judged_positions, position_figures
    from service.answering.referee import open_referee

    results = judged_positions(open_referee(replace(given, llm="none")), cases.positions(game), game)
    return (
        {"positions": position_figures(results)},
        {
            "a position ruled on or asked about right": {each.case.id: each.grade in RIGHT for each in results},
            "no position ruled on wrongly": {each.case.id: each.grade not in WRONG for each in results},
        },
        [
            Judged(
                suite="positions",
                game=game,
                id=each.case.id,
                kind=each.grade,
                answer=each.answer,
                expected=f"{each.case.ask}: {each.case.verdict}",
                gold=(),
                retrieved=(),
                failures=() if each.grade in RIGHT else (each.grade,),
            )
            for each in results
        ],
    )


def _dialogues(game: str, given: "Settings") -> Suite:
    from evals.dialogues import dialogue_figures, judged_dialogues
    from service.answering.referee import open_referee

    results = judged_dialogues(open_referee(replace(given, llm="none")), cases.dialogues(game, "test"), game)
    return (
        {"dialogues": dialogue_figures(results)},
        {
            "a turn of a dialogue answered right": {each.id: each.grade == "right" for each in results},
            "no turn of a dialogue ruled on wrongly": {each.id: each.grade != "wrong" for each in results},
        },
        [
            Judged(
                suite="dialogues",
                game=game,
                id=each.id,
                kind=each.turn.kind,
                answer=each.answer,
                expected=each.turn.verdict,
                gold=each.turn.gold,
                retrieved=(),
                failures=each.failures,
            )
            for each in results
        ],
    )


def _phrasebook(games: Sequence[str]) -> Iterator[tuple[str, dict[str, dict[str, float]]]]:
    """Reads what is held out with an index that does not have it, unless the model was taught it."""
    from evals.phrasebook import reading_figures, report
    from index import Embedder, open_index
    from index.reader import is_measurable

    corpus, phrases = load_corpus(), {game: load_phrasebook(game) for game in games}
    for game in games:
        print(*report(corpus.games[game], phrases[game]), sep="\n")
    if not is_measurable():
        return
    index = open_index(_settings().home, Embedder(), corpus)
    held_out = {game: [phrase for phrase in phrases[game] if phrase.held_out] for game in games}
    index.phrases = index.phrases.without(chain(*held_out.values()))
    for game in games:
        yield game, reading_figures(index, held_out[game])


def _drafts(games: Sequence[str], file: str, adapters: Sequence[Path | None], every: int) -> int:
    """Prints the figures of the LLM with each of the adapters; 2 if it wrote nothing at all."""
    from contextlib import closing

    from evals.drafts import RULINGS, PatientLLM, curve, draft_figures, drafted, ruling_figures, undrafted, wins
    from service.answering.referee import open_referee
    from service.llm.teaching.lessons import held_out_rulings

    given, measured = _settings(), []
    referee = open_referee(replace(given, llm="none"))
    without = {game: undrafted(referee, cases.questions(game, "test"), game)[::every] for game in games}
    rulings = list(islice(held_out_rulings(load_corpus(), referee.index, seed=0), RULINGS // every))
    for adapter in adapters:
        setting = "" if file == PACKAGED else file
        with closing(PatientLLM(setting, threads=given.threads, adapter=adapter)) as llm:
            results = [one for game in games for one in drafted(referee, llm, without[game], game)]
            name = adapter.stem if adapter else llm.name
            if not any(one.end in ("kept", "refused") for one in results):
                print(f"arbitro: {name} wrote no draft: {llm.status().sentence}", file=sys.stderr)
                return 2
            print_figures({name: draft_figures(results), "engines' rulings": {name: ruling_figures(llm, rulings)}})
            print(f"\n{name} wins in: {', '.join(wins(results)) or 'no kind of question'}", flush=True)
            measured.append((name, llm, results))
    print_figures(curve(measured))
    return 0


def print_figures(figures: Figures) -> None:
    """One table per measurement."""
    for measure, groups in figures.items():
        names = list(dict.fromkeys(name for group in groups.values() for name in group))
        print(f"\n{measure:<28}" + "".join(f"{name:>22}" for name in names))
        for group, values in groups.items():
            cells = (_cell(name, values.get(name)) for name in names)
            print(f"  {group:<26}" + "".join(f"{cell:>22}" for cell in cells))


def _cell(name: str, value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.0f}" if name in ("questions", "positions", "drafts", "better", "worse") else f"{value:.3f}"
