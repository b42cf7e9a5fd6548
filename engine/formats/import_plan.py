"""Fitting a read file to four voices and sixteenths: a guess, what it would change, the alternatives, and the
conversion.

An ImportPlan is a frozen value that a dialog can show as it is: the parts found, the part chosen for each voice, and
the findings. A caller changes the choices with `with_voices`, `with_shift` or `with_repeats` and looks again;
`apply` gives the piece."""

from dataclasses import dataclass, replace
from functools import cached_property

from engine.canvas.chord import Harmony
from engine.canvas.edits import copy
from engine.canvas.edits_chords import cropped, transposed
from engine.canvas.music import REST, VOICES, Key, Mark, Note, Piece, Tempo, Voice, cells_of
from engine.errors import FormatError
from engine.formats.findings import Findings, Offer, find
from engine.formats.lines import DividedLines, divide
from engine.formats.pickup import with_pickup
from engine.formats.raw_score import GridNote, RawPart, RawScore, on_grid
from engine.formats.voice_guess import VoiceChoice, guess
from engine.theory.key_finder import find_key
from engine.theory.spelling import key_name


@dataclass(frozen=True)
class ImportPlan:
    """A read file and the choices made for it:

    `voices` names the part (an index) of each voice, `shifts` moves each by semitones."""

    score: RawScore
    voices: VoiceChoice
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
        """The plan with a pick-up of the given number of sixteenths, or none."""
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


def _fit(chosen: ImportPlan) -> tuple[Piece, Findings]:
    """The piece of a plan, with what it changed."""
    score = with_pickup(chosen.score, chosen.pickup)
    steps = sum(bar.steps for bar in score.bars)
    divided: dict[int, DividedLines] = {}
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
            f"The music seems to begin with a pick-up of {beats:g} beat{'' if beats == 1 else 's'}, which is not"
            " marked in the file; bars are counted after it."
        )
    if score.key is None:
        findings = findings.saying(f"The file has no key; it sounds like {key_name(piece.key)}.")
    if score.order is not None and chosen.unfold:
        longer = unfolded(piece, score.order)
        findings = findings.saying(f"Repeats are expanded: {len(piece.bars)} written bars became {len(longer.bars)}.")
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
    key = score.key or find_key((note for voice in voices for note in voice.notes), ends=True)
    if score.key is not None and len(set(shifts)) == 1 and shifts[0] % 12:
        fifths = (key.fifths + 7 * shifts[0] + 6) % 12 - 6
        key = Key(fifths, key.minor)
    together = len(set(shifts)) == 1
    chords = transposed(score.chords, shifts[0]) if together and shifts[0] % 12 else score.chords
    four = (voices[0], voices[1], voices[2], voices[3])
    return Piece(four, score.bars, key, score.tempos, score.fermatas, score.title, chords)


def unfolded(piece: Piece, order: tuple[int, ...]) -> Piece:
    """The piece with its bars in the order they are played; a note held over a jump starts again."""
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
    chords: list[Harmony] = []
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
        chords += [
            harmony._replace(step=harmony.step + at)
            for harmony in cropped(piece.chords, begin, end)
            if not chords or harmony.step or chords[-1].chord != harmony.chord
        ]
        at += end - begin
    voices = tuple(
        replace(voice, cells=tuple(row), marks=tuple(found))
        for voice, row, found in zip(piece.voices, rows, marks, strict=True)
    )
    known = None if piece.fermatas is None else tuple(fermatas)
    return replace(
        piece,
        voices=voices,
        bars=tuple(piece.bars[index] for index in order),
        tempos=tuple(tempos),
        fermatas=known,
        chords=tuple(chords),
    )
