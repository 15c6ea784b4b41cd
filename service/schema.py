"""What the service says, seen from outside: the shapes of its JSON.

First rulings, then answers, then the events of an answer on its way.
"""

from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from adjudicator import Verdict
from corpus import Bilingual, Language, Term
from corpus.schema import FieldWords
from service.rulebook import AboutConflict, AboutRule, YourRule

RulingVerdict: TypeAlias = Verdict | Literal["depends"]
AnswerVerdict: TypeAlias = Literal["yes", "no", "value", "explained", "depends", "unknown"]


def _absent(value: object) -> bool:
    return value is None


class Shape(BaseModel):
    """A shape with no other fields than those it names."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        use_attribute_docstrings=True,
        defer_build=True,  # a question needs few of them
        serialize_by_alias=True,
    )


class Problem(Shape):
    """Why something was not done, as RFC 9457 has it; some kinds have members of their own."""

    model_config = ConfigDict(extra="allow")
    type: str
    title: str
    status: int
    detail: str
    """What is wrong and what to do, in a sentence."""
    instance: str
    """The path that was asked."""
    error: Literal["bad-input", "illegal-state"] | None = None
    problems: list[dict[str, str]] | None = None
    """Of bad input: each `path` with its `problem`."""
    faults: list[dict[str, Any]] | None = None
    """Of a state that cannot exist: each fault as a step."""
    more_faults: int | None = None
    """Of very many faults: how many are not named."""
    rests_on: list["RestsOn"] | None = None
    """Of a state that cannot exist: the contradictions of the texts by another reading of which it can."""


class Edition(Shape):
    """A text of the rules."""

    title: str
    language: Language


class GameCard(Shape):
    """A game, with what there is of it."""

    id: str
    name: str
    prefix: str
    """How the ids of its rules begin."""
    editions: dict[str, Edition]
    """The books that the sources of rules name."""
    rules: int
    conflicts: int
    corpus: str
    """Twelve hex digits over its rules, conflicts, terms and words: what an answer or a ruling was given under."""


class ChapterOfRules(Shape):
    """The rules of a chapter, in the order of the book."""

    id: str
    title: Bilingual
    rules: list[AboutRule]


class WholeGame(Shape):
    """All of a game for reading, also where the service cannot be reached."""

    game: str
    corpus: str
    """The digest of the game; also the ETag."""
    chapters: list[ChapterOfRules]
    conflicts: list[AboutConflict]
    terms: list[Term]
    """The glossary."""


class Words(Shape):
    """What the fields and the values of a game are called: with the JSON schema of a procedure, all that a form needs.

    A type is named by the `title` of a procedure's schema, or by its key in `$defs`.
    """

    game: str
    corpus: str
    """The digest of the game; also the ETag."""
    fields: dict[str, FieldWords]
    """The words of a field are under `Type.field`, or else under `field`."""
    words: dict[str, Bilingual]
    """By a value of a state, or by a key or a value of an outcome. A text that is not there is looked up word by word,
    its numbers as they are: `blue 7`. If any other word of it is not there, the whole is a name and stays as it is.
    """


class Hit(Shape):
    """A rule or a conflict that some words may be about."""

    rule: str
    game: str
    title: str
    text: str
    score: float
    """From 0 to 1; to be compared within one search only."""
    dense: float
    lexical: float
    matched: dict[str, str]
    """The passage nearest to the words."""
    brings: list[str]
    """The rules that override it or are exceptions to it."""


class FoundPassage(Shape):
    """A passage of a rulebook that the user added."""

    id: str
    """Its book and its number there: `catan#12`."""
    game: str
    file: str
    section: str
    page: int | None
    lines: str
    text: str
    score: float
    """From 0 to 1, comparable over all searches; not with the scores of rules."""


class Search(Shape):
    """What was found, best first."""

    query: str
    language: Language
    hits: list[Hit]
    passages: list[FoundPassage] | None = Field(default=None, exclude_if=_absent)
    """Of the rulebooks that the user added."""


class ProcedureCard(Shape):
    """What a procedure decides."""

    id: str
    game: str
    summary: dict[Language, str]


class Described(ProcedureCard):
    """What a procedure decides, what it has to be told, and an example."""

    state: dict[str, Any] = Field(alias="schema")
    """The JSON schema of its states."""
    example: Any


class Step(Shape):
    """One application of a rule, in words."""

    rule: str
    branch: str
    facts: dict[str, Any]
    bars: bool
    """Whether it speaks against what was asked."""
    says: str
    """The step in the language asked for."""


class OutcomeLine(Shape):
    """One thing that comes of a state, in the language asked for."""

    label: str
    """What it is: `Vampire troops`."""
    says: str
    """Its value in words: `3`, `yes`, `6 or more`."""


class RestsOn(Shape):
    """A contradiction of the texts that the ruling depends on: under another reading it would not be the same."""

    conflict: str
    about: str
    """What the texts disagree on."""
    taken: str
    """The reading this ruling was made under."""
    taken_says: str
    """What that reading gives, in words."""
    other_reading: str
    """The first other reading that changes it."""
    other_reading_says: str
    """What that one gives, in words."""
    other_outcome: dict[str, Any]
    """What that reading makes of the state. One under which the state cannot exist gives the faults: `{"error":
    "illegal-state", "faults"}`.
    """
    other_outcome_says: list[OutcomeLine]
    """The same in words; empty where the state cannot exist."""
    other_verdict: RulingVerdict | None = None
    """Its verdict."""


class Change(Shape):
    """One value of the state, changed."""

    field: str
    """Where it stands, such as `cities[0].troops`."""
    from_: Any = Field(alias="from")
    to: Any
    says: str
    """The change in words."""


class Flip(Shape):
    """A smallest change that alters the result, and what it then is."""

    change: Change
    verdict: Verdict
    outcome: dict[str, Any]
    outcome_says: list[OutcomeLine]


class ShortAnswer(Shape):
    """What a ruling answers to the question that was asked of it."""

    verdict: AnswerVerdict
    says: str
    """In a word or two; where all that comes of it was asked, each of its figures."""

    @property
    def is_definite(self) -> bool:
        """Whether it is a yes, a no or a value."""
        return self.verdict in ("yes", "no", "value")


class Branch(Shape):
    """What some answers to a question lead to."""

    values: list[Any]
    """The answers, as one would write them in a state; of a number, its bounds: `{"at_least": 6}`."""
    says: str
    """The answers in words."""
    verdict: RulingVerdict
    outcome: dict[str, Any]
    outcome_says: list[OutcomeLine]
    steps: list[Step]
    """Those that were not said before."""
    allowed: bool | None = Field(default=None, exclude_if=_absent)
    """Where it depends: whether what was asked is allowed, if that is the same whatever the rest is."""
    answer: ShortAnswer | None = Field(default=None, exclude_if=_absent)
    """Where something was asked of the ruling."""
    hangs_on: "HangsOn | None" = Field(default=None, exclude_if=_absent)


class HangsOn(Shape):
    """A fact that nobody stated and that decides."""

    field: str
    """Where it stands in the state, such as `city.martial_law`."""
    question: str
    branches: list[Branch] | None = Field(default=None, exclude_if=_absent)
    """What each answer leads to; none where the answers are too many to try."""


class Assumed(Shape):
    """A fact that nobody stated and that was taken as usual, though another value would change the ruling."""

    field: str
    value: Any
    says: str


class Yours(Shape):
    """What house rules, errata and card texts from the user's own files make of it, beside the official answer."""

    verdict: RulingVerdict | AnswerVerdict | None
    """What it then comes to, in the words of what it stands beside; null where that is for the table to say."""
    says: str
    """Both in a line: `official: no; yours: yes, HOUSE-3`."""
    rules: list[YourRule]
    """The entries that matter here, in their order of precedence."""
    ruling: "Ruling | None" = Field(default=None, exclude_if=_absent)
    """The ruling under them, where an engine could apply them."""


class Ruling(Shape):
    """What the rules say of a state, step by step."""

    procedure: str
    verdict: RulingVerdict
    """`depends` only of a state told in part."""
    outcome: dict[str, Any]
    """Of a state told in part, what is the same whatever the rest is."""
    outcome_says: list[OutcomeLine]
    """The outcome in words, in the same order; what it holds inside another value stands beside it as a line."""
    steps: list[Step]
    """Of a state told in part, those that hold whatever the rest is."""
    rests_on: list[RestsOn]
    flips: list[Flip]
    """The smallest changes that alter the result; empty unless asked for."""
    allowed: bool | None = Field(default=None, exclude_if=_absent)
    """Where it depends: whether what was asked is allowed, if that is the same whatever the rest is."""
    decided_by: list[str] | None = Field(default=None, exclude_if=_absent)
    """Where it depends: the rules by which one answer leads elsewhere than another, the first that come in first; where
    no answer could be tried, those for which the fact is asked.
    """
    answer: ShortAnswer | None = Field(default=None, exclude_if=_absent)
    """Where something was asked of it."""
    hangs_on: HangsOn | None = Field(default=None, exclude_if=_absent)
    """Where it depends: the fact to ask for, and what each answer leads to. With the verdict `illegal`: whatever the
    answer, something bars it, and each branch says what.
    """
    assumed: list[Assumed] | None = Field(default=None, exclude_if=_absent)
    """What was taken as usual and could change the ruling."""
    yours: Yours | None = Field(default=None, exclude_if=_absent)
    """Where it cites what an entry of the user's overrides: what it comes to under that."""


class CitationSource(Shape):
    """Where a cited rule or passage stands."""

    document: str
    section: str
    page: int | None = Field(default=None, exclude_if=_absent)
    lines: str | None = Field(default=None, exclude_if=_absent)


class Citation(Shape):
    """A rule that was in front of the writer, in its own words."""

    rule: str
    title: str
    text: str
    source: CitationSource
    book: str | None = Field(default=None, exclude_if=_absent)
    """Where it is a passage of a rulebook that the user added, the name of that book; `rule` is then `book#passage`."""


class Sentence(Shape):
    """A sentence of the answer and the rules it rests on."""

    text: str
    cites: list[str]


class PossibleAnswer(Shape):
    """One answer to the question that asks for a fact."""

    value: Any
    """As one would write it in a state; of a number, its bounds."""
    says: str
    verdict: RulingVerdict
    """What it leads to."""


class Missing(Shape):
    """A fact that would settle the question, and the question that asks for it."""

    field: str
    question: str
    answers: list[PossibleAnswer] = []
    """What may be answered, where the answers are few."""


class UnderstoodFact(Shape):
    """A fact that was read from a question."""

    field: str
    """Where it stands in the state, such as `city.martial_law`."""
    value: Any
    says: str
    """The fact in words."""
    words: str
    """The words of the question that tell it; empty where the question tells it as a whole."""


class PositionRead(Shape):
    """The position that a question was read as, as far as it was told: to be ruled on, or to be filled in."""

    procedure: str
    state: Any
    wants: str | None
    """What the question asks for: a key of the outcome, `key=value`, or the verdict."""


class Perhaps(Shape):
    """The position that a question may hold, and what comes of it if it does: for whoever asked to confirm or mend."""

    understood: list[UnderstoodFact]
    ruling: Ruling
    says: str
    """Both in a sentence, "if this is the position (…): no, …"; the last of the answer, where it says more."""


class RuledBesides(Shape):
    """The ruling on a further position in the same question."""

    question: str
    """The words of the question that ask for it."""
    verdict: AnswerVerdict
    understood: list[UnderstoodFact]
    ruling: Ruling
    position: PositionRead | None
    missing: list[Missing]


class OpenConflict(Shape):
    """A conflict of the texts that touches the answer."""

    id: str
    readings: dict[str, str]
    """What each reading gives, in the language of the answer; empty for a gap."""
    taken: str | None
    """The reading that is followed unless another is chosen; a gap has none."""


class Timings(Shape):
    """How long each stage took, in milliseconds."""

    retrieve: float
    adjudicate: float
    generate: float


class Answer(Shape):
    """An answer with its evidence."""

    question: str
    follows: str | None = Field(default=None, exclude_if=_absent)
    """The question that it follows up, of several the one that stood alone."""
    language: Language
    game: str | None
    answer: str
    """The sentences; the ruling is the first word."""
    verdict: AnswerVerdict
    abstained: bool
    """The rules do not settle it, or the question is not about these games."""
    sentences: list[Sentence]
    citations: list[Citation]
    """The cited rules, then those that overrule them."""
    edition: str | None
    """The text that was followed, where the game's texts differ."""
    understood: list[UnderstoodFact]
    """The facts of the position that was ruled on; none where no engine ruled."""
    ruling: Ruling | None
    """The engine's, where the question holds a position, whole or in part; as far as it is asked for: it rests on the
    conflicts that change what the question wants to know.
    """
    position: PositionRead | None
    """The position read from the question, also where it was not clear enough to be ruled on."""
    perhaps: Perhaps | None = Field(default=None, exclude_if=_absent)
    """Where `position` was not clear enough to be ruled on, and is likelier than not to be what is meant."""
    also: list[RuledBesides] | None = Field(default=None, exclude_if=_absent)
    """Where the question holds several positions: those after the first, which alone is in `understood`, `ruling` and
    `position`.
    """
    missing: list[Missing]
    conflicts: list[OpenConflict]
    confidence: float = Field(ge=0, le=1)
    """How often an answer like this was right on the evals."""
    yours: Yours | None = Field(default=None, exclude_if=_absent)
    """Where it cites what an entry of the user's overrides, or is asked what one answers: what it comes to under that.
    """
    model: str
    """The local LLM that phrased the answer; `none` where the words are the rules' own."""
    timings_ms: Timings


class Claim(Shape):
    """What one side of a dispute says."""

    text: str
    borne_out: bool | None
    """Whether the ruling bears it out; null where it does not tell."""


class Dispute(Shape):
    """Two claims, and what the rules make of them."""

    claims: list[Claim]
    """In the order in which they were made."""
    step: Step | None
    """The step of the ruling that decides."""
    answer: Answer
    """The answer to the position, with its evidence."""


class RulesFound(Shape):
    """The retrieved rules, before anything is said about them."""

    event: Literal["rules"] = "rules"
    rules: list[Citation]


class Ruled(Shape):
    """The ruling, before it is explained."""

    event: Literal["ruling"] = "ruling"
    verdict: AnswerVerdict
    abstained: bool
    ruling: Ruling | None


class Said(Shape):
    """One checked sentence: it is never taken back."""

    event: Literal["sentence"] = "sentence"
    sentence: Sentence


class Answered(Shape):
    """The whole answer."""

    event: Literal["answer"] = "answer"
    answer: Answer


class Health(Shape):
    """That the service runs."""

    status: Literal["ok"]


class LLMStatus(Shape):
    """Where the local LLM stands."""

    model_config = ConfigDict(extra="allow")
    state: str
    why: str | None = Field(default=None, exclude_if=_absent)


class Readiness(Shape):
    """That questions are answered."""

    status: Literal["ready"]
    index: dict[str, str | int]
    """What the index was built from."""
    llm: LLMStatus


Event: TypeAlias = RulesFound | Ruled | Said | Answered
