"""Teaching the local LLM: what it is shown, and that llama.cpp makes of an adapter what torch made of it."""

from itertools import islice
from pathlib import Path

import pytest

from corpus import Corpus
from evals import cases
from index import Index
from service.answering.draft_check import objections
from service.answering.drafting import fits_grammar, parse_sentence
from service.answering.wording import ruling_word
from service.llm.teaching.lessons import IN_TURN, Lesson, lessons
from tests.service.tiny_model import np, write_random_model

LESSONS = 5 * len(IN_TURN)
PROMPT = list(range(40, 60))


@pytest.fixture(scope="module")
def some(corpus: Corpus, index: Index) -> list[Lesson]:
    return list(islice(lessons(corpus, index, seed=1), LESSONS))


def llama_cpp_logits(model: Path, adapter: Path | None = None) -> object:
    import llama_cpp

    llama = llama_cpp.Llama(str(model), lora_path=adapter and str(adapter), n_ctx=64, logits_all=True, verbose=False)
    llama.eval(PROMPT)
    logits = np.array(llama.scores[: len(PROMPT)])
    llama.close()
    return logits


def test_an_adapter_does_in_llama_cpp_what_it_does_in_torch(tmp_path: Path) -> None:
    import torch

    from service.llm.teaching.network import adapt, open_llama, write_adapter

    model, adapter = tmp_path / "random.gguf", tmp_path / "adapter.gguf"
    write_random_model(model, seed=3, weight=0.3)
    llama = open_llama(model)
    with torch.no_grad():
        plain = llama(torch.tensor([PROMPT])).logits[0].numpy()
        torch.manual_seed(0)
        for weights in adapt(llama, rank=2, alpha=4.0):
            weights += 0.1 * torch.randn_like(weights)
        adapted = llama(torch.tensor([PROMPT])).logits[0].numpy()
    write_adapter(llama, 4.0, adapter, "random")
    assert np.abs(plain - llama_cpp_logits(model)).max() < 0.02
    assert np.abs(adapted - llama_cpp_logits(model, adapter)).max() < 0.02
    assert np.abs(adapted - plain).max() > 0.5, "an adapter that changes nothing proves nothing"


def test_what_teaches_lowers_the_loss_of_the_draft_alone(tmp_path: Path, some: list[Lesson]) -> None:
    import torch

    from service.llm.child import LoadedModel
    from service.llm.teaching.network import adapt, open_llama
    from service.llm.teaching.teaching import loss_of, teach

    file = tmp_path / "random.gguf"
    write_random_model(file, seed=3, weight=0.1)
    torch.manual_seed(0)
    llama, model = open_llama(file), LoadedModel(file, 1)
    before = {name: weight.clone() for name, weight in llama.named_parameters()}
    adapters = adapt(llama, rank=2, alpha=4.0)
    given, draft = [5, 6, 7], model.draft_tokens("Yes, two tokens. [R1]\n")
    with torch.no_grad():
        untaught = loss_of(llama, given, draft).item()
    assert list(teach(llama, adapters, model, iter(some), [8, LESSONS])) == [8, LESSONS]
    with torch.no_grad():
        assert loss_of(llama, given, draft).item() < untaught
    model.close()
    after = {name.replace(".frozen", ""): weight for name, weight in llama.named_parameters()}
    assert all(torch.equal(weight, after[name]) for name, weight in before.items())


def test_every_lesson_is_a_draft_that_passes(some: list[Lesson]) -> None:
    for lesson in some:
        sentence = parse_sentence(lesson.draft)
        assert fits_grammar(sentence.text), lesson
        assert not objections(
            sentence, {one.alias: one for one in lesson.evidence}, lesson.question, lesson.language
        ), lesson


def test_the_kinds_of_answer_come_in_turn(some: list[Lesson]) -> None:
    assert [lesson.kind for lesson in some] == [*IN_TURN] * 5
    for lesson in some:
        if lesson.kind in ("yes", "no"):
            assert ruling_word(lesson.draft, lesson.language) == lesson.kind
        if lesson.kind == "computed":
            assert lesson.draft.startswith(lesson.evidence[0].text)


def test_the_deciding_rule_is_not_always_the_first(some: list[Lesson]) -> None:
    cited = [parse_sentence(lesson.draft).cites for lesson in some if lesson.kind != "computed"]
    assert 0.4 < sum(cites == ("R1",) for cites in cited) / len(cited) < 1


def test_no_question_of_the_evals_is_taught(corpus: Corpus, index: Index) -> None:
    from service.llm.teaching.lessons import answered

    taught = {one.question.lower() for one in answered(corpus)}
    asked = {
        case.question.lower()
        for game in cases.games()
        for split in ("dev", "test")
        for case in cases.questions(game, split)
    }
    assert len(taught) > 10_000
    assert not taught & asked
