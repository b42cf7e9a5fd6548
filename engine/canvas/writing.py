"""Text as the user writes it, split into words like the model's data, and joined again.

Knows signs and spaces; no canvas, no vocabulary."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import pairwise

BLANK_WORD = ""  # an empty place, to be filled
WRITTEN_BLANK = "____"

HANGING = frozenset({"Mn", "Mc", "Me", "Cf"})  # Unicode categories of signs that belong to the one before them
_PICTURES = "\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
_PICTURE = re.compile(f"[{_PICTURES}]")
_TOKENS = re.compile(rf"\w+|[{_PICTURES}]+|[^\w\s{_PICTURES}]+")

# All that reading changes in a text, besides composing accents (NFC) and making one space of several: what is left
# becomes what is right.
NORMALISED = {
    "\u2018\u2019\u201a\u201b": "'",  # curly single quotes, apostrophes
    "\u201c\u201d\u201e\u201f": '"',  # curly double quotes
    "\u2010\u2011\u2012\u2013": "-",  # hyphens, the dash of ranges
    "\u2014\u2015": " - ",  # the dash between clauses
    "\u2026": "...",
}
_PLAIN = {ord(sign): made for signs, made in NORMALISED.items() for sign in signs}


def normalised(text: str) -> str:
    """The text as it comes back when it was read and written again: detokenise(tokenise(text)), where all goes well."""
    return " ".join(_plain(text).split())


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", text).translate(_PLAIN)


def tokenise(text: str) -> tuple[str, ...]:
    """Words as the news data has them: runs of letters and digits, of signs, of small pictures; `,"` in two;
    NORMALISED; `____` is a blank."""
    plain = _plain(text)
    words: list[str] = []
    for match in _TOKENS.finditer(plain if plain.isascii() else _shape(plain)):
        word = plain[match.start() : match.end()]
        words.extend(
            (",", word[1:])
            if word.startswith(',"')
            else (BLANK_WORD,)
            if len(word) > 1 and not word.strip("_")
            else (word,)
        )
    return tuple(words)


def _shape(text: str) -> str:
    """The text with every accent, joiner and mark of direction replaced by the sign before it, so that it is never
    separated from it."""
    shape: list[str] = []
    for sign in text:
        hangs = unicodedata.category(sign) in HANGING
        shape.append((shape[-1] if shape and not shape[-1].isspace() else "x") if hangs else sign)
    return "".join(shape)


def detokenise(words: Iterable[str]) -> str:
    """The words as the user writes them: signs where they belong, don't, 1,600, U.S., Mr. and quotes attached; a
    blank is `____`."""
    row = list(words)
    return "".join(
        ("" if joined or not index else " ") + (word or WRITTEN_BLANK)
        for index, (word, joined) in enumerate(zip(row, joins(row), strict=True))
    )


def joins(words: Iterable[str]) -> tuple[bool, ...]:
    """For each word whether it hangs on the one before; never for the first, and never where two words would be read
    as one."""
    row = list(words)
    hangs = (left[1] or right[0] for left, right in pairwise(_sides(row)))
    return (
        *(() if not row else (False,)),
        *(hang and _stay_two(*pair) for hang, pair in zip(hangs, pairwise(row), strict=True)),
    )


@lru_cache(maxsize=10_000)
def _stay_two(left: str, right: str) -> bool:
    """Whether two words written without a space are still read as two."""
    return tokenise((left or WRITTEN_BLANK) + (right or WRITTEN_BLANK)) == (left, right)


def _sides(row: list[str]) -> list[tuple[bool, bool]]:
    """For each word whether it hangs on the one before and whether the one after hangs on it."""
    quotes = {
        sign: [
            index
            for index, word in enumerate(row)
            if sign in word and not stands_free(word) and not _inside_word(row, index)
        ]
        for sign in QUOTES
    }
    closing = {sign: _closing(row, places, sign) for sign, places in quotes.items()}
    sides = []
    for index, word in enumerate(row):
        if not word or stands_free(word):
            sides.append((False, False))
        elif sign := next((sign for sign in QUOTES if sign in word), ""):
            inside = _inside_word(row, index)
            closes = index in closing[sign]
            whole = word.count(sign) > 1 and word != sign * len(word)  # "?" is free
            sides.append((inside or (closes and not whole), inside or not (closes or whole)))
        else:
            sides.append(SIGNS.get(word, _unusual)(row, index))
    return sides


@lru_cache(maxsize=10_000)
def stands_free(word: str) -> bool:
    """Whether a word is free: one of letters or digits, or a small picture."""
    return (
        word[0] == "_"
        or word[0].isalnum()
        or _PICTURE.match(word) is not None
        or unicodedata.category(word[0]) in HANGING
    )


def _near(row: list[str], index: int) -> str:
    """The word at a place, or nothing beyond the ends."""
    return row[index] if 0 <= index < len(row) else ""


def _inside_word(row: list[str], index: int) -> bool:
    """Whether an apostrophe joins its neighbours: don't, John's, O'Brien, rock'n'roll."""
    before, after = _near(row, index - 1), _near(row, index + 1)
    if row[index] != "'" or not before or not after or not (stands_free(before) and stands_free(after)):
        return False
    name = before in NAME_PREFIXES and after[0].isupper()
    return name or after in CONTRACTED or (before.isupper() and after.lower() in CONTRACTED) or before == after == "n"


def _closing(row: list[str], places: list[int], sign: str) -> set[int]:
    """Which of the quotes of one kind close: every second one, except for one that has lost its partner, and plural
    possessives."""
    closing: set[int] = set()
    is_open = False
    for at, index in enumerate(places):
        before, after = _near(row, index - 1), _near(row, index + 1)
        left = len(places) - at
        if len(row[index]) > 1:
            closes = _run_closes(row[index], sign, is_open)
            if row[index].count(sign) > 1:
                closing.update([index] if closes else ())
                continue
        elif after and before and not _stay_two(before, sign):
            closes = False  # a sign with a space after it
        elif is_open:
            closes = before != ":" and (before.lower() not in SAYING or not after)  # a quote within a quote
        elif sign == "'" and _plural(before) and (left % 2 == 1 or before[0].isupper()):
            closing.add(index)  # the players' union: no quote at all
            continue
        else:
            closes = (
                index > 0
                and left % 2 == 1
                and (not after or (before in (",", ".", "?", "!") and not after[0].isupper()))
            )
        if closes:
            closing.add(index)
        is_open = not closes
    return closing


def _run_closes(run: str, sign: str, is_open: bool) -> bool:
    """Whether the quote in a run of signs closes: `."` and `",` do, `("` does not, `"$` only where one is open."""
    return run.count(sign) == len(run) or (
        run[0] not in OPENING if run[0] != sign else is_open or run[-1] in ",.;:!?)]"
    )


def _plural(word: str) -> bool:
    """Whether a word may be a plural that owns something: players', James'."""
    return word.endswith("s") and word[0].isalpha() and word.lower() not in NO_PLURALS


def _full_stop(row: list[str], index: int) -> tuple[bool, bool]:
    """5.25, U.S., a.m., example.com: no space after the stop."""
    before, after, next_but_one = _near(row, index - 1), _near(row, index + 1), _near(row, index + 2)
    decimal = before.isdigit() and after[:1].isdigit()
    initials = len(before) == len(after) == 1 and before.isalpha() and after.isalpha() and next_but_one[:1] == "."
    address = (
        before.isalnum()
        and after[:1].islower()
        and next_but_one == "."
        and _full_stop(row, index + 2)[1]
        and not _near(row, index + 3)[:1].isdigit()
    )
    return (
        True,
        decimal
        or initials
        or address
        or (before.replace("_", "").isalnum() and after in ENDINGS)
        or (
            before,
            after,
        )
        == ("Ph", "D")
        or before == "www",
    )


def _comma(row: list[str], index: int) -> tuple[bool, bool]:
    """1,600: no space after a comma of thousands; it needs three digits after and at most three before."""
    before, after = _near(row, index - 1), _near(row, index + 1)
    thousands = before.isdigit() and len(before) <= 3 and after.isdigit() and len(after) == 3
    return True, thousands


def _hyphen(row: list[str], index: int) -> tuple[bool, bool]:
    """long-lasting, 11-22, state-of-the-art; but a dash between clauses is free."""
    before, after = _near(row, index - 1), _near(row, index + 1)
    if not before or not after or not stands_free(before) or not stands_free(after):
        return (False, index == 0 and bool(after) and stands_free(after))
    if (
        after in ("to", "and", "or")
        and _near(row, index + 3) == "-"
        and (before[0].isdigit() or before.lower() in SHARING)
    ):
        return True, False  # three- to four-year-olds
    chained = _near(row, index + 2) == "-" or _near(row, index - 2) == "-"
    starts_name = (
        after[0].isupper()
        and (len(after) > 1 or after in "AI")
        and before[0].islower()
        and before.lower() not in PREFIXES
    )
    shouted = before.isupper() and before != "I"  # CTRL-A, IT-based
    clause = (after.lower() in CLAUSE_WORDS and not (shouted and after.isupper())) or (
        before.lower() in CLAUSE_ENDS and not shouted
    )
    free = (
        (starts_name and not chained) or (clause and not chained) or (chained and after.lower() in STRONG_CLAUSE_WORDS)
    )
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
    if unicodedata.category(word[0]) in ("So", "Sm") and word[0] not in UNITS:
        return False, False
    return word[0] not in OPENING or word.startswith("()"), word[-1] in OPENING or word[-1] in "-/"


def _always(left: bool, right: bool) -> Callable[[list[str], int], tuple[bool, bool]]:
    """A sign that is always written the same way."""
    return lambda row, index: (left, right)


def _words(text: str) -> set[str]:
    """The words of a line as a set."""
    return set(text.split())


QUOTES = ('"', "'", "`")
UNITS = "\u00b0\u00ae\u2122"  # hang on the word before, unlike other symbols
OPENING = "([{$\u00a3\u20ac#"
SIGNS: dict[str, Callable[[list[str], int], tuple[bool, bool]]] = {
    ".": _full_stop,
    ",": _comma,
    "-": _hyphen,
    ":": _between_digits,
    "&": _ampersand,
    "--": _always(False, False),
    "/": _always(True, True),
    "@": _always(True, True),
    "++": _always(True, False),
} | {sign: _always(False, True) for sign in OPENING}
SAYING = _words("said says saying asked asks added adds wrote shouted thought")
NO_PLURALS = _words(
    "is was this as has his its does says us yes thus plus perhaps always less unless across towards besides minus"
)
SHARING = _words(
    "one two three four five six seven eight nine ten first second third short mid long full part low high middle over"
    " under pre post pro anti"
)
CONTRACTED = {"s", "t", "re", "ve", "ll", "d", "m"}
NAME_PREFIXES = {"O", "D", "L"}
# of addresses and files
ENDINGS = _words(
    "com org net gov edu co uk au io txt md pdf doc docx html htm xml json csv py js rs toml lock exe zip jpg jpeg png"
    " gif mp3 mp4"
)
PREFIXES = _words("mid non anti pro ex post pre un trans pan inter sub neo all self vice al then former pseudo")
STRONG_CLAUSE_WORDS = {
    "but",
    "which",
    "he",
    "she",
    "it",
    "they",
    "we",
    "including",
    "because",
    "who",
    "is",
    "was",
    "are",
    "were",
    "has",
    "have",
    "had",
}
CLAUSE_WORDS = STRONG_CLAUSE_WORDS | _words(
    "and the a an i you that this there not if when where while as or so will would with his her their my our its even"
    " especially such from some both just these those what how why although though perhaps particularly after before"
    " than then about one to am can could did do does should may might must whether namely specifically plus more"
)
CLAUSE_ENDS = _words(
    "it them him us me that this is was are were be been has have had the a of to and but or which he she they we i"
    " said says"
)
