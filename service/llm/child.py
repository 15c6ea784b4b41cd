"""The process that owns llama.cpp: `python -m service.llm.child MODEL THREADS [ADAPTER]`.

It takes one draft after the other, lets the model write under a grammar, and says each line when it
is whole. A thread of its own listens: that a draft is cancelled, also while its prompt is being
read, and that the service is gone, which ends the process at once.

llama.cpp runs into a null pointer when a grammar is invalid, so a grammar is tried before it is used.
"""

import logging
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from service.llm.models import FIX, Unusable, local_file, require_gguf
from service.llm.protocol import LONGEST_LINE, Broken, Cancel, End, Line, Message, Ready, Write, decode, encode

if TYPE_CHECKING:
    from llama_cpp import Llama

MOST_TOKENS = 200
CONTEXT = 4096
NICENESS = 5
"""Who is answered in the rules' own words goes before who gets a draft."""


class CannotWrite(Exception):  # noqa: N818  # it says what is the matter
    """This draft cannot be written; another may be."""


class DraftCancelled(Exception):  # noqa: N818  # nothing went wrong
    """Nobody waits for the draft any more."""


def main(location: str, threads: int, adapter: str | None = None) -> int:
    """Loads the model and writes drafts until the service closes the pipe."""
    with suppress(OSError):
        os.nice(NICENESS)
    say = _private_stdout()
    inbox = Inbox()
    try:
        model = LoadedModel(local_file(location), threads, Path(adapter) if adapter else None)
    except Unusable as error:
        say(Broken(str(error)))
        return 1
    say(Ready())
    for draft in inbox:
        try:
            with suppress(DraftCancelled):
                for line in model.lines(draft, lambda draft=draft: inbox.is_cancelled(draft)):  # type: ignore[misc]
                    say(Line(draft.id, line))
            say(End(draft.id, "", model.tokens_written, model.seconds_writing))
        except Exception as error:  # it belongs to this draft, not to the process
            say(End(draft.id, str(error) or repr(error)))
    return 0


def _private_stdout() -> Callable[[Message], None]:
    """What writes messages to the service; whatever else a library prints goes to stderr."""
    pipe = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)

    def say(message: Message) -> None:
        pipe.write(encode(message))

    return say


class Inbox:
    """What the service has sent; heard by a thread of its own."""

    def __init__(self) -> None:
        self._drafts: queue.SimpleQueue[Write] = queue.SimpleQueue()
        self._cancelled: set[int] = set()
        threading.Thread(target=self._listen, name="inbox", daemon=True).start()

    def __iter__(self) -> Iterator[Write]:
        while True:
            yield self._drafts.get()

    def is_cancelled(self, draft: Write) -> bool:
        """Whether nobody waits for it any more."""
        return draft.id in self._cancelled

    def _listen(self) -> None:
        try:
            while line := sys.stdin.buffer.readline(LONGEST_LINE):
                match decode(line):
                    case Write() as draft:
                        self._drafts.put(draft)
                    case Cancel(id):
                        self._cancelled.add(id)
        finally:
            os._exit(0)  # the service is gone: nothing that still runs here matters


class LoadedModel:
    """A loaded model. To be used by one thread: two in one model abort the process."""

    def __init__(self, file: Path, threads: int, adapter: Path | None = None) -> None:
        self.tokens_written = 0
        """Of the last draft."""
        self.seconds_writing = 0.0
        """From its first token to its last."""
        if adapter is not None:
            require_gguf(adapter, str(adapter))
        try:
            import llama_cpp

            self._llama: Llama = llama_cpp.Llama(
                str(file),
                n_ctx=CONTEXT,
                n_threads=threads,
                n_threads_batch=threads,
                lora_path=None if adapter is None else str(adapter),
                verbose=False,
            )
        except (ImportError, OSError) as error:
            raise Unusable(f"the runtime of the local LLM cannot be loaded: {error}") from error
        except (ValueError, RuntimeError) as error:
            raise Unusable(f"the model file {file} is broken or of an unknown kind: {error}; {FIX}") from error
        # llama.cpp prints every aborted decode as an error, also that of a client who left.
        logging.getLogger("llama-cpp-python").setLevel(logging.CRITICAL)
        self._is_cancelled: Callable[[], bool] = lambda: False
        self._aborts = llama_cpp.llama_cpp.ggml_abort_callback(lambda _: self._is_cancelled())
        llama_cpp.llama_set_abort_callback(self._llama.ctx, self._aborts, None)

    def lines(self, draft: Write, is_cancelled: Callable[[], bool] = lambda: False) -> Iterator[str]:
        """The lines of the draft, each when it is whole, the last also without its end where the grammar has none.

        Raises CannotWrite, and DraftCancelled soon after it is.
        """
        import llama_cpp
        from llama_cpp.llama_grammar import LlamaGrammar

        self._is_cancelled = is_cancelled
        self.tokens_written, self.seconds_writing = 0, 0.0
        if is_cancelled():
            raise DraftCancelled
        gbnf = _gbnf(draft.grammar)
        self._require_valid(gbnf)
        prompt = self.tokens(draft)
        room = min(self._llama.n_ctx(), self._llama._model.n_ctx_train()) - MOST_TOKENS
        if len(prompt) > room:
            raise CannotWrite(
                f"the prompt has {len(prompt)} tokens and {Path(self._llama.model_path).name} has room for {room}; "
                "set ARBITRO_LLM to a model with a longer context"
            )
        written: list[int] = []
        said, began = 0, 0.0
        try:
            grammar = LlamaGrammar.from_string(gbnf, verbose=False)
            for token in self._llama.generate(prompt, temp=0.0, grammar=grammar):
                if is_cancelled():
                    raise DraftCancelled
                began = began or time.monotonic()
                self.tokens_written, self.seconds_writing = len(written), time.monotonic() - began
                if llama_cpp.llama_vocab_is_eog(self._llama._model.vocab, token):
                    yield from _rest(self._llama.detokenize(written, prev_tokens=prompt), said)
                    return
                if len(written) == MOST_TOKENS:
                    return
                written.append(token)
                whole = self._llama.detokenize(written, prev_tokens=prompt).split(b"\n")[:-1]
                for line in whole[said:]:
                    yield line.decode(errors="replace")  # a grammar lets torn characters through
                said = len(whole)
        except RuntimeError as error:
            if is_cancelled():
                raise DraftCancelled from error
            raise

    def close(self) -> None:
        """Frees it."""
        self._llama.close()

    def tokens(self, draft: Write) -> list[int]:
        """The template's own control tokens count; those that stand in the data are plain letters."""
        before, after = self._frame(draft.system)
        first = [self._llama.token_bos()] if self._llama._model.add_bos_token() else []
        tokens = self._llama.tokenize(before.encode(), add_bos=False, special=True)
        return [
            *(first if tokens[:1] != first else []),
            *tokens,
            *self._llama.tokenize(draft.data.encode(), add_bos=False, special=False),
            *self._llama.tokenize(after.encode(), add_bos=False, special=True),
        ]

    def draft_tokens(self, draft: str) -> list[int]:
        """Of a written draft, with the one that ends it."""
        return [*self._llama.tokenize(draft.encode(), add_bos=False, special=False), self._llama.token_eos()]

    def _require_valid(self, grammar: str) -> None:
        import llama_cpp

        sampler = llama_cpp.llama_sampler_init_grammar(self._llama._model.vocab, grammar.encode(), b"root")
        if not sampler:
            raise CannotWrite(f"llama.cpp does not take this grammar, so nothing is written under it:\n{grammar}")
        llama_cpp.llama_sampler_free(sampler)

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


def _gbnf(grammar: str) -> str:
    """The grammar; that of a JSON schema where it is one."""
    from llama_cpp.llama_grammar import json_schema_to_gbnf

    return json_schema_to_gbnf(grammar) if grammar.startswith("{") else grammar


def _rest(written: bytes, said: int) -> Iterator[str]:
    """What stands after so many lines."""
    rest = written.split(b"\n")[said:]
    if any(rest):
        yield b"\n".join(rest).decode(errors="replace")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:]))
