"""Casting a spell of the Art.

The caster stands in the Squad, in Cover or not, and is a Master of the spell's Discipline. Combat Spells
are cast only during a fight, on any fighter; Personal ones only by a Master who fights, on himself. The
Art does not serve the Dark Legion, save through a Master who has gone over to it.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from adjudicator.doomtrooper.cards.texts import CardText, lifted, permitted
from adjudicator.doomtrooper.combat.immunity import immune_to
from adjudicator.doomtrooper.conflicts import CASTER_STANDS
from adjudicator.doomtrooper.state import STRICT, Count, Immunity, Warrior, warrior_faults
from adjudicator.doomtrooper.tables import DISCIPLINES
from adjudicator.kernel import Procedure, Ruling, Silence, Trace

Discipline: TypeAlias = Literal[
    "change", "elements", "exorcism", "kinetics", "manipulation", "mentalism", "premonition", "summoning"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell:
    """A card of the Art."""

    __pydantic_config__ = STRICT
    discipline: Discipline
    """The Discipline it belongs to."""
    kind: Literal["ordinary", "combat", "personal-combat"] = "ordinary"
    """What its card calls it."""
    limit: Count | None = None
    """The most Destiny Points its card allows, where it sets a limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArtCasting:
    """A spell about to be cast."""

    __pydantic_config__ = STRICT
    caster: Warrior
    """Who casts it."""
    master_of: tuple[Discipline, ...]
    """The Disciplines he is a Master of."""
    wholly_converted: bool = False
    """Whether he has gone over to the Dark Symmetry and renounced the Brotherhood."""
    spell: Spell
    """The spell."""
    during_fight: bool
    """Whether a fight is going on."""
    caster_fights: bool = False
    """Whether he is in it: as attacker, defender or reinforcement."""
    on: Literal["himself", "another-fighter", "another-warrior", "no-warrior"]
    """Whom it is cast on; `another-fighter` is one of those in the fight."""
    favours: Literal["dark-legion", "others", "nobody"]
    """In whose favour it is."""
    target_immunities: tuple[Immunity, ...] = ()
    """Immunities of the warrior it is cast on."""
    opponent_immunities: tuple[Immunity, ...] = ()
    """In a fight: immunities of the enemy of the warrior it is cast on."""
    spent: Count = 0
    """Destiny Points put into it, those put in before included."""
    destiny: Count
    """Destiny Points the player had before any of them."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow or forbid it."""


def art_casting(state: ArtCasting, trace: Trace) -> Ruling:
    """Whether it may be cast, with every reason against it, and how long it lasts."""
    warrior_faults(state.caster, trace)
    if state.wholly_converted and "brotherhood" in state.caster.affiliations:
        trace.fault("DT-9.14", "still-of-the-brotherhood")
    if state.wholly_converted and "dark-legion" not in state.caster.affiliations:
        trace.fault("DT-9.14", "not-of-the-legion")
    if (state.caster_fights or state.on == "another-fighter") and not state.during_fight:
        trace.fault("DT-9.8", "fighter-without-a-fight")
    trace.require_possible()
    legal = permitted(state.cards, trace)
    legal &= _caster(state, trace)
    legal &= _moment(state, trace)
    legal &= _favour(state, trace)
    legal &= _immunities(state, trace)
    legal &= _price(state, trace)
    if not legal:
        return trace.ruling("illegal")
    if state.caster.unpaid:
        trace.cite("DT-6.39", "in-no-area")
        raise Silence("unrevealed-caster")
    if _place_not_said(state) and not lifted("area", state.cards, trace):
        trace.cite("DT-9.3", "said-of-the-brotherhood", area=state.caster.area)
        raise Silence("where-another-caster-stands")
    return trace.ruling("legal", destiny=state.destiny - state.spent, **_duration(state, trace))


def _caster(state: ArtCasting, trace: Trace) -> bool:
    legal = True
    if "brotherhood" in state.caster.affiliations or state.wholly_converted:
        trace.cite("DT-4.33", "brotherhood-casts")
    else:
        trace.cite("DT-4.33", "no-caster", warrior=state.caster.affiliations[0])
        legal &= lifted("caster", state.cards, trace)
    if state.spell.discipline in state.master_of:
        trace.cite("DT-9.4", "master-of-it", discipline=state.spell.discipline)
        if len(set(state.master_of)) == len(DISCIPLINES):
            trace.cite("DT-9.2", "master-of-all", disciplines=len(DISCIPLINES))
    else:
        trace.cite("DT-9.4", "not-master-of-it", discipline=state.spell.discipline)
        legal &= lifted("restriction", state.cards, trace)
    if not _stands_right(state, trace):
        legal &= lifted("area", state.cards, trace)
    return legal


def _stands_right(state: ArtCasting, trace: Trace) -> bool:
    area = state.caster.area
    if state.wholly_converted:
        if area == "outpost" and trace.reading(CASTER_STANDS) == "squad-only":
            trace.cite("DT-9.14", "not-in-the-array")
            return False
        trace.cite("DT-9.14", "casts-from-elsewhere", area=area)
        return True
    if _place_not_said(state):
        return True
    if area == "outpost" and trace.reading(CASTER_STANDS) == "outpost-too":
        trace.cite("DT-9.3", "in-the-outpost-too")
    elif area != "squad":
        trace.cite("DT-9.3", "not-in-the-squad", area=area)
        return False
    else:
        trace.cite("DT-9.3", "in-the-squad")
    if state.caster.covered:
        trace.cite("DT-6.32", "casts-from-cover")
    return True


def _place_not_said(state: ArtCasting) -> bool:
    """Whether he is none of the Brotherhood, whose place alone the rules name, and not in the Squad."""
    others = "brotherhood" not in state.caster.affiliations and not state.wholly_converted
    return others and state.caster.area != "squad"


def _moment(state: ArtCasting, trace: Trace) -> bool:
    kind = state.spell.kind
    if kind == "ordinary":
        return True
    legal = True
    if not state.during_fight:
        trace.cite("DT-9.8", "only-during-a-fight", kind=kind)
        legal = False
    if kind == "combat":
        if state.on in ("another-warrior", "no-warrior") or (state.on == "himself" and not state.caster_fights):
            trace.cite("DT-9.9", "only-on-fighters")
            return False
        trace.cite("DT-9.9", "on-any-fighter", caster_fights=state.caster_fights)
        return legal
    if not state.caster_fights:
        trace.cite("DT-9.10", "caster-must-fight")
        legal = False
    if state.on != "himself":
        trace.cite("DT-9.10", "only-on-himself")
        legal = False
    if legal:
        trace.cite("DT-9.10", "on-himself")
    return legal


def _favour(state: ArtCasting, trace: Trace) -> bool:
    affiliations = state.caster.affiliations
    if state.wholly_converted:
        if state.favours != "dark-legion":
            trace.cite("DT-9.14", "only-for-dark-legion", favours=state.favours)
            return False
        trace.cite("DT-9.14", "for-dark-legion")
        return True
    if "brotherhood" in affiliations and "dark-legion" in affiliations:
        trace.cite("DT-9.13", "heretic-casts-on-all")
        return True
    if state.favours == "dark-legion":
        trace.cite("DT-9.12", "never-for-dark-legion")
        return lifted("restriction", state.cards, trace)
    return True


def _immunities(state: ArtCasting, trace: Trace) -> bool:
    legal = True
    if state.on != "no-warrior" and immune_to("art", state.target_immunities, trace):
        trace.cite("DT-14.4", "not-used-on-him", power="art")
        legal = False
    if state.during_fight and immune_to("art", state.opponent_immunities, trace):
        trace.cite("DT-14.3", "no-spell-against-him")
        legal = False
    return legal


def _price(state: ArtCasting, trace: Trace) -> bool:
    payable = state.spent <= state.destiny
    if not payable:
        trace.cite("DT-9.6", "more-than-he-has", spent=state.spent, destiny=state.destiny)
    if state.spell.limit is None:
        if state.spent and payable:
            trace.cite("DT-9.6", "as-many-as-wanted", spent=state.spent)
        return payable
    if state.spent > state.spell.limit:
        trace.cite("DT-9.6", "over-the-limit", spent=state.spent, limit=state.spell.limit)
        return lifted("restriction", state.cards, trace) and payable
    trace.cite("DT-9.6", "within-the-limit", spent=state.spent, limit=state.spell.limit)
    return payable


def _duration(state: ArtCasting, trace: Trace) -> dict[str, bool | str]:
    if not state.during_fight:
        return {"lasts": "as-its-card-says", "may_add_destiny": False}
    trace.cite("DT-9.7", "lasts-the-fight")
    if state.spell.kind != "ordinary":
        trace.cite("DT-9.11", "discarded-after-it")
        return {"lasts": "this-fight", "may_add_destiny": True, "discarded": "end-of-fight"}
    return {"lasts": "this-fight", "may_add_destiny": True}


PROCEDURES = (
    Procedure(
        name="art-casting",
        state=ArtCasting,
        decide=art_casting,
        example=ArtCasting(
            caster=Warrior(affiliation="brotherhood", area="squad", covered=True),
            master_of=("kinetics",),
            spell=Spell(discipline="kinetics", kind="combat"),
            during_fight=True,
            on="another-fighter",
            favours="others",
            spent=2,
            destiny=6,
        ),
        summary={
            "it": "Se un Incantesimo dell'Arte può essere lanciato",
            "en": "Whether a spell of the Art may be cast",
        },
    ),
)
