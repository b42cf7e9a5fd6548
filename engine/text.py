"""The text canvas: a frozen draft of sentences, each a row of words. Knows tokenising and how words are written by a person; no vocabulary."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.errors import CanvasError

BLANK_WORD = ""  # an empty place, to be filled
WRITTEN_BLANK = "____"
MAX_WORDS = 49  # what the sentence models were trained on
MAX_SENTENCES = 1000

HANGING = frozenset({"Mn", "Mc", "Me", "Cf"})  # Unicode categories of signs that belong to the one before them
FIRST_PICTURE = "\u2600"
_TOKENS = re.compile(r"\w+|[^\w\s]+")
_PLAIN = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-", "\u2026": "...", "\u00a0": " "})


@dataclass(frozen=True)
class Sentence:
    """A row of words as the model's data has them; BLANK_WORD is an empty place."""

    words: tuple[str, ...]

    def __post_init__(self) -> None:
        if any(not isinstance(word, str) or any(c.isspace() for c in word) for word in self.words):
            raise CanvasError("A word may not contain spaces.")

    def with_words(self, words: tuple[str, ...]) -> "Sentence":
        """The sentence with other words."""
        return replace(self, words=words)


@dataclass(frozen=True)
class Draft:
    """Some sentences under a title."""

    sentences: tuple[Sentence, ...]
    title: str = ""

    def __post_init__(self) -> None:
        if not 1 <= len(self.sentences) <= MAX_SENTENCES:
            raise CanvasError(f"A draft has 1 to {MAX_SENTENCES:,} sentences.")

    def with_sentence(self, index: int, sentence: Sentence) -> "Draft":
        """The draft with one sentence replaced."""
        return replace(self, sentences=(*self.sentences[:index], sentence, *self.sentences[index + 1 :]))


def tokenise(text: str) -> tuple[str, ...]:
    """Words as the news data has them: runs of letters and digits, runs of signs, `,"` in two; curly quotes and dashes made plain; `____` is a blank."""
    plain = unicodedata.normalize("NFC", text).translate(_PLAIN)
    words: list[str] = []
    for match in _TOKENS.finditer(plain if plain.isascii() else _shape(plain)):
        word = plain[match.start() : match.end()]
        words.extend((",", word[1:]) if word.startswith(',"') else (BLANK_WORD,) if len(word) > 1 and not word.strip("_") else (word,))
    return tuple(words)


def _shape(text: str) -> str:
    """The text with every accent, joiner and mark of direction replaced by the sign before it, so that it is never parted from it."""
    shape: list[str] = []
    for sign in text:
        hangs = unicodedata.category(sign) in HANGING
        shape.append((shape[-1] if shape and not shape[-1].isspace() else "x") if hangs else sign)
    return "".join(shape)


def detokenise(words: Iterable[str]) -> str:
    """The words as a person writes them: signs where they belong, don't, 1,600, U.S., Mr. and quotes attached; a blank is `____`."""
    row = list(words)
    return "".join(("" if joined or not index else " ") + (word or WRITTEN_BLANK) for index, (word, joined) in enumerate(zip(row, joins(row), strict=True)))


def joins(words: Iterable[str]) -> tuple[bool, ...]:
    """For each word whether it hangs on the one before; never for the first."""
    row = list(words)
    return (*(() if not row else (False,)), *(left[1] or right[0] for left, right in pairwise(_sides(row))))


def _sides(row: list[str]) -> list[tuple[bool, bool]]:
    """For each word whether it hangs on the one before and whether the one after hangs on it."""
    quotes = {sign: [index for index, word in enumerate(row) if _quotes(word, sign) and not _inside_word(row, index)] for sign in QUOTES}
    closing = {sign: _closing(row, places, sign) for sign, places in quotes.items()}
    sides = []
    for index, word in enumerate(row):
        if not word or word[0] == "_" or word[0].isalnum():
            sides.append((False, False))
        elif word in QUOTES:
            inside = _inside_word(row, index)
            closes = index in closing[word]
            sides.append((inside or closes, inside or not closes))
        else:
            sides.append(SIGNS.get(word, _unusual)(row, index))
    return sides


def _quotes(word: str, sign: str) -> bool:
    """Whether a word is a quote of one kind or a run of signs that ends with one, such as `."`."""
    return word.endswith(sign) and not word[0].isalnum()


def _near(row: list[str], index: int) -> str:
    """The word at a place, or nothing beyond the ends."""
    return row[index] if 0 <= index < len(row) else ""


def _inside_word(row: list[str], index: int) -> bool:
    """Whether an apostrophe joins its neighbours: don't, John's, O'Brien, rock'n'roll."""
    before, after = _near(row, index - 1), _near(row, index + 1)
    if row[index] != "'" or not before or not after or not (before[-1].isalnum() and after[0].isalnum()):
        return False
    return after.lower() in CONTRACTED or (before in NAME_PREFIXES and after[0].isupper()) or before == after == "n"


def _closing(row: list[str], places: list[int], sign: str) -> set[int]:
    """Which of the quotes of one kind close: every second one, but for one that has lost its partner, and plural possessives."""
    closing = set()
    is_open = False
    for at, index in enumerate(places):
        before, after = _near(row, index - 1), _near(row, index + 1)
        left = len(places) - at
        if len(row[index]) > 1:
            closes = row[index][0] not in "([{"
        elif is_open:
            closes = before != ":"  # a quote within a quote
        elif sign == "'" and before.endswith("s") and before[0].isalpha() and (left % 2 == 1 or before[0].isupper()):
            closing.add(index)  # the players' union: no quote at all
            continue
        else:
            closes = index > 0 and left % 2 == 1 and (not after or (before in (",", ".", "?", "!") and not after[0].isupper()))
        if closes:
            closing.add(index)
        is_open = not closes
    return closing


def _full_stop(row: list[str], index: int) -> tuple[bool, bool]:
    """5.25, U.S., a.m., .com: no space after the stop."""
    before, after, next_but_one = _near(row, index - 1), _near(row, index + 1), _near(row, index + 2)
    decimal = before.isdigit() and after[:1].isdigit()
    initials = len(before) == len(after) == 1 and before.isalpha() and after.isalpha() and next_but_one[:1] == "."
    return True, decimal or initials or (before.isalnum() and after in DOMAINS) or (before == "Ph" and after == "D")


def _comma(row: list[str], index: int) -> tuple[bool, bool]:
    """1,600: no space after a comma of thousands; it needs three digits after and at most three before."""
    before, after = _near(row, index - 1), _near(row, index + 1)
    thousands = before.isdigit() and len(before) <= 3 and after.isdigit() and len(after) == 3
    return True, thousands


def _hyphen(row: list[str], index: int) -> tuple[bool, bool]:
    """long-lasting, 11-22, state-of-the-art; but a dash between clauses stands free."""
    before, after = _near(row, index - 1), _near(row, index + 1)
    if not before or not after or not before[-1].isalnum() or not after[0].isalnum():
        return (False, index == 0 and bool(after) and after[0].isalnum())
    chained = _near(row, index + 2) == "-" or _near(row, index - 2) == "-"
    starts_name = after[0].isupper() and before[0].islower() and before.lower() not in PREFIXES
    clause = after.lower() in CLAUSE_WORDS or (before.lower() in CLAUSE_ENDS and (before == "I" or not before.isupper()))
    free = (starts_name and not chained) or (clause and not chained) or (chained and after.lower() in STRONG_CLAUSE_WORDS)
    return not free, not free


def _between_digits(row: list[str], index: int) -> tuple[bool, bool]:
    """10:30 without a space, else a colon with one."""
    return True, _near(row, index - 1).isdigit() and _near(row, index + 1).isdigit()


def _ampersand(row: list[str], index: int) -> tuple[bool, bool]:
    """R&B, AT&T; else free."""
    short = all(0 < len(word) <= 2 and word.isupper() for word in (_near(row, index - 1), _near(row, index + 1)))
    return short, short


def _unusual(row: list[str], index: int) -> tuple[bool, bool]:
    """A run of several signs: it hangs on the word that its first and last signs would."""
    word = row[index]
    if word[0] >= FIRST_PICTURE and unicodedata.category(word[0]) == "So":
        return False, False  # a small picture stands free
    opens = word[0] in "([{$\u00a3\u20ac"
    return not opens, opens or word[-1] in "-/$\u00a3\u20ac(["


def _always(left: bool, right: bool) -> Callable[[list[str], int], tuple[bool, bool]]:
    """A sign that always stands the same way."""
    return lambda row, index: (left, right)


def _words(text: str) -> set[str]:
    """The words of a line as a set."""
    return set(text.split())


SIGNS: dict[str, Callable[[list[str], int], tuple[bool, bool]]] = {
    ".": _full_stop,
    ",": _comma,
    "-": _hyphen,
    ":": _between_digits,
    "&": _ampersand,
    "--": _always(False, False),
    "=": _always(False, False),
    "+": _always(False, False),
    "/": _always(True, True),
    "@": _always(True, True),
    '""': _always(True, False),
} | {sign: _always(False, True) for sign in ("(", "[", "{", "$", "\u00a3", "\u20ac", "#")}
QUOTES = ('"', "'")
CONTRACTED = {"s", "t", "re", "ve", "ll", "d", "m"}
NAME_PREFIXES = {"O", "D", "L"}
DOMAINS = {"com", "org", "net", "gov", "edu", "co", "uk", "au"}
PREFIXES = {
    "mid",
    "non",
    "anti",
    "pro",
    "ex",
    "post",
    "pre",
    "un",
    "trans",
    "pan",
    "inter",
    "sub",
    "neo",
    "all",
    "self",
    "vice",
    "al",
    "then",
    "former",
    "pseudo",
}
STRONG_CLAUSE_WORDS = {"but", "which", "he", "she", "it", "they", "we", "including", "because", "who", "is", "was", "are", "were", "has", "have", "had"}
CLAUSE_WORDS = STRONG_CLAUSE_WORDS | _words(
    "and the a an i you that this there not if when where while as or so will would with his her their my our its even especially such from some both just"
    " these those what how why although though perhaps particularly after before than then about one to"
)
CLAUSE_ENDS = _words("it them him us me that this is was are were be been has have had the a of to and but or which he she they we i said says")
