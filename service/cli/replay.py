"""Goes through a written game of Victory & Honor: its battles and its scores, or the play that is not legal."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from adjudicator.kernel import Step, Trace, as_json
from adjudicator.victory_honor.cards import NOBODY, POSITIONS, SEATS, cards_in, colour_or_none
from adjudicator.victory_honor.play.battles import Won
from adjudicator.victory_honor.play.phases import IN_ORDER, PhaseEnd
from adjudicator.victory_honor.records.games import GamePlayed, RoundPlayed
from adjudicator.victory_honor.records.games import replay as followed
from adjudicator.victory_honor.records.notation import GameRecord, parse
from adjudicator.victory_honor.rulings.game import sides_of
from corpus import Language

Say = Callable[[Step], str]
Translate = Callable[[str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """A record gone through."""

    game: GameRecord
    played: GamePlayed

    @property
    def legal(self) -> bool:
        """Whether every play of it was legal."""
        return self.played.stop is None

    @property
    def line(self) -> int | None:
        """The line of the text on which the illegal play stands."""
        stop = self.played.stop
        lines = self.game.lines[len(self.played.scores)] if stop else ()
        return lines[stop.play] if stop and stop.play < len(lines) else None


def replay_record(text: str, readings: Mapping[str, str] | None = None) -> Replayed:
    """The record in this text; NotationError if it cannot be read, IllegalState if its deal cannot be."""
    game = parse(text)
    return Replayed(game=game, played=followed(game, Trace(readings)))


def report(done: Replayed, language: Language, say: Say, translate: Translate = str) -> Iterator[str]:
    """What came of it, line by line; `say` puts a step into words, `translate` a seat, a position, a card."""
    if done.played.stop:
        yield from _stopped(done, language, say, translate)
    elif done.played.goes_on:
        yield _broken_off(done.played.goes_on.turn, language, translate)
    else:
        yield from (f"{say(step)} [{step.rule}]" for step in done.played.ruling.steps)
    if done.legal:
        for number, played in enumerate(done.played.rounds, 1):
            yield from _round_played(number, played, language, translate)
    if done.played.scores:
        yield ""
        yield from score_sheet(done, language, translate)


def _round_played(number: int, played: RoundPlayed, language: Language, translate: Translate) -> Iterator[str]:
    """The phases of a round that are over, and what each seat scores in which colour."""
    for phase, end in enumerate(played.ends, 1):
        trump = colour_or_none(end.trump)
        name = translate(trump) if trump else {"it": "nessuna", "en": "none"}[language]
        yield ""
        yield {
            "it": f"round {number}, fase {phase}: briscola {name}",
            "en": f"round {number}, phase {phase}: trump {name}",
        }[language]
        yield from _phase_played(end, language, translate)
    if played.points is not None:
        yield ""
        yield {"it": f"round {number}: punti", "en": f"round {number}: points"}[language]
        for seat, colours in played.points.items():
            parts = ", ".join(f"{translate(colour)} {points}" for colour, points in colours.items())
            yield f"  {translate(seat)} {sum(colours.values())}" + (f": {parts}" if parts else "")


def _phase_played(end: PhaseEnd, language: Language, translate: Translate) -> Iterator[str]:
    """Who won each position and with which card, and where the twelve cards went."""
    won = (end.left, end.centre, end.right)
    yield from (f"  {translate(POSITIONS[position])}: {_winner(won[position], translate)}" for position in IN_ORDER)
    for seat, captured in zip(SEATS, end.captured, strict=True):
        if captured:
            cards = ", ".join(map(translate, cards_in(captured)))
            yield {"it": f"  {translate(seat)} cattura {cards}", "en": f"  {translate(seat)} captures {cards}"}[
                language
            ]
    if end.lost:
        cards = ", ".join(map(translate, cards_in(end.lost)))
        yield {"it": f"  perse: {cards}", "en": f"  lost: {cards}"}[language]


def _winner(won: Won, translate: Translate) -> str:
    if won.winner == NOBODY:
        return translate(won.by)
    return f"{translate(SEATS[won.winner])}, {translate(cards_in(won.card)[0])} ({translate(won.by)})"


def score_sheet(done: Replayed, language: Language, translate: Translate = str) -> Iterator[str]:
    """The points of each round, the totals and, for partners, those of the pairs."""
    rounds = [(score.north, score.east, score.south, score.west) for score in done.played.scores]
    totals = [sum(points[seat] for points in rounds) for seat in range(len(SEATS))]
    yield f"{'':<8}" + "".join(f"{translate(seat):>8}" for seat in SEATS)
    name = {"it": "round", "en": "round"}[language]
    for number, points in enumerate(rounds, 1):
        yield f"{name} {number:<2}" + "".join(f"{value:>8}" for value in points)
    yield f"{ {'it': 'totale', 'en': 'total'}[language]:<8}" + "".join(f"{value:>8}" for value in totals)
    if done.game.mode == "partners":
        sides = sides_of("partners", totals, Trace())
        yield ", ".join(f"{' + '.join(map(translate, side.split(' and ')))} {total}" for side, total in sides.items())


def _broken_off(turn: int, language: Language, translate: Translate) -> str:
    if turn == NOBODY:
        return {
            "it": "Il resoconto si ferma qui: nessuno ha vinto il centro, e chi apre lo decide il tavolo.",
            "en": "It breaks off here: nobody won the centre, and the table decides who leads.",
        }[language]
    seat = translate(SEATS[turn])
    return {"it": f"Il resoconto si ferma qui: tocca a {seat}.", "en": f"It breaks off here: {seat} is to play."}[
        language
    ]


def _stopped(done: Replayed, language: Language, say: Say, translate: Translate) -> Iterator[str]:
    stop = done.played.stop
    assert stop is not None
    rules = ", ".join(stop.barred_by) or ", ".join(dict.fromkeys(step.rule for step in done.played.ruling.steps))
    where = {"it": f"riga {done.line}, " if done.line else "", "en": f"line {done.line}, " if done.line else ""}[
        language
    ]
    number = len(done.played.scores) + 1
    yield {
        "it": f"Giocata non valida: round {number}, {where}vietata da {rules}.",
        "en": f"Illegal: round {number}, {where}barred by {rules}.",
    }[language]
    yield from (f"  {say(step)} [{step.rule}]" for step in done.played.ruling.steps)
    instead = as_json(stop.instead)
    if seat := instead.pop("seat", None):
        yield {
            "it": f"Toccava a {translate(str(seat))}; sarebbe stato valido:",
            "en": f"{translate(str(seat))} was to play; this would have been legal:",
        }[language]
        yield from (f"  {translate(position)}: {_cards(ways, translate)}" for position, ways in instead.items())


def _cards(ways: object, translate: Translate) -> str:
    """The cards of one position, by the way they would be played."""
    if isinstance(ways, dict):
        return "; ".join(f"{translate(way)}: {_cards(cards, translate)}" for way, cards in ways.items()) or "-"
    if isinstance(ways, list):
        return ", ".join(_cards(each, translate) for each in ways) or "-"
    return translate(str(ways))
