"""Holds a drafted sentence against the rules it cites.

Nothing here understands the sentence. It is let through only if its words, in their order, its
numbers, its negation and its ruling are those of a cited rule; whatever stays in doubt is refused.
"""

from collections.abc import Iterator, Mapping, Sequence

from corpus import Language
from index.answers import without_ruling
from service.answering.drafting import DraftSentence, Evidence
from service.answering.language_detection import detected_language
from service.answering.wording import content, counted, negated, numbers, ruling_word, sentences

COVERED = 0.9
"""The share of a sentence's content that has to be in the cited rules or in the question."""
IN_ORDER = 0.7
"""The share of it that has to stand in one sentence of the cited rules, in the same order; what only repeats the
question aside."""
FROM_THE_RULES = 0.5
"""The share of it that has to, nothing aside."""


def objections(
    sentence: DraftSentence, evidence: Mapping[str, Evidence], question: str, language: Language
) -> tuple[str, ...]:
    """Why this sentence may not be shown; nothing if it may. `evidence` goes by alias."""
    if not sentence.cites:
        return ("it cites nothing",)
    unknown = [alias for alias in sentence.cites if alias not in evidence]
    if unknown:
        return (f"it cites {', '.join(unknown)}, which was not retrieved",)
    cited = [evidence[alias] for alias in sentence.cites]
    return tuple(_objections(sentence.text, cited, question, language))


def _objections(text: str, cited: Sequence[Evidence], question: str, language: Language) -> Iterator[str]:
    if "\N{REPLACEMENT CHARACTER}" in text:
        yield "it has torn characters"
    if detected_language(text) != language:
        yield f"it is not in the language asked for, {language}"
    said = content(without_ruling(text), language)
    if not said:
        yield "it says nothing"
        return
    grounds = [ground for one in cited for ground in (one.title, *sentences(one.text), *one.answers)]
    known = {stem for ground in grounds for stem in content(ground, language)}
    asked = set(content(question, language))
    strange = [stem for stem in said if stem not in known and stem not in asked]
    if len(strange) > (1 - COVERED) * len(said):
        yield f"the cited rules do not speak of {', '.join(strange)}"
    ground, share = _nearest(said, asked, grounds, language)
    if share < IN_ORDER:
        yield f"no sentence of the cited rules says it: {share:.2f} of the nearest"
    elif negated(text, language) != negated(ground, language):
        yield f"it denies what a cited rule affirms, or the other way round: {ground!r}"
    yield from _number_objections(text, grounds, question, language)
    ruling = ruling_word(text, language)
    if ruling in ("yes", "no") and ruling not in {ruling_word(one.nearest, language) for one in cited}:
        yield f"it rules {ruling!r}, which no cited rule's written answer does"


def _number_objections(text: str, grounds: Sequence[str], question: str, language: Language) -> Iterator[str]:
    ground = " ".join(grounds)
    known = numbers(ground, language) | numbers(question, language)
    counts = counted(ground, language) | counted(question, language)
    if any(number == 1 for number, _ in counts):
        known |= {1}
    if invented := numbers(text, language) - known:
        yield f"neither the cited rules nor the question has the number {', '.join(map(str, sorted(invented)))}"
    for number, stem in sorted(counted(text, language) - counts):
        if others := sorted({other for other, counting in counts if counting == stem} - {number}):
            yield f"it counts {number} {stem!r} where the cited rules count {', '.join(map(str, others))}"


def _nearest(said: Sequence[str], asked: set[str], grounds: Sequence[str], language: Language) -> tuple[str, float]:
    """The ground that has most of `said` in its order, and the share; what only repeats the question counts not."""

    def share(ground: str) -> float:
        stems = content(without_ruling(ground), language)
        own = [stem for stem in said if stem in stems or stem not in asked]
        common = _in_common(own, stems)
        return common / len(own) if own and common >= FROM_THE_RULES * len(said) else 0.0

    best = max(grounds, key=share)
    return best, share(best)


def _in_common(a: Sequence[str], b: Sequence[str]) -> int:
    """The length of their longest common subsequence."""
    row = [0] * (len(b) + 1)
    for one in a:
        before = row
        row = [0]
        for at, other in enumerate(b, start=1):
            row.append(before[at - 1] + 1 if one == other else max(before[at], row[-1]))
    return row[-1]
