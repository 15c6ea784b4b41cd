"""What counts as a question."""

import unicodedata

LONGEST = 2_000
_BLANKS = frozenset("\t\n\r")


class BadQuestion(ValueError):  # noqa: N818  # it says what is the matter
    """This cannot be asked: what is wrong with it, and what to write instead."""

    field = "question"
    """What is wrong of what was asked."""


class UnknownGame(BadQuestion):
    """There are no rules for this game."""

    field = "game"


class UnknownEdition(BadQuestion):
    """The game has no such edition."""

    field = "edition"


def validate_question(question: str, what: str = "question", *, is_reply: bool = False) -> str:
    """The question, or another `what`, in one line, without blanks around it; BadQuestion if it is none. A reply to
    what was asked may be a number alone.
    """
    is_claim = what != "question"
    if len(question) > LONGEST:
        do = "say it" if is_claim else "ask"
        raise BadQuestion(f"the {what} has {len(question):,} characters; {do} in at most {LONGEST:,}")
    for letter in question:
        if letter not in _BLANKS and (
            unicodedata.category(letter) in ("Cc", "Cs", "Cn") or letter == "\N{REPLACEMENT CHARACTER}"
        ):
            raise BadQuestion(
                f"the {what} has a character that is no text, U+{ord(letter):04X}; write it in plain words"
            )
    in_one_line = " ".join(question.split())
    if not any(letter.isalpha() or (is_reply and letter.isdigit()) for letter in in_one_line):
        wanted = "say what is so in a sentence" if is_claim else "ask about a rule in a sentence"
        raise BadQuestion(
            f"the {what} {in_one_line!r:.40} has no words; {wanted}"
            if in_one_line
            else f"the {what} is empty; {wanted}"
        )
    return in_one_line
