"""The texts that are searched: for each rule and each conflict its wording and its questions, in each language."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from corpus import LANGUAGES, Bilingual, Conflict, Game, Language, Rule

Kind: TypeAlias = Literal["text", "ask"]
"""A target's own wording, or a question to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """One text that leads to a rule or to a conflict, its target."""

    target: str
    game: str
    language: Language
    kind: Kind
    text: str
    answer: str = ""
    """The answer to the question; a `text` has none."""

    @property
    def whole(self) -> str:
        """The question with its answer."""
        return f"{self.text} {self.answer}".rstrip()


def distinct_texts(passages: Iterable[Passage]) -> tuple[str, ...]:
    """What they say, each text once."""
    return tuple(dict.fromkeys(passage.text for passage in passages))


def passages_in(game: Game) -> Iterator[Passage]:
    """All passages of a game, those of a target together."""
    entries: tuple[Rule | Conflict, ...] = (*game.rules.values(), *game.conflicts.values())
    for entry in entries:
        for language in LANGUAGES:
            for kind, text, answer in _texts(entry):
                yield Passage(
                    target=entry.id,
                    game=game.id,
                    language=language,
                    kind=kind,
                    text=text[language],
                    answer=answer[language],
                )


def _texts(entry: Rule | Conflict) -> Iterator[tuple[Kind, Bilingual, Bilingual]]:
    """Each text of a target with the answer that it has, if it is a question."""
    titles, texts = entry.title, entry.text
    wording = Bilingual(it=f"{titles.it}. {texts.it}", en=f"{titles.en}. {texts.en}")
    yield "text", wording, Bilingual(it="", en="")
    asks = entry.asks if isinstance(entry, Rule) else entry.answered()
    for it, en in zip(asks.it, asks.en, strict=True):
        yield "ask", Bilingual(it=it.q, en=en.q), Bilingual(it=it.a, en=en.a)
