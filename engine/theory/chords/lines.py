"""Chords written as lines of text, as people send them: `C | G7 | Am F | G`, chords above words, ChordPro.

Knows how a bar's chords share its beats; places them in a piece's bars."""

import re

from engine.canvas.chord import Chord, Harmony
from engine.canvas.music import Bar, Piece
from engine.errors import CanvasError
from engine.theory.chords.symbols import is_chord, parse_chord

MOST_BARS = 4096
LONGEST_TEXT = 200_000  # characters
SAME, BEAT = "%", ("/", ".", "-")  # the bar before again; one beat more
_BAR_LINE = re.compile(r"\|\]|\[\||:?\|\|?:?|\u2016")
# neither may hold its own opening sign: a text of nothing else would take the square of its length to search
_BRACKETED = re.compile(r"\[([^\[\]\s]+)\]")
_DIRECTIVE = re.compile(r"\{[^{}]*\}")
Slot = Chord | None  # None: the chord before goes on


def read_lines(text: str) -> tuple[tuple[Slot, ...], ...]:
    """The chords of each bar; lines without bar lines have one chord a bar. German where an H is among them."""
    if len(text) > LONGEST_TEXT:
        raise CanvasError(f"The text with chords has more than {LONGEST_TEXT:,} characters; take a part of it.")
    lines = [_DIRECTIVE.sub(" ", line).strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    rows = [row for line in lines if (row := _words(line, len(lines) == 1))]
    bars: list[tuple[Slot, ...]] = []
    german = any(word.startswith("H") for row in rows for bar in row for word in bar)
    for row in rows:
        for bar in row:
            bars.append(bars[-1] if bar == [SAME] and bars else tuple(_slot(word, german) for word in bar))
            if len(bars) > MOST_BARS:
                raise CanvasError(f"There are more than {MOST_BARS:,} bars of chords; take a part of them.")
    if not any(slot is not None for bar in bars for slot in bar):
        raise CanvasError('There are no chords in this text; write them such as "C | G7 | Am F | G".')
    return tuple(bars)


def _words(line: str, alone: bool) -> list[list[str]]:
    """The words of each bar of one line; [] for a line that holds no chords but words or a title."""
    if "|" in line:
        bars = [bar.split() for bar in _BAR_LINE.split(line)]
        return bars[(not bars[0]) : len(bars) - (not bars[-1])]
    bracketed: list[str] = _BRACKETED.findall(line)
    if bracketed:
        return [[word] for word in bracketed if is_chord(word) or word in ("N.C.", "NC")]
    words = line.split()
    chords = alone or all(is_chord(word) or word in ("N.C.", "NC", SAME) for word in words)
    return [[word] for word in words] if chords else []


def _slot(word: str, german: bool) -> Slot:
    return None if word in BEAT or word == SAME else parse_chord(word, german)


def placed_in(piece: Piece, bars: tuple[tuple[Slot, ...], ...], first: int | None = None) -> tuple[Harmony, ...]:
    """The chords of lines in a piece's bars from bar index `first` on (None: the first whole bar); bars beyond its end
    are left out."""
    begin = (1 if piece.has_pickup else 0) if first is None else first
    found: list[Harmony] = []
    for index, slots in zip(range(begin, len(piece.bars)), bars, strict=False):
        start = piece.bar_starts[index]
        if len(slots) > piece.bars[index].steps:
            raise CanvasError(f"There are {len(slots):,} chords in one bar, more than it has sixteenths.")
        for slot, step in zip(slots, _steps(piece.bars[index], len(slots)), strict=True):
            if slot is not None and (not found or found[-1].chord != slot or step == 0):
                found.append(Harmony(start + step, slot))
    return tuple(found)


def _steps(bar: Bar, count: int) -> list[int]:
    """Where each of a bar's chords begins: on its beats, the first longest where they do not share evenly."""
    unit = bar.beat_steps if count * bar.beat_steps <= bar.steps else max(1, bar.steps // max(1, count))
    beats = bar.steps // unit
    share, over = divmod(beats, max(1, count))
    at, steps = 0, []
    for number in range(count):
        steps.append(min(at * unit, bar.steps - 1))
        at += share + (number < over)
    return steps
