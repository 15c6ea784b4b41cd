"""Keeps the child process of the LLM alive, and lets it write one draft at a time.

A child that dies, hangs or says nonsense costs the draft it was at. It is started again after a
pause that grows; after three deaths with no draft between them it stays off until the service
starts again. A child that says itself that its model is broken is not started again at all.
"""

import logging
import math
import time
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from service.llm.process import Child, Died, Hung
from service.llm.protocol import Broken, Cancel, End, Line, Nonsense, Ready, Write

State: TypeAlias = Literal["idle", "starting", "ready", "resting", "off"]
WriteEnd: TypeAlias = Literal["written", "cancelled", "failed", "died", "hung", "nonsense", "off"]

PAUSES = (1.0, 10.0)
"""Seconds before it is started again: after the first death, after the second. The third is the last."""
SECONDS_TO_LOAD = 120.0
SECONDS_TO_REACT = 5.0
"""Within which a child takes a message, and stops writing after it is cancelled."""
POLL_SECONDS = 0.02

log = logging.getLogger(__name__)


class Supervisor:
    """The child of one model. Its drafts are to be asked for by one thread; all may look at its state."""

    def __init__(self, command: Sequence[str], *, load_seconds: float | None = SECONDS_TO_LOAD) -> None:
        self.restarts = 0
        self.why_off = ""
        """Why no child is started any more; empty while one is."""
        self.last_death = ""
        """What the last child died of, if it did."""
        self.tokens = 0
        self.seconds_writing = 0.0
        """All tokens that were written, and how long that took; the reading of prompts aside."""
        self._command = command
        self._load_seconds = load_seconds
        self._child: Child | None = None
        self._is_loaded = False
        self._began = 0.0
        self._closed = False
        self._starts = 0
        self._deaths = 0
        self._not_before = 0.0
        self._last = 0

    @property
    def state(self) -> State:
        """Where it stands."""
        if self.why_off:
            return "off"
        if self._child:
            return "ready" if self._is_loaded else "starting"
        return "resting" if time.monotonic() < self._not_before else "idle"

    @property
    def why(self) -> str:
        """Why it is off or resting."""
        return self.why_off or (self.last_death if self.state == "resting" else "")

    @property
    def pid(self) -> int | None:
        """The process id of the child, if there is one."""
        return self._child.pid if self._child else None

    @property
    def seconds_loading(self) -> float:
        """For how long the child has been loading its model; 0 if it does not."""
        return time.monotonic() - self._began if self.state == "starting" else 0.0

    def write(
        self, system: str, data: str, grammar: str, line: Callable[[str], None], is_cancelled: Callable[[], bool]
    ) -> tuple[WriteEnd, str]:
        """Lets the child write a draft, line by line; how that ended, and why if it was not written.

        A child that is started for it is waited for until it is ready, whether the draft is or not.
        """
        if self.state in ("off", "resting"):
            return "off", self.why
        try:
            child = self._ready_child()
            if child is None:
                return "off", self.why_off
            if is_cancelled():
                return "cancelled", ""
            self._last += 1
            return self._write_draft(child, Write(self._last, system, data, grammar), line, is_cancelled)
        except Died as error:
            return self._bury("died", f"died ({error})")
        except Hung:
            return self._bury("hung", "did not react")
        except Nonsense as error:
            return self._bury("nonsense", f"said what is no message: {error}")
        except OSError as error:  # no memory or no file handle left for a child
            return self._bury("died", f"could not be started ({error})")

    def close(self) -> None:
        """Ends the child, and soon also a call that is under way in another thread."""
        self._closed = True
        self.why_off = self.why_off or "the service stops"

    def end(self) -> None:
        """Ends the child. To be called by the thread that asks for drafts."""
        if self._child:
            self._child.end()
            self._child = None

    def _ready_child(self) -> Child | None:
        """The child, started if need be and its model loaded; None if its model is broken."""
        if self._child is None:
            self._began, self._is_loaded = time.monotonic(), False
            self._child = Child(self._command)
            self.restarts += self._starts > 0
            self._starts += 1
        while not self._is_loaded and not self._closed:
            match self._child.hear(POLL_SECONDS):
                case Ready():
                    self._is_loaded = True
                case Broken(why):
                    self.end()
                    self._give_up(why)
                    return None
                case None:
                    if self._load_seconds is not None and self.seconds_loading > self._load_seconds:
                        raise Hung
                case message:
                    raise Nonsense(f"{message} before it was ready")
        return None if self._closed else self._child

    def _write_draft(
        self, child: Child, asked: Write, line: Callable[[str], None], is_cancelled: Callable[[], bool]
    ) -> tuple[WriteEnd, str]:
        child.send(asked, SECONDS_TO_REACT)
        late = math.inf
        while not self._closed:
            if late == math.inf and is_cancelled():
                child.send(Cancel(asked.id), SECONDS_TO_REACT)
                late = time.monotonic() + SECONDS_TO_REACT
            if time.monotonic() > late:
                raise Hung
            match child.hear(POLL_SECONDS):
                case None:
                    pass
                case Line(asked.id, text):
                    line(text)
                case End(asked.id, why_not, tokens, seconds):
                    self._deaths = 0
                    self.tokens += tokens
                    self.seconds_writing += seconds
                    if late < math.inf:
                        return "cancelled", ""
                    return ("failed", why_not) if why_not else ("written", "")
                case message:
                    raise Nonsense(f"{message} while draft {asked.id} was written")
        return "cancelled", ""

    def _bury(self, end: WriteEnd, what: str) -> tuple[WriteEnd, str]:
        self.end()
        self.last_death = f"its process {what}"
        self._deaths += 1
        if self._deaths > len(PAUSES):
            self._give_up(f"{self.last_death}, the third time in a row")
        else:
            pause = PAUSES[self._deaths - 1]
            self._not_before = time.monotonic() + pause
            log.warning("the process of the local LLM %s; it is started again after %g s", what, pause)
        return end, what

    def _give_up(self, why: str) -> None:
        self.why_off = why
        log.error("the local LLM is off until the service starts again: %s", why)
