"""What is said when it is not a model that says it: the written answers and the rules' own words.

Every sentence cites what it was taken from.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, TypeVar

from corpus import Bilingual, Conflict, Game, Language, Rule
from corpus.function_words import LITTLE_WORDS, NEGATIONS, NUMERALS
from index import Hit, Passage
from index.answers import without_ruling
from service import schema
from service.answering.question_parts import questions_in
from service.answering.same_question import Asked
from service.answering.similarity import Query, matching_question
from service.answering.wording import (
    asks_for_exceptions,
    asks_for_value,
    asks_how_many,
    asks_if_any,
    asks_to_explain,
    by_a_reading,
    content,
    excepts,
    negated,
    numbers,
    ruling_word,
    sentences,
    unknown_words,
)
from service.positions.asked import word_for
from service.schema import AnswerVerdict, Missing, Sentence

CLOSE_BEHIND = 0.9
"""A second rule whose score is this share of the first one's is quoted as well."""
IN_SIGHT = 0.7
"""So is one whose score is this share, if it has words of the question that no rule quoted so far has: so many."""
WORDS_ADDED = 2
SUMS_UP = 0.6
"""Who wants a thing explained gets the overview that scores this share of the best rule, where it sums up one of the
first: so many.
"""
MOST_SUMMED_UP = 3
BESIDE = 0.8
"""A conflict over the answering rule is told beside it from this share of its score on."""
MOST_RULES_ADDED = 2
MOST_EXCEPTIONS = 3
"""So many are told to who asks for them."""
ALREADY_SAID = 0.7
"""A rule's sentence of which this share is in the answer is not repeated."""
MOST_WORDS_ASKED_FOR = 3
MOST_SENTENCES_A_PART = 2
"""Of an answer to one of several questions asked at once, or of one of the games a question may be about."""

Way: TypeAlias = Literal["written", "open", "foreign", "words", "computed"]
"""How an answer came about: written to the question, left open by the texts, not of these games, in a rule's words, by
an engine.
"""

Joined = TypeVar("Joined")

_FIRST_WORD = re.compile(r"\w+")
_DOING = re.compile(r"\w+(?:ando|endo|andosi|endosi|ing)")
_SMALL: Mapping[Language, frozenset[str]] = {
    "it": LITTLE_WORDS["it"] | NEGATIONS["it"] | {*NUMERALS["it"], "a", "i", "l", "d", "in", "all", "nell", "dall"},
    "en": (LITTLE_WORDS["en"] | NEGATIONS["en"] | {*NUMERALS["en"], "a", "other", "another"}) - {"i", "im", "ive"},
}
"""What no sentence begins with because it is a name."""

_A_RULE: Mapping[Language, str] = {"it": "Una regola per questo caso.", "en": "A rule for this case."}
_CONDITION = re.compile(r"(?:se|ma|purch[eé]|perch[eé]|if|but|because|provided|as long as|unless)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """An answer before its evidence is laid out."""

    way: Way
    verdict: AnswerVerdict
    sentences: tuple[Sentence, ...]
    abstained: bool = False
    game: Game | None = None
    beside: tuple[str, ...] = ()
    """Rules that belong to it though no sentence cites them."""
    missing: tuple[Missing, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    edition: str | None = None
    """The text that was followed, where the texts differ."""
    model: str = "none"
    ruling: schema.Ruling | None = None
    understood: tuple[schema.UnderstoodFact, ...] = ()
    """The facts that were ruled on, as the question tells them."""
    position: schema.PositionRead | None = None
    perhaps: schema.Perhaps | None = None
    """What comes of the position, where it is not sure that it is the one that is meant."""
    also: tuple[schema.RuledBesides, ...] = ()


def foreign(games: Iterable[Game], language: Language) -> Reply:
    """The question is not about these games."""
    names = ", ".join(game.card.name for game in games)
    text = {
        "it": f"La domanda non riguarda questi giochi: qui si risponde solo sulle regole di {names}.",
        "en": f"The question is not about these games: only the rules of {names} are answered here.",
    }[language]
    asks = {"it": "A quale regola del gioco si riferisce?", "en": "Which rule of the game is it about?"}[language]
    return Reply(
        way="foreign",
        verdict="unknown",
        abstained=True,
        sentences=(Sentence(text=text, cites=[]),),
        missing=(Missing(field="game", question=asks),),
    )


def silent(query: Query, game: Game, vocabulary: frozenset[str]) -> Reply:
    """It is about the game, and no rule is near it. Names the words that no rule has, or else asks for the place."""
    text = {
        "it": f"Le regole di {game.card.name} non lo dicono.",
        "en": f"The rules of {game.card.name} do not say.",
    }[query.answer_language]
    about = {
        "it": (
            "Che cosa dice il componente o l'accordo al tavolo su «{}»?",
            "Di quale azione, carta o luogo si parla?",
        ),
        "en": ('What does the component or the table say about "{}"?', "Which action, card or place is it about?"),
    }[query.answer_language]
    words = unknown_words(query.question, query.language, vocabulary)[:MOST_WORDS_ASKED_FOR]
    missing = [Missing(field=word, question=about[0].format(word)) for word in words]
    return Reply(
        way="open",
        verdict="unknown",
        abstained=True,
        game=game,
        sentences=(Sentence(text=text, cites=[]),),
        missing=tuple(missing) or (Missing(field="rule", question=about[1]),),
    )


def gap(conflict: Conflict, hit: Hit, query: Query, game: Game) -> Reply:
    """The texts say nothing: the answer written for the gap, and what would settle it."""
    language = query.answer_language
    found = matching_question(query, hit)
    written = found.answer if found else ""
    opening = {"it": "Le regole non lo dicono: ", "en": "The rules do not say: "}[language]
    text = written or opening + within(conflict.text[language], language)
    missing = (Missing(field=conflict.id, question=conflict.missing[language]),) if conflict.missing else ()
    return _left_open(Sentence(text=text, cites=[conflict.id, *conflict.rules]), missing, (conflict,), game)


def unsaid(rule: Rule, asked: Asked, query: Query, game: Game) -> Reply:
    """The answer that someone wrote to this question of a rule, that the texts say nothing, and what would settle it;
    the gap that it belongs to travels with its rule, or is near where there are several.
    """
    language = query.answer_language
    gaps = [one for one in game.conflicts.values() if not one.readings and rule.id in one.rules]
    near = tuple(one for one in gaps if len(gaps) == 1 or one.id in query.scores)[:1]
    wanting = next((one.missing for one in (*near, *gaps) if one.missing), _A_RULE)
    answer = Sentence(text=rule.asks[language][asked.number].a, cites=[rule.id, *(one.id for one in near)])
    return _left_open(answer, (Missing(field=rule.id, question=wanting[language]),), near, game)


def _left_open(sentence: Sentence, missing: tuple[Missing, ...], gaps: tuple[Conflict, ...], game: Game) -> Reply:
    """That the texts say nothing."""
    return Reply(
        way="open",
        verdict="unknown",
        abstained=True,
        game=game,
        sentences=(sentence,),
        missing=missing,
        conflicts=gaps,
    )


def either_way(conflict: Conflict, hit: Hit, query: Query, game: Game) -> Reply:
    """The texts can be read in more than one way: the ruling by the reading in force, then what another one gives.

    Where the edition that was chosen states a reading, the matter is settled.
    """
    language = query.answer_language
    taken = conflict.reading(query.edition)
    settled = query.edition in conflict.editions
    found = matching_question(query, hit)
    written = next((ask.a for ask in conflict.asks[language] if found and ask.q == found.text), None)
    if written is None:
        by_reading = {reading: text[language] for reading, text in conflict.readings.items()}
    else:  # a single answer gives the other reading itself
        by_reading = {taken: written} if isinstance(written, str) else dict(written)
    ruling = by_reading.pop(taken)
    return Reply(
        way="open",
        verdict=ruling_word(ruling, language) if settled else "depends",
        game=game,
        sentences=(
            Sentence(text=ruling, cites=[conflict.id, *conflict.rules]),
            *_otherwise(conflict, by_reading, query, game),
        ),
        conflicts=(conflict,),
        edition=_edition(conflict, taken, query.edition),
    )


def _open(conflict: Conflict, language: Language) -> str:
    """That the matter is open, and that what was said is followed all the same."""
    if conflict.kind == "ambiguity":
        return {
            "it": "Il testo non è chiaro, e si segue questa lettura",
            "en": "The text is not clear, and this reading is followed",
        }[language]
    return {
        "it": "I testi si contraddicono, e si segue questa lettura",
        "en": "The texts contradict each other, and this reading is followed",
    }[language]


def _by(conflict: Conflict, reading: str, game: Game, language: Language) -> str:
    """Whose reading it is."""
    edition = _edition(conflict, reading)
    if edition is None:
        return {"it": "Secondo l'altra lettura", "en": "By the other reading"}[language]
    title = game.card.editions[edition].title
    return {"it": f"Invece per «{title}»", "en": f'But by "{title}"'}[language]


def _edition(conflict: Conflict, reading: str, chosen: str | None = None) -> str | None:
    """The one edition that states this reading, the chosen one before another."""
    stating = [edition for edition, stated in conflict.editions.items() if stated == reading]
    return chosen if chosen in stating else stating[0] if len(stating) == 1 else None


def contested(rule: Rule, found: Passage, query: Query) -> bool:
    """Whether a question that the rule answers the other way has as many words of this one as the nearest has."""
    about = set(content(query.question, query.language))
    opposite = {"yes": "no", "no": "yes"}.get(ruling_word(found.answer, query.language))
    shared = {
        ask.q: len(about & set(content(ask.q, query.language)))
        for ask in rule.asks[query.language]
        if ruling_word(ask.a, query.language) == opposite
    }
    return max(shared.values(), default=-1) >= len(about & set(content(found.text, query.language)))


def written(rule: Rule, query: Query, asked: Asked | None = None) -> Reply | None:
    """The answer that someone wrote to this very question, and the rule's word for it: to the one that it was taken
    for; else to the nearest, if that is near enough.

    A near one may lean on the question it was written to. If it rules on nothing, the rule's own words say the same and
    stand alone.
    """
    language = query.answer_language
    if asked is not None:
        answer = rule.asks[language][asked.number].a
        verdict = ruling_word(answer, language)
        if verdict in ("yes", "no") and not asked.rules:  # a number is none to the opposite question
            verdict = "explained"
        if verdict == "explained":
            answer = _without_side(answer)
    else:
        found = matching_question(query)
        if found is None or contested(rule, found, query):
            return None
        answer = found.answer
        verdict = ruling_word(answer, language)
        if verdict == "explained":
            return None
    whole = verdict == "explained" or rule.sums_up  # who wants to hear how it is wants to hear all of it
    ground = sentences(rule.text[language]) if whole else (_sentence_about(query, rule),)
    return Reply(
        way="written",
        verdict=verdict,
        sentences=tuple(Sentence(text=text, cites=[rule.id]) for text in (answer, *_unsaid(ground, answer, language))),
    )


def with_value(reply: Reply, query: Query) -> Reply:
    """What is answered, as the value that it is where that is all that is asked for."""
    question, language = query.question, query.language
    is_one = not query.is_part and len(questions_in(question, language)) == 1
    if reply.verdict != "explained" or not is_one or asks_to_explain(question, language):
        return reply
    return replace(reply, verdict="value") if asks_for_value(question) else reply


def with_side(reply: Reply, side: Literal["yes", "no"], language: Language) -> Reply:
    """What is answered, with a yes or a no before it that nobody wrote to it."""
    first, *others = reply.sentences
    text = f"{word_for(side == 'yes', language)}. {first.text}"
    return replace(reply, verdict=side, sentences=(first.model_copy(update={"text": text}), *others))


def without_side(reply: Reply) -> Reply:
    """What is answered, with no yes or no before it; without a condition that only that had."""
    first, *others = reply.sentences
    text = _without_side(first.text)
    if not (others and is_condition(text)):
        others = [first.model_copy(update={"text": text}), *others]
    return replace(reply, verdict="explained", sentences=tuple(others))


def is_condition(text: str) -> bool:
    """Whether it says under what condition something holds, or why."""
    return _CONDITION.match(text) is not None


def _without_side(answer: str) -> str:
    rest = without_ruling(answer)
    return rest[:1].upper() + rest[1:]


def rule_beyond(said: Sequence[Sentence], game: Game, edition: str | None, language: Language) -> Iterator[Sentence]:
    """What the rule that the first sentence cites says beyond all that was said; nothing where the edition reads it
    in another way than its text does.
    """
    rule = game.rules.get(said[0].cites[0])
    if rule is None or any(one.reading(edition) != one.default for one in game.conflicts_of(rule.id) if one.readings):
        return
    for text in _unsaid(sentences(rule.text[language]), " ".join(one.text for one in said), language):
        yield Sentence(text=text, cites=[rule.id])


def _unsaid(texts: Iterable[str], said: str, language: Language) -> Iterator[str]:
    """Those of which most is not said yet."""
    stems = set(content(said, language))
    return (one for one in texts if len(stems & (own := set(content(one, language)))) < ALREADY_SAID * len(own))


def competing_conflict(rule: Rule, query: Query, game: Game) -> Hit | None:
    """The conflict over this rule to which the question comes little less near than to the rule itself."""
    for hit in query.hits:
        conflict = game.conflicts.get(hit.rule)
        if conflict and conflict.readings and rule.id in conflict.rules:
            return hit if hit.score >= BESIDE * query.best.score else None
    return None


def conflict_behind(answer: Sentence, rule: Rule, query: Query, game: Game) -> Hit | None:
    """What an answer rests on that says itself that it holds by one reading: the nearest conflict over its rule."""
    if not by_a_reading(answer.text):
        return None
    over = {one.id for one in game.conflicts_of(rule.id) if one.readings}
    return next((hit for hit in query.hits if hit.rule in over), None)


def other_text(conflict: Conflict, query: Query, game: Game) -> tuple[Sentence, ...]:
    """What the rules come to by the reading that is not followed, and why it is not, unless an edition settles it."""
    other = next(reading for reading in conflict.readings if reading != conflict.reading(query.edition))
    return _otherwise(conflict, {other: conflict.readings[other][query.answer_language]}, query, game)


def other_readings(
    conflict: Conflict, taken: str, others: Iterable[str], game: Game, language: Language
) -> tuple[Sentence, ...]:
    """What the rules come to by other readings than the one taken, and why that one is."""
    by_reading = {other: conflict.readings[other][language] for other in others}
    why = conflict.why if taken == conflict.default else None
    return tuple(_contrasts(conflict, by_reading, why, game, language))


def _otherwise(conflict: Conflict, by_reading: Mapping[str, str], query: Query, game: Game) -> tuple[Sentence, ...]:
    """What each of these readings gives, then why another is followed."""
    why = None if query.edition in conflict.editions else conflict.why
    return tuple(_contrasts(conflict, by_reading, why, game, query.answer_language))


def _contrasts(
    conflict: Conflict, by_reading: Mapping[str, str], why: Bilingual | None, game: Game, language: Language
) -> Iterator[Sentence]:
    texts = [f"{_by(conflict, other, game, language)}: {within(text, language)}" for other, text in by_reading.items()]
    if why:
        texts.append(f"{_open(conflict, language)}: {within(why[language], language)}")
    for text in texts:
        yield Sentence(text=text, cites=[conflict.id])


def open_question(hit: Hit, query: Query, game: Game) -> Reply:
    """What the texts leave open: a gap, or more than one reading."""
    conflict = game.conflicts[hit.rule]
    return (either_way if conflict.readings else gap)(conflict, hit, query, game)


def together(replies: Sequence[Reply]) -> Reply:
    """One reply to several questions at once, in their order; what is foreign beside an answer goes without saying."""
    answering = [reply for reply in replies if reply.way != "foreign"] or [replies[0]]
    if len(answering) == 1:
        return answering[0]
    verdicts = {reply.verdict for reply in answering}
    return Reply(
        way=answering[0].way,
        verdict=verdicts.pop() if len(verdicts) == 1 else "explained",
        abstained=all(reply.abstained for reply in answering),
        game=answering[0].game,
        sentences=_joined(_part(reply) for reply in answering),
        beside=_joined(reply.beside for reply in answering),
        missing=_joined(reply.missing for reply in answering),
        conflicts=_joined(reply.conflicts for reply in answering),
        edition=next((reply.edition for reply in answering if reply.edition), None),
        model=next((reply.model for reply in answering if reply.model != "none"), "none"),
        ruling=next((reply.ruling for reply in answering if reply.ruling), None),
        understood=next((reply.understood for reply in answering if reply.ruling), ()),
        position=next((reply.position for reply in answering if reply.position), None),
        perhaps=answering[0].perhaps,
    )


def _part(reply: Reply) -> tuple[Sentence, ...]:
    """What is said of a reply beside others; all of it, where it is a tree of answers."""
    is_tree = reply.way == "computed" and reply.verdict == "depends"
    return reply.sentences if is_tree else reply.sentences[:MOST_SENTENCES_A_PART]


def apart(rulings: Sequence[Reply], pieces: Sequence[str], language: Language) -> Reply:
    """One reply to several positions in one question: the ruling on the first, then each other after its own words."""
    first, *others = rulings
    quote = {"it": "«{}» {}", "en": '"{}" {}'}[language]
    asked = [f"{piece.rstrip(' ?')}?" for piece in pieces[1:]]
    said = [
        (
            other.sentences[0].model_copy(update={"text": quote.format(piece, other.sentences[0].text)}),
            *other.sentences[1:],
        )
        for piece, other in zip(asked, others, strict=True)
    ]
    return replace(
        together(rulings),
        sentences=_joined((first.sentences, *said)),
        also=tuple(
            schema.RuledBesides(
                question=piece,
                verdict=other.verdict,
                understood=list(other.understood),
                ruling=other.ruling,
                position=other.position,
                missing=list(other.missing),
            )
            for piece, other in zip(asked, others, strict=True)
            if other.ruling
        ),
    )


def by_game(replies: Sequence[Reply], language: Language) -> Reply:
    """The replies of the games that a question may be about, the likelier first."""
    about = [reply for reply in replies if reply.game]
    if len(about) < 2:  # in no other game does the question make sense
        return together(about or replies)
    named = [replace(reply, sentences=_named(reply)) for reply in about]
    asks = {"it": "Di quale gioco si parla?", "en": "Which game is it about?"}[language]
    reply = together(named)
    verdict: AnswerVerdict = reply.verdict if len({one.verdict for one in named}) == 1 else "depends"
    return replace(reply, verdict=verdict, missing=(Missing(field="game", question=asks), *reply.missing))


def _named(reply: Reply) -> tuple[Sentence, ...]:
    first, *rest = reply.sentences
    name = reply.game.card.name if reply.game else ""
    return (first.model_copy(update={"text": f"{name}: {first.text}"}), *rest)


def _joined(several: Iterable[tuple[Joined, ...]]) -> tuple[Joined, ...]:
    """All of them, each once."""
    joined: list[Joined] = []
    for some in several:
        joined += (one for one in some if one not in joined)
    return tuple(joined)


def own_words(rule: Rule, query: Query, game: Game) -> Reply:
    """The rule as it stands; then of the next ones those that retrieval hardly ranks below it, or that speak of what it
    leaves unsaid, as when two things are asked at once.
    """
    quoted = [[Sentence(text=text, cites=[rule.id]) for text in sentences(rule.text[query.answer_language])]]
    unsaid = _about(query) - _stems(rule, query.answer_language)
    for hit in query.hits[1 : 1 + MOST_RULES_ADDED]:
        other = game.rules.get(hit.rule)
        share = hit.score / query.best.score
        if other is None or share < IN_SIGHT:
            continue
        added = unsaid & _stems(other, query.answer_language)
        if share >= CLOSE_BEHIND or len(added) >= WORDS_ADDED:
            quoted.append([Sentence(text=_sentence_about(query, other), cites=[other.id])])
            unsaid -= added
    if asks_how_many(query.question):  # the number comes first
        quoted.sort(key=lambda of_rule: not any(numbers(one.text, query.answer_language) for one in of_rule))
    return Reply(way="words", verdict="explained", sentences=tuple(one for of_rule in quoted for one in of_rule))


def overview(query: Query, game: Game) -> Hit | None:
    """The nearest rule that sums up others, one of the best among them, for who wants a thing explained."""
    best = {hit.rule for hit in query.hits[:MOST_SUMMED_UP]}
    rules = (hit for hit in query.hits if (rule := game.rules.get(hit.rule)) and rule.sums_up)
    hit = next(rules, None)
    if hit is None or hit.score < SUMS_UP * query.best.score:
        return None
    return hit if hit.rule in best or best & {*game.rules[hit.rule].sums_up} else None


def explained(hit: Hit, query: Query, game: Game, asked: Asked | None) -> Reply:
    """A thing as a whole: what was written to this very question, and all that its overview says."""
    rule = game.rules[hit.rule]
    query = query.led_by(hit)
    is_asked = asked is not None and asked.hit.rule == rule.id
    reply = (written(rule, query, asked) if is_asked else None) or own_words(rule, query, game)
    return with_its_rule(reply, hit, game, query)


def with_its_rule(reply: Reply, hit: Hit, game: Game, query: Query) -> Reply:
    """The reply with what belongs to the rule it is taken from: what it sums up, its exceptions, its conflicts."""
    rule, scores = game.rules[hit.rule], query.scores
    beside = (rule.id, *sorted(rule.sums_up, key=lambda id: -scores.get(id, 0.0)), *hit.brings)
    return replace(reply, game=game, beside=beside, conflicts=game.conflicts_of(rule.id))


def _sentence_about(query: Query, rule: Rule) -> str:
    """The sentence of the rule that has most words of the question; of equals the first."""
    about, language = _about(query), query.answer_language
    return max(sentences(rule.text[language]), key=lambda one: len(about & set(content(one, language))))


def _about(query: Query) -> set[str]:
    """What the question speaks of, in the stems of the answer's language: nothing, if it was put in the other one."""
    return set(content(query.question, query.answer_language)) if query.language == query.answer_language else set()


def _stems(rule: Rule, language: Language) -> set[str]:
    return set(content(f"{rule.title[language]}. {rule.text[language]}", language))


def with_exceptions(reply: Reply, query: Query, game: Game) -> Reply:
    """The reply with the rules that overrule the answering one, each in a sentence: those that the question comes near
    to, or where it asks whether there are any the nearest. "Is there any case?" is answered by the first of them, or
    else by the exception that the rule itself makes.
    """
    language = query.answer_language
    wanted = asks_for_exceptions(query.question, query.language)
    over = _exceptions(query, game, reply.sentences, wanted=wanted)
    but = {"it": "Ma", "en": "But"}[language]
    contrary = tuple(one.model_copy(update={"text": f"{but}: {within(one.text, language)}"}) for one in over)
    if reply.verdict not in ("explained", "no") or not asks_if_any(query.question, query.language):
        return replace(reply, sentences=(*reply.sentences, *contrary))
    rule = game.rules[query.best.rule]
    own = () if rule.sums_up else sentences(rule.text[language])
    excepted = [*over, *(Sentence(text=text, cites=[rule.id]) for text in own if excepts(text))]
    if not excepted:
        return reply
    first = excepted[0].text
    yes = excepted[0].model_copy(update={"text": f"{word_for(True, language)}: {within(first, language)}"})
    said = tuple(one for one in without_side(reply).sentences if one.text != first)
    return replace(reply, verdict="yes", sentences=(yes, *said, *contrary[1:]))


def with_any(reply: Reply, query: Query) -> Reply:
    """What was written in answer to "is there any case?": it is a yes, unless it denies that there is one."""
    first = reply.sentences[0].text
    is_open = reply.way == "written" and reply.verdict in ("explained", "depends")
    if not is_open or not asks_if_any(query.question, query.language):
        return reply
    if ruling_word(first, query.answer_language) == "yes":
        return replace(reply, verdict="yes")
    return reply if negated(first, query.answer_language) else with_side(reply, "yes", query.answer_language)


def _exceptions(query: Query, game: Game, said: Sequence[Sentence], *, wanted: bool) -> list[Sentence]:
    cited = {rule for sentence in said for rule in sentence.cites}
    scores = query.scores
    over = sorted((rule for rule in query.best.brings if rule not in cited), key=lambda rule: -scores.get(rule, 0.0))
    if wanted:
        over = over[:MOST_EXCEPTIONS]
    else:
        over = [rule for rule in over if scores.get(rule, 0.0) >= CLOSE_BEHIND * query.best.score]
    return [Sentence(text=sentences(game.rules[rule].text[query.answer_language])[0], cites=[rule]) for rule in over]


def within(text: str, language: Language) -> str:
    """The text after a colon: small where it begins with an article, a number or the like, or with what is done."""
    first = _FIRST_WORD.match(text)
    is_small = first is not None and (first[0].lower() in _SMALL[language] or _DOING.fullmatch(first[0]) is not None)
    return text[0].lower() + text[1:] if is_small else text
