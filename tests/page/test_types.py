"""The page's modules hold what their JSDoc promises: TypeScript checks it, which npm brings into a cache once."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from service.http.page import PAGES

TYPESCRIPT = "5.9.3"
PROJECTS = {
    "page": {path for path in PAGES.rglob("*.js") if not {"vendor", "offline"} & set(path.relative_to(PAGES).parts)},
    "page/offline": {PAGES / "offline" / "worker.js"},
}
"""The modules of each, by the folder of its `jsconfig.json`."""
SECONDS_TO_INSTALL = 120


@pytest.fixture(scope="module")
def tsc() -> list[str]:
    """The command of the TypeScript compiler."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        pytest.skip("needs node and npm: apt-get install nodejs npm")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "arbitro", f"typescript-{TYPESCRIPT}")
    compiler = cache / "node_modules" / "typescript" / "bin" / "tsc"
    if not compiler.exists():
        command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(cache)]
        try:
            subprocess.run([*command, f"typescript@{TYPESCRIPT}"], check=True, timeout=SECONDS_TO_INSTALL)
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
            pytest.skip(f"npm could not bring TypeScript {TYPESCRIPT} into {cache}")
    return [node, str(compiler)]


def checked(tsc: list[str], folder: Path, *options: str) -> list[str]:
    command = [*tsc, "-p", str(folder / "jsconfig.json"), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()


@pytest.mark.parametrize("name", PROJECTS)
def test_types_of_the_page_hold(tsc: list[str], name: str) -> None:
    said = checked(tsc, PAGES.parent / name, "--listFiles")
    assert {str(path) for path in PROJECTS[name]} <= set(said)
    assert [line for line in said if not Path(line).is_file()] == []


def test_every_module_is_checked() -> None:
    modules = set().union(*PROJECTS.values())
    assert len(modules) > 50
    assert all(path.read_text("utf-8").startswith("// @ts-check\n") for path in modules)


def test_a_wrong_type_is_found(tsc: list[str], tmp_path: Path) -> None:
    shutil.copytree(PAGES, tmp_path / "page")
    with (tmp_path / "page" / "core" / "search.js").open("a", encoding="utf-8") as module:
        module.write("plain(7);\n")
    (found,) = checked(tsc, tmp_path / "page")
    assert "core/search.js(" in found
