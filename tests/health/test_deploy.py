"""What is given to those who run the service for others fits the service."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from service.http import asking, bodies, connections, ruling, turns
from service.http.problem_details import MOST_BYTES
from service.positions import rulings
from service.settings import REQUESTS_A_MINUTE, BadSetting, settings

CHECKOUT = Path(__file__).parents[2]
DEPLOY = CHECKOUT / "deploy"


def test_the_unit_is_one() -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("needs systemd-analyze")
    said = subprocess.run(
        ["systemd-analyze", "verify", DEPLOY / "arbitro.service"], capture_output=True, text=True, check=False
    ).stderr
    about_it = [line for line in said.splitlines() if "arbitro.service" in line]
    assert [line for line in about_it if not line.endswith("is not executable: No such file or directory")] == []


def test_the_settings_are_settings() -> None:
    lines = (DEPLOY / "arbitro.env").read_text().splitlines()
    given = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    readme = (CHECKOUT / "README.md").read_text()
    assert [name for name in given if f"`{name}`" not in readme] == []
    with pytest.raises(BadSetting, match="set a key in ARBITRO_KEY"):
        settings(given)
    found = settings(given | {"ARBITRO_KEY": "a-key-of-ours"})
    assert (found.hosts, found.log, found.log_requests) == (("rules.example.org",), "json", "all")
    assert found.rate == REQUESTS_A_MINUTE


def test_the_container_has_all_packages() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())
    copied = re.findall(r"^COPY (\w+) \1$", (DEPLOY / "Containerfile").read_text(), re.M)
    assert {f"{name}*" for name in copied} == set(project["tool"]["setuptools"]["packages"]["find"]["include"])


def test_the_limits_are_as_written() -> None:
    written = " ".join((DEPLOY / "README.md").read_text().split())
    for limit in (
        f"A body has {MOST_BYTES // 1000} kB",
        f"a state {rulings.MOST_VALUES:,} values",
        f"texts of {rulings.LONGEST_TEXT} characters",
        f"Of questions {asking.ANSWERS_AT_ONCE} are answered at a time",
        f"of searches and rulings {ruling.RULINGS_AT_ONCE}; {turns.MOST_WAITING} more",
        f"{turns.SECONDS_TO_ANSWER:.0f} seconds at most",
        f"{REQUESTS_A_MINUTE} requests a minute",
        f"{connections.SECONDS_TO_ASK} seconds to send a head and {bodies.SECONDS_TO_SEND} to send a body",
        f"There are {connections.MOST_CONNECTIONS} connections at most",
    ):
        assert limit in written
    assert asking.SEARCHES_AT_ONCE == ruling.RULINGS_AT_ONCE
    assert connections.SECONDS_TO_FINISH == 5
