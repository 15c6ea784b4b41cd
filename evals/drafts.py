"""Whether a local LLM earns its place: `arbitro eval --llm FILE [--adapter FILE ...]`.

Measured on the questions where it is asked at all, those that nobody has answered in writing and that no engine rules
on: the answer with its draft beside the answer in the rules' own words. It wins in a kind of question where it puts
right more than it spoils, and more clearly than chance would; a yes for a no, or no for a yes, that was not there
without it is spoilt, too. A draft may take as long as it takes, and how long that is stands beside.
"""

import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median, quantiles

from corpus import LANGUAGES, Language
from evals.baseline import Figures
from evals.cases import QuestionCase
from evals.questions import JudgedAnswer, judged_answer
from service.answering.draft_check import objections
from service.answering.drafting import DraftSentence, Prompt, grammar, parse_sentence
from service.answering.referee import Referee
from service.answering.wording import asks_how_many, asks_which, offers_alternatives, ruling_word
from service.llm.local import DraftEnd, LocalLLM, NoDraft
from service.llm.teaching.lessons import Lesson

PATIENCE = 120.0
RULINGS = 60
"""So many questions that an engine decides, of those that nothing is taught on."""
BY_CHANCE = 0.05
"""Less likely than this to come of chance, what was put right beside what was spoilt is a win."""


class NoLLM(LocalLLM):
    """Writes nothing, and counts how often it is asked."""

    def __init__(self) -> None:
        super().__init__("", threads=1)
        self.languages = LANGUAGES

    def write(
        self, prompt: Prompt, grammar: str, cancelled: Callable[[], bool] = lambda: False, patience: float = PATIENCE
    ) -> Generator[str, None, None]:
        """Nothing."""
        self.count("off")
        raise NoDraft("off", "it is only counted how often one is asked for")
        yield  # what makes it a generator


class PatientLLM(LocalLLM):
    """Takes its time in either language, and notes how long."""

    def __init__(self, file: str, *, threads: int, adapter: Path | None = None) -> None:
        super().__init__(file, threads=threads, adapter=adapter)
        self.languages = LANGUAGES
        self.seconds = 0.0
        """Of the last draft: to its last word, or to the word where it was refused."""

    def write(
        self, prompt: Prompt, grammar: str, cancelled: Callable[[], bool] = lambda: False, patience: float = PATIENCE
    ) -> Generator[str, None, None]:
        """As long as it takes."""
        began = time.monotonic()
        try:
            yield from super().write(prompt, grammar, cancelled, PATIENCE)
        finally:
            self.seconds = time.monotonic() - began


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted:
    """A question for which a draft was asked for: what came of it, and the answers with it and without."""

    case: QuestionCase
    end: DraftEnd
    seconds: float
    drafted: JudgedAnswer
    undrafted: JudgedAnswer

    @property
    def groups(self) -> tuple[str, ...]:
        """The kinds of question that it is one of: by its words, and by its case."""
        form = form_of(self.case.question, self.case.lang)
        return (self.case.lang, f"{self.case.lang} {form}", self.case.kind)

    @property
    def better(self) -> bool:
        """Whether the draft puts the answer right."""
        return not self.drafted.failures and bool(self.undrafted.failures)

    @property
    def worse(self) -> bool:
        """Whether the draft spoils it, or turns it into its opposite."""
        spoilt = bool(self.drafted.failures) and not self.undrafted.failures
        return spoilt or (self.drafted.opposite and not self.undrafted.opposite)


def form_of(question: str, language: Language) -> str:
    """What kind of answer the question wants, as far as its words tell."""
    if asks_how_many(question):
        return "how many"
    return "which" if asks_which(question, language) or offers_alternatives(question) else "yes or no"


def undrafted(referee: Referee, cases: Iterable[QuestionCase], game: str) -> list[JudgedAnswer]:
    """The answers without an LLM to the questions where one is asked."""
    referee.llm = counter = NoLLM()
    found = []
    for case in cases:
        before = counter.draft_counts["off"]
        judged = judged_answer(case, referee.ask(case.question, game=game, language=case.lang))
        if counter.draft_counts["off"] > before:
            found.append(judged)
    return found


def drafted(referee: Referee, llm: PatientLLM, without: Iterable[JudgedAnswer], game: str) -> list[Drafted]:
    """The same questions with this LLM."""
    referee.llm = llm
    found = []
    for judged in without:
        before = llm.draft_counts.copy()
        answer = referee.ask(judged.case.question, game=game, language=judged.case.lang)
        counted = llm.draft_counts - before
        end: DraftEnd = next(iter(counted), "off")
        found.append(
            Drafted(
                case=judged.case,
                end=end,
                seconds=llm.seconds,
                drafted=judged_answer(judged.case, answer),
                undrafted=judged,
            )
        )
    return found


def draft_figures(results: Sequence[Drafted]) -> dict[str, dict[str, float]]:
    """Of all, per language, per what can be told of a question before it is answered, and per kind of case."""
    figures = {"all": _figures(results)}
    for level in zip(*(each.groups for each in results), strict=True):
        for group in sorted(set(level)):
            figures[group] = _figures([each for each in results if group in each.groups])
    return figures


def wins(results: Sequence[Drafted]) -> tuple[str, ...]:
    """The kinds of question in which the LLM wins."""
    return tuple(group for group, found in draft_figures(results).items() if found["by chance"] < BY_CHANCE)


def ruling_figures(llm: PatientLLM, rulings: Iterable[Lesson]) -> dict[str, float]:
    """How engines' rulings come out as sentences of the LLM. Without it they come out right, as they are: it may win
    words, and nothing that is counted here.
    """
    passed, kept, seconds = [], [], []
    for lesson in rulings:
        evidence = {one.alias: one for one in lesson.evidence}
        draft: list[DraftSentence] = []
        with suppress(NoDraft):
            draft += map(parse_sentence, llm.write(lesson.prompt, grammar(list(evidence))))
        refused = (objections(one, evidence, lesson.question, lesson.language) for one in draft)
        passed.append(bool(draft) and not any(refused))
        ruling = ruling_word(lesson.draft, lesson.language)
        kept.append(passed[-1] and ruling_word(draft[0].text, lesson.language) == ruling)
        seconds.append(llm.seconds)
    return {
        "questions": len(passed),
        "pass": mean(passed),
        "and say the ruling": mean(kept),
        "s p50": median(seconds),
    }


def curve(models: Iterable[tuple[str, LocalLLM, Sequence[Drafted]]]) -> Figures:
    """A line a model, over all questions."""
    return {
        "models": {name: {**_figures(results), "tokens a second": llm.tokens_a_second} for name, llm, results in models}
    }


def _figures(members: Sequence[Drafted]) -> dict[str, float]:
    from scipy.stats import binomtest  # type: ignore[import-untyped]  # it has no stubs

    written = [each for each in members if each.end in ("kept", "refused")]
    passed = [each for each in written if each.end == "kept"]
    better, worse = sum(each.better for each in members), sum(each.worse for each in members)
    chance = binomtest(better, better + worse, alternative="greater").pvalue if better + worse else 1.0
    figures: dict[str, float] = {"questions": len(members), "drafts": len(written)}
    if written:
        figures["pass"] = len(passed) / len(written)
    if passed:
        figures["right of those"] = mean(not each.drafted.failures for each in passed)
        figures["without, of those"] = mean(not each.undrafted.failures for each in passed)
        figures["opposite of those"] = mean(each.drafted.opposite for each in passed)
    figures |= {"better": better, "worse": worse, "by chance": float(chance)}
    if len(written) > 1:
        cuts = quantiles([each.seconds for each in written], n=20, method="inclusive")
        figures |= {"s p50": cuts[9], "s p95": cuts[18]}
    return figures
