"""What tells a question about something else from one about these games: a row fitted beside the transformer as it is,
on the lines of `corpus/foreign.yaml` against the phrasebook's.

Every fifth of those lines is held out, and measures it. It takes a minute or two on two cores.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits

from corpus import Language
from index.reader import FOREIGN
from index.tuning.lessons import Lesson
from index.tuning.rows import Weights, arrays_in, wholes

OURS = 16_000
"""So many of the games' own questions stand against the foreign lines."""
HELD_OUT = 5
"""Every fifth line is not fitted on."""
DECAY = 1e-3
"""The weight of the squares of the row's weights; with 1e-4 and 1e-2 what is held out is told apart less well."""
STEPS = 300


def add_foreign(
    lessons: Sequence[Lesson], foreign: Mapping[Language, Sequence[str]], folder: Path, seed: int = 0
) -> float:
    """Adds the row to the heads of the model in this folder, which is being written; says how often a line that is held
    out comes before a question that is.
    """
    random = Random(seed)
    ours = [lesson.phrase.text for lesson in random.sample(lessons, min(OURS, len(lessons)))]
    theirs = [line for lines in foreign.values() for line in lines]
    random.shuffle(theirs)
    read = wholes([*ours, *theirs], folder)
    is_foreign = np.arange(len(read)) >= len(ours)
    held_out = np.arange(len(read)) % HELD_OUT == 0
    row, bias = _fitted(read[~held_out], is_foreign[~held_out])
    added = {FOREIGN: row.astype(np.float16)[None], f"{FOREIGN} bias": bias.astype(np.float16)}
    np.savez_compressed(folder / "heads.npz", **(arrays_in(folder) | added))
    scores = read @ row + bias
    return _told_apart(scores[held_out & is_foreign], scores[held_out & ~is_foreign])


def _fitted(read: Weights, is_foreign: np.ndarray) -> tuple[Weights, Weights]:
    """The weights and the bias of a logistic regression, each sign as far from its mean as such signs are."""
    mean, spread = read.mean(axis=0), read.std(axis=0)
    signs, wanted = torch.from_numpy((read - mean) / spread), torch.from_numpy(is_foreign.astype(np.float32))
    weights, bias = (torch.zeros(size, requires_grad=True) for size in (signs.shape[1], 1))
    steps = torch.optim.LBFGS([weights, bias], max_iter=STEPS, line_search_fn="strong_wolfe")

    def loss() -> Tensor:
        steps.zero_grad()
        lost = binary_cross_entropy_with_logits(signs @ weights + bias, wanted) + DECAY * weights.square().sum()
        lost.backward()  # type: ignore[no-untyped-call]
        return lost

    steps.step(loss)  # type: ignore[no-untyped-call]
    row = weights.detach().numpy() / spread
    return row, bias.detach().numpy() - row @ mean


def _told_apart(foreign: Weights, ours: Weights) -> float:
    """The share of all pairs of them in which the foreign one has the higher score."""
    return float((foreign[:, None] > ours[None]).mean())
