"""Takes out of a question what is said to a machine and not about a game.

A text that somebody copied, or a joker at the table, may tell a language model what to answer, claim what a rule says,
or carry markup and code. None of it is a fact of a position or a word of a rule: it would only lead the search astray.
A sentence that asks something is never taken out, and where nothing else is there the question stays as it is.
"""

import re
import unicodedata

_MARKUP = re.compile(
    r"<(?P<kind>script|style)\b[^<>]{0,80}>.{0,500}?</(?P=kind)>"
    r"|<\|[^<>|]{0,40}\|>(?:\s*(?:system|assistant|user)\b[^<]{0,500})?"  # the turns of a chat
    r"|<[/!]?[^<>\s][^<>]{0,80}>"
    r"|\$?\{+[^{}]{0,80}\}+"  # placeholders
    r"|(?:\.\.?/)+[\w./-]*",  # paths
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[?!.;…])\s+")
_NOBODY_ASKED = re.compile(
    r"""\W*(?:
    (?:system|assistant|user|developer|sistema|assistente|utente)\s*:
    | (?:please\s+|now\s+|per\s+favore\s+|ora\s+)?
      (?:ignore|disregard|forget|override|ignora|dimentica|trascura)\b.*
      \b(?:instructions?|prompts?|rules?|above|previous|everything|istruzioni|prompt|regole|tutto|precedenti)\b
    | (?:please\s+|always\s+|just\s+|sempre\s+)?(?:answer|reply|respond|say|rispondi|dì|di')\s+
      (?:always\s+|only\s+|with\s+|sempre\s+|solo\s+|di\s+)*["'«]?(?:yes|no|sì|si)\b
    | (?:print|reveal|show|repeat|stampa|rivela|mostra|ripeti)\b.*\b(?:prompt|instructions|istruzioni)\b
    | \[?[A-Z]{2}-C?\d+(?:\.\d+)?\]?\s+(?:says?|dice)\b
    | \[[A-Z]{2}-C?\d+(?:\.\d+)?\]\s
    | (?:drop\s+table|delete\s+from|insert\s+into|union\s+select)\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)


def without_instructions(question: str) -> str:
    """The question as far as it is one."""
    visible = "".join(letter for letter in question if unicodedata.category(letter) != "Cf")
    plain = _MARKUP.sub(" ", visible)
    left = " ".join(" ".join(one for one in _SENTENCE.split(plain) if _is_of_a_question(one)).split())
    return left if any(letter.isalpha() for letter in left) else question


def _is_of_a_question(sentence: str) -> bool:
    asks = sentence.rstrip().endswith("?")
    return asks or (any(letter.isalnum() for letter in sentence) and not _NOBODY_ASKED.match(sentence))
