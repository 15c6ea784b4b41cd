"""What players call things: a text that says it in other words gains the game's own term."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from corpus import LANGUAGES, Language, Term
from index.words import words


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to say a term, and the words of the term's name in each language."""

    said: tuple[str, ...]
    names: dict[Language, tuple[str, ...]]


class Glossary:
    """The terms of one game or of several."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self._ways: dict[Language, dict[str, list[_Way]]] = {language: {} for language in LANGUAGES}
        for term in terms:
            names: dict[Language, tuple[str, ...]] = {to: tuple(words(term.name[to], to)) for to in LANGUAGES}
            spoken: dict[Language, tuple[str, ...]] = {"it": (term.name.it, *term.it), "en": (term.name.en, *term.en)}
            for language in LANGUAGES:
                for said in sorted({tuple(words(way, language)) for way in spoken[language]}):
                    if said:
                        self._ways[language].setdefault(said[0], []).append(_Way(said, names))

    def names(self, said: Sequence[str], language: Language, to: Language) -> list[str]:
        """The words of the terms that `said`, in `language`, names in any way: each once, in the language `to`.

        `said` are stemmed words, and so are those returned.
        """
        found: dict[str, None] = {}
        for start, word in enumerate(said):
            for way in self._ways[language].get(word, ()):
                if tuple(said[start : start + len(way.said)]) == way.said:
                    found |= dict.fromkeys(way.names[to])
        return list(found)
