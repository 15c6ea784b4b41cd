"""Puts an engine's step into words: the sentence of its rule and branch, filled with its facts.

A sentence holds its facts in braces:

- `{troops}` is the fact as it is, words of the game translated: 3, "rosso 4", "Parigi, Lima";
  a list is its items, and `[]` is the value of an empty one;
- `«{card}»` and `“{card}”` are a name or the words of a card, which stay as they are;
- `{troops:truppa|truppe}` is a number with the word in the right form: "1 truppa", "3 truppe";
- `{villager:the}` is a name as it is, and with its article a word that stands for one: "l'AdV"; a preposition before it
  becomes one word with the article, "dell'AdV";
- `{side:human=gli umani|vampire=i vampiri}` is what goes with the fact's value; a yes-or-no fact
  has the values `true` and `false`, an absent one `none`, and `other` stands for all the rest.

A fact that is not fully known is said so: "6 or more", "umani o infetti". A thing whose name nobody told is what it is:
"the monster is killed". What a sentence adds in brackets, or after a colon as the words of a card, goes where nobody
told it.
"""

import re
from collections.abc import Mapping
from typing import Any

from adjudicator.as_known import OneOf, Unstated
from adjudicator.interval import Interval
from adjudicator.kernel import Step
from corpus.loader import ARTICLED, UNNAMED, WORDS
from corpus.schema import Language, Says

_PLACEHOLDER = re.compile(r"\{([a-z_]+)(?::([^{}]*))?\}")
_BRACE = re.compile(r"[{}]")

QUOTES = ("«", "“")

_OR: Mapping[Language, str] = {"it": " o ", "en": " or "}
_UNSTATED = "…"
THE = "the"
_BEFORE_ARTICLE = re.compile(r"(\b(?:di|a|da|su)|^(?:Di|A|Da|Su)) (il |lo |la |l')")

_PLAIN: Mapping[Language, Mapping[bool | None, str]] = {
    "it": {True: "sì", False: "no", None: "nessuno"},
    "en": {True: "yes", False: "no", None: "none"},
}


class SaysError(ValueError):
    """A sentence and the facts it is filled with do not fit together."""


def say(step: Step, says: Says, language: Language) -> str:
    """The sentence of this step."""
    sentences = says.get(step.rule, {})
    if step.branch not in sentences:
        raise SaysError(f"{step.rule} {step.branch} has no sentence: write one in says.yaml")
    template = _with_the_unnamed(sentences[step.branch][language], step.facts, says, language)
    where = f"{step.rule} {step.branch} ({language})"
    if _BRACE.search(_PLACEHOLDER.sub("", template)):
        raise SaysError(f"{where}: a brace that is no placeholder in {template!r}: write {{fact}} or {{fact:one|many}}")

    def filled(placeholder: re.Match[str]) -> str:
        fact, forms = placeholder[1], placeholder[2]
        if fact not in step.facts:
            known = ", ".join(step.facts) or "none"
            raise SaysError(f"{where}: {placeholder[0]} names no fact of the step; its facts are: {known}")
        value = step.facts[fact]
        if forms is None and isinstance(value, str) and template[: placeholder.start()].endswith(QUOTES):
            return value
        if forms is None:
            return _plain(value, says, language)
        if forms == THE:
            return _with_article(value, says, language)
        text = _chosen(value, forms.split("|"), language)
        if isinstance(value, OneOf) and not placeholder.start():
            text = _chosen(value, [_uncapitalised(form) for form in forms.split("|")], language)
        if text is None:
            raise SaysError(f"{where}: {placeholder[0]} has nothing for {value!r}")
        return text

    sentence = _PLACEHOLDER.sub(filled, template)
    if language == "it":
        sentence = _BEFORE_ARTICLE.sub(_contracted, sentence)
    return sentence[:1].upper() + sentence[1:]


def _with_the_unnamed(template: str, facts: Mapping[str, Any], says: Says, language: Language) -> str:
    """The sentence with what a thing is in the place of a name that nobody told, unless the word before says it, and
    without what it would only add.
    """
    for fact in facts:
        if _is_untold(facts[fact]):
            template = re.sub(rf" \(\{{{fact}\}}\)|: [“«]\{{{fact}\}}[”»]", "", template)
    for fact, noun in says.get(UNNAMED, {}).items():
        if isinstance(facts.get(fact), Unstated):
            name = rf"[«“]?\{{{fact}(?::{THE})?\}}[»”]?"
            said = re.escape(re.split("[ ']", noun[language], maxsplit=1)[1])
            template = re.sub(rf"\b({said})(,?) {name}(?:\2)?", r"\1", template, flags=re.IGNORECASE)
            template = re.sub(name, noun[language], template)
    return template


def _is_untold(value: Any) -> bool:
    """Whether nothing is known of it, or of any of a list."""
    return isinstance(value, Unstated) or (isinstance(value, list) and bool(value) and all(map(_is_untold, value)))


def _contracted(words: re.Match[str]) -> str:
    """An Italian preposition and the article after it: "di il" is "del"."""
    return words[1].replace("i", "e") + {"il ": "l ", "lo ": "llo ", "la ": "lla ", "l'": "ll'"}[words[2]]


def facts_named(sentence: str) -> frozenset[str]:
    """The facts a sentence has to be filled with."""
    return frozenset(match[1] for match in _PLACEHOLDER.finditer(sentence))


def interval_words(low: int | None, high: int | None, language: Language) -> str:
    """The numbers between two bounds, either of which may be open."""
    it = language == "it"
    if low is None and high is None:
        return "un numero qualsiasi" if it else "any number"
    if high is None:
        return f"{low} o più" if it else f"{low} or more"
    if low is None:
        return f"al più {high}" if it else f"at most {high}"
    if high - low < 2:
        return _OR[language].join(dict.fromkeys((str(low), str(high))))
    return f"da {low} a {high}" if it else f"{low} to {high}"


def joined_words(texts: list[str], language: Language) -> str:
    """One of these: "a, b or c"."""
    unlike = list(dict.fromkeys(texts))
    return _OR[language].join(filter(None, (", ".join(unlike[:-1]), unlike[-1])))


def _uncapitalised(form: str) -> str:
    """A form for the head of a sentence as it stands inside one."""
    name, equals, text = form.rpartition("=")
    return f"{name}{equals}{text[:1].lower()}{text[1:]}"


def _chosen(value: Any, forms: list[str], language: Language) -> str | None:
    if isinstance(value, OneOf):
        texts = [_chosen(one, forms, language) for one in value.values]
        known = [text for text in texts if text is not None]  # of what has no form the sentence cannot be said
        if not known:
            return None
        return joined_words(known, language) if all(known) else ""
    if isinstance(value, Interval | Unstated) and len(forms) == 2 and not any("=" in form for form in forms):
        words = interval_words(value.low, value.high, language) if isinstance(value, Interval) else _UNSTATED
        return f"{words} {forms[1]}"
    if isinstance(value, Interval | Unstated):
        cases = dict(form.split("=", 1) for form in forms)
        return cases.get("other", _UNSTATED)
    if all("=" in form for form in forms):
        cases = dict(form.split("=", 1) for form in forms)
        named = value is None or isinstance(value, bool)
        return cases.get(str(value).lower() if named else str(value), cases.get("other"))
    if len(forms) == 2 and isinstance(value, int) and not isinstance(value, bool):
        return f"{value} {forms[0] if value == 1 else forms[1]}"
    return None


def _with_article(value: Any, says: Says, language: Language) -> str:
    """A name as it is, and a word that stands for one with its article."""
    if isinstance(value, OneOf):
        return joined_words([_with_article(one, says, language) for one in value.values], language)
    word = says.get(ARTICLED, {}).get(value) if isinstance(value, str) else None
    return word[language] if word else _plain(value, says, language)


def _plain(value: Any, says: Says, language: Language) -> str:
    if value is None or isinstance(value, bool):
        return _PLAIN[language][value]
    if isinstance(value, Interval):
        return interval_words(value.low, value.high, language)
    if isinstance(value, OneOf):
        return joined_words([_plain(one, says, language) for one in value.values], language)
    if isinstance(value, Unstated):
        return _UNSTATED
    if isinstance(value, list):
        return ", ".join(_plain(item, says, language) for item in value)
    return translated(value, says, language) if isinstance(value, str) else str(value)


def translated(text: str, says: Says, language: Language) -> str:
    """A text of the game's vocabulary in this language; one with any other word in it as it stands.

    What is not all vocabulary is a name or the words of a card, and is quoted.
    """
    words = says.get(WORDS, {})
    if text in words:
        return words[text][language]
    parts = text.split(" ")
    if any(part not in words and not part.isdigit() for part in parts):
        return text
    return " ".join(words[part][language] if part in words else part for part in parts)
