"""What is collected from a MusicXML score bar by bar, and how it becomes a raw score: bars, joined ties, parts, key.

No XML here."""

from dataclasses import dataclass, field
from typing import NamedTuple

from engine.canvas.chord import Chord, Harmony
from engine.canvas.music import Key, Tempo
from engine.errors import FormatError
from engine.formats.musicxml.bars import BarReach, bars_of
from engine.formats.musicxml.repeats import Signs, played_order
from engine.formats.raw_score import RawNote, RawPart, RawScore, nearest, on_grid
from engine.theory.key_finder import choose_mode

MOST_LINES = 32  # staves and voices of one part
REMARKS = {
    "grace or cue notes": "Grace notes and cue notes were left out.",
    "percussion": "Percussion without a pitch was left out.",
    "quarter-tones": "Quarter-tones were rounded to the nearest semitone.",
    "dynamics": "Dynamics were left out.",
    "chord symbols": "Some chord symbols are of a kind that is not known here; they were left out.",
    "figured bass": "Figured bass was left out.",
    "verses": "Only the first verse of the lyrics was used.",
    "ornaments": "Slurs, articulations and ornaments were left out.",
    "jumps": "Jumps such as da capo or to the coda are not followed.",
    "tempos": "A tempo outside 1 to 1,000 quarters a minute was left out or brought inside.",
    "tempo words": "A tempo that is not a number was left out.",
}


class ParsedNote(NamedTuple):
    """A note as read: bar index, start and stop in sixteenths from the bar line, what it is, and whether it is tied."""

    bar: int
    start: float
    stop: float
    note: RawNote
    tied_from: bool
    tied_to: bool
    line: tuple[int, str]


@dataclass
class PartState:
    """One part while it is read; times are sixteenths from the bar line."""

    name: str = ""
    instrument: str = ""
    program: int | None = None
    scale: float = 4.0  # sixteenths for each division
    semitones: int = 0
    fifths: int = 0
    spelled: bool = True
    bar: int = -1
    now: float = 0.0
    chord_start: float = 0.0
    reach: float = 0.0
    written: float = 0.0  # as `reach`, without what is only skipped
    last: float = 0.0  # where the bar's last note begins
    sounding: float = 0.0  # where the bar's notes end
    notes: list[ParsedNote] = field(default_factory=list)


@dataclass
class Reading:
    """What is gathered over all parts."""

    parts: dict[str, PartState] = field(default_factory=dict)
    lengths: dict[int, float] = field(default_factory=dict)
    written: dict[int, float] = field(default_factory=dict)
    irregular: set[int] = field(default_factory=set)  # bars that the file itself calls so, such as half of a split bar
    spans: dict[int, list[BarReach]] = field(default_factory=dict)
    metres: dict[int, tuple[int, int]] = field(default_factory=dict)
    signs: dict[int, Signs] = field(default_factory=dict)
    keys: list[tuple[int, str]] = field(default_factory=list)
    tempos: dict[tuple[int, float], float] = field(default_factory=dict)
    fermatas: set[tuple[int, float]] = field(default_factory=set)
    chords: dict[tuple[int, float], Chord] = field(default_factory=dict)
    chord_part: PartState | None = None  # whose chord symbols are taken
    title: str = ""
    seen: set[str] = field(default_factory=set)
    remarks: list[str] = field(default_factory=list)
    count: int = 0


def assembled(reading: Reading) -> RawScore:
    """The raw score once all parts are read."""
    if not reading.lengths:
        raise FormatError("There is no music in this score; choose another one.")
    remarks = reading.remarks
    for index in (*reading.irregular, max(reading.lengths)):
        if reading.written[index]:  # silence that is only skipped fills the last bar and irregular ones on paper only
            reading.lengths[index] = reading.written[index]
    bars, surplus = bars_of(reading.lengths, reading.spans, reading.metres)
    remarks += surplus.sentences(not bars[0].complete)
    starts = [0]
    for bar in bars:
        starts.append(starts[-1] + bar.steps)
    steps = starts[-1]
    fermatas = sorted({min(starts[bar] + nearest(time), steps - 1) for bar, time in reading.fermatas})
    tempos = {
        min(starts[bar] + nearest(time), steps - 1): quarters
        for (bar, time), quarters in sorted(reading.tempos.items())
    }
    tempos.setdefault(0, 96.0)
    chords = {
        min(starts[bar] + nearest(time), steps - 1): chord for (bar, time), chord in sorted(reading.chords.items())
    }
    parts = _parts(reading, starts)
    for what, sentence in REMARKS.items():
        if what in reading.seen:
            remarks.append(sentence)
    order = played_order(reading.signs, len(bars), remarks)
    return RawScore(
        parts=tuple(parts),
        bars=bars,
        key=_key(reading, parts),
        tempos=tuple(Tempo(step, tempos[step]) for step in sorted(tempos)),
        fermatas=tuple(fermatas) or None,
        title=reading.title,
        remarks=tuple(dict.fromkeys(remarks)),
        order=order,
        chords=tuple(Harmony(step, chords[step]) for step in sorted(chords)),
    )


def _parts(reading: Reading, starts: list[int]) -> list[RawPart]:
    """One raw part for each part; where there are fewer than four, for each staff and voice of it."""
    found = []
    named = [part for part in reading.parts.values() if part.notes or part.bar >= 0]
    apart = len(named) < 4
    for place, part in enumerate(named, 1):
        title = part.name or f"Part {place}"
        lines: dict[tuple[int, str], list[ParsedNote]] = {}
        for note in part.notes if apart else ():
            lines.setdefault(note.line, []).append(note)
        if 1 < len(lines) <= MOST_LINES:
            for (staff, voice), notes in sorted(lines.items()):
                found.append(
                    RawPart(f"{title}, staff {staff}, voice {voice}", _joined(notes, starts), "", (), part.program)
                )
        else:
            found.append(
                RawPart(title, _joined(part.notes, starts), part.name, (part.instrument, part.name), part.program)
            )
    return found


def _joined(notes: list[ParsedNote], starts: list[int]) -> tuple[RawNote, ...]:
    """Notes at times from the start of the piece, tied ones made one."""
    whole: list[RawNote] = []
    waiting: dict[int, tuple[int, tuple[int, str] | None]] = {}  # by pitch: which note is tied on, and its line
    for note in sorted(notes, key=lambda each: (each.bar, each.start)):
        at = starts[note.bar]
        ends = starts[note.bar + 1]
        raw = note.note._replace(start=min(at + note.start, ends), stop=min(at + note.stop, ends))
        before, line = waiting.get(raw.pitch, (0, None))
        meets = line is not None and abs(whole[before].stop - raw.start) < 0.26
        joined = meets and (note.tied_from or note.line == line)  # the sign that the tie ends may be missing
        if joined:
            whole[before] = whole[before]._replace(stop=raw.stop)
            index = before
        else:
            whole.append(raw)
            index = len(whole) - 1
        if note.tied_from or joined:
            waiting.pop(raw.pitch, None)
        if note.tied_to:
            waiting[raw.pitch] = (index, note.line)
    return tuple(whole)


def _key(reading: Reading, parts: list[RawPart]) -> Key | None:
    """The first key; where only the signature is written, the more likely of its two keys."""
    if not reading.keys:
        return None
    if len({fifths for fifths, _ in reading.keys}) > 1:
        reading.remarks.append("The key changes or differs between instruments; only the first key was used.")
    fifths, mode = reading.keys[0]
    fifths = fifths if -7 <= fifths <= 7 else (fifths + 6) % 12 - 6
    if mode in ("major", "minor"):
        return Key(fifths, mode == "minor")
    return choose_mode((on_grid(note).note for part in parts for note in part.notes), fifths)
