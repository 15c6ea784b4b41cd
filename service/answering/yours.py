"""What house rules, errata and card texts say to a question: those that override what the answer cites, and those that
the question itself is about.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from corpus import Language
from index import Hit, Passage
from index.embedder import Vectors
from service import schema
from service.answering.language_detection import detected_language
from service.answering.replies import Reply
from service.answering.similarity import Query, matching_question
from service.answering.wording import content, ruling_word
from service.house.applying import on_ruling, side_by_side, touching, verdict_word, your_rules
from service.house.entries import Entry
from service.positions.asked import with_answers
from service.positions.rulings import EDITION, adjudicate

VectorOf: TypeAlias = Callable[[str, Language], Vectors]
FEWEST_SHARED = 2
"""Words that a question and an entry must have in common: one is chance."""


def yours(reply: Reply, query: Query, entries: Mapping[str, Sequence[Entry]], vector: VectorOf) -> schema.Yours | None:
    """What the entries, by game, make of a reply; None where they have nothing to do with it."""
    if reply.game and (query.game_named or reply.ruling):
        entries = {reply.game.id: entries.get(reply.game.id, ())}
    answered = [(entry, answer) for game, own in entries.items() for entry, answer in _asked(own, game, query, vector)]
    own = [entry for of_game in entries.values() for entry in of_game]
    language = query.answer_language
    ruled = _on_position(reply.ruling, reply.position, own, query)
    if ruled and not any(answer for _, answer in answered):
        return ruled
    cited = {(rule, None) for sentence in reply.sentences for rule in sentence.cites}
    near = [entry for entry, _ in answered]
    touched = sorted({one.id: one for one in (*touching(own, cited), *near)}.values(), key=lambda entry: entry.rank)
    if not touched:
        return None
    rules = your_rules(touched, cited, language)
    in_force = [entry for entry, rule in zip(touched, rules, strict=True) if not rule.gives_way_to]
    said = next((answer for entry, answer in answered if answer and entry in in_force), "")
    verdict = ruling_word(said, language) if said else None
    in_words = verdict and (verdict_word(verdict, language) if verdict in ("yes", "no") else said.rstrip("."))
    return schema.Yours(
        verdict=verdict,
        says=side_by_side(verdict_word(reply.verdict, language), in_words, in_force, language),
        rules=rules,
    )


def yours_besides(
    one: schema.RuledBesides, entries: Mapping[str, Sequence[Entry]], query: Query
) -> schema.RuledBesides:
    """A further position of the question, with what the entries of its game make of it."""
    game = one.ruling.procedure.partition(".")[0]
    found = _on_position(one.ruling, one.position, entries.get(game, ()), query)
    return one.model_copy(update={"ruling": one.ruling.model_copy(update={"yours": found})}) if found else one


def _on_position(
    ruling: schema.Ruling | None, position: schema.PositionRead | None, entries: Sequence[Entry], query: Query
) -> schema.Yours | None:
    """What they make of the ruling on a position that was read."""
    if ruling is None or position is None:
        return None
    language = query.answer_language
    edition = {EDITION: query.edition} if query.edition else {}

    def rule_again(readings: Mapping[str, str], allowed: Sequence[str]) -> schema.Ruling:
        taken = {**edition, **readings}
        wants = position.wants
        theirs = adjudicate(
            position.procedure, position.state, readings=taken, language=language, wants=wants, allowed=allowed
        )
        return with_answers(theirs, wants, position.procedure.partition(".")[0], language)

    return on_ruling(ruling, entries, rule_again, language)


def _asked(entries: Sequence[Entry], game: str, query: Query, vector: VectorOf) -> Iterator[tuple[Entry, str]]:
    """The entries that the question is about: one of their questions, with its answer, or nearer to their text than to
    anything in the book, by the whole of it, or by most of the words that carry it.
    """
    if not entries:
        return
    asked = vector(query.question, query.language)
    nearest = max([query.calibration.far, *(hit.dense for hit in query.hits[:1])])
    about = set(content(query.question, query.language))

    def shared(text: str) -> int:
        return len(about & set(content(text, query.language)))

    in_the_book = max((shared(hit.passage.text) for hit in query.hits), default=0)
    enough = max(FEWEST_SHARED, len(about) // 2 + 1, in_the_book + 1)
    for entry in entries:
        if found := _matching(entry, game, query, asked, vector):
            yield entry, found.answer
            continue
        text = entry.says(query.language)
        if float(vector(text, detected_language(text)) @ asked) > nearest or shared(text) >= enough:
            yield entry, ""


def _matching(entry: Entry, game: str, query: Query, asked: Vectors, vector: VectorOf) -> Passage | None:
    """The question of an entry that was asked, held against it as against the rules' own."""
    language = query.language
    asks = [
        (
            Passage(target=entry.id, game=game, language=language, kind="ask", text=one.q, answer=one.a),
            float(vector(one.q, language) @ asked),
        )
        for one in entry.asks
        if detected_language(one.q) == language
    ]
    if not asks:
        return None
    passage = asks[0][0]
    hit = Hit(
        rule=entry.id,
        game=game,
        score=0.0,
        dense=0.0,
        lexical=0.0,
        passage=passage,
        asks=tuple(sorted(asks, key=lambda one: -one[1])),
        brings=(),
    )
    return matching_question(replace(query, hits=(hit,)), hit)
