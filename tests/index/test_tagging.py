"""Which words tell which fact, learnt from marked sentences."""

import json
import re

import pytest

from corpus.phrasebook import Mark, Phrase
from index.marks import tags_of
from index.tagging import Mention, Tagger
from index.tellings import tellings
from index.tokens import tokens


def phrase(line: str, procedure: str = "harbour.dock") -> Phrase:
    """`{words|place=value}` marks, with values as JSON has them."""
    text, marks, end = "", [], 0
    for match in re.finditer(r"\{([^|}]+)\|([^}]+)\}", line):
        text += line[end : match.start()]
        facts = dict(one.split("=", 1) for one in match[2].split(";"))
        marks.append(
            Mark(start=len(text), words=match[1], facts={place: json.loads(value) for place, value in facts.items()})
        )
        text += match[1]
        end = match.end()
    return Phrase(
        game="harbour",
        rule="HB-1.1",
        language="en",
        text=text + line[end:],
        marks=tuple(marks),
        procedure=procedure,
        given={},
        wants=None,
        answer=True,
        ask=None,
        held_out=False,
    )


TAUGHT = [
    phrase("{three ships|ships=3} at the dock and {it is foggy|fog=true}, may I come in"),
    phrase("{two ships|ships=2} are there, {no fog|fog=false}, can I dock"),
    phrase("{the fog is thick|fog=true} and {five ships|ships=5} lie there"),
    phrase('{without any fog|fog=false} may I come in with {my pirate|guest.kind="pirate"}'),
    phrase('{the pirate|guest.kind="pirate"} wants in, {clear sky, no fog|fog=false}'),
    phrase('{her merchant|guest.kind="merchant"} waits outside, {four cannons|cannons=4}'),
    phrase("I have {six cannons|cannons=6}, may I come in"),
    phrase("{two cannons|cannons=2} aboard, may I dock"),
    phrase("may I dock with {ten cannons|cannons=10}"),
    phrase("{nine barrels|barrels=9} on board, can I sail", "harbour.sail"),
    phrase("do I sail with {two barrels|barrels=2} in {the fog|fog=true}", "harbour.sail"),
    phrase('{cards red 2, red 5|cards=["red 2", "red 5"]} so who sails', "harbour.sail"),
]


@pytest.fixture(scope="module")
def tagger() -> Tagger:
    return Tagger.fit(TAUGHT, "en")


def told(tagger: Tagger, question: str, procedure: str = "harbour.dock") -> dict[str, object]:
    return {place: value for mention in mentions(tagger, question, procedure) for place, value in mention.facts}


def mentions(tagger: Tagger, question: str, procedure: str = "harbour.dock") -> tuple[Mention, ...]:
    (likeliest,) = tellings(question, tagger.words(question, procedure))
    return likeliest.mentions


def test_a_number_stands_for_any_other_and_what_it_counts_says_which_fact_it_is(tagger: Tagger) -> None:
    assert told(tagger, "eight ships are there, may I come in")["ships"] == 8
    assert told(tagger, "7 cannons, may I come in")["cannons"] == 7


def test_a_denied_fact_is_told_as_denied(tagger: Tagger) -> None:
    assert told(tagger, "no fog, can I dock")["fog"] is False
    assert told(tagger, "the fog is thick, can I dock")["fog"] is True


def test_a_fact_of_another_procedure_is_told_where_this_one_has_it_too(tagger: Tagger) -> None:
    assert told(tagger, "it is foggy, do I sail", "harbour.sail") == {"fog": True}
    assert "barrels" not in told(tagger, "nine barrels on board", "harbour.dock")


def test_the_words_of_a_mention_are_those_of_the_question(tagger: Tagger) -> None:
    question = "so the Pirate wants in"
    (mention,) = mentions(tagger, question)
    assert "Pirate" in question[mention.start : mention.end]
    assert 0 < mention.share <= 1


def test_nothing_is_told_to_an_unknown_procedure_or_by_no_words(tagger: Tagger) -> None:
    assert mentions(tagger, "eight ships", "harbour.swim") == ()
    assert mentions(tagger, "?!") == ()


def test_every_marked_word_of_a_phrase_has_its_tag_and_no_other() -> None:
    one = TAUGHT[0]
    read = tokens(one.text, "en")
    marked = [token.stem for token, tag in zip(read, tags_of(one, read), strict=True) if tag]
    assert marked == ["#", "ship", "it", "is", "foggi"]
