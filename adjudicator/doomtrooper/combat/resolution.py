"""What two fighters do to each other once their values are final, and what a kill brings.

An attack equal to the enemy's defence or above it wounds him, and kills him if he was wounded. Both
attacks count at once, whoever announced the fight; a fighter who strikes first may kill the other before
he answers. Two who strike first cancel out, unless a card says that one strikes first even so.

The killer's player earns the Value of the killed warrior as it was in the fight. A Mercenary without an
affiliation and whoever kills his own warrior earn Destiny Points only. The last defender of a Battle is
worth twenty points more; whether to such a Mercenary too the text does not say.
"""

from typing import Literal, TypeAlias

from adjudicator.doomtrooper.combat.effects import Fate, Role
from adjudicator.doomtrooper.combat.values import cite_below_zero
from adjudicator.doomtrooper.conflicts import DESTINY_FOR_KILL, KILLS_OUTSIDE_COMBAT, LAST_DEFENDER, VALUE_BELOW_ZERO
from adjudicator.doomtrooper.state import Status, Warrior
from adjudicator.doomtrooper.tables import LAST_DEFENDER_POINTS
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type

Order: TypeAlias = Literal["simultaneous", "attacker-first", "defender-first"]


@state_type
class Striker:
    """A fighter with his final values."""

    attack: int
    """His final attack value in the tactic of the fight."""
    defence: int
    """His final A."""
    wounded: bool = False
    """Whether he was wounded before."""
    strikes_first: Literal["no", "yes", "always"] = "no"
    """Whether he strikes first; `always` where his card says so even against another who does."""
    fates: tuple[Fate, ...] = ()
    """Cards that change what a hit does to him, in the order they came into force."""


@state_type
class Resolution:
    """A fight whose values nobody changes any more."""

    attacker: Striker
    """The fighter who announced the attack."""
    defender: Striker
    """The fighter attacked."""


@result_type
class Resolved:
    """How a fight ended."""

    attacker: Status
    defender: Status
    order: Order
    """Who struck first."""

    def status(self, role: Role) -> Status:
        """One of the two."""
        return self.attacker if role == "attacker" else self.defender


def resolve(attacker: Striker, defender: Striker, trace: Trace) -> Resolved:
    """Who is wounded or killed."""
    order = _order(attacker, defender, trace)
    if order is None:
        if _saved_by_first(attacker, defender) or _saved_by_first(defender, attacker):
            trace.cite("DT-12.4", "both-above-all")
            trace.silence("both-strike-first-above-all")
        trace.cite("DT-12.4", "both-above-all-no-matter")
        order = "simultaneous"
    if order == "attacker-first":
        defending = _struck(attacker, defender, "defender", trace)
        attacking = _answered(defending, defender, attacker, "attacker", trace)
    elif order == "defender-first":
        attacking = _struck(defender, attacker, "attacker", trace)
        defending = _answered(attacking, attacker, defender, "defender", trace)
    else:
        trace.cite("DT-6.106", "both-at-once")
        defending = _struck(attacker, defender, "defender", trace)
        attacking = _struck(defender, attacker, "attacker", trace)
    return Resolved(attacker=attacking, defender=defending, order=order)


def _order(attacker: Striker, defender: Striker, trace: Trace) -> Order | None:
    first, second = attacker.strikes_first, defender.strikes_first
    if first == second:
        if first == "always":
            return None
        if first == "yes":
            trace.cite("DT-12.3", "cancel-out")
        return "simultaneous"
    if "always" in (first, second) and "no" not in (first, second):
        trace.cite("DT-12.4", "above-the-other", fighter="attacker" if first == "always" else "defender")
        return "attacker-first" if first == "always" else "defender-first"
    trace.cite("DT-12.1", "strikes-first", fighter="defender" if first == "no" else "attacker")
    return "defender-first" if first == "no" else "attacker-first"


def _saved_by_first(striker: Striker, target: Striker) -> bool:
    """Whether striking first would kill the target and so keep him from being hurt."""
    quiet = Trace().silent()
    if _struck(striker, target, "defender", quiet) != "killed":
        return False
    return _struck(target, striker, "attacker", quiet) != _unhurt(striker)


def _unhurt(fighter: Striker) -> Status:
    return "wounded" if fighter.wounded else "sound"


def _struck(striker: Striker, target: Striker, fighter: Role, trace: Trace) -> Status:
    """The target's status after the blow."""
    if striker.attack < target.defence:
        trace.cite("DT-6.105", "resists", fighter=fighter, attack=striker.attack, defence=target.defence)
        trace.cite("DT-6.107", "status-kept", fighter=fighter, wounded=target.wounded)
        return _unhurt(target)
    trace.cite("DT-6.104", "hit", fighter=fighter, attack=striker.attack, defence=target.defence)
    if target.wounded:
        trace.cite("DT-6.109", "killed", fighter=fighter)
    else:
        trace.cite("DT-6.108", "wounded", fighter=fighter)
    return _fated("killed" if target.wounded else "wounded", target, fighter, trace)


def _fated(status: Literal["wounded", "killed"], target: Striker, fighter: Role, trace: Trace) -> Status:
    """What the last card that speaks of such a hit makes of it, and then any later one of what that makes of it."""
    becomes: Status = status
    later = target.fates
    while found := [place for place, fate in enumerate(later) if fate.instead_of == becomes]:
        last = later[found[-1]]
        later = later[found[-1] + 1 :]
        becomes = last.becomes
        trace.cite("DT-4.2", "card-changes-the-hit", card=last.card, words=last.words, fighter=fighter, status=becomes)
    return becomes


def _answered(own: Status, striker: Striker, target: Striker, fighter: Role, trace: Trace) -> Status:
    """The first striker's status after the answer, if there is anyone left to give it."""
    if own == "killed":
        trace.cite("DT-12.2", "killed-cannot-answer", fighter=fighter)
        return _unhurt(target)
    trace.cite("DT-12.2", "survives-and-answers", wounded=own == "wounded")
    return _struck(striker, target, fighter, trace)


def combat_resolution(state: Resolution, trace: Trace) -> Ruling:
    """The status of both after the fight."""
    cite_below_zero("attacker", state.attacker.attack, state.attacker.defence, trace)
    cite_below_zero("defender", state.defender.attack, state.defender.defence, trace)
    return trace.resolved(resolve(state.attacker, state.defender, trace))


@state_type
class Kill:
    """A warrior killed."""

    value: int
    """The killed warrior's V as modified at that moment."""
    cause: Literal["combat", "vehicle-lost", "card"] = "combat"
    """What killed him; `vehicle-lost` is being inside a Vehicle that is discarded."""
    own_warrior: bool = False
    """Whether the killer's player controlled him too."""
    killer: Warrior | None
    """The warrior who killed him in combat; none outside it."""
    last_of_battle: bool = False
    """Whether he was the last defender on a Battle card."""


@result_type
class Spoils:
    """What the killer's player gains."""

    promotion: int = 0
    destiny: int | None = 0
    """None where the text does not give the number."""


@result_type
class DestinyNotStated:
    """What the killer's player gains besides Destiny Points of which the text does not give the number."""

    not_stated: Literal["destiny-points"] = "destiny-points"
    promotion: int


def spoils(kill: Kill, trace: Trace) -> Spoils:
    """The points for one kill."""
    if kill.cause == "vehicle-lost":
        trace.cite("DT-16.8", "no-points")
        return Spoils()
    if kill.cause == "card" and not _counts_outside_combat(kill, trace):
        return Spoils()
    if kill.own_warrior:
        trace.cite("DT-6.113", "own-warrior")
        trace.cite("DT-7.5", "completes-no-mission")
        return Spoils(destiny=_destiny(kill.value, trace))
    bonus = _last_defender(kill, trace)
    mercenary = kill.killer if kill.killer is not None and kill.killer.counts_as("mercenary") else None
    if bonus and mercenary is not None and mercenary.unattached_mercenary:
        trace.cite("DT-13.3", "battle-points-not-said", points=bonus)
        trace.silence("battle-points-of-a-mercenary")
    if bonus and trace.reading(LAST_DEFENDER) == "instead-of-value":
        trace.cite("DT-19.8", "value-not-added")
        return Spoils(promotion=bonus)
    if mercenary is not None and mercenary.unattached_mercenary:
        trace.cite("DT-13.3", "destiny-only")
        return Spoils(destiny=_destiny(kill.value, trace))
    if mercenary is not None:
        trace.cite("DT-13.4", "earns-promotion", affiliation=mercenary.attacks_as[0])
    points = gained(kill.value, trace)
    trace.cite("DT-2.16", "value-of-the-killed", value=kill.value, points=points)
    return Spoils(promotion=points + bonus)


def gained(value: int, trace: Trace) -> int:
    """The points a Value gives, which may have fallen below zero."""
    if value >= 0:
        return value
    if trace.reading(VALUE_BELOW_ZERO) == "nothing":
        trace.cite("DT-6.111", "below-zero-gives-nothing", value=value)
        return 0
    trace.cite("DT-6.111", "below-zero-costs", value=value)
    return value


def _destiny(value: int, trace: Trace) -> int | None:
    if trace.reading(DESTINY_FOR_KILL) == "not-stated":
        trace.cite("DT-4.8", "destiny-not-stated")
        return None
    points = gained(value, trace)
    trace.cite("DT-4.8", "destiny-as-the-value", destiny=points)
    return points


def _counts_outside_combat(kill: Kill, trace: Trace) -> bool:
    if kill.last_of_battle:
        trace.cite("DT-19.9", "not-in-combat")
    if trace.reading(KILLS_OUTSIDE_COMBAT) == "every-kill":
        return True
    trace.cite("DT-2.16", "only-in-combat")
    return False


def _last_defender(kill: Kill, trace: Trace) -> int:
    """What he is worth as the last defender of a Battle, besides his Value."""
    if not kill.last_of_battle or kill.cause != "combat":
        return 0
    trace.cite("DT-19.8", "last-defender", points=LAST_DEFENDER_POINTS)
    return LAST_DEFENDER_POINTS


def promotion_points(state: Kill, trace: Trace) -> Ruling:
    """The Promotion and Destiny Points of the killer's player."""
    if state.killer is not None and state.cause != "combat":
        trace.fault("DT-2.16", "killer-outside-combat", cause=state.cause)
    if state.killer is None and state.cause == "combat":
        trace.fault("DT-2.16", "combat-without-a-killer")
    trace.require_possible()
    if state.cause == "combat" and not state.own_warrior:
        trace.cite("DT-6.111", "killed-in-combat", value=state.value)
    found = spoils(state, trace)
    if found.destiny is None:
        return trace.closed("undecided", DestinyNotStated(promotion=found.promotion))
    return trace.resolved(found)


PROCEDURES = (
    Procedure(
        name="combat-resolution",
        state=Resolution,
        decide=combat_resolution,
        results=(Resolved,),
        example=Resolution(
            attacker=Striker(attack=6, defence=4, wounded=True),
            defender=Striker(attack=5, defence=6, wounded=True, strikes_first="yes"),
        ),
        summary={
            "it": "Chi è ferito e chi è ucciso, dati i valori finali",
            "en": "Who is wounded and who is killed, given the final values",
        },
    ),
    Procedure(
        name="promotion-points",
        state=Kill,
        decide=promotion_points,
        results=(Spoils, DestinyNotStated),
        example=Kill(value=7, killer=Warrior(affiliation="generic", kinds=("mercenary",), area="squad")),
        summary={
            "it": "Quanti punti dà l'uccisione di un guerriero, e di che tipo",
            "en": "How many points the kill of a warrior gives, and of which kind",
        },
    ),
)
