"""What the roll shows, worked out as arrays: the notes of each voice with their state, at rest (brushes) or over a
preview (settled, unsure, open, scraped). Only the notes in view become Python values. Knows no pixels."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from app.document.accept import edited_since
from app.roll.painting.regions import Region, find_regions
from app.widgets.ink import NoteState
from engine.canvas.mask import PINNED, Brush
from engine.canvas.matching import spliced
from engine.canvas.music import HOLD, Piece, sounding
from engine.canvas.project import Canvas, Project

StepSpan = tuple[int, int]  # steps (first, stop)
SETTLED_FROM, UNSURE_FROM = 0.75, 0.3  # of Placed.settled


class Drawn(NamedTuple):
    """A note to draw; `runs` are (start, stop, state) where a note wears more than one brush, else ()."""

    voice: int
    start: int
    length: int
    pitch: int
    state: NoteState
    runs: tuple[tuple[int, int, NoteState], ...] = ()

    @property
    def stop(self) -> int:
        """The first step after it."""
        return self.start + self.length


class Line(NamedTuple):
    """The notes of one voice as int arrays of one length."""

    starts: np.ndarray
    stops: np.ndarray
    pitches: np.ndarray

    @staticmethod
    def of(cells: np.ndarray) -> "Line":
        """From a row of cells."""
        begins = np.flatnonzero(cells != HOLD)
        stops = np.append(begins[1:], len(cells)) if len(begins) else begins
        sound = cells[begins] >= 0
        return Line(begins[sound], stops[sound], cells[begins[sound]])

    def window(self, first: float, last: float) -> slice:
        """Which notes sound somewhere in first..last."""
        return slice(
            int(np.searchsorted(self.stops, first, side="right")), int(np.searchsorted(self.starts, last, side="left"))
        )


@dataclass(frozen=True, eq=False)
class RollPage:
    """Cells (4, steps), the NoteState of each cell, and the notes that were scraped away; `resting` when there is no
    preview."""

    piece: Piece  # bars, key, fermatas and lyrics
    cells: np.ndarray
    states: np.ndarray
    scraped: tuple[Line, ...] = ()
    resting: bool = True

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The notes of each voice."""
        return tuple(Line.of(row) for row in self.cells)

    @property
    def span(self) -> tuple[int, int]:
        """Lowest and highest pitch; middle C twice if there is none."""
        pitches = self.cells[self.cells >= 0]
        return (int(pitches.min()), int(pitches.max())) if len(pitches) else (60, 60)

    @cached_property
    def _seams(self) -> tuple[np.ndarray, ...]:
        """For each voice the steps at which the state of the cells changes (over a preview: between pinned and free
        only)."""
        states = self.states if self.resting else np.isin(self.states, (NoteState.KEPT, NoteState.WHISPER))
        return tuple(np.flatnonzero(row[1:] != row[:-1]) + 1 for row in states)

    def visible(self, voice: int, first: float, last: float) -> Iterator[Drawn]:
        """The notes of a voice that sound in first..last, in order of time."""
        line, seams, states = self.lines[voice], self._seams[voice], self.states[voice]
        part = line.window(first, last)
        starts, stops = line.starts[part], line.stops[part]
        mixed = np.searchsorted(seams, starts, side="right") < np.searchsorted(seams, stops, side="left")
        rows = zip(
            starts.tolist(),
            stops.tolist(),
            line.pitches[part].tolist(),
            states[starts].tolist(),
            mixed.tolist(),
            strict=True,
        )
        for start, stop, pitch, state, several in rows:
            runs = self._runs(voice, start, stop) if several else ()
            yield Drawn(voice, start, stop - start, pitch, NoteState(state), runs)

    def _runs(self, voice: int, start: int, stop: int) -> tuple[tuple[int, int, NoteState], ...]:
        seams = self._seams[voice]
        inside = seams[np.searchsorted(seams, start, side="right") : np.searchsorted(seams, stop, side="left")].tolist()
        edges = [start, *inside, stop]
        return tuple((a, b, NoteState(int(self.states[voice, a]))) for a, b in pairwise(edges))

    @cached_property
    def _shared(self) -> np.ndarray:
        """Int array (4, steps + 1): running count of cells in which another voice sounds the same pitch."""
        pitch = self.cells_sounding
        same = (pitch[:, None] == pitch[None]) & (pitch[:, None] >= 0) & ~np.eye(4, dtype=bool)[..., None]
        return np.concatenate([np.zeros((4, 1), dtype=int), np.cumsum(same.any(axis=1), axis=1)], axis=1)

    def partners(self, note: Drawn) -> tuple[int, ...]:
        """The other voices that sound a note's pitch while it does."""
        if self._shared[note.voice, note.stop] == self._shared[note.voice, note.start]:
            return ()
        span = slice(note.start, note.stop)
        mine = self.cells_sounding[note.voice, span]
        return tuple(v for v in range(4) if v != note.voice and (self.cells_sounding[v, span] == mine).any())

    @cached_property
    def cells_sounding(self) -> np.ndarray:
        """Int array (4, steps): the pitch that sounds, or REST."""
        return sounding(self.cells)

    def gone(self, voice: int, first: float, last: float) -> Iterator[Drawn]:
        """The scraped notes of a voice in first..last."""
        if self.scraped:
            line = self.scraped[voice]
            part = line.window(first, last)
            for start, stop, pitch in zip(
                line.starts[part].tolist(), line.stops[part].tolist(), line.pitches[part].tolist(), strict=True
            ):
                yield Drawn(voice, start, stop - start, pitch, NoteState.SCRAPED)

    def note_at(self, voice: int, step: float) -> Drawn | None:
        """The note of a voice that sounds at a time."""
        return next((note for note in self.visible(voice, step, step + 1e-6) if note.start <= step < note.stop), None)

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """Areas that are to be rewritten; none over a preview."""
        return find_regions(self.cells, self.states) if self.resting else ()

    def regions_in(self, first: float, last: float) -> tuple[Region, ...]:
        """Those that touch first..last; they are in order of time."""
        begin = bisect_right(self.regions, first, key=lambda region: region.stop)
        return self.regions[begin : bisect_left(self.regions, last, key=lambda region: region.start)]


def page_of(project: Project) -> RollPage:
    """The page at rest: each note wears its brush (brushes and the first four states have the same values)."""
    piece = project.canvas
    assert isinstance(piece, Piece)
    return RollPage(piece, grid_of(piece), project.masks[0].array())


_grids: list[
    tuple[Piece, np.ndarray]
] = []  # the pieces asked for last: a preview asks for the same one thirty times a second


def grid_of(piece: Piece) -> np.ndarray:
    """Piece.grid, remembered for a moment; not to be written to."""
    for known, grid in _grids:
        if known is piece:
            return grid
    _grids.append((piece, piece.grid()))
    del _grids[:-4]
    return _grids[-1][1]


def preview_page(
    project: Project, before: Project, cells: np.ndarray, settled: np.ndarray | None, base: Canvas | None = None
) -> RollPage:
    """The page under a preview.

    `cells` (4, steps) are the alternative's; `settled` (4, steps) 0..1, None when finished. Pinned cells, and those
    edited since the page was `base` (that of `before`, if not given), show the project: what is seen is what
    accepting would give."""
    piece, old = project.canvas, before.canvas
    assert isinstance(piece, Piece) and isinstance(old, Piece)
    brushes = before.masks[0].array()
    pinned = (brushes & PINNED) != 0
    fits = piece.steps == old.steps
    was = grid_of(old)
    states = np.full(cells.shape, NoteState.SETTLED, dtype=np.uint8)
    if settled is not None:
        states[settled < SETTLED_FROM] = NoteState.UNSURE
        states[settled < UNSURE_FROM] = NoteState.OPEN
    same = sounding(was) == sounding(cells)
    kept_hint = (brushes == Brush.SUGGEST) & same
    states[kept_hint] = NoteState.SUGGEST
    states[pinned] = brushes[pinned]
    if fits and base is not piece:
        edited = edited_since(base or old, piece) & ~pinned
        states[edited] = NoteState.KEPT
        pinned |= edited
    cells = spliced(grid_of(piece), cells, ~pinned) if fits else cells
    return RollPage(piece if fits else old, cells, states, _scraped(was, cells, pinned | same), resting=False)


def _scraped(was: np.ndarray, now: np.ndarray, alike: np.ndarray) -> tuple[Line, ...]:
    """The old notes of which some cell is gone: free, and another pitch than before."""
    lines = []
    for row, same in zip(was, alike, strict=True):
        line = Line.of(row)
        lost = np.concatenate(([0], np.cumsum(~same)))
        gone = lost[line.stops] > lost[line.starts]
        lines.append(Line(line.starts[gone], line.stops[gone], line.pitches[gone]))
    return tuple(lines)


def changed_steps(old: RollPage, new: RollPage) -> StepSpan | None:
    """The steps (first, stop) whose picture differs between two pages of one length, whole notes included; None if
    nothing does. Other bars or key: all."""
    if old.cells.shape != new.cells.shape or old.resting != new.resting or not _same_frame(old.piece, new.piece):
        return 0, max(old.cells.shape[1], new.cells.shape[1]) + 1  # what the longer page showed must go too
    differs = np.flatnonzero(((old.cells != new.cells) | (old.states != new.states)).any(axis=0))
    first, stop = (int(differs[0]), int(differs[-1]) + 1) if len(differs) else (len(old.cells[0]), 0)
    for was, now in ((old.regions, new.regions), *zip(_spans(old.scraped), _spans(new.scraped), strict=False)):
        if odd := set(was) ^ set(now):
            first, stop = min(first, *(span[0] for span in odd)), max(stop, *(span[1] for span in odd))
    if first >= stop:
        return None
    for page in (old, new):
        for line in (*page.lines, *page.scraped):
            part = line.window(first, stop)
            if part.start < part.stop:
                first, stop = min(first, int(line.starts[part][0])), max(stop, int(line.stops[part][-1]))
    return first, stop


def _spans(lines: tuple[Line, ...]) -> list[list[tuple[int, ...]]]:
    """(start, stop, pitch) of each voice's notes."""
    return [list(zip(*(part.tolist() for part in line), strict=True)) for line in lines]


def _same_frame(old: Piece, new: Piece) -> bool:
    same = (old.bars, old.key, old.fermatas) == (new.bars, new.key, new.fermatas)
    return same and all(a.marks == b.marks for a, b in zip(old.voices, new.voices, strict=True))
