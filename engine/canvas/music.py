"""The music canvas: a frozen piece of four voices in sixteenths.

Knows what is valid; edits live in engine.canvas.edits."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from engine.canvas.chord import Harmony
from engine.errors import CanvasError

HOLD = -1  # the cell before goes on sounding
REST = -2
STEPS_PER_QUARTER = 4
MAX_BARS = 4096
MAX_STEPS = 1 << 18  # 4,096 bars of 4/1: bounds what a hostile file can ask for
UNITS = (1, 2, 4, 8, 16)
SPELLINGS = range(-22, 27)  # places on the line of fifths from three flats to three sharps


class VoiceKind(NamedTuple):
    """What is fixed about one of the four voices; low and high are MIDI pitches of a comfortable range."""

    letter: str
    name: str
    low: int
    high: int
    program: int


VOICES = (
    VoiceKind("S", "Soprano", 60, 81, 52),
    VoiceKind("A", "Alto", 53, 76, 52),
    VoiceKind("T", "Tenor", 46, 71, 52),
    VoiceKind("B", "Bass", 36, 64, 52),
)


class Bar(NamedTuple):
    """A bar of `steps` sixteenths under the metre beats/unit; fewer steps than the metre has = a pick-up or a split
    bar."""

    beats: int
    unit: int
    steps: int

    @staticmethod
    def full(beats: int = 4, unit: int = 4) -> "Bar":
        """A complete bar of the metre."""
        return Bar(beats, unit, beats * 16 // unit)

    @property
    def complete(self) -> bool:
        """Whether the bar is as long as its metre says."""
        return self.steps == self.beats * 16 // self.unit

    @property
    def beat_steps(self) -> int:
        """Sixteenths in one felt beat: a dotted quarter in 6/8, 9/8 and 12/8, else the metre's unit."""
        compound = self.unit == 8 and self.beats % 3 == 0 and self.beats > 3
        return 6 if compound else 16 // self.unit


class Key(NamedTuple):
    """A key signature: fifths from C (-7 to 7, sharps positive) and whether it is minor."""

    fifths: int = 0
    minor: bool = False


class Tempo(NamedTuple):
    """Quarter notes a minute from `step` on."""

    step: int
    quarters: float


class Mark(NamedTuple):
    """What an imported note carries besides pitch and length, at its onset; `spelling` is a place on the line of
    fifths (C = 0, G = 1, F = -1)."""

    step: int
    velocity: int | None = None
    lyric: str = ""
    spelling: int | None = None


class Note(NamedTuple):
    """A sounding note: first step, length in steps, MIDI pitch."""

    start: int
    length: int
    pitch: int


@dataclass(frozen=True)
class Voice:
    """One voice: a cell is a MIDI pitch (an onset), HOLD or REST; marks are sorted and stand on onsets."""

    name: str
    program: int
    cells: tuple[int, ...]
    marks: tuple[Mark, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.program <= 127:
            raise CanvasError(
                f"The instrument of {self.name or 'a voice'} must be a MIDI program from 0 to 127, not {self.program}."
            )
        cells = np.asarray(self.cells, dtype=np.int64)
        if cells.size and (cells.max() > 127 or cells.min() < REST):
            raise CanvasError(f"{self.name or 'A voice'} has a pitch outside MIDI's 0 to 127.")
        orphan = orphan_holds(cells)
        if orphan.any():
            raise CanvasError(
                f"{self.name or 'A voice'} holds a note at sixteenth {int(orphan.argmax()) + 1} where none has begun."
            )
        last = -1
        for mark in self.marks:
            if not last < mark.step < len(self.cells) or self.cells[mark.step] < 0:
                raise CanvasError(
                    f"{self.name or 'A voice'} has a mark at sixteenth {mark.step + 1} where no note begins."
                )
            if mark.spelling is not None and (
                mark.spelling not in SPELLINGS or (mark.spelling * 7 - self.cells[mark.step]) % 12
            ):
                raise CanvasError(
                    f"{self.name or 'A voice'} spells a note at sixteenth {mark.step + 1} as another pitch."
                )
            if mark.velocity is not None and not 1 <= mark.velocity <= 127:
                raise CanvasError(f"{self.name or 'A voice'} has a velocity outside 1 to 127.")
            last = mark.step

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """The notes in order of time."""
        return notes_of(self.cells)

    def with_cells(self, cells: tuple[int, ...]) -> "Voice":
        """The voice with other cells; marks whose note kept its onset and pitch stay."""
        kept = tuple(m for m in self.marks if m.step < len(cells) and cells[m.step] == self.cells[m.step])
        return replace(self, cells=cells, marks=kept)


@dataclass(frozen=True)
class Piece:
    """Four voices over bars; a frozen value in which nothing invalid can be built. `fermatas` None means unknown;
    `chords` are those asked for, whatever sounds."""

    voices: tuple[Voice, ...]  # soprano, alto, tenor, bass
    bars: tuple[Bar, ...]
    key: Key = Key()
    tempos: tuple[Tempo, ...] = (Tempo(0, 96.0),)
    fermatas: tuple[int, ...] | None = None
    title: str = ""
    chords: tuple[Harmony, ...] = ()

    def __post_init__(self) -> None:
        if len(self.voices) != 4:
            raise CanvasError(f"A piece has four voices, not {len(self.voices)}.")
        if not 1 <= len(self.bars) <= MAX_BARS:
            raise CanvasError(f"A piece has 1 to {MAX_BARS:,} bars, not {len(self.bars):,}.")
        for number, bar in enumerate(self.bars):
            if bar.unit not in UNITS or not 1 <= bar.beats <= 64:
                raise CanvasError(
                    f"Bar {number + 1} has the metre {bar.beats}/{bar.unit}; it must be 1 to 64 beats of a whole to a"
                    " sixteenth."
                )
            if not 1 <= bar.steps <= max(1, bar.beats * 16 // bar.unit):
                raise CanvasError(
                    f"Bar {number + 1} is {bar.steps} sixteenths long, which does not fit in {bar.beats}/{bar.unit}."
                )
        steps = sum(bar.steps for bar in self.bars)
        if steps > MAX_STEPS:
            raise CanvasError(f"A piece has at most {MAX_STEPS:,} sixteenths, not {steps:,}.")
        for voice in self.voices:
            if len(voice.cells) != steps:
                raise CanvasError(
                    f"{voice.name or 'A voice'} is {len(voice.cells):,} sixteenths long but the bars hold {steps:,}."
                )
        if not -7 <= self.key.fifths <= 7:
            raise CanvasError("A key has at most seven sharps or flats.")
        if not self.tempos or self.tempos[0].step != 0:
            raise CanvasError("The first tempo must be at the start.")
        for before, tempo in zip((None, *self.tempos), self.tempos, strict=False):
            if not 1 <= tempo.quarters <= 1000 or tempo.step >= max(1, steps) or (before and tempo.step <= before.step):
                raise CanvasError("Tempos must be 1 to 1000 quarters a minute, in order, inside the piece.")
        marks = self.fermatas or ()
        if any(not 0 <= step < steps for step in marks) or list(marks) != sorted(set(marks)):
            raise CanvasError("Fermatas must be in order and inside the piece.")
        places = [harmony.step for harmony in self.chords]
        if places and (places[0] < 0 or places[-1] >= steps or places != sorted(set(places))):
            raise CanvasError("Chords must be in order and inside the piece.")

    @property
    def steps(self) -> int:
        """Length in sixteenths."""
        return len(self.voices[0].cells)

    @cached_property
    def bar_starts(self) -> tuple[int, ...]:
        """The first step of each bar."""
        return tuple(int(s) for s in np.cumsum([0, *(bar.steps for bar in self.bars[:-1])]))

    @property
    def has_pickup(self) -> bool:
        """Whether bar counting starts at 0."""
        return len(self.bars) > 1 and not self.bars[0].complete

    def place(self, step: int) -> tuple[int, int, int]:
        """(bar number as a musician counts, beat from 1, sixteenth in the beat from 1); a pick-up is bar 0 and ends
        on its last beat."""
        index = int(np.searchsorted(self.bar_starts, step, side="right")) - 1
        bar = self.bars[index]
        inside = step - self.bar_starts[index]
        if index == 0 and self.has_pickup:
            inside += bar.beats * 16 // bar.unit - bar.steps
        beat, rest = divmod(inside, bar.beat_steps)
        return index + (0 if self.has_pickup else 1), beat + 1, rest + 1

    def grid(self) -> np.ndarray:
        """Int array (4, steps) of the cells."""
        return np.array([voice.cells for voice in self.voices], dtype=np.int64)

    def with_grid(self, grid: np.ndarray) -> "Piece":
        """The piece with other cells (4, steps), everything else kept."""
        rows = [tuple(int(cell) for cell in row) for row in grid]
        voices = tuple(v if v.cells == row else v.with_cells(row) for v, row in zip(self.voices, rows, strict=True))
        return replace(self, voices=voices)


def orphan_holds(cells: np.ndarray) -> np.ndarray:
    """Bool array: HOLD cells along the last axis that continue no note."""
    steps = np.arange(cells.shape[-1])
    last = np.maximum.accumulate(np.where(cells == HOLD, -1, steps), axis=-1)
    before = np.take_along_axis(cells, np.maximum(last, 0), axis=-1)
    return (cells == HOLD) & ((last < 0) | (before == REST))


def sounding(cells: np.ndarray) -> np.ndarray:
    """The pitch that sounds in each cell along the last axis, REST where none does."""
    steps = np.arange(cells.shape[-1])
    last = np.maximum.accumulate(np.where(cells == HOLD, 0, steps), axis=-1)
    return np.take_along_axis(cells, last, axis=-1)


def notes_of(cells: tuple[int, ...]) -> tuple[Note, ...]:
    """The notes of one voice's cells."""
    row = np.asarray(cells, dtype=np.int64)
    changes = np.flatnonzero(row != HOLD)
    lengths = np.diff(changes, append=len(row))
    found = np.stack([changes, lengths, row[changes]])[:, row[changes] >= 0]
    return tuple(map(Note._make, zip(*found.tolist(), strict=True)))  # tens of thousands in a long piece


def whole_notes(cells: np.ndarray, chosen: np.ndarray) -> int:
    """How many notes of one voice lie in chosen cells (bool) from their onset to their end."""
    changes = np.flatnonzero(cells != HOLD)
    if not len(changes):
        return 0
    return int((np.logical_and.reduceat(chosen, changes) & (cells[changes] >= 0)).sum())


def cells_of(notes: tuple[Note, ...] | list[Note], steps: int) -> tuple[int, ...]:
    """Cells of one voice from notes that do not overlap; gaps are rests."""
    row = np.full(steps, REST, dtype=np.int64)
    for note in notes:
        row[note.start] = note.pitch
        row[note.start + 1 : note.start + note.length] = HOLD
    return tuple(row.tolist())


def blank_piece(bars: int = 8, beats: int = 4, unit: int = 4, title: str = "") -> Piece:
    """A piece of rests with the usual four voices."""
    if not 1 <= bars <= MAX_BARS:
        raise CanvasError(f"A piece has 1 to {MAX_BARS:,} bars, not {bars:,}.")
    each = Bar.full(beats, unit)
    voices = tuple(Voice(kind.name, kind.program, (REST,) * (bars * each.steps)) for kind in VOICES)
    return Piece(voices, (each,) * bars, title=title)
