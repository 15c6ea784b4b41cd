"""Proves the phrasebook, entry by entry, and reports on it: `python -m evals.phrasebook GAME [CHAPTER|RULE ...]`.

An entry holds if its facts are a part of a state, the engine's ruling gives the answer that stands in the file, and
the ruling cites the rule that the entry stands under.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from statistics import median

from corpus import LANGUAGES, Game, load_corpus
from corpus.loader import HOME
from corpus.phrasebook import EXPLAINED, Phrase, read_chapter
from index import Index
from service.answering.language_detection import mixes
from service.answering.spelling import Speller, texts_of
from service.positions.asked import CHOICE, DEPENDS, UNKNOWN, answer_of
from service.positions.interpretation import interpretations
from service.positions.rulings import BadInput, ImpossibleState, adjudicate
from service.positions.signs import rules_cited

ENOUGH = 8
"""Sentences a rule and language."""
GRADES = ("right", "asked", "words", "asked needlessly", "wrong procedure", "wrong", "not told")
"""Answered right; asked where a deciding fact was left out; not read; asked though all was told; ruled by another
procedure, with another answer, or on what nobody told.
"""


def faults(phrase: Phrase) -> Iterator[str]:
    """What is wrong with an entry that an engine decides."""
    assert phrase.procedure is not None
    try:
        ruling = adjudicate(phrase.procedure, phrase.state, in_time=False)
    except (BadInput, ImpossibleState) as error:
        yield f"{type(error).__name__}: {error}"
        return
    found = answer_of(phrase.wants, ruling)
    if found != phrase.answer or isinstance(found, bool) != isinstance(phrase.answer, bool):
        yield f"expected {phrase.answer!r}, the engine gives {found!r} (verdict {ruling.verdict}, {ruling.outcome})"
    cited = dict.fromkeys(rules_cited(ruling))
    if phrase.rule not in cited:
        yield f"the ruling cites {', '.join(cited)}"


def reading_figures(index: Index, phrases: Iterable[Phrase]) -> dict[str, dict[str, float]]:
    """How questions that an engine decides are read, per language: the share that gets each grade."""
    grades: dict[str, Counter[str]] = {language: Counter() for language in LANGUAGES}
    for phrase in phrases:
        if phrase.procedure:
            grades[phrase.language][graded(phrase, index)] += 1
    return {
        language: {"questions": counted.total(), **{grade: counted[grade] / counted.total() for grade in GRADES}}
        for language, counted in grades.items()
        if counted
    }


def graded(phrase: Phrase, index: Index) -> str:
    """How one question is read: by the first interpretation that fits its procedure."""
    for read in interpretations(index, phrase.text, phrase.game, phrase.language):
        with suppress(ValueError):
            ruling = adjudicate(read.procedure, read.state)
            answer = answer_of(read.wants, ruling)
            if answer == DEPENDS:
                return "asked" if phrase.answer == DEPENDS else "asked needlessly"
            if phrase.answer == DEPENDS:
                return "not told"
            if read.procedure != phrase.procedure:
                return "wrong procedure"
            return "right" if answer == phrase.answer else "wrong"
    return "words"


def report(game: Game, phrases: Iterable[Phrase]) -> Iterator[str]:
    """Size, balance, length and how it is written, a line each; then the rules that have few sentences."""
    phrases = tuple(phrases)
    for language in LANGUAGES:
        of_language = [phrase for phrase in phrases if phrase.language == language]
        formal = [phrase for phrase in of_language if phrase.procedure]
        answers = Counter(_kind(phrase.answer) for phrase in formal)
        speller = Speller(language, texts_of(game, language))
        chat = sum(speller.is_chat(phrase.text) for phrase in of_language)
        mixed = sum(mixes(phrase.text, language) for phrase in of_language)
        lengths = sorted(len(phrase.text.split()) for phrase in of_language) or [0]
        yield (
            f"{game.id} {language}: {len(of_language)} sentences, {len(formal)} formal"
            f" ({', '.join(f'{answer} {n}' for answer, n in answers.most_common())}),"
            f" {sum(phrase.held_out for phrase in of_language)} held out,"
            f" words {lengths[0]}/{median(lengths):.0f}/{lengths[-1]},"
            f" {chat} with slips or chat, {mixed} with words of the other language"
        )
    count = Counter((phrase.rule, phrase.language) for phrase in phrases)
    few = [rule for rule in game.rules if any(count[rule, language] < ENOUGH for language in LANGUAGES)]
    yield f"{game.id}: {len(game.rules) - len(few)} of {len(game.rules)} rules have {ENOUGH} a language"


def _kind(answer: object) -> str:
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return str(answer) if answer in (DEPENDS, CHOICE, UNKNOWN, EXPLAINED) else "value"


def main(arguments: list[str]) -> int:
    """Prints faults and figures; 1 if anything is wrong."""
    game_id, *only = arguments
    game = load_corpus().games[game_id]
    wrong = 0
    read: list[Phrase] = []
    for path in sorted((HOME / game_id / "phrasebook").glob("*.yaml")):
        phrases, problems = read_chapter(path, game_id)
        if only and path.stem not in only and not any(phrase.rule in only for phrase in phrases):
            continue
        read += phrases
        for problem in problems:
            wrong += 1
            print(problem)
        for phrase in phrases:
            if phrase.procedure and (not only or path.stem in only or phrase.rule in only):
                for fault in faults(phrase):
                    wrong += 1
                    print(f"{phrase.rule} {phrase.language} {phrase.text!r} {phrase.procedure}: {fault}")
    for line in report(game, read):
        print(line)
    print(f"{wrong} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
