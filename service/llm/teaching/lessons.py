"""What an LLM is taught: questions with the rules that are found for them in front, and the draft wanted of it.

The draft is the answer that somebody wrote to the question, under the alias of its rule. Where an engine decides, its
ruling stands before the rules as one more to cite, and the draft is that ruling in a sentence. Only what the grammar
lets through and the check would let pass is taught.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import cycle
from random import Random
from typing import Literal, TypeAlias

from corpus import LANGUAGES, Corpus, Language
from corpus.phrasebook import Phrase, load_phrasebook
from index import Index
from index.answers import ruled
from service.answering.computed import deciding
from service.answering.draft_check import objections
from service.answering.drafting import Evidence, Prompt, fits_grammar, parse_sentence, prompt
from service.answering.referee import IN_FRONT_OF_THE_WRITER, RETRIEVED, evidence_of
from service.answering.replies import within
from service.answering.similarity import Query
from service.positions.asked import short_answer
from service.positions.rulings import adjudicate

Kind: TypeAlias = Literal["yes", "no", "explained", "computed"]
IN_TURN: tuple[Kind, ...] = ("yes", "no", "explained", "yes", "no", "explained", "computed")
"""The kinds of answer come in turn: most that are written are a no, and a model would learn to say no."""
DISPLACED = 0.35
"""How often the deciding rule changes places with another: as often as it is not the first that is found for questions
nobody wrote down. For these it nearly always is.
"""
FEWEST = 2
"""So many rules at least are in front, and as many as in front of a draft at most: fewer are read sooner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """What is in front of the model, and what it is to write."""

    question: str
    language: Language
    evidence: tuple[Evidence, ...]
    draft: str
    kind: Kind

    @property
    def prompt(self) -> Prompt:
        """As a draft is asked for."""
        return prompt(self.question, self.evidence, self.language)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredQuestion:
    """A question, its deciding rule, and its answer in a sentence; for one that an engine decides, not yet ruled on."""

    game: str
    rule: str
    language: Language
    question: str
    answer: str
    phrase: Phrase | None = None


def lessons(corpus: Corpus, index: Index, seed: int) -> Iterator[Lesson]:
    """Without end and the same for the same seed, no question twice before all of its kind were there."""
    chance = Random(seed)
    by_kind: dict[Kind, list[AnsweredQuestion]] = {kind: [] for kind in IN_TURN}
    for one in answered(corpus):
        by_kind["computed" if one.phrase else ruled(one.answer)].append(one)
    for some in by_kind.values():
        chance.shuffle(some)
    found = {kind: _found(cycle(some), kind, corpus, index, chance) for kind, some in by_kind.items()}
    for kind in cycle(IN_TURN):
        yield next(found[kind])


def held_out_rulings(corpus: Corpus, index: Index, seed: int) -> Iterator[Lesson]:
    """Lessons that are not taught, of questions that an engine decides: each once, the same for the same seed."""
    chance = Random(seed)
    left_out = [one for one in answered(corpus, held_out=True) if one.phrase]
    chance.shuffle(left_out)
    return _found(left_out, "computed", corpus, index, chance)


def _found(
    some: Iterable[AnsweredQuestion], kind: Kind, corpus: Corpus, index: Index, chance: Random
) -> Iterator[Lesson]:
    for one in some:
        if lesson := _lesson(one, kind, corpus, index, chance):
            yield lesson


def answered(corpus: Corpus, *, held_out: bool = False) -> Iterator[AnsweredQuestion]:
    """All questions with an answer, but for those that are held out; or those alone."""
    for game in corpus.games.values():
        for rule in () if held_out else game.rules.values():
            for language in LANGUAGES:
                for ask in rule.asks[language]:
                    yield AnsweredQuestion(game=game.id, rule=rule.id, language=language, question=ask.q, answer=ask.a)
        for phrase in load_phrasebook(game.id):
            if phrase.held_out != held_out or phrase.rule not in game.rules:  # a conflict is not for a model to settle
                continue
            if phrase.procedure is None and phrase.ask is None:
                continue
            yield AnsweredQuestion(
                game=game.id,
                rule=phrase.rule,
                language=phrase.language,
                question=phrase.text,
                answer="" if phrase.ask is None else game.rules[phrase.rule].asks[phrase.language][phrase.ask].a,
                phrase=phrase if phrase.procedure else None,
            )


def _lesson(one: AnsweredQuestion, kind: Kind, corpus: Corpus, index: Index, chance: Random) -> Lesson | None:
    """None where the draft could not be written, or would not pass."""
    answer = _ruling_in_a_sentence(one.phrase) if one.phrase else one.answer
    if not answer or not fits_grammar(answer):
        return None
    shown, most = _in_front(one, corpus, index), chance.randint(FEWEST, IN_FRONT_OF_THE_WRITER)
    if one.phrase:
        ruling = Evidence(alias="", rule=one.rule, title="", text=answer, answers=(answer,), nearest=answer)
        shown = [ruling, *(evidence for evidence in shown if evidence.rule != one.rule)][:most]
    else:
        gold = next((evidence for evidence in shown if evidence.rule == one.rule), None)
        if gold is None:
            return None
        shown = [replace(gold, nearest=answer), *(evidence for evidence in shown if evidence is not gold)][:most]
        if chance.random() < DISPLACED:
            place = chance.randrange(len(shown))
            shown[0], shown[place] = shown[place], shown[0]
    shown = [replace(evidence, alias=f"R{place}") for place, evidence in enumerate(shown, 1)]
    alias = next(evidence.alias for evidence in shown if evidence.rule == one.rule)
    draft = f"{answer} [{alias}]\n"
    by_alias = {evidence.alias: evidence for evidence in shown}
    if objections(parse_sentence(draft), by_alias, one.question, one.language):
        return None
    return Lesson(question=one.question, language=one.language, evidence=tuple(shown), draft=draft, kind=kind)


def _in_front(one: AnsweredQuestion, corpus: Corpus, index: Index) -> list[Evidence]:
    """The rules that are found for the question, best first."""
    hits = index.search(one.question, language=one.language, game=one.game, limit=RETRIEVED)
    query = Query(
        question=one.question,
        language=one.language,
        answer_language=one.language,
        hits=tuple(hits),
        known_share=1.0,
        game_named=True,
    )
    return list(evidence_of(query, corpus.games[one.game]))


def _ruling_in_a_sentence(phrase: Phrase) -> str:
    """The engine's answer and the step that decides it, as a player would say it; empty where it asks for a fact."""
    assert phrase.procedure is not None
    ruling = adjudicate(phrase.procedure, phrase.state, language=phrase.language, in_time=False)
    step = deciding(ruling.steps, phrase.rule, {})
    if step is None or ruling.hangs_on:
        return ""
    answer = short_answer(phrase.wants, ruling, phrase.game, phrase.language)
    return f"{answer.says}, {within(step.says, phrase.language)}" if answer.says else step.says
