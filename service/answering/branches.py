"""A fact that decides: the question for it, and what each answer leads to."""

from collections.abc import Iterator, Mapping, Sequence

from corpus import Language, load_says
from service import schema
from service.answering.replies import within
from service.positions.asked import answer_of, short_answer
from service.positions.interpretation import Interpretation
from service.positions.outcome_words import value_words
from service.schema import Missing, PossibleAnswer, Sentence

MOST_BRANCHES = 6
MOST_IN_TWO_STEPS = 3
"""Of so many branches each is shown with the branches of the next question."""
MOST_ANSWERS = 12

_EXACTLY: Mapping[Language, str] = {"it": "conta il numero esatto.", "en": "the exact number counts."}


def tree(read: Interpretation, asked: schema.HangsOn, cites: list[str], language: Language) -> Iterator[Sentence]:
    """The question that decides, and what each answer to it leads to; where that is no more than the same next
    question, both questions.
    """
    yield Sentence(text=asked.question, cites=cites)
    branches = asked.branches or []
    if (other := _asked_in_any_case(asked, branches)) and not _fits_in_two_steps(branches):
        yield Sentence(text=other.question, cites=cites)
        return
    for branch in branches[:MOST_BRANCHES]:
        step = next((step for step in branch.steps if step.bars), branch.steps[-1] if branch.steps else None)
        inside = branch.hangs_on
        if step:
            why = f": {within(step.says, language)}"
        elif inside is None:
            why = "."
        else:
            why = f": {_EXACTLY[language] if inside.field == asked.field else _next(read, inside, language)}"
        text = f"{branch.says[:1].upper()}{branch.says[1:]} → {_lead(read, branch, language)}{why}"
        yield Sentence(text=text, cites=[step.rule] if step else cites)


def missing(asked: schema.HangsOn) -> Missing:
    """The fact to ask for first."""
    answers = [
        PossibleAnswer(
            value=branch.values[0] if len(branch.values) == 1 else branch.values,
            says=branch.says,
            verdict=branch.verdict,
        )
        for branch in (asked.branches or ())[:MOST_ANSWERS]
    ]
    return Missing(field=asked.field, question=asked.question, answers=answers)


def _asked_in_any_case(asked: schema.HangsOn, branches: Sequence[schema.Branch]) -> schema.HangsOn | None:
    """The question that every answer leads to, if it is for another fact."""
    inside = [branch.hangs_on for branch in branches]
    first = inside[0] if inside else None
    if first is None or first.field == asked.field:
        return None
    return first if all(other and other.field == first.field for other in inside) else None


def _fits_in_two_steps(branches: Sequence[schema.Branch]) -> bool:
    return len(branches) <= MOST_IN_TWO_STEPS and all(_ends(branch.hangs_on) for branch in branches)


def _ends(asked: schema.HangsOn | None) -> list[schema.Branch]:
    """What the answers to it lead to, where none leads to another question."""
    branches = (asked and asked.branches) or []
    return [] if len(branches) > MOST_BRANCHES or any(branch.hangs_on for branch in branches) else branches


def _next(read: Interpretation, asked: schema.HangsOn, language: Language) -> str:
    """What is asked next, and what each answer to it leads to where that is the end."""
    ends = "; ".join(f"{branch.says} → {_lead(read, branch, language)}" for branch in _ends(asked))
    return f"{asked.question} {ends}." if ends else asked.question


def _lead(read: Interpretation, branch: schema.Branch, language: Language) -> str:
    """What an answer leads to, in a word."""
    game, answer = read.nearest.game, answer_of(read.wants, branch)
    lead = short_answer(read.wants, branch, game, language)
    words = value_words(answer, load_says(game), language)  # a seat keeps its capital
    return words if words.lower() == lead.says.lower() else f"{lead.says[:1].lower()}{lead.says[1:]}"
