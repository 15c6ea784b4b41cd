"""The process of the local LLM, killed, stopped and talking nonsense: it never costs more than a draft."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from service.answering.drafting import Prompt, grammar
from service.llm import local, process, protocol, supervisor
from service.llm.local import Cancelled, DraftEnd, LocalLLM, NoDraft
from tests.service.tiny_model import write_random_model

CHECKOUT = Path(__file__).parents[2]
LONG = 60.0
YES = 'root ::= "yes\\n"'
ANYTHING = Prompt("Answer.", "x")
READY = """
import json, sys, time
time.sleep({seconds})
print('{{"is": "ready"}}', flush=True)
"""
ENDS = """
for line in sys.stdin:
    time.sleep({seconds})
    of = {{"id": json.loads(line).get("id"), "why_not": "", "tokens": 0, "seconds": 0.0}}
    print(json.dumps({{"is": "end", **of}}), flush=True)
"""


@pytest.fixture
def model_file(tmp_path: Path) -> Path:
    write_random_model(tmp_path / "random.gguf", seed=7)
    return tmp_path / "random.gguf"


@pytest.fixture
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "PAUSES", (0.0, 0.0))


@pytest.fixture
def played_by(monkeypatch: pytest.MonkeyPatch, model_file: Path) -> Iterator[Callable[[str], LocalLLM]]:
    """An LLM whose process is this script."""
    opened: list[LocalLLM] = []

    def play(script: str) -> LocalLLM:
        monkeypatch.setattr(local, "command", lambda location, threads, adapter: [sys.executable, "-c", script])
        opened.append(LocalLLM(str(model_file), threads=1))
        return opened[-1]

    yield play
    for llm in opened:
        llm.close()


def end_of(llm: LocalLLM, patience: float = LONG, under: str = YES) -> DraftEnd | None:
    """How a draft ended; None if it was written."""
    try:
        list(llm.write(ANYTHING, under, patience=patience))
    except NoDraft as none:
        return none.end
    return None


def wait_for(condition: Callable[[], object], seconds: float = 20) -> None:
    late = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < late
        time.sleep(0.02)


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.usefixtures("no_pauses")
def test_a_process_killed_at_any_moment_costs_one_draft(model_file: Path) -> None:
    random = Random(3)
    kills = 0
    with closing(LocalLLM(str(model_file), threads=1)) as llm:
        for attempt in range(60):
            if attempt >= 12 and kills > 3:
                break
            written = threading.Event()

            def kill(after: float, written: threading.Event = written) -> None:
                nonlocal kills
                time.sleep(after)
                pid = llm.pid
                if pid and not written.is_set():
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                        kills += 1

            killer = threading.Thread(
                target=kill, args=(random.choice((0.0, 0.01, 0.1, 0.5, 1.5)[: 5 if attempt < 12 else 2]),)
            )
            killer.start()
            end = end_of(llm, under=grammar(["R1", "R2"]))
            written.set()
            killer.join()
            assert end in (None, "died")
            while end_of(llm) == "died":  # that one came too late for the last draft
                pass
            assert llm.status().state == "ready"
        assert kills > 3
        assert llm.restarts >= kills - 1
        assert llm.draft_counts["died"] >= 1


def test_an_idle_process_that_dies_is_started_again(model_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "PAUSES", (0.3, 0.3))
    with closing(LocalLLM(str(model_file), threads=1)) as llm:
        assert end_of(llm) is None
        assert llm.pid
        os.kill(llm.pid, signal.SIGSEGV)
        wait_for(lambda: end_of(llm) == "died")
        status = llm.status()
        assert status.state == "resting"
        assert status.why.startswith("its process died (killed by SIGSEGV")
        assert end_of(llm) == "off", "it rests"
        wait_for(lambda: llm.status().state == "idle")
        assert end_of(llm) is None
        assert llm.restarts == 1


def test_a_model_that_aborts_at_its_first_token_is_off_after_three_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(supervisor, "PAUSES", (0.2, 0.6))
    file = tmp_path / "nan.gguf"
    write_random_model(file, seed=1, weight=float("nan"))
    with closing(LocalLLM(str(file), threads=1)) as llm:
        for pause in (0.2, 0.6):
            assert end_of(llm) == "died"
            began = time.monotonic()
            assert end_of(llm) == "off"
            wait_for(lambda: llm.status().state == "idle")
            assert abs(time.monotonic() - began - pause) < 0.15
        assert end_of(llm) == "died"
        assert llm.status().state == "off"
        assert "killed by SIGABRT" in llm.status().sentence
        assert "third time in a row" in llm.status().sentence
        began = time.monotonic()
        assert end_of(llm) == "off"
        assert time.monotonic() - began < 0.1
        assert (llm.restarts, llm.pid) == (2, None)
    said = [record.getMessage() for record in caplog.records]
    assert [message.partition(":")[0] for message in said[-1:]] == [
        "the local LLM is off until the service starts again"
    ]
    assert sum("it is started again after" in message for message in said) == 2


@pytest.mark.usefixtures("no_pauses")
def test_a_process_that_dies_while_it_loads_is_off_after_three_times(played_by: Callable[[str], LocalLLM]) -> None:
    llm = played_by("import os, sys; print('the last words', file=sys.stderr, flush=True); os.abort()")
    assert [end_of(llm) for _ in range(4)] == ["died", "died", "died", "off"]
    assert "killed by SIGABRT: the last words" in llm.status().why


@pytest.mark.usefixtures("no_pauses")
def test_a_process_that_exits_by_itself_has_died(played_by: Callable[[str], LocalLLM]) -> None:
    llm = played_by("raise SystemExit('I had enough')")
    assert end_of(llm) == "died"


@pytest.mark.usefixtures("no_pauses")
@pytest.mark.parametrize(
    "nonsense",
    [
        "Hello!",
        "{}",
        "[]",
        '{"is": "ready", "more": 1}',
        '{"is": "line", "id": 1, "text": "before it was ready"}',
        '{"is": "broken", "why": 7}',
        "[" * 50_000,
        "\\xff\\xfe",
    ],
)
def test_what_is_no_message_costs_the_draft(played_by: Callable[[str], LocalLLM], nonsense: str) -> None:
    llm = played_by(f"import sys, time; sys.stdout.write({nonsense!r} + '\\n'); sys.stdout.flush(); time.sleep(60)")
    assert end_of(llm) == "nonsense"
    assert llm.pid is None


def test_a_line_without_an_end_is_no_message(played_by: Callable[[str], LocalLLM]) -> None:
    assert end_of(played_by("print('x' * 9_000_000)")) == "nonsense"


@pytest.mark.usefixtures("no_pauses")
@pytest.mark.parametrize(
    "answer", ['{"is": "line", "id": 77, "text": "of another draft"}', "Once upon a time", '{"is": "ready"}']
)
def test_nonsense_in_the_middle_of_a_draft_costs_it(played_by: Callable[[str], LocalLLM], answer: str) -> None:
    llm = played_by(
        'import sys; print(\'{"is": "ready"}\', flush=True)\n'
        'for line in sys.stdin: print(\'{"is": "line", "id": 1, "text": "so far"}\', flush=True); '
        f"print({answer!r}, flush=True)"
    )
    written = llm.write(ANYTHING, YES, patience=LONG)
    assert next(written) == "so far"
    with pytest.raises(NoDraft) as none:
        next(written)
    assert none.value.end == "nonsense"


@pytest.mark.usefixtures("no_pauses")
def test_a_process_that_stands_still_costs_its_time_and_is_killed(
    model_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "SECONDS_TO_REACT", 0.5)
    with closing(LocalLLM(str(model_file), threads=1)) as llm:
        assert end_of(llm) is None
        pid = llm.pid
        assert pid
        os.kill(pid, signal.SIGSTOP)
        began = time.monotonic()
        assert end_of(llm, patience=1) == "late"
        assert 1 <= time.monotonic() - began < 1.5
        wait_for(lambda: not is_alive(pid))
        assert end_of(llm) is None
        assert llm.restarts == 1


def test_a_process_that_floods_is_stopped_in_time(
    played_by: Callable[[str], LocalLLM], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "SECONDS_TO_REACT", 0.5)
    llm = played_by(
        'import sys; print(\'{"is": "ready"}\', flush=True); sys.stdin.readline()\n'
        'while True: print(\'{"is": "line", "id": 1, "text": "more"}\', flush=True)'
    )
    assert end_of(llm, patience=2) == "late"
    wait_for(lambda: llm.pid is None)


def test_a_model_that_loads_for_long_holds_up_nobody(played_by: Callable[[str], LocalLLM]) -> None:
    llm = played_by(READY.format(seconds=2.5) + ENDS.format(seconds=0))
    assert end_of(llm, patience=0.5) == "late"
    began = time.monotonic()
    assert end_of(llm, patience=0.3) == "starting"
    assert time.monotonic() - began < 0.2
    wait_for(lambda: llm.status().state == "ready")
    assert end_of(llm) is None
    assert llm.restarts == 0


def test_a_model_that_never_ends_loading_is_given_up(
    played_by: Callable[[str], LocalLLM], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "SECONDS_TO_LOAD", 0.3)
    llm = played_by("import time; time.sleep(60)")
    assert end_of(llm) == "late"
    assert llm.status().state == "resting"


def test_who_would_wait_too_long_is_turned_away_at_once(played_by: Callable[[str], LocalLLM]) -> None:
    llm = played_by(READY.format(seconds=0) + ENDS.format(seconds=0.8))
    assert end_of(llm) is None
    began = time.monotonic()
    with ThreadPoolExecutor(8) as many:
        ends = list(many.map(lambda _: (end_of(llm, patience=3), time.monotonic() - began), range(8)))
    written = [seconds for end, seconds in ends if end is None]
    busy = [seconds for end, seconds in ends if end == "busy"]
    assert 1 <= len(written) <= local.MOST_IN_LINE
    assert len(busy) == 8 - len(written)
    assert max(busy) < 0.5
    assert max(written) < 3


def test_who_leaves_while_waiting_leaves_the_queue(played_by: Callable[[str], LocalLLM]) -> None:
    llm = played_by("import time; time.sleep(60)")
    left = threading.Event()
    threading.Timer(0.2, left.set).start()
    began = time.monotonic()
    with pytest.raises(Cancelled):
        list(llm.write(ANYTHING, YES, left.is_set, patience=LONG))
    assert time.monotonic() - began < 1
    assert llm.draft_counts["cancelled"] == 1


PARENT = """
import sys
from service.answering.drafting import Prompt
from service.llm.local import LocalLLM
llm = LocalLLM(sys.argv[1], threads=1)
list(llm.write(Prompt("Answer.", "x"), 'root ::= "yes\\\\n"', patience=60))
print(llm.pid, flush=True)
if "stopped" in sys.argv:
    import os, signal
    os.kill(llm.pid, signal.SIGSTOP)
while "busy" in sys.argv:
    list(llm.write(Prompt("Answer.", "x" * 1000), 'root ::= [a-z]{190}', patience=60))
sys.stdin.read()
"""


@pytest.mark.parametrize("what", ["idle", "busy", "stopped"])
def test_a_parent_that_is_killed_leaves_nobody_behind(model_file: Path, what: str) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(model_file), what],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=CHECKOUT,
    )
    with parent:
        assert parent.stdout
        pid = int(parent.stdout.readline())
        assert is_alive(pid)
        time.sleep(0.2)
        parent.kill()
        parent.wait()
        wait_for(lambda: not is_alive(pid), seconds=5)


def test_closing_ends_the_process_whatever_it_does(model_file: Path) -> None:
    llm = LocalLLM(str(model_file), threads=1)
    assert end_of(llm) is None
    pid = llm.pid
    assert pid
    os.kill(pid, signal.SIGSTOP)
    began = time.monotonic()
    llm.close()
    assert time.monotonic() - began < 3
    assert not is_alive(pid)


def test_nobody_but_the_child_loads_llama_cpp(model_file: Path) -> None:
    script = (
        "import sys\nfrom service.answering.referee import Referee\nfrom service.answering.drafting import Prompt\n"
        "from service.llm.local import LocalLLM\n"
        f"llm = LocalLLM({str(model_file)!r}, threads=1)\n"
        "assert list(llm.write(Prompt('A', 'x'), 'root ::= \"yes\\\\n\"', patience=60)) == ['yes']\n"
        "print({'llama_cpp', 'multiprocessing.connection', 'huggingface_hub'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=CHECKOUT)
    assert done.stdout == "set()\n"


@pytest.mark.parametrize(
    "message",
    [
        protocol.Write(1, "Answer.", "perché\n\x00\u2028", YES),
        protocol.Cancel(2),
        protocol.Ready(),
        protocol.Broken("torn"),
        protocol.Line(3, "So."),
        protocol.End(4, "no room"),
        protocol.End(5, "", 12, 0.25),
    ],
)
def test_a_message_is_a_line_and_the_line_the_message(message: protocol.Message) -> None:
    line = protocol.encode(message)
    assert line.count(b"\n") == 1
    assert protocol.decode(line) == message


def test_a_child_that_takes_nothing_hangs() -> None:
    child = process.Child([sys.executable, "-c", "import time; time.sleep(60)"])
    try:
        with pytest.raises(process.Hung):
            child.send(protocol.Write(1, "", "x" * 500_000, ""), 0.3)
    finally:
        child.end()
