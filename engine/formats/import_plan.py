"""Fitting a read file to four voices and sixteenths: a guess, what it would change, what could be done instead, and
the doing of it.

An ImportPlan is a frozen value that a dialog can show as it is: the parts found, the part chosen for each voice, and
the findings. A caller changes the choices with `with_voices`, `with_shift` or `with_repeats` and looks again;
`apply` gives the piece."""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from engine.canvas.edits import copy
from engine.canvas.music import REST, VOICES, Key, Mark, Note, Piece, Tempo, Voice, cells_of
from engine.errors import FormatError
from engine.formats.findings import Findings, Offer, find
from engine.formats.lines import Lines, divide, polyphony
from engine.formats.pickup import with_pickup
from engine.formats.raw_score import GridNote, RawPart, RawScore, on_grid
from engine.theory.key_finder import find_key
from engine.theory.spelling import key_name

NAMES = {  # what a track may be called, by voice
    0: ("soprano", "sopran", "cantus", "discant", "s"),
    1: ("alto", "alt", "altus", "a"),
    2: ("tenor", "t"),
    3: ("bass", "bassus", "basso", "b"),
}
Choice = tuple[int | None, int | None, int | None, int | None]


@dataclass(frozen=True)
class ImportPlan:
    """A read file and the choices made for it:

    `voices` names the part (an index) of each voice, `shifts` moves each by semitones."""

    score: RawScore
    voices: Choice
    shifts: tuple[int, ...] = (0, 0, 0, 0)
    unfold: bool = True
    pickup: int = 0  # sixteenths of a pick-up that the file does not name

    @property
    def parts(self) -> tuple[RawPart, ...]:
        """The tracks, channels or staves that were found."""
        return self.score.parts

    @cached_property
    def outcome(self) -> tuple[Piece, Findings]:
        """The piece that these choices give, and what they change."""
        return _fit(self)

    @property
    def findings(self) -> Findings:
        """What moves, what is left out, what lies outside the voices and what could be done about it."""
        return self.outcome[1]

    def with_voices(self, *voices: int | None) -> "ImportPlan":
        """The plan with other parts for soprano, alto, tenor and bass; a part named more than once is divided,
        highest notes first."""
        if len(voices) != 4 or any(part is not None and not 0 <= part < len(self.parts) for part in voices):
            raise FormatError("Choose one of the parts that were found, or none, for each of the four voices.")
        return replace(self, voices=voices)

    def with_shift(self, voice: int | None, semitones: int) -> "ImportPlan":
        """The plan with one voice, or all (None), moved by semitones."""
        return replace(
            self, shifts=tuple(semitones if voice in (None, row) else old for row, old in enumerate(self.shifts))
        )

    def with_offer(self, offer: Offer) -> "ImportPlan":
        """The plan with an offer of its findings taken."""
        return self.with_shift(offer.voice, offer.semitones)

    def with_pickup(self, steps: int) -> "ImportPlan":
        """The plan with a pick-up of so many sixteenths, or none."""
        with_pickup(self.score, steps)
        return replace(self, pickup=steps)

    def with_repeats(self, unfold: bool) -> "ImportPlan":
        """The plan with repeats played out or left as written."""
        return replace(self, unfold=unfold)


def plan(score: RawScore) -> ImportPlan:
    """The sensible guess for a file."""
    if not score.parts:
        raise FormatError("There are no notes in this file; choose another one.")
    return ImportPlan(score, guess(score.parts))


def apply(chosen: ImportPlan) -> tuple[Piece, tuple[str, ...]]:
    """(the piece, one sentence for each thing that is not as in the file)."""
    piece, findings = chosen.outcome
    return piece, (*chosen.score.remarks, *findings.sentences)


def guess(parts: tuple[RawPart, ...]) -> Choice:
    """The part for each voice: by name if all four are named, else the highest is the soprano; one single line is
    the melody."""
    for rank in (0, 1):
        named = [_by_name(parts, voice, rank) for voice in range(4)]
        if None not in named and len(set(named)) == 4:
            return (named[0], named[1], named[2], named[3])
    sounding = sorted(
        (index for index, part in enumerate(parts) if part.notes), key=lambda index: -len(parts[index].notes)
    )[:4]
    sounding.sort(key=lambda index: -parts[index].mean_pitch)
    wide = {index: polyphony([on_grid(note) for note in parts[index].notes]) for index in sounding}
    lines = dict.fromkeys(sounding, 1)
    while sum(lines.values()) < 4 and any(lines[index] < wide[index] for index in sounding):
        hungry = max(sounding, key=lambda index: wide[index] - lines[index])
        lines[hungry] += 1
    spread = [index for index in sounding for _ in range(lines[index])]
    places = _places(spread, parts, lines)
    chosen: list[int | None] = [None] * 4
    for place, index in zip(places, spread, strict=True):
        chosen[place] = index
    return (chosen[0], chosen[1], chosen[2], chosen[3])


def _by_name(parts: tuple[RawPart, ...], voice: int, rank: int) -> int | None:
    """The first part whose hint of a rank (0 = the instrument's name, 1 = its own) is what a voice is called."""
    for index, part in enumerate(parts):
        if any(hint.strip().strip(".").casefold() in NAMES[voice] for hint in part.hints[rank : rank + 1]):
            return index
    return None


def _places(spread: list[int], parts: tuple[RawPart, ...], lines: dict[int, int]) -> tuple[int, ...]:
    """Which voices, in order, suit the lines best; a lone line is the melody, outer voices go first where one part
    has several lines."""
    if len(spread) == 1:
        return (0,)
    if len(lines) == 1:
        return {2: (0, 3), 3: (0, 1, 3), 4: (0, 1, 2, 3)}[len(spread)]

    def distance(places: tuple[int, ...]) -> float:
        return sum(
            abs(parts[index].mean_pitch - (VOICES[place].low + VOICES[place].high) / 2)
            for place, index in zip(places, spread, strict=True)
        )

    return min(combinations(range(4), len(spread)), key=distance)


def _fit(chosen: ImportPlan) -> tuple[Piece, Findings]:
    """The piece of a plan, with what it changed."""
    score = with_pickup(chosen.score, chosen.pickup)
    steps = sum(bar.steps for bar in score.bars)
    divided: dict[int, Lines] = {}
    voices = []
    lines: list[tuple[GridNote, ...]] = []
    for row, kind in enumerate(VOICES):
        index = chosen.voices[row]
        if index is None:
            voices.append(Voice(kind.name, kind.program, (REST,) * steps))
            lines.append(())
            continue
        part = score.parts[index]
        sharers = [voice for voice in range(4) if chosen.voices[voice] == index]
        if index not in divided:
            notes = [grid for grid in map(on_grid, part.notes) if grid.start < steps]
            divided[index] = divide(notes, len(sharers), keep_lowest=sharers == [3])
        line = tuple(
            note if note.stop <= steps else note._replace(stop=steps)
            for note in divided[index].lines[sharers.index(row)]
        )
        name = part.name if part.name and len(sharers) == 1 else kind.name
        voices.append(
            _voice(name, part.program if part.program is not None else kind.program, line, steps, chosen.shifts[row])
        )
        lines.append(line)
    piece = _piece(score, voices, chosen.shifts)
    unused = [part for index, part in enumerate(score.parts) if index not in chosen.voices and part.notes]
    findings = find(piece, lines, list(divided.values()), unused, chosen.shifts)
    if chosen.pickup:
        beats = chosen.pickup / score.bars[0].beat_steps
        findings = findings.saying(
            f"The music seems to begin with a pick-up of {beats:g} beat{'' if beats == 1 else 's'}, which the file does"
            " not name; bars are counted after it."
        )
    if score.key is None:
        findings = findings.saying(f"The file names no key; it sounds like {key_name(piece.key)}.")
    if score.order is not None and chosen.unfold:
        longer = unfolded(piece, score.order)
        findings = findings.saying(f"Repeats are played out: {len(piece.bars)} written bars became {len(longer.bars)}.")
        piece = longer
    elif score.order is not None:
        findings = findings.saying("Repeats are left out: each bar is there once.")
    return piece, findings


def _voice(name: str, program: int, line: tuple[GridNote, ...], steps: int, shift: int) -> Voice:
    """A voice of one line, moved by semitones; notes that MIDI does not have come back by octaves."""
    notes = []
    marks = []
    for grid in line:
        pitch = grid.raw.pitch + shift
        while not 0 <= pitch <= 127:
            pitch += 12 if pitch < 0 else -12
        notes.append(Note(grid.start, grid.stop - grid.start, pitch))
        spelling = grid.raw.spelling if (pitch - grid.raw.pitch) % 12 == 0 else None
        if grid.raw.velocity is not None or grid.raw.lyric or spelling is not None:
            marks.append(Mark(grid.start, grid.raw.velocity, grid.raw.lyric, spelling))
    return Voice(name, program, cells_of(notes, steps), tuple(marks))


def _piece(score: RawScore, voices: list[Voice], shifts: tuple[int, ...]) -> Piece:
    """The piece; its key goes along when all voices move by the same interval."""
    key = score.key or find_key(note for voice in voices for note in voice.notes)
    if score.key is not None and len(set(shifts)) == 1 and shifts[0] % 12:
        fifths = (key.fifths + 7 * shifts[0] + 6) % 12 - 6
        key = Key(fifths, key.minor)
    return Piece(
        (voices[0], voices[1], voices[2], voices[3]), score.bars, key, score.tempos, score.fermatas, score.title
    )


def unfolded(piece: Piece, order: tuple[int, ...]) -> Piece:
    """The piece with its bars in the order they are played; a note held over a jump begins anew."""
    runs: list[tuple[int, int]] = []
    for index in order:
        if runs and runs[-1][1] == index:
            runs[-1] = (runs[-1][0], index + 1)
        else:
            runs.append((index, index + 1))
    edges = (*piece.bar_starts, piece.steps)
    rows: list[list[int]] = [[], [], [], []]
    marks: list[list[Mark]] = [[], [], [], []]
    tempos: list[Tempo] = []
    fermatas: list[int] = []
    at = 0
    for first, stop in runs:
        begin, end = edges[first], edges[stop]
        clip = copy(piece, range(4), begin, end)
        for row in range(4):
            rows[row] += clip.rows[row]
            marks[row] += [mark._replace(step=mark.step + at) for mark in clip.marks[row]]
        force = max(tempo for tempo in piece.tempos if tempo.step <= begin)
        for tempo in (Tempo(begin, force.quarters), *(tempo for tempo in piece.tempos if begin < tempo.step < end)):
            if not tempos or tempos[-1].quarters != tempo.quarters:
                tempos.append(Tempo(tempo.step - begin + at, tempo.quarters))
        fermatas += [step - begin + at for step in piece.fermatas or () if begin <= step < end]
        at += end - begin
    voices = tuple(
        replace(voice, cells=tuple(row), marks=tuple(found))
        for voice, row, found in zip(piece.voices, rows, marks, strict=True)
    )
    known = None if piece.fermatas is None else tuple(fermatas)
    return replace(
        piece, voices=voices, bars=tuple(piece.bars[index] for index in order), tempos=tuple(tempos), fermatas=known
    )
