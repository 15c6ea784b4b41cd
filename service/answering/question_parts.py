"""Takes a question apart where it asks two things at once.

Players string questions together with "and", a comma or a question mark, and describe the situation before
them. That description goes with every question; a piece that does not open as a question belongs to the one
before it. Alternatives ("at once, or do we go on?") are one question.
"""

import re
from collections.abc import Mapping

from corpus import LANGUAGES, Language

MOST_PARTS = 3
"""Who asks more than this at once is telling a story: it is answered as one question."""
LEAST_WORDS = 3
"""A shorter piece is an afterthought ("right?"), no question of its own."""

_OPENERS: Mapping[Language, str] = {
    "it": (
        r"(?:(?:a|di|da|con|per|x|in|su|fra|tra)\s+)?(?:quant[oaie]|qual[ei]?|chi|(?:che\s+)?cosa)|come|dove|quando|"
        r"perch[eéè]|se|(?:(?:io|tu|lui|lei|noi|loro)\s+)?(?:posso|puoi|pu[oò]|possiamo|potete|possono|devo|deve|devono|"
        r"dobbiamo)|si\s+(?:pu[oò]|deve)|ci\s+rimett\w+|vale|conta(?:no)?|serve|bisogna|tocca"
    ),
    "en": (
        r"(?:(?:at|to|for|with|from|of|in|on|by)\s+)?(?:how|what|which|who|whose|where|when|wen|why)s?|can|could|may|must|"
        r"do|does|did|is|are|was|will|would|should|am|has|have|if"
    ),
}
_ASKING: Mapping[Language, str] = {"it": r"quant[oaie]|chi|(?:che\s+)?cosa", "en": r"how\s+(?:many|much)"}
"""Words that ask also where they do not come first, "the warriors, how many", and that join no clause to another."""
_LATER: Mapping[Language, str] = {
    "it": r"poi|dopo|intanto|allora|nel\s+frattempo|a\s+quel\s+punto",
    "en": r"then|later|after\s+that|afterwards|also|meanwhile|in\s+that\s+case|if\s+so",
}
_JOINTS: Mapping[Language, str] = {"it": r"e|ed|ma", "en": r"and|n|but|so"}
_CHANGES: Mapping[Language, tuple[str, str]] = {
    "it": (r"e|ed|ma", r"se|invece|per|con|da"),
    "en": (r"and|but|or", r"if|what\s+if|what\s+about|how\s+about|for|with|as"),
}
_MOST_CHANGED = 6
"""A change at the end of a question has no more words than these."""
_SENTENCE_END = re.compile(r"(?<=[?!.;…])\s+")
_JOINT = {
    language: re.compile(
        rf"(?:,\s*|\s+)(?:{_JOINTS[language]})\s+(?:(?:{_LATER[language]}),?\s+)?(?=(?:{_OPENERS[language]})\b)"
        rf"|,\s*(?=(?:{_OPENERS[language]})\b)"
        rf"|,\s+(?:{_JOINTS[language]})\s+(?=[^,;:.?!]*\b(?:{_ASKING[language]})\b)",
        re.IGNORECASE,
    )
    for language in LANGUAGES
}
_OPENING = {
    language: re.compile(
        rf"(?:\W|\b(?:{_JOINTS[language]}|{_LATER[language]})\b)*(?:{_OPENERS[language]})\b", re.IGNORECASE
    )
    for language in LANGUAGES
}
_JOINED = {language: re.compile(rf"(?:{joints})\b", re.IGNORECASE) for language, joints in _JOINTS.items()}
_ASKS = {language: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for language, words in _ASKING.items()}

_CHANGE = {
    language: re.compile(
        rf"(?:\s*[,;.?!…]+\s*(?:{joints})|\s+(?:{joints})(?=\s+(?:{heads})\b))\s+"
        rf"(?P<change>[^\s,;.?!…]+(?:\s+[^\s,;.?!…]+){{0,{_MOST_CHANGED - 1}}}\s*\??)\Z",
        re.IGNORECASE,
    )
    for language, (joints, heads) in _CHANGES.items()
}


def questions_in(question: str, language: Language) -> tuple[str, ...]:
    """The questions in it, each after what was said before the first; the question itself where it is one."""
    situation, asked = _taken_apart(question, language)
    if not 2 <= len(asked) <= MOST_PARTS:
        return (question,)
    return tuple(f"{situation} {piece}".strip() for piece in asked)


def pieces_in(question: str, language: Language) -> tuple[str, ...]:
    """The first question with the situation, and each further one as it stands, which may be no more than a change to
    the one before: "can a vampire enter?", "a human?"; the question itself where it is one.
    """
    situation, asked = _taken_apart(question, language)
    if 2 <= len(asked) <= MOST_PARTS:
        return (f"{situation} {asked[0]}".strip(), *asked[1:])
    if change := _CHANGE[language].search(question):
        return question[: change.start()], change["change"]
    return (question,)


def _taken_apart(question: str, language: Language) -> tuple[str, list[str]]:
    """What is said before the first question, and the questions."""
    situation: list[str] = []
    asked: list[str] = []
    *_, last = sentences = _SENTENCE_END.split(question)
    for sentence in sentences:
        pieces = [piece for piece in _JOINT[language].split(sentence) if piece.strip()]
        is_asked = sentence.endswith("?")
        may_ask = is_asked or (sentence is last and (not asked or _JOINED[language].match(sentence) is not None))
        for piece in pieces:
            opens = bool(_OPENING[language].match(piece)) or (is_asked and len(pieces) == 1)
            if not opens and may_ask and (asking := _ASKS[language].search(piece)):
                opens = True
                if not asked:  # "at the start of the game how many have I got, and from whom"
                    situation.append(piece[: asking.start()].rstrip())
                    piece = piece[asking.start() :]
            if opens and (not asked or len(piece.split()) >= LEAST_WORDS):
                asked.append(piece)
            elif asked:
                asked[-1] = f"{asked[-1]} {piece}"
            else:
                situation.append(piece)
    return " ".join(situation), asked
