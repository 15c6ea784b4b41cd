"""What can be set from outside, read once from the environment."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar, get_args
from urllib.parse import urlsplit

from service.llm.choice import PACKAGED, chosen

if TYPE_CHECKING:
    from index import Elsewhere

CHECKOUT = Path(__file__).parents[1]
MOST_THREADS = 256
SHORTEST_KEY = 8
MOST_SECONDS = 300
MILVUS = "milvus:"
REQUESTS_A_MINUTE = 240
"""A page that is opened asks some ten times, and a form each time that a fact is tapped."""
MOST_REQUESTS_A_MINUTE = 100_000

LogFormat: TypeAlias = Literal["text", "json"]
RequestsLogged: TypeAlias = Literal["none", "all", "questions"]


Choice = TypeVar("Choice", bound=str)


class BadSetting(ValueError):  # noqa: N818  # it says what is the matter
    """A setting cannot be used: which one, its value, and what to write instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How this process runs."""

    home: Path = CHECKOUT / ".arbitro"
    """Where the index and added rulebooks are kept (ARBITRO_HOME)."""
    house_rules: Path = CHECKOUT / ".arbitro" / "house"
    """A folder with files of house rules and errata, or one such file (ARBITRO_HOUSE_RULES)."""
    embeddings: str = ""
    """A sentence-transformers model by folder or hub name; empty for the tuned one (ARBITRO_EMBEDDINGS)."""
    query_prefix: str = ""
    """What the embedding model wants before a question (ARBITRO_QUERY_PREFIX)."""
    passage_prefix: str = ""
    """What the embedding model wants before a passage (ARBITRO_PASSAGE_PREFIX)."""
    llm: str = ""
    """A GGUF by path or as `hub:owner/repo/file.gguf`, or `none`; empty for the packaged one (ARBITRO_LLM, or else what
    `arbitro model use` chose).
    """
    llm_reads: float = 0.0
    """For so many seconds at most the LLM reads each question as a position too; 0 for never (ARBITRO_LLM_READS)."""
    index: str = ""
    """Where the passages are searched, `milvus:URI`; empty for this process (ARBITRO_INDEX)."""
    index_token: str = field(default="", repr=False)
    """What lets this service in there, `user:password` or a token; empty for none (ARBITRO_INDEX_TOKEN)."""
    tenant: str = "arbitro"
    """Whose passages they are there (ARBITRO_TENANT)."""
    edition: str = ""
    """The edition the table plays by, of a game that has several; empty for none in particular (ARBITRO_EDITION)."""
    key: str = field(default="", repr=False)
    """What another machine needs to be let in; empty for one made at each start (ARBITRO_KEY)."""
    hosts: tuple[str, ...] = ()
    """The names under which a proxy hands requests on, beside this machine's addresses (ARBITRO_HOSTS)."""
    origins: tuple[str, ...] = ()
    """The other sites whose pages may use the API, or `*` (ARBITRO_ORIGINS)."""
    rate: int = REQUESTS_A_MINUTE
    """How often another machine may ask in a minute; 0 for as often as it likes (ARBITRO_RATE)."""
    log: LogFormat = "text"
    """Lines to read, or a JSON object each (ARBITRO_LOG)."""
    log_requests: RequestsLogged = "none"
    """Whether each request is logged, and whether with the question's text (ARBITRO_LOG_REQUESTS)."""
    threads: int = 1
    """Threads for the models; all cores unless set (ARBITRO_THREADS)."""

    @property
    def elsewhere(self) -> "Elsewhere | None":
        """Where the index is, if not in this process."""
        if not self.index:
            return None
        from index import Elsewhere

        return Elsewhere(uri=self.index.removeprefix(MILVUS), tenant=self.tenant, token=self.index_token)


def settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of this environment; a variable that is empty counts as absent."""
    given = {name: value.strip() for name, value in environment.items() if name.startswith("ARBITRO_")}
    home = _folder(given.get("ARBITRO_HOME", ""))
    hosts = tuple(_host(name) for name in _listed(given.get("ARBITRO_HOSTS", "")))
    if hosts and not given.get("ARBITRO_KEY"):
        raise BadSetting("ARBITRO_HOSTS lets in whoever reaches those names: set a key in ARBITRO_KEY too")
    return Settings(
        home=home,
        house_rules=_house_rules(given.get("ARBITRO_HOUSE_RULES", ""), home),
        embeddings=given.get("ARBITRO_EMBEDDINGS", ""),
        query_prefix=_prefix(environment, "ARBITRO_QUERY_PREFIX"),
        passage_prefix=_prefix(environment, "ARBITRO_PASSAGE_PREFIX"),
        llm=_llm(given.get("ARBITRO_LLM", ""), home),
        llm_reads=_seconds(given.get("ARBITRO_LLM_READS", "")),
        index=_index(given.get("ARBITRO_INDEX", "")),
        index_token=given.get("ARBITRO_INDEX_TOKEN", ""),
        tenant=_tenant(given.get("ARBITRO_TENANT", "")),
        edition=given.get("ARBITRO_EDITION", ""),
        key=_key(given.get("ARBITRO_KEY", "")),
        hosts=hosts,
        origins=tuple(_origin(one) for one in _listed(given.get("ARBITRO_ORIGINS", ""))),
        rate=_rate(given.get("ARBITRO_RATE", "")),
        log=_one_of("ARBITRO_LOG", given.get("ARBITRO_LOG", ""), get_args(LogFormat)),
        log_requests=_one_of("ARBITRO_LOG_REQUESTS", given.get("ARBITRO_LOG_REQUESTS", ""), get_args(RequestsLogged)),
        threads=_threads(given.get("ARBITRO_THREADS", "")),
    )


def _prefix(environment: Mapping[str, str], name: str) -> str:
    """The space after `query:` is part of the prefix, and easily lost where the variable is written."""
    prefix = environment.get(name, "").strip()
    return f"{prefix} " if prefix.endswith(":") else prefix


def _folder(value: str) -> Path:
    if not value:
        return CHECKOUT / ".arbitro"
    try:
        folder = Path(value).expanduser().absolute()
    except RuntimeError as error:
        raise BadSetting(f"ARBITRO_HOME={value!r} is under no user's home; name another folder") from error
    if folder.exists() and not folder.is_dir():
        raise BadSetting(f"ARBITRO_HOME={value!r} is a file; name a folder, or unset it for {CHECKOUT / '.arbitro'}")
    return folder


def _house_rules(value: str, home: Path) -> Path:
    if not value:
        return home / "house"
    try:
        path = Path(value).expanduser().absolute()
    except RuntimeError as error:
        raise BadSetting(f"ARBITRO_HOUSE_RULES={value!r} is under no user's home; name another file") from error
    if not path.exists():
        raise BadSetting(f"ARBITRO_HOUSE_RULES={value!r} does not exist; name a file of house rules, or their folder")
    return path


def _llm(value: str, home: Path) -> str:
    """What was chosen is not looked at here: the service goes on without it where it cannot be used."""
    if not value:
        try:
            value = chosen(home)
        except OSError as error:
            raise BadSetting(
                f"{error.filename} cannot be read: {error.strerror}; remove it and choose with `arbitro model use`"
            ) from error
        return "" if value == PACKAGED else value
    if value == PACKAGED:
        return ""
    named = value.endswith(".gguf") and (not value.startswith("hub:") or value.count("/") >= 2)
    if value == "none" or named:
        return value
    raise BadSetting(
        f"ARBITRO_LLM={value!r} names no model; write the path of a .gguf file, hub:owner/repo/file.gguf, packaged, "
        "or none"
    )


def _index(value: str) -> str:
    if not value or re.fullmatch(rf"{MILVUS}(?:https?://\S+|.+\.db)", value):
        return value
    raise BadSetting(
        f"ARBITRO_INDEX={value!r} names no index; write {MILVUS}http://HOST:19530, {MILVUS}FILE.db for Milvus Lite, or "
        "unset it for the index on this machine"
    )


def _tenant(value: str) -> str:
    if not value:
        return "arbitro"
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,60}", value):
        raise BadSetting(f"ARBITRO_TENANT={value!r} is no name; write 1 to 60 letters, digits, - or _")
    return value


def _key(value: str) -> str:
    """As it can stand in a link and in a cookie."""
    if value and not re.fullmatch(rf"[A-Za-z0-9._~-]{{{SHORTEST_KEY},}}", value):
        raise BadSetting(
            f"ARBITRO_KEY is no key for a link; write {SHORTEST_KEY} or more letters without accents, digits, or any "
            "of . _ ~ -, or unset it for a new one each time"
        )
    return value


def _listed(value: str) -> list[str]:
    return [one for each in value.split(",") if (one := each.strip())]


def _host(name: str) -> str:
    if not re.fullmatch(r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?", name.lower()):
        raise BadSetting(
            f"ARBITRO_HOSTS={name!r} is no name of a host; write rules.example.org, without http:// or port"
        )
    return name.lower()


def _origin(origin: str) -> str:
    try:
        parts = urlsplit(origin)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    plain = f"{parts.scheme}://{parts.hostname}{f':{port}' if port else ''}"
    if origin != "*" and (parts.scheme not in ("http", "https") or not parts.hostname or origin != plain):
        raise BadSetting(
            f"ARBITRO_ORIGINS={origin!r} is no origin; write https://example.org in small letters, without a path, or *"
        )
    return origin


def _rate(value: str) -> int:
    if not value:
        return REQUESTS_A_MINUTE
    if not value.isascii() or not value.isdigit() or int(value) > MOST_REQUESTS_A_MINUTE:
        raise BadSetting(
            f"ARBITRO_RATE={value!r} is no number of requests a minute; write 1 to {MOST_REQUESTS_A_MINUTE:,}, "
            "or 0 for no limit"
        )
    return int(value)


def _one_of(name: str, value: str, known: tuple[Choice, ...]) -> Choice:
    """The choice of this name; the first where none is made."""
    for choice in known:
        if value == choice:
            return choice
    if value:
        raise BadSetting(f"{name}={value!r} is none of {', '.join(map(str, known))}")
    return known[0]


def _seconds(value: str) -> float:
    try:
        seconds = float(value or 0)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= MOST_SECONDS:
        raise BadSetting(
            f"ARBITRO_LLM_READS={value!r} is no time; write for how many seconds the local LLM may read a question, "
            f"0 to {MOST_SECONDS}"
        )
    return seconds


def _threads(value: str) -> int:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not value:
        return cores
    if not value.isascii() or not value.isdigit() or not 1 <= int(value) <= MOST_THREADS:
        raise BadSetting(
            f"ARBITRO_THREADS={value!r} is no number of threads; write a whole number, 1 to {MOST_THREADS}"
        )
    return int(value)
