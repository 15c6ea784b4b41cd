"""The order in which questions tell their facts: after "my Templar" comes where he stands, not where the other does.

Counted over a phrasebook: how much likelier each fact is told right after another than anywhere. Of two facts that a
word may tell, it more likely tells the one that is told after what was told last.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from index.marks import Tag

SEEN = 5.0
"""So many sentences' worth of no order at all is added to what was counted."""
COUNTS = 0.5
"""The power of what was counted: the model that reads the words has seen the order as well. Of the evals' positions
.728 are read right first so, .717 without, .712 with the whole.
"""


@dataclass(frozen=True, slots=True)
class Order:
    """How likely one place follows another, in the questions to one procedure."""

    rows: Mapping[str, int]
    """Of each place, with no numbers in its lists."""
    weights: NDArray[np.float16]
    """What was told last, and after all of them nothing yet; by what is told next. One: as likely as anywhere."""

    def weight(self, last: str | None, place: str) -> float:
        """How much likelier this is told now than anywhere; one where that is not known."""
        column = self.rows.get(place)
        row = len(self.rows) if last is None else self.rows.get(last)
        return 1.0 if column is None or row is None else float(self.weights[row, column])


NONE = Order({}, np.ones((1, 0), np.float16))
"""Where nothing was counted."""


def counted(sentences: Iterable[Sequence[Tag]]) -> Order:
    """What the words of these sentences tell, one after the other."""
    told = [list(_places(tags)) for tags in sentences]
    rows = {place: row for row, place in enumerate(sorted({place for places in told for place in places}))}
    pairs = np.zeros((len(rows) + 1, len(rows)))
    for places in told:
        last = len(rows)
        for place in places:
            pairs[last, rows[place]] += 1
            last = rows[place]
    anywhere = (pairs.sum(axis=0) + 1) / (pairs.sum() + len(rows))
    after = (pairs + SEEN * anywhere) / (pairs.sum(axis=1, keepdims=True) + SEEN)
    return Order(rows, ((after / anywhere) ** COUNTS).astype(np.float16))


def _places(tags: Sequence[Tag]) -> Iterable[str]:
    before: Tag = ()
    for tag in tags:
        if tag != before:
            yield from (told.place for told in tag)
        before = tag
