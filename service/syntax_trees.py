"""Syntax trees, made by one thread at a time on a Python that can make no two at once.

Until 3.11.8 the parser keeps the depth of a tree for all threads together: two that meet in `ast.parse` may both end
with a SystemError about a recursion depth. Whoever reads a docstring of a field (pydantic) or the head of an array
(numpy) is in there, and the service does both on the first requests, in many threads.
"""

import ast
import sys
import threading
from functools import wraps
from typing import Any

_PARSING = threading.RLock()
_SAFE_SINCE = (3, 11, 8)


def parse_one_at_a_time() -> None:
    """Has `ast.parse`, and what of the standard library calls it, wait for other threads; once, and only if need be."""
    if sys.version_info >= _SAFE_SINCE or hasattr(ast.parse, "__wrapped__"):
        return
    plain: Any = ast.parse

    @wraps(plain)
    def parse(*arguments: Any, **options: Any) -> Any:
        with _PARSING:
            return plain(*arguments, **options)

    ast.parse = parse
