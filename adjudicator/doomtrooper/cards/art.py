"""Casting a spell of the Art.

The caster stands in the Squad, in Cover or not, and is a Master of the spell's Discipline. Combat Spells
are cast only during a fight, on any fighter; Personal ones only by a Master who fights, on himself. The
Art does not serve the Dark Legion, save through a Master who has gone over to it.
"""

from typing import Literal

from adjudicator.doomtrooper.cards.texts import CardText, bar_by_cards, card_lifts, exception_to
from adjudicator.doomtrooper.combat.effects import immune_to
from adjudicator.doomtrooper.conflicts import CASTER_STANDS
from adjudicator.doomtrooper.state import Count, Immunity, Warrior, warrior_faults
from adjudicator.doomtrooper.tables import DISCIPLINES, Discipline
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type


@state_type
class Spell:
    """A card of the Art."""

    discipline: Discipline
    """The Discipline it belongs to."""
    kind: Literal["ordinary", "combat", "personal-combat"] = "ordinary"
    """What its card calls it."""
    limit: Count | None = None
    """The most Destiny Points its card allows, where it sets a limit."""


@state_type
class ArtCasting:
    """A spell about to be cast."""

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


@result_type
class Cast:
    """A spell that is cast."""

    destiny: int
    """Destiny Points left."""
    lasts: Literal["as-its-card-says", "this-fight"]
    may_add_destiny: bool
    """Whether more points may be put into it later in the fight."""
    discarded: Literal["end-of-fight"] | None = None
    """When its card is discarded, where the rules say so."""


def art_casting(state: ArtCasting, trace: Trace) -> Ruling:
    """Whether it may be cast, with everything against it, and how long it lasts."""
    warrior_faults(state.caster, trace)
    if state.wholly_converted and "brotherhood" in state.caster.affiliations:
        trace.fault("DT-9.14", "still-of-the-brotherhood")
    if state.wholly_converted and "dark-legion" not in state.caster.affiliations:
        trace.fault("DT-9.14", "not-of-the-legion")
    if (state.caster_fights or state.on == "another-fighter") and not state.during_fight:
        trace.fault("DT-9.8", "fighter-without-a-fight")
    trace.require_possible()
    bar_by_cards(state.cards, trace)
    _bar_by_caster(state, trace)
    _bar_by_moment(state, trace)
    _bar_by_favour(state, trace)
    _bar_by_immunities(state, trace)
    _bar_by_price(state, trace)
    trace.require_legal()
    if state.caster.unpaid:
        trace.cite("DT-6.39", "caster-not-revealed")
        trace.silence("unrevealed-caster")
    if _place_not_said(state) and not card_lifts("area", state.cards, trace):
        trace.cite("DT-9.3", "said-of-the-brotherhood", area=state.caster.area)
        trace.silence("where-another-caster-stands")
    return trace.judged(_cast_spell(state, trace))


def _bar_by_caster(state: ArtCasting, trace: Trace) -> None:
    if "brotherhood" in state.caster.affiliations or state.wholly_converted:
        trace.cite("DT-4.33", "brotherhood-casts")
    else:
        lifted = card_lifts("caster", state.cards, trace)
        trace.bar("DT-4.33", "no-caster", lifted=lifted, warrior=state.caster.affiliations[0])
    _bar_by_place(state, trace)
    discipline = state.spell.discipline
    if discipline not in state.master_of:
        lifted = card_lifts("restriction", state.cards, trace)
        trace.bar("DT-9.4", "not-master-of-it", lifted=lifted, discipline=discipline)
    else:
        trace.cite("DT-9.4", "master-of-it", discipline=discipline)
        if len(set(state.master_of)) == len(DISCIPLINES):
            trace.cite("DT-9.2", "master-of-all", disciplines=len(DISCIPLINES))


def _bar_by_place(state: ArtCasting, trace: Trace) -> None:
    area = state.caster.area
    if state.wholly_converted:
        if area == "outpost" and trace.reading(CASTER_STANDS) == "squad-only":
            trace.bar("DT-9.14", "not-in-the-array", lifted=card_lifts("area", state.cards, trace))
        else:
            trace.cite("DT-9.14", "casts-from-elsewhere", area=area)
        return
    if _place_not_said(state):
        return
    if area == "outpost" and trace.reading(CASTER_STANDS) == "outpost-too":
        trace.cite("DT-9.3", "in-the-outpost-too")
    elif area != "squad":
        trace.bar("DT-9.3", "not-in-the-squad", lifted=card_lifts("area", state.cards, trace), area=area)
        return
    else:
        trace.cite("DT-9.3", "in-the-squad")
    if state.caster.covered:
        trace.cite("DT-6.32", "casts-from-cover")


def _place_not_said(state: ArtCasting) -> bool:
    """Whether he is none of the Brotherhood, whose place alone the rules name, and not in the Squad."""
    others = "brotherhood" not in state.caster.affiliations and not state.wholly_converted
    return others and state.caster.area != "squad"


def _bar_by_moment(state: ArtCasting, trace: Trace) -> None:
    kind = state.spell.kind
    if kind == "ordinary":
        return
    if not state.during_fight:
        trace.bar("DT-9.8", "only-during-a-fight", kind=kind)
    if kind == "combat":
        if state.on in ("another-warrior", "no-warrior") or (state.on == "himself" and not state.caster_fights):
            trace.bar("DT-9.9", "only-on-fighters")
        else:
            trace.cite("DT-9.9", "on-any-fighter", caster_fights=state.caster_fights)
        return
    if not state.caster_fights:
        trace.bar("DT-9.10", "caster-must-fight")
    if state.on != "himself":
        trace.bar("DT-9.10", "only-on-himself")
    elif state.caster_fights:
        trace.cite("DT-9.10", "on-himself")


def _bar_by_favour(state: ArtCasting, trace: Trace) -> None:
    affiliations = state.caster.affiliations
    if state.wholly_converted:
        if state.favours != "dark-legion":
            trace.bar("DT-9.14", "only-for-dark-legion", favours=state.favours)
        else:
            trace.cite("DT-9.14", "for-dark-legion")
    elif "brotherhood" in affiliations and "dark-legion" in affiliations:
        trace.cite("DT-9.13", "heretic-casts-on-all")
    elif state.favours == "dark-legion":
        trace.bar("DT-9.12", "never-for-dark-legion", lifted=card_lifts("restriction", state.cards, trace))


def _bar_by_immunities(state: ArtCasting, trace: Trace) -> None:
    if state.on != "no-warrior" and immune_to("art", state.target_immunities, trace):
        trace.bar("DT-14.4", "not-used-on-him", power="art")
    if state.during_fight and immune_to("art", state.opponent_immunities, trace):
        trace.bar("DT-14.3", "no-spell-against-him")


def _bar_by_price(state: ArtCasting, trace: Trace) -> None:
    spent, limit = state.spent, state.spell.limit
    if spent > state.destiny:
        trace.bar("DT-9.6", "more-than-he-has", spent=spent, destiny=state.destiny)
    if limit is not None and spent > limit:
        lifted = card_lifts("restriction", state.cards, trace)
        trace.bar("DT-9.6", "over-the-limit", lifted=lifted, spent=spent, limit=limit)
    elif limit is not None:
        trace.cite("DT-9.6", "within-the-limit", spent=spent, limit=limit)
    elif spent and not trace.barred:
        trace.cite("DT-9.6", "as-many-as-wanted", spent=spent)


def _cast_spell(state: ArtCasting, trace: Trace) -> Cast:
    left = state.destiny - state.spent
    if not state.during_fight:
        return Cast(destiny=left, lasts="as-its-card-says", may_add_destiny=False)
    may_add = not _at_its_limit(state)
    if may_add:
        trace.cite("DT-9.7", "lasts-the-fight")
    else:
        trace.cite("DT-9.7", "lasts-with-nothing-to-add", spent=state.spent)
    if state.spell.kind == "ordinary":
        return Cast(destiny=left, lasts="this-fight", may_add_destiny=may_add)
    trace.cite("DT-9.11", "discarded-after-it")
    return Cast(destiny=left, lasts="this-fight", may_add_destiny=may_add, discarded="end-of-fight")


def _at_its_limit(state: ArtCasting) -> bool:
    """Whether as many points as its card allows are in it, and no other card lifts that."""
    limit = state.spell.limit
    return limit is not None and state.spent >= limit and exception_to("restriction", state.cards) is None


PROCEDURES = (
    Procedure(
        name="art-casting",
        state=ArtCasting,
        decide=art_casting,
        results=(Cast,),
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
