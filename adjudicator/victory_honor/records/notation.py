"""Games written down as people would: read and written, line by line.

    Victory & Honor, partners
    Round 1, north opens
    deal
      north: red G3 7 4 1, blue 6 3, black 5 2, yellow G1 5
      ...
    pass
      north: black 2 left, blue 3 centre, yellow 5 right
      ...
    phase 1
      north left red 7
      east right blue 1 names centre

The pass may be left out, and then the deal is what everybody holds after it; so may the lines that head a
phase. The mode is `partners` or `solo`; `three rounds` or `100 points` may follow it where the players have
agreed so. A `#` opens a remark.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from adjudicator.victory_honor.cards import (
    COLOURS,
    NUMBER,
    POSITIONS,
    SEATS,
    VALUES,
    Card,
    Mode,
    Position,
    Seat,
    cards_in,
    mask_of,
)
from adjudicator.victory_honor.play.boards import PLACES
from adjudicator.victory_honor.play.round import PHASES
from adjudicator.victory_honor.records.record import PassedCards, Passes, RoundRecord
from adjudicator.victory_honor.state import Hands, PlayedCard

TITLE = "Victory & Honor"

_HEADER = re.compile(rf"{TITLE}, (?P<mode>partners|solo)(?:, (?:(?P<three>three rounds)|(?P<target>[1-9]\d*) points))?")
_ROUND = re.compile(rf"Round (?P<number>\d+), (?P<opener>{'|'.join(SEATS)}) opens")
_OF_SEAT = re.compile(rf"(?P<seat>{'|'.join(SEATS)}): (?P<cards>.+)")
_PASSED = re.compile(rf"(?P<card>\w+ \w+) (?P<position>{'|'.join(POSITIONS)})")
_PLAY = re.compile(
    rf"(?P<seat>{'|'.join(SEATS)}) (?P<position>{'|'.join(POSITIONS)}) (?P<card>\w+ \w+)"
    rf"(?: names (?P<names>{'|'.join(POSITIONS)}))?"
)
_PHASE = re.compile(r"phase (?P<number>[123])")


class NotationError(ValueError):
    """A line that is not in the notation: which, and what should stand there."""

    def __init__(self, line: int, text: str, wanted: str) -> None:
        super().__init__(f"line {line}: {text!r}: {wanted}")
        self.line = line


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A game as it was played, or as far as it has gone."""

    mode: Mode
    rounds: tuple[RoundRecord, ...]
    agreed: Literal["four-rounds", "three-rounds", "target"] = "four-rounds"
    target: int | None = None
    """The points to reach, where a target was agreed."""
    lines: tuple[tuple[int, ...], ...] = ()
    """For each round, the line each play stands on; none for a record that was not read from a text."""


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str

    def match(self, pattern: re.Pattern[str], wanted: str) -> re.Match[str]:
        found = pattern.fullmatch(self.text)
        if not found:
            raise self.error(wanted)
        return found

    def error(self, wanted: str) -> NotationError:
        return NotationError(self.number, self.text, wanted)


def parse(text: str) -> GameRecord:
    """The game a text records; NotationError names the first line that cannot be read."""
    lines = list(_lines(text))
    if not lines:
        raise NotationError(1, "", f"a record opens with `{TITLE}, partners`")
    header = lines.pop(0).match(_HEADER, f"a record opens with `{TITLE}, partners` or `{TITLE}, solo`")
    mode: Mode = "partners" if header["mode"] == "partners" else "solo"
    rounds: list[RoundRecord] = []
    numbers: list[tuple[int, ...]] = []
    while lines:
        record, places = _round(lines, mode, len(rounds) + 1)
        rounds.append(record)
        numbers.append(places)
    return GameRecord(
        mode=mode,
        rounds=tuple(rounds),
        agreed="three-rounds" if header["three"] else "target" if header["target"] else "four-rounds",
        target=int(header["target"]) if header["target"] else None,
        lines=tuple(numbers),
    )


def _lines(text: str) -> Iterator[_Line]:
    for number, line in enumerate(text.splitlines(), 1):
        words = " ".join(line.partition("#")[0].split())
        if words:
            yield _Line(number, words)


def _round(lines: list[_Line], mode: Mode, number: int) -> tuple[RoundRecord, tuple[int, ...]]:
    """Take one round off the lines."""
    head = lines.pop(0)
    title = head.match(_ROUND, f"a round opens with `Round {number}, north opens`")
    if int(title["number"]) != number:
        raise head.error(f"round {number} comes here")
    if not lines or lines.pop(0).text != "deal":
        raise head.error("`deal` and a line for each player follow")
    deal = {seat: tuple(_hand(line, cards)) for seat, line, cards in _of_each_seat(lines, head)}
    passes = None
    if lines and lines[0].text == "pass":
        lines.pop(0)
        laid = {seat: _laid(line, cards) for seat, line, cards in _of_each_seat(lines, head)}
        passes = Passes(north=laid["north"], east=laid["east"], south=laid["south"], west=laid["west"])
    plays: list[PlayedCard] = []
    places: list[int] = []
    while lines and not _ROUND.fullmatch(lines[0].text):
        line = lines.pop(0)
        if phase := _PHASE.fullmatch(line.text):
            _begun_in_time(line, int(phase["number"]), len(plays))
        else:
            plays.append(_play(line))
            places.append(line.number)
    hands = Hands(north=deal["north"], east=deal["east"], south=deal["south"], west=deal["west"])
    record = RoundRecord(mode=mode, opener=_seat(title["opener"]), deal=hands, passes=passes, plays=tuple(plays))
    return record, tuple(places)


def _begun_in_time(line: _Line, phase: int, played: int) -> None:
    """Refuse the heading of a phase that cannot begin after so many cards of the round."""
    before = PLACES * (phase - 1)
    if played != before:
        raise line.error(f"{before} cards come before it, and here there are {played}")


def _of_each_seat(lines: list[_Line], head: _Line) -> Iterator[tuple[str, _Line, str]]:
    """Take four lines, one for each seat, clockwise."""
    for seat in SEATS:
        if not lines:
            raise head.error(f"the line of {seat} is missing")
        line = lines.pop(0)
        found = line.match(_OF_SEAT, f"the cards of {seat} come here, as in `{seat}: red G3 7, blue 2`")
        if found["seat"] != seat:
            raise line.error(f"the line of {seat} comes here")
        yield seat, line, found["cards"]


def _hand(line: _Line, text: str) -> Iterator[Card]:
    for group in text.split(", "):
        colour, *values = group.split()
        if not values:
            raise line.error(f"{group!r} is no colour with its cards, as in `red G3 7 4`")
        yield from (_card(line, f"{colour} {value}") for value in values)


def _laid(line: _Line, text: str) -> PassedCards:
    laid: dict[str, Card] = {}
    for group in text.split(", "):
        found = _PASSED.fullmatch(group)
        if not found:
            raise line.error(f"{group!r} is no card with its position, as in `red 4 left`")
        if found["position"] in laid:
            raise line.error(f"two cards are laid {found['position']}; one goes in each position")
        laid[found["position"]] = _card(line, found["card"])
    if len(laid) < len(POSITIONS):
        raise line.error("a card for left, centre and right is passed, as in `red 4 left, blue 2 centre, red 1 right`")
    return PassedCards(left=laid["left"], centre=laid["centre"], right=laid["right"])


def _play(line: _Line) -> PlayedCard:
    found = line.match(_PLAY, "a play is written `north left red 7`, and `names centre` may follow a scout")
    return PlayedCard(
        seat=_seat(found["seat"]),
        position=_position(found["position"]),
        card=_card(line, found["card"]),
        names=_position(found["names"]) if found["names"] else None,
    )


def _card(line: _Line, text: str) -> Card:
    if text not in NUMBER:
        raise line.error(f"there is no {text!r}; the colours are {', '.join(COLOURS)} and the cards {' '.join(VALUES)}")
    return text


def _seat(text: str) -> Seat:
    return next(seat for seat in SEATS if seat == text)


def _position(text: str) -> Position:
    return next(position for position in POSITIONS if position == text)


def write(game: GameRecord) -> str:
    """The text of a game; reading it gives the game back."""
    agreed = {"four-rounds": "", "three-rounds": ", three rounds", "target": f", {game.target} points"}[game.agreed]
    lines = [f"{TITLE}, {game.mode}{agreed}"]
    for number, record in enumerate(game.rounds, 1):
        lines += ["", f"Round {number}, {record.opener} opens", "deal"]
        lines += [f"  {seat}: {write_hand(hand)}" for seat, hand in zip(SEATS, record.deal, strict=True)]
        if record.passes:
            lines += ["pass", *_written_passes(record.passes)]
        lines += _written_plays(record.plays)
    return "\n".join(lines) + "\n"


def write_hand(cards: Iterable[Card]) -> str:
    """A hand by colours, each from the highest card down: "red G3 7, blue 2"."""
    mask = mask_of(cards)
    held = {colour: [card.split()[1] for card in cards_in(mask) if card.startswith(colour)] for colour in COLOURS}
    return ", ".join(f"{colour} {' '.join(values)}" for colour, values in held.items() if values)


def _written_passes(passes: Passes) -> Iterator[str]:
    for seat, laid in zip(SEATS, (passes.north, passes.east, passes.south, passes.west), strict=True):
        yield f"  {seat}: {laid.left} left, {laid.centre} centre, {laid.right} right"


def _written_plays(plays: tuple[PlayedCard, ...]) -> Iterator[str]:
    for number, play in enumerate(plays):
        if number % PLACES == 0 and number < PLACES * PHASES:
            yield f"phase {number // PLACES + 1}"
        names = f" names {play.names}" if play.names else ""
        yield f"  {play.seat} {play.position} {play.card}{names}"
