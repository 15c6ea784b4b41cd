"""What the nearest phrases tell of what the tuned model was not taught."""

from dataclasses import replace

import numpy as np
import pytest

from adjudicator import GAMES
from corpus.phrasebook import Phrase, load_phrasebook
from index.phrases import Chapter, Key, Phrases, examples, kind_of
from index.reader import Reader, kinds_taught

KEY: Key = ("vwars", "en")
QUESTION = "is he flipping his card before the tea is served"


def test_a_procedure_that_the_model_was_not_taught_is_told_by_its_phrases() -> None:
    reader = Reader.open()
    assert reader
    formal = [phrase for phrase in load_phrasebook("vwars") if phrase.language == "en" and phrase.procedure][:20]
    taught, untaught = formal[:10], [replace(phrase, procedure="vwars.tea-time") for phrase in formal[10:]]
    vectors = np.repeat(np.eye(2, dtype=np.float32), 10, axis=0)
    phrases = Phrases({KEY: Chapter(KEY, [*taught, *untaught], range(20), vectors)}, reader)

    near, far = np.array([0, 1], np.float32), np.array([1, 0], np.float32)
    kinds = dict(phrases.kinds(QUESTION, near, *KEY))
    assert next(iter(kinds)) == "vwars.tea-time"
    assert sum(kinds.values()) == pytest.approx(1)
    assert phrases.kinds(QUESTION, far, *KEY) == reader.kinds(QUESTION, *KEY)


def test_without_a_model_the_nearest_phrases_tell() -> None:
    formal = [phrase for phrase in load_phrasebook("vwars") if phrase.language == "en" and phrase.procedure]
    one, other = formal[0], next(phrase for phrase in formal if phrase.procedure != formal[0].procedure)
    phrases = Phrases({KEY: Chapter(KEY, [one, other], range(2), np.eye(2, dtype=np.float32))})
    (first, share), *_ = phrases.kinds(QUESTION, np.array([0.3, 0.9], np.float32), *KEY)
    assert first == other.procedure
    assert share > 0.5


def test_of_the_phrases_that_ask_for_what_the_model_knows_one_is_compared() -> None:
    taught = kinds_taught()
    every = (phrase for game in GAMES for phrase in load_phrasebook(game))
    phrases = [phrase for phrase in every if (phrase.game, kind_of(phrase)) in taught]
    compared = [phrases[at] for at in examples(phrases, taught)]
    assert len({_asked(phrase) for phrase in phrases}) == len({_asked(phrase) for phrase in compared}) == len(compared)
    assert len(compared) < len(phrases) / 5


def test_all_phrases_are_compared_that_ask_for_what_the_model_does_not_know() -> None:
    phrases = load_phrasebook("vwars")
    added = [replace(phrase, procedure="vwars.tea-time") for phrase in phrases[:40]]
    compared = [[*phrases, *added][at] for at in examples([*phrases, *added], kinds_taught())]
    assert compared[-40:] == added
    assert examples(phrases, set()) == [*range(len(phrases))]


def _asked(phrase: Phrase) -> tuple[str, ...]:
    return phrase.game, phrase.language, kind_of(phrase), phrase.rule, str(phrase.wants), str(phrase.given)


def test_what_is_measured_is_taken_out_of_its_own_chapter_alone() -> None:
    taught = [phrase for phrase in load_phrasebook("vwars") if phrase.language == "en"][:4]
    vectors = np.arange(3 * 384, dtype=np.float32).reshape(3, 384)
    phrases = Phrases({KEY: Chapter(KEY, taught, [0, 1, 3], vectors)})
    other = replace(taught[1], game="doomtrooper")
    left = phrases.without([taught[0], other])
    near = left.nearest(vectors[0], *KEY, procedure=None, limit=9)
    assert {phrase.text: cosine for phrase, cosine in near} == {
        taught[1].text: pytest.approx(vectors[1] @ vectors[0]),
        taught[3].text: pytest.approx(vectors[2] @ vectors[0]),
    }
