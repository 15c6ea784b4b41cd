"""The installation of the LLM's runtime behind the service, with a stand-in for pip."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from service.llm import install
from service.llm.installation import Installation

CHECKOUT = Path(__file__).parents[2]


def wait_for(condition: Callable[[], object], seconds: float = 20) -> None:
    late = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < late
        time.sleep(0.02)


def test_how_far_it_is_is_known_while_it_goes_on() -> None:
    shown: list[str] = []
    script = "print('Compiling.', flush=True); print('file 26 of 83', flush=True); input()"
    running = Installation(shown.append, (sys.executable, "-c", script))
    assert not running.is_running
    running.start()
    wait_for(lambda: running.of)
    assert (running.is_running, running.done, running.of) == (True, 26, 83)
    assert shown == ["Compiling.", "file 26 of 83"]
    running.stop()
    wait_for(lambda: not running.is_running)


SERVICE = """
import sys, time
from service.llm.installation import Installation
Installation(lambda line: print(line, flush=True), (sys.executable, "-c", sys.argv[1])).start()
time.sleep(60)
"""
COMPILING = """
import subprocess, sys, threading
from service.llm import install
threading.Thread(target=install._end_with_the_service, daemon=True).start()
compiler = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(compiler.pid, flush=True)
compiler.wait()
"""


def test_a_service_that_is_killed_takes_the_compilers_with_it() -> None:
    command = [sys.executable, "-c", SERVICE, COMPILING]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=CHECKOUT) as service:
        assert service.stdout
        compiler = int(service.stdout.readline())
        service.kill()

        def is_gone() -> bool:
            try:
                os.kill(compiler, 0)
            except ProcessLookupError:
                return True
            return Path(f"/proc/{compiler}/stat").read_text().split()[2] == "Z"

        wait_for(is_gone, seconds=5)


PIP = """
echo "$@" >> {log}
case "$*" in *install*source*) echo "  [1/2] c++ a.cpp"; echo "  [2/2] c++ b.cpp"; [ -e {ok} ] || exit 1;; esac
"""


@pytest.fixture
def venv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the installation believes it is; the source is unpacked, and pip is a script that writes down its calls."""
    pip = tmp_path / "python"
    pip.write_text("#!/bin/sh\n" + PIP.format(log=tmp_path / "calls", ok=tmp_path / "ok"))
    pip.chmod(0o755)
    (tmp_path / "build/source").mkdir(parents=True)
    (tmp_path / "build/objects").mkdir()
    monkeypatch.setattr(sys, "executable", str(pip))
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(install, "BUILD", tmp_path / "build")
    monkeypatch.setattr(install, "LOG", tmp_path / "llm.log")
    monkeypatch.setattr(install, "is_whole", lambda package: False)
    return tmp_path


def test_what_was_compiled_is_kept_until_all_is_done(venv: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert install.main([]) == 0
    said = capsys.readouterr().out
    assert "could not be installed" in said
    assert f"{venv / 'llm.log'} says why" in said
    assert "[2/2]" in (venv / "llm.log").read_text()
    assert (venv / "build/objects").is_dir()
    (venv / "ok").touch()
    assert install.main([]) == 0
    assert re.findall(r"file \d of \d", capsys.readouterr().out) == ["file 1 of 2", "file 2 of 2"]
    assert not (venv / "build").exists()
    compiled = [call for call in (venv / "calls").read_text().splitlines() if call.endswith("source")]
    assert len(compiled) == 2
    assert all(f"build-dir={venv / 'build/objects'}" in call for call in compiled)


def test_without_a_compiler_it_says_so_and_goes_on(
    venv: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(venv / "nowhere"))
    assert install.main([]) == 0
    assert capsys.readouterr().out.startswith("No C++ compiler, so no local LLM: answers come in the rules' own words.")
    assert not (venv / "calls").exists()


def test_what_is_installed_is_left_alone(venv: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install, "is_whole", lambda package: True)
    assert install.main([]) == 0
    assert not (venv / "calls").exists()
