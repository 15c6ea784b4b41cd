"""A question beside what was found for it: how near it is to a written question, and to these games at all."""

from collections.abc import Mapping
from dataclasses import dataclass

from corpus import Conflict, Language
from index import Hit, Passage
from service.answering.calibration import FITTED, Calibration
from service.answering.wording import (
    asks_leave,
    asks_nothing,
    asks_which,
    content,
    counted,
    names_edition,
    names_other_game,
    negated,
    numbers,
    restricted,
    ruling_word,
)

LOOKED_AT = 5
"""How many targets are looked at for the one whose own question is the nearest."""
HARDLY_LESS = 0.05
"""A conflict that retrieval puts first may be this much less like its own question than a rule is like one of its."""
GAP_ENOUGH = 0.6
"""From this likeness on the question is one that no rule settles, if no rule's own question is nearer: to say that the
rules are silent does less harm than a ruling on something else.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question, and what was found for it, best first."""

    question: str
    spoken: Language
    """The language of the question."""
    language: Language
    """The language of the answer."""
    hits: tuple[Hit, ...]
    known: float
    """The share of its content that is in the vocabulary of the games."""
    named: bool
    """Whether the game was named, by the question or beside it."""
    edition: str | None = None
    """The text the table plays by; None where nobody has chosen one."""

    @property
    def best(self) -> Hit:
        """The target that is answered from."""
        return self.hits[0]

    @property
    def calibration(self) -> Calibration:
        """The numbers of the question's language."""
        return FITTED[self.spoken]


def nearest(asked: Asked, hit: Hit | None = None) -> tuple[Passage, float] | None:
    """The written question of a target, the best one unless told, that is most like the one asked, and how like it is,
    from 0 to 1.

    None where meaning alone would take another: the two may well be answered differently.
    """
    asks = (hit or asked.best).asks
    alike = [(written, _likeness(asked, written, cosine)) for written, cosine in asks]
    best = max(alike, key=lambda one: one[1], default=None)
    return best if best == next(iter(alike), None) else None


def opened(asked: Asked, conflicts: Mapping[str, Conflict]) -> Hit | None:
    """The conflict that the question is about: its own question is nearer than those of the rules around it."""
    first = asked.best if asked.best.rule in conflicts else None
    likest = max(asked.hits[:LOOKED_AT], key=lambda hit: _likest(asked, hit) + (HARDLY_LESS if hit == first else 0.0))
    if likest.rule not in conflicts:
        return None
    if likest == asked.best:
        return likest
    enough = GAP_ENOUGH if conflicts[likest.rule].kind == "gap" else asked.calibration.near
    return likest if _likest(asked, likest) >= enough else None


def _likest(asked: Asked, hit: Hit) -> float:
    return max((_likeness(asked, written, cosine) for written, cosine in hit.asks), default=0.0)


def already_answered(asked: Asked, hit: Hit | None = None) -> Passage | None:
    """The nearest written question, if it is the one that was asked and its answer is in the language of the answer."""
    found = nearest(asked, hit) if asked.spoken == asked.language else None
    if found is None or found[1] < asked.calibration.near or not comparable(asked, found[0]):
        return None
    return found[0]


def comparable(asked: Asked, written: Passage) -> bool:
    """Whether the question and a written one count the same things, deny alike, and want the same.

    Where they do not, the written ruling may be the opposite of the right one, however alike the
    two questions sound.
    """
    question, language = asked.question, asked.spoken
    with_articles = {number for number, _ in counted(question, language)}
    return (
        numbers(written.text, language) <= numbers(question, language) | with_articles
        and negated(written.text, language) == negated(question, language)
        and restricted(written.text) == restricted(question)
        and {asks_leave(written.text), asks_leave(question)} != {True, False}
        and names_edition(written.text) == names_edition(question)
        and not (asks_which(question, language) and ruling_word(written.answer, language) in ("yes", "no"))
    )


def _likeness(asked: Asked, written: Passage, cosine: float) -> float:
    """By meaning and by words, half each."""
    theirs = set(content(written.text, asked.spoken))
    shared = len(theirs & set(content(asked.question, asked.spoken))) / len(theirs) if theirs else 0.0
    return max(0.0, (cosine + shared) / 2)


def is_foreign(asked: Asked) -> bool:
    """Whether the question is about something else than these games."""
    if not asked.hits or says_so(asked):
        return True
    least = asked.calibration.familiar_named if asked.named else asked.calibration.familiar
    return sense(asked) < least


def says_so(asked: Asked) -> bool:
    """Whether its words say that it is about something else: another game's name, or courtesies alone."""
    return asks_nothing(asked.question, asked.spoken) or names_other_game(asked.question)


def sense(asked: Asked) -> float:
    """How much sense a question makes in these games, from 0 to 3: by its words, by its meaning, and by the nearest
    question that was ever written down about them.
    """
    return asked.known + asked.best.dense + max(_likest(asked, hit) for hit in asked.hits[:LOOKED_AT])


def is_far(asked: Asked) -> bool:
    """Whether the question is about the games and no rule speaks of the matter."""
    return asked.best.dense < asked.calibration.far
