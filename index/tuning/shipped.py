"""The shipped model as a network again, to be taught further where phrases were added."""

import math
import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

from index.answers import ANSWERS
from index.encoder import MODEL, TOKENIZER
from index.reader import HOME, Heads, open_heads
from index.tuning.export import CONFIGURATION, MEMBERS
from index.tuning.names import Names
from index.tuning.network import Network

_PREFIX = "transformer."
"""Of the transformer inside what `index.encoder_export` wrote."""
_LAYER = re.compile(r"/(layer\.\d+/.*?)/MatMul")


def open_encoder(home: Path = HOME) -> tuple[BertModel, PreTrainedTokenizerFast]:
    """The transformer in this folder, and its tokenizer."""
    encoder = BertModel(BertConfig.from_json_file(home / CONFIGURATION), add_pooling_layer=False)
    restore_encoder(encoder, home / MODEL)
    return encoder, PreTrainedTokenizerFast(tokenizer_file=str(home / TOKENIZER))  # type: ignore[no-untyped-call]


def restore(network: Network, names: Names, home: Path = HOME) -> None:
    """Gives the heads what the model in this folder learned; the rows of what it did not know stay as they are."""
    known = open_heads(home)
    answers = {name: row for row, name in enumerate(known.answers)}
    facts = {told: row for row, told in enumerate((*known.facts, None))}
    with torch.no_grad():
        network.vector.weight.copy_(torch.tensor(known.weights("vector").astype(np.float32)))
        for head, members in MEMBERS.items():
            _fill(getattr(network, head), head, _same_rows(getattr(names, members), getattr(known, members)), known)
        _fill(network.answer, "answer", {row: answers[name] for row, name in enumerate(ANSWERS)}, known)
        told = {row: facts[fact] for row, fact in enumerate((*names.facts, None)) if fact in facts}
        _fill(network.fact, "fact", told, known)
        for row, procedure in enumerate(names.procedures):
            for name, layer in (("scale", network.scale), ("shift", network.shift)):
                if procedure in known.tags_of:
                    layer.weight[row] = torch.tensor(known.weights(f"{name} {procedure}").astype(np.float32))


def blend(network: Network, names: Names, home: Path = HOME) -> None:
    """Makes each weight the mean of what it is now and of what it was in the model in this folder: taught further on
    few lines, a network is surer of what it reads than it should be. The rows of what that model did not know stay.
    """
    before = deepcopy(network)
    heads = (*MEMBERS, "answer", "fact", "scale", "shift")
    with torch.no_grad():
        for weight in (weight for head in heads for weight in getattr(before, head).parameters()):
            weight.fill_(math.nan)
        restore(before, names, home)
        restore_encoder(before.encoder, home / MODEL)
        for now, then in zip(network.parameters(), before.parameters(), strict=True):
            now.copy_(torch.where(then.isnan(), now, (now + then) / 2))


def _same_rows(members: Sequence[tuple[str, str]], known: Mapping[str, Mapping[str, int]]) -> dict[int, int]:
    """Rows now -> rows there, of what both have."""
    return {row: known[owner][member] for row, (owner, member) in enumerate(members) if member in known.get(owner, {})}


def _fill(layer: nn.Linear, head: str, rows: Mapping[int, int], known: Heads) -> None:
    now, there = list(rows), list(rows.values())
    layer.weight[now] = torch.tensor(known.weights(head)[there].astype(np.float32))
    layer.bias[now] = torch.tensor(known.weights(f"{head} bias")[there].astype(np.float32))


def restore_encoder(encoder: nn.Module, path: Path) -> None:
    """From eight bits: what rounding took away is not given back."""
    graph = onnx.load(str(path)).graph
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    state: dict[str, Tensor] = {}
    for name in stored:
        if name.startswith(_PREFIX) and name.endswith("_quantized"):
            state[name.removeprefix(_PREFIX).removesuffix("_quantized")] = torch.tensor(_unquantised(stored, name))
        elif name.startswith(_PREFIX) and not name.endswith(("_scale", "_zero_point")):
            state[name.removeprefix(_PREFIX)] = torch.tensor(stored[name])
    for node in graph.node:
        layer = _LAYER.search(node.name)
        for name in node.input:
            if layer and name in stored and name.endswith("_quantized"):
                state[f"encoder.{layer[1].replace('/', '.')}.weight"] = torch.tensor(
                    _unquantised(stored, name).T.copy()
                )
    try:
        missing, unknown = encoder.load_state_dict(state, strict=False)
    except RuntimeError as error:  # of other widths, or with other pieces
        raise ValueError(f"{path} is no export of this transformer: {error}") from error
    if unknown or any(not name.startswith("pooler.") for name in missing):
        raise ValueError(f"{path} is no export of this transformer: it lacks {missing} and has {unknown}")


def _unquantised(stored: Mapping[str, NDArray[Any]], name: str) -> NDArray[np.float32]:
    whole = name.removesuffix("_quantized")
    scale, zero = stored[f"{whole}_scale"], stored[f"{whole}_zero_point"]
    found: NDArray[np.float32] = (stored[name].astype(np.float32) - zero.astype(np.float32)) * scale
    return found
