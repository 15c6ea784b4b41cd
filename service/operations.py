"""What can be asked of the referee: the operations that the command line, HTTP and assistants have in common.

Each takes a request that is checked in one place and gives what the schema has. Whatever is wrong is raised as one
sentence: `BadInput`, `ImpossibleState`, `BadQuestion` or `BadHouseFile`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from pydantic import BaseModel

from corpus import Corpus, Language, load_corpus
from service import rulebook, schema
from service.house import House
from service.house.applying import on_ruling, touching, your_rules
from service.positions import rulings
from service.positions.asked import with_answers
from service.positions.mistakes import suggestion
from service.positions.rulings import UnknownRule
from service.requests import Case, Disputed, Listed, Question, RequestShape, RuleId, Sought, read
from service.summaries import SUMMARIES

if TYPE_CHECKING:
    from index import Index
    from service.answering.referee import IsCancelled, Referee
    from service.books import Shelf

Request = TypeVar("Request", bound=RequestShape)
Said: TypeAlias = BaseModel | dict[str, Any] | list[dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Resources:
    """What operations work with; each is opened when an operation needs it."""

    referee: "Callable[[], Referee]"
    index: "Callable[[], Index]"
    house: Callable[[], House]
    shelf: "Callable[[], Shelf]"
    corpus: Callable[[], Corpus] = load_corpus
    language: Language = "en"
    """Of what is said, where neither the request nor its words tell."""
    in_time: bool = True
    """Whether somebody waits: the search through a state told in part then ends when patience does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation(Generic[Request]):
    """Something that can be asked, under the name it has everywhere."""

    name: str
    request: type[Request]
    run: Callable[[Request, Resources], Said]

    @property
    def summary(self) -> str:
        """What it does, in a line."""
        return SUMMARIES[self.name]

    def document(self, arguments: object, resources: Resources) -> Any:
        """What comes of the arguments, both as JSON; raises what is wrong with them."""
        said = self.run(read(self.request, arguments), resources)
        return said.model_dump() if isinstance(said, BaseModel) else said


def ask(asked: Question, resources: Resources) -> schema.Answer:
    """A cited answer."""
    *_, last = events(asked, resources.referee())
    assert isinstance(last, schema.Answered), "a stream ends with the answer"
    return last.answer


def events(asked: Question, referee: "Referee", cancelled: "IsCancelled" = lambda: False) -> Iterator[schema.Event]:
    """The same on its way: the rules, the ruling, each checked sentence, the whole answer."""
    return referee.stream(
        asked.question,
        game=asked.game,
        language=asked.lang,
        edition=asked.edition,
        previous=asked.previous,
        cancelled=cancelled,
    )


def dispute(asked: Disputed, resources: Resources) -> schema.Dispute:
    """Which of two claims the ruling bears out."""
    from service.answering.dispute import settle

    return settle(
        resources.referee(),
        (asked.a, asked.b),
        position=asked.position,
        game=asked.game,
        language=asked.lang,
        edition=asked.edition,
    )


def adjudicate(asked: Case, resources: Resources) -> schema.Ruling:
    """A ruling on a state, whole or told in part."""
    language, game = asked.lang or resources.language, rulings.find(asked.procedure).game.id

    def rule(readings: Mapping[str, str], allowed: Sequence[str] = (), *, want_flips: bool = False) -> schema.Ruling:
        ruled = rulings.adjudicate(
            asked.procedure,
            asked.state,
            readings={**readings, **asked.all_readings()},
            language=language,
            want_flips=want_flips,
            in_time=resources.in_time,
            wants=asked.wants,
            allowed=allowed,
        )
        return with_answers(ruled, asked.wants, game, language) if "wants" in asked.model_fields_set else ruled

    official = rule({}, want_flips=bool(asked.flips))
    chosen = asked.all_readings()
    entries = [e for e in resources.house().entries(game) if not (e.reading and chosen.keys() & {*e.overrides})]
    yours = on_ruling(official, entries, rule, language) if entries else None
    return official.model_copy(update={"yours": yours}) if yours else official


def procedures(asked: Listed, resources: Resources) -> list[dict[str, Any]]:
    """What can be ruled on; one procedure is given with all that it has to be told."""
    if asked.of and "." in asked.of:
        return [rulings.find(asked.of).document()]
    return [named.document() if asked.schemas else named.card() for named in rulings.procedures(asked.of)]


def rule(asked: RuleId, resources: Resources) -> dict[str, Any]:
    """A rule or a conflict in both languages with its relations, or an entry or a passage of the user's own."""
    if "#" in asked.id and (found := resources.shelf().find(asked.id)):
        book, passage = found
        about = {"kind": "passage", "id": asked.id.strip().lower(), "game": book.game, "file": book.file}
        return {**about, **asdict(passage)}
    corpus, house, id = resources.corpus(), resources.house(), asked.id.strip().upper()
    game = corpus.game_of(id)
    if game is None:
        if own := house.find(id):
            (shown,) = your_rules([own[1]], [(rule, None) for rule in own[1].overrides], resources.language)
            return {"game": own[0], **asdict(shown)}
        known = [id for game in corpus.games.values() for id in (*game.rules, *game.conflicts)]
        known += (entry.id for entry in house.entries())
        raise UnknownRule({"path": "id", "problem": f"there is no rule {asked.id:.40}{suggestion(id, known)}"})
    cited = [(id, None)]
    yours = your_rules(touching(house.entries(game.id), cited), cited, resources.language)
    return {**rulebook.about(id, game), **({"yours": [asdict(one) for one in yours]} if yours else {})}


def search(asked: Sought, resources: Resources) -> schema.Search:
    """The rules and conflicts nearest to some words, best first; and beside them the passages of the user's books."""
    from service.answering.language_detection import detected_language
    from service.answering.questions import validate_question

    corpus, shelf = resources.corpus(), resources.shelf()
    if asked.game not in corpus.games:
        rulings.require_known_game(asked.game, dict.fromkeys((*corpus.games, *shelf.books().games)))
    validate_question(asked.words)
    language = asked.lang or detected_language(asked.words)
    of_corpus = asked.game in (None, *corpus.games)
    find = partial(resources.index().search, asked.words, language=language, game=asked.game, limit=asked.limit)
    found = rulebook.search_results(asked.words, language, find() if of_corpus else (), corpus)
    passages = [
        {
            **{key: getattr(hit.passage, key) for key in ("section", "page", "lines", "text")},
            "id": hit.id,
            "game": hit.book.game,
            "file": hit.book.file,
            "score": round(hit.score, 4),
        }
        for hit in shelf.search(asked.words, language, asked.game, asked.limit)
    ]
    return schema.Search.model_validate({**found, "passages": passages or None})


OPERATIONS: Mapping[str, Operation[Any]] = {
    operation.name: operation
    for operation in (
        Operation(name="ask", request=Question, run=ask),
        Operation(name="dispute", request=Disputed, run=dispute),
        Operation(name="adjudicate", request=Case, run=adjudicate),
        Operation(name="procedures", request=Listed, run=procedures),
        Operation(name="rule", request=RuleId, run=rule),
        Operation(name="search", request=Sought, run=search),
    )
}
