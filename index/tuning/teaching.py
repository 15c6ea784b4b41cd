"""Teaches the network, and measures it on what is held out."""

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from index.answers import ANSWERS
from index.encoder import first_pieces
from index.marks import tags_of
from index.reader import LONGEST
from index.tokens import tokens
from index.tuning.lessons import Lesson, Paraphraser
from index.tuning.names import Names
from index.tuning.network import IGNORED, UNTAUGHT, Network

SEED = 0


class Pace(NamedTuple):
    """How a network is taught, by where it runs."""

    epochs: float
    batch: int
    twice: bool
    """Whether it reads each question twice at a time, and is taught to say the same."""


PACES = {"cpu": Pace(5, 32, twice=False), "cuda": Pace(12, 64, twice=True)}
"""On two cores nothing is read twice: an hour and a half goes by as it is."""
MEASURED_TOGETHER = 32
BUCKET = 20
"""So many batches are sorted by length together: short questions wait for no long ones."""
RATE_OF_HEADS = 3e-3
WARM_UP = 0.06
WEIGHTS = {"kind": 1.0, "rule": 0.5, "wants": 0.5, "answer": 0.6, "ask": 0.7, "tag": 2.0, "vector": 0.5}
"""Of the losses."""
LONGEST_TWIN = 24
"""Pieces of words that are read of a text beside a question: the batch waits for the longest."""
CONTRASTED = 3
"""One batch in so many is held against texts as well."""
RETOLD = 0.68
"""How often a lesson is told in other words."""
REPEATED = 0.2
"""The share of the lessons known before that is repeated in each epoch beside new ones, lest they be forgotten."""


def encoded(
    some: Iterable[Lesson], names: Names, tokenizer: Any, twin_of: Callable[[Lesson], str]
) -> Iterator[dict[str, Any]]:
    """What is taught by each lesson, as numbers; its twin is a text of its rule."""
    kinds = {kind: at for at, kind in enumerate(names.kinds)}
    rules = {rule: at for at, rule in enumerate(names.rules)}
    asks = {ask: at for at, ask in enumerate(names.asks)}
    wants = {wanted: at for at, wanted in enumerate(names.wants)}
    rows_of_tags = {tag: at for at, tag in enumerate(names.tags)}
    procedures = {procedure: at for at, procedure in enumerate(names.procedures)}
    games = {game: at for at, game in enumerate(names.games)}
    for lesson in some:
        phrase = lesson.phrase
        pieces = tokenizer(phrase.text, return_offsets_mapping=True, truncation=True, max_length=LONGEST)
        tags = [IGNORED] * len(pieces["input_ids"])
        if phrase.procedure:
            read = tokens(phrase.text, phrase.language)
            first = first_pieces(pieces["offset_mapping"])
            for word, tag in zip(read, tags_of(phrase, read), strict=True):
                if word.start in first:
                    tags[first[word.start]] = rows_of_tags.get(names.tag_of(tag, phrase.procedure), UNTAUGHT)
        yield {
            "ids": pieces["input_ids"],
            "tags": tags,
            "twin": tokenizer(twin_of(lesson), truncation=True, max_length=LONGEST_TWIN)["input_ids"],
            "kind": kinds[phrase.game, lesson.kind] if lesson.kind else IGNORED,
            "rule": rules[phrase.game, phrase.rule],
            "wants": wants[phrase.procedure, json.dumps(phrase.wants)] if phrase.procedure else 0,
            "answer": ANSWERS.index(lesson.answer) if lesson.answer else IGNORED,
            "ask": asks[phrase.game, lesson.ask] if lesson.ask else IGNORED,
            "procedure": procedures.get(phrase.procedure or "", -1),
            "game": games[phrase.game],
        }


def batched(rows: Sequence[Mapping[str, Any]], device: torch.device, *, twins: bool = False) -> dict[str, Tensor]:
    """Rows as tensors, the short ones filled up; with the texts beside the questions, if they are wanted."""

    def filled(name: str, filling: int) -> Tensor:
        longest = max(len(row[name]) for row in rows)
        return torch.tensor([[*row[name], *[filling] * (longest - len(row[name]))] for row in rows])

    def shown(name: str) -> Tensor:
        return (filled(name, IGNORED) != IGNORED).long()

    single = {
        name: torch.tensor([row[name] for row in rows])
        for name in ("kind", "rule", "wants", "answer", "ask", "procedure", "game")
    }
    beside = {"twin": filled("twin", 0), "twin shown": shown("twin")} if twins else {}
    whole = {"ids": filled("ids", 0), "shown": shown("ids"), "tags": filled("tags", IGNORED), **single, **beside}
    return {name: tensor.to(device) for name, tensor in whole.items()}


def shuffled(rows: list[dict[str, Any]], size: int) -> list[list[dict[str, Any]]]:
    """All rows in batches of this size and of like length, in a random order."""
    random.shuffle(rows)
    buckets = (rows[at : at + size * BUCKET] for at in range(0, len(rows), size * BUCKET))
    ordered = [sorted(bucket, key=lambda row: len(row["ids"])) for bucket in buckets]
    batches = [bucket[at : at + size] for bucket in ordered for at in range(0, len(bucket), size)]
    random.shuffle(batches)
    return batches


def tune(
    network: Network,
    taught: Sequence[Lesson],
    names: Names,
    tokenizer: Any,
    texts: Mapping[tuple[str, str], Sequence[str]],
    pace: Pace,
    rate: float,
    known: Sequence[Lesson] = (),
) -> None:
    """Teaches the network where it is, with the progress shown; in each epoch the lessons are told anew, beside another
    of the `texts` of their rule, and some of those that it knows. `rate` is the encoder's at its highest.
    """
    chance = random.Random(SEED)
    device = network.vector.weight.device

    def twin_of(lesson: Lesson) -> str:
        own = texts[lesson.phrase.game, lesson.phrase.rule]
        return chance.choice([text for text in own if text != lesson.phrase.text])

    paraphraser = Paraphraser.of([*taught, *known], chance)
    repeated = int(REPEATED * len(known))
    deep: list[nn.Parameter] = []
    heads: list[nn.Parameter] = []
    for name, weight in network.named_parameters():
        (deep if name.startswith(("encoder.", "vector.")) else heads).append(weight)
    optimizer = torch.optim.AdamW(
        [{"params": deep, "lr": rate}, {"params": heads, "lr": RATE_OF_HEADS}],
        weight_decay=0.01,
        fused=True,
    )
    steps = int(pace.epochs * (len(taught) + repeated) / pace.batch)
    rising = max(1, int(WARM_UP * steps))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / rising, (steps - step) / max(1, steps - rising))
    )
    network.train()
    done, began = 0, time.monotonic()
    while done < steps:
        epoch = [*taught, *chance.sample(known, repeated)]
        told = (paraphraser.retold(one) if chance.random() < RETOLD else one for one in epoch)
        for rows in shuffled(list(encoded(told, names, tokenizer, twin_of)), pace.batch)[: steps - done]:
            batch = batched(rows * 2 if pace.twice else rows, device, twins=done % CONTRASTED == 0)
            losses = network.losses(batch, twice=pace.twice)
            optimizer.zero_grad()
            torch.stack([WEIGHTS[name] * loss for name, loss in losses.items()]).sum().backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            done += 1
            if done % 100 == 0 or done == steps:
                parts = ", ".join(f"{name} {loss.item():.2f}" for name, loss in losses.items())
                print(f"tuning: step {done} of {steps}, {time.monotonic() - began:.0f} s, loss {parts}", flush=True)
    network.eval()


@torch.no_grad()
def figures(network: Network, rows: Sequence[dict[str, Any]]) -> dict[str, float]:
    """The shares that are right of what is held out."""
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    device = network.vector.weight.device
    for at in range(0, len(rows), MEASURED_TOGETHER):
        batch = batched(rows[at : at + MEASURED_TOGETHER], device)
        logits, formal = network.logits(batch), batch["procedure"] >= 0
        for name in ("kind", "rule", "wants", "answer", "ask"):
            wanted = batch[name][formal] if name == "wants" else batch[name]
            right[name] += int((logits[name].argmax(-1) == wanted).sum())
            total[name] += int((wanted != IGNORED).sum())
        right["kind of formal"] += int((logits["kind"].argmax(-1) == batch["kind"])[formal].sum())
        total["kind of formal"] += int(formal.sum())
        tags = batch["tags"][formal]
        known = tags != IGNORED
        same = torch.ones_like(known)
        same[known] = logits["tag"].argmax(-1) == tags[known]
        right["words"] += int(same[known].sum())
        total["words"] += int(known.sum())
        right["all words of a question"] += int(same.all(-1).sum())
        total["all words of a question"] += int(formal.sum())
    return {name: round(right[name] / total[name], 3) for name in total if total[name]}
