"""Whether an attack may be made: every reason against it, and every card that lifts one.

The Turn first (an Attack is the last Action, once, never in the first Turn), then the two warriors
(Cover, owners), their affiliations, the Areas they stand in, and the Vehicles they sit in. Where a card
lifts a bar the ruling shows both.
"""

from adjudicator.doomtrooper.combat.affiliations import affiliation_bans, bar_by_affiliation
from adjudicator.doomtrooper.combat.effects import AFFILIATION_BANS, Ban, Bar, Permission
from adjudicator.doomtrooper.conflicts import OUTSIDE_THE_AREAS, OWN_WARRIORS, WAR_ACROSS_AREAS
from adjudicator.doomtrooper.state import Count, Tactic, Vehicle, Warrior, warrior_faults
from adjudicator.kernel import Procedure, Ruling, Trace, fault_check, state_type


@state_type
class Occasion:
    """The Turn an Attack is made in, and the cards that allow or forbid it."""

    own_turn: Count
    """Which of the attacking player's own Turns this is; the first is 1."""
    actions_left: Count
    """Actions left in it."""
    attacks_done: Count = 0
    """Attacks already made in it."""
    same_player: bool = False
    """Whether one player controls both warriors."""
    just_uncovered: bool = False
    """Whether the attacker left Cover in this Turn."""
    just_introduced: bool = False
    """Whether the attacker came into play in this Turn."""
    corporate_war: bool = False
    """Whether the attacking player has declared a Corporate War."""
    permissions: tuple[Permission, ...] = ()
    """Cards that lift a bar."""
    bans: tuple[Ban, ...] = ()
    """Cards that forbid this attack."""


@state_type
class Attack:
    """An Attack about to be announced."""

    attacker: Warrior
    """The warrior who attacks."""
    defender: Warrior | None
    """The warrior attacked; none when the opposing player is."""
    tactic: Tactic
    """Close combat or shooting."""
    occasion: Occasion
    """When it is made, and under which cards."""


def bar_attack(state: Attack, trace: Trace) -> None:
    """Bar the attack by every reason against it, in the order of the book."""
    _bar_by_turn(state.occasion, trace)
    _bar_by_attacker(state, trace)
    if state.defender is None:
        trace.bar("DT-6.88", "never-a-player")
        trace.cite("DT-10.10", "means-sabotage")
    else:
        _bar_by_defender(state.defender, state.occasion, trace)
        hangs_on_him = _bar_by_affiliations(state.attacker, state.defender, state.occasion, trace)
        _bar_by_areas(state.attacker, state.defender, state.occasion, trace)
        _bar_by_vehicles(state, state.defender, trace)
    for ban in state.occasion.bans:
        trace.bar("DT-4.2", "card-forbids", card=ban.card, words=ban.words)
    if trace.barred or state.defender is None:
        return
    if hangs_on_him:
        trace.cite("DT-6.39", "not-known-when-attacked")
        trace.silence("attack-on-an-unknown-comrade")
    if state.attacker.in_own_area or state.defender.in_own_area:
        trace.cite("DT-17.12", "attacks-there-not-said")
        trace.silence("area-without-affiliations")


def _card_lifts(bar: Bar, occasion: Occasion, trace: Trace) -> bool:
    """Whether a card makes an exception to this."""
    for permission in occasion.permissions:
        if permission.lifts != bar and not (permission.lifts == "affiliation" and bar in AFFILIATION_BANS):
            continue
        if bar == "areas" and permission.by_changing_fighter:
            trace.cite("DT-17.14", "no-card-changes-that", card=permission.card)
        elif bar != "own-warrior" or trace.reading(OWN_WARRIORS) == "card-may-allow":
            _cite_exception(bar, permission, trace)
            return True
    return False


def _cite_exception(bar: Bar, permission: Permission, trace: Trace) -> None:
    card = permission.card
    if bar == "same-corporation":
        trace.cite("DT-7.2", "card-allows", card=card)
    elif bar == "brotherhood-target":
        trace.cite("DT-7.3", "card-allows", card=card)
    elif bar == "already-attacked":
        trace.cite("DT-6.77", "attack-again", card=card)
    trace.cite("DT-4.2", "card-lifts", card=card, words=permission.words, bar=bar)


def _bar_by_turn(occasion: Occasion, trace: Trace) -> None:
    if occasion.own_turn == 1:
        trace.bar("DT-6.15", "first-turn", lifted=_card_lifts("first-turn", occasion, trace))
    if occasion.actions_left == 0:
        trace.bar("DT-6.12", "no-action-left", lifted=_card_lifts("no-action-left", occasion, trace))
    if occasion.attacks_done:
        lifted = _card_lifts("already-attacked", occasion, trace)
        trace.bar("DT-6.12", "already-attacked", lifted=lifted, attacks=occasion.attacks_done)
    else:
        trace.cite("DT-6.12", "once-a-turn")


def _bar_by_attacker(state: Attack, trace: Trace) -> None:
    attacker, occasion = state.attacker, state.occasion
    if attacker.never_fights:
        trace.bar("DT-7.11", "attacker-never-fights", lifted=_card_lifts("never-fights", occasion, trace))
    if attacker.covered:
        trace.bar("DT-6.29", "attacker-covered", lifted=_card_lifts("covered", occasion, trace))
    if occasion.just_uncovered:
        trace.bar("DT-6.36", "just-uncovered", lifted=_card_lifts("just-uncovered", occasion, trace))
    if occasion.just_introduced and occasion.own_turn > 1:
        trace.cite("DT-6.19", "just-introduced")


def _bar_by_defender(defender: Warrior, occasion: Occasion, trace: Trace) -> None:
    if occasion.same_player:
        trace.bar("DT-6.87", "own-warrior", lifted=_card_lifts("own-warrior", occasion, trace))
    else:
        trace.cite("DT-6.80", "enemy-warrior")
    if defender.never_fights:
        trace.bar("DT-7.11", "defender-never-fights", lifted=_card_lifts("never-fights", occasion, trace))
    if defender.covered:
        trace.cite("DT-6.30", "covered-may-be-attacked")


def _bar_by_affiliations(attacker: Warrior, defender: Warrior, occasion: Occasion, trace: Trace) -> bool:
    """Bar what affiliations forbid; whether that hangs on a defender whom nobody knows yet."""
    hangs_on_him = False
    for ban in affiliation_bans(attacker, defender, occasion.corporate_war, trace):
        lifted = _card_lifts(ban, occasion, trace)
        bar_by_affiliation(ban, lifted or defender.unpaid, attacker, defender, trace)
        hangs_on_him |= defender.unpaid and not lifted
    return hangs_on_him


def _bar_by_areas(attacker: Warrior, defender: Warrior, occasion: Occasion, trace: Trace) -> None:
    here, there = attacker.area == "outpost", defender.area == "outpost"
    if here == there:
        if here:
            trace.cite("DT-7.7", "both-in-outposts")
        return
    if there and attacker.in_own_area:
        return
    if defender.unpaid and trace.reading(OUTSIDE_THE_AREAS) == "any-attacker":
        trace.cite("DT-6.39", "in-no-area")
        return
    if occasion.corporate_war and trace.reading(WAR_ACROSS_AREAS) == "areas-too":
        trace.cite("DT-18.9", "across-areas")
        lifted = True
    else:
        lifted = _card_lifts("areas", occasion, trace)
    if there:
        trace.bar("DT-7.6", "enemy-in-outpost", lifted=lifted, area=attacker.area)
    elif defender.in_own_area:
        trace.bar("DT-7.7", "enemy-in-his-own-area", lifted=lifted)
    else:
        trace.bar("DT-7.7", "enemy-outside-outposts", lifted=lifted, area=defender.area)


def _bar_by_vehicles(state: Attack, defender: Warrior, trace: Trace) -> None:
    """Close combat neither out of an aircraft or a submarine nor into one; shooting goes anywhere."""
    attacker = state.attacker
    if not (attacker.inside_vehicle or defender.sealed_in) or state.tactic == "S":
        return
    if attacker.inside_vehicle and not attacker.sealed_in:
        trace.cite("DT-16.18", "fights-from-inside")
    if not (attacker.sealed_in or defender.sealed_in):
        return
    lifted = _card_lifts("aircraft", state.occasion, trace)
    if kind := attacker.sealed_in:
        trace.bar("DT-16.16", "attacker-sealed-in", lifted=lifted, kind=kind)
        if attacker.counts_as_vehicle:
            trace.cite("DT-16.19", "never-gets-out", kind=kind)
        else:
            trace.cite("DT-16.17", "gets-out-first", kind=kind)
    if kind := defender.sealed_in:
        trace.bar("DT-16.16", "defender-sealed-in", lifted=lifted, kind=kind)


@fault_check
def attack_faults(state: Attack, trace: Trace) -> None:
    """Record what keeps this attack from coming up at a table."""
    warrior_faults(state.attacker, trace)
    if state.defender is not None:
        warrior_faults(state.defender, trace)
    if state.occasion.own_turn == 0:
        trace.fault("DT-6.15", "turns-count-from-one")


def attack_legality(state: Attack, trace: Trace) -> Ruling:
    """Whether the attack is legal, and all that bars it."""
    attack_faults(state, trace)
    trace.require_possible()
    bar_attack(state, trace)
    return trace.judged()


_EXAMPLE = Attack(
    attacker=Warrior(affiliation="bauhaus", area="squad"),
    defender=Warrior(
        affiliation="dark-legion",
        area="array",
        vehicle=Vehicle(card="Necroflyer", kind="aircraft", inside=True),
    ),
    tactic="S",
    occasion=Occasion(own_turn=2, actions_left=1),
)

PROCEDURES = (
    Procedure(
        name="attack-legality",
        state=Attack,
        decide=attack_legality,
        example=_EXAMPLE,
        summary={
            "it": "Se un attacco è permesso, con tutti i motivi che lo vietano",
            "en": "Whether an attack is allowed, with every reason that bars it",
        },
    ),
)
