"""Writes a tuned network as `index.reader` opens it."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from index.answers import ANSWERS
from index.encoder_export import export as export_encoder
from index.tuning.names import Names
from index.tuning.network import Network


def by_owner(members: Iterable[tuple[str, str]]) -> dict[str, dict[str, int]]:
    """The rows of a head, by the game or the procedure that they belong to."""
    rows: dict[str, dict[str, int]] = defaultdict(dict)
    for at, (owner, member) in enumerate(members):
        rows[owner][member] = at
    return rows


def export(network: Network, names: Names, allowed: Mapping[str, Sequence[int]], folder: Path, tokenizer: Any) -> None:
    """The encoder in eight bits, its tokenizer and the heads, into a folder that is being written."""
    export_encoder(network.encoder, tokenizer, folder)
    weights = {
        name: layer.weight.detach().numpy()
        for name, layer in (
            ("kind", network.kind),
            ("rule", network.rule),
            ("wants", network.wants),
            ("answer", network.answer),
            ("ask", network.ask),
            ("tag", network.tag),
        )
    }
    biases = {f"{name} bias": getattr(network, name).bias.detach().numpy() for name in weights}
    scaling = {
        f"{what} {procedure}": layer.weight[at].detach().numpy()
        for what, layer in (("scale", network.scale), ("shift", network.shift))
        for at, procedure in enumerate(names.procedures)
    }
    halves = {name: array.astype(np.float16) for name, array in {**weights, **biases, **scaling}.items()}
    np.savez_compressed(folder / "heads.npz", **halves)
    heads = {
        "kinds": by_owner(names.kinds),
        "rules": by_owner(names.rules),
        "asks": by_owner(names.asks),
        "wants": by_owner(names.wants),
        "answers": ANSWERS,
        "tags": names.tags,
        "tags_of": allowed,
        "places": names.places,
    }
    (folder / "heads.json").write_text(json.dumps(heads, ensure_ascii=False), encoding="utf-8")
