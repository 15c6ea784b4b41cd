"""Two claims about a position: which of them the ruling bears out, and the step that decides.

A claim is read as a question that it answers itself. It is borne out where the engine gives the answer that it claims:
yes to what it says, no to what it denies, the number that it names. Of two claims that deny each other one is true:
what is told of one of them is told of both.
"""

import re
from collections.abc import Sequence
from typing import TypeAlias

from corpus import Language
from service import schema
from service.answering.instructions import without_instructions
from service.answering.questions import BadQuestion, validate_question
from service.answering.referee import Referee
from service.answering.wording import content, forbids, negated, numbers
from service.positions.asked import CHOICE, COMPARED, DEPENDS, ILLEGAL, UNKNOWN, answer_of
from service.schema import Answer, Claim, Dispute

_RETORT = re.compile(r"^\s*(?:(?:ma|but)\s+)?(?:no|nope|nah|macché|invece no)\s*[,.;:!]+\s*", re.IGNORECASE)

Verdict: TypeAlias = bool | None
"""Whether a claim is borne out; None where the ruling does not tell."""


def settle(
    referee: Referee,
    claims: Sequence[str],
    *,
    position: str = "",
    game: str | None = None,
    language: Language | None = None,
    edition: str | None = None,
) -> Dispute:
    """The dispute settled as far as the rules go; raises what the referee raises."""
    said, claims = claims, [_without_retort(claim) for claim in claims]
    asked = [_as_question(position, claim, field) for field, claim in zip("ab", claims, strict=True)]
    answers = [referee.ask(question, game=game, language=language, edition=edition) for question in asked]
    verdicts = [_borne_out(without_instructions(claim), answer) for claim, answer in zip(claims, answers, strict=True)]
    shown = next((answer for answer, verdict in zip(answers, verdicts, strict=True) if verdict is not None), answers[0])
    if None in verdicts and _deny_each_other(claims, answers[0].language):
        verdicts = [
            mine if mine is not None else _denial(other) for mine, other in zip(verdicts, verdicts[::-1], strict=True)
        ]
    if verdicts[0] == verdicts[1] and None in (one.ruling for one in answers):
        verdicts = [None, None]  # of two sides of a quarrel words bear out no more than one, nor none
    return Dispute(
        claims=[Claim(text=claim, borne_out=verdict) for claim, verdict in zip(said, verdicts, strict=True)],
        step=_deciding(shown),
        answer=shown,
    )


def _without_retort(claim: str) -> str:
    """The claim without the no to the other one: "no, he resists" does not deny that he does."""
    rest = _RETORT.sub("", claim)
    return rest if any(letter.isalpha() for letter in rest) else claim


def _as_question(position: str, claim: str, field: str) -> str:
    """The claim about the position; a `BadQuestion` names the claim."""
    try:
        return validate_question(f"{position} {validate_question(claim, 'claim')}", "claim with its position")
    except BadQuestion as error:
        error.field = field
        raise


def _deny_each_other(claims: Sequence[str], language: Language) -> bool:
    """Whether two claims say the same but for a negation that one of them has."""
    one, other = claims
    alike = content(one, language) == content(other, language)
    return alike and negated(one, language) != negated(other, language)


def _denial(verdict: Verdict) -> Verdict:
    return None if verdict is None else not verdict


def _borne_out(claim: str, answer: Answer) -> Verdict:
    if answer.also:  # a claim is about one position
        return None
    if answer.ruling is None or answer.position is None:
        return _by_words(claim, answer)
    wants = answer.position.wants
    found = answer_of(wants, answer.ruling)
    compared = COMPARED.match(wants) if wants else None
    number = answer_of(compared[1], answer.ruling) if compared and compared[3].isdigit() else None
    if type(number) is int and (named := numbers(claim, answer.language)):
        return (number in named) != _denies(claim, answer)
    if isinstance(found, bool):
        # "He may not" is read as the question whether it is illegal: its negation is in what is wanted already.
        denies = _denies(claim, answer) and (wants != ILLEGAL or forbids(claim))
        return found != denies
    if found in (DEPENDS, CHOICE, UNKNOWN):
        return None
    if isinstance(found, int):
        named = numbers(claim, answer.language)
        return found in named if named else None
    return None


def _by_words(claim: str, answer: Answer) -> Verdict:
    """By an answer that no engine gave: only its yes or no can be held against a claim."""
    if answer.abstained or answer.verdict not in ("yes", "no"):
        return None
    return (answer.verdict == "yes") != _denies(claim, answer)


def _denies(claim: str, answer: Answer) -> bool:
    """Whether it claims that something is not so: the question it was read as is the same without its negation."""
    return negated(claim, answer.language)


def _deciding(answer: Answer) -> schema.Step | None:
    """The step that the first sentence rests on."""
    if answer.ruling is None or not answer.sentences:
        return None
    cited = answer.sentences[0].cites
    return next((step for step in reversed(answer.ruling.steps) if step.rule in cited), None)
