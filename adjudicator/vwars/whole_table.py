"""A whole table at one moment: whether such a position can come about, with everything that speaks against it."""

from collections import Counter

from adjudicator.kernel import Procedure, Ruling, Trace, fault_check, result_type, state_type
from adjudicator.vwars.conflicts import DECK_REFILL, MARTIAL_LAW_EFFECTS, TROOP_CAP
from adjudicator.vwars.state import (
    Count,
    FactionCard,
    Role,
    Track,
    event_deck_faults,
    role_faults,
    track_faults,
)
from adjudicator.vwars.tables import (
    CONTROL_MARKERS,
    DECK_MINIMUM,
    FACTION_DECK,
    MARTIAL_LAW_TO_WIN,
    MARTIAL_LAW_TOKENS,
    PLAYER_CARDS,
    PLAYERS,
    REGIONS,
    RIOT_SLOTS,
    TROOP_UNITS,
)
from adjudicator.vwars.tables import TROOP_CAP as CAP
from adjudicator.vwars.victory import region_faults


@state_type
class Seat:
    """A player."""

    role: Role
    """Their role."""
    card: FactionCard
    """Their Faction card."""
    public: bool = False
    """Whether it has been turned over."""
    hand: Count
    """Player cards in their hand."""


@state_type
class BoardCity:
    """A city with something in it."""

    name: str
    """What it is called."""
    region: str
    """Its region."""
    vampire_control: bool
    """Whether a Vampire Control marker lies on it."""
    human_troops: Count = 0
    """Human troops in it."""
    vampire_troops: Count = 0
    """Vampire troops in it."""
    martial_law: bool = False
    """Whether it is under Martial Law."""


@state_type
class Table:
    """Everything on the table."""

    seats: tuple[Seat, ...]
    """The players."""
    cities: tuple[BoardCity, ...]
    """Every city with troops, a marker or Martial Law."""
    track: Track
    """The Vampire Victory track."""
    player_deck: Count
    """Cards in the Player deck."""
    discards: Count
    """Cards in its discard pile."""
    region_decks: tuple[Count, ...]
    """Cards in each Region deck."""
    riot_deck: Count
    """Cards in the Riot deck."""
    riot_slots: Count
    """Cards in the Now and Soon slots for riots."""
    event_deck: Count
    """Cards in the Event deck."""


@result_type
class Possible:
    """A position that can come about."""

    possible: bool = True
    last_visible: int
    """The highest number of the track that no token covers."""


def table(state: Table, trace: Trace) -> Ruling:
    """That the position is possible; one that is not is refused with all its faults."""
    _seat_faults(state, trace)
    _board_faults(state, trace)
    _card_faults(state, trace)
    trace.require_possible()
    trace.cite("VW-10.4", "cities-held", marker=state.track.victory_marker)
    trace.cite("VW-10.5", "last-visible", tokens=state.track.sympathy_tokens, last=state.track.last_visible)
    trace.cite("VW-2.7", "all-cards-there", total=PLAYER_CARDS)
    return trace.resolved(Possible(last_visible=state.track.last_visible))


@fault_check
def _seat_faults(state: Table, trace: Trace) -> None:
    players = len(state.seats)
    role_faults([seat.role for seat in state.seats], trace)
    if players not in PLAYERS:
        trace.fault("VW-2.1", "wrong-number-of-players", players=players)
    else:
        dealt: Counter[str] = Counter(seat.card for seat in state.seats)
        for card, count in FACTION_DECK[players].items():
            if dealt[card] != count:
                trace.fault("VW-3.17", "wrong-cards", card=card, dealt=dealt[card], deck=count)
    if any(seat.public and seat.card == "human" for seat in state.seats):
        trace.fault("VW-6.22", "human-is-never-public")
    vampire_hidden = any(seat.card == "vampire" and not seat.public for seat in state.seats)
    if vampire_hidden and any(seat.public and seat.card == "infected" for seat in state.seats):
        trace.fault("VW-6.20", "nobody-could-awaken")


@fault_check
def _board_faults(state: Table, trace: Trace) -> None:
    markers = sum(city.vampire_control for city in state.cities)
    if markers > CONTROL_MARKERS:
        trace.fault("VW-2.11", "too-many-markers", markers=markers)
    tokens = sum(city.martial_law for city in state.cities)
    if tokens > MARTIAL_LAW_TOKENS:
        trace.fault("VW-2.13", "too-many-tokens", tokens=tokens)
    elif tokens == MARTIAL_LAW_TO_WIN:
        trace.fault("VW-10.1", "already-won", tokens=tokens)
    track_faults(state.track, trace)
    if state.track.victory_marker != markers:
        trace.fault("VW-10.4", "marker-disagrees", marker=state.track.victory_marker, cities=markers)
    for name, count in Counter(city.name for city in state.cities).items():
        if count > 1:
            trace.fault("VW-10.4", "city-listed-twice", city=name)
    for city in state.cities:
        if (city.human_troops > CAP or city.vampire_troops > CAP) and trace.reading(TROOP_CAP) == "it-summary":
            trace.fault("VW-6.7", "over-six", city=city.name, human=city.human_troops, vampire=city.vampire_troops)
    human = sum(city.human_troops for city in state.cities)
    vampire = sum(city.vampire_troops for city in state.cities)
    if human > TROOP_UNITS:
        trace.fault("VW-2.9", "too-many-troops", troops=human, total=TROOP_UNITS)
    if vampire > TROOP_UNITS:
        trace.fault("VW-2.8", "too-many-troops", troops=vampire, total=TROOP_UNITS)
    _board_region_faults(state.cities, trace)
    _martial_law_faults(tuple(city for city in state.cities if city.martial_law), trace)


@fault_check
def _board_region_faults(cities: tuple[BoardCity, ...], trace: Trace) -> None:
    """Record more regions than there are Region decks, of which each region has one."""
    regions = len({city.region for city in cities})
    if regions > REGIONS:
        trace.fault("VW-3.12", "too-many-regions", regions=regions)


@fault_check
def _martial_law_faults(cities: tuple[BoardCity, ...], trace: Trace) -> None:
    """What cannot be said of these cities under Martial Law."""
    if len(cities) > 1:
        region_faults([city.region for city in cities], trace)
    for city in cities:
        if (city.vampire_control or city.vampire_troops) and trace.reading(MARTIAL_LAW_EFFECTS) == "it-summary":
            if city.vampire_troops:
                trace.fault("VW-9.18", "vampires-inside", city=city.name, troops=city.vampire_troops)
            if city.vampire_control:
                trace.fault("VW-9.17", "nobody-took-it", city=city.name)


@fault_check
def _card_faults(state: Table, trace: Trace) -> None:
    if len(state.region_decks) != REGIONS:
        trace.fault("VW-3.12", "wrong-number-of-decks", decks=len(state.region_decks))
    if state.riot_slots > RIOT_SLOTS:
        trace.fault("VW-3.13", "too-many-in-slots", cards=state.riot_slots)
    event_deck_faults(state.event_deck, trace)
    cards = (
        state.player_deck
        + state.discards
        + sum(state.region_decks)
        + state.riot_deck
        + state.riot_slots
        + sum(seat.hand for seat in state.seats)
    )
    if cards != PLAYER_CARDS:
        trace.fault("VW-2.7", "cards-do-not-add-up", cards=cards)
    to_draw = state.player_deck + state.discards
    for deck in (*state.region_decks, state.riot_deck):
        if DECK_MINIMUM - to_draw <= deck < DECK_MINIMUM and trace.reading(DECK_REFILL) == "it-summary":
            trace.fault("VW-11.7", "not-refilled", deck=deck, to_draw=to_draw)


PROCEDURES = (
    Procedure(
        name="table",
        state=Table,
        decide=table,
        results=(Possible,),
        example=Table(
            seats=(
                Seat(role="brad", card="human", hand=6),
                Seat(role="grace", card="human", hand=6),
                Seat(role="joao", card="vampire", hand=6),
            ),
            cities=(
                BoardCity(name="Paris", region="Europe", vampire_control=True, vampire_troops=2),
                BoardCity(name="Lagos", region="Africa", vampire_control=True, vampire_troops=2),
                BoardCity(name="Tokyo", region="Asia", vampire_control=True, vampire_troops=2),
                BoardCity(name="Cairo", region="Africa", vampire_control=False, vampire_troops=1),
            ),
            track=Track(sympathy_tokens=8, victory_marker=3),
            player_deck=37,
            discards=0,
            region_decks=(3, 3, 3, 3, 3, 3, 3, 3),
            riot_deck=3,
            riot_slots=2,
            event_deck=28,
        ),
        summary={"it": "Se un tavolo così può esistere", "en": "Whether such a table can exist"},
    ),
)
