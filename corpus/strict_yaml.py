"""YAML in which a key written twice is an error and not the last one's win."""

from collections.abc import Hashable
from typing import Any

import yaml


class _Loader(yaml.CSafeLoader):
    """Refuses what `CSafeLoader` takes silently."""


def load(text: str) -> Any:
    """What a YAML text holds; raises `yaml.YAMLError`, for a key written twice with its line."""
    return yaml.load(text, Loader=_Loader)


def _mapping(loader: _Loader, node: yaml.MappingNode) -> dict[Hashable, object]:
    keys: set[object] = set()
    for key_node, _ in node.value:
        key = loader.construct_object(key_node)
        if key in keys:
            raise yaml.constructor.ConstructorError(None, None, f"key {key!r} is written twice", key_node.start_mark)
        keys.add(key)
    return loader.construct_mapping(node, deep=True)


_Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)
