"""How the drafts of an LLM are measured: beside the same answers without it."""

from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Literal

import pytest

from corpus import load_corpus
from evals.cases import QuestionCase
from evals.drafts import Drafted, PatientLLM, draft_figures, drafted, form_of, ruling_figures, undrafted, wins
from evals.questions import judged_answer
from service.llm.teaching.lessons import held_out_rulings
from service.schema import Answer, Citation, CitationSource, Timings
from service.settings import Settings
from tests.service.tiny_model import write_random_model

CASE = QuestionCase(
    id="q", lang="en", kind="lookup", question="May I riot there?", gold=("VW-9.1",), verdict="no",
    must_say=(("riot",),), abstain=False, source="book", why="",
)  # fmt: skip


def answer(verdict: Literal["yes", "no", "explained"]) -> Answer:
    cited = Citation(rule="VW-9.1", title="", text="", source=CitationSource(document="d", section="s"))
    return Answer(
        question=CASE.question, language="en", game="vwars", answer="A riot.", verdict=verdict, abstained=False,
        sentences=[], citations=[cited], edition=None, understood=[], ruling=None, position=None, missing=[],
        conflicts=[], confidence=0.5, model="none", timings_ms=Timings(retrieve=0, adjudicate=0, generate=0),
    )  # fmt: skip


def measured(
    verdict: Literal["yes", "no", "explained"], before: Literal["yes", "no", "explained"] = "explained"
) -> Drafted:
    return Drafted(
        case=CASE,
        end="refused" if verdict == before else "kept",
        seconds=1.0,
        drafted=judged_answer(CASE, answer(verdict)),
        undrafted=judged_answer(CASE, answer(before)),
    )


def test_a_draft_puts_right_or_spoils_and_an_opposite_is_spoilt_where_nothing_was_right() -> None:
    right, refused, opposite, spoilt = measured("no"), measured("explained"), measured("yes"), measured("yes", "no")
    assert [(one.better, one.worse) for one in (right, refused, opposite, spoilt)] == [
        (True, False),
        (False, False),
        (False, True),
        (False, True),
    ]


def test_it_wins_only_where_chance_would_hardly_do_as_well() -> None:
    assert wins([measured("no")] * 4) == ()
    assert wins([measured("no")] * 5) == ("all", "en", "en yes or no", "lookup")
    assert wins([*[measured("no")] * 6, *[measured("yes")] * 4]) == ()


def test_shares_are_of_the_drafts_that_were_written() -> None:
    late = replace(measured("explained"), end="late")
    figures = draft_figures([measured("no"), measured("yes"), measured("explained"), late])["all"]
    assert figures["questions"] == 4
    assert figures["drafts"] == 3
    assert figures["pass"] == pytest.approx(2 / 3)
    assert figures["right of those"] == figures["opposite of those"] == 0.5
    assert figures["without, of those"] == 0


@pytest.mark.parametrize(
    ("question", "form"),
    [
        ("May I riot there?", "yes or no"),
        ("How many cards do I draw?", "how many"),
        ("Who begins?", "which"),
        ("Do I draw or discard?", "which"),
    ],
)
def test_what_kind_of_answer_is_wanted_is_read_off_the_words(question: str, form: str) -> None:
    assert form_of(question, "en") == form


def test_a_model_of_noise_is_asked_and_changes_no_answer(tmp_path: Path) -> None:
    from evals import cases
    from service.answering.referee import open_referee

    file = tmp_path / "random.gguf"
    write_random_model(file, seed=7)
    referee = open_referee(replace(Settings(), llm="none"))
    asked = undrafted(referee, cases.questions("vwars", "test")[:40], "vwars")
    assert 3 <= len(asked) < 40
    with closing(PatientLLM(str(file), threads=1)) as llm:
        found = drafted(referee, llm, asked[:3], "vwars")
        assert {one.end for one in found} == {"refused"}
        assert all(one.drafted.answer.answer == one.undrafted.answer.answer for one in found)
        assert all(one.seconds > 0 for one in found)
        assert llm.tokens_a_second > 0
        rulings = list(islice(held_out_rulings(load_corpus(), referee.index, seed=0), 3))
        figures = ruling_figures(llm, rulings)
        assert (figures["questions"], figures["pass"], figures["and say the ruling"]) == (3, 0, 0)


def test_the_figures_go_from_all_to_languages_forms_and_kinds() -> None:
    italian = replace(measured("no"), case=replace(CASE, lang="it", question="Quante carte pesco?", kind="number"))
    groups = [*draft_figures([measured("no"), italian])]
    assert groups == ["all", "en", "it", "en yes or no", "it how many", "lookup", "number"]
