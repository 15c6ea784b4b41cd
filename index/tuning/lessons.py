"""What the reader is taught: the phrases that are not held out, and the questions that the rules and conflicts have.

A lesson can be told in other words: what tells a fact is exchanged for other words that tell it, numbers for other
numbers, and letters are dropped or swapped as on a phone. And it can be told at greater length (`index.tuning.length`).
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from corpus import LANGUAGES, Corpus, Language
from corpus.function_words import NUMERALS
from corpus.phrasebook import Mark, Phrase, load_phrasebook
from index.answers import Answer, answer_to, left_open, ruled
from index.marks import COPY, is_said_name, kind_of
from index.passages import passages_in
from index.tokens import GAP
from index.tuning.length import Lengthener

OTHER_WORDS = 0.5
"""How often the words of a fact are exchanged, where the lesson is told in other words at all."""
SLIPS = 0.3
"""How often such a lesson has slips of the thumb, for every forty letters of it."""
_MARKS_OF_SPEECH = re.compile(r"[.,;:!?]")
_PLAIN = str.maketrans("àèéìòù", "aeeiou")


@dataclass(frozen=True, slots=True)
class Lesson:
    """A question, with what is to be read off it."""

    phrase: Phrase
    kind: str | None
    """What decides it; None where that is not taught."""
    answer: Answer | None
    """None where it is not known."""

    @property
    def ask(self) -> str | None:
        """The question of its rule or conflict that has the same answer: `VW-6.1 2`."""
        return None if self.phrase.ask is None else f"{self.phrase.rule} {self.phrase.ask}"


def lessons(corpus: Corpus) -> list[Lesson]:
    """All there are, those to be held out among them."""
    found = []
    for game in corpus.games.values():
        for phrase in load_phrasebook(game.id, corpus.home):
            kind = None if phrase.maybe_position else phrase.procedure or phrase.rule
            found.append(Lesson(phrase, kind, answer_to(phrase, game)))
        for language in LANGUAGES:
            found += (
                Lesson(_plain(game.id, rule.id, language, ask.q, number), None, ruled(ask.a))
                for rule in game.rules.values()
                for number, ask in enumerate(rule.asks[language])
            )
            found += (
                Lesson(_plain(game.id, conflict.id, language, ask.q, number), conflict.id, left_open(conflict))
                for conflict in game.conflicts.values()
                for number, ask in enumerate(conflict.asks[language])
            )
    return found


def texts_of_rules(corpus: Corpus) -> dict[tuple[str, str], list[str]]:
    """Game and rule or conflict -> what is written of it in either language: its wording, its questions, and each with
    its answer.
    """
    texts: dict[tuple[str, str], list[str]] = defaultdict(list)
    for game in corpus.games.values():
        for passage in passages_in(game):
            texts[game.id, passage.target] += dict.fromkeys([passage.text, passage.whole])
    return texts


def _plain(game: str, rule: str, language: Language, question: str, number: int) -> Phrase:
    return Phrase(
        game=game, rule=rule, language=language, text=question, marks=(), procedure=None, given={}, wants=None,
        answer=None, ask=number, held_out=False,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Paraphraser:
    """Tells lessons in other words."""

    random: Random
    words: Mapping[tuple[Any, ...], Sequence[Mark]]
    """Language, procedure and fact -> the marked words that tell it."""
    lengthener: Lengthener

    @classmethod
    def of(cls, taught: Iterable[Lesson], random: Random) -> "Paraphraser":
        """With the words of these lessons."""
        words: dict[tuple[Any, ...], list[Mark]] = defaultdict(list)
        phrases = [lesson.phrase for lesson in taught]
        for phrase in phrases:
            for mark in phrase.marks:
                words[_fact(phrase, mark)].append(mark)
        return cls(random, words, Lengthener.of(phrases, random))

    def retold(self, lesson: Lesson) -> Lesson:
        """The lesson in other words, at times in more; where a fact is another, or one is told besides, so may be the
        answer, and it is not taught.
        """
        parts = list(_parts(lesson.phrase))
        answer = lesson.answer
        for at, (words, mark) in enumerate(parts):
            if mark is not None and self.random.random() < OTHER_WORDS:
                other = self.random.choice(self.words.get(_fact(lesson.phrase, mark)) or [mark])
                words, facts = other.words, dict(zip(mark.facts, other.facts.values(), strict=True))
                if self.random.random() < OTHER_WORDS and (counted := self._recounted(words, facts, lesson.phrase)):
                    words, facts = counted
                if facts != mark.facts:
                    answer = None
                parts[at] = words, replace(mark, words=words, facts=facts)
        parts = [(self._slipped(words), mark) for words, mark in parts]
        if self.random.random() < SLIPS:
            parts = [(_MARKS_OF_SPEECH.sub("", words) if mark is None else words, mark) for words, mark in parts]
        phrase = self.lengthener.longer(_joined(lesson.phrase, parts))
        return Lesson(phrase, lesson.kind, answer if len(phrase.marks) == len(lesson.phrase.marks) else None)

    def _recounted(self, words: str, facts: Mapping[str, Any], phrase: Phrase) -> tuple[str, dict[str, Any]] | None:
        """The words with another number, where they have one and it is the fact."""
        ((place, value), *others) = facts.items()
        if others or isinstance(value, bool) or not isinstance(value, int):
            return None
        numerals = [word for word, number in NUMERALS[phrase.language].items() if number == value]
        said = re.compile(rf"\b(?:{'|'.join([str(value), *map(re.escape, numerals)])})\b", re.IGNORECASE)
        if len(said.findall(words)) != 1 or len(re.findall(r"\d+", words)) > 1:
            return None
        number = self.random.randint(0, max(10, value))
        spelt = [word for word, other in NUMERALS[phrase.language].items() if other == number]
        written = self.random.choice(spelt) if spelt and self.random.random() < OTHER_WORDS else str(number)
        return said.sub(written, words), {place: number}

    def _slipped(self, words: str) -> str:
        """With letters dropped, doubled or swapped, and accents left out."""
        if self.random.random() < SLIPS:
            words = words.translate(_PLAIN)
        letters = list(words)
        for at in range(1, len(letters) - 1):
            if letters[at].isalpha() and letters[at - 1].isalpha() and self.random.random() < SLIPS / 40:
                slip = self.random.randrange(3)
                if slip == 0:
                    letters[at] = ""
                elif slip == 1:
                    letters[at] *= 2
                else:
                    letters[at - 1], letters[at] = letters[at], letters[at - 1]
        return "".join(letters)


def _fact(phrase: Phrase, mark: Mark) -> tuple[Any, ...]:
    """What a mark tells, numbers of one kind alike and names too."""

    def known_by(place: str, value: Any) -> str:
        if is_said_name(place, value, mark.words, phrase.game):
            return COPY
        return GAP if _is_number(value) else repr(value)

    facts = tuple((kind_of(place), known_by(place, value)) for place, value in mark.facts.items())
    return phrase.language, phrase.procedure, *facts


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _parts(phrase: Phrase) -> Iterator[tuple[str, Mark | None]]:
    """The sentence cut where its marks begin and end."""
    end = 0
    for mark in phrase.marks:
        yield phrase.text[end : mark.start], None
        yield mark.words, mark
        end = mark.start + len(mark.words)
    yield phrase.text[end:], None


def _joined(phrase: Phrase, parts: Iterable[tuple[str, Mark | None]]) -> Phrase:
    text, marks = "", []
    for words, mark in parts:
        if mark is not None:
            marks.append(replace(mark, start=len(text), words=words))
        text += words
    return replace(phrase, text=text, marks=tuple(marks))
