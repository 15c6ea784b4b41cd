"""Numbers as they are written out, in each language."""

from collections.abc import Mapping

from corpus.schema import Language

_WORDS: Mapping[Language, Mapping[int, str]] = {
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
    for language, by_value in _WORDS.items()
}
"""language -> word -> number. An article is none of them."""

ARTICLES: Mapping[Language, frozenset[str]] = {
    "it": frozenset({"un", "uno", "una"}),
    "en": frozenset({"a", "an"}),
}
"""What counts one where no number does."""
