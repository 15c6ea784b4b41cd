"""What the service counts, for Prometheus."""

import os
import time
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import CounterMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.llm.local import LocalLLM

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names where several workers keep what they count, for any of them to add up."""


class Metrics:
    """The counters of one app; of several workers only what each of them counts itself, no drafts of its LLM."""

    def __init__(self, llm: LocalLLM | None = None) -> None:
        self.registry = CollectorRegistry()
        if llm:
            self.registry.register(DraftMetrics(llm))
        self.requests = Counter(
            "arbitro_requests", "Requests by route and status", ("method", "route", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "arbitro_request_seconds", "Time until a request was answered whole", ("route",), registry=self.registry
        )
        self.answers = Counter(
            "arbitro_answers", "Answers by verdict and model", ("verdict", "abstained", "model"), registry=self.registry
        )
        self.questions = Counter("arbitro_asked", "How questions ended", ("end",), registry=self.registry)
        self.rulings = Counter(
            "arbitro_rulings", "Rulings by procedure and verdict", ("procedure", "verdict"), registry=self.registry
        )

    def collected(self) -> CollectorRegistry:
        """What there is to report: of all workers, where there are several."""
        if FOLDER not in os.environ:
            return self.registry
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return registry

    def count_question(self, end: str) -> None:
        """Counts a question by its end: answered, given up because the client left, refused or failed."""
        self.questions.labels(end).inc()


class DraftMetrics(Collector):
    """What a local LLM has counted."""

    def __init__(self, llm: LocalLLM) -> None:
        self._llm = llm

    def collect(self) -> Iterator[CounterMetricFamily]:
        """Read each time that somebody looks."""
        drafts = CounterMetricFamily("arbitro_drafts", "Drafts of the local LLM by how they ended", labels=("end",))
        for end, count in self._llm.draft_counts.items():
            drafts.add_metric((end,), count)
        yield drafts
        yield CounterMetricFamily(
            "arbitro_llm_restarts", "How often the process of the local LLM was started again", self._llm.restarts
        )


class RequestMetrics:
    """Counts what passes through an app; a path that leads nowhere is not a label of its own."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status = 500
        began = time.perf_counter()

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            route = getattr(scope.get("route"), "path", "none")
            self._metrics.requests.labels(scope["method"], route, str(status)).inc()
            self._metrics.seconds.labels(route).observe(time.perf_counter() - began)
