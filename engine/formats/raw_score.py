"""What a music file says before it is fitted to four voices and sixteenths: parts of notes at exact times.

Shared by MIDI and MusicXML."""

from dataclasses import dataclass
from typing import NamedTuple

from engine.canvas.chord import Harmony
from engine.canvas.music import UNITS, Bar, Key, Note, Tempo
from engine.errors import FormatError

MAX_NOTES = 100_000  # of a MIDI file: bounds the time to import it
MAX_WRITTEN = 60_000  # of a score, where each part of a tied note counts
MOST_BEATS = 64
SAME_TIME = 1e-4  # sixteenths


class RawNote(NamedTuple):
    """A note as the file has it; start and stop in sixteenths, not yet on the grid.

    `sustained` = a pedal made it longer."""

    start: float
    stop: float
    pitch: int
    velocity: int | None = None
    lyric: str = ""
    spelling: int | None = None
    sustained: bool = False


@dataclass(frozen=True)
class RawPart:
    """One track, channel, part or staff voice.

    `label` names it for the user, `hints` are names that may say which voice it is."""

    label: str
    notes: tuple[RawNote, ...]
    name: str = ""
    hints: tuple[str, ...] = ()
    program: int | None = None

    @property
    def mean_pitch(self) -> float:
        """Mean MIDI pitch of the notes, by number of notes."""
        return sum(note.pitch for note in self.notes) / max(1, len(self.notes))


@dataclass(frozen=True)
class RawScore:
    """A whole file.

    `key` and `fermatas` None = the file does not say; `order` = bar indices as played where there are repeats."""

    parts: tuple[RawPart, ...]
    bars: tuple[Bar, ...]
    key: Key | None = None
    tempos: tuple[Tempo, ...] = (Tempo(0, 96.0),)
    fermatas: tuple[int, ...] | None = None
    title: str = ""
    remarks: tuple[str, ...] = ()
    order: tuple[int, ...] | None = None
    chords: tuple[Harmony, ...] = ()


class GridNote(NamedTuple):
    """A note on the grid of sixteenths, and the raw note it came from."""

    start: int
    stop: int
    raw: RawNote

    @property
    def note(self) -> Note:
        """Start, length and pitch."""
        return Note(self.start, self.stop - self.start, self.raw.pitch)


def nearest(time: float) -> int:
    """The nearest step; halfway goes down, so that the second of two thirty-seconds falls on the first."""
    return int(-((0.5 - time + SAME_TIME) // 1)) if time > 0 else 0


def on_grid(note: RawNote) -> GridNote:
    """The note at the nearest sixteenths, at least one long."""
    start = nearest(note.start)
    return GridNote(start, max(start + 1, nearest(note.stop)), note)


def check_notes(count: int, limit: int = MAX_NOTES) -> None:
    """One clear sentence for too many notes."""
    if count > limit:
        raise FormatError(
            f"The music has more than {limit:,} notes, which is the most such a file may have here; take a shorter part"
            " of it."
        )


def possible_metre(beats: int, unit: int, remarks: list[str]) -> tuple[int, int]:
    """A metre that a piece can have; where it is not the file's, a remark says so."""
    if unit in UNITS and 1 <= beats <= MOST_BEATS:
        return beats, unit
    sixteenths, odd = divmod(beats * 16, max(1, unit))
    if not odd and 1 <= sixteenths <= MOST_BEATS:
        return sixteenths, 16
    remark = f"The metre {beats}/{unit} does not fit on sixteenths; 4/4 was used instead."
    if remark not in remarks and len(remarks) < 20:
        remarks.append(remark)
    return 4, 4
