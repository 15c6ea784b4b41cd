"""What a rulebook is made of here: rules, terms, conflicts, and the sentences that engines say.

The shapes are those of the YAML files; `corpus.loader` fills them and checks what joins them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal, TypeAlias

Language: TypeAlias = Literal["it", "en"]
LANGUAGES: tuple[Language, ...] = ("it", "en")

STRICT = {"extra": "forbid", "strict": True}

Usual: TypeAlias = bool | int | str | Mapping[Literal["at_least", "at_most"], int]
"""A fact, or the bounds of a number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bilingual:
    """One text in Italian and in English."""

    __pydantic_config__ = STRICT
    it: str
    en: str

    def __getitem__(self, language: Language) -> str:
        return self.it if language == "it" else self.en


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A question as a player puts it, with its answer: the ruling is the first word."""

    __pydantic_config__ = STRICT
    q: str
    a: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Asks:
    """The questions a rule answers, in each language."""

    __pydantic_config__ = STRICT
    it: tuple[Ask, ...]
    en: tuple[Ask, ...]

    def __getitem__(self, language: Language) -> tuple[Ask, ...]:
        return self.it if language == "it" else self.en


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAsk:
    """A question that the texts answer in more than one way, or not at all."""

    __pydantic_config__ = STRICT
    q: str
    a: str | Mapping[str, str] | None = None
    """The answer: by the default reading first; or one for each reading, where the editions settle it; or none, where
    the readings themselves are one. Who is right in a quarrel is such a question: it hangs on who said what.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAsks:
    """The questions that a conflict leaves open, in each language."""

    __pydantic_config__ = STRICT
    it: tuple[OpenAsk, ...]
    en: tuple[OpenAsk, ...]

    def __getitem__(self, language: Language) -> tuple[OpenAsk, ...]:
        return self.it if language == "it" else self.en


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a rule stands: an edition of the rulebook and a section of it."""

    __pydantic_config__ = STRICT
    document: str
    section: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule: one idea, true or false alone, under an id that is never used again."""

    __pydantic_config__ = STRICT
    id: str
    title: Bilingual
    text: Bilingual
    source: tuple[Source, ...]
    asks: Asks
    decided_by: Literal["engine", "table"]
    reason: str = ""
    """Why people decide it and no engine; only for `table`."""
    exception_to: tuple[str, ...] = ()
    overrides: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    sums_up: tuple[str, ...] = ()
    """For an overview: the rules it puts in order, first things first; they decide, it does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A word of the game: its name per language and what else players call it."""

    __pydantic_config__ = STRICT
    id: str
    name: Bilingual
    meaning: Bilingual
    it: tuple[str, ...] = ()
    """Italian synonyms, abbreviations, slang."""
    en: tuple[str, ...] = ()
    """English synonyms, abbreviations, slang."""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """A place where the texts disagree, can be read in two ways, or say nothing."""

    __pydantic_config__ = STRICT
    id: str
    kind: Literal["edition", "contradiction", "ambiguity", "gap"]
    title: Bilingual
    text: Bilingual
    """What clashes or is missing, in our own words."""
    rules: tuple[str, ...]
    asks: OpenAsks
    readings: Mapping[str, Bilingual] = field(default_factory=dict)
    """What each reading gives; none for a gap."""
    default: str = ""
    """The reading that is followed where nobody has chosen an edition."""
    editions: Mapping[str, str] = field(default_factory=dict)
    """edition -> the reading it states, for the editions that state one."""
    why: Bilingual | None = None
    """Why the default is the default."""
    missing: Bilingual | None = None
    """For a gap: what would settle it."""

    def answered(self) -> Asks:
        """Its questions with their answers by the default reading."""
        it, en = (
            tuple(Ask(q=ask.q, a=self._answer(ask, language)) for ask in self.asks[language]) for language in LANGUAGES
        )
        return Asks(it=it, en=en)

    def _answer(self, ask: OpenAsk, language: Language) -> str:
        if ask.a is None:
            return self.readings[self.default][language]
        return ask.a if isinstance(ask.a, str) else ask.a[self.default]

    def reading(self, edition: str | None) -> str:
        """The reading to follow for a table that plays by this edition, or by none in particular."""
        return self.editions.get(edition or "", self.default)


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """A text the rules were taken from."""

    __pydantic_config__ = STRICT
    title: str
    language: Language


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCard:
    """What a game is called and where its rules come from (`game.yaml`)."""

    __pydantic_config__ = STRICT
    id: str
    name: str
    prefix: str
    editions: Mapping[str, Edition]
    also_called: tuple[str, ...] = ()
    """What players call it besides its name."""
    draft: bool = False
    """Whether it is a beginning, of which no size is wanted yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """The rules of one file (`rules/*.yaml`)."""

    id: str
    """The name of the file, without its ending."""
    title: Bilingual
    rules: tuple[str, ...]
    """In the order of the book."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldWords:
    """What people call one field of the states that are ruled on."""

    __pydantic_config__ = STRICT
    label: Bilingual
    """Short, as it stands on a form."""
    question: Bilingual
    """What asks for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Implied:
    """A fact that whoever uses one of these words takes for granted: who has a partner plays in pairs."""

    __pydantic_config__ = STRICT
    places: tuple[str, ...]
    """Where it stands in the states of one procedure or another."""
    value: str
    words: Mapping[Language, tuple[str, ...]]
    """Each as it is said, in small letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reversed:
    """Words that ask for a result the other way round: who asks whether he lives does not ask whether he is killed."""

    __pydantic_config__ = STRICT
    of: tuple[str, ...]
    """Keys of a result, and values."""
    words: Mapping[Language, tuple[str, ...]]
    """How each begins, in small letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Afterwards:
    """What comes after all else, as who has won the game by it: who asks what happens does not wait for that."""

    __pydantic_config__ = STRICT
    results: tuple[str, ...]
    """Keys of a result that say it."""
    facts: tuple[str, ...]
    """Facts on which only that hangs, and how many there are then of what they count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SingledOut:
    """A fact that says which entry of a list it is, and the words beside that entry which tell it: "my 7"."""

    __pydantic_config__ = STRICT
    place: str
    of: str
    """The list."""
    words: Bilingual
    """What each of them matches."""
    follows: bool = False
    """Whether they mostly stand behind the entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """What the seats around a table are called; who does not say which is theirs sits in one and the same."""

    __pydantic_config__ = STRICT
    order: tuple[str, ...]
    own: str
    words: Mapping[Language, tuple[str, ...]]
    """Of each seat, in their order, in small letters."""
    i_am: Bilingual
    """What stands before one's own seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """Letters that stand for a value in a number beside them, as a card prints them: "S 5"."""

    __pydantic_config__ = STRICT
    letters: tuple[str, ...]
    """One of them alone is that value; who tells several of one figure reads them off its card."""
    words: Mapping[Language, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pieces:
    """Pieces that stand for one or for several of what is counted: whoever says "two reds" may mean either."""

    __pydantic_config__ = STRICT
    most: int
    """Of what is counted there are no more in one place."""
    sides: tuple[Mapping[Language, Mapping[str, int]], ...]
    """Of each side what its pieces are called, in small letters, and for how many each stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remainder:
    """A number that is what is left of a whole, where a question tells the whole and the other part of it: "five of
    them, but two are stunned" leaves three standing.
    """

    __pydantic_config__ = STRICT
    place: str
    less: str
    """The place of the other part."""
    joined: Bilingual
    """What matches between the whole and its part, or soon behind the part."""
    unless: Bilingual
    """What matches where the number is told of what is left itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """How a question draws a map: places in a row, each beside the next, and the one that distances start from."""

    __pydantic_config__ = STRICT
    row: Bilingual
    """What matches beside the names of several places in a row."""
    pair: Bilingual
    """What matches behind two that lie beside one another."""
    heart: Bilingual
    """What that one place is called."""
    called: str
    """Its name in a state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """Cards of one name that only their rank tells apart: whoever says "a general" may mean any of them."""

    __pydantic_config__ = STRICT
    cards: str
    """What matches such a card in a state."""
    words: Bilingual
    """What matches the name."""
    told_by: Bilingual
    """What matches a rank, or all ranks together, near it."""
    none: Bilingual
    """What matches that there is none."""
    counted_in: tuple[str, ...]
    """The lists that are incomplete without such a card where the question has one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The words for what an engine is told and for what it answers (`facts.yaml`)."""

    __pydantic_config__ = STRICT
    fields: Mapping[str, FieldWords]
    """By the field, `hand`; or by its shape and the field, `Deployment.hand`, where that one means something else."""
    words: Mapping[str, Bilingual]
    """By a value, the key of a result or a word of either."""
    names: Mapping[str, Bilingual] = field(default_factory=dict)
    """By a name that the model gives what a question does not name: how it is said."""
    articled: Mapping[str, Bilingual] = field(default_factory=dict)
    """By a word that stands for what has no name: the word with its article."""
    unnamed: Mapping[str, Bilingual] = field(default_factory=dict)
    """By the fact of a sentence that is a name, with its article: what the thing is, where nobody told its name."""
    implied: tuple[Implied, ...] = ()
    """What words tell that nobody says in so many."""
    pieces: Pieces | None = None
    notation: tuple[Notation, ...] = ()
    singled_out: tuple[SingledOut, ...] = ()
    reversed: tuple[Reversed, ...] = ()
    figures: tuple[str, ...] = ()
    """Keys of a result that each stand for a figure of its own: an answer says whose it is."""
    afterwards: Afterwards | None = None
    told_by: Mapping[str, Bilingual] = field(default_factory=dict)
    """Facts of an entry that are told by some words alone, such as how a card lies -> what these match."""
    spoken: Mapping[str, Bilingual] = field(default_factory=dict)
    """Values that are told by their own words alone, such as colours -> how these words begin."""
    usual: Mapping[str, Mapping[str, Usual]] = field(default_factory=dict)
    """By the procedure and the place of a fact: how it is unless a player says otherwise, a number perhaps with bounds,
    as that a deck has cards enough. A state has no such default: its number would stand in the outcome.
    """
    seats: Seats | None = None
    ranked: Ranked | None = None
    remainders: tuple[Remainder, ...] = ()
    maps: Mapping[str, Drawing] = field(default_factory=dict)
    """By the list of the places."""
    drawn: Mapping[str, Bilingual] = field(default_factory=dict)
    """Lists that are usually the same, such as the zones of a map -> the words with which a question tells its own."""

    def field(self, shape: str, name: str) -> FieldWords | None:
        """What the field of this shape is called; None where nobody has said."""
        return self.fields.get(f"{shape}.{name}") or self.fields.get(name)


Says: TypeAlias = Mapping[str, Mapping[str, Bilingual]]
"""rule id -> branch -> the sentence an engine's step says, with placeholders for its facts."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game's rules."""

    card: GameCard
    chapters: tuple[Chapter, ...]
    rules: Mapping[str, Rule]
    terms: Mapping[str, Term]
    conflicts: Mapping[str, Conflict]

    @property
    def id(self) -> str:
        return self.card.id

    @cached_property
    def _exceptions(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for rule in self.rules.values():
            for ruled_out in (*rule.overrides, *rule.exception_to):
                found.setdefault(ruled_out, []).append(rule.id)
        return {rule: tuple(ids) for rule, ids in found.items()}

    def exceptions(self, rule: str) -> tuple[str, ...]:
        """The rules that override `rule` or are exceptions to it."""
        return self._exceptions.get(rule, ())

    def conflicts_of(self, rule: str) -> tuple[Conflict, ...]:
        """The conflicts `rule` is part of."""
        return tuple(conflict for conflict in self.conflicts.values() if rule in conflict.rules)


@dataclass(frozen=True, kw_only=True)
class Corpus:
    """All the games, and a digest that changes with any word of them."""

    games: Mapping[str, Game]
    digest: str
    home: Path
    """The folder it was read from."""

    @property
    def with_rules(self) -> tuple[str, ...]:
        """The games that there is something to find in."""
        return tuple(id for id, game in self.games.items() if game.rules or game.conflicts)

    def rule(self, rule: str) -> Rule | None:
        """The rule with this id, whatever its game."""
        return next((game.rules[rule] for game in self.games.values() if rule in game.rules), None)

    def game_of(self, id: str) -> Game | None:
        """The game a rule or a conflict belongs to."""
        return next((game for game in self.games.values() if id in game.rules or id in game.conflicts), None)
