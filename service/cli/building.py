"""Builds the index in a process of its own: PyTorch, which reads the rules, keeps a gigabyte while its process lives.

`python -m service.cli.building` is that process. It says in JSON lines how far it is, what came of it, or what failed.
"""

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from service.cli.exit_codes import DONE, FAILED, Failed

if TYPE_CHECKING:
    from index.embedder import Progress
    from service.settings import Settings

_INDEX_MB = 130
_ENDED = "the process that builds it was ended; there may be too little memory, it takes 1.5 GB"


def build_index(progress: "Progress" = lambda done, of: None) -> None:
    """Builds it as the settings of the environment have it, with the progress in the terminal; raises `Failed`."""
    show = _shown()
    failure = _ENDED
    with subprocess.Popen(
        [sys.executable, "-m", __spec__.name], stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as child:
        assert child.stdout
        for line in child.stdout:
            said = json.loads(line)
            if "of" in said:
                progress(said["done"], said["of"])
                show(said["done"], said["of"])
            failure = said.get("failure", failure)
            for report in said.get("report", ()):
                print(report, file=sys.stderr)
    if child.returncode != DONE:
        raise Failed(f"the index cannot be built: {failure}")


def _shown() -> "Progress":
    """Shows how far it is: on one line of a terminal, or else in tenths."""
    printed = [0]

    def show(done: int, of: int) -> None:
        if sys.stderr.isatty():
            print(f"\rindex: {done} of {of} texts", end="\n" if done == of else "", file=sys.stderr, flush=True)
        elif done * 10 // of > printed[-1] or done == 0:
            printed.append(done * 10 // of)
            print(f"index: {done} of {of} texts", file=sys.stderr, flush=True)

    return show


# --- in the process that builds it


def _main(say: Callable[[Mapping[str, Any]], None]) -> int:
    from index import ModelError, Unreachable
    from service.cli.opening import load_settings

    settings = load_settings()
    try:
        report = list(_built(settings, lambda done, of: say({"done": done, "of": of})))
    except BrokenPipeError:  # nobody waits for it any more
        return FAILED
    except OSError as error:
        why = f"{error.strerror or error}: {error.filename or settings.home}"
        if error.errno == errno.ENOSPC:
            why += f"; free some {_INDEX_MB} MB there, or set ARBITRO_HOME to a folder elsewhere"
        say({"failure": why})
        return FAILED
    except (Failed, ModelError, Unreachable) as error:
        say({"failure": str(error)})
        return FAILED
    say({"report": report})
    return DONE


def _built(settings: "Settings", progress: "Progress") -> Iterator[str]:
    """Builds it and sends it to where these settings have it; what came of it, in lines."""
    from index import build, publish
    from service.cli.opening import embedder_of, load_whole_corpus

    corpus, embedder = load_whole_corpus(), embedder_of(settings)
    report = build(settings.home, embedder, corpus, progress)
    yield (
        f"index: {report.targets} rules and conflicts in {report.passages} passages; "
        f"{report.embedded} texts read by the model, {report.seconds:.1f} s"
    )
    if settings.elsewhere:
        yield f"index: {publish(settings.home, corpus, settings.elsewhere)} entries sent to {settings.index}"


def _sayer() -> Callable[[Mapping[str, Any]], None]:
    """Writes to what was the output; what libraries print there goes where errors go."""
    lines = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return lambda what: print(json.dumps(what), file=lines, flush=True)


if __name__ == "__main__":
    try:
        code = _main(_sayer())
    except (BrokenPipeError, KeyboardInterrupt):
        code = FAILED
    os._exit(code)  # at once: all is flushed, or nobody reads on
