"""Answering what is announced: it happens at once, and only a card that touches it directly stops it.

Nobody plays anything else before the others had their chance to answer. Once they had, it has happened, save
for what modifies a fight that is still being modified, and other cards are played again, each player in turn.
"""

from typing import Literal

from adjudicator.kernel import Procedure, Ruling, Trace, state_type


@state_type
class Response:
    """A card somebody wants to play after something was announced."""

    by: Literal["who-announced", "another-player"]
    """Who wants to play it."""
    touches_it: bool
    """Whether the card directly influences what was announced."""
    others_answered: bool
    """Whether the other players have had their chance to answer."""
    modifying_a_fight: bool = False
    """Whether what was announced modifies a fight that is still being modified."""


def response(state: Response, trace: Trace) -> Ruling:
    """Whether the card may be played now."""
    if state.by == "who-announced":
        if state.others_answered:
            trace.cite("DT-15.2", "others-had-their-chance")
        else:
            trace.bar("DT-15.2", "no-second-card-first")
        return trace.judged()
    if not state.touches_it:
        if state.others_answered:
            trace.cite("DT-15.1", "stops-nothing-any-more")
        else:
            trace.bar("DT-15.1", "happens-first")
        return trace.judged()
    trace.cite("DT-15.1", "touches-it-directly")
    if not state.others_answered:
        trace.cite("DT-15.2", "may-change-it")
    elif state.modifying_a_fight:
        trace.cite("DT-15.4", "answered-later")
    else:
        trace.bar("DT-15.1", "it-has-happened")
    return trace.judged()


PROCEDURES = (
    Procedure(
        name="response",
        state=Response,
        decide=response,
        example=Response(by="another-player", touches_it=False, others_answered=False),
        summary={
            "it": "Se si può rispondere a ciò che è stato annunciato",
            "en": "Whether something announced may be answered",
        },
    ),
)
