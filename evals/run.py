"""`arbitro eval`: measures rulings and questions, and fails where something got worse.

arbitro eval                 everything
arbitro eval rulings         the rulings of all games
arbitro eval questions       the questions of all games
arbitro eval positions       positions in players' words
arbitro eval phrasebook      the phrasebook: its size and balance, and how what is held out of it is read
arbitro eval vwars           one game
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

from corpus import load_corpus
from corpus.phrasebook import load_phrasebook
from evals import baseline, cases
from evals.baseline import Figures, Measurement
from evals.rulings import JudgedRuling, judged_ruling

SUITES = ("rulings", "questions", "positions", "phrasebook")


def main(arguments: Sequence[str]) -> int:
    """Prints what was measured; 0 where nothing got worse, 1 where something did, 2 for an unknown suite."""
    parser = argparse.ArgumentParser(prog="arbitro eval", description="Measure, and compare with the baseline.")
    known = (*SUITES, *cases.games())
    parser.add_argument("suite", nargs="?", choices=known, metavar="SUITE", help=f"one of {', '.join(known)}")
    parser.add_argument("--accept", action="store_true", help="make this measurement the committed baseline")
    parser.add_argument("--faults", action="store_true", help="list every wrong answer with what is wrong with it")
    options = parser.parse_args(arguments)
    if options.accept and options.suite:
        parser.error("--accept wants everything measured: leave SUITE out")
    games = (options.suite,) if options.suite in cases.games() else cases.games()
    try:
        measured = measure(games, options.suite if options.suite in SUITES else None, options.faults)
    except cases.CaseError as error:
        print(f"arbitro: {error}", file=sys.stderr)
        return 2
    print_figures(measured.figures)
    if options.accept:
        baseline.write(measured)
        print(f"baseline written: {baseline.FILE.name}")
        return 0
    regressions = list(baseline.regressions(measured, baseline.read()))
    for regression in regressions:
        print(f"worse: {regression}", file=sys.stderr)
    return 1 if regressions else 0


def measure(games: Sequence[str], suite: str | None, list_failures: bool) -> Measurement:
    """The figures of these games, in one suite or in both."""
    figures: Figures = {}
    ranks: dict[str, int | None] = {}
    embeddings = llm = ""
    for game in games:
        if suite in (None, "rulings"):
            _add(figures, game, {"rulings": _rulings(game)})
        if suite in (None, "questions"):
            measured = _questions(game, list_failures)
            _add(figures, game, measured.figures)
            ranks |= measured.ranks
            embeddings, llm = measured.embeddings, measured.llm
        if suite in (None, "positions"):
            _add(figures, game, {"positions": _positions(game, list_failures)})
    if suite in (None, "phrasebook"):
        for game, read in _phrasebook(games):
            _add(figures, game, {"held out": read})
    return Measurement(corpus=load_corpus().digest, embeddings=embeddings, llm=llm, figures=figures, ranks=ranks)


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


def _questions(game: str, list_failures: bool) -> Measurement:
    from evals.questions import answer_figures, judged_answers, rankings, retrieval_figures, retrieval_results
    from service.answering.referee import open_referee
    from service.settings import settings

    given = settings()
    referee = open_referee(given)
    asked = cases.questions(game, "test")
    retrieved = retrieval_results(asked, rankings(referee.index, asked, game))
    answers = judged_answers(referee, asked, game)
    if list_failures:
        for each in answers:
            if each.failures:
                print(f"{each.case.id} {each.case.question}\n    {each.answer.answer}")
                print("\n".join(f"    - {failure}" for failure in each.failures))
    return Measurement(
        corpus=load_corpus().digest,
        embeddings=given.embeddings or "packaged",
        llm=given.llm or "packaged",
        figures={"retrieval": retrieval_figures(retrieved), "answers": answer_figures(answers)},
        ranks={each.case.id: each.rank for each in retrieved},
    )


def _positions(game: str, list_failures: bool) -> dict[str, dict[str, float]]:
    from evals.positions import judged_positions, position_figures
    from service.answering.referee import open_referee
    from service.settings import settings

    results = judged_positions(open_referee(replace(settings(), llm="none")), cases.positions(game), game)
    if list_failures:
        for each in results:
            if each.grade not in ("ruled", "asked"):
                print(f"{each.case.id} {each.grade}: {each.case.question}\n    {each.answer.answer}")
    return position_figures(results)


def _phrasebook(games: Sequence[str]) -> Iterator[tuple[str, dict[str, dict[str, float]]]]:
    """Reads what is held out with an index that does not have it."""
    from evals.phrasebook import reading_figures, report
    from index import Embedder, open_index
    from service.settings import settings

    corpus = load_corpus()
    index = open_index(settings().home, Embedder(), corpus)
    index.phrases = index.phrases.without_held_out()
    for game in games:
        phrases = load_phrasebook(game)
        print(*report(corpus.games[game], phrases), sep="\n")
        yield game, reading_figures(index, [phrase for phrase in phrases if phrase.held_out])


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
    return f"{value:.0f}" if name in ("questions", "positions") else f"{value:.3f}"
