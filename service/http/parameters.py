"""The parameters of an address: a misspelt one is never ignored."""

from fastapi import Request

from service.positions.mistakes import suggestion
from service.positions.rulings import BadInput


async def require_known(request: Request) -> None:
    """Refuses what no route of the API takes; the address of a page is the page's own."""
    if not request.url.path.startswith("/v1/"):
        return
    known = [parameter.alias for parameter in request.scope["route"].dependant.query_params]
    takes = f"; it takes {', '.join(known)}" if known else "; it takes none"
    unknown = dict.fromkeys(name for name in request.query_params if name not in known)
    if unknown:
        hints = {name: suggestion(name, known) or takes for name in unknown}
        raise BadInput(*({"path": name[:60], "problem": f"unknown{hint}"} for name, hint in hints.items()))
