"""The steps of an attack in order, and who plays which cards in the one that modifies values."""

from typing import Literal

from adjudicator.doomtrooper.conflicts import SPECIAL_CARD_AGAIN
from adjudicator.doomtrooper.state import Count
from adjudicator.doomtrooper.tables import COMBAT_STEPS, CombatStep
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type


@state_type
class StepOrder:
    """An attack that is going on."""

    done: tuple[CombatStep, ...]
    """The steps already taken, in the order they were taken."""
    wanted: CombatStep
    """The step somebody wants to take now."""


@result_type
class Following:
    """Where the attack stands."""

    next: CombatStep
    """The step that comes next."""


def combat_step(state: StepOrder, trace: Trace) -> Ruling:
    """Whether the wanted step is the next one."""
    if state.done != COMBAT_STEPS[: len(state.done)]:
        trace.fault("DT-6.79", "steps-out-of-order", done=list(state.done))
    elif len(state.done) == len(COMBAT_STEPS):
        trace.fault("DT-6.79", "attack-over")
    trace.require_possible()
    following = COMBAT_STEPS[len(state.done)]
    if state.wanted == following:
        trace.cite("DT-6.79", "step-in-order", step=following)
    else:
        trace.bar("DT-6.79", "another-step-first", step=state.wanted, next=following)
    return trace.judged(Following(next=following))


@state_type
class ModifierOrder:
    """Players with Special cards to play, in a fight or out of one."""

    players: tuple[str, ...]
    """In a fight the attacker, the defender, then the others; out of one whose Turn it is comes first."""
    in_combat: bool = True
    """Whether a fight is being modified."""
    last: str | None = None
    """Who played, or passed, last; nobody yet if absent."""
    have_cards: tuple[str, ...]
    """Those who still have cards they want to play."""


@result_type
class NextPlayer:
    """Who may play a card."""

    next: str | None
    """Nobody once all have played what they want."""
    settled: bool
    """Whether nobody has anything left to play."""


def modifier_order(state: ModifierOrder, trace: Trace) -> Ruling:
    """Who may play next, or that nobody has anything left to play."""
    strangers = [
        name
        for name in (*state.have_cards, *(() if state.last is None else (state.last,)))
        if name not in state.players
    ]
    if strangers or len(set(state.players)) < max(2, len(state.players)):
        trace.fault("DT-15.6", "players-unclear", players=list(state.players), unknown=strangers)
    trace.require_possible()
    if not state.have_cards:
        trace.cite("DT-6.100", "nobody-has-more")
        return trace.resolved(NextPlayer(next=None, settled=True))
    start = 0 if state.last is None else state.players.index(state.last) + 1
    turns = (*state.players[start:], *state.players[:start])
    player = next(name for name in turns if name in state.have_cards)
    if not state.in_combat:
        trace.cite("DT-15.3", "whose-turn-it-is-first", first=state.players[0], next=player)
        return trace.resolved(NextPlayer(next=player, settled=False))
    if state.last is None:
        trace.cite("DT-6.97", "attacker-begins", attacker=state.players[0])
    trace.cite("DT-15.6", "in-turn", next=player)
    trace.cite("DT-6.100", "not-settled", players=list(state.have_cards))
    return trace.resolved(NextPlayer(next=player, settled=False))


@state_type
class CombatCard:
    """A card that somebody wants to play while a fight is being modified."""

    card: str
    """Its name."""
    playable_in_combat: bool
    """Whether its text says that it is played during combat."""
    played_before: Count = 0
    """How often this card was played in this fight already."""
    says_again: Literal["allowed", "forbidden", "nothing"] = "nothing"
    """What its text says of playing it more than once."""
    others_played: Count = 0
    """Other Special cards the same player has played in this fight."""
    counters: str | None = None
    """The card of this fight whose effect it counters, if it does."""


def combat_card(state: CombatCard, trace: Trace) -> Ruling:
    """Whether the card may be played now."""
    if state.playable_in_combat:
        trace.cite("DT-6.98", "playable-in-combat", card=state.card)
    elif state.counters is not None:
        trace.cite("DT-15.1", "stops-it-unmarked", card=state.card, countered=state.counters)
    else:
        trace.bar("DT-6.98", "not-a-combat-card", card=state.card)
    if state.others_played:
        trace.cite("DT-6.99", "no-limit", played=state.others_played)
    if state.played_before:
        if _again(state, trace):
            trace.cite("DT-6.101", "played-again", card=state.card)
        else:
            trace.bar("DT-6.101", "not-again", card=state.card)
    if state.counters is not None:
        trace.cite("DT-15.4", "countered-later", card=state.card, countered=state.counters)
    return trace.judged()


def _again(state: CombatCard, trace: Trace) -> bool:
    if state.says_again != "nothing":
        return state.says_again == "allowed"
    return trace.reading(SPECIAL_CARD_AGAIN) == "repeatable"


PROCEDURES = (
    Procedure(
        name="combat-step",
        state=StepOrder,
        decide=combat_step,
        results=(Following,),
        example=StepOrder(done=("fighters", "tactic"), wanted="values"),
        summary={"it": "L'ordine delle fasi di un attacco", "en": "The order of the steps of an attack"},
    ),
    Procedure(
        name="modifier-order",
        state=ModifierOrder,
        decide=modifier_order,
        results=(NextPlayer,),
        example=ModifierOrder(players=("Anna", "Bruno", "Carla"), last="Anna", have_cards=("Anna", "Carla")),
        summary={
            "it": "A chi tocca giocare carte che modificano il combattimento",
            "en": "Whose turn it is to play cards that modify the fight",
        },
    ),
    Procedure(
        name="combat-card",
        state=CombatCard,
        decide=combat_card,
        example=CombatCard(card="Charge", playable_in_combat=True, played_before=1),
        summary={
            "it": "Se una carta può essere giocata durante il combattimento",
            "en": "Whether a card may be played during the fight",
        },
    ),
)
