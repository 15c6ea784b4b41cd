"""A table over the members of a `Literal` has a row for each."""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

import adjudicator

Pair: TypeAlias = Literal["one", "two"]
WHOLE: Mapping[Pair, int] = {"one": 1, "two": 2}
PARTIAL: Mapping[Pair, int] = {"one": 1}
OTHER: Mapping[str, int] = {"one": 1}


def tables(module: ModuleType) -> Iterator[tuple[str, set[Any], set[Any]]]:
    """(name, members, rows) of the tables of a module that are declared over a `Literal`."""
    for name, declared in get_type_hints(module).items() if "__annotations__" in vars(module) else ():
        key = get_args(declared)[0] if get_origin(declared) is Mapping else None
        if get_origin(key) is Literal:
            yield name, set(get_args(key)), set(getattr(module, name))


def test_every_table_over_a_literal_is_complete() -> None:
    modules = pkgutil.walk_packages(adjudicator.__path__, "adjudicator.")
    found = [table for each in modules for table in tables(importlib.import_module(each.name))]
    assert len(found) >= 4
    assert "ACTION_COSTS" in [name for name, _, _ in found]
    assert not {name: members ^ rows for name, members, rows in found if members != rows}


def test_the_check_sees_a_row_that_is_missing() -> None:
    found = {name: members - rows for name, members, rows in tables(importlib.import_module(__name__))}
    assert found == {"WHOLE": set(), "PARTIAL": {"two"}}
