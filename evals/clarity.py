"""Fits how far it is to be trusted that a question was understood, and prints it: `python -m evals.clarity [GAME …]`.

On the evals' positions that are `fitted_on` and the development questions: each is read as a position, the reading
ruled on, and the ruling held against what is expected; and the questions are taken for written ones, whose answers are.
What the weights make of the other positions and of the test questions is printed beside them. With `--since CORPUS`
also what they make of the lines of the phrasebook that an older `corpus/` does not have, before the model is taught
them, and what a written question is taken for, fitted on these; with `--held-out` of those that were held out when it
was taught. On those held out is fitted how far a yes or a no is right that all signs speak for, and whether a question
is about a gap. Nothing is written: a person reads the figures and puts them into `service/answering/calibration.py`.
"""

import argparse
import random
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from corpus import LANGUAGES, Language, load_corpus
from corpus.phrasebook import Phrase, load_phrasebook
from evals.cases import PositionCase, QuestionCase, games, positions, questions
from evals.positions import RIGHT, graded
from index.answers import Answer, answer_to, kind_of_answer
from service.answering.gaps import is_gap
from service.answering.gaps import signs as gap_signs
from service.answering.referee import Referee, open_referee
from service.answering.results import Result, of_yes, results
from service.answering.same_question import WrittenQuestion, written_questions
from service.answering.similarity import is_foreign
from service.answering.yes_or_no import yes_or_no
from service.positions.asked import answer_of, as_asked
from service.positions.interpretation import interpretations
from service.positions.rulings import adjudicate
from service.positions.signs import rules_cited
from service.settings import settings

FREEDOM = 0.1
"""How little the weights of signs, each as wide as the others, are held near nothing."""
CHANCES = (0.4, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
MOST_FITTED_ON = 1_500
"""So many lines tell how far a yes or a no is right, and as many what is about no gap."""
WRITTEN_ONE_IN = 3
"""Of the lines that an engine decides, so many are taken for written questions as well."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One way in which a question was understood."""

    question: str
    language: Language
    signs: Mapping[str, float]
    right: bool


def positions_read(referee: Referee, game: str, *, fitted_on: bool) -> Iterator[Judged]:
    """Each result of reading the evals' positions, of one half of them."""
    for case in positions(game):
        if case.fitted_on == fitted_on:
            for found in _results(referee, case.question, game, case.lang):
                yield _judged(case.question, case.lang, found, right=_is_ruled_right(case, found))


def _is_ruled_right(case: PositionCase, found: Result) -> bool:
    ruling, wants = found.ruled.ruling, found.ruled.read.wants
    return ruling is not None and graded(case, as_asked(ruling, wants)) in RIGHT


def questions_read(referee: Referee, game: str, split: Literal["dev", "test"]) -> Iterator[Judged]:
    """Each result of reading the evals' questions as positions: right with the answer expected, by a deciding rule."""
    for case in questions(game, split):
        for found in _results(referee, case.question, game, case.lang):
            ruling = found.ruled.ruling
            right = (
                ruling is not None
                and _is_expected(case, kind_of_answer(answer_of(found.ruled.read.wants, ruling)))
                and not set(case.gold).isdisjoint(rules_cited(ruling))
            )
            yield _judged(case.question, case.lang, found, right=right)


def questions_as_written(referee: Referee, game: str, split: Literal["dev", "test"]) -> Iterator[Judged]:
    """The written questions that the evals' may be."""
    for case in questions(game, split):
        for found in _written(referee, case.question, game, case.lang):
            right = found.hit.rule in case.gold and _is_expected(case, found.answer)
            yield Judged(case.question, case.lang, found.signs._asdict(), right)


def _is_expected(case: QuestionCase, answer: Answer) -> bool:
    """Whether it is the kind of answer expected; what explains may tell a value."""
    told = ("value", "explained")
    return answer == case.verdict or (answer in told and case.verdict in told)


def phrase_read(referee: Referee, phrase: Phrase) -> Iterator[Judged]:
    """Each result of reading a phrase as a position; what no engine decides, ruled on all the same, is wrong."""
    expected = adjudicate(phrase.procedure, phrase.state) if phrase.procedure else None
    for found in _results(referee, phrase.text, phrase.game, phrase.language):
        read, ruling = found.ruled.read, found.ruled.ruling
        answer = answer_of(read.wants, ruling) if ruling else None
        right = (
            ruling is not None
            and expected is not None
            and (
                (answer == phrase.answer and type(answer) is type(phrase.answer))
                or (
                    read.procedure == phrase.procedure
                    and (ruling.verdict, ruling.outcome) == (expected.verdict, expected.outcome)
                )
            )
        )
        yield _judged(phrase.text, phrase.language, found, right=right)


def phrase_as_written(referee: Referee, phrase: Phrase) -> Iterator[Judged]:
    """The written questions that it may be: right if the answer is the entry's."""
    game = load_corpus().games[phrase.game]
    for found in _written(referee, phrase.text, phrase.game, phrase.language):
        right = (
            found.hit.rule == phrase.rule
            and found.answer == answer_to(phrase, game)
            and (found.answer != "explained" or found.number == phrase.ask)
        )
        yield Judged(phrase.text, phrase.language, found.signs._asdict(), right)


def sided(referee: Referee, phrases: Iterable[Phrase]) -> Iterator[Judged]:
    """Each line that gets a yes or a no, with the signs that it is a yes."""
    corpus = load_corpus()
    for phrase in phrases:
        game = corpus.games[phrase.game]
        query = referee.retrieve(phrase.text, game=phrase.game, language=phrase.language)
        ruled = of_yes(_results(referee, phrase.text, phrase.game, phrase.language))
        found = yes_or_no(query, game, referee.index, ruled) if query.hits else None
        if found:
            answer = answer_to(phrase, game)
            yield Judged(phrase.text, phrase.language, found.signs._asdict(), right=answer == "yes")


def about_gaps(referee: Referee, phrases: Iterable[Phrase]) -> Iterator[Judged]:
    """Each line, with the signs that it is about a gap."""
    for phrase in phrases:
        game = load_corpus().games[phrase.game]
        query = referee.retrieve(phrase.text, game=phrase.game, language=phrase.language)
        signs = gap_signs(query, game, referee.index)._asdict()
        yield Judged(phrase.text, phrase.language, signs, right=_is_about_gap(phrase))


def _results(referee: Referee, question: str, game: str, language: Language) -> list[Result]:
    query = referee.retrieve(question, game=game, language=language)
    if is_foreign(query):  # it is not read at all
        return []
    reads = interpretations(referee.index, query.question, game, query.language)
    return results(reads, query, load_corpus().games[game], referee.index)


def _written(referee: Referee, question: str, game: str, language: Language) -> Iterator[WrittenQuestion]:
    query = referee.retrieve(question, game=game, language=language)
    return written_questions(query, load_corpus().games[game], referee.index) if query.hits else iter(())


def _judged(question: str, language: Language, found: Result, *, right: bool) -> Judged:
    assert found.ruled.read.signs is not None  # it was read, not told
    return Judged(question, language, {**found.ruled.read.signs._asdict(), **found.agreement._asdict()}, right)


def main(arguments: Sequence[str]) -> None:
    """Prints the weights, and how many reach each chance and are right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all games unless told")
    parser.add_argument("--since", type=Path, metavar="CORPUS", help="an older corpus/: on the lines it does not have")
    parser.add_argument("--held-out", action="store_true", help="on those that are held out; of all, without --since")
    options = parser.parse_args(arguments)
    referee = open_referee(replace(settings(), llm="none"))
    named: Sequence[str] = options.games or games()
    print("READ, fitted on positions and development questions")
    read = fit(
        one
        for game in named
        for some in (positions_read(referee, game, fitted_on=True), questions_read(referee, game, "dev"))
        for one in some
    )
    report("the other positions", read, [one for g in named for one in positions_read(referee, g, fitted_on=False)])
    report("the test questions", read, [one for game in named for one in questions_read(referee, game, "test")])
    print("SAME_QUESTION, fitted on development questions")
    same = fit(one for game in named for one in questions_as_written(referee, game, "dev"))
    asked = [one for game in named for one in questions_as_written(referee, game, "test")]
    report("the test questions", same, asked)
    if options.since is not None or options.held_out:
        new = (phrase for game in named for phrase in _new(game, options.since))
        phrases = [phrase for phrase in new if phrase.held_out or not options.held_out]
        referee.index.phrases = referee.index.phrases.without(phrases)
        print("YES_OR_NO, fitted on lines")
        fit(sided(referee, _some(phrase for phrase in phrases if _answer(phrase) in ("yes", "no"))))
        print("GAP, fitted on lines")
        gaps = filter(_is_about_gap, phrases)
        fit(about_gaps(referee, [*gaps, *_some(phrase for phrase in phrases if not _is_about_gap(phrase))]))
    if options.since is not None:
        positions_told, written = _phrases(referee, phrases)
        report("new lines, read as positions", read, positions_told)
        report("new lines, taken for written questions", same, written)
        print("SAME_QUESTION, fitted on the new lines")
        report("the test questions", fit(written), asked)


def _some(phrases: Iterable[Phrase]) -> list[Phrase]:
    """Of these, chosen by lot."""
    every = list(phrases)
    return random.Random(0).sample(every, min(MOST_FITTED_ON, len(every)))


def _is_about_gap(phrase: Phrase) -> bool:
    return is_gap(load_corpus().games[phrase.game], phrase.rule)


def _answer(phrase: Phrase) -> Answer | None:
    return answer_to(phrase, load_corpus().games[phrase.game])


def _phrases(referee: Referee, phrases: Sequence[Phrase]) -> tuple[list[Judged], list[Judged]]:
    """As positions, but for those that only may be one; and as written questions."""
    read: list[Judged] = []
    written: list[Judged] = []
    for at, phrase in enumerate(phrases, 1):
        if not phrase.maybe_position:
            read += phrase_read(referee, phrase)
        if phrase.procedure is None or at % WRITTEN_ONE_IN == 0:
            written += phrase_as_written(referee, phrase)
        if at % 100 == 0 or at == len(phrases):
            print(f"\r{at} of {len(phrases)} read", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return read, written


def _new(game: str, since: Path | None) -> Iterator[Phrase]:
    """The lines that an older corpus does not have; all, without one."""
    known = {(phrase.language, phrase.text) for phrase in load_phrasebook(game, since)} if since else set()
    return (phrase for phrase in load_phrasebook(game) if (phrase.language, phrase.text) not in known)


def fit(judged: Iterable[Judged]) -> Any:
    """The model fitted, and its weights printed as `service.answering.calibration` has them."""
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]
    from sklearn.pipeline import make_pipeline  # type: ignore[import-untyped]
    from sklearn.preprocessing import StandardScaler  # type: ignore[import-untyped]

    rows = list(judged)
    model = make_pipeline(StandardScaler(), LogisticRegression(C=FREEDOM, max_iter=10_000)).fit(*_table(rows))
    scaler, regression = model[0], model[1]
    weights = regression.coef_[0] / scaler.scale_
    constant = regression.intercept_[0] - weights @ scaler.mean_
    for name, weight in zip((*rows[0].signs, "constant"), (*weights, constant), strict=True):
        print(f'    "{name}": {weight:.2f},')
    return model


def _table(rows: Sequence[Judged]) -> tuple[Any, Any]:
    return np.array([[*one.signs.values()] for one in rows]), np.array([one.right for one in rows])


def report(label: str, model: Any, rows: Sequence[Judged]) -> None:
    """How many reach each chance, and are right; of each question the likeliest counts."""
    print(label)
    best: dict[str, tuple[float, Judged]] = {}
    for chance, one in zip(model.predict_proba(_table(rows)[0])[:, 1], rows, strict=True):
        if chance > best.get(one.question, (-1.0, one))[0]:
            best[one.question] = chance, one
    for least in (0.0, *CHANCES):
        print(f"  from {least:.2f}: {_right([one for chance, one in best.values() if chance >= least])}")


def _right(some: Sequence[Judged]) -> str:
    """How many are right, also of each language."""
    shares = {"all": [one.right for one in some]} | {
        language: [one.right for one in some if one.language == language] for language in LANGUAGES
    }
    return ", ".join(f"{name} {sum(own)} of {len(own)}" for name, own in shares.items())


if __name__ == "__main__":
    main(sys.argv[1:])
