"""Setting V-Wars up: what each number of players gets, and which cities the first troops stand in.

Cities are drawn twice, a card per player each time: first the vampire-controlled ones, with two
Vampire troops each, then as many human ones with a single Vampire troop. A city already drawn is
discarded and drawn again.
"""

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.vwars.state import Count
from adjudicator.vwars.tables import (
    CARDS_PER_DECK,
    EVENT_CARDS,
    EVENT_SLOTS,
    FACTION_CARDS,
    FACTION_DECK,
    HAND,
    INVESTIGATION_TOKENS,
    LAW_CARDS_EACH,
    PLAYER_CARDS,
    PLAYERS,
    REGIONS,
    RIOT_SLOTS,
    STARTING_SYMPATHY,
    SYMPATHY_TOKENS,
    TROOPS_IN_SEEDED_CITY,
    TROOPS_IN_VAMPIRE_CITY,
)


@state_type
class Setup:
    """A table about to be set up."""

    players: Count
    """How many people play."""


@result_type
class FactionDeck:
    """The cards that the Faction deck is built of."""

    human: int
    vampire: int
    infected: int


@result_type
class StartingTable:
    """What is on the table before the first turn."""

    vampire_cities: int
    seeded_cities: int
    """Human cities with a Vampire troop."""
    vampire_troops: int
    human_troops: int
    hand: int
    """Player cards in each hand."""
    player_deck: int
    event_deck: int
    law_deck_each: int
    """Cards facedown in each Law deck."""
    faction_deck: FactionDeck
    victory_marker: int
    sympathy_tokens: int
    last_visible: int


def set_up(state: Setup, trace: Trace) -> Ruling:
    """Everything on the table before the first turn."""
    players = state.players
    if players not in PLAYERS:
        trace.bar("VW-2.1", "wrong-number-of-players", players=players)
    trace.require_legal()
    trace.cite("VW-2.1", "right-number-of-players", players=players)
    trace.cite("VW-3.2", "starting-pieces", players=players)
    trace.cite("VW-2.12", "tokens-given", total=INVESTIGATION_TOKENS, left=INVESTIGATION_TOKENS - players)
    trace.cite("VW-3.5", "vampire-cities", cities=players, troops=TROOPS_IN_VAMPIRE_CITY)
    trace.cite("VW-3.6", "seeded-cities", cities=players, troops=TROOPS_IN_SEEDED_CITY)
    decks = (REGIONS + 1) * CARDS_PER_DECK
    trace.cite("VW-3.12", "decks-dealt", regions=REGIONS, each=CARDS_PER_DECK, cards=decks)
    trace.cite("VW-3.13", "riot-slots-filled", cards=RIOT_SLOTS)
    trace.cite("VW-3.14", "hands-dealt", each=HAND, cards=HAND * players)
    left = PLAYER_CARDS - decks - RIOT_SLOTS - HAND * players
    trace.cite("VW-2.7", "player-deck", total=PLAYER_CARDS, left=left)
    trace.cite("VW-3.15", "event-slots-filled", cards=EVENT_SLOTS)
    trace.cite("VW-2.5", "event-deck", total=EVENT_CARDS, left=EVENT_CARDS - EVENT_SLOTS)
    trace.cite("VW-2.6", "law-cards", each=LAW_CARDS_EACH)
    trace.cite("VW-3.16", "laws-turned-up", facedown=LAW_CARDS_EACH - 1)
    faction = FACTION_DECK[players]
    trace.cite("VW-2.10", "faction-cards-used", total=FACTION_CARDS, used=players)
    trace.cite("VW-3.17", "faction-deck", players=players, humans=faction["human"], infected=faction["infected"])
    trace.cite("VW-3.19", "marker-placed", marker=players)
    tokens = STARTING_SYMPATHY[players]
    last = SYMPATHY_TOKENS - tokens
    trace.cite("VW-3.20", "sympathy-placed", tokens=tokens, first=last + 1, last=SYMPATHY_TOKENS)
    return trace.resolved(
        StartingTable(
            vampire_cities=players,
            seeded_cities=players,
            vampire_troops=players * (TROOPS_IN_VAMPIRE_CITY + TROOPS_IN_SEEDED_CITY),
            human_troops=0,
            hand=HAND,
            player_deck=left,
            event_deck=EVENT_CARDS - EVENT_SLOTS,
            law_deck_each=LAW_CARDS_EACH - 1,
            faction_deck=FactionDeck(**faction),
            victory_marker=players,
            sympathy_tokens=tokens,
            last_visible=last,
        )
    )


@state_type
class CityDraw:
    """The cards turned over to choose the starting cities."""

    players: Count
    """How many people play."""
    cities: tuple[str, ...]
    """The city on each card, in the order the cards are turned over."""


@result_type
class CitiesDrawn:
    """The cities chosen so far."""

    vampire_cities: tuple[str, ...]
    seeded_cities: tuple[str, ...]
    """Human cities with a Vampire troop."""
    redrawn: tuple[str, ...]
    """Cities drawn in vain, each time they were."""
    to_draw: int | None = None
    """Cities still to be drawn, where there are any."""


def city_draw(state: CityDraw, trace: Trace) -> Ruling:
    """Which cities start under vampire control, which are seeded, which cards were drawn in vain."""
    players = state.players
    if players not in PLAYERS:
        trace.bar("VW-2.1", "wrong-number-of-players", players=players)
    trace.require_legal()
    vampire: list[str] = []
    seeded: list[str] = []
    redrawn: list[str] = []
    for city in state.cities:
        if len(vampire) < players:
            _draw_vampire_city(city, vampire, redrawn, trace)
        elif len(seeded) < players:
            _draw_seeded_city(city, vampire, seeded, redrawn, trace)
        else:
            trace.fault("VW-3.9", "card-too-many", city=city, players=players)
    trace.require_possible()
    to_draw = 2 * players - len(vampire) - len(seeded)
    if len(vampire) < players:
        trace.cite("VW-3.7", "goes-on", left=players - len(vampire))
    elif to_draw:
        trace.cite("VW-3.9", "goes-on", left=to_draw)
    else:
        trace.cite("VW-3.10", "shuffled-back", cards=len(state.cities))
    return trace.resolved(
        CitiesDrawn(
            vampire_cities=tuple(vampire),
            seeded_cities=tuple(seeded),
            redrawn=tuple(redrawn),
            to_draw=to_draw or None,
        )
    )


def _draw_vampire_city(city: str, vampire: list[str], redrawn: list[str], trace: Trace) -> None:
    if city in vampire:
        trace.cite("VW-3.8", "drawn-again", city=city)
        redrawn.append(city)
    else:
        trace.cite("VW-3.7", "vampire-city", city=city, troops=TROOPS_IN_VAMPIRE_CITY)
        vampire.append(city)


def _draw_seeded_city(city: str, vampire: list[str], seeded: list[str], redrawn: list[str], trace: Trace) -> None:
    if city in vampire:
        trace.cite("VW-3.9", "has-a-marker", city=city)
        redrawn.append(city)
    elif city in seeded:
        trace.cite("VW-3.9", "drawn-twice", city=city)
        redrawn.append(city)
    else:
        trace.cite("VW-3.9", "seeded-city", city=city, troops=TROOPS_IN_SEEDED_CITY)
        seeded.append(city)


PROCEDURES = (
    Procedure(
        name="set-up",
        state=Setup,
        decide=set_up,
        results=(StartingTable,),
        example=Setup(players=4),
        summary={
            "it": "Che cosa c'è sul tavolo all'inizio, per numero di giocatori",
            "en": "What is on the table at the start, by number of players",
        },
    ),
    Procedure(
        name="city-draw",
        state=CityDraw,
        decide=city_draw,
        results=(CitiesDrawn,),
        example=CityDraw(players=3, cities=("Paris", "Lagos", "Paris", "Tokyo", "Lagos", "Cairo", "Lima", "Sydney")),
        summary={
            "it": "Quali città iniziano sotto i vampiri e quali vanno ripescate",
            "en": "Which cities start under vampire control and which are drawn again",
        },
    ),
)
