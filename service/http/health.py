"""Whether the service runs and answers, and what it has counted."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from service import schema
from service.http.description import problem_responses
from service.http.metrics import Metrics
from service.http.problem_details import MEDIA_TYPE, problem
from service.http.startup import NotReady, Startup
from service.llm.local import LocalLLM


def router(startup: Startup, llm: LocalLLM | None, metrics: Metrics) -> APIRouter:
    """The routes, for whoever watches over the service."""
    routes = APIRouter()

    @routes.get("/healthz", response_model=schema.Health)
    async def healthz() -> dict[str, str]:
        """That the service runs."""
        return {"status": "ok"}

    @routes.get("/readyz", response_model=schema.Readiness, responses=problem_responses(503))
    async def readyz(request: Request) -> Response:
        """Whether questions are answered, from which index, and where the local LLM stands, which is not needed."""
        llm_status = llm.status().document() if llm else {"state": "none"}
        try:
            startup.require_ready()
        except NotReady as error:
            document = problem(503, str(error), request.url.path, **error.progress, llm=llm_status)
            return JSONResponse(document, 503, {"Retry-After": "2"}, MEDIA_TYPE)
        return JSONResponse({"status": "ready", "index": startup.index, "llm": llm_status})

    @routes.get("/metrics", include_in_schema=False)
    async def prometheus() -> Response:
        return Response(generate_latest(metrics.collected()), media_type=CONTENT_TYPE_LATEST)

    return routes
