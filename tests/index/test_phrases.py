"""What the nearest phrases tell beside the tuned model."""

from dataclasses import replace

import numpy as np
import pytest

from corpus.phrasebook import load_phrasebook
from index.phrases import Chapter, Phrases
from index.reader import Reader

QUESTION = "is he flipping his card before the tea is served"


def test_a_procedure_that_the_model_was_not_taught_is_told_by_its_phrases() -> None:
    reader = Reader.open()
    assert reader
    formal = [phrase for phrase in load_phrasebook("vwars") if phrase.language == "en" and phrase.procedure][:20]
    taught, untaught = formal[:10], [replace(phrase, procedure="vwars.tea-time") for phrase in formal[10:]]
    vectors = np.repeat(np.eye(2, dtype=np.float32), 10, axis=0)
    phrases = Phrases({("vwars", "en"): Chapter(("vwars", "en"), [*taught, *untaught], vectors)}, reader)

    near, far = np.array([0, 1], np.float32), np.array([1, 0], np.float32)
    kinds = dict(phrases.kinds(QUESTION, near, "vwars", "en"))
    assert next(iter(kinds)) == "vwars.tea-time"
    assert sum(kinds.values()) == pytest.approx(1)
    told, read = dict(phrases.kinds(QUESTION, far, "vwars", "en")), dict(reader.kinds(QUESTION, "vwars", "en"))
    assert "vwars.tea-time" not in told
    assert told["vwars.turn-order"] == pytest.approx(read["vwars.turn-order"] / 2)


def test_what_is_measured_is_taken_out_of_its_own_chapter_alone() -> None:
    taught = load_phrasebook("vwars")[:4]
    vectors = np.zeros((4, 384), dtype=np.float32)
    phrases = Phrases({("vwars", taught[0].language): Chapter(("vwars", taught[0].language), taught, vectors)})
    other = replace(taught[1], game="doomtrooper")
    left = phrases.without([taught[0], other])
    near = left.nearest(vectors[0], "vwars", taught[0].language, procedure=None, limit=9)
    assert {phrase.text for phrase, _ in near} == {phrase.text for phrase in taught[1:]}
