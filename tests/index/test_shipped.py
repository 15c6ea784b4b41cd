"""Teaching goes on where it stopped: the shipped model as a network again."""

import numpy as np
import pytest

from corpus import load_corpus
from index import Embedder
from index.embedder import PACKAGED
from index.encoder import MODEL, Encoder
from index.reader import HOME, LONGEST, Reader

QUESTIONS = (
    ("sono un vampiro rivelato, posso entrare in una città sotto legge marziale?", "vwars", "it"),
    ("im a public vampire and the city is under martial law, can i move in?", "vwars", "en"),
)


@pytest.mark.slow
def test_what_is_taught_further_begins_with_what_the_shipped_model_reads() -> None:
    import torch

    from index.tuning.lessons import lessons
    from index.tuning.names import names_in
    from index.tuning.network import Network, masks_of
    from index.tuning.shipped import open_encoder, restore
    from index.tuning.teaching import batched

    every = lessons(load_corpus())
    phrases = [one.phrase for one in every if not one.phrase.held_out]
    names = names_in(every, phrases)
    encoder, tokenizer = open_encoder()
    network = Network(encoder, names, masks_of(names, names.allowed()), encoder.config.hidden_size).eval()
    restore(network, names)
    shipped, reader = Encoder.open(HOME, LONGEST), Reader.open()
    assert shipped is not None
    assert reader is not None
    for question, game, language in QUESTIONS:
        ids = tokenizer(question)["input_ids"]
        with torch.no_grad():
            hidden = encoder(torch.tensor([ids])).last_hidden_state[0].numpy()
            row = {"ids": ids, "tags": [0] * len(ids), "game": names.games.index(game), "procedure": -1}
            logits = network.logits(batched([row | dict.fromkeys(("kind", "rule", "wants", "answer", "ask"), 0)]))
            vector = network.vectors(torch.tensor(hidden).mean(0))
        assert float(vector @ torch.tensor(reader.vector(question))) > 0.97
        _, there = shipped.pieces(question)
        assert (hidden * there).sum() / np.linalg.norm(hidden) / np.linalg.norm(there) > 0.97
        kind = names.kinds[int(logits["kind"][0].argmax())]
        assert kind == (game, reader.kinds(question, game, language)[0][0])


@pytest.mark.slow
def test_an_export_of_another_transformer_is_refused() -> None:
    from transformers import AutoModel

    from index.tuning.shipped import restore_encoder

    other = AutoModel.from_pretrained(Embedder(PACKAGED).where())
    other.encoder.layer = other.encoder.layer[:2]
    with pytest.raises(ValueError, match="no export of this transformer"):
        restore_encoder(other, HOME / MODEL)
