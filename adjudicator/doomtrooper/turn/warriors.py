"""Which Actions of a Turn need an own warrior in play, and how they change who there is.

Most Actions are done with a warrior or put a card on one. One warrior stays uncovered, so that the only
one cannot go into Cover. How many are covered when the Turn begins is not asked: `uncovered` is the most
that can be out of Cover, and an Action is barred only if even then nobody could do it.
"""

from dataclasses import dataclass, replace

from adjudicator.doomtrooper.cards.texts import CardText, card_lifts
from adjudicator.doomtrooper.conflicts import ONLY_WARRIOR_INTO_COVER
from adjudicator.doomtrooper.tables import ActionKind
from adjudicator.kernel import Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnWarriors:
    """A player's warriors at one moment of the Turn."""

    in_play: int
    uncovered: int
    """At most so many of them are out of Cover."""

    def after(self, kind: ActionKind) -> "OwnWarriors":
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


_NEEDS_NOBODY: frozenset[ActionKind] = frozenset(
    {"introduce", "introduce-in-cover", "fortification", "warzone", "mission", "special", "stored-card", "meditate"}
)
"""What a player without a warrior in play can do."""


def bar_by_warriors(kind: ActionKind, own: OwnWarriors, cards: tuple[CardText, ...], trace: Trace) -> None:
    """Bar an Action for which the player has not the warriors it needs."""
    if kind not in _NEEDS_NOBODY and own.in_play == 0:
        _bar_without_warriors(kind, trace)
    elif kind == "introduce-in-cover" and own.uncovered == 0:
        if trace.reading(ONLY_WARRIOR_INTO_COVER) == "barred":
            trace.bar("DT-6.27", "nobody-left-uncovered", lifted=card_lifts("last-uncovered", cards, trace))
        else:
            trace.cite("DT-6.27", "not-said-of-introducing")
    elif kind == "attack" and own.uncovered == 0:
        trace.bar("DT-6.29", "all-are-covered")
    elif kind == "take-cover" and own.uncovered <= 1:
        lifted = card_lifts("last-uncovered", cards, trace)
        if own.in_play == 1:
            trace.bar("DT-6.27", "only-warrior", lifted=lifted)
        else:
            trace.bar("DT-6.27", "last-uncovered", lifted=lifted, covered=own.in_play - own.uncovered)


def _bar_without_warriors(kind: ActionKind, trace: Trace) -> None:
    match kind:
        case "equip" | "vehicle":
            trace.bar("DT-4.11", "nobody-to-equip")
        case "relic":
            trace.bar("DT-4.41", "nobody-to-have-it")
        case "animal":
            trace.bar("DT-4.68", "nobody-to-have-it")
        case "ki-power":
            trace.bar("DT-4.63", "nobody-to-have-it")
        case "gift":
            trace.bar("DT-6.57", "nobody-to-have-it")
        case "transfer":
            trace.bar("DT-6.20", "nobody-to-transfer")
        case "take-cover":
            trace.bar("DT-6.23", "nobody-to-send")
        case "leave-cover":
            trace.bar("DT-6.34", "nobody-in-cover")
        case "in-or-out-of-vehicle":
            trace.bar("DT-6.53", "nobody-in-play")
        case "sabotage":
            trace.bar("DT-10.4", "nobody-to-send")
        case "attack":
            trace.bar("DT-6.80", "no-attacker")
