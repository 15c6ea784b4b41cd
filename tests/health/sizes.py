"""How much of a game there has to be, so that no check passes by having nothing to look at."""

from corpus import load_corpus


def enough(game: str, found: int, least: int) -> bool:
    """Whether there is as much; of a game that is a draft, whether there is anything."""
    return found >= (1 if load_corpus().games[game].card.draft else least)
