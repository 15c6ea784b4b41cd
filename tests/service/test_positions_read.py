"""Questions read as positions: the engine's ruling first, what was understood, the fact that lacks."""

import json
from dataclasses import replace
from typing import Any

import pytest

from corpus import Language, load_game
from evals.cases import positions
from index import Index
from index.tagging import Mention
from service.answering.dispute import settle
from service.answering.positions import ruled_on
from service.answering.referee import Referee
from service.answering.replies import rule_beyond
from service.answering.understood import understood
from service.positions.asked import as_asked
from service.positions.interpretation import interpretations, names_apart
from service.positions.places import Fact, is_name
from service.positions.rulings import adjudicate
from service.requests import Previous
from service.schema import Sentence

RULED = [
    ("vwars", "sono un vampiro rivelato, posso entrare in una città sotto legge marziale?", "vwars.move", "no"),
    ("vwars", "im a public vampire and the city is under martial law, can i move in?", "vwars.move", "no"),
]


@pytest.mark.parametrize(("game", "question", "procedure", "verdict"), RULED)
def test_a_question_that_holds_a_position_is_ruled_on_by_its_engine(
    referee: Referee, game: str, question: str, procedure: str, verdict: str
) -> None:
    answer = referee.ask(question, game=game)
    assert answer.ruling is not None
    assert answer.ruling.procedure == procedure
    assert answer.verdict == verdict
    assert answer.position is not None
    assert answer.position.procedure == procedure
    assert answer.understood
    assert all(fact.words in question for fact in answer.understood)
    assert {rule for sentence in answer.sentences for rule in sentence.cites} <= {one.rule for one in answer.citations}
    assert answer.timings_ms.adjudicate > 0


BOUNDED: list[tuple[str, str, Language, str, Any, str]] = [
    (
        "vwars",
        "i have at least two cards in hand and i'm human, can i deploy a troop in my own region?",
        "en",
        "hand",
        {"at_least": 2},
        "Cards in hand: at least 2",
    ),
    (
        "vwars",
        "ho almeno due carte in mano e sono umano, posso schierare una truppa nella mia regione?",
        "it",
        "hand",
        {"at_least": 2},
        "Carte in mano: almeno 2",
    ),
    (
        "village-attacks",
        "our monster has less than 3 health and 3 damage comes in, is he dead?",
        "en",
        "health",
        {"at_most": 2},
        "The monster's health: at most 2",
    ),
]


@pytest.mark.parametrize(("game", "question", "language", "field", "value", "says"), BOUNDED)
def test_a_number_told_by_its_bounds_is_ruled_on_as_a_range(
    referee: Referee, game: str, question: str, language: Language, field: str, value: Any, says: str
) -> None:
    answer = referee.ask(question, game=game, language=language)
    assert answer.ruling is not None
    (fact,) = [fact for fact in answer.understood if fact.field == field]
    assert (fact.value, fact.says) == (value, says)
    assert fact.words in question
    assert answer.position is not None
    assert answer.position.state[field] == value


def test_a_follow_up_keeps_and_changes_a_range(referee: Referee) -> None:
    first = referee.ask(BOUNDED[0][1], game="vwars", language="en")
    previous = Previous.model_validate(json.loads(first.model_dump_json()))
    kept = referee.ask("and if i am a public vampire?", previous=previous)
    assert kept.position is not None
    assert kept.position.state["hand"] == {"at_least": 2}
    assert kept.position.state["standing"] == "public-vampire"
    assert any(fact.says == "Cards in hand: at least 2" for fact in kept.understood)
    changed = referee.ask("and with no more than 1 card in hand?", previous=previous)
    assert changed.position is not None
    assert changed.position.state["hand"] == {"at_most": 1}


def test_a_position_that_is_only_likely_is_shown_to_be_confirmed_and_not_ruled_on(referee: Referee) -> None:
    shown = said = 0
    for case in positions("vwars"):
        answer = referee.ask(case.question, game="vwars", language=case.lang)
        if answer.perhaps is None:
            continue
        shown += 1
        assert answer.ruling is None
        assert answer.understood == []
        assert answer.position is not None
        assert answer.perhaps.understood
        assert all(fact.words in case.question for fact in answer.perhaps.understood if fact.words)
        usual = {one.field: one.value for one in answer.perhaps.ruling.assumed or () if "." not in one.field}
        state = usual | answer.position.state
        ruling = as_asked(adjudicate(answer.position.procedure, state, language=case.lang), answer.position.wants)
        assert answer.perhaps.ruling.procedure == answer.position.procedure
        assert (answer.perhaps.ruling.verdict, answer.perhaps.ruling.outcome) == (ruling.verdict, ruling.outcome)
        assert all(fact.says in answer.perhaps.says for fact in answer.perhaps.understood)
        *others, last = answer.sentences
        if last.text == answer.perhaps.says:
            said += 1
            assert answer.verdict in ("explained", "value", "depends")
            assert others
            assert last.cites
    assert shown > said > 3


def test_a_question_without_a_position_is_answered_in_words(referee: Referee) -> None:
    answer = referee.ask("a che serve la carta di riferimento?", game="vwars")
    assert answer.ruling is None
    assert answer.understood == []


def test_a_follow_up_changes_a_fact_of_the_last_position(referee: Referee) -> None:
    first = referee.ask("im a public vampire and the city is under martial law, can i move in?", game="vwars")
    previous = Previous.model_validate(json.loads(first.model_dump_json()))
    second = referee.ask("and if i am human?", previous=previous)
    assert second.game == "vwars"
    assert second.ruling is not None
    assert second.position is not None
    assert second.position.state["standing"] == "human"
    assert second.position.state["martial_law"] is True
    assert second.ruling.verdict != "illegal"


def test_a_dispute_says_which_claim_is_borne_out_and_by_which_step(referee: Referee) -> None:
    settled = settle(
        referee,
        (
            "a public vampire can move into a city under martial law",
            "a public vampire can not move into a city under martial law",
        ),
        game="vwars",
    )
    assert [claim.borne_out for claim in settled.claims] == [False, True]
    assert settled.answer.ruling is not None
    assert settled.step is not None
    assert settled.step.bars


# The saboteur's prize is half the value, rounded up; the reveal costs half of the tokens, rounded down.
NUMBERS = [
    (
        "doomtrooper",
        "saboto con un guerriero di valore 7 e l'avversario non ha guerrieri.",
        ("sono 3 punti", "no, sono 4 punti"),
        [False, True],
    ),
    ("vwars", "5 sympathy tokens, the vampire reveals himself.", ("they lose 2", "they lose 3"), [True, False]),
]


@pytest.mark.parametrize(("game", "position", "claims", "borne_out"), NUMBERS)
def test_of_two_numbers_the_one_that_the_ruling_comes_to_is_borne_out(
    referee: Referee, game: str, position: str, claims: tuple[str, str], borne_out: list[bool]
) -> None:
    settled = settle(referee, claims, position=position, game=game)
    assert [claim.borne_out for claim in settled.claims] == borne_out
    assert [claim.text for claim in settled.claims] == list(claims)


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("11 segnalini simpatia, il vampiro si rivela, ne perde 5?", "yes"),
        ("5 sympathy tokens and the vampire reveals himself, do they lose 2?", "yes"),
    ],
)
def test_a_number_that_is_asked_about_is_the_question_s_own(referee: Referee, question: str, verdict: str) -> None:
    answer = referee.ask(question, game="vwars")
    assert answer.ruling is not None
    assert answer.verdict == verdict


def test_words_that_fit_no_state_are_no_position(index: Index) -> None:
    assert interpretations(index, "zzz qqq", "vwars", "en") is not None


def test_a_claim_that_denies_is_borne_out_where_it_is_so(referee: Referee) -> None:
    """It may be read as the question whether something is illegal, which the engine then answers with yes."""
    entering = "una città sotto legge marziale"
    claims = (
        f"Un vampiro rivelato può entrare in {entering}",
        f"Un vampiro rivelato non può entrare in {entering}",
    )
    settled = settle(referee, claims, game="vwars")
    assert [claim.borne_out for claim in settled.claims] == [False, True]


def test_of_two_claims_that_deny_each_other_one_is_right(referee: Referee) -> None:
    """The second is answered in the rules' words, with neither yes nor no."""
    claims = ("A wounded warrior can attack", "A wounded warrior cannot attack")
    settled = settle(referee, claims, game="doomtrooper")
    assert [claim.borne_out for claim in settled.claims] == [True, False]
    other = ("A wounded warrior can attack", "A wounded warrior cannot dance in the rain")
    assert settle(referee, other, game="doomtrooper").claims[1].borne_out is None


@pytest.mark.parametrize("place", ["villagers[0].name", "fight.attacker.card", "scores[1].player"])
def test_a_name_only_tells_one_figure_from_another(place: str) -> None:
    assert is_name(place)
    assert not is_name("villagers[0].kind")


def test_facts_that_leave_a_hole_in_a_list_are_not_ruled_on(index: Index) -> None:
    read = interpretations(index, "a vampire in the yard, can he move next door?", "village-attacks", "en")[0]
    facts = (Fact("zones[0].distance", 1, "yard"), Fact("zones[2].distance", 2, "next door"))
    assert ruled_on(replace(read, facts=facts), "en") is None


def test_a_map_that_the_question_draws_is_the_one_that_is_ruled_on(referee: Referee) -> None:
    case = next(case for case in positions("village-attacks") if case.question.startswith("zone in fila: cuore"))
    answer = referee.ask(case.question, game="village-attacks")
    assert answer.ruling
    assert answer.ruling.outcome == {"order": ["teo", "pino"]}
    assert answer.position
    assert [zone["name"] for zone in answer.position.state["zones"]] == ["heart", "cucina", "cortile"]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("africa Asia", ["africa", "Asia"]),
        ("south america asia", ["south america", "asia"]),
        ("africa atlantis", ["africa atlantis"]),
        ("africa atlantis asia", ["africa", "atlantis", "asia"]),
        ("africa atlantis mu asia lemuria", ["africa atlantis mu asia lemuria"]),
        ("africa", ["africa"]),
    ],
)
def test_names_side_by_side_are_told_apart_where_they_are_known(words: str, names: list[str]) -> None:
    known = {"martial_law_regions": {"africa", "asia", "south america"}}
    told = Mention(facts=(("martial_law_regions[]", words),), start=3, end=3 + len(words), share=0.9)
    found = list(names_apart([told], f"in {words}", lambda: known))
    assert [value for one in found for _, value in one.facts] == names
    assert [f"in {words}"[one.start : one.end] for one in found] == names


def test_entries_that_the_same_words_count_are_told_once(index: Index) -> None:
    read, *_ = interpretations(index, "three melee, can i reroll them", "village-attacks", "en")
    facts = [Fact(f"results[{at}]", "melee", "three melee") for at in range(3)]
    (told,) = understood(replace(read, procedure="village-attacks.reroll", facts=tuple(facts)), "en")
    assert told.says.endswith(": 3 × Melee")
    apart = [replace(fact, words=f"melee {fact.place}") for fact in facts]
    assert len([*understood(replace(read, procedure="village-attacks.reroll", facts=tuple(apart)), "en")]) == 3


def test_a_zone_that_nobody_named_is_not_told_as_understood(index: Index) -> None:
    read, *_ = interpretations(index, "three melee, can i reroll them", "village-attacks", "en")
    facts = (Fact("villagers[0].zone", "here", ""), Fact("villagers[0].kind", "hunter", "a hunter"))
    attacked = replace(read, procedure="village-attacks.monster-attack", facts=facts)
    assert [fact.field for fact in understood(attacked, "en")] == ["villagers[0].kind"]
    named = replace(attacked, facts=(replace(facts[0], value="crypt", words="the crypt"), facts[1]))
    assert [fact.value for fact in understood(named, "en")] == ["crypt", "hunter"]


def test_a_map_that_nobody_drew_is_understood_in_one_line(index: Index) -> None:
    read, *_ = interpretations(index, "three melee, can i reroll them", "village-attacks", "en")
    names = ["heart", "corridor", "hall"]
    drawn = [Fact(f"zones[{at}].name", name, "") for at, name in enumerate(names)]
    drawn += [Fact(f"zones[{at}].distance", at, "") for at in range(len(names))]
    trap = replace(read, procedure="village-attacks.trap-trigger", facts=(*drawn, Fact("zones[2].trap.damage", 2, "2")))
    told, zones = understood(trap, "en")
    assert (told.field, told.value) == ("zones[2].trap.damage", 2)
    assert (zones.field, zones.value, zones.words) == ("zones", names, "")
    assert zones.says.endswith(": Castle Heart, corridor, hall")


def test_a_fight_is_ruled_on_though_nobody_says_what_the_cards_are_called(referee: Referee) -> None:
    told = "turn 3, 1 action. my capitol Hunter in squad C5 A6 goes close combat on legion Razide in maras array"
    answer = referee.ask(f"{told}, healthy, C4 A5 V6. what happens to him?", game="doomtrooper", language="en")
    assert answer.ruling is not None
    assert answer.ruling.verdict == "resolved"
    assert answer.ruling.outcome["defender"] == "wounded"
    assert answer.sentences[0].text == "Defender wounded: the defender was sound: the blow wounds him."
    usual = [one.text for one in answer.sentences if one.text.startswith("Taken as usual")]
    assert sum(one.count(";") + 1 for one in usual) == 5
    assert f"and {len(answer.ruling.assumed) - 4} more as they usually are" in usual[-1]
    assert "Attack 5 against defence 5: the defender is hit." in [sentence.text for sentence in answer.sentences]


@pytest.mark.parametrize(
    ("language", "question"),
    [
        (
            "en",
            "my partner sits across, my blue 4 is in the centre and his blue general one star face up in his. a hit?",
        ),
        ("it", "il socio siede davanti, il mio 4 blu è al centro e il suo generale blu una stella al suo. è colpito?"),
    ],
)
def test_who_speaks_of_a_partner_is_not_asked_whether_there_are_any(
    index: Index, language: Language, question: str
) -> None:
    read = next(one for one in interpretations(index, question, "victory-honor", language) if one.is_whole)
    (mode,) = (fact for fact in read.facts if fact.place == "mode")
    assert (mode.value, mode.words) == ("partners", {"en": "partner", "it": "socio"}[language])


def test_a_computed_ruling_ends_with_what_its_rule_says_unless_the_edition_reads_it_otherwise(
    referee: Referee,
) -> None:
    answer = referee.ask("my scout is of the briscola colour, does it still boss the next guy", game="victory-honor")
    first, last = answer.sentences
    assert answer.ruling is not None
    assert first.cites == last.cites == ["VH-8.5"]
    assert last.text in load_game("victory-honor").rules["VH-8.5"].text["en"]
    game = load_game("vwars")
    said = [Sentence(text="No.", cites=["VW-7.5"])]
    assert list(rule_beyond(said, game, None, "en"))
    assert game.conflicts["VW-C06"].editions["en-rulebook"] != game.conflicts["VW-C06"].default
    assert not list(rule_beyond(said, game, "en-rulebook", "en"))


def test_a_fact_that_the_procedure_does_not_hold_is_not_told(index: Index) -> None:
    """Elsewhere the fifth round is a number of turns; who sabotages only tells whether the turn is his own."""
    question = "siamo al quinto giro, lui ha il tavolo vuoto, mando il mio da V 7: quanto incasso?"
    reads = [one for one in interpretations(index, question, "doomtrooper", "it") if one.procedure.endswith("sabotage")]
    assert reads
    for read in reads:
        assert adjudicate(read.procedure, read.state)


def test_pieces_that_stand_for_several_are_counted_both_ways(referee: Referee) -> None:
    question = "outed vamp, three cards, city in my region already has two reds in it. can i add a grey"
    answer = referee.ask(question, game="vwars", language="en")
    assert answer.verdict == "depends"
    assert answer.ruling
    assert answer.ruling.hangs_on
    assert [(one.values, one.verdict) for one in answer.ruling.hangs_on.branches or ()] == [
        ([{"at_least": 2, "at_most": 5}], "legal"),
        ([6], "illegal"),
    ]


def test_a_card_has_a_colour_that_was_said(index: Index) -> None:
    question = "neri: generale una stella, generale due stelle, poi 7, 4 e 2. quanti punti?"
    read = interpretations(index, question, "victory-honor", "it")[0]
    cards = [fact.value for fact in read.facts if fact.place.startswith("captured")]
    assert sorted(cards) == ["black 2", "black 4", "black 7", "black G1", "black G2"]


def test_where_no_step_holds_in_any_case_the_rule_itself_gives_the_reason(referee: Referee) -> None:
    """Whether he has warriors or not he is in the game still, by one step or by another."""
    answer = referee.ask("my deck has 0 cards, am i out of the game?", game="doomtrooper", language="en")
    first, second, *_ = answer.sentences
    assert (answer.verdict, first.text) == ("no", "No.")
    assert second.cites == first.cites == ["DT-6.7"]
    assert "plays on while he has warriors" in second.text


@pytest.mark.parametrize(
    ("question", "language", "verdict", "first"),
    [
        ("il golem ha 5 di vita e 5 danni, è morto?", "it", "yes", "Sì: il mostro muore: i danni (5) hanno"),
        ("il golem ha 5 di vita e 4 danni, è ancora vivo?", "it", "yes", "Sì: la salute (5) supera i danni (4): il"),
        ("my golem has 5 health and took 4 damage, does he survive?", "en", "yes", "Yes: the health (5) is above the"),
        (
            "il golem ha 5 di vita e 4 danni, non è più vivo?",
            "it",
            "explained",
            "La salute (5) supera i danni (4): il",
        ),
    ],
)
def test_the_yes_or_no_is_that_to_the_question_as_it_is_asked(
    referee: Referee, question: str, language: Language, verdict: str, first: str
) -> None:
    answer = referee.ask(question, game="village-attacks", language=language)
    assert answer.verdict == verdict
    assert answer.sentences[0].text.startswith(first)


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("sono Grace umana e pesco la carta rivolta per Soon: vale il mio bonus?", "yes"),
        ("sono Grace umana e pesco la carta rivolta per Soon: ne pesco una sola, giusto?", "explained"),
    ],
)
def test_that_it_may_be_done_is_no_yes_to_whether_it_is_that_alone(
    referee: Referee, question: str, verdict: str
) -> None:
    answer = referee.ask(question, game="vwars", language="it")
    assert answer.ruling is not None
    assert answer.verdict == verdict
    assert "due carte" in answer.answer


def test_no_yes_or_no_is_said_of_one_of_several_who_are_named(referee: Referee) -> None:
    question = "nella mia stanza pino cacciatore e ada eroina. per forza pino devo attaccare?"
    answer = referee.ask(question, game="village-attacks", language="it")
    assert answer.verdict == "explained"
    assert answer.sentences[0].text == "Bersagli che per priorità vengono prima: pino."


@pytest.mark.parametrize(
    ("language", "question", "first", "others"),
    [
        (
            "en",
            "i hit him with 7, his armour is 6. is he dead?",
            "(otherwise yes): Defender, Already wounded: no.",
            ": ",
        ),
        (
            "it",
            "saboto, lui non ha nessuno, il mio ha V 7 e ho un'azione: quanti punti?",
            "(altrimenti no): Proprio Turno: sì; ",
            ": Un mazzo finisce: no.",
        ),
    ],
    ids=["a-yes", "a-number"],
)
def test_what_was_taken_as_usual_says_what_the_other_case_would_bring(
    referee: Referee, language: Language, question: str, first: str, others: str
) -> None:
    answer = referee.ask(question, game="doomtrooper", language=language)
    taken = {"en": "Taken as usual", "it": "Dato per consueto"}[language]
    turning, same = [one.text.removeprefix(taken) for one in answer.sentences if one.text.startswith(taken)]
    assert turning.strip().startswith(first)
    assert same.startswith(others)


@pytest.mark.parametrize(
    ("question", "language"),
    [("lo attacco con 7. lo ferisco?", "it"), ("i hit him with attack 7, do i wound him?", "en")],
)
def test_what_decides_the_part_that_is_wanted_is_asked_for(referee: Referee, question: str, language: Language) -> None:
    """What the engine reads first, the attacker's own defence, decides what becomes of the attacker."""
    answer = referee.ask(question, game="doomtrooper", language=language)
    assert answer.ruling is not None
    assert answer.ruling.hangs_on is not None
    assert answer.ruling.hangs_on.field == "defender.defence"
    branches = answer.ruling.hangs_on.branches or ()
    assert [branch.answer and branch.answer.verdict for branch in branches] == ["yes", "no"]
    assert answer.ruling.outcome["order"] == "simultaneous"  # what is known in any case is said still
