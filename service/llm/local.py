"""The local LLM as the service sees it: it writes a draft soon, or says that there is none.

Drafts wait in a queue, and only so many of them, so that most of the threads that answer are always
free. Whoever would have to wait past the time limit gets the answer at once that the LLM is busy.
"""

import logging
import queue
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias, get_args

from corpus import LANGUAGES, Language
from service.answering.drafting import Prompt
from service.llm.models import NotInstalled, Unusable, find_model
from service.llm.process import command
from service.llm.supervisor import SECONDS_TO_LOAD, Supervisor

DraftEnd: TypeAlias = Literal[
    "kept", "refused", "cancelled", "late", "busy", "starting", "off", "failed", "died", "nonsense"
]
"""How a draft ended: shown; refused by the check; given up because the client left, or for time; not begun because
others were before it, the LLM was starting, or off; not writable; lost with the child process."""
LLMState: TypeAlias = Literal["absent", "installing", "idle", "starting", "ready", "resting", "off"]

PATIENCE_SECONDS = 3.0
"""How long a draft may take, the wait in the queue and the start of the process included."""
MOST_IN_LINE = 3
"""Drafts at once, the one that is being written included: each holds one of the threads that answer."""
POLL_SECONDS = 0.02
LOOK_AGAIN_SECONDS = 2.0

log = logging.getLogger(__name__)


class Cancelled(Exception):  # noqa: N818  # nothing went wrong: nobody waits for the result any more
    """The draft was given up because whoever asked for it has left."""


class NoDraft(Exception):  # noqa: N818  # it says what is the matter
    """There is no draft, or no more of it: how it ended, and why."""

    def __init__(self, end: DraftEnd, why: str) -> None:
        super().__init__(why)
        self.end = end


class InstallProgress(Protocol):
    """Of an installation: what is being done, and how far it is."""

    is_running: bool
    done: int
    of: int


@dataclass(frozen=True, slots=True)
class Status:
    """Where the LLM stands."""

    state: LLMState
    why: str = ""
    """Why it is off, resting or absent."""
    done: int = 0
    of: int = 0
    """While it is being installed: the files that are compiled, of how many."""

    def document(self) -> dict[str, Any]:
        """As JSON, without what does not apply."""
        counts = {"done": self.done, "of": self.of} if self.of else {}
        return {"state": self.state, **({"why": self.why} if self.why else {}), **counts}

    @property
    def sentence(self) -> str:
        """What a person has to know; empty as long as nothing is wrong."""
        if self.state not in ("off", "resting"):
            return ""
        return f"the local LLM is off, so answers come in the rules' own words: {self.why}"


@dataclass(frozen=True, slots=True)
class _Job:
    prompt: Prompt
    grammar: str
    given_up: threading.Event = field(default_factory=threading.Event)
    heard: "queue.SimpleQueue[str | tuple[DraftEnd | None, str]]" = field(default_factory=queue.SimpleQueue)
    """Each line of the draft, then how it ended; None where it was written to its end."""


class LocalLLM:
    """The model that a setting names; found when it is first needed, also if it is installed meanwhile."""

    def __init__(self, setting: str, *, threads: int, adapter: Path | None = None) -> None:
        self.languages: tuple[Language, ...] = LANGUAGES if setting else ("en",)
        """Those it can write."""
        self.draft_counts: Counter[DraftEnd] = Counter(dict.fromkeys(get_args(DraftEnd), 0))
        """How many drafts ended how."""
        self.installation: InstallProgress | None = None
        """What installs its runtime, if anything does."""
        self._setting = setting
        self._threads = threads
        self._adapter = adapter
        self._name = Path(setting).stem
        self._lock = threading.Lock()
        self._supervisor: Supervisor | None = None
        self._worker: threading.Thread | None = None
        self._absence = Status("absent")
        self._look_again = 0.0
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._in_line = 0
        self._usual_seconds = 1.0

    @property
    def name(self) -> str:
        """The model's own."""
        return self._name

    @property
    def restarts(self) -> int:
        """How often its process had to be started again."""
        return self._supervisor.restarts if self._supervisor else 0

    @property
    def pid(self) -> int | None:
        """The process that owns the model, if there is one."""
        return self._supervisor.pid if self._supervisor else None

    @property
    def tokens_a_second(self) -> float:
        """How fast it has written so far, the reading of prompts aside; 0 before it has."""
        supervisor = self._supervisor
        return supervisor.tokens / supervisor.seconds_writing if supervisor and supervisor.seconds_writing else 0.0

    def status(self) -> Status:
        """Where it stands; looks for the model, but starts nothing."""
        with self._lock:
            supervisor = self._find_supervisor()
            if supervisor is None:
                return self._absence
            return Status(supervisor.state, supervisor.why)

    def count(self, end: DraftEnd) -> None:
        """Notes how a draft ended; who reads drafts says so of those that were written."""
        with self._lock:
            self.draft_counts[end] += 1

    def write(
        self,
        prompt: Prompt,
        grammar: str,
        cancelled: Callable[[], bool] = lambda: False,
        patience: float = PATIENCE_SECONDS,
    ) -> Generator[str, None, None]:
        """The lines of the draft, each when it is whole; the same for the same prompt.

        Closing the iterator ends the draft, also while the prompt is being read. Raises Cancelled soon
        after `cancelled()` is true, and NoDraft where there is none within `patience` seconds.
        """
        late = time.monotonic() + patience
        try:
            job = self._enqueue(prompt, grammar, patience)
            try:
                while True:
                    heard = self._next_line(job, cancelled, late, patience)
                    if isinstance(heard, str):
                        yield heard
                        continue
                    end, why = heard
                    if end:
                        raise NoDraft(end, why)
                    return
            finally:
                job.given_up.set()
                with self._lock:
                    self._in_line -= 1
        except NoDraft as none:
            self.count(none.end)
            raise
        except Cancelled:
            self.count("cancelled")
            raise

    def close(self) -> None:
        """Ends the process of the model, and whatever is being written."""
        with self._lock:
            supervisor, worker = self._supervisor, self._worker
            if supervisor:
                supervisor.close()
        if worker:
            self._jobs.put(None)
            worker.join()

    def _enqueue(self, prompt: Prompt, grammar: str, patience: float) -> _Job:
        """Puts a draft in the queue, if it has a chance to be written in time."""
        with self._lock:
            supervisor = self._find_supervisor()
            if supervisor is None:
                raise NoDraft("off", self._absence.why)
            if supervisor.state in ("off", "resting"):
                raise NoDraft("off", supervisor.why)
            if supervisor.seconds_loading > patience:
                raise NoDraft("starting", "the model is still being loaded")
            wait = self._in_line * self._usual_seconds
            if self._in_line >= MOST_IN_LINE or (wait and wait + self._usual_seconds > patience):
                raise NoDraft("busy", f"{self._in_line} drafts are before it")
            self._in_line += 1
            if self._worker is None:
                self._worker = threading.Thread(target=self._work, args=(supervisor,), name="llm", daemon=True)
                self._worker.start()
        job = _Job(prompt, grammar)
        self._jobs.put(job)
        return job

    def _next_line(
        self, job: _Job, cancelled: Callable[[], bool], late: float, patience: float
    ) -> str | tuple[DraftEnd | None, str]:
        while True:
            if cancelled():
                raise Cancelled
            if time.monotonic() > late:
                raise NoDraft("late", f"it took more than {patience:g} s")
            try:
                return job.heard.get(timeout=POLL_SECONDS)
            except queue.Empty:
                continue

    def _find_supervisor(self) -> Supervisor | None:
        """What runs the model, if it is there; otherwise it is looked for again from time to time."""
        if self._supervisor or self._absence.state == "off":
            return self._supervisor
        if self.installation and self.installation.is_running:
            self._absence = Status("installing", "", self.installation.done, self.installation.of)
            self._look_again = 0.0
        elif time.monotonic() >= self._look_again:
            self._look_again = time.monotonic() + LOOK_AGAIN_SECONDS
            try:
                model = find_model(self._setting)
            except NotInstalled as error:
                self._absence = Status("absent", str(error))
            except Unusable as error:
                self._absence = Status("off", str(error))
            else:
                self._name = model.name
                self._supervisor = Supervisor(
                    command(model.location, self._threads, self._adapter),
                    load_seconds=None if model.is_remote else SECONDS_TO_LOAD,
                )
        return self._supervisor

    def _work(self, supervisor: Supervisor) -> None:
        while (job := self._jobs.get()) is not None:
            if job.given_up.is_set():
                continue
            was_ready, began = supervisor.state == "ready", time.monotonic()
            try:
                end, why = supervisor.write(
                    job.prompt.system, job.prompt.data, job.grammar, job.heard.put, job.given_up.is_set
                )
            except Exception as error:  # a bug of ours costs this draft, not those to come
                log.exception("a draft failed")
                job.heard.put(("failed", repr(error)))
                continue
            if was_ready and end in ("written", "cancelled"):
                self._usual_seconds += 0.3 * (time.monotonic() - began - self._usual_seconds)
            # Only one that nobody waits for any more is found to hang.
            job.heard.put((None if end == "written" else "late" if end == "hung" else end, why))
        supervisor.end()


def open_llm(setting: str, *, threads: int) -> LocalLLM | None:
    """The model that `setting` names, which need not be there yet; None for `none`."""
    return None if setting == "none" else LocalLLM(setting, threads=threads)
