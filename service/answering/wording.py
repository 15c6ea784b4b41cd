"""What can be read off a sentence without understanding it: its ruling, numbers, negation, content."""

import re
from collections.abc import Container, Iterator, Mapping
from functools import cache, lru_cache

from corpus import Language
from corpus.function_words import ARTICLES, LITTLE_WORDS, NEGATIONS, NUMERALS
from index.answers import ruled, without_ruling
from index.words import words
from service.schema import AnswerVerdict

_TOKEN = re.compile(r"\d+|[^\W\d_]+(?:['’]t\b|-[^\W\d_]+)?")
_SENTENCE_END = re.compile(r"(?<!\bDr\.)(?<!\b[A-Z]\.)(?<=[.!?])\s+(?=[A-ZÀ-Ý0-9\"«“(])")
"""A full stop ends no sentence after a title or a single letter, such as the A of an Armour."""

_SAYS_NOTHING = re.compile(r"le regole non lo dicono|the rules do not say", re.IGNORECASE)
_BY_A_READING = re.compile(
    r"lettura predefinita|default reading|(?<!valori )\bdi base\b|\bby default\b|altra lettura|(?:an)?other reading|"
    r"riassunto italiano|italian summary",
    re.IGNORECASE,
)

_ONLY_BEFORE_A_NOUN = frozenset({"sei", "one"})
_BEFORE_THE_VERB_SEI = frozenset({"se", "tu", "non", "dove", "chi", "quando", "che", "ci", "mentre", "cui"})
_NO_MORE = re.compile(r"\b(?:sol[oaie]|soltanto|solamente|esclusivamente|only)\b")
_ONLY = re.compile(rf"{_NO_MORE.pattern}|\bjust\b")
_FORBIDDEN = re.compile(
    r"\b(?:vietat[oaie]|proibit[oaie]|illegal[ei]?|contro le regole|forbidden|prohibited|against the rules)\b",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"[^.!?]*\?")
_CLAUSE_OF_QUESTION = re.compile(r"[^.!?:,;]*\?")
_CLAUSE_END = re.compile(r"[.!?:,;]\s+")
_WHICH: Mapping[Language, re.Pattern[str]] = {
    "it": re.compile(r"\b(quant\w+|qual[ei]?|chi|cosa|perch[eé])\b"),
    "en": re.compile(r"\b(hows?|whats?|which|whos?|whose|why)\b"),
}
_WHERE = re.compile(
    r"\W*(?:(?:and|so|but|ok|then|e|ma|allora|poi)\s+)*(?:(?:il|lo|la|l['’]|i|gli|le|st[aoie])\s*\w+\s+)?"
    r"(?:where|dove|when(?: exactly)? (?:do|does|did|is|are|was|were|can|will|should))\b"
)
"""At the beginning of a clause; further on they seldom ask: "the zone where I am"."""
_SO_MANY = re.compile(
    r"\W*(?:points|dice|damage|xp|experience|score|strength|actions|tokens|punti|dadi|danni|px|esperienza|forza|azioni"
    r"|segnalini|gettoni)\W*"
)
"""A clause by itself that asks how many: the last of "two generals and three cards, points?"."""
_HOW_MANY = re.compile(r"\b(?:how (?:many|much|far|often)|quant[oiae])\b")
_WHICH_ONE = re.compile(
    r"\W*(?:(?:and|so|but|ok|then|e|ma|allora|poi)\s+)*(?:(?:in|on|at|to|from|of|a|da|di|su)\s+)?"
    r"(?:where|which|how long|dove|qual[ei]?)\b"
)
"""At the beginning of a clause: what it asks for is a place, a time or one of several."""
_MAY = re.compile(
    r"\b(can|can['’]t|cannot|could|may|allowed|permitted|able to|free to|legal|legit"
    r"|posso|puoi|può|puo|possiamo|potete|possono|permess[oaie]|lecit[oaie]|consentit[oaie]|concess[oaie])\b"
)
_EXPLAIN: Mapping[Language, re.Pattern[str]] = {
    "it": re.compile(
        r"\b(?:spieg\w+|riassum\w+|illustra\w*|raccont\w+|come (?:funziona(?:no)?|gira(?:no)?)"
        r"|(?:che )?cos['’]?[eè] (?:st[aoie]|quest[aoie])|per filo e per segno|passo (?:per|dopo) passo"
        r"|dall['’]inizio alla fine|in (?:due|poche) parole)\b"
    ),
    "en": re.compile(
        r"\b(?:explain\w*|how (?:do|does) \w+(?: \w+){0,4} work|what['’]?s the deal"
        r"|walk (?:me|us) thr\w+|run (?:me|us) through|talk (?:me|us) through|(?:the )?rundown|step by step"
        r"|start to finish|in a nutshell|break (?:it |\w+ )?down)\b"
    ),
}
_EXCEPTIONS: Mapping[Language, re.Pattern[str]] = {
    "it": re.compile(
        r"eccezion|c['’]è (?:mai |per caso )?(?:un|qualche|nessun) (?:caso|modo|momento|maniera)"
        r"|nessun (?:modo|caso)|proprio (?:mai|sempre|tutt[ie]|nessun\w*)|mai mai|(?:mai|sempre)\s*\?"
    ),
    "en": re.compile(
        r"exception|\bever (?:a|any) (?:time|way|case)|\bany case"
        r"|\bno matter what|is there (?:ever|any|a|some) (?:time|way|case|moment|situation)"
        r"|really (?:everything|never|always|all|any)|(?:always|ever|never)\s*\?"
        r"|can (?:still )?(?:anything|something)"
    ),
}
_IF_ANY: Mapping[Language, re.Pattern[str]] = {
    "it": re.compile(
        r"\b(?:c['’]?[eè]|esist(?:e|ono)|ci sono)\s+(?:mai\s+|per caso\s+)?(?:(?:un['’]?|qualche|dei)\s*)?"
        r"(?:altr[oi]\s+)?(?:cas[oi]|mod[oi]|moment[oi]|manier[ae]|qual(?:cuno|cosa)|eccezion|chi\b)"
        r"|\b(?:può|possono|posso) mai\b"
    ),
    "en": re.compile(
        r"\b(?:is|are) there (?:ever )?(?:any|some|an?)\s?(?:\w+ ){0,2}"
        r"(?:case|way|time(?! limit)|moment|situation|exception|card|kind|one|body|thing|of (?:them|those))\b"
        r"|\bany(?: \w+)? way\b|\b(?:any|ever a|or is there a) case\b|\bany exception"
        r"|\bany(?:thing|one|body) (?:that|who)\b|\bcan \w+(?: \w+)? ever\b"
    ),
}
"""Whether there is any: yes, where there is one."""
_EXCEPTS = re.compile(r"eccezion|\b(?:tranne|salvo|a meno che|purch[eé])\b|\b(?:exceptions?|except|unless)\b")
_EDITION = re.compile(r"\b(?:italian[oa]?|english|ingles[ei])\b")
_OTHER_GAMES = re.compile(
    r"\b(?:monopol[iy]|catan|risiko|scacchi|chess|dama cinese|scopone|tressette|burraco|scala quaranta"
    r"|ramino|poker|blackjack|zombicide|carcassonne|cluedo|scrabble|scarabeo|backgammon|checkers|ticket to ride|dixit"
    r"|terraforming|gloomhaven|arkham horror|dungeons? (?:and|&) dragons?|d&d|pok[eé]mon|yu-?gi-?oh"
    r"|in (?:magic|hearts))\b"
)
_OTHER_GAMES_PLAYED: Mapping[Language, re.Pattern[str]] = {
    "it": re.compile(r"\ba (?:magic|hearts)\b"),
    "en": re.compile(r"\b(?:play|playing|played) (?:magic|hearts)\b"),  # "a magic" is a die of ours
}
_COURTESIES = frozenset(
    [
        "grazie",
        "mille",
        "ciao",
        "salve",
        "buongiorno",
        "buonasera",
        "prego",
        "perfetto",
        "capito",
        "chiaro",
        "bene",
        "scusa",
        "perdono",
        "thanks",
        "thank",
        "hello",
        "hi",
        "hey",
        "bye",
        "cheers",
        "great",
        "cool",
        "nice",
        "sorry",
        "please",
        "welcome",
    ]
)
_MUST = re.compile(
    r"\b(must|(?<!n't )(?<!dont )(?<!not )needs?|ha(?:ve|s|d) to|gotta|got to|supposed to|forced|required|obliged"
    r"|compulsory|mandatory"
    r"|devo|devi|deve|dobbiamo|dovete|devono|bisogna|tocca|(?<!non )(?<!nn )(?<!non mi )(?<!nn mi )serv(?:e|ono)"
    r"|occorr(?:e|ono)|va(?:nno)? (?:\w+[aiu]t|mess|fatt|pres)[aeio]"
    r"|costrett\w|obbligat\w|obbligatori\w|per forza)\b"
)
_OR = re.compile(r"\b(?:o|oppure|or)\b(?!\s+(?:no|not|meno)\b)")
_JUDGES = re.compile(r"\b(?:ragione|torto|(?:is (?:he|she|that|it|this)|am i|are (?:they|we)) (?:right|wrong|true))\b")
_AGAINST_THE_RULES = re.compile(
    r"\b(?:cheat\w*|forbidden|prohibited|illegal\w*|against the rules|barare|baro|bari|barando|imbrogl\w+"
    r"|vietat\w|proibit\w|scorrett\w|contro le regole)\b"
)
_OUTDOES = re.compile(
    r"\b(?:batt(?:e|ono|a|o)|super(?:a|ano)|preval(?:e|gono)|val(?:e|gono) (?:di )?più|beats?|outranks?"
    r"|(?:stronger|higher|better|bigger|worth more) than)\b"
)
_OPPOSITES = tuple(
    (re.compile(rf"\b(?:{one})"), re.compile(rf"\b(?:{other})"))
    for one, other in (
        ("tien|tengo|conserv|rest[aio]|riman|keep|stay|remain", "perd|lasci|lose|loses|lost|leave|drop"),
        ("stess|same\\b", "cambi|gir[aoi]|divers|change|swap|flip|differ"),
        ("prima\\b|before\\b", "dopo\\b|after\\b"),
        (
            "salv[oaie]\\b|al riparo|scamp|safe\\b|spared|out of reach",
            "colpit|colpisc|mi becc|la becc|bombard|(?:hit|hits|shelled)\\b",
        ),
    )
)
_LITTLE_BUT_TELLING = frozenset(
    {"before", "after", "only", "all", "each", "every", "more", "most", "same", "again", "both"}
    | {"prima", "dopo", "solo", "ogni", "tutto", "tutta", "tutti", "tutte", "stesso", "stessa", "più", "ancora"}
)  # fmt: skip


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text, in order."""
    return tuple(_SENTENCE_END.split(text.strip()))


def ruling_word(text: str, language: Language) -> AnswerVerdict:
    """The ruling in the first word: yes, no, a value; else the text explains."""
    if (found := ruled(text)) != "explained":
        return found
    first = next(iter(_tokens(text)), "")
    if first.isdigit() or first in NUMERALS[language] or first in ("half", "metà"):
        return "value"
    return "explained"


def says_nothing(text: str) -> bool:
    """Whether it is that the rules do not say."""
    return bool(_SAYS_NOTHING.match(text))


def by_a_reading(text: str) -> bool:
    """Whether it holds by one reading of the texts and not by another."""
    return bool(_BY_A_READING.search(text))


def negated(text: str, language: Language) -> bool:
    """Whether anything in it is denied; its leading no aside."""
    tokens = _tokens(without_ruling(text))
    return any(token in NEGATIONS[language] or token.endswith("n't") for token in tokens)


def forbids(text: str) -> bool:
    """Whether it calls something forbidden, in other words than a negation."""
    return bool(_FORBIDDEN.search(text))


def restricted(text: str) -> bool:
    """Whether what it asks last is about this only and nothing else: a no to that is a yes to the rest."""
    *_, last = [""] + [part for part in _QUESTION.findall(text) if part.strip()]
    return bool(_ONLY.search((last or text).lower()))


def asks_which(text: str, language: Language) -> bool:
    """Whether what it asks last is who, what, where or how many: yes and no are no answer to that."""
    *_, last = [text] + [part for part in _CLAUSE_OF_QUESTION.findall(text) if part.strip()]
    *_, clause = _CLAUSE_END.split(last)
    clause = clause.lower()
    return bool(_WHICH[language].search(last.lower()) or _WHERE.match(clause) or _SO_MANY.fullmatch(clause))


def asks_to_explain(question: str, language: Language) -> bool:
    """Whether it wants a thing explained: `so whats the deal with the infected`."""
    return _EXPLAIN[language].search(question.lower()) is not None


def asks_for_exceptions(question: str, language: Language) -> bool:
    """Whether it wants to know if a rule has exceptions: `proprio mai?`, `any way round that`."""
    return asks_if_any(question, language) or _EXCEPTIONS[language].search(question.lower()) is not None


def asks_if_any(question: str, language: Language) -> bool:
    """Whether a single exception is a yes to it: `c'è un caso in cui si può?`, not `proprio mai?`."""
    return _IF_ANY[language].search(question.lower()) is not None


def excepts(text: str) -> bool:
    """Whether it names an exception."""
    return bool(_EXCEPTS.search(text.lower()))


def asks_how_many(text: str) -> bool:
    """Whether a number is what it wants to hear."""
    return bool(_HOW_MANY.search(text.lower()))


def asks_for_value(text: str) -> bool:
    """Whether a number, a place or one of several is what it wants to hear, be it said in a word or in a sentence."""
    *_, clause = _CLAUSE_END.split(text.strip().lower())
    return asks_how_many(text) or bool(_WHICH_ONE.match(clause))


def asks_permission(text: str) -> bool | None:
    """Whether it asks what is allowed and not what is required; None if it asks neither, or both.

    A no to the one is as good as a yes to the other.
    """
    may, must = (bool(modal.search(text.lower())) for modal in (_MAY, _MUST))
    return may if may != must else None


def offers_alternatives(text: str) -> bool:
    """Whether what it asks last is one thing or another: yes and no are no answer to that."""
    *_, last = [text] + [part for part in _QUESTION.findall(text) if part.strip()]
    return bool(_OR.search(last.lower()))


def judges_claim(text: str) -> bool:
    """Whether it asks if somebody is right: whose claim denies the matter is wrong where the matter gets a yes."""
    return bool(_JUDGES.search(text.lower()))


def limits(text: str) -> Iterator[int]:
    """Where a word says that it is that and no more; "just" is said of anything."""
    return (found.start() for found in _NO_MORE.finditer(text.lower()))


def asks_if_forbidden(text: str) -> bool:
    """Whether it calls something what may not be done: a yes to "may I?" is a no to "is that cheating?"."""
    return bool(_AGAINST_THE_RULES.search(text.lower()))


def says_opposite(text: str, other: str) -> bool:
    """Whether one has the opposite word of the other: a yes to "does he keep it?" is a no to "does he lose it?"."""
    sides = ([tuple(bool(word.search(one.lower())) for word in pair) for pair in _OPPOSITES] for one in (text, other))
    return any({mine, theirs} == {(True, False), (False, True)} for mine, theirs in zip(*sides, strict=True))


def turned_round(text: str, other: str, language: Language) -> bool:
    """Whether they compare the same things the other way round: a 7 beats a general, a general beats a 7."""
    if not (_OUTDOES.search(text.lower()) or _OUTDOES.search(other.lower())):
        return False
    mine, theirs = (tuple(dict.fromkeys(content(one, language))) for one in (text, other))
    return [stem for stem in mine if stem in theirs] != [stem for stem in theirs if stem in mine]


def names_edition(text: str) -> bool:
    """Whether it asks about the text in one language, as those do who have it in hand."""
    return bool(_EDITION.search(text.lower()))


def asks_nothing(text: str, language: Language) -> bool:
    """Whether there is nothing in it but courtesies and numbers."""
    tokens = [token for token in _tokens(text) if token not in _COURTESIES and not token.isdigit()]
    return not any(content(token, language) for token in tokens if token not in NUMERALS[language])


def names_other_game(text: str, language: Language) -> bool:
    """Whether it names a game that many play and that is none of ours."""
    return any(names.search(text.lower()) for names in (_OTHER_GAMES, _OTHER_GAMES_PLAYED[language]))


def numbers(text: str, language: Language) -> frozenset[int]:
    """The numbers in it, in digits or in words; articles are none."""
    return frozenset(value for value, _ in _counted(text, language))


def counted(text: str, language: Language) -> frozenset[tuple[int, str]]:
    """Each number with each stem it may be counting: `two Sympathy tokens` counts both words. An article counts one."""
    return frozenset(
        (value, stem)
        for value, rest in _counted(text, language, articles=True)
        for stem in words(" ".join(rest), language)
    )


@lru_cache(maxsize=4096)
def content(text: str, language: Language) -> tuple[str, ...]:
    """The stems of the words that carry its meaning, in order; a number in words is written in digits."""
    tokens = [token for token in _tokens(text) if token not in _little(language)]
    return tuple(words(" ".join(str(NUMERALS[language].get(token, token)) for token in tokens), language))


def unknown_words(text: str, language: Language, vocabulary: Container[str]) -> tuple[str, ...]:
    """The words of it, as they are written, that carry meaning and have no stem in the vocabulary; each once."""
    tokens = [token for token in _tokens(text) if token not in _little(language)]
    unknown = (token for token in tokens if not any(stem in vocabulary for stem in content(token, language)))
    return tuple(dict.fromkeys(token for token in unknown if content(token, language)))


@cache
def _little(language: Language) -> frozenset[str]:
    return (LITTLE_WORDS[language] | NEGATIONS[language] | ARTICLES[language]) - (
        _LITTLE_BUT_TELLING | NUMERALS[language].keys()
    )


def _tokens(text: str) -> list[str]:
    return [token.replace("’", "'") for token in _TOKEN.findall(text.lower())]


def _counted(text: str, language: Language, articles: bool = False) -> Iterator[tuple[int, list[str]]]:
    tokens = _tokens(text)
    for at, token in enumerate(tokens):
        follow = tokens[at + 1 : at + 4]
        noun = list(_until_little(follow, language))
        if token.isdigit():
            yield int(token), noun
        elif token in NUMERALS[language]:
            is_verb = token == "sei" and at > 0 and tokens[at - 1] in _BEFORE_THE_VERB_SEI
            no_one = token == "one" and at > 0 and tokens[at - 1] == "no"
            if token not in _ONLY_BEFORE_A_NOUN or (noun and not is_verb and not no_one):
                yield NUMERALS[language][token], noun
        elif articles and token in ARTICLES[language]:
            yield 1, noun


def _until_little(tokens: list[str], language: Language) -> Iterator[str]:
    for token in tokens:
        if token in _little(language) or token in NUMERALS[language] or token.isdigit():
            return
        yield token
