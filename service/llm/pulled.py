"""Models that were fetched from the hub: `models/owner/repo/file.gguf` in the home."""

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from service.llm.models import HUB, Unusable, require_gguf

_BEGUN = ".begun"
"""Where a file is until it is whole."""


class NoSuchFile(Exception):  # noqa: N818  # it says what is the matter
    """What was named is no GGUF file on the hub: what is wrong, and what to write."""


class NotFetched(Exception):  # noqa: N818
    """The file did not come: why, and what to do."""


@dataclass(frozen=True, slots=True)
class Pulled:
    """A file that was fetched."""

    file: Path
    location: str
    """hub:owner/repo/file.gguf."""

    @property
    def name(self) -> str:
        """The file's, without its ending."""
        return self.file.stem


def pulled(home: Path) -> list[Pulled]:
    """All that are there, by owner, repository and name."""
    folder = home / "models"
    files = sorted(file for file in folder.glob("[!.]*/*/**/*.gguf") if file.is_file())
    return [Pulled(file, f"{HUB}{file.relative_to(folder).as_posix()}") for file in files]


def place_of(home: Path, location: str) -> Path:
    """Where a file of the hub is kept, or would be; raises NoSuchFile."""
    named = re.fullmatch(rf"{HUB}([\w-][\w.-]*)/([\w-][\w.-]*)/([^\\\0]+\.gguf)", location)
    if not named or not all(part.strip(".") for part in named[3].split("/")):
        raise NoSuchFile(f"{location!r} names no GGUF file on the hub; write hub:owner/repo/file.gguf")
    return home.joinpath("models", *named.groups())


def pull(home: Path, location: str) -> Path:
    """The file, fetched whole or not at all; raises NoSuchFile, NotFetched or Unusable. Progress goes to stderr."""
    file = place_of(home, location)
    if file.is_file():
        require_gguf(file, str(file))
        return file
    owner, repository, name = location.removeprefix(HUB).split("/", 2)
    begun = home / "models" / _BEGUN / file.relative_to(home / "models")
    try:
        place(_fetch(f"{owner}/{repository}", name, begun, location), file)
    finally:
        shutil.rmtree(begun, ignore_errors=True)
    return file


def place(fetched: Path, file: Path) -> None:
    """Moves a fetched file, if it is a GGUF, to its place on the same disk; raises Unusable, and then it is gone."""
    try:
        require_gguf(fetched, file.name)
    except Unusable:
        fetched.unlink(missing_ok=True)
        raise
    file.parent.mkdir(parents=True, exist_ok=True)
    fetched.replace(file)


def _fetch(repository: str, name: str, into: Path, location: str) -> Path:
    into.mkdir(parents=True, exist_ok=True)
    from huggingface_hub import hf_hub_download
    from huggingface_hub.errors import (
        GatedRepoError,
        LocalEntryNotFoundError,
        OfflineModeIsEnabled,
        RemoteEntryNotFoundError,
        RepositoryNotFoundError,
    )
    from huggingface_hub.utils.logging import set_verbosity_error

    set_verbosity_error()  # type: ignore[no-untyped-call]  # each attempt would be told

    try:
        return Path(hf_hub_download(repository, name, local_dir=into))
    except GatedRepoError as error:
        raise NotFetched(
            f"{location} is given only to those who accepted its terms: accept them on its page, and set HF_TOKEN"
        ) from error
    except (RepositoryNotFoundError, RemoteEntryNotFoundError) as error:
        raise NoSuchFile(f"the hub shows no {location}; write owner, repository and file as its page does") from error
    except (LocalEntryNotFoundError, OfflineModeIsEnabled, ConnectionError) as error:
        raise NotFetched(
            f"{location} cannot be fetched, as the hub cannot be reached; try again when it can, or bring the file "
            "here by other means and `arbitro model use` its path"
        ) from error
    except Exception as error:  # whatever else the hub, the line or the disk raises
        reason = (str(error).strip() or repr(error)).splitlines()[0].rstrip(".")
        raise NotFetched(f"{location} cannot be fetched: {reason}; mend that, and pull it again") from error
