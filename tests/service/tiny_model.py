"""A GGUF file of a few kilobytes, for real llama.cpp in tests."""

from pathlib import Path

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("llama_cpp", reason="llama-cpp-python is not installed: make llm")
gguf = pytest.importorskip("gguf", reason="gguf is not installed: pip install arbitro[dev]")


def write_random_model(path: Path, seed: int, rope: int = 8, weight: float = 1.0) -> None:
    """A llama of one layer whose vocabulary is the 256 bytes."""
    width, heads, inner, context = 32, 4, 64, 2048
    words = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), "\N{LOWER ONE EIGHTH BLOCK}"]
    kinds = [gguf.TokenType.UNKNOWN, *[gguf.TokenType.CONTROL] * 2, *[gguf.TokenType.BYTE] * 256, gguf.TokenType.NORMAL]
    random = np.random.default_rng(seed)
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_context_length(context)
    writer.add_embedding_length(width)
    writer.add_block_count(1)
    writer.add_feed_forward_length(inner)
    writer.add_head_count(heads)
    writer.add_head_count_kv(heads)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(rope)
    writer.add_vocab_size(len(words))
    writer.add_tokenizer_model("llama")
    writer.add_token_list(words)
    writer.add_token_scores([0.0] * len(words))
    writer.add_token_types(kinds)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)

    def weights(*shape: int) -> object:
        return (weight * random.normal(0, 0.5, shape)).astype(np.float32)

    writer.add_tensor("token_embd.weight", weights(len(words), width))
    writer.add_tensor("output.weight", weights(len(words), width))
    writer.add_tensor("output_norm.weight", np.ones(width, np.float32))
    for name in ("attn_norm", "ffn_norm"):
        writer.add_tensor(f"blk.0.{name}.weight", np.ones(width, np.float32))
    for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
        writer.add_tensor(f"blk.0.{name}.weight", weights(width, width))
    writer.add_tensor("blk.0.ffn_gate.weight", weights(inner, width))
    writer.add_tensor("blk.0.ffn_up.weight", weights(inner, width))
    writer.add_tensor("blk.0.ffn_down.weight", weights(width, inner))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
