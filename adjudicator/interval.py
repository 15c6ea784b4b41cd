"""Whole numbers between two bounds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interval:
    """The whole numbers from `low` to `high`; without an end where that is None."""

    low: int | None = None
    high: int | None = None

    @property
    def single(self) -> int | None:
        """The one number in it, if it is one."""
        return self.low if self.low == self.high else None

    @property
    def empty(self) -> bool:
        """Whether no number lies in it."""
        return self.low is not None and self.high is not None and self.low > self.high

    def meet(self, other: "Interval") -> "Interval":
        """The numbers in both."""
        lows = [low for low in (self.low, other.low) if low is not None]
        highs = [high for high in (self.high, other.high) if high is not None]
        return Interval(max(lows, default=None), min(highs, default=None))

    def hull(self, other: "Interval") -> "Interval":
        """From the least of both to the greatest of both."""
        low = None if self.low is None or other.low is None else min(self.low, other.low)
        high = None if self.high is None or other.high is None else max(self.high, other.high)
        return Interval(low, high)

    def plus(self, other: "Interval") -> "Interval":
        """All sums of a number of each."""
        low = None if self.low is None or other.low is None else self.low + other.low
        high = None if self.high is None or other.high is None else self.high + other.high
        return Interval(low, high)

    def times(self, factor: int) -> "Interval":
        """From one end to the other, each so many times."""
        ends = [None if end is None else end * factor for end in (self.low, self.high)]
        return Interval(*ends) if factor > 0 else Interval(*reversed(ends))

    def pieces(self, cut: "Interval") -> "tuple[Interval, ...]":
        """What of it lies below `cut`, in it and above it; without the parts that are empty."""
        below = Interval(None, None if cut.low is None else cut.low - 1)
        above = Interval(None if cut.high is None else cut.high + 1, None)
        parts = [self.meet(cut)]
        if cut.low is not None:
            parts.insert(0, self.meet(below))
        if cut.high is not None:
            parts.append(self.meet(above))
        return tuple(part for part in parts if not part.empty)
