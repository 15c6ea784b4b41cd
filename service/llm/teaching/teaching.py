"""Teaches adapters lesson by lesson: only the draft is taught, what is in front of it is given."""

import time
from collections.abc import Iterable, Iterator, Sequence

import torch
from torch import Tensor, nn
from transformers import LlamaForCausalLM

from service.llm.child import LoadedModel
from service.llm.protocol import Write
from service.llm.teaching.lessons import Lesson

SEED = 0
RANK, ALPHA = 8, 16.0
"""Of the adapters: five megabytes beside a model of 135 million weights."""
RATE = 1e-3
WARM_UP = 0.05
TOGETHER = 4
"""Lessons between two steps. They are read one by one: nothing is filled up, and memory stays small."""
SHOWN_EVERY = 20


def teach(
    llama: LlamaForCausalLM,
    adapters: Sequence[nn.Parameter],
    model: LoadedModel,
    some: Iterator[Lesson],
    counts: Iterable[int],
) -> Iterator[int]:
    """Stops at each of the counts of lessons, and says which it is; the rate falls to nothing at the last.

    `model` is the same as `llama` in llama.cpp, whose pieces of words are what is learnt.
    """
    *_, last = stops = sorted(counts)
    steps, optimizer = max(1, last // TOGETHER), torch.optim.AdamW(adapters, lr=RATE, weight_decay=0.0)
    rising = max(1, int(WARM_UP * steps))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / rising, (steps - step) / max(1, steps - rising))
    )
    llama.train()
    began, recent = time.monotonic(), 0.0
    for done in range(1, last + 1):
        loss = loss_of(llama, *_tokens(model, next(some)))
        (loss / TOGETHER).backward()  # type: ignore[no-untyped-call]
        recent = 0.98 * recent + 0.02 * loss.item() if done > 1 else loss.item()
        if done % TOGETHER == 0:
            nn.utils.clip_grad_norm_(adapters, 1.0)
            optimizer.step()
            optimizer.zero_grad()
            schedule.step()
        if done % SHOWN_EVERY == 0:
            print(f"teaching: lesson {done} of {last}, {time.monotonic() - began:.0f} s, loss {recent:.3f}", flush=True)
        if done in stops:
            yield done


def loss_of(llama: LlamaForCausalLM, given: Sequence[int], draft: Sequence[int]) -> Tensor:
    """The cross-entropy of the draft after what is given."""
    ids = torch.tensor([[*given, *draft]])
    states = llama.model(ids[:, :-1]).last_hidden_state[0, -len(draft) :]
    logits = llama.lm_head(states)  # of the draft alone: the vocabulary is a third of the work
    return nn.functional.cross_entropy(logits.float(), ids[0, -len(draft) :])


def _tokens(model: LoadedModel, lesson: Lesson) -> tuple[list[int], list[int]]:
    asked = Write(0, lesson.prompt.system, lesson.prompt.data, "")
    return model.tokens(asked), model.draft_tokens(lesson.draft)
