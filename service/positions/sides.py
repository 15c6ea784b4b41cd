"""Whether a question asks for a part of an outcome or for its opposite: its yes may be the no to what it wants."""

import re
from collections.abc import Iterable
from typing import Literal, TypeAlias

from corpus import Language, load_facts
from corpus.function_words import NOTHING
from index.tokens import tokens
from service.positions.asked import COMPARED

Side: TypeAlias = Literal["same", "opposite", "unclear"]

_TAG = re.compile(r"\b(?:\w+n['’]?t\s+(?:i|you|he|she|it|we|they|that|there)|innit|o(?:r not| no))\W*\Z", re.IGNORECASE)
"""What only asks for assent: "that's six points, isn't it"."""


def side_asked(
    wants: str | None, question: str, game: str, language: Language, told: Iterable[tuple[int, int]] = ()
) -> Side:
    """Whether a question's words ask for what it wants or the other way round: "does he live?" of killed, "do I get the
    6 points?" of none. The words between `told` and its ends tell facts and ask for nothing; where others deny
    something, they may turn it round once more.
    """
    asks_for_none = wants is not None and wants.endswith("=0")
    if not (asks_for_none or is_reversed(wants, question, game, language)):
        return "same"
    spans = list(told)
    asking = [
        one
        for one in tokens(_TAG.sub("", question), language)
        if not any(start <= one.start < end for start, end in spans)
    ]
    if asks_for_none and any(question[one.start : one.end].lower() in NOTHING[language] for one in asking):
        return "same"
    return "unclear" if any(token.denies for token in asking) else "opposite"


def opposite(wants: str) -> str:
    """What asks for the opposite of this part of an outcome."""
    compared = COMPARED.match(wants)
    if compared is None:
        return f"{wants}=false"
    return f"{compared[1]}{'!=' if compared[2] == '=' else '='}{compared[3]}"


def is_reversed(wants: str | None, question: str, game: str, language: Language) -> bool:
    """Whether a question has words that ask for this part of an outcome the other way round: "does he live?"."""
    compared = COMPARED.match(wants or "")
    parts = {compared[1], compared[3]} if compared else {wants}
    words = (word for one in load_facts(game).reversed if parts & {*one.of} for word in one.words[language])
    return any(re.search(rf"\b{word}", question, re.IGNORECASE) for word in words)
