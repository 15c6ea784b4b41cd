"""Answers a question, with evidence, or says that the rules do not.

The ruling is never a model's own. What the texts leave open is reported as open; a question that
someone has answered in writing gets that answer; else a local LLM may phrase the rules, and is
held against them; else the rules speak in their own words.
"""

import logging
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

from corpus import LANGUAGES, Conflict, Corpus, Game, Language, Rule, load_corpus
from index import Embedder, Index, open_index
from index.books import BookHit
from index.embedder import Vectors
from service.answering import replies
from service.answering.confidence import confidence, features
from service.answering.draft_check import objections
from service.answering.drafting import DraftSentence, Evidence, grammar, parse_sentence, prompt
from service.answering.follow_ups import follow_up_on, told_together
from service.answering.from_books import answer_from, is_nearer, near, passage_citation, silent
from service.answering.gaps import gap_asked_about
from service.answering.instructions import without_instructions
from service.answering.language_detection import detected_language
from service.answering.llm_reading import LLMReader
from service.answering.openings import changes_only, follows_up
from service.answering.positions import (
    Read,
    is_half,
    is_mixed,
    is_out_of_place,
    is_told_elsewhere,
    ruling_on,
    rulings_apart,
)
from service.answering.question_parts import pieces_in, questions_in
from service.answering.questions import BadQuestion, UnknownEdition, UnknownGame, validate_question
from service.answering.replies import Reply
from service.answering.same_question import Asked, written_questions
from service.answering.same_question import asked as question_asked
from service.answering.similarity import UNREAD, Query, conflict_asked_about, is_far, is_foreign, is_word_for_word
from service.answering.spelling import Speller, runs, texts_of
from service.answering.wording import (
    asks_nothing,
    asks_to_explain,
    by_a_reading,
    content,
    negated,
    ruling_word,
    says_nothing,
)
from service.answering.yes_or_no import answered_by_all, side_of_all
from service.answering.yours import yours, yours_besides
from service.books import Shelf
from service.house import Entry, House
from service.llm.local import LocalLLM, NoDraft, open_llm
from service.requests import Previous
from service.schema import (
    Answer,
    Answered,
    Citation,
    CitationSource,
    Event,
    OpenConflict,
    Ruled,
    RulesFound,
    Said,
    Sentence,
    Timings,
    UnderstoodFact,
    Yours,
)
from service.settings import Settings

RETRIEVED = 10
IN_FRONT_OF_THE_WRITER = 4
"""More rules only confuse a small model."""
SAME_GAME = 0.95
"""A game whose best rule scores this share of the best of all may be the one that is meant."""
MOST_GAMES = 2
CONTEXT = 0.5
"""Of one question among several: the weight of the score that a rule has for all that was written."""

IsCancelled: TypeAlias = Callable[[], bool]

log = logging.getLogger(__name__)


class Referee:
    """Answers questions about the games of a corpus."""

    def __init__(
        self,
        index: Index,
        corpus: Corpus,
        llm: LocalLLM | None = None,
        edition: str | None = None,
        llm_reads: float = 0.0,
        house: House | None = None,
        shelf: Shelf | None = None,
    ) -> None:
        """`edition` is followed where a question names none; UnknownEdition if no game has it. For `llm_reads` seconds
        at most the LLM reads a question as a position too. What is in `house` is said beside the answers it touches;
        the books of `shelf` answer where the rules have nothing as near.
        """
        self.index = index
        self._corpus = corpus
        self.llm = llm
        self._llm_reader = LLMReader(llm, llm_reads) if llm and llm_reads else None
        self._require_edition(edition, None)
        self._edition = edition
        self._house = house
        self.shelf = shelf or Shelf(Path(os.devnull), lambda: index)  # under which no book can be
        self._house_vectors: dict[tuple[str, Language], Vectors] = {}
        self._vocabularies: dict[tuple[str, Language], frozenset[str]] = {}
        self._spellers: dict[Language, Speller] = {}

    def ask(
        self,
        question: str,
        *,
        game: str | None = None,
        language: Language | None = None,
        edition: str | None = None,
        previous: Previous | None = None,
    ) -> Answer:
        """The answer, in the language of the question unless another is given.

        BadQuestion if there is nothing to answer; UnknownGame if there are no rules for `game`, UnknownEdition if there
        is no such edition.
        """
        *_, last = self.stream(question, game=game, language=language, edition=edition, previous=previous)
        assert isinstance(last, Answered), "a stream ends with the answer"
        return last.answer

    def stream(
        self,
        question: str,
        *,
        game: str | None = None,
        language: Language | None = None,
        edition: str | None = None,
        previous: Previous | None = None,
        cancelled: IsCancelled = lambda: False,
    ) -> Iterator[Event]:
        """The retrieved rules, then the ruling, then each checked sentence, then the whole answer.

        `edition` is the text the table plays by, for the game that has it; `previous` is the answer that the question
        follows up. What is wrong with the question is raised at
        once, not at the first event. When `cancelled()` becomes true while a model writes, it stops, and `Cancelled`
        is raised.
        """
        games = (*self._corpus.games, *self.shelf.books().games)
        if game is not None and game not in games:
            raise UnknownGame(f"unknown game {game!r:.40}; the games are {', '.join(dict.fromkeys(games))}")
        if language not in (None, *LANGUAGES):
            raise BadQuestion(f"unknown language {language!r}; the languages are {', '.join(LANGUAGES)}")
        self._require_edition(edition, game if game in self._corpus.games else None)
        text = without_instructions(validate_question(question, is_reply=previous is not None))
        if game is not None and game not in self._corpus.games:
            return self._events_of_books(text, game, language or detected_language(text))
        named = self._game_named(text)
        game = game or named or (previous.game if previous and previous.game in self._corpus.games else None)
        before = detected_language(previous.began_with) if previous else None
        answer_language = language or detected_language(text, in_doubt=before)
        if named and named == game:
            text = _without_name(text, self._corpus.games[named], answer_language)
        return self._events(question, text, game, answer_language, edition or self._edition, previous, cancelled)

    def retrieve(
        self,
        question: str,
        *,
        game: str | None,
        language: Language,
        edition: str | None = None,
        names_game: bool = False,
    ) -> Query:
        """The question beside what the index finds for it; `language` is that of the answer, and `names_game` whether
        the question itself named the game.
        """
        question_language = detected_language(question, in_doubt=language)
        question = self._speller(question_language).corrected(question)
        hits = self.index.search(question, language=question_language, game=game, limit=RETRIEVED)
        foreign = self.index.phrases.foreign(question, question_language)
        return Query(
            question=question,
            language=question_language,
            answer_language=language,
            hits=tuple(hits),
            known_share=self._known_share(question, game, question_language),
            game_named=game is not None,
            names_game=names_game,
            foreign=UNREAD if foreign is None else foreign,
            edition=edition,
        )

    def _require_edition(self, edition: str | None, game: str | None) -> None:
        games = [self._corpus.games[game]] if game else list(self._corpus.games.values())
        known: dict[str, None] = {id: None for one in games for id in one.card.editions}
        if edition is not None and edition not in known:
            raise UnknownEdition(f"unknown edition {edition!r:.40}; the editions are {', '.join(known)}")

    def _game_named(self, question: str) -> str | None:
        """The game that the question calls by a name of its own, if it is one only."""
        said = _plain(question)
        named = [id for id, game in self._corpus.games.items() if any(_plain(name) in said for name in _names(game))]
        return named[0] if len(named) == 1 else None

    def _events(
        self,
        question: str,
        text: str,
        game: str | None,
        language: Language,
        edition: str | None,
        previous: Previous | None,
        cancelled: IsCancelled,
    ) -> Iterator[Event]:
        """`text` is what is looked up for the question."""
        began = time.perf_counter()
        names_game = game is not None and self._game_named(question) == game
        whole = self.retrieve(text, game=game, language=language, edition=edition, names_game=names_game)
        follows: str | None = None
        changed = follow_up_on(previous, whole, game, self.index, self._corpus) if previous else None
        if previous and (changed or follows_up(text, whole.language)):
            follows = previous.began_with
        if previous and follows and changed is None:
            both = self.retrieve(f"{follows} {text}", game=game, language=language, edition=edition)
            changed = told_together(previous, both, self.index, self._corpus)
            part = _in_context(whole, both)
            is_lost = changes_only(text, whole.language) and is_foreign(part)
            queries: tuple[Query, ...] = (both if changed or is_lost else part,)
        else:
            queries = (whole,) if changed else self._queries(whole, game)
        hits = {hit.rule: hit for query in queries for hit in query.hits}
        passages = self._near_passages(text, whole.language, game)
        retrieved = time.perf_counter()
        yield RulesFound(
            rules=[*(self._citation(rule, language, edition) for rule in hits), *map(passage_citation, passages)]
        )
        reads: Sequence[Read]
        queries, reads = (queries, [changed]) if changed else self._readings(queries, whole.question, cancelled)
        adjudicated = time.perf_counter()
        # One draft has its time; two questions at once get the rules' own words.
        replies_ = [
            read.reply
            if read.reply and (changed or read.reply.also)
            else replies.with_value(self._settled(query, read, cancelled, may_draft=len(queries) == 1), query)
            for query, read in zip(queries, reads, strict=True)
        ]
        by_game = len(queries) > 1 and len({query.best.game for query in queries}) > 1
        reply = replies.by_game(replies_, language) if by_game else replies.together(replies_)
        timings = Timings(
            retrieve=round((retrieved - began) * 1e3, 1),
            adjudicate=round((adjudicated - retrieved) * 1e3, 1),
            generate=round((time.perf_counter() - adjudicated) * 1e3, 1),
        )
        if passages and _has_no_answer(reply, passages[0], whole):
            yield from _stream(answer_from(passages, text, language, timings))
        else:
            answer = self._answer(" ".join(question.split()), queries[0], reply, timings)
            yield from _stream(answer.model_copy(update={"follows": follows}))

    def _events_of_books(self, question: str, game: str, language: Language) -> Iterator[Event]:
        """Of a game of which there are the user's books alone."""
        began = time.perf_counter()
        passages = self._near_passages(question, detected_language(question, in_doubt=language), game)
        timings = Timings(retrieve=round((time.perf_counter() - began) * 1e3, 1), adjudicate=0.0, generate=0.0)
        yield RulesFound(rules=[passage_citation(hit) for hit in passages])
        found = passages and answer_from(passages, question, language, timings)
        yield from _stream(found or silent(game, question, language, timings))

    def _near_passages(self, question: str, language: Language, game: str | None) -> tuple[BookHit, ...]:
        return near(self.shelf.search(question, language, game), is_named=game is not None)

    def _queries(self, whole: Query, game: str | None) -> tuple[Query, ...]:
        """What is to be answered: each of several questions in one, or the question for each game it may be about."""
        if is_foreign(whole):
            return (whole,)
        within = partial(
            self.retrieve, language=whole.answer_language, edition=whole.edition, names_game=whole.names_game
        )
        if game is None:
            candidates = self._candidates(whole)
            if len(candidates) > 1:
                return tuple(within(whole.question, game=game) for game in candidates)
            (game,) = candidates
            whole = within(whole.question, game=game)
        questions = questions_in(whole.question, whole.language)
        if len(questions) == 1:
            return (whole,)
        queries = [_in_context(within(question, game=game), whole) for question in questions]
        distinct = {one.best.rule: one for one in reversed(queries) if one.hits}
        return tuple(reversed(distinct.values())) if len(distinct) > 1 else (whole,)

    def _candidates(self, query: Query) -> tuple[str, ...]:
        """The games that the question may be about, the likelier first: with rules near it, and with its words."""
        best: dict[str, float] = {}
        for hit in query.hits:
            best.setdefault(hit.game, hit.score * self._known_share(query.question, hit.game, query.language))
        order = sorted(best, key=lambda game: -best[game])
        return tuple(game for game in order if best[game] >= SAME_GAME * best[order[0]])[:MOST_GAMES]

    # --- questions that hold a position

    def _readings(
        self, queries: tuple[Query, ...], text: str, cancelled: IsCancelled
    ) -> tuple[tuple[Query, ...], Sequence[Read]]:
        """What is answered, with what came of reading it as a position: each question of a text, or the whole of it
        where it holds one position, or several that are ruled on apart.
        """
        whole = replace(queries[0], question=text)
        pieces = pieces_in(text, whole.language)
        if len({query.best.game for query in queries if query.hits}) > 1:
            pieces = (text,)
        if len(pieces) > 1 and (apart := rulings_apart(whole, pieces, self.index, self._corpus)):
            return (whole,), [Read(reply=apart)]
        llm = self._llm_reader if len(queries) == 1 else None  # it has time for one
        reads = [ruling_on(query, self.index, self._corpus, llm, cancelled) for query in queries]
        halves = [is_half(read, query, text, self.index) for read, query in zip(reads, queries, strict=True)]
        if any(halves):
            read = ruling_on(whole, self.index, self._corpus)
            if read.reply and not is_mixed(read, pieces, whole, self.index):
                return (whole,), [read]
            reads = [replace(read, reply=None) if half else read for read, half in zip(reads, halves, strict=True)]
        elif len(reads) == 1 and is_mixed(reads[0], pieces, whole, self.index):
            reads = [Read()]
        return queries, [Read() if is_told_elsewhere(read, reads) else read for read in reads]

    def _settled(self, query: Query, read: Read, cancelled: IsCancelled, *, may_draft: bool) -> Reply:
        """The engine's ruling, unless someone wrote the answer to this question word for word or the question is about
        a gap; where it asks for a fact, all that the texts leave open goes before it.
        """
        ruled, is_written = read.reply, is_word_for_word(query)
        if ruled and ruled.verdict != "depends" and not is_written and not self._is_left_open(query, read):
            return self._with_side(ruled, query, read)
        answered = partial(self.reply, cancelled=cancelled, may_draft=may_draft and ruled is None, ruled=read.of_yes)
        reply = answered(query)
        if reply.abstained and (elsewhere := {gap.id for gap in reply.conflicts if is_out_of_place(gap, read)}):
            hits = tuple(hit for hit in query.hits if hit.rule not in elsewhere)
            reply = answered(replace(query, hits=hits))
        if ruled is None:
            if not is_written and _is_contradicted(reply, read):
                reply = replies.without_side(reply)
            sided = self._with_side(reply, query, read)
            left_open = _leaves_it_open(reply, read, query) and not _is_contradicted(sided, read)
            conditional = (read.conditional,) if read.conditional and left_open else ()
            return replace(
                sided,
                sentences=(*sided.sentences, *conditional),
                position=read.position,
                perhaps=read.perhaps,
            )
        if reply.way == "words" or reply.verdict == "explained" or (reply.way == "written" and not is_written):
            return ruled
        agree = reply.verdict == ruled.verdict
        return replace(
            reply,
            ruling=ruled.ruling if agree else None,
            understood=ruled.understood if agree else (),
            position=ruled.position,
        )

    def _with_side(self, reply: Reply, query: Query, read: Read) -> Reply:
        """With the yes or no before it that all signs speak for, where one is wanted and it has none."""
        if reply.verdict != "explained" or query.is_part:
            return reply
        game = self._corpus.games[query.best.game]
        side = side_of_all(query.within(game.id), game, self.index, read.of_yes)
        if side is None or (side == "yes" and _denies(reply, query)):
            return reply
        return replies.with_side(reply, side, query.answer_language)

    def _is_left_open(self, query: Query, read: Read) -> bool:
        """Whether the question is about a gap for which the position leaves room, and its ruling does not say so."""
        game = self._corpus.games[query.best.game]
        gap = gap_asked_about(query.within(game.id), game, self.index)
        says_so = read.reply is not None and read.reply.verdict == "unknown"
        return gap is not None and not says_so and not is_out_of_place(game.conflicts[gap.rule], read)

    # --- the order of resort

    def reply(
        self, query: Query, cancelled: IsCancelled = lambda: False, *, may_draft: bool = True, ruled: float = 0.0
    ) -> Reply:
        """What is answered, before the evidence is laid out; `ruled` is how far a ruling speaks for a yes."""
        if is_foreign(query):
            return replies.foreign(self._corpus.games.values(), query.answer_language)
        game = self._corpus.games[query.best.game]
        if is_far(query):
            return replies.silent(query, game, self._vocabulary(game, query.language))
        query = query.within(game.id)
        asked = question_asked(list(written_questions(query, game, self.index)))
        explained = replies.overview(query, game) if asks_to_explain(query.question, query.language) else None
        if explained and not is_word_for_word(query):
            return replies.explained(explained, query, game, asked)
        if asked and asked.hit.rule in game.conflicts:
            return replies.open_question(asked.hit, query, game)
        is_sure = (asked and asked.rules) or is_word_for_word(query)
        if not is_sure and (gap := gap_asked_about(query, game, self.index)):
            return replies.open_question(gap, query, game)
        if asked is None and (open_question := conflict_asked_about(query, game.conflicts)):
            return replies.open_question(open_question, query, game)
        if not is_sure:
            asked = self._answered_by_all(query, game, ruled) or asked
        best = asked.hit if asked else next((hit for hit in query.hits if hit.rule in game.rules), None)
        if best is None:
            return replies.open_question(query.best, query, game)
        rule = game.rules[best.rule]
        if asked and says_nothing(rule.asks[query.language][asked.number].a):
            return replies.unsaid(rule, asked, query, game)
        beside_it = replies.competing_conflict(rule, query, game)
        query = query.led_by(best)
        reply = (
            replies.written(rule, query, asked)
            or (self._drafted(query, game, cancelled) if may_draft else None)
            or replies.own_words(rule, query, game)
        )
        beside_it = beside_it or replies.conflict_behind(reply.sentences[0], rule, query, game)
        conflict = game.conflicts[beside_it.rule] if beside_it else None
        if beside_it and conflict and conflict.reading(query.edition) != conflict.default:
            return replies.open_question(beside_it, query, game)  # the text of the rule follows the default reading
        reply = replies.with_exceptions(reply, query, game)
        if conflict:
            said = (*reply.sentences, *replies.other_text(conflict, query, game))
            reply = replace(reply, verdict="depends" if _is_open(reply) else reply.verdict, sentences=said)
        reply = replies.with_any(reply, query)
        return replies.with_its_rule(reply, best, game, query)

    def _answered_by_all(self, query: Query, game: Game, ruled: float) -> Asked | None:
        """The yes or no that the written questions speak for together; none where a conflict over its rule is near."""
        asked = answered_by_all(query, game, self.index, ruled)
        if asked and replies.competing_conflict(game.rules[asked.hit.rule], query, game):
            return None
        return asked

    def _drafted(self, query: Query, game: Game, cancelled: IsCancelled) -> Reply | None:
        """What the LLM writes, if all of it holds; the first objection stops it."""
        llm = self.llm
        if llm is None or query.answer_language not in llm.languages:
            return None
        evidence = {one.alias: one for one in evidence_of(query, game)}
        draft: list[DraftSentence] = []
        written = llm.write(
            prompt(query.question, list(evidence.values()), query.answer_language), grammar(list(evidence)), cancelled
        )
        try:
            with closing(written) as lines:
                for line in lines:
                    sentence = parse_sentence(line)
                    if reasons := objections(sentence, evidence, query.question, query.answer_language):
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
            verdict=ruling_word(draft[0].text, query.answer_language),
            sentences=tuple(
                Sentence(text=one.text, cites=[evidence[alias].rule for alias in one.cites]) for one in draft
            ),
            model=llm.name,
        )

    # --- the evidence

    def _answer(self, question: str, query: Query, reply: Reply, timings: Timings) -> Answer:
        cited = dict.fromkeys(rule for sentence in reply.sentences for rule in sentence.cites)
        reply = self._in_own_words(reply, question, query.language)
        house = {id: own for id in self._corpus.games if self._house and (own := self._house.entries(id))}
        return Answer(
            question=question,
            language=query.answer_language,
            game=reply.game.id if reply.game else None,
            answer=" ".join(sentence.text for sentence in reply.sentences),
            verdict=reply.verdict,
            abstained=reply.abstained,
            sentences=list(reply.sentences),
            citations=[
                self._citation(rule, query.answer_language, query.edition)
                for rule in sorted(dict.fromkeys((*cited, *reply.beside)), key=self._sums_up)
            ],
            edition=reply.edition,
            understood=list(reply.understood),
            ruling=reply.ruling,
            position=reply.position,
            perhaps=reply.perhaps,
            also=[yours_besides(one, house, query) for one in reply.also] or None,
            missing=list(reply.missing),
            conflicts=[_open_conflict(conflict, query.answer_language, query.edition) for conflict in reply.conflicts],
            yours=self._yours(reply, query, house),
            confidence=round(confidence(features(query, reply.way)), 3),
            model=reply.model,
            timings_ms=timings,
        )

    def _in_own_words(self, reply: Reply, question: str, language: Language) -> Reply:
        """With the facts told by the words that the player wrote, slips and all."""
        speller = self._speller(language)

        def own(facts: Iterable[UnderstoodFact]) -> list[UnderstoodFact]:
            return [fact.model_copy(update={"words": speller.as_written(fact.words, question)}) for fact in facts]

        perhaps = reply.perhaps and reply.perhaps.model_copy(update={"understood": own(reply.perhaps.understood)})
        also = tuple(one.model_copy(update={"understood": own(one.understood)}) for one in reply.also)
        return replace(reply, understood=tuple(own(reply.understood)), perhaps=perhaps, also=also)

    def _yours(self, reply: Reply, query: Query, entries: Mapping[str, Sequence[Entry]]) -> Yours | None:
        def vector(text: str, language: Language) -> Vectors:
            if text == query.question:  # the entries' own texts come again with each question, and stay
                return self.index.vector(text, language)
            key = (text, language)
            if key not in self._house_vectors:
                self._house_vectors[key] = self.index.vector(text, language)
            return self._house_vectors[key]

        return yours(reply, query, entries, vector) if entries else None

    def _sums_up(self, id: str) -> bool:
        """Whether it is an overview, which the answer gives already: what it sums up is cited before it."""
        game = self._corpus.game_of(id)
        return game is not None and id in game.rules and bool(game.rules[id].sums_up)

    def _citation(self, id: str, language: Language, edition: str | None = None) -> Citation:
        game = self._corpus.game_of(id)
        if game is None:
            raise LookupError(f"{id} is in the index and not in the corpus: build the index again")
        entry: Rule | Conflict = game.rules[id] if id in game.rules else game.conflicts[id]
        sources = entry.source if isinstance(entry, Rule) else game.rules[entry.rules[0]].source
        # The edition the table plays by, else the one in the reader's language, where the rule stands in it.
        source = min(
            sources,
            key=lambda one: (one.document != edition, game.card.editions[one.document].language != language),
        )
        return Citation(
            rule=id,
            title=entry.title[language],
            text=entry.text[language],
            source=CitationSource(document=source.document, section=source.section),
        )

    def _known_share(self, question: str, game: str | None, language: Language) -> float:
        games = [self._corpus.games[game]] if game else list(self._corpus.games.values())
        stems = set(content(question, language))
        known = {stem for one in games for stem in stems & self._vocabulary(one, language)}
        return len(known) / len(stems) if stems else 1.0

    def _speller(self, language: Language) -> Speller:
        if language not in self._spellers:
            texts = (text for game in self._corpus.games.values() for text in texts_of(game, language))
            self._spellers[language] = Speller(language, texts)
        return self._spellers[language]

    def _vocabulary(self, game: Game, language: Language) -> frozenset[str]:
        key = (game.id, language)
        if key not in self._vocabularies:
            self._vocabularies[key] = frozenset(content(" ".join(runs(texts_of(game, language))), language))
        return self._vocabularies[key]


def _stream(answer: Answer) -> Iterator[Event]:
    """An answer as it is streamed: the ruling, each sentence, the whole."""
    yield Ruled(verdict=answer.verdict, abstained=answer.abstained, ruling=answer.ruling)
    for sentence in answer.sentences:
        yield Said(sentence=sentence)
    yield Answered(answer=answer)


def _denies(reply: Reply, query: Query) -> bool:
    """Whether it begins with what is not so, where nothing was asked that is not: no yes goes before that."""
    first, language = reply.sentences[0].text, query.answer_language
    return negated(first, language) and not (negated(query.question, query.language) or replies.is_condition(first))


def _is_contradicted(reply: Reply, read: Read) -> bool:
    """Whether the position that may be meant gets a yes where a question was answered with a no, or the other way: "I
    have 41, is it over?" is none to the question that is told that it takes 40.
    """
    answer = read.perhaps.ruling.answer if read.perhaps else None
    return answer is not None and {answer.verdict, reply.verdict} == {"yes", "no"}


def _leaves_it_open(reply: Reply, read: Read, query: Query) -> bool:
    """Whether an answer says less than the ruling on the position that may be meant would: it is in the rule's own
    words, or where that is definite it explains; or it depends or has a number for any position, and is asked alone.
    """
    if reply.way == "words":
        return True
    answer = read.perhaps.ruling.answer if read.perhaps else None
    if answer is None or not answer.is_definite:
        return False
    return reply.verdict == "explained" or (reply.verdict in ("depends", "value") and not query.is_part)


def _has_no_answer(reply: Reply, passage: BookHit, query: Query) -> bool:
    """Whether the numbered rules leave a question to the books: they abstain and leave nothing open, or go by a rule
    that is further from it.
    """
    if reply.abstained:
        return not reply.conflicts
    return reply.ruling is None and is_nearer(passage, query, reply.game)


def _plain(text: str) -> str:
    """Letters and digits only, so that "vwars", "V Wars" and "V-Wars" are one name."""
    return "".join(letter for letter in text.lower() if letter.isalnum())


def _names(game: Game) -> tuple[str, ...]:
    return (game.card.name, *game.card.also_called)


def _without_name(question: str, game: Game, language: Language) -> str:
    """The question without the game's name, which says nothing about a rule; as it is where nothing else is asked."""
    names = "|".join(r"\W*".join(map(re.escape, re.findall(r"\w+", name))) for name in _names(game))
    rest = re.sub(rf"(?:\b(?:a|in|di|per|su|at|for|of)\s+|^)(?:{names})\b\s*[:,]?", " ", question, flags=re.IGNORECASE)
    return question if asks_nothing(rest, language) else " ".join(rest.split())


def open_referee(settings: Settings, llm: LocalLLM | None = None) -> Referee:
    """The referee of these settings over the whole corpus; MissingIndex or StaleIndex if it has no index.

    `llm` is the LLM of these settings, if it is open already.
    """
    corpus = load_corpus()
    embedder = Embedder(settings.embeddings, settings.query_prefix, settings.passage_prefix, threads=settings.threads)
    index = open_index(settings.home, embedder, corpus, settings.elsewhere)
    return Referee(
        index,
        corpus,
        llm or open_llm(settings.llm, threads=settings.threads),
        edition=settings.edition or None,
        llm_reads=settings.llm_reads,
        house=House(settings.house_rules),
        shelf=Shelf(settings.elsewhere or settings.home, lambda: index),
    )


def evidence_of(query: Query, game: Game) -> Iterator[Evidence]:
    """The best rules, each followed by what overrules it; a conflict is not for a model to settle."""
    found = {hit.rule: hit for hit in query.hits if hit.game == game.id and hit.rule in game.rules}
    order = dict.fromkeys(rule for hit in found.values() for rule in (hit.rule, *hit.brings))
    for number, id in enumerate(list(order)[:IN_FRONT_OF_THE_WRITER], start=1):
        rule, hit = game.rules[id], found.get(id)
        yield Evidence(
            alias=f"R{number}",
            rule=id,
            title=rule.title[query.answer_language],
            text=rule.text[query.answer_language],
            answers=tuple(ask.a for ask in rule.asks[query.answer_language]),
            nearest=hit.asks[0][0].answer if hit and hit.asks else "",
        )


def _is_open(reply: Reply) -> bool:
    """Whether a conflict beside it leaves the reply open."""
    return reply.verdict == "explained" or by_a_reading(reply.sentences[0].text)


def _open_conflict(conflict: Conflict, language: Language, edition: str | None) -> OpenConflict:
    return OpenConflict(
        id=conflict.id,
        readings={name: reading[language] for name, reading in conflict.readings.items()},
        taken=conflict.reading(edition) or None,
    )


def _in_context(part: Query, whole: Query) -> Query:
    """One of several questions, its rules ordered also by how near they are to all that was written."""
    scores = whole.scores
    hits = sorted(part.hits, key=lambda hit: -(hit.score + CONTEXT * scores.get(hit.rule, 0.0)))
    return replace(part, hits=tuple(hits), is_part=True)
