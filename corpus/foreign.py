"""What people say to a referee that is about none of the games here, read from `foreign.yaml`."""

from collections.abc import Mapping
from pathlib import Path

from corpus.loader import HOME, CorpusError
from corpus.schema import LANGUAGES, Language

FILE = "foreign.yaml"


def load_foreign(home: Path = HOME) -> Mapping[Language, tuple[str, ...]]:
    """The lines of each language; CorpusError where it lacks any, or has one twice."""
    from corpus import strict_yaml  # not needed by who asks

    lines = strict_yaml.load((home / FILE).read_text(encoding="utf-8"))
    for language in LANGUAGES:
        own = lines.get(language) or []
        if not own or not all(isinstance(line, str) and line.strip() for line in own):
            raise CorpusError(f"{FILE}: {language}: expects a list of lines, none of them empty")
        if twice := sorted({line for line in own if own.count(line) > 1}):
            raise CorpusError(f"{FILE}: {language}: written twice: {', '.join(map(repr, twice))}")
    return {language: tuple(lines[language]) for language in LANGUAGES}
