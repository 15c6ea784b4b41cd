"""What a scout that was just played does to the next player, told by the two of them alone."""

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.victory_honor.cards import CENTRE, FACING, LEFT
from adjudicator.victory_honor.play.round import Round
from adjudicator.victory_honor.play.scouts import bar_naming, nameable
from adjudicator.victory_honor.state import Face

NAMED = LEFT
"""The position that stands for whichever the scout names."""


@state_type
class ScoutNames:
    """A scout that names a position to the next player."""

    is_trump: bool = False
    """Whether it is of the trump colour."""
    face: Face = "up"
    """How it lies."""
    has_room: bool = True
    """Whether the next player has an empty position at all."""
    is_empty: bool = True
    """Whether the position it names is empty on the next player's board."""
    filling_up: bool = False
    """Whether the regular order has ended."""
    to_ally: bool
    """Whether the next player is an ally of whoever plays the scout."""
    ends_order: bool = False
    """Whether a card there would end the regular order, though the next player could play elsewhere."""


@result_type
class ScoutObeyed:
    """Whether the next player has to do as the scout says."""

    compels: bool


def scout_names(state: ScoutNames, trace: Trace) -> Ruling:
    """Whether the scout may name that position, and whether it has to be obeyed."""
    if state.is_trump:
        trace.bar("VH-8.5", "trump-scout-names-nothing")
    elif state.face == "down":
        trace.bar("VH-7.3", "sacrificed-scout-names-nothing")
    trace.require_legal()
    table, position = _table(state)
    if not nameable(table, position, trace.silent()) >> NAMED & 1:
        bar_naming(table, position, NAMED, trace)
        trace.require_legal()
    compels = not state.to_ally
    if compels:
        trace.cite("VH-9.15", "has-to-obey")
    else:
        trace.cite("VH-9.17", "ally-may-refuse")
    return trace.judged(ScoutObeyed(compels=compels))


def _table(state: ScoutNames) -> tuple[Round, int]:
    """A table of which that much is true, and where on it the scout lies."""
    position = CENTRE if state.to_ally else LEFT
    following = FACING[0][position]
    covered = (0 if state.is_empty else 1 << NAMED) << 3 * following
    if not state.has_room:
        covered = 0b111 << 3 * following
    if state.ends_order or state.filling_up:
        covered |= 0b111 << 3 * FACING[following][NAMED]
    filling = (0, following) if state.filling_up else ()
    table = Round(partners=True, phase=1, turn=0, hands=(0, 0, 0, 0), covered=covered, filling=filling)
    return table, position


PROCEDURES = (
    Procedure(
        name="scout-names",
        state=ScoutNames,
        decide=scout_names,
        results=(ScoutObeyed,),
        example=ScoutNames(to_ally=False),
        summary={
            "it": "Se si deve ubbidire a un esploratore",
            "en": "Whether a scout has to be obeyed",
        },
    ),
)
