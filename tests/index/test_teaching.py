"""A network that is taught reads what it was taught, also where it is the mean of branches."""

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from corpus import load_corpus

if TYPE_CHECKING:
    from index.tuning.lessons import Lesson
    from index.tuning.teaching import Pace

GAME, OF_EACH = "vwars", 12


@pytest.fixture(scope="module")
def some() -> "list[Lesson]":
    """Lessons of two procedures, which differ in nearly every word, and questions of rules."""
    from index.tuning.lessons import lessons

    corpus = load_corpus()
    every = lessons(replace(corpus, games={GAME: corpus.games[GAME]}))
    several = (
        [one for one in every if one.phrase.procedure == "vwars.investigate"],
        [one for one in every if one.phrase.procedure == "vwars.turn-order"],
        [one for one in every if one.ask],
    )
    return [one for alike in several for one in alike[:OF_EACH]]


def share_right(some: "list[Lesson]", pace: "Pace") -> float:
    """Of the lessons whose procedure a small network reads rightly, which began with random weights."""
    import torch
    from transformers import BertConfig, BertModel

    from index.tuning.lessons import texts_of_rules
    from index.tuning.names import names_in
    from index.tuning.network import Network, masks_of
    from index.tuning.shipped import open_encoder
    from index.tuning.teaching import encoded, figures, tune

    random.seed(0)
    torch.manual_seed(0)
    names = names_in(some, [one.phrase for one in some])
    _, tokenizer = open_encoder()
    config: Any = BertConfig(
        vocab_size=len(tokenizer), hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=64
    )
    network = Network(BertModel(config, add_pooling_layer=False), names, masks_of(names, names.allowed()), 32)
    tune(network, some, names, tokenizer, texts_of_rules(load_corpus()), pace, rate=3e-3)
    plain = encoded(some, names, tokenizer, lambda one: one.phrase.text)
    return figures(network, list(plain))["kind"]


@pytest.mark.parametrize("branches", [1, 2])
def test_a_network_reads_what_it_was_taught_in_one_course_or_as_the_mean_of_two(
    some: "list[Lesson]", branches: int
) -> None:
    from index.tuning.teaching import Pace

    pace = Pace(epochs=40, batch=8, twice=branches > 1, branches=branches)
    assert share_right(some, pace) > 0.9
    assert share_right(some, pace._replace(epochs=0)) < 0.9
