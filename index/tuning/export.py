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

CONFIGURATION = "config.json"
MEMBERS = {"kind": "kinds", "rule": "rules", "ask": "asks", "wants": "wants"}
"""Each head whose rows belong to a game or a procedure, and where their names stand."""


def by_owner(members: Iterable[tuple[str, str]]) -> dict[str, dict[str, int]]:
    """The rows of a head, by the game or the procedure that they belong to."""
    rows: dict[str, dict[str, int]] = defaultdict(dict)
    for at, (owner, member) in enumerate(members):
        rows[owner][member] = at
    return rows


def export(network: Network, names: Names, allowed: Mapping[str, Sequence[int]], folder: Path, tokenizer: Any) -> None:
    """The encoder in eight bits with its configuration, its tokenizer and the heads, into a folder that is being
    written.
    """
    export_encoder(network.encoder, tokenizer, folder)
    network.encoder.config.to_json_file(folder / CONFIGURATION)
    heads = (*MEMBERS, "answer", "fact")
    weights = {name: getattr(network, name).weight.detach().numpy() for name in (*heads, "vector")}
    biases = {f"{name} bias": getattr(network, name).bias.detach().numpy() for name in heads}
    scaling = {
        f"{what} {procedure}": layer.weight[at].detach().numpy()
        for what, layer in (("scale", network.scale), ("shift", network.shift))
        for at, procedure in enumerate(names.procedures)
    }
    orders = {f"order {procedure}": order.weights for procedure, order in names.orders.items()}
    halves = {name: array.astype(np.float16) for name, array in {**weights, **biases, **scaling, **orders}.items()}
    np.savez_compressed(folder / "heads.npz", **halves)
    names_of_rows = {
        **{members: by_owner(getattr(names, members)) for members in MEMBERS.values()},
        "answers": ANSWERS,
        "facts": names.facts,
        "tags": names.facts_of,
        "tags_of": allowed,
        "places": names.places,
        "told": {procedure: list(order.rows) for procedure, order in names.orders.items()},
    }
    written = json.dumps(names_of_rows, ensure_ascii=False, separators=(",", ":"))
    (folder / "heads.json").write_text(written, encoding="utf-8")
