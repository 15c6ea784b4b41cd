"""Teaching goes on where it stopped: the shipped model as a network again."""

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from corpus import Language, load_corpus
from index import Embedder
from index.embedder import PACKAGED
from index.encoder import MODEL, Encoder
from index.reader import HOME, LONGEST, Reader

if TYPE_CHECKING:
    from index.tuning.names import Names
    from index.tuning.network import Network

QUESTIONS: tuple[tuple[str, str, Language], ...] = (
    ("sono un vampiro rivelato, posso entrare in una città sotto legge marziale?", "vwars", "it"),
    ("im a public vampire and the city is under martial law, can i move in?", "vwars", "en"),
)


@pytest.fixture(scope="module")
def taught() -> "tuple[Network, Names, Any]":
    """The shipped model as a network, with its names and its tokenizer."""
    from index.tuning.lessons import lessons
    from index.tuning.names import names_in
    from index.tuning.network import Network, masks_of
    from index.tuning.shipped import open_encoder, restore

    every = lessons(load_corpus())
    names = names_in(every, [one.phrase for one in every if not one.phrase.held_out])
    encoder, tokenizer = open_encoder()
    network = Network(encoder, names, masks_of(names, names.allowed()), encoder.config.hidden_size).eval()
    restore(network, names)
    return network, names, tokenizer


def row(question: str, game: str, names: "Names", tokenizer: Any) -> dict[str, Any]:
    """A question that teaches its game and nothing else."""
    ids = tokenizer(question)["input_ids"]
    heads = dict.fromkeys(("kind", "rule", "wants", "answer", "ask"), 0)
    return {"ids": ids, "tags": [0] * len(ids), "game": names.games.index(game), "procedure": -1, **heads}


@pytest.mark.slow
def test_what_is_taught_further_begins_with_what_the_shipped_model_reads(
    taught: "tuple[Network, Names, Any]",
) -> None:
    import torch

    from index.tuning.teaching import batched

    network, names, tokenizer = taught
    shipped, reader = Encoder.open(HOME, LONGEST), Reader.open()
    assert shipped is not None
    assert reader is not None
    for question, game, language in QUESTIONS:
        one = row(question, game, names, tokenizer)
        with torch.no_grad():
            hidden = network.encoder(torch.tensor([one["ids"]])).last_hidden_state[0].numpy()
            logits = network.logits(batched([one], torch.device("cpu")))
            vector = network.vectors(torch.tensor(hidden).mean(0))
        assert float(vector @ torch.tensor(reader.vector(question))) > 0.97
        _, there = shipped.pieces(question)
        assert (hidden * there).sum() / np.linalg.norm(hidden) / np.linalg.norm(there) > 0.97
        kind = names.kinds[int(logits["kind"][0].argmax())]
        assert kind == (game, reader.kinds(question, game, language)[0][0])


@pytest.mark.slow
def test_two_readings_teach_what_they_differ_by(taught: "tuple[Network, Names, Any]") -> None:
    import torch

    from index.tuning.teaching import batched

    network, names, tokenizer = taught
    rows = [row(question, game, names, tokenizer) for question, game, _ in QUESTIONS]
    device = torch.device("cpu")
    batch = batched(rows * 2, device)
    with torch.no_grad():
        once = network.losses(batched(rows, device))["kind"].item()
        assert network.losses(batch, twice=True)["kind"].item() == pytest.approx(once, abs=1e-5)  # nothing is left out
        network.train()
        torch.manual_seed(0)
        without = network.losses(batch)["kind"].item()
        torch.manual_seed(0)
        differing = network.losses(batch, twice=True)["kind"].item()
        network.eval()
    assert differing > without


@pytest.mark.slow
def test_what_was_taught_further_and_what_it_was_before_are_blended(taught: "tuple[Network, Names, Any]") -> None:
    from copy import deepcopy
    from dataclasses import replace

    import torch

    from index.reader import open_heads
    from index.tuning.shipped import blend

    network, names, _ = taught
    further = deepcopy(network)
    with torch.no_grad():
        further.kind.weight += 1.0
        further.encoder.embeddings.LayerNorm.bias += 1.0
    unknown = replace(names, kinds=(("vwars", "vwars.unheard-of"), *names.kinds[1:]))
    blend(further, unknown)
    shipped = open_heads(HOME).kinds
    known = torch.tensor([kind in shipped.get(game, {}) for game, kind in unknown.kinds])
    assert known.any()
    assert not known[0]
    assert torch.allclose(further.kind.weight[known], network.kind.weight[known] + 0.5, atol=1e-5)
    assert torch.allclose(further.kind.weight[~known], network.kind.weight[~known] + 1.0, atol=1e-5)
    moved = further.encoder.embeddings.LayerNorm.bias - network.encoder.embeddings.LayerNorm.bias
    assert torch.allclose(moved, torch.full_like(moved, 0.5), atol=1e-5)


@pytest.mark.slow
def test_an_export_of_another_transformer_is_refused() -> None:
    from transformers import AutoModel

    from index.tuning.shipped import restore_encoder

    other = AutoModel.from_pretrained(Embedder(PACKAGED).where())
    other.encoder.layer = other.encoder.layer[:2]
    with pytest.raises(ValueError, match="no export of this transformer"):
        restore_encoder(other, HOME / MODEL)
