"""Pieces, drafts and masks as plain lists and strings that the user can read and a diff can show: one short string
for each bar of each voice.

A bar such as `G4___ A4_ 67_ ....` reads: a written G4 of four sixteenths, an A4 of two, the MIDI pitch 67 of two
without its own spelling, four sixteenths of rest; a leading `_` goes on from the bar before. Masks read `K12
R4` in the four brushes' letters."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar

from engine.canvas.chord import Harmony
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import HOLD, MAX_BARS, MAX_STEPS, REST, Bar, Key, Mark, Piece, Tempo, Voice
from engine.canvas.project import Canvas
from engine.canvas.text import GAPS, LINE, Draft, Sentence
from engine.errors import CanvasError, FormatError
from engine.theory.chords.symbols import chord_symbol, parse_chord
from engine.theory.spelling import parse_name, place_of, spell

BRUSH_LETTERS = {Brush.KEEP: "K", Brush.WHISPER: "W", Brush.SUGGEST: "S", Brush.REWRITE: "R"}
LETTER_BRUSHES = {letter: brush for brush, letter in BRUSH_LETTERS.items()}
LONGEST_CELL = 12  # characters, with a space
Plain = dict[str, Any]
Kind = TypeVar("Kind")

_CELL = re.compile(r"(?:([A-G](?:#{1,3}|b{1,3})?-?\d{1,2})|(\d{1,3})|(?=_))(_*)|(\.+)")
_BAR = re.compile(r"(\d{1,2})/(\d{1,2})(?::(\d{1,4}))?(?: x(\d{1,4}))?")
_RUN = re.compile(r"([KWSR])(\d{1,6})")
_DAMAGED = "The file is damaged: {}. Open a backup or an earlier version of it."


def damaged(what: str) -> FormatError:
    """The error for a file that is not what it says."""
    return FormatError(_DAMAGED.format(what))


def take(plain: Any, name: str, kind: type[Kind] | tuple[type, ...], default: Any = None) -> Kind:
    """A field of the right type, or an error that names it."""
    if not isinstance(plain, dict):
        raise damaged("a part of it is not a table of fields")
    value = plain.get(name, default)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise damaged(f"its field {name!r} is missing or of the wrong kind")
    return clean(value) if isinstance(value, str) else value  # type: ignore[return-value]


def clean(text: str) -> str:
    """Text that can be written as UTF-8."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def listed(values: Any, kind: type[Kind] | tuple[type, ...], what: str) -> list[Kind]:
    """A list of values that are all of the right type."""
    if not isinstance(values, list) or any(not isinstance(value, kind) or isinstance(value, bool) for value in values):
        raise damaged(f"its {what} are not a list of the right kind")
    return values


def piece_to_plain(piece: Piece) -> Plain:
    """A piece as plain values, lossless."""
    spans = list(zip(piece.bar_starts, (*piece.bar_starts[1:], piece.steps), strict=True))
    return {
        "title": piece.title,
        "key": list(piece.key),
        "metres": _metres(piece.bars),
        "tempos": [list(tempo) for tempo in piece.tempos],
        "fermatas": None if piece.fermatas is None else list(piece.fermatas),
        "chords": [f"{step} {chord_symbol(chord)}" for step, chord in piece.chords],
        "voices": [_voice_to_plain(voice, piece.key, spans) for voice in piece.voices],
    }


def piece_from_plain(plain: Any) -> Piece:
    """The piece that `piece_to_plain` wrote down."""
    bars = _bars(listed(take(plain, "metres", list), str, "metres"))
    voices = [_voice_from_plain(voice, bars) for voice in listed(take(plain, "voices", list), dict, "voices")]
    key = take(plain, "key", list)
    if len(key) != 2 or type(key[0]) is not int or type(key[1]) is not bool:
        raise damaged("its key is not a number of fifths and whether it is minor")
    tempos = []
    for tempo in take(plain, "tempos", list, []):
        if (
            not isinstance(tempo, list)
            or len(tempo) != 2
            or type(tempo[0]) is not int
            or type(tempo[1]) not in (int, float)
        ):
            raise damaged("a tempo in it is not a step and a number")
        if tempo[0] < 0:
            raise damaged("a tempo in it is before the start")
        tempos.append(Tempo(tempo[0], float(tempo[1]) if abs(tempo[1]) < 1e6 else 0.0))
    found = plain.get("fermatas")
    fermatas = None if found is None else tuple(listed(found, int, "fermatas"))
    chords = _chords(listed(take(plain, "chords", list, []), str, "chords"))
    return Piece(tuple(voices), bars, Key(*key), tuple(tempos), fermatas, take(plain, "title", str, ""), chords)


def _chords(texts: list[str]) -> tuple[Harmony, ...]:
    """Chords from lines such as '16 G7/B': the step and the symbol."""
    chords = []
    for text in texts:
        step, _, symbol = text.partition(" ")
        if not (step.isascii() and step.isdigit() and len(step) < 7):
            raise damaged("a chord in it has no place")
        try:
            chords.append(Harmony(int(step), parse_chord(symbol)))
        except CanvasError:
            raise damaged("a chord in it cannot be read") from None
    return tuple(chords)


def _metres(bars: tuple[Bar, ...]) -> list[str]:
    """Bars as runs such as '4/4:4' (a pick-up of four sixteenths) and '4/4 x12'."""
    runs: list[tuple[Bar, int]] = []
    for bar in bars:
        if runs and runs[-1][0] == bar:
            runs[-1] = (bar, runs[-1][1] + 1)
        else:
            runs.append((bar, 1))
    return [
        f"{b.beats}/{b.unit}" + ("" if b.complete else f":{b.steps}") + (f" x{count}" if count > 1 else "")
        for b, count in runs
    ]


def _bars(metres: list[str]) -> tuple[Bar, ...]:
    """Bars from their runs."""
    bars: list[Bar] = []
    for run in metres:
        match = _BAR.fullmatch(run)
        if not match or int(match[2]) == 0:
            raise damaged("a metre in it cannot be read")
        beats, unit = int(match[1]), int(match[2])
        bar = Bar(beats, unit, int(match[3])) if match[3] else Bar.full(beats, unit)
        bars += [bar] * int(match[4] or 1)
        if len(bars) > MAX_BARS:
            raise FormatError(f"The file has more than {MAX_BARS:,} bars, the most a piece can have.")
    if sum(bar.steps for bar in bars) > MAX_STEPS:
        raise FormatError(f"The piece in the file is longer than {MAX_STEPS:,} sixteenths, the most a piece can have.")
    return tuple(bars)


def _voice_to_plain(voice: Voice, key: Key, spans: list[tuple[int, int]]) -> Plain:
    """One voice: a note's own spelling is in its name, other marks in their own list."""
    spelled = {
        mark.step: spell(voice.cells[mark.step], key, mark.spelling).name
        for mark in voice.marks
        if mark.spelling is not None
    }
    words = {HOLD: "_", REST: "."}
    written = [words[cell] if cell < 0 else " " + spelled.get(step, str(cell)) for step, cell in enumerate(voice.cells)]
    bars = []
    for start, stop in spans:
        text = "".join(written[start:stop])
        bars.append(re.sub(r"(?<=\w)(?=\.)", " ", text).strip())
    marks = [
        [m.step, m.velocity, m.lyric] for m in voice.marks if m.spelling is None or m.velocity is not None or m.lyric
    ]
    return {"name": voice.name, "program": voice.program, "bars": bars, "marks": marks}


@lru_cache(maxsize=20_000)
def _cells(text: str) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """(cells, ((step, spelling), ...)) of one bar's string; repeated bars are read once."""
    cells: list[int] = []
    spellings: list[tuple[int, int]] = []
    for word in text.split(" "):
        match = _CELL.fullmatch(word)
        if not match:
            raise damaged("a bar in it cannot be read")
        name, number, holds, rests = match.groups()
        if rests:
            cells += [REST] * len(rests)
            continue
        if name:
            note = parse_name(name)
            spellings.append((len(cells), place_of(note.letter, note.alter)))
            cells.append(note.pitch if note.pitch >= 0 else 128)
        elif number:
            cells.append(int(number))
        cells += [HOLD] * len(holds)
    return tuple(cells), tuple(spellings)


def _voice_from_plain(plain: Plain, bars: tuple[Bar, ...]) -> Voice:
    """One voice; its bars must be as long as the metres say."""
    texts = listed(take(plain, "bars", list), str, "bars")
    if len(texts) != len(bars):
        raise damaged("a voice in it has not as many bars as there are metres")
    cells: list[int] = []
    marks: dict[int, Mark] = {}
    for text, bar in zip(texts, bars, strict=True):
        found, spellings = _cells(text) if len(text) <= LONGEST_CELL * bar.steps else ((), ())
        if len(found) != bar.steps:
            raise damaged("a bar in it is not as long as its metre")
        for step, place in spellings:
            marks[len(cells) + step] = Mark(len(cells) + step, spelling=place)
        cells += found
    for item in take(plain, "marks", list, []):
        if (
            not isinstance(item, list)
            or len(item) != 3
            or type(item[0]) is not int
            or type(item[1]) not in (int, type(None))
            or not isinstance(item[2], str)
        ):
            raise damaged("a mark in it is not a step, a velocity and a syllable")
        marks[item[0]] = Mark(item[0], item[1], clean(item[2]), marks[item[0]].spelling if item[0] in marks else None)
    return Voice(
        take(plain, "name", str, ""),
        take(plain, "program", int, 0),
        tuple(cells),
        tuple(marks[step] for step in sorted(marks)),
    )


def draft_to_plain(draft: Draft) -> Plain:
    """A draft as plain values: one string for each sentence, two spaces around an empty place, null for a sentence
    without words; what stands before each, unless each begins a line."""
    gaps = [sentence.gap for sentence in draft.sentences]
    return {
        "title": draft.title,
        "sentences": [" ".join(s.words) if s.words else None for s in draft.sentences],
        "gaps": gaps if any(gap != LINE for gap in gaps) else [],
    }


def draft_from_plain(plain: Any) -> Draft:
    """The draft that `draft_to_plain` wrote down."""
    lines: list[str | None] = listed(take(plain, "sentences", list), (str, type(None)), "sentences")
    gaps: list[str] = listed(take(plain, "gaps", list, []), (str,), "gaps") or [LINE] * len(lines)
    if len(gaps) != len(lines) or any(gap not in GAPS for gap in gaps):
        raise damaged("the gaps in it do not fit its sentences")
    sentences = (
        sentence if gap == LINE else replace(sentence, gap=gap)
        for sentence, gap in zip(map(_sentence, lines), gaps, strict=True)
    )
    return Draft(tuple(sentences), take(plain, "title", str, ""))


@lru_cache(maxsize=20_000)
def _sentence(line: str | None) -> Sentence:
    """One sentence; those that did not change from take to take are read once."""
    return Sentence(tuple(clean(line).split(" ")) if line is not None else ())


def mask_to_plain(mask: Mask, lengths: tuple[int, ...]) -> list[list[str]]:
    """For each row a string for each stretch (bar) of the given lengths, in runs such as 'K12 R4'; what is left over
    makes a last stretch."""
    rows = []
    for row in mask.rows:
        letters = "".join(BRUSH_LETTERS[Brush(cell)] for cell in row)
        texts = []
        for length in (*lengths, len(letters)):
            stretch, letters = letters[:length], letters[length:]
            if stretch:
                texts.append(" ".join(f"{run[1]}{len(run[0])}" for run in re.finditer(r"(.)\1*", stretch)))
        rows.append(texts)
    return rows


def mask_from_plain(plain: Any) -> Mask:
    """The mask that `mask_to_plain` wrote down."""
    if not isinstance(plain, list) or not 1 <= len(plain) <= 4:
        raise damaged("a mask in it is not a list of rows")
    return Mask(tuple(_brushes(" ".join(listed(texts, str, "mask rows"))) for texts in plain))


def _brushes(text: str) -> bytes:
    """One row of a mask."""
    runs = []
    total = 0
    for word in text.split():
        match = _RUN.fullmatch(word)
        total += int(match[2]) if match else 0
        if not match or total > MAX_STEPS:
            raise damaged("a mask in it cannot be read")
        runs.append(bytes([LETTER_BRUSHES[match[1]]]) * int(match[2]))
    return b"".join(runs)


CANVASES: dict[str, tuple[type, Callable[[Any], Plain], Callable[[Any], Canvas]]] = {
    "music": (Piece, piece_to_plain, piece_from_plain),
    "text": (Draft, draft_to_plain, draft_from_plain),
}


def printable(text: str) -> str:
    """Text that a MIDI file and other programs can hold."""
    return "".join(c for c in clean(text) if c.isprintable() or c.isspace()).strip()
