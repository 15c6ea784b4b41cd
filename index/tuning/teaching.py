"""Teaches the network, and measures it on what is held out."""

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

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
    """All together, those of every branch among them."""
    batch: int
    twice: bool
    """Whether it reads each question twice at a time, and is taught to say the same."""
    branches: int = 1
    """So many times it is taught on from where a part of the epochs has taken it, each time by other tellings; what is
    kept is the mean.
    """


PACES = {"cpu": Pace(5, 32, twice=False), "cuda": Pace(27, 64, twice=True, branches=2)}
"""On two cores nothing is read twice and nothing branches: hours go by as it is."""
SHARED = 0.22
"""The share of the epochs before the branches."""
RISING = 0.1
"""The share of those in which the rate rises: then it stays, and falls in each branch."""
KEPT = 0.999
"""How much of the mean of a branch's steps each step leaves: it is that of the last thousand."""
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

    def twin_of(lesson: Lesson) -> str:
        own = texts[lesson.phrase.game, lesson.phrase.rule]
        return chance.choice([text for text in own if text != lesson.phrase.text])

    paraphraser = Paraphraser.of([*taught, *known], chance)
    repeated = int(REPEATED * len(known))

    def batches() -> Iterator[list[dict[str, Any]]]:
        """Without an end, told anew in each epoch."""
        while True:
            epoch = [*taught, *chance.sample(known, repeated)]
            told = (paraphraser.retold(one) if chance.random() < RETOLD else one for one in epoch)
            yield from shuffled(list(encoded(told, names, tokenizer, twin_of)), pace.batch)

    course = _Course(network, batches(), rate, twice=pace.twice)
    steps = int(pace.epochs * (len(taught) + repeated) / pace.batch)
    network.train()
    if pace.branches == 1:
        course.go(steps, lambda done: min(1.0, done / WARM_UP, (1 - done) / (1 - WARM_UP)))
    else:
        shared = int(SHARED * steps)
        course.go(shared, lambda done: min(1.0, done / RISING))
        course.branch(pace.branches, (steps - shared) // pace.branches)
    network.eval()


class _Course:
    """Takes a network from step to step."""

    def __init__(self, network: Network, batches: Iterator[list[dict[str, Any]]], rate: float, *, twice: bool) -> None:
        self._network, self._batches, self._twice = network, batches, twice
        deep: list[nn.Parameter] = []
        heads: list[nn.Parameter] = []
        for name, weight in network.named_parameters():
            (deep if name.startswith(("encoder.", "vector.")) else heads).append(weight)
        self._rates = (rate, RATE_OF_HEADS)
        self._optimizer = torch.optim.AdamW([{"params": deep}, {"params": heads}], weight_decay=0.01, fused=True)
        self._began = time.monotonic()

    def go(self, steps: int, pace: Callable[[float], float], mean: AveragedModel | None = None) -> None:
        """So many steps, with the progress shown; `pace` is the share of the highest rate after each share of them."""
        device = self._network.vector.weight.device
        for done in range(1, steps + 1):
            for group, highest in zip(self._optimizer.param_groups, self._rates, strict=True):
                group["lr"] = highest * pace(done / steps)
            rows = next(self._batches)
            batch = batched(rows * 2 if self._twice else rows, device, twins=done % CONTRASTED == 0)
            losses = self._network.losses(batch, twice=self._twice)
            self._optimizer.zero_grad()
            torch.stack([WEIGHTS[name] * loss for name, loss in losses.items()]).sum().backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(self._network.parameters(), 1.0)
            self._optimizer.step()
            if mean is not None:
                mean.update_parameters(self._network)
            if done % 100 == 0 or done == steps:
                parts = ", ".join(f"{name} {loss.item():.2f}" for name, loss in losses.items())
                took = time.monotonic() - self._began
                print(f"tuning: step {done} of {steps}, {took:.0f} s, loss {parts}", flush=True)

    def branch(self, branches: int, steps: int) -> None:
        """So many times on from here, at a rate that falls; makes each weight its mean in the last steps of all."""
        here = deepcopy((self._network.state_dict(), self._optimizer.state_dict()))
        means: list[AveragedModel] = []
        for at in range(1, branches + 1):
            print(f"tuning: branch {at} of {branches}", flush=True)
            self._network.load_state_dict(here[0])
            self._optimizer.load_state_dict(deepcopy(here[1]))
            average = get_ema_multi_avg_fn(KEPT)  # type: ignore[no-untyped-call]
            means.append(AveragedModel(self._network, multi_avg_fn=average))
            self.go(steps, lambda done: 1 - done, means[-1])
        with torch.no_grad():
            for weight, *ends in zip(
                self._network.parameters(), *(mean.module.parameters() for mean in means), strict=True
            ):
                weight.copy_(torch.stack(ends).mean(0))


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
