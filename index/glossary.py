"""What players call things: a text that says it in other words gains the game's own term."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from corpus import LANGUAGES, Language, Term
from index.words import words


@dataclass(frozen=True, slots=True)
class _Variant:
    """One variant of a term, and the words of the term's name in each language."""

    stems: tuple[str, ...]
    names: dict[Language, tuple[str, ...]]


class Glossary:
    """The terms of one game or of several."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self._variants: dict[Language, dict[str, list[_Variant]]] = {language: {} for language in LANGUAGES}
        for term in terms:
            names: dict[Language, tuple[str, ...]] = {to: tuple(words(term.name[to], to)) for to in LANGUAGES}
            phrases: dict[Language, tuple[str, ...]] = {"it": (term.name.it, *term.it), "en": (term.name.en, *term.en)}
            for language in LANGUAGES:
                for stems in sorted({tuple(words(phrase, language)) for phrase in phrases[language]}):
                    if stems:
                        self._variants[language].setdefault(stems[0], []).append(_Variant(stems, names))

    def names(self, stems: Sequence[str], language: Language, to: Language) -> list[str]:
        """The stems of the terms that a text names by any variant: each once, in the language `to`.

        `stems` are those of the text, which is in `language`, as `words` gives them.
        """
        found: dict[str, None] = {}
        for start, word in enumerate(stems):
            for variant in self._variants[language].get(word, ()):
                if tuple(stems[start : start + len(variant.stems)]) == variant.stems:
                    found |= dict.fromkeys(variant.names[to])
        return list(found)
