"""A question beside what was found for it: how near it is to a written question, and to these games at all."""

from dataclasses import dataclass

from corpus import Language
from index import Hit
from service.calibration import FITTED, Calibration
from service.wording import asks_leave, content, counted, names_edition, negated, numbers, restricted


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

    @property
    def best(self) -> Hit:
        """The target that is answered from."""
        return self.hits[0]

    @property
    def calibration(self) -> Calibration:
        """The numbers of the question's language."""
        return FITTED[self.spoken]


def likeness(asked: Asked) -> float:
    """How like the question is to the nearest written question of the best target, by meaning and by words, 0 to 1."""
    if not asked.best.ask:
        return 0.0
    written, cosine = asked.best.ask
    theirs = set(content(written.text, asked.spoken))
    shared = len(theirs & set(content(asked.question, asked.spoken))) / len(theirs) if theirs else 0.0
    return max(0.0, (cosine + shared) / 2)


def already_answered(asked: Asked) -> bool:
    """Whether the nearest written question is the one that was asked, so that its answer holds."""
    return likeness(asked) >= asked.calibration.near and comparable(asked)


def comparable(asked: Asked) -> bool:
    """Whether the question and the nearest written one count the same things, deny alike, and want the same.

    Where they do not, the written ruling may be the opposite of the right one, however alike the
    two questions sound.
    """
    if not asked.best.ask:
        return False
    question, written, language = asked.question, asked.best.ask[0].text, asked.spoken
    with_articles = {number for number, _ in counted(question, language)}
    return (
        numbers(written, language) <= numbers(question, language) | with_articles
        and negated(written, language) == negated(question, language)
        and restricted(written) == restricted(question)
        and {asks_leave(written), asks_leave(question)} != {True, False}
        and names_edition(written) == names_edition(question)
    )


def is_foreign(asked: Asked) -> bool:
    """Whether the question is about something else than these games."""
    return not asked.hits or asked.known < asked.calibration.familiar


def is_far(asked: Asked) -> bool:
    """Whether the question is about the games and no rule speaks of the matter."""
    return asked.best.dense < asked.calibration.far
