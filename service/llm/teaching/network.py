"""The weights of a GGUF file in torch, with low-rank adapters beside them, and those written as a GGUF of their own.

llama.cpp keeps the rows of queries and keys in another order than transformers does: the two halves of what is rotated
stand side by side and not one after the other. So they are brought over, and the adapters' rows back.
"""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import torch
from torch import Tensor, nn
from transformers import LlamaConfig, LlamaForCausalLM

ARCHITECTURE = "llama"
OF_LAYERS = {
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
"""What llama.cpp calls the matrices of a layer, and what transformers does."""
NORMS = {"attn_norm": "input_layernorm", "ffn_norm": "post_attention_layernorm"}


class Adapted(nn.Module):
    """A matrix that stays as it is, and the small one added to it: two narrow ones, one after the other."""

    def __init__(self, frozen: nn.Linear, rank: int, alpha: float) -> None:
        super().__init__()
        self.frozen = frozen
        self.a = nn.Parameter(torch.randn(rank, frozen.in_features) / math.sqrt(frozen.in_features))
        self.b = nn.Parameter(torch.zeros(frozen.out_features, rank))
        self.scale = alpha / rank

    def forward(self, x: Tensor) -> Tensor:
        """What the matrix makes of it, and what the adapter adds."""
        added: Tensor = nn.functional.linear(nn.functional.linear(x, self.a.to(x.dtype)), self.b.to(x.dtype))
        return self.frozen(x) + self.scale * added  # type: ignore[no-any-return]


def open_llama(file: Path) -> LlamaForCausalLM:
    """The model of a GGUF file, its weights as far as they survived quantisation; ValueError if it is no llama."""
    reader = gguf.GGUFReader(file)
    if (kind := _value(reader, "general.architecture")) != ARCHITECTURE:
        raise ValueError(f"{file}: adapters are taught to a {ARCHITECTURE}, and this is a {kind}")
    config = _config(reader)
    weights = {one.name: torch.from_numpy(gguf.dequantize(one.data, one.tensor_type).copy()) for one in reader.tensors}
    state = {
        "model.embed_tokens.weight": weights["token_embd.weight"],
        "model.norm.weight": weights["output_norm.weight"],
        "lm_head.weight": weights.get("output.weight", weights["token_embd.weight"]),
    }
    for layer in range(config.num_hidden_layers):
        for theirs, ours in (OF_LAYERS | NORMS).items():
            weight = weights[f"blk.{layer}.{theirs}.weight"]
            if heads := _rotated(config).get(theirs):
                weight = _halves_apart(weight, heads)
            state[f"model.layers.{layer}.{ours}.weight"] = weight
    llama = LlamaForCausalLM(config)
    llama.load_state_dict(state)
    llama.requires_grad_(False)
    return llama


def adapt(llama: LlamaForCausalLM, rank: int, alpha: float) -> list[nn.Parameter]:
    """Puts adapters that change nothing yet beside all matrices of all layers; what is to be taught of them."""
    taught: list[nn.Parameter] = []
    for layer in llama.model.layers:
        for place in OF_LAYERS.values():
            room, _, name = place.rpartition(".")
            holder = layer.get_submodule(room)
            adapted = Adapted(getattr(holder, name), rank, alpha)
            setattr(holder, name, adapted)
            taught += (adapted.a, adapted.b)
    return taught


def write_adapter(llama: LlamaForCausalLM, alpha: float, file: Path, name: str) -> None:
    """The adapters alone, as llama.cpp loads them beside the model."""
    writer = gguf.GGUFWriter(str(file), ARCHITECTURE)
    writer.add_type(gguf.GGUFType.ADAPTER)
    writer.add_name(name)
    writer.add_string(gguf.Keys.Adapter.TYPE, "lora")
    writer.add_float32(gguf.Keys.Adapter.LORA_ALPHA, alpha)
    for place, a, b in _narrow(llama):
        writer.add_tensor(f"{place}.weight.lora_a", a.detach().numpy().astype(np.float16))
        writer.add_tensor(f"{place}.weight.lora_b", b.detach().numpy().astype(np.float16))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _narrow(llama: LlamaForCausalLM) -> Iterator[tuple[str, Tensor, Tensor]]:
    """Each adapter under the name of its matrix, its rows in llama.cpp's order."""
    rotated = _rotated(llama.config)
    for number, layer in enumerate(llama.model.layers):
        for theirs, ours in OF_LAYERS.items():
            adapted = layer.get_submodule(ours)
            b = _halves_together(adapted.b, rotated[theirs]) if theirs in rotated else adapted.b
            yield f"blk.{number}.{theirs}", adapted.a, b


def _config(reader: gguf.GGUFReader) -> LlamaConfig:
    def told(key: str) -> int:
        return int(_value(reader, f"{ARCHITECTURE}.{key}"))

    shapes = {one.name: one.shape for one in reader.tensors}
    rope = reader.get_field(f"{ARCHITECTURE}.rope.freq_base")
    return LlamaConfig(
        vocab_size=int(shapes["token_embd.weight"][1]),
        hidden_size=told("embedding_length"),
        intermediate_size=told("feed_forward_length"),
        num_hidden_layers=told("block_count"),
        num_attention_heads=told("attention.head_count"),
        num_key_value_heads=told("attention.head_count_kv"),
        max_position_embeddings=told("context_length"),
        rms_norm_eps=float(_value(reader, f"{ARCHITECTURE}.attention.layer_norm_rms_epsilon")),
        rope_parameters={"rope_type": "default", "rope_theta": float(rope.contents() if rope else 10_000)},
        tie_word_embeddings="output.weight" not in shapes,
    )


def _value(reader: gguf.GGUFReader, key: str) -> Any:
    field = reader.get_field(key)
    if field is None:
        raise ValueError(f"the model has no {key}")
    return field.contents()


def _rotated(config: LlamaConfig) -> dict[str, int]:
    """The matrices whose rows llama.cpp orders otherwise, and the heads that their rows belong to."""
    grouped = config.num_key_value_heads or config.num_attention_heads
    return {"attn_q": config.num_attention_heads, "attn_k": grouped}


def _halves_apart(rows: Tensor, heads: int) -> Tensor:
    return rows.reshape(heads, -1, 2, rows.shape[-1]).swapaxes(1, 2).reshape(rows.shape)


def _halves_together(rows: Tensor, heads: int) -> Tensor:
    return rows.reshape(heads, 2, -1, rows.shape[-1]).swapaxes(1, 2).reshape(rows.shape)
