"""Rows for the rules and questions that were added since the model was taught.

The transformer stays as it is, and so does what it knows. Each head gains a row for each rule, each question of one and
each kind of decision that it lacks; these alone are fitted, on what the transformer makes of all lines of the game,
those that ask for the new against those that do not. It takes minutes on two cores. New words for a fact of a position
still have to be taught.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from index.encoder import Encoder
from index.reader import LONGEST
from index.tuning.export import MEMBERS
from index.tuning.lessons import Lesson

STEPS = 250
RATE = 0.05
DECAY = 1e-5
"""The weight of the squares of a row's weights: of 1e-5, 1e-4 and 1e-3 it takes least from what was known."""
UNLIKELY = 8.0
"""So much less than all known rows together a new one has to begin with."""
SHOWN = 10_000
"""After so many lines the progress is shown."""

_TARGETS: Mapping[str, Callable[[Lesson], str | None]] = {
    "kind": lambda lesson: lesson.kind,
    "rule": lambda lesson: lesson.phrase.rule,
    "ask": lambda lesson: lesson.ask,
}
"""Of each head with rows for the entries of a game: which of them a lesson asks for."""

Weights: TypeAlias = NDArray[np.float32]


def add_rows(lessons: Sequence[Lesson], home: Path, folder: Path) -> int:
    """Writes the heads of the model at `home` with rows for all that the lessons ask for, into a folder that is being
    written; says how many it gained. Lessons that are held out teach nothing.
    """
    lessons = [lesson for lesson in lessons if not lesson.phrase.held_out]
    names: dict[str, Any] = json.loads((home / "heads.json").read_text(encoding="utf-8"))
    arrays = arrays_in(home)
    missing = {(head, game): new for head, game, new in _missing(lessons, names)}
    if not missing:
        return 0
    read = torch.from_numpy(wholes([lesson.phrase.text for lesson in lessons], home))
    for (head, game), new in missing.items():
        rows = names[MEMBERS[head]][game]
        targets = [_TARGETS[head](lesson) if lesson.phrase.game == game else None for lesson in lessons]
        asked = [at for at, target in enumerate(targets) if target]
        at = list(rows.values())
        known = read[asked] @ _floats(arrays[head][at]).T + _floats(arrays[f"{head} bias"][at])
        number = {name: row for row, name in enumerate(new)}
        wanted = torch.tensor([number.get(targets[one] or "", -1) for one in asked])
        weights, bias = _fitted(read[asked], known.logsumexp(1), wanted, len(new))
        rows |= {name: len(arrays[head]) + row for name, row in number.items()}
        for name, added in ((head, weights), (f"{head} bias", bias)):
            arrays[name] = np.concatenate([arrays[name], added.numpy().astype(arrays[name].dtype)])
        print(f"{game}: {len(new)} rows of {MEMBERS[head]}", flush=True)
    np.savez_compressed(folder / "heads.npz", **arrays)
    written = json.dumps(names, ensure_ascii=False, separators=(",", ":"))
    (folder / "heads.json").write_text(written, encoding="utf-8")
    return sum(map(len, missing.values()))


def _missing(lessons: Sequence[Lesson], names: Mapping[str, Any]) -> Iterator[tuple[str, str, list[str]]]:
    """Of each head and game what has no row."""
    for head, target in _TARGETS.items():
        for game in sorted({lesson.phrase.game for lesson in lessons}):
            asked = {target(lesson) for lesson in lessons if lesson.phrase.game == game} - {None}
            new = sorted(asked - names[MEMBERS[head]].setdefault(game, {}).keys())
            if new:
                yield head, game, new


def _fitted(wholes: Tensor, known: Tensor, wanted: Tensor, rows: int) -> tuple[Tensor, Tensor]:
    """The weights and the biases of new rows. `known` has what all known rows together make of each line, `wanted` the
    new row that it asks for; -1 where it asks for a known one, of whichever nothing is to be taken away.
    """
    weights = torch.zeros(rows, wholes.shape[1], requires_grad=True)
    bias = torch.full((rows,), float(known.mean()) - UNLIKELY, requires_grad=True)
    steps = torch.optim.Adam([weights, bias], lr=RATE)
    falling = torch.optim.lr_scheduler.CosineAnnealingLR(steps, STEPS)
    for _ in range(STEPS):
        new = wholes @ weights.T + bias
        every = torch.cat([known[:, None], new], 1).logsumexp(1)
        own = torch.where(wanted < 0, known, new.gather(1, wanted.clamp(min=0)[:, None])[:, 0])
        loss = (every - own).mean() + DECAY * weights.square().sum() / rows
        steps.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        steps.step()
        falling.step()
    return weights.detach(), bias.detach()


def arrays_in(home: Path) -> dict[str, Any]:
    """What the heads of the model in this folder are made of, by its name."""
    stored = np.load(home / "heads.npz")
    return {name: stored[name] for name in stored.files}


def _floats(halves: NDArray[np.float16]) -> Tensor:
    return torch.from_numpy(halves.astype(np.float32))


def wholes(texts: Sequence[str], home: Path) -> Weights:
    """What the transformer makes of each text, a row each, with the progress shown."""
    encoder = Encoder(home, LONGEST)
    read = [encoder.mean(texts[0])]  # which loads it, before threads ask for it
    with ThreadPoolExecutor(os.cpu_count()) as threads:  # it leaves the lock of the interpreter while it reads
        for whole in threads.map(encoder.mean, texts[1:]):
            read.append(whole)
            if len(read) % SHOWN == 0 or len(read) == len(texts):
                print(f"read {len(read)} of {len(texts)} lines", flush=True)
    return np.array(read, dtype=np.float32)
