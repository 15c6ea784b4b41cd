"""What is usually so and decides: of a question that does not tell it, it is taken so, and named beside the ruling."""

from collections.abc import Iterable

from corpus import Language, load_facts, load_says
from service import schema
from service.positions.outcome_words import value_words
from service.positions.partial_states import RulingWriter, place_in
from service.positions.places import Fact
from service.positions.rulings import find


def usual_facts(procedure: str) -> dict[str, Fact]:
    """What is usually so for a procedure, by its place; no words tell it."""
    game, _, name = procedure.partition(".")
    return {place: Fact(place, value, "") for place, value in load_facts(game).usual.get(name, {}).items()}


def with_assumed(ruling: schema.Ruling, taken: Iterable[Fact], language: Language) -> schema.Ruling:
    """The ruling, with what was taken so to come to it among what it took as usual."""
    named = find(ruling.procedure)
    writer, says = RulingWriter(named.game.id, language, named.procedure.state), load_says(named.game.id)
    found = []
    for fact in taken:
        place = place_in(named.procedure.state, fact.place)
        assert place is not None, f"{fact.place} is no fact of {ruling.procedure}"
        words = f"{writer.label(place)}: {value_words(fact.value, says, language)}"
        found.append(schema.Assumed(field=fact.place, value=fact.value, says=words))
    return ruling.model_copy(update={"assumed": [*found, *(ruling.assumed or ())]}) if found else ruling
