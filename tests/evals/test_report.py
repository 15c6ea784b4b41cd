"""The page that `arbitro eval` writes."""

from pathlib import Path

import pytest

from evals.baseline import Measurement
from evals.report import Bin, Judged, calibration_error, reliability, write_report
from service.schema import Answer, Timings


def judged(id: str, confidence: float, *failures: str, language: str = "en", question: str = "may I?") -> Judged:
    answer = Answer(
        question=question, language=language, game="vwars", answer="Yes.", verdict="yes", abstained=False,
        sentences=[], citations=[], edition=None, understood=[], ruling=None, position=None, missing=[], conflicts=[],
        confidence=confidence, model="none", timings_ms=Timings(retrieve=0, adjudicate=0, generate=0),
    )  # fmt: skip
    return Judged(
        suite="questions", game="vwars", id=id, kind="yesno", answer=answer, expected="no", gold=("VW-6.4",),
        retrieved=("VW-6.4", "VW-6.2"), failures=failures,
    )  # fmt: skip


def test_answers_of_like_confidence_are_counted_together_in_each_language() -> None:
    ones = [judged("a", 0.81), judged("b", 0.89, "wrong"), judged("c", 1.0), judged("d", 0.2, language="it")]
    found = reliability(ones)
    assert found["en"] == [
        Bin(answers=2, confidence=pytest.approx(0.85), right=0.5),
        Bin(answers=1, confidence=1, right=1),
    ]
    assert found["it"] == [Bin(answers=1, confidence=0.2, right=1)]
    assert calibration_error(found["en"]) == pytest.approx((2 * 0.35 + 0) / 3)


def test_the_page_shows_what_got_worse_and_every_wrong_answer_with_what_was_retrieved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARBITRO_HOME", str(tmp_path))
    now = Measurement(corpus="c", embeddings="e", llm="l", figures={"answers": {"vwars en": {"right": 0.5}}}, passed={})
    before = Measurement(
        corpus="c", embeddings="e", llm="l", figures={"answers": {"vwars en": {"right": 0.75}}}, passed={}
    )
    wrong = judged("q-en-007", 0.5, "says 'seven'", question="<b>may</b> I?")
    page = write_report(now, before, ["answered right, vwars: 9 questions lost"], [wrong, judged("q-en-008", 0.9)])
    html = page.read_text(encoding="utf-8")
    assert page.parent == tmp_path
    assert "9 questions lost" in html
    assert "-0.250" in html
    assert "&lt;b&gt;may&lt;/b&gt; I?" in html
    assert "says &#39;seven&#39;" in html
    assert '<span class="gold">VW-6.4</span>' in html
    assert "q-en-008" not in html
    assert "Wrong: 1 of 2" in html
    assert "://" not in html
    assert not list(tmp_path.glob("*.tmp"))
