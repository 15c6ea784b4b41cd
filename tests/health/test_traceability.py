"""Every step an engine takes leads to a rule, and every rule an engine decides is taken by a step.

Each checker is first shown something it must reject, and must have looked at more than a handful.
"""

from collections import Counter
from dataclasses import replace
from string import Formatter

import pytest

from adjudicator import GAMES
from corpus import LANGUAGES, Bilingual, load_corpus, load_says, load_sentences
from evals import cases, coverage
from evals.coverage import Cited, NotLiteral
from tests.health.sizes import enough

in_each_game = pytest.mark.parametrize("game", tuple(GAMES))


def unknown_or_undecidable(citations, rules):
    """Citations of rules that do not exist or that people decide."""
    return [c for c in citations if c.rule not in rules or rules[c.rule].decided_by != "engine"]


def uncited(citations, rules):
    """Rules that an engine is said to decide and none cites."""
    cited = {c.rule for c in citations}
    return [id for id, rule in rules.items() if rule.decided_by == "engine" and id not in cited]


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def unsayable(citations, says):
    """Branches without a sentence, or whose sentence wants a fact that one of its places does not pass."""
    for c in citations:
        where = f"{c.module}:{c.line} {c.rule} {c.branch}"
        sentence = says.get(c.rule, {}).get(c.branch)
        if sentence is None:
            yield f"{where}: no sentence"
        elif missing := set().union(*(placeholders(sentence[language]) for language in LANGUAGES)) - c.facts:
            yield f"{where}: no fact {sorted(missing)}"


def never_said(citations, says):
    """Sentences that no engine can say."""
    cited = {(c.rule, c.branch) for c in citations}
    return [
        (rule, branch)
        for rule, branches in says.items()
        if not rule.startswith("_")
        for branch in branches
        if (rule, branch) not in cited
    ]


def a_citation(rule="XX-1.1", branch="nowhere", facts=()):
    return Cited(rule=rule, branch=branch, facts=frozenset(facts), module="m.py", line=1)


@pytest.mark.parametrize(
    "source",
    [
        'trace.cite(rule, "b")',
        'trace.cite("VW-1.1", branch)',
        'trace.fault(rule, "b")',
        'trace.cite(f"VW-{chapter}.1", "b")',
        'trace.cite("VW-1.1", f"{side}-wins")',
        'trace.cite("VW-" + number, "b")',
        'trace.cite(RULES[side], "b")',
        'trace.cite("VW-1.1" if early else "VW-1.2", "b")',
        'trace.cite("VW-1.1")',
        "trace.cite(*decided)",
        'trace.cite("VW-1.1", "b", **facts)',
        'self.trace.cite(rule, "b")',
        'trace.silent().cite(rule, "b")',
        "def bar(trace, rule):\n    trace.cite(rule, 'barred')\nbar(trace, 'VW-1.1')",
        'cite = trace.cite\ncite("VW-1.1", "b")',
        "each_of(rules, trace.cite)",
        'partial(trace.cite, "VW-1.1")("b")',
        'getattr(trace, how)("VW-1.1", "b")',
        'Step(rule=rule, branch="b", facts={})',
        'kernel.Step(rule="VW-1.1", branch="b", facts={})',
        "from adjudicator.kernel import Step as S",
    ],
)
def test_a_citation_that_cannot_be_read_from_the_source_is_rejected(source: str) -> None:
    with pytest.raises(NotLiteral, match=r"^m\.py:"):
        list(coverage.cited_in(source, "m.py"))


def test_a_citation_is_read_wherever_its_trace_comes_from() -> None:
    source = 'trace.cite("VW-1.1", "a", n=1)\nself.trace.silent().fault("VW-1.2", "b")'
    assert {(c.rule, c.branch, c.facts) for c in coverage.cited_in(source, "m.py")} == {
        ("VW-1.1", "a", frozenset({"n"})),
        ("VW-1.2", "b", frozenset()),
    }


def test_every_method_that_cites_is_looked_for() -> None:
    assert {"cite", "fault"} <= coverage.CITE


def test_nothing_outside_the_games_cites() -> None:
    shared = [path for path in coverage.ENGINES.glob("*.py") if path.name != "kernel.py"]
    assert len(shared) > 2
    for path in shared:
        assert list(coverage.cited_in(path.read_text(encoding="utf-8"), path.name)) == []


@in_each_game
def test_every_cited_rule_exists_and_is_the_engines_to_decide(game):
    rules = load_corpus().games[game].rules
    by_people = next(id for id, rule in rules.items() if rule.decided_by == "table")
    assert unknown_or_undecidable([a_citation(), a_citation(by_people)], rules) != []
    assert enough(game, len(coverage.cited(game)), 100)
    assert unknown_or_undecidable(coverage.cited(game), rules) == []


@in_each_game
def test_every_rule_an_engine_decides_is_cited(game):
    rules = load_corpus().games[game].rules
    assert uncited([], rules) != []
    assert enough(game, sum(rule.decided_by == "engine" for rule in rules.values()), 50)
    assert uncited(coverage.cited(game), rules) == []


@in_each_game
def test_every_branch_can_be_said_in_both_languages(game):
    says = load_says(game)
    hollow = {"XX-1.1": {"nowhere": Bilingual(it="{x}", en="{y}")}}
    assert len(list(unsayable([a_citation(facts="x"), a_citation(branch="other")], hollow))) == 2
    assert enough(game, sum(len(branches) for branches in says.values()), 100)
    assert list(unsayable(coverage.cited(game), says)) == []


@in_each_game
def test_no_sentence_is_left_over(game):
    assert never_said([], {"XX-1.1": {"gone": Bilingual(it="", en="")}}) == [("XX-1.1", "gone")]
    assert never_said(coverage.cited(game), load_says(game)) == []


@in_each_game
def test_engine_and_corpus_name_the_same_conflicts_and_readings(game):
    corpus = load_corpus().games[game].conflicts
    for conflict in GAMES[game].conflicts.values():
        assert set(conflict.readings) == set(corpus[conflict.id].readings), conflict.id
        assert conflict.default == corpus[conflict.id].default, conflict.id
    assert enough(game, len(GAMES[game].conflicts), 10)


def without_a_sentence(rules, counted):
    """Rules of which a document that they name has no sentence; a rule that sums up others needs none."""
    return [
        f"{rule.id} names {source.document}, and no sentence of it"
        for rule in rules.values()
        if not rule.sums_up
        for source in rule.source
        if not counted[source.document, rule.id]
    ]


@in_each_game
def test_every_rule_comes_from_a_sentence_and_every_sentence_leads_to_a_rule(game):
    rules, sentences = load_corpus().games[game].rules, load_sentences(game)
    assert set(sentences) == set(load_corpus().games[game].card.editions)
    counted = Counter()
    for edition, sections in sentences.items():
        for section, ids in sections.items():
            for id in ids:
                assert id in rules, f"{edition}, {section}: {id} does not exist"
                assert edition in {source.document for source in rules[id].source}, f"{id} does not name {edition}"
                counted[edition, id] += 1
    assert len(without_a_sentence(rules, Counter())) >= sum(not rule.sums_up for rule in rules.values())
    assert without_a_sentence(rules, counted) == []
    assert enough(game, sum(counted.values()), 100)


def test_a_rule_that_sums_up_others_needs_no_sentence():
    rule = next(iter(load_corpus().games["vwars"].rules.values()))
    plain, overview = replace(rule, sums_up=()), replace(rule, sums_up=(rule.id,))
    assert len(without_a_sentence({rule.id: plain}, Counter())) == len(rule.source)
    assert without_a_sentence({rule.id: overview}, Counter()) == []


@in_each_game
def test_no_question_of_the_evals_is_answered_in_writing(game):
    def plain(text):
        return "".join(letter for letter in text.lower() if letter.isalnum())

    entries = [*load_corpus().games[game].rules.values(), *load_corpus().games[game].conflicts.values()]
    written = {plain(ask.q) for entry in entries for language in LANGUAGES for ask in entry.asks[language]}
    suite = (*cases.questions(game, "dev"), *cases.questions(game, "test"))
    assert enough(game, len(written), 300)
    assert enough(game, len(suite), 80)
    assert [case.id for case in suite if plain(case.question) in written] == []
