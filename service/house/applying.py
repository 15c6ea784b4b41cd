"""What house rules, errata and card texts make of a ruling: the engine runs again as they have it.

A rule that they allow bars nothing in that run, and a conflict is read as they say. What is in words alone is for the
table to apply, and is shown beside the ruling.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from corpus import Language, load_says
from service import schema
from service.house.entries import Entry
from service.positions.asked import outcome_in_words, with_branches
from service.positions.rulings import ImpossibleState
from service.rulebook import YourRule

RuleAgain: TypeAlias = Callable[[Mapping[str, str], Sequence[str]], schema.Ruling]
"""The ruling under these readings of conflicts, with these rules or branches barring nothing."""
Cited: TypeAlias = tuple[str, str | None]
"""A rule with its branch; None for any."""

_SIDE_BY_SIDE: Mapping[Language, str] = {"it": "ufficiale: {}; da voi: {}", "en": "official: {}; yours: {}"}
_AT_THE_TABLE: Mapping[Language, str] = {"it": "lo dice il tavolo con {}", "en": "for the table to say, by {}"}
_SAME: Mapping[Language, str] = {"it": "lo stesso", "en": "the same"}
_WORDS: Mapping[str, Mapping[Language, str]] = {
    "yes": {"it": "sì", "en": "yes"},
    "no": {"it": "no", "en": "no"},
    "legal": {"it": "sì", "en": "yes"},
    "illegal": {"it": "no", "en": "no"},
    "depends": {"it": "dipende", "en": "it depends"},
    "choice": {"it": "a scelta", "en": "a choice"},
    "undecided": {"it": "i testi tacciono", "en": "the texts are silent"},
    "unknown": {"it": "le regole non lo dicono", "en": "the rules do not say"},
    "explained": {"it": "come sopra", "en": "as above"},
    "value": {"it": "come sopra", "en": "as above"},
}


def on_ruling(
    ruling: schema.Ruling, entries: Sequence[Entry], rule_again: RuleAgain, language: Language
) -> schema.Yours | None:
    """What a game's entries make of a ruling that cites what they override; None where it cites nothing of it."""
    game = ruling.procedure.partition(".")[0]
    cited = set(_cited(ruling))
    if not touching(entries, cited):
        return None
    readings, allowed = _agreed(entries, game)
    theirs: schema.Ruling | None
    try:
        theirs = rule_again(readings, allowed)
        cited |= set(_cited(theirs))
    except (ImpossibleState, ValueError, ArithmeticError, LookupError):
        theirs = None  # what they allow leads where no rule goes on
    touched = touching(entries, cited)
    in_force = [entry for entry in touched if entry.id not in _giving_way(touched, cited)]
    if any(entry.allowed is None and not entry.reading for entry in in_force):
        theirs = None
    verdict = None if theirs is None else theirs.answer.verdict if theirs.answer else theirs.verdict
    official, yours = _in_words(ruling, theirs, language), theirs and _in_words(theirs, ruling, language)
    return schema.Yours(
        verdict=verdict,
        says=side_by_side(official, yours or None, in_force, language),
        rules=your_rules(touched, cited, language),
        ruling=theirs,
    )


def side_by_side(official: str, yours: str | None, in_force: Sequence[Entry], language: Language) -> str:
    """Both answers in a line; None where the table has to say its own."""
    ids = ", ".join(entry.id for entry in in_force)
    said = f"{yours}, {ids}" if yours is not None else _AT_THE_TABLE[language].format(ids)
    return _SIDE_BY_SIDE[language].format(official, said)


def verdict_word(verdict: str, language: Language) -> str:
    """A verdict, as one says it in passing."""
    return _WORDS[verdict][language]


def touching(entries: Iterable[Entry], cited: Iterable[Cited]) -> list[Entry]:
    """The entries that override something of what is cited, in their order of precedence."""
    cited = tuple(cited)
    return sorted((entry for entry in entries if _overridden(entry, cited)), key=lambda entry: entry.rank)


def your_rules(entries: Sequence[Entry], cited: Iterable[Cited], language: Language) -> list[YourRule]:
    """The entries as they are shown, with what they override of what is cited."""
    cited = tuple(cited)
    gives_way = _giving_way(entries, cited)
    return [
        YourRule(
            id=entry.id,
            kind=entry.kind,
            text=entry.says(language),
            source=entry.source,
            overrides=tuple(dict.fromkeys(rule for rule, _ in sorted(_overridden(entry, cited), key=str))),
            gives_way_to=gives_way.get(entry.id, ()),
        )
        for entry in entries
    ]


def _overridden(entry: Entry, cited: Iterable[Cited]) -> set[Cited]:
    return {
        (rule, branch)
        for rule, branch in cited
        if rule in entry.overrides and (branch is None or not entry.branches or branch in entry.branches)
    }


def _giving_way(entries: Sequence[Entry], cited: Iterable[Cited]) -> dict[str, tuple[str, ...]]:
    """The entries of which nothing is left here, each with those that go before it."""
    cited = tuple(cited)
    found: dict[str, tuple[str, ...]] = {}
    for entry in entries:
        left = _overridden(entry, cited)
        before = [other for other in entries if other.rank[0] < entry.rank[0] and left & _overridden(other, cited)]
        if left and left <= {one for other in before for one in _overridden(other, cited)}:
            found[entry.id] = tuple(other.id for other in before)
    return found


def _agreed(entries: Iterable[Entry], game: str) -> tuple[dict[str, str], list[str]]:
    """The readings of conflicts, and the branches of rules that bar nothing, by all entries; the first ones win."""
    readings: dict[str, str] = {}
    allowed: dict[str, bool] = {}
    says = load_says(game)
    for entry in sorted(entries, key=lambda entry: entry.rank):
        for rule in entry.overrides:
            if entry.reading:
                readings.setdefault(rule, entry.reading)
            for branch in entry.branches or says.get(rule, {}):
                allowed.setdefault(f"{rule}/{branch}", bool(entry.allowed))
    return readings, [branch for branch, is_allowed in allowed.items() if is_allowed]


def _cited(ruling: schema.Ruling) -> Iterator[Cited]:
    """Every rule that a ruling cites, whatever the answers to its questions, and every conflict that it rests on."""
    yield from ((rest.conflict, None) for rest in ruling.rests_on)
    yield from ((step.rule, step.branch) for part in with_branches(ruling) for step in part.steps)


def _in_words(ruling: schema.Ruling, other: schema.Ruling | None, language: Language) -> str:
    """What a ruling comes to: of an outcome, what is different in the other one."""
    if ruling.answer and ruling.answer.verdict == "value":
        return ruling.answer.says
    if ruling.answer and ruling.answer.verdict != "explained":
        return verdict_word(ruling.answer.verdict, language)
    if ruling.verdict != "resolved":
        return verdict_word(ruling.verdict, language)
    differs = [line for line in ruling.outcome_says if other is None or line not in other.outcome_says]
    return outcome_in_words(differs) or _SAME[language]
