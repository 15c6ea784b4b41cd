"""The rules of a phase once more, on words and sets, slowly: what the engine is counted against.

Nothing here is shared with the engine. A table is a plain object with a log of what was played; every
answer is worked out from the log again.
"""

from itertools import product

SEATS = ["north", "east", "south", "west"]
FIELDS = ["left", "centre", "right"]
ORDER = ["1", "2", "3", "4", "5", "6", "7", "G1", "G2", "G3"]
DEFAULTS = {
    "VH-C02": "highest-follower",
    "VH-C03": "captured",
    "VH-C04": "duty",
    "VH-C05": "ban-first",
    "VH-C06": "starter-fills-all",
    "VH-C07": "still-unopened",
    "VH-C09": "in-the-position",
    "VH-C10": "ban-first",
    "VH-C13": "fires",
    "VH-C14": "remaining-cards",
    "VH-C17": "not-allowed",
    "VH-C18": "ban-holds",
    "VH-C20": "without-generals",
    "VH-C21": "every-card-left",
    "VH-C22": "at-phase-end",
    "VH-C24": "the-artillery",
    "VH-C25": "stands",
    "VH-C27": "no-ban",
    "VH-C34": "no-order",
}


def colour(card):
    return card.split()[0]


def rank(card):
    return ORDER.index(card.split()[1])


def pointed_at(seat, field):
    steps = {"left": 1, "centre": 2, "right": 3}
    return SEATS[(SEATS.index(seat) + steps[field]) % 4]


def clockwise_from(seat):
    at = SEATS.index(seat)
    return SEATS[at:] + SEATS[:at]


class NaiveTable:
    def __init__(self, hands, turn, partners, previous=None, readings=None):
        self.hands = {seat: set(cards) for seat, cards in hands.items()}
        self.turn = turn
        self.partners = partners
        self.readings = DEFAULTS | (readings or {})
        self.log = []  # (seat, field, card, face)
        self.previous = previous
        self.forced = None
        self.hint = None
        self.queue = None  # the seats of the cards still to come, once the regular order is over

    def reads(self, conflict, reading):
        return self.readings[conflict] == reading

    def gaps(self, seat):
        covered = {field for who, field, _, _ in self.log if who == seat}
        return [field for field in FIELDS if field not in covered]

    def opened(self):
        found = {}
        for _, field, card, face in self.log:
            if face == "up":
                found.setdefault(field, colour(card))
        return found

    def trump(self):
        opened = self.opened()
        if len(opened) < 3:
            return None
        return ({"red", "blue", "black", "yellow"} - set(opened.values())).pop()

    def over(self):
        return len(self.log) == 12

    def allies(self, one, other):
        return self.partners and SEATS.index(one) % 2 == SEATS.index(other) % 2

    def copy(self):
        new = NaiveTable(self.hands, self.turn, self.partners, self.previous, self.readings)
        new.log, new.forced, new.hint, new.queue = list(self.log), self.forced, self.hint, self.queue
        return new

    # where

    def fields(self):
        """Where the player to move may play; nothing if the regular order ends with them."""
        gaps = self.gaps(self.turn)
        if self.forced:
            return [self.forced]
        if self.queue is not None:
            return gaps
        free_leader = not self.log and self.reads("VH-C27", "no-ban")
        lifted = self.hint == self.previous and self.reads("VH-C18", "ban-lifted")
        banned = [f for f in gaps if f == self.previous and len(gaps) > 1 and not free_leader and not lifted]
        rest = [f for f in gaps if f not in banned]
        onward = [f for f in rest if self.gaps(pointed_at(self.turn, f))]
        if onward:
            return rest if self.reads("VH-C04", "advice") else onward
        behind = [f for f in banned if self.gaps(pointed_at(self.turn, f))]
        if behind and self.reads("VH-C05", "pass-first"):
            return behind
        if self.filling_matters(self.turn) and self.reads("VH-C06", "turn-then-fill"):
            return rest
        return []

    def filling_matters(self, starter):
        others = [seat for seat in SEATS if seat != starter and self.gaps(seat)]
        return len(self.gaps(starter)) >= 2 or len(others) >= 2

    def filling(self, starter):
        order = [seat for seat in clockwise_from(starter) for _ in self.gaps(seat)]
        if self.filling_matters(starter) and self.reads("VH-C06", "one-card-a-lap"):
            order = [seat for lap, seat in product(range(3), clockwise_from(starter)) if lap < len(self.gaps(seat))]
        return order

    # which cards

    def way(self, field, card):
        """How the card would be played there, with opening sacrifices left out; None if not at all."""
        hand, opened = self.hands[self.turn], self.opened()
        if field in opened:
            if colour(card) == opened[field]:
                return "up"
            return None if any(colour(held) == opened[field] for held in hand) else "down"
        if any(played == field for _, played, _, _ in self.log) and self.reads("VH-C07", "closed"):
            return "down"
        return None if colour(card) in opened.values() else "up"

    def legal(self):
        """Every (field, card, named, face) that may be played."""
        hand, fields = self.hands[self.turn], self.fields()
        found = self.ways_in(fields)
        if not found:
            others = [f for f in self.gaps(self.turn) if f not in fields]
            if self.forced is None and self.queue is None and self.reads("VH-C10", "sacrifice-last"):
                found = self.ways_in(others)
            if not found:
                found = {(field, card): "down" for field in fields for card in hand}
        else:
            self.narrow(found)
        return {
            (field, card, named, face)
            for (field, card), face in found.items()
            for named in [None, *self.names(field, card, face)]
        }

    def ways_in(self, fields):
        hand = self.hands[self.turn]
        return {(f, c): way for f in fields for c in hand if (way := self.way(f, c))}

    def narrow(self, found):
        opened, trump = self.opened(), self.trump()
        follows = {f for (f, _), face in found.items() if face == "up" and f in opened}
        if follows and self.reads("VH-C09", "across-positions"):
            for field, card in [key for key, face in found.items() if face == "down"]:
                if colour(card) != trump:
                    del found[field, card]
        if self.queue is None and self.forced is None:
            ending = [
                (f, c)
                for (f, c), face in found.items()
                if face == "up" and rank(c) == 0 and not self.gaps(pointed_at(self.turn, f))
            ]
            for key in ending:
                if len(set(found) - {key} - {k for k in ending if k[0] == key[0]}) > 0:
                    del found[key]

    def names(self, field, card, face):
        if face != "up" or rank(card) != 0:
            return []
        after = self.copy()
        after.log.append((self.turn, field, card, face))
        if self.queue is not None:
            if len(self.queue) < 2 or self.queue[1] == self.turn:
                return []
            gaps = after.gaps(self.queue[1])
            return gaps if self.reads("VH-C34", "orders-next-filler") else []
        target = pointed_at(self.turn, field)
        gaps = after.gaps(target)
        onward = [f for f in gaps if after.gaps(pointed_at(target, f))]
        if not gaps:
            return []
        if not onward:
            return gaps if self.reads("VH-C34", "orders-next-filler") else []
        if self.allies(self.turn, target) or self.reads("VH-C17", "allowed"):
            return gaps
        return onward

    # playing

    def after(self, field, card, named, face):
        new = self.copy()
        seat = self.turn
        new.hands[seat].remove(card)
        new.log.append((seat, field, card, face))
        new.previous, new.forced, new.hint = field, None, None
        if new.over():
            new.turn = None
            return new
        if self.queue is not None:
            new.queue = self.queue[1:]
            new.turn = new.queue[0]
        else:
            new.turn = pointed_at(seat, field)
            if not new.gaps(new.turn):
                new.queue = new.filling(new.turn)
                new.turn = new.queue[0]
        if self.allies(seat, new.turn):
            new.hint = named
        else:
            new.forced = named
        if new.queue is None:
            gaps = new.gaps(new.turn)
            stuck = not any(new.gaps(pointed_at(new.turn, f)) for f in gaps)
            if (new.forced and stuck) or (not new.forced and not new.fields()):
                new.queue = new.filling(new.turn)
        return new

    # the end of the phase

    def battles(self):
        """For each field who wins it and how; and what each seat captures, and what is lost."""
        taken = {seat: set() for seat in SEATS}
        lost, won, trump = set(), {}, self.trump()
        lying = {(seat, field): (card, face) for seat, field, card, face in self.log}
        mirrored = {"left": "right", "right": "left", "centre": "centre"}
        shots = []
        for (seat, field), (card, face) in lying.items():
            if face == "up" and rank(card) == 3:
                target = (pointed_at(seat, field), mirrored[field])
                if field == "centre" and (self.partners or self.reads("VH-C13", "never")):
                    continue
                if lying[target][1] == "up":
                    shots.append((seat, card, field, target, lying[target][0]))
        for field in ["left", "right", "centre"]:
            there = [(seat, card, face) for seat, where, card, face in self.log if where == field]
            hit = set()
            for seat, gun, gun_field, (_, target_field), victim in shots:
                if target_field != field:
                    continue
                mutual = any(other_gun == victim and other_victim == gun for _, other_gun, _, _, other_victim in shots)
                by_another = any(gun in cards for other, cards in taken.items() if other != seat)
                captured_away = gun_field == "left" and by_another and not mutual
                if captured_away and self.reads("VH-C25", "silenced"):
                    continue
                taken[seat].add(victim)
                hit.add(victim)
            gone = set(hit)
            if self.reads("VH-C24", "all-cards"):
                for one, other in self.duels(shots):
                    card, _ = lying[other, field]
                    if card not in hit:
                        taken[one].add(card)
                        gone.add(card)
            winner, how, card = self.winner(field, there, hit, gone, trump)
            won[field] = (winner, how)
            rest = {card for _, card, _ in there} - gone
            if winner is None:
                lost |= rest
                continue
            if how != "flanking" and self.reads("VH-C21", "own-card-only"):
                lost |= rest - {card}
                rest = {card}
            elif self.reads("VH-C03", "lost"):
                sacrificed = {card for _, card, face in there if face == "down" and colour(card) != trump}
                lost |= sacrificed - gone
                rest -= sacrificed
            taken[winner] |= rest
        return won, taken, lost

    def duels(self, shots):
        """Everybody whose artillery hits another's that hits theirs, with that other."""
        for seat, gun, _, (victim_seat, _), victim in shots:
            if any(other_gun == victim and other_victim == gun for _, other_gun, _, _, other_victim in shots):
                yield seat, victim_seat

    def winner(self, field, there, hit, gone, trump):
        """Who wins it, how and with which card."""
        down = [(seat, card) for seat, card, face in there if face == "down" and card not in gone]
        trumps = [(rank(card), seat, card) for seat, card in down if colour(card) == trump]
        last_seat, last_card, last_face = there[-1]
        if field != "centre" and last_face == "up" and rank(last_card) == 6 and last_card not in gone:
            if not trumps:
                opener = next(card for _, card, face in there if face == "up")
                if opener in hit and self.reads("VH-C02", "total-defeat"):
                    return None, "total-defeat", None
                return last_seat, "flanking", last_card
            at = next(i for i, entry in enumerate(self.log) if entry[2] == last_card)
            opened_then = {f for _, f, _, face in self.log[: at + 1] if face == "up"}
            if len(opened_then) < 3 and self.reads("VH-C22", "when-played"):
                return last_seat, "flanking", last_card
        if trumps:
            _, seat, card = max(trumps)
            return seat, "trump", card
        up = [(seat, card) for seat, card, face in there if face == "up"]
        left = [(rank(card), seat, card) for seat, card in up if card not in gone]
        if not left:
            return None, "total-defeat", None
        if up[0][1] in hit and self.reads("VH-C02", "total-defeat"):
            return None, "total-defeat", None
        if hit and self.reads("VH-C14", "nobody"):
            return None, "total-defeat", None
        _, seat, card = max(left)
        return seat, "highest-card", card


def points(cards, readings=None):
    """The victory points of some cards."""
    total = 0
    for suit in ("red", "blue", "black", "yellow"):
        mine = [card for card in cards if colour(card) == suit]
        generals = [card for card in mine if "G" in card]
        counted = mine if (readings or {}).get("VH-C20") == "with-generals" else [c for c in mine if c not in generals]
        total += sum(int(card[-1]) for card in generals) + len(counted) * len(generals)
    return total
