"""What the service is asked, over HTTP or a line at a time."""

from functools import cache
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from corpus import Language
from service.answering.questions import LONGEST
from service.positions.mistakes import problems_of
from service.positions.rulings import EDITION, BadInput
from service.schema import PositionRead

MOST_READINGS = 100
"""No game has as many conflicts."""

Words: TypeAlias = Annotated[str, Field(max_length=LONGEST)]
"""What a player says."""
Name: TypeAlias = Annotated[str, Field(max_length=200)]
"""Of a game, an edition, a reading, a key."""


class RequestShape(BaseModel):
    """Fields that are not named here are refused, so that a misspelt one is never ignored."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, use_attribute_docstrings=True, defer_build=True)


class RuledBefore(RequestShape):
    """A ruling in an answer; that there is one is all that matters of it."""

    model_config = ConfigDict(extra="ignore")


class AskedBefore(RequestShape):
    """A fact that an answer asked for."""

    model_config = ConfigDict(extra="ignore")
    field: Name


class CitedBefore(RequestShape):
    """A rule that an answer cited."""

    model_config = ConfigDict(extra="ignore")
    rule: Name


class Previous(RequestShape):
    """The answer that a question follows up, as far as that matters; the rest of it is not looked at."""

    model_config = ConfigDict(extra="ignore")
    question: Words
    follows: Words | None = None
    """The question that it follows up itself."""
    game: Name | None = None
    position: PositionRead | None = None
    """The position it was read as."""
    ruling: RuledBefore | None = None
    """The ruling on it; null where it was not read surely enough. Where this is not said it counts as ruled on."""
    missing: list[AskedBefore] = []
    """What it asked for."""
    citations: list[CitedBefore] = []
    """The rules it went by."""

    @property
    def began_with(self) -> str:
        """The last question that stood alone."""
        return self.follows or self.question

    @property
    def is_ruled(self) -> bool:
        """Whether its position was ruled on."""
        return self.position is not None and (self.ruling is not None or "ruling" not in self.model_fields_set)


class Question(RequestShape):
    """A rules question."""

    question: Words
    """In Italian or English."""
    game: Name | None = None
    """The game it is about; any, where this is not said."""
    edition: Name | None = None
    """The edition the table plays by, of a game that has several."""
    lang: Language | None = None
    """The language of the answer; that of the question, where this is not said."""
    previous: Previous | None = None
    """The answer that it follows up: it then changes that position or that question."""


class Disputed(RequestShape):
    """Two claims about a position."""

    a: Words
    """What one side says."""
    b: Words
    """What the other side says."""
    position: Words = ""
    """The position they argue about, in a player's words."""
    game: Name | None = None
    edition: Name | None = None
    lang: Language | None = None


class Position(RequestShape):
    """A state to rule on, and how."""

    state: Any = Field(json_schema_extra={"type": "object"})
    """The state that the procedure is asked about, whole or any part of it, the empty one included."""
    readings: dict[Name, Name] = Field({}, max_length=MOST_READINGS)
    """How to read conflicts, by their id; under `edition`, the edition whose readings to take throughout."""
    edition: Name | None = None
    """The edition whose readings to take throughout; the same as `edition` among the readings."""
    lang: Language | None = None
    """The language of the steps."""
    flips: bool | None = None
    """Whether to look for the smallest changes that alter the result."""

    def all_readings(self) -> dict[str, str]:
        """The readings, the edition among them."""
        return {EDITION: self.edition, **self.readings} if self.edition else self.readings


class AskedPosition(Position):
    """A state to rule on, with what is asked of the ruling."""

    wants: Name | None = None
    """A key of the outcome, `key=value`, or null for the verdict: what `position` in an answer has. Where it is said,
    the ruling goes as far as it is asked for, and has an `answer` to it, as each of its branches has.
    """


class Case(AskedPosition):
    """A state with the procedure that rules on it."""

    procedure: str
    """The procedure, such as `vwars.riot`."""


class Sought(RequestShape):
    """Words to look up."""

    words: str
    """In Italian or English."""
    game: Name | None = None
    """Only this game's rules; of all games, where this is not said."""
    lang: Language | None = None
    """Their language; detected, where this is not said."""
    limit: int = Field(10, ge=1, le=50)
    """How many."""


class RuleId(RequestShape):
    """A rule or a conflict."""

    id: str
    """Such as VW-8.2 or VW-C01."""


class Listed(RequestShape):
    """Which procedures to list."""

    of: str | None = None
    """A game, or a procedure such as vwars.move, which is then given with its schema and an example; all, where this is
    not said.
    """
    schemas: bool = False
    """Whether to give the schema and an example of each."""


Shape = TypeVar("Shape", bound=RequestShape)


def read(shape: type[Shape], value: object) -> Shape:
    """What was asked, from JSON as Python has it; raises `BadInput`."""
    try:
        asked: Shape = _adapter(shape).validate_python(value)
    except ValidationError as error:
        raise BadInput(*problems_of(error, _adapter(shape))) from error
    return asked


@cache
def _adapter(shape: type[Shape]) -> TypeAdapter[Shape]:
    return TypeAdapter(shape)
