"""An installation of the LLM's runtime that goes on behind the running service."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

from service.llm.install import BEHIND
from service.llm.process import CODE

COMMAND = (sys.executable, "-m", "service.llm.install", BEHIND)


class Installation:
    """A process that installs, and how far it is."""

    def __init__(self, show: Callable[[str], None], command: tuple[str, ...] = COMMAND) -> None:
        self.is_running = False
        self.done = 0
        self.of = 0
        self._show = show
        self._command = command
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Begins, in a process and a thread of their own."""
        self.is_running = True
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=CODE,
            process_group=0,
        )
        threading.Thread(target=self._follow, args=(self._process,), name="install", daemon=True).start()

    def stop(self) -> None:
        """Breaks off; what was compiled is kept."""
        if self._process and self._process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGTERM)
            self._process.wait()

    def _follow(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout
        for line in process.stdout:
            if step := re.match(r"file (\d+) of (\d+)", line):
                self.done, self.of = int(step[1]), int(step[2])
            self._show(line.strip())
        process.wait()
        self.is_running = False
