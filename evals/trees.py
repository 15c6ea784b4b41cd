"""Every procedure with nothing told, and with half of its example told: what comes of it, and how soon.

The time is that of the processor, so that what else the machine does counts little.
"""

import random
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Any

from adjudicator import GAMES, IllegalState, Procedure
from adjudicator.partial import READABLE, InPart, rule_in_part
from adjudicator.parts import Part, declared
from adjudicator.verdicts import Settled, size


@dataclass(frozen=True, slots=True)
class Measured:
    """What a procedure made of a part of a state; `found` is None where no state has that part."""

    id: str
    found: InPart | None
    milliseconds: float

    @property
    def is_ruling(self) -> bool:
        """Whether it came to one ruling, whatever the rest is."""
        return self.found is not None and isinstance(self.found.result, Settled)

    @property
    def leaves(self) -> int:
        """How many ends the tree has; 1 where there is none."""
        return size(self.found.result) if self.found else 1


def measure(seed: int = 1) -> dict[str, list[Measured]]:
    """All procedures on each kind of part."""
    chance = random.Random(seed)
    told: dict[str, list[Measured]] = {"nothing told": [], "half told": []}
    for game in GAMES.values():
        for procedure in game.procedures.values():
            id = f"{game.id}.{procedure.name}"
            told["nothing told"].append(_measured(id, procedure, Part(procedure.state)))
            told["half told"].append(_measured(id, procedure, _half(procedure.example, chance)))
    return told


def _half(example: Any, chance: random.Random) -> Part:
    """Every second field of the example at random."""
    names = [each.name for each in declared(type(example))]  # type: ignore[arg-type]
    kept = set(chance.sample(names, len(names) // 2))
    return Part(type(example), {name: getattr(example, name) for name in names if name in kept})


def _measured(id: str, procedure: Procedure[Any], part: Part) -> Measured:
    began = time.process_time()
    found = None
    with suppress(IllegalState):
        found = rule_in_part(procedure, part)
    return Measured(id, found, (time.process_time() - began) * 1000)


def figures() -> Iterator[tuple[str, str]]:
    """A line for each kind of part."""
    for name, measured in measure().items():
        times = [one.milliseconds for one in measured]
        runs = [one.found.runs for one in measured if one.found]
        slowest = max(measured, key=lambda one: one.milliseconds)
        readable = sum(one.leaves <= READABLE for one in measured)
        yield (
            f"{len(measured)} procedures, {name}",
            f"p50 {median(times):.1f} ms, p95 {quantiles(times, n=20)[-1]:.0f} ms, worst {slowest.milliseconds:.0f} ms"
            f" ({slowest.id}); runs p50 {median(runs):.0f}, worst {max(runs)};"
            f" one ruling {sum(one.is_ruling for one in measured)}, at most {READABLE} leaves {readable}",
        )


if __name__ == "__main__":
    for name, line in figures():
        print(f"{name}: {line}")
