"""How the log of the service looks: one configuration for its own lines and those of the server under it."""

import logging
import time

SECONDS_OF_SILENCE = 60


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


CONFIG = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "filters": {"rate_limit": {"()": RateLimit}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["rate_limit"]}},
    "root": {"level": "WARNING", "handlers": ["stderr"]},
}
