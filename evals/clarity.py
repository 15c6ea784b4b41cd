"""Fits how far it is to be trusted that a question was understood, and prints it: `python -m evals.clarity [GAME …]`.

On what the phrasebook holds out; or, with `--since CORPUS`, on the lines that an older `corpus/` does not have, before
the model is taught them. Each question is read as a position, the reading ruled on, and the ruling held against
what the entry expects; and it is taken for a written question, whose answer is held against the entry's. What no engine
decides, ruled on all the same, counts as wrong; what may be a position as well is taken for a written question only.
It is fitted with a model that was not taught what measures it. Nothing is written: a person reads the figures and puts
them into `service/answering/calibration.py`.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from corpus import LANGUAGES, load_corpus
from corpus.phrasebook import Phrase, load_phrasebook
from evals.cases import games
from index.answers import answer_to
from index.reader import is_measurable
from service.answering.referee import Referee, open_referee
from service.answering.results import results
from service.answering.same_question import written_questions
from service.positions.asked import answer_of
from service.positions.interpretation import interpretations
from service.positions.rulings import adjudicate
from service.settings import settings

FOLDS = 8
FREEDOM = 3.0
"""How little the weights are held near nothing."""
CHANCES = (0.4, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
WRITTEN_ONE_IN = 3
"""Of the questions that an engine decides, so many are taken for written ones as well."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One way in which a question was understood."""

    phrase: Phrase
    signs: Mapping[str, float]
    right: bool


def readings(referee: Referee, phrase: Phrase) -> Iterator[tuple[str, Judged]]:
    """Each result of reading a phrase as a position: as `ruled` or as `depends`."""
    expected = adjudicate(phrase.procedure, phrase.state) if phrase.procedure else None
    query = referee.retrieve(phrase.text, game=phrase.game, language=phrase.language)
    reads = interpretations(referee.index, phrase.text, phrase.game, phrase.language)
    for result in results(reads, query, referee.index):
        read, ruling, signs = result.ruled.read, result.ruled.ruling, result.ruled.read.signs
        if ruling is None or signs is None:
            continue
        answer = answer_of(read.wants, ruling)
        right = expected is not None and (
            (answer == phrase.answer and type(answer) is type(phrase.answer))
            or (
                read.procedure == phrase.procedure
                and (ruling.verdict, ruling.outcome) == (expected.verdict, expected.outcome)
            )
        )
        sort = "depends" if ruling.verdict == "depends" else "ruled"
        yield sort, Judged(phrase, {**signs._asdict(), **result.agreement._asdict()}, right)


def as_written(referee: Referee, phrase: Phrase) -> Iterator[tuple[str, Judged]]:
    """The written questions that it may be: right if the answer is the entry's."""
    game = load_corpus().games[phrase.game]
    query = referee.retrieve(phrase.text, game=phrase.game, language=phrase.language)
    for found in written_questions(query, game, referee.index):
        right = (
            found.hit.rule == phrase.rule
            and found.answer == answer_to(phrase, game)
            and (found.answer != "explained" or found.number == phrase.ask)
        )
        yield "written", Judged(phrase, found.signs._asdict(), right)


def main(arguments: Sequence[str]) -> None:
    """Prints the weights, and how many reach each chance and are right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all games unless told")
    parser.add_argument("--since", type=Path, metavar="CORPUS", help="an older corpus/: on the lines it does not have")
    options = parser.parse_args(arguments)
    if options.since is None and not is_measurable():
        sys.exit("the model was taught what is held out as well: fit with the one of before, or on new lines (--since)")
    phrases = [phrase for game in options.games or games() for phrase in _measured(game, options.since)]
    referee = open_referee(replace(settings(), llm="none"))
    referee.index.phrases = referee.index.phrases.without(phrases)
    found: dict[str, list[Judged]] = {"ruled": [], "depends": [], "written": []}
    for at, phrase in enumerate(phrases, 1):
        for sort, one in () if phrase.maybe_position else readings(referee, phrase):
            found[sort].append(one)
        if phrase.procedure is None or at % WRITTEN_ONE_IN == 0:
            for sort, one in as_written(referee, phrase):
                found[sort].append(one)
        if at % 100 == 0 or at == len(phrases):
            print(f"\r{at} of {len(phrases)} read", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for sort, rows in found.items():
        report(sort, rows)


def _measured(game: str, since: Path | None) -> list[Phrase]:
    if since is None:
        return [phrase for phrase in load_phrasebook(game) if phrase.held_out]
    known = {(phrase.language, phrase.text) for phrase in load_phrasebook(game, since)}
    return [phrase for phrase in load_phrasebook(game) if (phrase.language, phrase.text) not in known]


def report(sort: str, rows: Sequence[Judged]) -> None:
    """Fits and prints one sort; of each question the likeliest counts."""
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]
    from sklearn.model_selection import GroupKFold, cross_val_predict  # type: ignore[import-untyped]

    signs, right = np.array([[*one.signs.values()] for one in rows]), np.array([one.right for one in rows])
    groups = [one.phrase.text for one in rows]
    model = LogisticRegression(C=FREEDOM, max_iter=10_000)
    chances = cross_val_predict(model, signs, right, groups=groups, cv=GroupKFold(FOLDS), method="predict_proba")[:, 1]
    model.fit(signs, right)
    weights = zip((*rows[0].signs, "constant"), (*model.coef_[0], *model.intercept_), strict=True)
    print(f'"{sort}": {{{", ".join(f"{name!r}: {weight:.2f}" for name, weight in weights)}}},')
    best: dict[str, tuple[float, Judged]] = {}
    for chance, one in zip(chances, rows, strict=True):
        if chance > best.get(one.phrase.text, (-1.0, one))[0]:
            best[one.phrase.text] = chance, one
    for least in (0.0, *CHANCES):
        print(f"  from {least:.2f}: {_right([one for chance, one in best.values() if chance >= least])}")


def _right(some: Sequence[Judged]) -> str:
    """How many are right, also of each language."""
    shares = {"all": [one.right for one in some]} | {
        language: [one.right for one in some if one.phrase.language == language] for language in LANGUAGES
    }
    return ", ".join(f"{name} {sum(own)} of {len(own)}" for name, own in shares.items())


if __name__ == "__main__":
    main(sys.argv[1:])
