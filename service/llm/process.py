"""A child process and the pipe to it: started, spoken to, listened to, ended.

No call here waits longer than its time limit, whatever the child does.
"""

import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from service.llm.protocol import LONGEST_LINE, Message, Nonsense, decode, encode

CODE = Path(__file__).parents[2]
"""Where this very code lies: the child runs the same."""
PATIENT = {"OMP_WAIT_POLICY": "passive"}
"""Threads that wait for each other sleep: on a busy machine those that spin instead make a draft ten times slower."""
SECONDS_TO_EXIT = 2.0
PIECE = 65536


class Died(Exception):  # noqa: N818  # it says what is the matter
    """The child is no more: what it died of."""


class Hung(Exception):  # noqa: N818
    """The child does not react."""


def command(location: str, threads: int, adapter: Path | None = None) -> list[str]:
    """What starts the child that owns this model, with an adapter beside it."""
    beside = [] if adapter is None else [str(adapter)]
    return [sys.executable, "-m", "service.llm.child", location, str(threads), *beside]


class Child:
    """A running child. To be used by one thread."""

    def __init__(self, command: Sequence[str]) -> None:
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115  # closed when the child is ended
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            bufsize=0,
            cwd=CODE,
            env={**os.environ, **PATIENT},
            process_group=0,  # Ctrl-C in a terminal is for its parent
        )
        assert self._process.stdin
        assert self._process.stdout
        self._to, self._from = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._to, False)
        self._heard = b""

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def send(self, message: Message, seconds: float) -> None:
        """Sends a message; raises Died, or Hung where the child does not take it within this time."""
        rest = memoryview(encode(message))
        late = time.monotonic() + seconds
        while rest:
            if not _wait_until_open(self._to, select.POLLOUT, late):
                raise Hung
            try:
                rest = rest[os.write(self._to, rest) :]
            except BlockingIOError:
                continue
            except OSError:
                raise Died(self._cause_of_death()) from None

    def hear(self, seconds: float) -> Message | None:
        """The next message; None if none comes within this time. Raises Died or Nonsense."""
        late = time.monotonic() + seconds
        while b"\n" not in self._heard:
            if len(self._heard) > LONGEST_LINE:
                raise Nonsense(f"{self._heard[:80]!r}")
            if not _wait_until_open(self._from, select.POLLIN, late):
                return None
            piece = os.read(self._from, PIECE)
            if not piece:
                raise Died(self._cause_of_death())
            self._heard += piece
        line, _, self._heard = self._heard.partition(b"\n")
        return decode(line)

    def end(self, *, at_once: bool = True) -> None:
        """Ends the child and waits for its end; one that is not killed at once may finish exiting by itself."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        if not at_once:
            self._wait_for_exit()
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
        self._complaints.close()

    def _cause_of_death(self) -> str:
        self._wait_for_exit()
        code = self._process.returncode
        if code is None:
            return "it closed its pipe"
        cause = f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        self._complaints.seek(max(0, os.fstat(self._complaints.fileno()).st_size - PIECE))
        said = self._complaints.read().decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(said) if line.strip()), "")
        return f"{cause}: {last:.200}" if last else cause

    def _wait_for_exit(self) -> None:
        try:
            self._process.wait(SECONDS_TO_EXIT)
        except subprocess.TimeoutExpired:
            return


def _wait_until_open(file: int, event: int, late: float) -> bool:
    """Waits until a pipe can be read or written, or is closed at its other end; False if it takes too long."""
    poll = select.poll()
    poll.register(file, event)
    return bool(poll.poll(max(0.0, late - time.monotonic()) * 1e3))
