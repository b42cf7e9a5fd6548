"""What was played, in steps of the piece, and how it falls on the grid: pure functions, no clock and no widgets."""

from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import NamedTuple

from app.roll.changes import add_note, piece_of
from app.roll.describe import length_words
from app.words import count, tr
from engine.canvas import edits
from engine.canvas.music import Note
from engine.canvas.project import Project

GRIDS = (1, 2, 4)  # sixteenths that onsets and ends may fall on
AUDIBLE = 0.12  # sixteenths that a note may be off before it counts as moved


class PlayedNote(NamedTuple):
    """A key from press to release, in sixteenths of the piece, not rounded."""

    start: float
    stop: float
    pitch: int


class PlacedNote(NamedTuple):
    """A played note and where it goes."""

    played: PlayedNote
    note: Note

    @property
    def off(self) -> float:
        """How far its onset moves, in sixteenths."""
        return abs(self.played.start - self.note.start)


@dataclass(frozen=True)
class PlayedMelody:
    """Played notes on a grid; `left_out` fell on the place of a later one."""

    placed: tuple[PlacedNote, ...]
    left_out: int
    grid: int

    @property
    def moved(self) -> list[PlacedNote]:
        """The notes whose onset was not on the grid."""
        return [placed for placed in self.placed if placed.off > AUDIBLE]

    def sentence(self) -> str:
        """What moves, in words."""
        if not self.placed:
            return tr("Nothing was played yet.")
        played = count(len(self.placed), "note", "notes")
        words = tr("{notes}, all in time.", notes=played)
        if moved := self.moved:
            farthest = max(placed.off for placed in moved)
            words = tr(
                "{notes}; {n} move to the nearest {grid}, the farthest by {far} of a sixteenth.",
                notes=played,
                n=len(moved),
                grid=length_words(self.grid),
                far=f"{farthest:.1f}",
            )
        more = tr(" {n} at the same place as another are left out.", n=self.left_out) if self.left_out else ""
        return words + more


def on_grid(played: list[PlayedNote], grid: int, steps: int) -> PlayedMelody:
    """One line of notes on a grid: of several at one place the last played stays, each ends before the next, and none
    is shorter than the grid."""
    at: dict[int, PlayedNote] = {}
    last = max(0, (steps - 1) // grid * grid)
    for note in played:
        at[min(last, max(0, grid * int(note.start / grid + 0.5)))] = note
    onsets = sorted(at)
    placed = []
    for start, following in zip_longest(onsets, onsets[1:], fillvalue=steps):
        stop = max(start + grid, grid * int(at[start].stop / grid + 0.5))
        placed.append(PlacedNote(at[start], Note(start, min(stop, following) - start, at[start].pitch)))
    return PlayedMelody(tuple(placed), len(played) - len(at), grid)


def written(project: Project, voice: int, take: PlayedMelody) -> Project:
    """The project with a take in a voice: it replaces what was there from its first note to its last, and is kept."""
    if not take.placed:
        return project
    first, last = take.placed[0].note, take.placed[-1].note
    piece, stop = piece_of(project), last.start + last.length
    under = edits.note_at(piece.voices[voice], stop) if stop < piece.steps else None
    if under is not None and under.start < stop:
        stop = under.start + under.length  # what is left of a note that was played over is not struck again
    emptied = edits.erase(piece, voice, first.start, stop)
    project = replace(project, canvas=emptied)
    for placed in take.placed:
        project = add_note(project, voice, *placed.note).project
    return project


class Capture:
    """Keys as they go down and up while time runs; a loop goes round, and later rounds win where they play."""

    def __init__(self, start: float) -> None:
        self.played: list[PlayedNote] = []
        self._start, self._last = start, start
        self._down: dict[int, float] = {}

    def press(self, pitch: int, step: float) -> None:
        """A key goes down."""
        self.release(pitch, step)
        self._down[pitch] = step

    def release(self, pitch: int, step: float) -> None:
        """A key comes up; one that was down only during the count-in is not part of the take."""
        start = self._down.pop(pitch, None)
        if start is not None and step > start:
            self.played.append(PlayedNote(start, step, pitch))

    def follow(self, step: float, turn: tuple[int, int] | None) -> None:
        """Time went on; when a loop went round, held keys end with it."""
        if step < self._last and turn is not None:
            for pitch in list(self._down):
                self.release(pitch, float(turn[1]))
        self._last = step

    def end(self) -> None:
        """Time stops: held keys end."""
        for pitch in list(self._down):
            self.release(pitch, self._last)
