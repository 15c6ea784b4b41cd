"""How the log of the service looks: one configuration for its own lines and those of the server under it.

A line has its time in UTC, its level and where it comes from; by setting each is a JSON object.
"""

import logging
import time
from typing import Any

from service.settings import LogFormat

SECONDS_OF_SILENCE = 60
_LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class RateLimit(logging.Filter):
    """Lets a line of the libraries through once a minute: a flood of connections must not become one of lines."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[tuple[str, str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written; the service's own lines always are."""
        if not record.name.startswith(("uvicorn", "asyncio")):
            return True
        key = (record.name, record.getMessage().partition("\n")[0])
        last, self._last[key] = self._last.get(key), time.monotonic()
        if last is None or self._last[key] - last >= SECONDS_OF_SILENCE:
            return True
        self._last[key] = last
        return False


class UtcFormatter(logging.Formatter):
    """Times that are the same everywhere, as ISO 8601 has them."""

    converter = time.gmtime  # type: ignore[assignment]
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"


def configuration(format: LogFormat) -> dict[str, Any]:
    """What `logging.config` takes."""
    json = {
        "()": "pythonjsonlogger.json.JsonFormatter",
        "fmt": "%(levelname)s %(name)s %(message)s",
        "rename_fields": {"levelname": "level", "name": "logger"},
        "timestamp": "time",
        "json_ensure_ascii": False,
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": json if format == "json" else {"()": UtcFormatter, "fmt": _LINE}},
        "filters": {
            "rate_limit": {"()": RateLimit},
            "request": {"()": "service.http.request_log.WithRequest"},
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "line",
                "filters": ["rate_limit", "request"],
            }
        },
        "root": {"level": "WARNING", "handlers": ["stderr"]},
        "loggers": {"service.http.request_log": {"level": "INFO"}},
    }
