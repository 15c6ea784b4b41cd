"""Answers a question, with evidence, or says that the rules do not.

The ruling is never a model's own. What the texts leave open is told as open; a question that
someone has answered in writing gets that answer; else a local LLM may phrase the rules, and is
held against them; else the rules speak in their own words.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from typing import TypeAlias

from corpus import LANGUAGES, Conflict, Corpus, Game, Language, Rule, load_corpus
from index import Embedder, Index, open_index
from service import replies
from service.check import faults
from service.confidence import confidence, features
from service.drafting import Drafted, Evidence, drafted, grammar, prompt
from service.llm.local import LocalLLM, NoDraft, open_llm
from service.nearness import Asked, is_far, is_foreign
from service.questions import BadQuestion, UnknownGame, accepted
from service.replies import Reply
from service.schema import (
    Answer,
    Answered,
    Citation,
    Event,
    OpenConflict,
    Ruled,
    RulesFound,
    Said,
    Sentence,
    Source,
    Timings,
)
from service.settings import Settings
from service.tongue import tongue
from service.wording import content, ruling_word

RETRIEVED = 10
IN_FRONT_OF_THE_WRITER = 4
"""More rules only confuse a small model."""

IsCancelled: TypeAlias = Callable[[], bool]

log = logging.getLogger(__name__)


class Referee:
    """Answers questions about the games of a corpus."""

    def __init__(self, index: Index, corpus: Corpus, llm: LocalLLM | None = None) -> None:
        self.index = index
        self._corpus = corpus
        self.llm = llm
        self._vocabularies: dict[tuple[str, Language], frozenset[str]] = {}

    def ask(self, question: str, *, game: str | None = None, language: Language | None = None) -> Answer:
        """The answer, in the language of the question unless told.

        BadQuestion if there is nothing to answer; UnknownGame if there are no rules for `game`.
        """
        *_, last = self.stream(question, game=game, language=language)
        assert isinstance(last, Answered), "a stream ends with the answer"
        return last.answer

    def stream(
        self,
        question: str,
        *,
        game: str | None = None,
        language: Language | None = None,
        cancelled: IsCancelled = lambda: False,
    ) -> Iterator[Event]:
        """The retrieved rules, then the ruling, then each checked sentence, then the whole answer.

        What is wrong with the question is raised at once, not at the first event. When
        `cancelled()` becomes true while a model writes, it stops, and `Cancelled` is raised.
        """
        if game is not None and game not in self._corpus.games:
            raise UnknownGame(f"unknown game {game!r}; the games are {', '.join(self._corpus.games)}")
        if language not in (None, *LANGUAGES):
            raise BadQuestion(f"unknown language {language!r}; the languages are {', '.join(LANGUAGES)}")
        text = accepted(question)
        return self._events(text, game or self._game_named(text), language or tongue(text), cancelled)

    def asked(self, question: str, *, game: str | None, language: Language) -> Asked:
        """The question beside what the index finds for it; `language` is that of the answer."""
        spoken = tongue(question, in_doubt=language)
        hits = self.index.search(question, language=spoken, game=game, limit=RETRIEVED)
        known = self._known(question, game, spoken)
        return Asked(question=question, spoken=spoken, language=language, hits=tuple(hits), known=known)

    def _game_named(self, question: str) -> str | None:
        """The game that the question calls by its name, if it is one only."""
        said = _plain(question)
        named = [id for id, game in self._corpus.games.items() if _plain(game.card.name) in said]
        return named[0] if len(named) == 1 else None

    def _events(self, question: str, game: str | None, language: Language, cancelled: IsCancelled) -> Iterator[Event]:
        began = time.perf_counter()
        asked = self.asked(question, game=game, language=language)
        found = time.perf_counter()
        yield RulesFound(rules=[self._citation(hit.rule, language) for hit in asked.hits])
        reply = self.reply(asked, cancelled)
        timings = Timings(
            retrieve=round((found - began) * 1e3, 1),
            adjudicate=0.0,
            generate=round((time.perf_counter() - found) * 1e3, 1),
        )
        yield Ruled(verdict=reply.verdict, abstained=reply.abstained, ruling=None)
        for sentence in reply.sentences:
            yield Said(sentence=sentence)
        yield Answered(answer=self._answer(asked, reply, timings))

    # --- the order of resort

    def reply(self, asked: Asked, cancelled: IsCancelled = lambda: False) -> Reply:
        """What is answered, before the evidence is laid out."""
        if is_foreign(asked):
            return replies.foreign(self._corpus.games.values(), asked.language)
        game = self._corpus.games[asked.best.game]
        if is_far(asked):
            return replies.silent(asked, game, self._vocabulary(game, asked.spoken))
        if conflict := game.conflicts.get(asked.best.rule):
            return replies.open_question(conflict, asked, game)
        rule = game.rules[asked.best.rule]
        reply = replies.written(rule, asked)
        if reply is None and (open_question := replies.left_open(rule, asked, game)):
            return open_question
        reply = reply or self._drafted(asked, game, cancelled) or replies.own_words(rule, asked, game)
        return replace(
            reply,
            game=game,
            sentences=(*reply.sentences, *replies.exceptions(asked, game, reply.sentences)),
            beside=(rule.id, *asked.best.brings),
            conflicts=game.conflicts_of(rule.id),
        )

    def _drafted(self, asked: Asked, game: Game, cancelled: IsCancelled) -> Reply | None:
        """What the LLM writes, if all of it holds; the first fault stops it."""
        llm = self.llm
        if llm is None or asked.language not in llm.languages:
            return None
        evidence = {one.alias: one for one in _evidence(asked, game)}
        draft: list[Drafted] = []
        written = llm.write(
            prompt(asked.question, list(evidence.values()), asked.language), grammar(list(evidence)), cancelled
        )
        try:
            with closing(written) as lines:
                for line in lines:
                    sentence = drafted(line)
                    if reasons := faults(sentence, evidence, asked.question, asked.language):
                        llm.count("refused")
                        log.info("draft refused: %r: %s", sentence.text, "; ".join(reasons))
                        return None
                    if sentence not in draft:
                        draft.append(sentence)
        except NoDraft as none:
            log.info("no draft: %s: %s", none.end, none)
            return None
        llm.count("kept" if draft else "refused")
        if not draft:
            return None
        return Reply(
            way="words",
            verdict=ruling_word(draft[0].text, asked.language),
            sentences=tuple(
                Sentence(text=one.text, cites=[evidence[alias].rule for alias in one.cites]) for one in draft
            ),
            model=llm.name,
        )

    # --- the evidence

    def _answer(self, asked: Asked, reply: Reply, timings: Timings) -> Answer:
        cited = dict.fromkeys(rule for sentence in reply.sentences for rule in sentence.cites)
        return Answer(
            question=asked.question,
            language=asked.language,
            game=reply.game.id if reply.game else None,
            answer=" ".join(sentence.text for sentence in reply.sentences),
            verdict=reply.verdict,
            abstained=reply.abstained,
            sentences=list(reply.sentences),
            citations=[self._citation(rule, asked.language) for rule in dict.fromkeys((*cited, *reply.beside))],
            ruling=None,
            missing=list(reply.missing),
            conflicts=[_open_conflict(conflict, asked.language) for conflict in reply.conflicts],
            confidence=round(confidence(features(asked, reply.way)), 3),
            model=reply.model,
            timings_ms=timings,
        )

    def _citation(self, id: str, language: Language) -> Citation:
        game = self._corpus.game_of(id)
        if game is None:
            raise LookupError(f"{id} is in the index and not in the corpus: build the index again")
        told: Rule | Conflict = game.rules[id] if id in game.rules else game.conflicts[id]
        sources = told.source if isinstance(told, Rule) else game.rules[told.rules[0]].source
        # The edition in the reader's language, where the rule stands in it.
        source = min(sources, key=lambda one: game.card.editions[one.document].language != language)
        return Citation(
            rule=id,
            title=told.title[language],
            text=told.text[language],
            source=Source(document=source.document, section=source.section),
        )

    def _known(self, question: str, game: str | None, language: Language) -> float:
        games = [self._corpus.games[game]] if game else list(self._corpus.games.values())
        stems = set(content(question, language))
        known = {stem for one in games for stem in stems & self._vocabulary(one, language)}
        return len(known) / len(stems) if stems else 1.0

    def _vocabulary(self, game: Game, language: Language) -> frozenset[str]:
        key = (game.id, language)
        if key not in self._vocabularies:
            self._vocabularies[key] = frozenset(content(" . ".join(_texts(game, language)), language))
        return self._vocabularies[key]


def _plain(text: str) -> str:
    """Letters and digits only, so that "vwars", "V Wars" and "V-Wars" are one name."""
    return "".join(letter for letter in text.lower() if letter.isalnum())


def open_referee(settings: Settings, llm: LocalLLM | None = None) -> Referee:
    """The referee of these settings over the whole corpus; MissingIndex or StaleIndex if it has no index.

    `llm` is the LLM of these settings, if it is open already.
    """
    corpus = load_corpus()
    embedder = Embedder(settings.embeddings, settings.query_prefix, settings.passage_prefix, threads=settings.threads)
    return Referee(
        open_index(settings.home, embedder, corpus), corpus, llm or open_llm(settings.llm, threads=settings.threads)
    )


def _texts(game: Game, language: Language) -> Iterator[str]:
    targets: tuple[Rule | Conflict, ...] = (*game.rules.values(), *game.conflicts.values())
    for told in targets:
        yield from (told.title[language], told.text[language])
        for ask in told.asks[language]:
            yield from (ask.q, ask.a)
    for term in game.terms.values():
        yield from (term.name[language], term.meaning[language], *(term.it if language == "it" else term.en))


def _evidence(asked: Asked, game: Game) -> Iterator[Evidence]:
    """The best rules, each followed by what overrules it; a conflict is not for a model to settle."""
    found = {hit.rule: hit for hit in asked.hits if hit.game == game.id and hit.rule in game.rules}
    order = dict.fromkeys(rule for hit in found.values() for rule in (hit.rule, *hit.brings))
    for number, id in enumerate(list(order)[:IN_FRONT_OF_THE_WRITER], start=1):
        rule, hit = game.rules[id], found.get(id)
        yield Evidence(
            alias=f"R{number}",
            rule=id,
            title=rule.title[asked.language],
            text=rule.text[asked.language],
            answers=tuple(ask.a for ask in rule.asks[asked.language]),
            nearest=hit.asks[0][0].answer if hit and hit.asks else "",
        )


def _open_conflict(conflict: Conflict, language: Language) -> OpenConflict:
    return OpenConflict(
        id=conflict.id,
        readings={name: reading[language] for name, reading in conflict.readings.items()},
        taken=conflict.default or None,
    )
