"""Plain text in and out: a text becomes a draft of sentences and a draft becomes lines the user would write.

Words are handled by engine.canvas.text."""

import re
import unicodedata

from engine.canvas.text import GAPS, LINE, MAX_SENTENCES, MAX_WORDS, PARAGRAPH, Draft, Sentence, tokenise
from engine.errors import CanvasError, FormatError, PalimpsestError
from engine.formats.files import MEGABYTE, check_size
from engine.formats.plain import clean

LIMIT = MEGABYTE
MOST_ACCENTS = 30  # on one letter; sorting thousands of them takes for ever
LOSSES = (
    "The title, masks and results are not kept.",
    "Curly quotes, long dashes and the three-dot sign become plain ones; spacing is made regular.",
)
_TITLES = "Mr Mrs Ms Dr Prof Rev Gen Sen Rep Gov Lt Col Sgt Capt St Jr Sr"
_SHORTENED = "vs etc No Inc Ltd Co Corp Jan Feb Mar Apr Aug Sept Sep Oct Nov Dec Fig approx"
ABBREVIATIONS = frozenset(f"{_TITLES} {_SHORTENED}".split())
ENCODINGS = (("\ufeff".encode(), "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
LONGEST_ABBREVIATION = 20
_STOP = re.compile(r"""(?<![.!?])([.!?]++["')\]\u2019\u201d]*+)\s++(?=["'(\[\u2018\u201c]*[A-Z0-9])""")
_LAST_WORD = re.compile(r"(\w+)\.$")


def write(draft: Draft) -> bytes:
    """The draft as UTF-8, sentences in their paragraphs; refused if it could not be opened again."""
    data = f"{draft.text()}\n".encode("utf-8", "replace")
    try:
        read(data)
    except PalimpsestError as error:
        raise FormatError(
            f"As plain text this could not be opened again; save it as a project. ({error})", error.details
        ) from None
    return data


def read(data: bytes) -> tuple[Draft, tuple[str, ...]]:
    """(the draft of a text, sentences on what to mind)."""
    check_size(len(data), LIMIT)
    try:
        return _drafted(sentence_rows(decoded(data), MAX_SENTENCES + 1))
    except CanvasError as error:
        raise FormatError(str(error)) from None


def _drafted(found: list[Sentence]) -> tuple[Draft, tuple[str, ...]]:
    """(sentences as a draft, sentences on what to mind)."""
    rows = [sentence.words for sentence in found]
    if not rows:
        raise FormatError("There is no text in this file; choose another one.")
    if len(rows) > MAX_SENTENCES:
        raise FormatError(
            f"The text has more than {MAX_SENTENCES:,} sentences, the most a draft can have; open a shorter part of it."
        )
    longer = [str(number) for number, row in enumerate(rows, 1) if len(row) > MAX_WORDS]
    remarks: tuple[str, ...] = ()
    if longer:
        numbers = ", ".join(longer[:8]) + (" and more" if len(longer) > 8 else "")
        remarks = (
            (
                f"Longer than the {MAX_WORDS} words and punctuation marks that can be rewritten at once:"
                f" sentence{'s' if len(longer) > 1 else ''} {numbers}."
            ),
        )
    return Draft(tuple(found)), remarks


def decoded(data: bytes) -> str:
    """Text in UTF-8, UTF-16 with its mark, or Windows' western encoding."""
    encoding = next((name for mark, name in ENCODINGS if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    if "\0" in text:
        raise FormatError("This is not a text file; choose one that holds plain text.")
    accents = 0
    for character in text if not text.isascii() else "":
        accents = accents + 1 if unicodedata.combining(character) else 0
        if accents > MOST_ACCENTS:
            raise FormatError("This text piles too many accents on one letter; choose another one.")
    return clean(text)


def sentences(text: str) -> list[str]:
    """The sentences of a text: a line or an empty line ends one, and so does a stop before a capital, except for
    abbreviations and initials."""
    return [sentence for _, sentence in _with_gaps(text)]


def sentence_rows(text: str, most: int | None = None) -> list[Sentence]:
    """The sentences of a text (the first `most`, or all) as rows of words, each with what stands before it."""
    rows: list[Sentence] = []
    owed = GAPS[0]  # before words that are none
    for gap, sentence in _with_gaps(text):
        owed = max(owed, gap, key=GAPS.index)
        if words := tokenise(sentence):
            rows.append(Sentence(words, owed if rows else LINE))
            owed = GAPS[0]
            if len(rows) == most:
                break
    return rows


def _with_gaps(text: str) -> list[tuple[str, str]]:
    """The sentences of a text and what stands before each."""
    found, gap = [], LINE
    for line in text.splitlines():
        gap = LINE if line.strip() and gap != PARAGRAPH else PARAGRAPH
        start = 0
        for match in _STOP.finditer(line):
            if not _abbreviated(line[max(start, match.end(1) - LONGEST_ABBREVIATION) : match.end(1)]):
                found.append((gap, line[start : match.end(1)].strip()))
                start, gap = match.end(), GAPS[0]
        if line[start:].strip():
            found.append((gap, line[start:].strip()))
            gap = GAPS[0]
    return [(gap, sentence) for gap, sentence in found if sentence]


def _abbreviated(text: str) -> bool:
    """Whether the stop at the end belongs to a title, a month or an initial."""
    match = _LAST_WORD.search(text)
    return match is not None and (
        match[1] in ABBREVIATIONS or (len(match[1]) == 1 and match[1].isupper() and match[1] != "I")
    )
