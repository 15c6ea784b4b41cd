"""`arbitro model`: which local LLM is in use, how another comes, how it is chosen."""

import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from service.llm import choice
from service.llm.local import LocalLLM
from service.llm.models import Unusable
from service.llm.pulled import NoSuchFile, place, place_of, pulled
from service.settings import BadSetting, settings
from tests.service.tiny_model import write_random_model

if TYPE_CHECKING:
    from tests.service.conftest import Arbitro

CHECKOUT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def model_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("tiny") / "tiny.gguf"
    write_random_model(file, seed=1)
    return file


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """A home of its own, and nothing set that would go before a choice."""
    return {"ARBITRO_HOME": str(tmp_path / "home"), "ARBITRO_LLM": ""}


def at_home(env: dict[str, str], model: Path, location: str = "hub:owner/repo/tiny.gguf") -> Path:
    """A copy of the model where `pull` would have put it, by the way it goes."""
    home = Path(env["ARBITRO_HOME"])
    home.mkdir(exist_ok=True)
    fetched = home / "fetched"
    fetched.write_bytes(model.read_bytes())
    file = place_of(home, location)
    place(fetched, file)
    assert not fetched.exists()
    return file


def test_what_is_there_is_listed(warm_arbitro: "Arbitro", env: dict[str, str], model_file: Path) -> None:
    empty = warm_arbitro("model", "list", env=env)
    assert (empty.code, empty.err) == (0, "")
    assert "the packaged default" in empty.out.splitlines()[0]
    assert "arbitro model pull hub:owner/repo/file.gguf" in empty.out
    file = at_home(env, model_file)
    listed = warm_arbitro("model", "list", "--json", env=env).json
    size = model_file.stat().st_size
    assert listed["pulled"] == [
        {"name": "tiny", "location": str(file), "bytes": size, "hub": "hub:owner/repo/tiny.gguf"}
    ]
    assert (listed["in_use"]["from"], listed["runtime"]) == ("packaged", True)


def test_a_pulled_model_is_used_from_the_next_start_on(
    warm_arbitro: "Arbitro", env: dict[str, str], model_file: Path
) -> None:
    file = at_home(env, model_file)
    for name in ("tiny", "tiny.gguf", "hub:owner/repo/tiny.gguf", str(file)):
        said = warm_arbitro("model", "use", name, env=env)
        assert (said.code, said.err) == (0, f"{file} is chosen: it takes effect at the next start\n")
        assert settings(env).llm == str(file)
    listed = warm_arbitro("model", "list", "--json", env=env).json
    assert listed["in_use"] == {"name": "tiny", "location": str(file), "from": "use"}
    with closing(LocalLLM(settings(env).llm, threads=1)) as llm:
        assert (llm.status().state, llm.name) == ("idle", "tiny")


def test_the_packaged_one_none_and_the_hubs_can_be_chosen(warm_arbitro: "Arbitro", env: dict[str, str]) -> None:
    chosen = {"none": "none", "hub:owner/repo/file.gguf": "hub:owner/repo/file.gguf", "packaged": ""}
    for name, setting in chosen.items():
        assert warm_arbitro("model", "use", name, env=env).code == 0
        assert settings(env).llm == setting
        assert warm_arbitro("model", "list", "--json", env=env).json["in_use"]["from"] == "use"


def test_the_variable_goes_before_the_choice_and_is_named(warm_arbitro: "Arbitro", env: dict[str, str]) -> None:
    said = warm_arbitro("model", "use", "packaged", env={**env, "ARBITRO_LLM": "none"})
    assert (said.code, said.err) == (0, "packaged is chosen, but ARBITRO_LLM='none' goes before it: unset that\n")
    choice.choose(Path(env["ARBITRO_HOME"]), "none")
    assert settings({**env, "ARBITRO_LLM": "/some/model.gguf"}).llm == "/some/model.gguf"
    assert settings({**env, "ARBITRO_LLM": "packaged"}).llm == ""
    assert "set in ARBITRO_LLM" in warm_arbitro("model", "list", env={**env, "ARBITRO_LLM": "none"}).out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("use",), "takes a MODEL"),
        (("pull",), "takes a MODEL"),
        (("list", "tiny"), "takes no MODEL"),
        (("use", "tiny"), "there is no model 'tiny': there is packaged, none, or write the path of a GGUF file"),
        (("use", "/no/such.gguf"), "cannot be read: No such file or directory; name another GGUF file"),
        (("use", __file__), "is not a GGUF file: it begins with"),
        (("use", "hub:file.gguf"), "write hub:owner/repo/file.gguf"),
        (("pull", "tiny.gguf"), "write hub:owner/repo/file.gguf"),
        (("pull", "hub:owner/repo/weights.bin"), "write hub:owner/repo/file.gguf"),
        (("pull", "hub:owner/repo/../../../away.gguf"), "write hub:owner/repo/file.gguf"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    warm_arbitro: "Arbitro", env: dict[str, str], arguments: tuple[str, ...], sentence: str
) -> None:
    said = warm_arbitro("model", *arguments, env=env)
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert sentence in said.err
    assert not Path(env["ARBITRO_HOME"], "llm").exists()


def test_two_of_one_name_are_told_apart(warm_arbitro: "Arbitro", env: dict[str, str], model_file: Path) -> None:
    for owner in ("one", "other"):
        at_home(env, model_file, f"hub:{owner}/repo/tiny.gguf")
    said = warm_arbitro("model", "use", "tiny", env=env)
    assert (said.code, "hub:one/repo/tiny.gguf or hub:other/repo/tiny.gguf" in said.err) == (2, True)


def test_without_the_hub_nothing_is_pulled(arbitro: "Arbitro", env: dict[str, str]) -> None:
    said = arbitro("model", "pull", "hub:owner/repo/file.gguf", env={**env, "HF_HUB_OFFLINE": "1"})
    assert said.code == 1
    first, second = said.err.splitlines()
    assert first == "fetching hub:owner/repo/file.gguf"
    assert "the hub cannot be reached" in second
    assert pulled(Path(env["ARBITRO_HOME"])) == []


def test_a_fetched_file_that_is_no_gguf_is_refused_and_gone(tmp_path: Path) -> None:
    fetched, home = tmp_path / "fetched", tmp_path / "home"
    fetched.write_bytes(b"PK\x03\x04zip")
    with pytest.raises(Unusable, match="not a GGUF file"):
        place(fetched, place_of(home, "hub:owner/repo/file.gguf"))
    assert not fetched.exists()
    assert pulled(home) == []
    with pytest.raises(NoSuchFile):
        place_of(home, "hub:owner/..gguf")


def test_a_choice_whose_file_is_gone_is_named_and_the_rules_speak(
    warm_arbitro: "Arbitro", env: dict[str, str], model_file: Path
) -> None:
    file = at_home(env, model_file)
    assert warm_arbitro("model", "use", "tiny", env=env).code == 0
    file.unlink()
    llm = LocalLLM(settings(env).llm, threads=1)
    assert llm.status().state == "off"
    assert f"the LLM {str(file)!r} cannot be read: No such file" in llm.status().sentence
    assert "`arbitro model use`" in llm.status().sentence
    assert "it cannot be used" in warm_arbitro("model", "list", env=env).out


@pytest.mark.parametrize("written", ["", "\n", "hub:file.gguf", "\0", "\xff words", "a\nb"])
def test_a_file_of_the_choice_that_somebody_spoilt_stops_nothing(env: dict[str, str], written: str) -> None:
    home = Path(env["ARBITRO_HOME"])
    home.mkdir()
    (home / "llm").write_bytes(written.encode("latin-1"))
    assert LocalLLM(settings(env).llm, threads=1).status().state == ("off" if written.strip() else "idle")


def test_a_choice_that_cannot_be_read_is_named(env: dict[str, str]) -> None:
    Path(env["ARBITRO_HOME"], "llm").mkdir(parents=True)
    with pytest.raises(BadSetting, match="remove it and choose"):
        settings(env)


def test_who_is_killed_while_choosing_leaves_the_choice_before(env: dict[str, str]) -> None:
    home = Path(env["ARBITRO_HOME"])
    choice.choose(home, "none")
    killed = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom service.llm import choice\n"
        "os.fsync = lambda file: os.kill(os.getpid(), signal.SIGKILL)\n"
        "choice.choose(Path(sys.argv[1]), 'packaged')"
    )
    done = subprocess.run([sys.executable, "-c", killed, str(home)], check=False, cwd=CHECKOUT)
    assert done.returncode == -signal.SIGKILL
    assert choice.chosen(home) == "none"
