"""What a request says beside its body: the parameters of its address, and the language it prefers."""

from fastapi import Request

from corpus import Language
from service.positions.mistakes import suggestion
from service.positions.rulings import BadInput


async def require_known(request: Request) -> None:
    """Refuses what no route of the API takes, so that a misspelt one is never ignored; a page's address is its own."""
    if not request.url.path.startswith("/v1/"):
        return
    known = [parameter.alias for parameter in request.scope["route"].dependant.query_params]
    takes = f"; it takes {', '.join(known)}" if known else "; it takes none"
    unknown = dict.fromkeys(name for name in request.query_params if name not in known)
    if unknown:
        hints = {name: suggestion(name, known) or takes for name in unknown}
        raise BadInput(*({"path": name[:60], "problem": f"unknown{hint}"} for name, hint in hints.items()))


def preferred_language(request: Request) -> Language:
    """Italian where that comes first, else English."""
    return "it" if request.headers.get("accept-language", "").lower().startswith("it") else "en"
