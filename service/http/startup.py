"""What has to happen before the first answer, while the page is already there.

The index is opened, or built where there is none; then the models are loaded; then the LLM may be
installed behind the service. Who asks meanwhile waits for what takes seconds, and where that takes
minutes gets an answer that says how far it is.
"""

import logging
import threading
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

from corpus import Language
from index.embedder import Progress
from service.answering.referee import Referee
from service.llm.installation import Installation

Stage: TypeAlias = Literal["loading", "indexing", "ready", "failed"]

WARM_UP: Mapping[Language, str] = {"it": "rivolta", "en": "riot"}
"""What is searched before the first question, which then finds the models loaded."""

log = logging.getLogger(__name__)


class NotReady(Exception):  # noqa: N818  # it says what is the matter
    """Nothing can be asked yet: what is being done, and how far it is."""

    def __init__(self, detail: str, **progress: Any) -> None:
        super().__init__(detail)
        self.progress = progress


class Startup:
    """Opens a referee in a thread of its own."""

    def __init__(
        self,
        open_referee: Callable[[Progress], Referee],
        describe_index: Callable[[], Mapping[str, str | int]],
        installation: Installation | None = None,
    ) -> None:
        self._open_referee = open_referee
        self._describe_index = describe_index
        self._installation = installation
        self.index: Mapping[str, str | int] = {}
        """What the index was built from, once it is open."""
        self._changed = threading.Condition()
        self._has_begun = False
        self._stage: Stage = "loading"
        self._done = self._of = 0
        self._referee: Referee | None = None
        self._failure = ""

    def start(self) -> None:
        """Begins, unless it has begun."""
        with self._changed:
            if self._has_begun:
                return
            self._has_begun = True
        threading.Thread(target=self._open, name="open", daemon=True).start()

    def stop(self) -> None:
        """Breaks off what goes on behind the service."""
        if self._installation:
            self._installation.stop()

    def referee(self) -> Referee:
        """The referee, once it can answer; raises NotReady while the index is being built, or if all failed."""
        with self._changed:
            self._changed.wait_for(lambda: self._stage != "loading")
        self.require_ready()
        assert self._referee
        return self._referee

    def require_ready(self) -> None:
        """Raises NotReady as long as nothing can be asked, or if that will never be."""
        match self._stage:
            case "loading":
                raise NotReady(
                    "the models are still being loaded: ask again in a few seconds", stage="loading", done=0, of=0
                )
            case "indexing":
                how_far = f"{self._done} of {self._of} texts"
                detail = f"the index is being built, which takes a minute or two, once: {how_far} are done"
                raise NotReady(detail, stage="indexing", done=self._done, of=self._of)
            case "failed":
                raise NotReady(self._failure, stage="failed", done=0, of=0)

    def _open(self) -> None:
        try:
            self._referee = self._open_referee(self._show_progress)
            self._enter("loading")
            for language, word in WARM_UP.items():
                self._referee.index.search(word, language=language, limit=1)
            self.index = self._describe_index()
        except Exception as error:  # whoever asks gets it as an answer
            self._failure = str(error) or repr(error)
            log.error("nothing can be answered: %s", self._failure)
            self._enter("failed")
            return
        if self._installation:
            self._installation.start()
        self._enter("ready")

    def _show_progress(self, done: int, of: int) -> None:
        """After the last text the rest takes seconds."""
        self._done, self._of = done, of
        self._enter("indexing" if done < of else "loading")

    def _enter(self, stage: Stage) -> None:
        with self._changed:
            self._stage = stage
            self._changed.notify_all()
