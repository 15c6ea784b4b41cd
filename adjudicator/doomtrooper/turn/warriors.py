"""Which Actions of a Turn need an own warrior in play, and how they change who there is.

Most Actions are done with a warrior or put a card on one. One warrior stays uncovered, so that the only
one cannot go into Cover. How many are covered when the Turn begins is not asked: `uncovered` is the most
that can be out of Cover, and an Action is barred only if even then nobody could do it.
"""

from dataclasses import dataclass, replace

from adjudicator.doomtrooper.cards.texts import CardText, lifted
from adjudicator.doomtrooper.conflicts import ONLY_WARRIOR_INTO_COVER
from adjudicator.kernel import Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnWarriors:
    """A player's warriors at one moment of the Turn."""

    in_play: int
    uncovered: int
    """At most so many of them are out of Cover."""

    def after(self, kind: str) -> "OwnWarriors":
        """Who there is once such an Action has been done; who dies in an Attack is not known."""
        if kind == "introduce":
            return replace(self, in_play=self.in_play + 1, uncovered=self.uncovered + 1)
        if kind == "introduce-in-cover":
            return replace(self, in_play=self.in_play + 1)
        if kind == "take-cover":
            return replace(self, uncovered=self.uncovered - 1)
        if kind == "leave-cover":
            return replace(self, uncovered=min(self.uncovered, self.in_play - 1) + 1)
        return self


def warriors_suffice(kind: str, own: OwnWarriors, cards: tuple[CardText, ...], trace: Trace) -> bool:
    """Whether the player has the warriors that such an Action needs."""
    if own.in_play == 0 and _nobody_for(kind, trace):
        return False
    if own.uncovered == 0 and kind == "introduce-in-cover":
        if trace.reading(ONLY_WARRIOR_INTO_COVER) == "allowed":
            trace.cite("DT-6.27", "not-said-of-introducing")
            return True
        trace.cite("DT-6.27", "nobody-left-uncovered")
        return lifted("last-uncovered", cards, trace)
    if own.uncovered == 0 and kind == "attack":
        trace.cite("DT-6.29", "all-are-covered")
        return False
    if own.uncovered <= 1 and kind == "take-cover":
        if own.in_play == 1:
            trace.cite("DT-6.27", "only-warrior")
        else:
            trace.cite("DT-6.27", "last-uncovered", covered=own.in_play - own.uncovered)
        return lifted("last-uncovered", cards, trace)
    return True


def _nobody_for(kind: str, trace: Trace) -> bool:
    """Whether such an Action needs a warrior, for a player who has none."""
    match kind:
        case "equip" | "vehicle":
            trace.cite("DT-4.11", "nobody-to-equip")
        case "relic":
            trace.cite("DT-4.41", "nobody-to-have-it")
        case "animal":
            trace.cite("DT-4.68", "nobody-to-have-it")
        case "ki-power":
            trace.cite("DT-4.63", "nobody-to-have-it")
        case "gift":
            trace.cite("DT-6.57", "nobody-to-have-it")
        case "transfer":
            trace.cite("DT-6.20", "nobody-to-transfer")
        case "take-cover":
            trace.cite("DT-6.23", "nobody-to-send")
        case "leave-cover":
            trace.cite("DT-6.34", "nobody-in-cover")
        case "in-or-out-of-vehicle":
            trace.cite("DT-6.53", "nobody-in-play")
        case "sabotage":
            trace.cite("DT-10.4", "nobody-to-send")
        case "attack":
            trace.cite("DT-6.80", "no-attacker")
        case _:
            return False
    return True
