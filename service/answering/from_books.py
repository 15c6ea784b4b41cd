"""Answers from the user's own rulebooks: the sentences of the nearest passages, each with its place, and nothing else.

No model writes them and no engine rules: where a passage is near enough it is quoted, else the books say nothing. They
come in where the numbered rules have no answer, or one that is further from the question.
"""

from collections.abc import Iterator, Sequence

from corpus import Game, Language
from index import Hit
from index.books import BookHit
from service.answering.similarity import Query
from service.answering.wording import content, sentences
from service.schema import Answer, Citation, CitationSource, Missing, Sentence, Timings

NEAR = 0.4
"""From this score on a passage answers. With the rules of the four games as books, the questions of the evals found the
deciding passage half the time from here on, and three in a hundred of those about another game came as far.
"""
NEAR_IN_ITS_GAME = 0.3
"""The same where the game was named, so that the question is about it."""
SURE = 0.5
"""From here on six times in ten."""
CLOSER = 0.05
"""By so much a passage has to be nearer than the nearest numbered rule."""
CLOSE_BEHIND = 0.95
MOST_PASSAGES = 3
MOST_SENTENCES = 3


def near(hits: Sequence[BookHit], *, is_named: bool) -> tuple[BookHit, ...]:
    """The passages that answer, the best and those close behind it; none where none is near."""
    least = NEAR_IN_ITS_GAME if is_named else NEAR
    if not hits or hits[0].score < least:
        return ()
    close = (hit for hit in hits if hit.score >= CLOSE_BEHIND * hits[0].score and hit.book.game == hits[0].book.game)
    return tuple(close)[:MOST_PASSAGES]


def is_nearer(hit: BookHit, query: Query, game: Game | None) -> bool:
    """Whether a passage is nearer to the question than the numbered rule that was found for it."""
    return game is None or hit.score > _likeness(query.best, query, game) + CLOSER


def _likeness(best: Hit, query: Query, game: Game) -> float:
    """Of a rule, by meaning and by words, as the likeness of a passage."""
    asked = set(content(query.question, query.language))
    entry = game.rules.get(best.rule) or game.conflicts[best.rule]
    said = [entry.title[query.language], entry.text[query.language], *(ask.q for ask in entry.asks[query.language])]
    shared = asked & set(content(" ".join(said), query.language))
    return (best.dense + len(shared) / max(1, len(asked))) / 2


def answer_from(hits: Sequence[BookHit], question: str, language: Language, timings: Timings) -> Answer:
    """The answer in the words of these passages."""
    said = tuple(_quoted(hits, question))
    return _answer(
        question,
        language,
        hits[0].book.game,
        said,
        [passage_citation(hit) for hit in hits],
        confidence=0.6 if hits[0].score >= SURE else 0.5,
        timings=timings,
    )


def silent(game: str, question: str, language: Language, timings: Timings) -> Answer:
    """That the books of a game do not say it."""
    text = {
        "it": f"I regolamenti aggiunti per «{game}» non lo dicono.",
        "en": f'The rulebooks added for "{game}" do not say.',
    }[language]
    asks = {
        "it": "Con quali parole ne parla il regolamento?",
        "en": "In which words does the rulebook speak of it?",
    }[language]
    said = (Sentence(text=text, cites=[]),)
    missing = [Missing(field="rule", question=asks)]
    return _answer(question, language, game, said, [], confidence=0.5, timings=timings, missing=missing)


def passage_citation(hit: BookHit) -> Citation:
    """A passage as it is cited: by its book and its place, never by a number of the rules."""
    passage = hit.passage
    return Citation(
        rule=hit.id,
        title=passage.section.rpartition(" / ")[2],
        text=passage.text,
        source=CitationSource(document=hit.book.file, section=passage.section, page=passage.page, lines=passage.lines),
        book=hit.book.id,
    )


def _quoted(hits: Sequence[BookHit], question: str) -> Iterator[Sentence]:
    """Of the best passage the sentences about the question, as they stand; of those behind it one each."""
    for at, hit in enumerate(hits):
        own = sentences(hit.passage.text)
        language = hit.book.language
        asked = set(content(question, language))
        shared = [len(asked & set(content(one, language))) for one in own]
        if at == 0 and len(own) <= MOST_SENTENCES:
            chosen: Sequence[int] = range(len(own))
        else:
            best = max(range(len(own)), key=lambda one: shared[one])
            chosen = range(best, min(best + (2 if at == 0 else 1), len(own)))
        yield from (Sentence(text=own[one], cites=[hit.id]) for one in chosen)


def _answer(
    question: str,
    language: Language,
    game: str,
    said: Sequence[Sentence],
    citations: list[Citation],
    *,
    confidence: float,
    timings: Timings,
    missing: Sequence[Missing] = (),
) -> Answer:
    return Answer(
        question=" ".join(question.split()),
        language=language,
        game=game,
        answer=" ".join(sentence.text for sentence in said),
        verdict="explained" if citations else "unknown",
        abstained=not citations,
        sentences=list(said),
        citations=citations,
        edition=None,
        understood=[],
        ruling=None,
        position=None,
        missing=list(missing),
        conflicts=[],
        confidence=confidence,
        model="none",
        timings_ms=timings,
    )
