"""How answers, rulings and rules look in a terminal: the ruling first, then what it stands on."""

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import yaml

from corpus import Conflict, Game, Language, Rule, load_corpus
from service import schema
from service.positions.rulings import NamedProcedure
from service.rulebook import AboutPassage, AboutYours, YourRule

if TYPE_CHECKING:
    from index.books import Book
    from service.house.folder import HouseFile

WIDEST = 100
_WORDS: Mapping[str, Mapping[Language, str]] = {
    "legal": {"it": "Permesso", "en": "Legal"},
    "illegal": {"it": "Non permesso", "en": "Illegal"},
    "resolved": {"it": "Risolto", "en": "Resolved"},
    "choice": {"it": "A scelta", "en": "A choice"},
    "undecided": {"it": "Non deciso", "en": "Undecided"},
    "depends": {"it": "Dipende", "en": "It depends"},
    "assumed": {"it": "Dato per consueto", "en": "Taken as usual"},
    "understood": {"it": "Capito", "en": "Understood"},
    "borne out": {"it": "Ha ragione", "en": "Right"},
    "not borne out": {"it": "Ha torto", "en": "Wrong"},
    "not told": {"it": "Non si può dire", "en": "Cannot be told"},
    "rests on": {"it": "Poggia su", "en": "Rests on"},
    "silent": {"it": "Qui i testi tacciono", "en": "Here the texts are silent"},
    "more": {"it": "di più", "en": "more"},
    "taken": {"it": "Si segue", "en": "Followed"},
    "otherwise": {"it": "Altrimenti", "en": "Otherwise"},
    "then": {"it": "allora", "en": "then"},
    "elsewhere": {
        "it": "dipende in altro modo, come mostra --reading {reading}",
        "en": "it depends in another way, which --reading {reading} shows",
    },
    "impossible": {"it": "questa posizione non può esistere", "en": "this position cannot exist"},
    "flips": {"it": "Cambierebbe con", "en": "Would change with"},
    "no flips": {
        "it": "Nessun numero, spostato fino a 20, cambierebbe il risultato.",
        "en": "No number, moved by up to 20, would change the result.",
    },
    "exactly": {"it": "conta il numero esatto", "en": "the exact number counts"},
    "source": {"it": "Fonte", "en": "Source"},
    "exceptions": {"it": "Eccezioni", "en": "Exceptions"},
    "exception to": {"it": "Eccezione a", "en": "Exception to"},
    "overrides": {"it": "Prevale su", "en": "Overrides"},
    "see": {"it": "Vedi", "en": "See"},
    "sums up": {"it": "Riassume", "en": "Sums up"},
    "conflicts": {"it": "Testi in contrasto", "en": "Conflicts"},
    "default": {"it": "in uso", "en": "in force"},
    "rules": {"it": "Regole", "en": "Rules"},
    "yours": {"it": "Da voi", "en": "At your table"},
    "gives way": {"it": "cede a", "en": "gives way to"},
    "line": {"it": "riga", "en": "line"},
    "lines": {"it": "righe", "en": "lines"},
    "pages": {"it": "pagine", "en": "pages"},
    "pages: one": {"it": "pagina", "en": "page"},
    "passages": {"it": "brani", "en": "passages"},
    "passages: one": {"it": "brano", "en": "passage"},
    "no books": {"it": "Nessun regolamento aggiunto.", "en": "No rulebooks of your own."},
    "house rules": {"it": "Nessuna regola della casa.", "en": "No house rules."},
    "missing": {"it": "Manca", "en": "Missing"},
    "missing facts": {"it": "Per decidere serve sapere", "en": "To rule, one has to know"},
}


def word(key: str, language: Language) -> str:
    """One of this program's own words."""
    return _WORDS[key][language]


def counted(key: str, number: int, language: Language) -> str:
    """So many of what a word of this program names."""
    return f"{number} {word(f'{key}: one' if number == 1 else key, language)}"


class Style:
    """Emphasis, where the output is a terminal that shows it."""

    def __init__(self, enabled: bool | None = None) -> None:
        self._enabled = sys.stdout.isatty() and "NO_COLOR" not in os.environ if enabled is None else enabled

    def bold(self, text: str) -> str:
        return f"\033[1m{text}\033[0m" if self._enabled else text

    def dim(self, text: str) -> str:
        return f"\033[2m{text}\033[0m" if self._enabled else text


def ruling_text(ruling: schema.Ruling, language: Language, style: Style, *, asked_flips: bool) -> Iterator[str]:
    """The verdict and what follows from it, the steps, the conflicts, the flips."""
    yield from _first(word(ruling.verdict, language), ruling.outcome_says, style)
    yield ""
    yield from _yours_text(ruling.yours, language, style)
    yield from steps_text(ruling.steps, style)
    if ruling.hangs_on:
        yield from [""] if ruling.steps else []
        yield from _question_text(ruling.hangs_on, language, style)
        if not ruling.steps and not ruling.hangs_on.branches and ruling.decided_by:
            yield from map(style.dim, _wrap(f"[{', '.join(ruling.decided_by)}]", "", 0))
    if ruling.assumed:
        yield ""
        yield word("assumed", language)
        for assumed in ruling.assumed:
            yield from _bullet(assumed.says)
    if ruling.rests_on:
        yield ""
        more = f"{word('more', language)}: arbitro rule {ruling.rests_on[0].conflict}"
        yield f"{word('rests on', language)} {style.dim(f'({more})')}"
        for conflict in ruling.rests_on:
            yield from _bullet(_contrast(conflict, ruling, language))
    if asked_flips and not ruling.hangs_on:
        yield ""
        if not ruling.flips:
            yield word("no flips", language)
            return
        yield word("flips", language)
        for flip in ruling.flips:
            differs = _differs(flip.verdict, flip.outcome_says, ruling, language)
            yield from _bullet(f"{flip.change.says}: {differs}")


def _question_text(asked: schema.HangsOn, language: Language, style: Style, at: int = 0) -> Iterator[str]:
    """What a ruling hangs on, and under each answer what it leads to."""
    yield from _wrap(asked.question, " " * at, at)
    for branch in asked.branches or ():
        inside = branch.hangs_on
        facts = "; ".join(_lines(branch.outcome_says))
        is_asked_again = inside is not None and inside.field == asked.field and not inside.branches
        leads_to = "" if inside else f" {style.bold(word(branch.verdict, language))}{f'; {facts}' if facts else ''}"
        leads_to = f" {word('exactly', language)}" if is_asked_again else leads_to
        yield from _wrap(f"{branch.says[:1].upper()}{branch.says[1:]}:{leads_to}", " " * (at + 2), at + 4)
        for step in branch.steps:
            yield from (
                line.replace(f"[{step.rule}]", style.dim(f"[{step.rule}]"))
                for line in _wrap(f"{'✗' if step.bars else '·'} {step.says} [{step.rule}]", " " * (at + 4), at + 6)
            )
        if inside and not is_asked_again:
            yield from _question_text(inside, language, style, at + 4)


def steps_text(steps: "list[schema.Step] | tuple[schema.Step, ...]", style: Style) -> Iterator[str]:
    """The steps, numbered, each with its rule; a cross marks those that speak against what was asked."""
    digits = len(str(len(steps)))
    for number, step in enumerate(steps, start=1):
        lead = f"{number:>{digits}}. "
        mark = "✗ " if step.bars else ""
        yield from _wrapped(f"{mark}{step.says} [{step.rule}]", lead, style, step.rule)


def _yours_text(yours: schema.Yours | None, language: Language, style: Style) -> Iterator[str]:
    """What the user's own rules make of it, those that go before others first; then an empty line."""
    if yours is None:
        return
    yield from map(style.bold, _paragraph(f"{yours.says[:1].upper()}{yours.says[1:]}"))
    for rule in yours.rules:
        yield from _your_rule_lines(rule, language)
    if yours.ruling and yours.ruling.hangs_on:
        yield from _question_text(yours.ruling.hangs_on, language, style, at=2)
    yield ""


def _your_rule_lines(rule: YourRule, language: Language) -> Iterator[str]:
    over = f"{word('overrides', language)} {', '.join(rule.overrides)}" if rule.overrides else ""
    under = f"{word('gives way', language)} {', '.join(rule.gives_way_to)}" if rule.gives_way_to else ""
    about = "; ".join(filter(None, (under or over, rule.source)))
    yield from _bullet(f"{rule.text} [{rule.id}]{f' ({about})' if about else ''}")


def your_rule_text(rule: AboutYours, game: Game, language: Language, style: Style) -> Iterator[str]:
    """An entry of the user's with what it overrides."""
    yield style.bold(f"{rule.id}  {game.card.name}")
    yield from _paragraph(rule.text)
    yield ""
    if rule.source:
        yield style.dim(f"{word('source', language)}: {rule.source}")
    for id in rule.overrides:
        title = (game.rules[id] if id in game.rules else game.conflicts[id]).title[language]
        yield f"{word('overrides', language)}: {id} {style.dim(title)}"


def house_text(files: "Sequence[HouseFile]", language: Language, style: Style) -> Iterator[str]:
    """The files with their entries."""
    if not files:
        yield word("house rules", language)
    for file in files:
        yield f"{style.bold(file.name)}  {file.game}"
        for entry in sorted(file.entries, key=lambda entry: entry.rank):
            over = f" ({word('overrides', language)} {', '.join(entry.overrides)})" if entry.overrides else ""
            yield from _bullet(f"{entry.id}: {entry.says(language)}{over}")


def rule_text(rule: Rule, game: Game, yours: Sequence[YourRule], language: Language, style: Style) -> Iterator[str]:
    """A rule with its source and its relations, and what goes before it at this table."""
    yield style.bold(f"{rule.id}  {rule.title[language]}")
    yield from _paragraph(rule.text[language])
    yield ""
    for source in rule.source:
        yield style.dim(f"{word('source', language)}: {game.card.editions[source.document].title}, {source.section}")
    related = {
        "exceptions": game.exceptions(rule.id),
        "exception to": rule.exception_to,
        "overrides": rule.overrides,
        "see": rule.see,
        "sums up": rule.sums_up,
    }
    for relation, ids in related.items():
        for id in ids:
            yield f"{word(relation, language)}: {id} {style.dim(game.rules[id].title[language])}"
    for conflict in game.conflicts_of(rule.id):
        yield f"{word('conflicts', language)}: {conflict.id} {style.dim(conflict.title[language])}"
    yield from _table_text(yours, language)


def _table_text(yours: Sequence[YourRule], language: Language) -> Iterator[str]:
    if yours:
        yield ""
        yield word("yours", language)
    for one in yours:
        yield from _your_rule_lines(one, language)


def conflict_text(
    conflict: Conflict, game: Game, yours: Sequence[YourRule], language: Language, style: Style
) -> Iterator[str]:
    """A conflict with its readings, the default one marked, and what goes before it at this table."""
    yield style.bold(f"{conflict.id}  {conflict.title[language]}")
    yield from _paragraph(conflict.text[language])
    if conflict.missing:
        yield from _paragraph(f"{word('missing', language)}: {conflict.missing[language]}")
    if conflict.readings:
        yield ""
    for reading, what in conflict.readings.items():
        mark = f", {word('default', language)}" if reading == conflict.default else ""
        yield from _bullet(f"{what[language]} {style.dim(f'({reading}{mark})')}")
    if conflict.why:
        yield from _paragraph(conflict.why[language])
    yield ""
    for id in conflict.rules:
        yield f"{word('rules', language)}: {id} {style.dim(game.rules[id].title[language])}"
    yield from _table_text(yours, language)


def procedures_text(cards: Sequence[Mapping[str, Any]], language: Language, style: Style) -> Iterator[str]:
    """A line a procedure."""
    longest = max(len(card["id"]) for card in cards)
    for card in cards:
        id = style.bold(card["id"].ljust(longest))
        yield f"{id}  {card['summary'][language]}"


def procedure_text(named: NamedProcedure, language: Language, style: Style) -> Iterator[str]:
    """What it decides, its fields and an example, ready to be sent back."""
    yield f"{style.bold(named.id)}  {named.procedure.summary[language]}"
    yield ""
    yield from _fields_text(named.shape.json_schema(), style)
    yield ""
    yield f"arbitro adjudicate {named.id} - <<'EOF'"
    yield yaml.safe_dump(named.example, sort_keys=False, allow_unicode=True, default_flow_style=None).rstrip()
    yield "EOF"


def answer_text(answer: schema.Answer, style: Style) -> Iterator[str]:
    """The answer, what is missing, the rules it cites, the conflicts that touch it."""
    yield from map(style.bold, _paragraph(answer.answer))
    if answer.yours:
        yield ""
        yield from list(_yours_text(answer.yours, answer.language, style))[:-1]
    for other in answer.also or ():
        if other.ruling.yours:
            yield ""
            yield f"«{other.question}»"
            yield from list(_yours_text(other.ruling.yours, answer.language, style))[:-1]
    for understood in (answer.understood, *(other.understood for other in answer.also or ())):
        if not understood:
            continue
        yield ""
        facts = f"{word('understood', answer.language)}: {_facts_text(understood)}"
        yield from map(style.dim, _paragraph(facts))
    if answer.perhaps and answer.perhaps.says not in answer.answer:
        yield ""
        yield from map(style.dim, _paragraph(answer.perhaps.says))
    if answer.missing:
        yield ""
        yield word("missing facts", answer.language)
        for missing in answer.missing:
            yield from _bullet(missing.question)
    if answer.citations:
        yield ""
    for citation in answer.citations:
        said = ". ".join(filter(None, (citation.title, citation.text)))
        yield from _wrapped(f"{said} [{citation.rule}]", "  · ", style, citation.rule)
        yield style.dim(f"    {_place(citation, answer.language)}")
    for conflict in answer.conflicts:
        yield ""
        if not conflict.readings:
            more = f"{word('more', answer.language)}: arbitro rule {conflict.id}"
            yield f"{word('silent', answer.language)}: {conflict.id} {style.dim(f'({more})')}"
            continue
        yield f"{word('rests on', answer.language)} {conflict.id}"
        for reading, what in conflict.readings.items():
            mark = f"{word('taken', answer.language)}: " if reading == conflict.taken else ""
            yield from _bullet(f"{mark}{what}")


def _facts_text(understood: Iterable[schema.UnderstoodFact]) -> str:
    """The facts, each with the words that told it."""
    return "; ".join(f"{fact.says} «{fact.words}»" if fact.words else fact.says for fact in understood)


def dispute_text(dispute: schema.Dispute, style: Style) -> Iterator[str]:
    """Each claim with whether it is borne out, the step that decides, the answer."""
    language = dispute.answer.language
    for claim in dispute.claims:
        verdict = {True: "borne out", False: "not borne out", None: "not told"}[claim.borne_out]
        yield from _wrap(f"{style.bold(word(verdict, language))}: {claim.text}")
    if dispute.step:
        yield ""
        yield from _wrapped(f"{dispute.step.says} [{dispute.step.rule}]", "  · ", style, dispute.step.rule)
    yield ""
    yield from answer_text(dispute.answer, style)


def _place(citation: schema.Citation, language: Language) -> str:
    """Where it stands, for a reader with the book in hand."""
    source, game = citation.source, load_corpus().game_of(citation.rule)
    book = game.card.editions[source.document].title if game else source.document
    return ", ".join(filter(None, (book, source.section, *_page_and_lines(source.page, source.lines, language))))


def _page_and_lines(page: int | None, lines: str | None, language: Language) -> Iterator[str]:
    if page is not None:
        yield f"p. {page}"
    if lines:
        yield f"{word('lines' if '-' in lines else 'line', language)} {lines}"


def passage_text(passage: AboutPassage, language: Language) -> Iterator[str]:
    """A passage of a rulebook of the user's, with its place."""
    yield from _paragraph(passage.text)
    place = (passage.file, passage.section, *_page_and_lines(passage.page, passage.lines, language))
    yield f"[{passage.id}] {', '.join(filter(None, place))}"


def shelf_text(books: "Sequence[Book]", language: Language, style: Style) -> Iterator[str]:
    """The rulebooks that were added."""
    if not books:
        yield word("no books", language)
    for book in books:
        pages = f"{counted('pages', book.pages, language)}, " if book.pages else ""
        passages = counted("passages", len(book.passages), language)
        yield f"{style.bold(book.id)}  {book.game}  {book.file}, {pages}{passages}"


def hits_text(found: schema.Search, style: Style) -> Iterator[str]:
    """A line a rule, best first, with its score."""
    for hit in found.hits:
        yield f"{hit.score:.2f}  {style.bold(f'{hit.rule:<8}')}  {hit.title}"
    for passage in found.passages or ():
        place = ", ".join(
            filter(None, (passage.section, *_page_and_lines(passage.page, passage.lines, found.language)))
        )
        yield f"{passage.score:.2f}  {style.bold(passage.id)}  {place}: {_shortened(passage.text)}"


def _shortened(text: str) -> str:
    return textwrap.shorten(text, WIDEST // 2, placeholder=" …")


def _fields_text(described: Mapping[str, Any], style: Style) -> Iterator[str]:
    """The fields of a state, then those of each shape used in it."""
    inner = described.get("$defs", {})
    for name, shape in ((None, described), *inner.items()):
        if name:
            yield ""
            yield f"{name}: {shape.get('description', '')}"
        longest = max((len(field) for field in shape.get("properties", {})), default=0)
        for field, what in shape.get("properties", {}).items():
            optional = "" if field in shape.get("required", ()) else f" [{json.dumps(what.get('default'))}]"
            yield from _wrap(
                f"{field:<{longest}}  {_kind(what)}{optional}  {what.get('description', '')}", "  ", longest + 4
            )


def _kind(what: Mapping[str, Any]) -> str:
    """The type of a field, in few words."""
    if "$ref" in what:
        return str(what["$ref"]).rsplit("/", 1)[-1]
    if "enum" in what or "const" in what:
        return " | ".join(map(str, what.get("enum", [what.get("const")])))
    if "anyOf" in what or "oneOf" in what:
        return " | ".join(_kind(member) for member in what.get("anyOf", what.get("oneOf", ())))
    if what.get("type") == "array":
        return f"list of {_kind(what.get('items', {}))}"
    names = {"integer": "whole number", "string": "text", "boolean": "true | false", "object": "named values"}
    return names.get(what.get("type", ""), str(what.get("type", "anything")))


def _first(verdict: str, outcome: list[schema.OutcomeLine], style: Style) -> Iterator[str]:
    """The verdict with what follows from it: on its own line if it fits, else as a table below."""
    line = "; ".join(_lines(outcome))
    if not outcome:
        yield style.bold(verdict)
    elif len(verdict) + len(line) + 2 <= _width():
        yield f"{style.bold(verdict)}: {line}"
    else:
        yield style.bold(verdict)
        longest = max(len(each.label) for each in outcome)
        for each in outcome:
            yield from _wrap(f"{each.label:<{longest}}  {each.says}", "   ", longest + 5)


def _contrast(rest: schema.RestsOn, ruling: schema.Ruling, language: Language) -> str:
    taken = f"{rest.conflict}. {word('taken', language)}: {rest.taken_says}"
    other = f"{word('otherwise', language)}: {rest.other_reading_says}"
    if rest.other_verdict is None:
        differs = word("impossible", language)
    else:
        differs = _differs(rest.other_verdict, rest.other_outcome_says, ruling, language)
    if rest.other_verdict == ruling.verdict == "depends":
        differs = word("elsewhere", language).format(reading=f"{rest.conflict}={rest.other_reading}")
    return f"{taken} {other} {word('then', language).capitalize()}: {differs}."


def _differs(verdict: str, outcome: list[schema.OutcomeLine], ruling: schema.Ruling, language: Language) -> str:
    """What is different there: the verdict if it is, and the lines of the outcome that are."""
    lines = _lines(each for each in outcome if each not in ruling.outcome_says)
    if verdict != ruling.verdict or not lines:
        lines = [word(verdict, language).lower(), *lines]
    return "; ".join(lines)


def _lines(outcome: Iterable[schema.OutcomeLine]) -> list[str]:
    return [f"{each.label} {each.says}" for each in outcome]


def _paragraph(text: str) -> list[str]:
    return _wrap(text)


def _bullet(text: str) -> list[str]:
    return _wrap(text, "  · ", 4)


def _wrapped(text: str, lead: str, style: Style, rule: str) -> Iterator[str]:
    for line in _wrap(text, lead, len(lead)):
        yield line.replace(f"[{rule}]", style.dim(f"[{rule}]"))


def _wrap(text: str, lead: str = "", indent: int = 0) -> list[str]:
    """Lines of whole words; where the terminal is too narrow for an indented table, it is indented less."""
    return textwrap.wrap(
        text,
        _width(),
        initial_indent=lead if lead.strip() else lead[: _width() // 3],
        subsequent_indent=" " * min(indent, _width() // 3),
        break_on_hyphens=False,
        break_long_words=False,
    )


def _width() -> int:
    return min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns)
