"""What is usually so and decides: of a question that does not tell it, it is taken so, and named beside the ruling."""

from collections.abc import Iterable, Sequence

from corpus import Language, load_facts, load_says
from service import schema
from service.positions.asked import short_answer
from service.positions.outcome_words import value_words
from service.positions.partial_states import RulingWriter, place_in
from service.positions.places import Fact, state_told
from service.positions.rulings import EDITION, BadInput, ImpossibleState, adjudicate, find


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


def otherwise(
    facts: Iterable[Fact], wants: str | None, ruling: schema.Ruling, at: int, edition: str | None, language: Language
) -> schema.ShortAnswer | None:
    """The answer if what was taken as usual in this place of `assumed` were not so, of a ruling with its answer: None
    where it is no yes or no that was taken, or the answer would be the same or none.
    """
    assumed: Sequence[schema.Assumed] = ruling.assumed or ()
    if not isinstance(assumed[at].value, bool):
        return None
    taken = [
        Fact(one.field, one.value is False if number == at else one.value, "")
        for number, one in enumerate(assumed)
        if isinstance(one.value, bool | int | str)
    ]
    try:
        state = state_told((*facts, *taken))
        readings = {EDITION: edition} if edition else {}
        found = adjudicate(ruling.procedure, state, readings=readings, language=language, in_short=True, wants=wants)
    except (BadInput, ImpossibleState, ValueError):  # then it cannot be otherwise
        return None
    other = short_answer(wants, found, ruling.procedure.partition(".")[0], language)
    return other if other.is_definite and other != ruling.answer else None
