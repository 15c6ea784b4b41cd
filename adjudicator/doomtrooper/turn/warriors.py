"""Which Actions of a Turn need an own warrior in play, and how they change who there is.

Most Actions are done with a warrior or put a card on one. One warrior stays uncovered, so that the only
one cannot go into Cover; who comes out of it attacks in no Turn but the next. Each is moved once and has one
Vehicle or one Animal. How many are covered when the Turn begins is not asked, nor which of them does what: an
Action is barred only if nobody could do it whichever they are.
"""

from dataclasses import dataclass, replace

from adjudicator.doomtrooper.cards.texts import CardText, card_lifts, exception_to
from adjudicator.doomtrooper.conflicts import ONLY_WARRIOR_INTO_COVER
from adjudicator.doomtrooper.tables import ActionKind
from adjudicator.kernel import Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnWarriors:
    """A player's warriors at one moment of the Turn."""

    in_play: int
    uncovered: int
    """At most so many of them are out of Cover."""
    covered: int
    """At most so many of them are in it."""
    just_uncovered: int = 0
    """At least so many of those out of it have come out in this Turn."""
    transferred: int = 0
    """So many have been transferred in this Turn, each once."""
    vehicles: int = 0
    """So many have been given a Vehicle in this Turn, each one."""
    animals: int = 0
    """So many have been given an Animal in this Turn, each one, and none of those with such a Vehicle."""

    @classmethod
    def when_the_turn_begins(cls, in_play: int) -> "OwnWarriors":
        """All of them may be out of Cover, and all in it."""
        return cls(in_play=in_play, uncovered=in_play, covered=in_play)

    def after(self, kind: ActionKind, cards: tuple[CardText, ...]) -> "OwnWarriors":
        """Who there is once such an Action has been done; who dies in an Attack is not known."""
        if kind == "introduce":
            return replace(self, in_play=self.in_play + 1, uncovered=self.uncovered + 1)
        if kind == "introduce-in-cover":
            return replace(self, in_play=self.in_play + 1, covered=self.covered + 1)
        if kind == "take-cover":
            left_out = 0 if exception_to("last-uncovered", cards) else 1
            return replace(
                self,
                uncovered=self.uncovered - 1,
                covered=min(self.covered + 1, self.in_play - left_out),
                just_uncovered=max(self.just_uncovered - 1, 0),
            )
        if kind == "leave-cover":
            return replace(
                self,
                uncovered=min(self.uncovered, self.in_play - 1) + 1,
                covered=self.covered - 1,
                just_uncovered=self.just_uncovered + 1,
            )
        if kind == "transfer" and exception_to("transfer", cards) is None:
            return replace(self, transferred=self.transferred + 1)
        if kind in ("vehicle", "animal") and _second_mount_allowed(cards):
            return self
        if kind == "vehicle":
            return replace(self, vehicles=self.vehicles + 1)
        if kind == "animal":
            return replace(self, animals=self.animals + 1)
        return self

    def without_one_revealed(self) -> "OwnWarriors":
        """Who there is once one of the covered is revealed and discarded, as his Value cannot be paid."""
        left = self.in_play - 1
        return replace(self, in_play=left, uncovered=min(self.uncovered, left), covered=self.covered - 1)


def _second_mount_allowed(cards: tuple[CardText, ...]) -> bool:
    """Whether a card lets the warrior have a Vehicle or Animal besides another: then it may go to anyone."""
    return exception_to("one-of-a-kind", cards) is not None or exception_to("vehicle", cards) is not None


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
    elif kind == "attack" and own.uncovered == own.just_uncovered:
        trace.bar("DT-6.36", "all-just-uncovered", lifted=card_lifts("just-uncovered", cards, trace))
    elif kind == "leave-cover" and own.covered == 0:
        trace.bar("DT-6.34", "all-are-uncovered")
    elif kind in ("vehicle", "animal") and own.vehicles + own.animals >= own.in_play:
        _bar_second_mount(kind, own, cards, trace)
    elif kind == "transfer" and own.transferred >= own.in_play:
        trace.bar("DT-6.22", "all-moved-already", lifted=card_lifts("transfer", cards, trace))
    elif kind == "take-cover" and own.uncovered <= 1:
        lifted = card_lifts("last-uncovered", cards, trace)
        if own.in_play == 1:
            trace.bar("DT-6.27", "only-warrior", lifted=lifted)
        else:
            trace.bar("DT-6.27", "last-uncovered", lifted=lifted, covered=own.in_play - own.uncovered)


def _bar_second_mount(kind: ActionKind, own: OwnWarriors, cards: tuple[CardText, ...], trace: Trace) -> None:
    if own.animals == 0 and kind == "vehicle":
        trace.bar("DT-4.19", "all-have-a-vehicle", lifted=card_lifts("one-of-a-kind", cards, trace))
    elif own.vehicles == 0 and kind == "animal":
        trace.bar("DT-4.69", "all-have-an-animal", lifted=card_lifts("one-of-a-kind", cards, trace))
    else:
        lifted = card_lifts("vehicle", cards, trace) or card_lifts("one-of-a-kind", cards, trace)
        trace.bar("DT-4.71", "all-have-one-of-the-two", lifted=lifted, kind=kind)


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
