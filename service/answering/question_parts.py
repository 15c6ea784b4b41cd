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
_JOINTS: Mapping[Language, str] = {"it": r"e\s+poi|e|ed|ma", "en": r"and\s+then|and|n|but|so"}
_CHANGES: Mapping[Language, tuple[str, str]] = {
    "it": (r"e|ed|ma", r"se|invece|per|con|da"),
    "en": (r"and|but|or", r"if|what\s+if|what\s+about|how\s+about|for|with|as"),
}
_MOST_CHANGED = 6
"""A change at the end of a question has no more words than these."""
_SENTENCE_END = re.compile(r"(?<=[?!.;…])\s+")
_JOINT = {
    language: re.compile(
        rf"(?:,\s*|\s+)(?:{_JOINTS[language]})\s+(?=(?:{_OPENERS[language]})\b)|,\s*(?=(?:{_OPENERS[language]})\b)",
        re.IGNORECASE,
    )
    for language in LANGUAGES
}
_OPENING = {
    language: re.compile(rf"(?:\W|\b(?:{_JOINTS[language]})\b)*(?:{_OPENERS[language]})\b", re.IGNORECASE)
    for language in LANGUAGES
}

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
    for sentence in _SENTENCE_END.split(question):
        pieces = [piece for piece in _JOINT[language].split(sentence) if piece.strip()]
        for piece in pieces:
            opens = _OPENING[language].match(piece) or (len(pieces) == 1 and sentence.endswith("?"))
            if opens and (not asked or len(piece.split()) >= LEAST_WORDS):
                asked.append(piece)
            elif asked:
                asked[-1] = f"{asked[-1]} {piece}"
            else:
                situation.append(piece)
    return " ".join(situation), asked
