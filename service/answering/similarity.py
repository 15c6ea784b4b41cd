"""A question beside what was retrieved for it: how like a written question it is, and how familiar in these games."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from corpus import Conflict, Language
from index import Hit, Passage
from service.answering.calibration import ELSEWHERE, FITTED, FOREIGN, SURELY_ELSEWHERE, Calibration
from service.answering.chance import chance
from service.answering.wording import (
    asks_if_forbidden,
    asks_nothing,
    asks_permission,
    asks_which,
    content,
    counted,
    judges_claim,
    names_edition,
    names_other_game,
    negated,
    numbers,
    offers_alternatives,
    restricted,
    ruling_word,
    says_opposite,
    turned_round,
)
from service.positions.bounds import bounded

TARGETS_COMPARED = 5
"""How many of the best targets are compared for the one whose own question is the nearest."""
CONFLICT_ALLOWANCE = 0.05
"""A conflict that retrieval puts first may be this much less like its own question than a rule is like one of its."""
UNREAD = -3.0
"""What stands for the sign of the tuned model where there is none."""
GAP_NEAR = 0.6
"""From this likeness on the question is one that no rule settles, if no rule's own question is nearer: to say that the
rules are silent does less harm than a ruling on something else.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question, and what was retrieved for it, best first."""

    question: str
    language: Language
    """The language of the question."""
    answer_language: Language
    """The language of the answer."""
    hits: tuple[Hit, ...]
    known_share: float
    """The share of its content that is in the vocabulary of the games."""
    game_named: bool
    """Whether the game was named, by the question or beside it."""
    names_game: bool = False
    """Whether the question itself named it."""
    foreign: float = UNREAD
    """How likely it is about something else by the tuned model over that it is not, as a logarithm."""
    edition: str | None = None
    """The text the table plays by; None where nobody has chosen one."""
    is_part: bool = False
    """Whether it is one of several questions, whose rules are also those of the whole."""

    @property
    def best(self) -> Hit:
        """The target that is answered from."""
        return self.hits[0]

    @property
    def scores(self) -> Mapping[str, float]:
        """How near each of its targets is."""
        return {hit.rule: hit.score for hit in self.hits}

    def within(self, game: str) -> "Query":
        """With the targets of this game alone."""
        return replace(self, hits=tuple(hit for hit in self.hits if hit.game == game))

    def led_by(self, hit: Hit) -> "Query":
        """With this one of its targets first."""
        return replace(self, hits=(hit, *(other for other in self.hits if other != hit)))

    @property
    def calibration(self) -> Calibration:
        """The numbers of the question's language."""
        return FITTED[self.language]


def nearest_question(query: Query, hit: Hit | None = None) -> tuple[Passage, float] | None:
    """The written question of a target, by default the best one, that is most like the one asked, and how like it is,
    from 0 to 1.

    None where meaning alone would take another: the two may well be answered differently.
    """
    asks = (hit or query.best).asks
    alike = [(written, _likeness(query, written, cosine)) for written, cosine in asks]
    best = max(alike, key=lambda one: one[1], default=None)
    return best if best == next(iter(alike), None) else None


def is_word_for_word(query: Query) -> bool:
    """Whether the question is one that was written down, its little words and spelling aside."""
    found = nearest_question(query)
    return found is not None and content(found[0].text, query.language) == content(query.question, query.language)


def conflict_asked_about(query: Query, conflicts: Mapping[str, Conflict]) -> Hit | None:
    """The conflict that the question is about: its own question is nearer than those of the rules around it."""
    first = query.best if query.best.rule in conflicts else None
    closest = max(
        query.hits[:TARGETS_COMPARED],
        key=lambda hit: _best_likeness(query, hit) + (CONFLICT_ALLOWANCE if hit == first else 0.0),
    )
    if closest.rule not in conflicts:
        return None
    if closest == query.best:
        return closest
    enough = GAP_NEAR if conflicts[closest.rule].kind == "gap" else query.calibration.near
    return closest if _best_likeness(query, closest) >= enough else None


def _best_likeness(query: Query, hit: Hit) -> float:
    return max((_likeness(query, written, cosine) for written, cosine in hit.asks), default=0.0)


def matching_question(query: Query, hit: Hit | None = None) -> Passage | None:
    """The nearest written question, if it is the one that was asked and its answer is in the language of the answer."""
    found = nearest_question(query, hit) if query.language == query.answer_language else None
    if found is None or found[1] < query.calibration.near or not comparable(query, found[0]):
        return None
    return found[0]


def comparable(query: Query, written: Passage) -> bool:
    """Whether the question and a written one count the same things, deny and compare alike, and want the same.

    Where they do not, the written ruling may be the opposite of the right one, however alike the
    two questions sound.
    """
    question, language = query.question, query.language
    return (
        put_alike(query, written)
        and has_its_numbers(query, written)
        and ruled_out(written.text, language) == ruled_out(question, language)
        and negated(written.text, language) == negated(question, language)
        and restricted(written.text) == restricted(question)
        and names_edition(written.text) == names_edition(question)
    )


def put_alike(query: Query, written: Passage) -> bool:
    """Whether the question is put the same way round as a written one, so that its yes is a yes to this one too."""
    question, language = query.question, query.language
    return (
        {asks_permission(written.text), asks_permission(question)} != {True, False}
        and judges_claim(written.text) == judges_claim(question)
        and asks_if_forbidden(written.text) == asks_if_forbidden(question)
        and not says_opposite(question, written.text)
        and not turned_round(question, written.text, language)
        and not (asks_more_than_whether(question, language) and ruling_word(written.answer, language) in ("yes", "no"))
    )


def has_its_numbers(query: Query, written: Passage) -> bool:
    """Whether all numbers of a written question are in this one: else its answer may be one to other numbers."""
    question, language = query.question, query.language
    with_articles = {number for number, _ in counted(question, language)}
    return numbers(written.text, language) <= numbers(question, language) | with_articles


def asks_more_than_whether(question: str, language: Language) -> bool:
    return asks_which(question, language) or offers_alternatives(question)


def ruled_out(text: str, language: Language) -> frozenset[int]:
    """The numbers in it that are named only as bounds that are not reached: "fewer than 8"."""
    return frozenset(
        number
        for one in bounded(text, language)
        if one.told is not None
        for number in one.numbers
        if not one.told.get("at_least", number) <= number <= one.told.get("at_most", number)
    )


def _likeness(query: Query, written: Passage, cosine: float) -> float:
    """By meaning and by words, half each."""
    theirs = set(content(written.text, query.language))
    shared = len(theirs & set(content(query.question, query.language))) / len(theirs) if theirs else 0.0
    return max(0.0, (cosine + shared) / 2)


def is_foreign(query: Query) -> bool:
    """Whether the question is about something else than these games."""
    if not query.hits or is_plainly_foreign(query):
        return True
    enough = SURELY_ELSEWHERE if query.is_part or query.names_game else ELSEWHERE
    return chance(FOREIGN, {"familiarity": familiarity(query), "foreign": query.foreign}) >= enough


def is_plainly_foreign(query: Query) -> bool:
    """Whether its words say that it is about something else: another game's name, or courtesies alone."""
    return asks_nothing(query.question, query.language) or names_other_game(query.question, query.language)


def familiarity(query: Query) -> float:
    """How much sense a question makes in these games, from 0 to 3: by its words, by its meaning, and by the nearest
    question that was ever written down about them.
    """
    return (
        query.known_share + query.best.dense + max(_best_likeness(query, hit) for hit in query.hits[:TARGETS_COMPARED])
    )


def is_far(query: Query) -> bool:
    """Whether the question is about the games and no rule speaks of the matter; a part of one leans on the whole."""
    return not query.is_part and query.best.dense < query.calibration.far
