"""The words that carry grammar and number rather than matter, in each language."""

from collections.abc import Mapping

from corpus.schema import Language


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NUMBERS: Mapping[Language, Mapping[int, str]] = {
    "it": {
        0: "zero", 2: "due entrambi entrambe", 3: "tre", 4: "quattro", 5: "cinque", 6: "sei", 7: "sette", 8: "otto",
        9: "nove", 10: "dieci", 11: "undici", 12: "dodici", 13: "tredici", 14: "quattordici", 15: "quindici",
        16: "sedici", 17: "diciassette", 18: "diciotto", 19: "diciannove", 20: "venti", 24: "ventiquattro",
        30: "trenta", 40: "quaranta", 50: "cinquanta", 60: "sessanta", 70: "settanta", 80: "ottanta", 90: "novanta",
        100: "cento",
    },
    "en": {
        0: "zero", 1: "one once single", 2: "two twice both", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven",
        8: "eight", 9: "nine", 10: "ten", 11: "eleven", 12: "twelve", 13: "thirteen", 14: "fourteen", 15: "fifteen",
        16: "sixteen", 17: "seventeen", 18: "eighteen", 19: "nineteen", 20: "twenty", 24: "twenty-four", 30: "thirty",
        40: "forty", 50: "fifty", 60: "sixty", 70: "seventy", 80: "eighty", 90: "ninety", 100: "hundred",
    },
}  # fmt: skip

NUMERALS: Mapping[Language, Mapping[str, int]] = {
    language: {word: value for value, words in by_value.items() for word in words.split()}
    for language, by_value in _NUMBERS.items()
}
"""language -> word -> number. An article is none of them."""

ARTICLES: Mapping[Language, frozenset[str]] = {
    "it": frozenset({"un", "uno", "una"}),
    "en": frozenset({"a", "an"}),
}
"""What counts one where no number does."""

NEGATIONS: Mapping[Language, frozenset[str]] = {
    "it": frozenset(
        {"non", "mai", "nessun", "nessuno", "nessuna", "né", "niente", "nulla", "senza", "neanche", "nemmeno"}
    ),
    "en": frozenset({"not", "no", "never", "cannot", "without", "neither", "nor", "none", "nobody", "nothing"}),
}

NOTHING: Mapping[Language, frozenset[str]] = {
    "it": frozenset({"niente", "nulla", "zero", "0", "nada", "inutile", "inutili", "zip"}),
    "en": frozenset({"nothing", "zero", "0", "zilch", "nada", "nil", "worthless", "zip"}),
}
"""What says that something comes to none."""

OF_ALL: Mapping[Language, frozenset[str]] = {
    "it": frozenset({"tutti", "tutte", "entrambi", "entrambe", "ognuno", "ognuna", "ciascuno", "ciascuna"}),
    "en": frozenset({"all", "both", "each", "every", "everyone", "everybody"}),
}
"""What is said with them is said of everything named."""

JOINING: Mapping[Language, frozenset[str]] = {
    "it": frozenset({"e", "ed", "o", "od", "con", "più", "piu", "poi", "né", "ma", "altro", "altra"}),
    "en": frozenset({"and", "or", "with", "plus", "then", "nor", "but", "another", "n"}),
}
"""What comes after them is another than what came before."""

LITTLE_WORDS: Mapping[Language, frozenset[str]] = {
    "it": _words("""
        il lo la gli le un uno una di del dello della dei degli delle da dal dallo dalla dai dagli dalle al allo alla
        ai agli alle nel nello nella nei negli nelle sul sullo sulla sui sugli sulle con per tra fra e ed o od ma se
        che chi cosa cos quale quali quando quanto quanta quanti quante dove come perché perche mi ti ci vi si ne non
        più piu già gia ancora anche solo sono sei è siamo siete ho hai ha abbiamo avete hanno posso puoi può puo
        possiamo potete possono devo devi deve dobbiamo dovete devono fa fare fai faccio vale va vado mio mia miei mie
        tuo tua suo sua loro questo questa questi queste quello quella stesso stessa io tu lui lei noi voi dopo prima
        ogni tutto tutta tutti tutte sì succede serve ke nn x xké xke perke cmq sta sto st boh mo ok dai raga ragazzi
        due tre quattro cinque sette otto nove dieci
    """),
    "en": _words("""
        the an of to from in into on onto at by with for and or but if that which who whom whose what when where why
        how is are was were be been am do does did done has have had can could may might must shall should will would
        i you he she it we they me my your his her its our their them us this these those there not any some each
        every all u ur im ive hes shes theyre its thats theres whats wheres whos n gonna gotta wanna dont doesnt isnt
        cant thru ok lol pls both same more most many much than then only also after before again still just get gets
        got go goes yes one two three four five six seven eight nine ten
    """),
}
