"""Edits of notes: each takes a piece and returns a new one.

Knows how a cut note behaves; bars, metre and tempo live in engine.canvas.edits_bars.

One rule for all: what an edit covers is replaced, everything else sounds as before. If it cuts a note, the part after
the cut starts again with an onset of the same pitch and spelling; it never joins another note."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.canvas.edits_chords import transposed
from engine.canvas.music import HOLD, REST, Mark, Note, Piece, Voice
from engine.errors import CanvasError

Selection = Iterable[tuple[int, int]]  # (voice, step of the onset) of each selected note


@dataclass(frozen=True)
class Clip:
    """A copied rectangle: rows of cells that begin with an onset or a rest, and their marks by row with steps from
    0."""

    rows: tuple[tuple[int, ...], ...]
    marks: tuple[tuple[Mark, ...], ...]


def note_at(voice: Voice, step: int) -> Note | None:
    """The note that sounds at a step, if one does."""
    return _note_in(voice.cells, step)


def _note_in(cells: Sequence[int], step: int) -> Note | None:
    if not 0 <= step < len(cells):
        return None
    start = step
    while cells[start] == HOLD:
        start -= 1
    if cells[start] == REST:
        return None
    stop = step + 1
    while stop < len(cells) and cells[stop] == HOLD:
        stop += 1
    return Note(start, stop - start, cells[start])


class _Line:
    """A voice that is being edited in place: many writes, one new voice."""

    def __init__(self, voice: Voice) -> None:
        self.cells, self.marks = list(voice.cells), {mark.step: mark for mark in voice.marks}
        self._voice = voice

    def write(self, start: int, cells: Sequence[int], marks: Iterable[Mark] = ()) -> None:
        """Replace the cells from `start` on; a HOLD that continues nothing becomes a rest, what is left of a cut note
        starts again."""
        stop, row, known = start + len(cells), self.cells, self.marks
        if not cells:
            return
        if not 0 <= start <= stop <= len(row):
            raise CanvasError("The notes would go past the end of the piece; insert bars first.")
        cut = _note_in(row, stop) if stop < len(row) and row[stop] == HOLD else None
        tail = _tail(known.get(cut.start), stop) if cut else {}
        for step, (old, new) in enumerate(zip(row[start:stop], cells, strict=True), start):
            if old != new:
                known.pop(step, None)
        row[start:stop] = cells
        if cut:
            row[stop] = cut.pitch
            known |= tail
        for step in range(start, stop):
            if row[step] == HOLD and (step == 0 or row[step - 1] == REST):
                row[step] = REST
        known |= {mark.step: mark for mark in marks if row[mark.step] >= 0}

    def done(self) -> Voice:
        """The voice as it is now."""
        return _voice(self._voice, self.cells, self.marks)


Write = tuple[int, int, Sequence[int], Sequence[Mark]]  # voice, start, cells, their marks


def write(piece: Piece, writes: Iterable[Write]) -> Piece:
    """The piece with many places overwritten, one after another; each voice is rebuilt once."""
    lines: dict[int, _Line] = {}
    for voice, start, cells, marks in writes:
        if voice not in lines:
            lines[voice] = _Line(piece.voices[voice])
        lines[voice].write(start, cells, marks)
    return (
        replace(piece, voices=tuple(lines[v].done() if v in lines else voice for v, voice in enumerate(piece.voices)))
        if lines
        else piece
    )


def note_write(voice: int, start: int, length: int, pitch: int, marks: Sequence[Mark] = ()) -> Write:
    """A note to write."""
    return voice, start, (_in_midi(pitch), *(HOLD,) * (length - 1)), marks


def rest_write(voice: int, start: int, stop: int) -> Write:
    """Rests to write."""
    return voice, start, (REST,) * (stop - start), ()


def _voice(voice: Voice, cells: Iterable[int], marks: Mapping[int, Mark]) -> Voice:
    """The voice with cells and marks that fit each other."""
    return replace(voice, cells=tuple(cells), marks=tuple(marks[step] for step in sorted(marks)))


def tail_mark(voice: Voice, note: Note, step: int) -> dict[int, Mark]:
    """The mark of a note's part from `step` on: as loud and spelled alike, without the syllable."""
    return _tail(_mark_at(voice, note.start), step)


def _mark_at(voice: Voice, step: int) -> Mark | None:
    return next((mark for mark in voice.marks if mark.step == step), None)


def _tail(found: Mark | None, step: int) -> dict[int, Mark]:
    if found is None or (found.velocity is None and found.spelling is None):
        return {}
    return {step: Mark(step, found.velocity, "", found.spelling)}


def _with_voice(piece: Piece, index: int, voice: Voice) -> Piece:
    """The piece with one voice replaced."""
    voices = list(piece.voices)
    voices[index] = voice
    return replace(piece, voices=tuple(voices))


def put_note(piece: Piece, voice: int, start: int, length: int, pitch: int) -> Piece:
    """The piece with a note written over what it covers."""
    if length < 1:
        raise CanvasError("A note is at least a sixteenth long.")
    return write(piece, [note_write(voice, start, length, pitch)])


def erase(piece: Piece, voice: int, start: int, stop: int) -> Piece:
    """The piece with rests from `start` to `stop` in one voice."""
    return write(piece, [rest_write(voice, start, stop)])


def erase_notes(piece: Piece, selection: Selection) -> Piece:
    """The piece with rests in place of the selected notes."""
    return write(piece, _erasures(_chosen(piece, selection)))


Chosen = Mapping[int, list[tuple[Note, Mark | None]]]


def _erasures(chosen: Chosen) -> list[Write]:
    return [
        rest_write(voice, note.start, note.start + note.length) for voice, notes in chosen.items() for note, _ in notes
    ]


def _chosen(piece: Piece, selection: Selection) -> dict[int, list[tuple[Note, Mark | None]]]:
    """The selected notes of each voice in order of time, each with its mark."""
    wanted: dict[int, set[int]] = {}
    for voice, start in selection:
        wanted.setdefault(voice, set()).add(start)
    chosen: dict[int, list[tuple[Note, Mark | None]]] = {}
    for voice, starts in sorted(wanted.items()):
        if not 0 <= voice < 4:
            raise CanvasError("A piece has four voices.")
        marks = {mark.step: mark for mark in piece.voices[voice].marks}
        notes = [note for note in piece.voices[voice].notes if note.start in starts]
        if len(notes) != len(starts):
            raise CanvasError("A selected note is gone; select again.")
        chosen[voice] = [(note, marks.get(note.start)) for note in notes]
    return chosen


def move(piece: Piece, selection: Selection, steps: int = 0, semitones: int = 0, voices: int = 0) -> Piece:
    """The piece with notes moved in time, pitch and to other voices (1 = the next lower one); where they land they
    overwrite."""
    chosen = _chosen(piece, selection)
    if not steps and not voices:
        return _repitch(piece, chosen, semitones)
    writes = _erasures(chosen)
    for voice, notes in chosen.items():
        if not 0 <= voice + voices < 4:
            raise CanvasError("There is no voice above the soprano or below the bass.")
        for note, mark in notes:
            start = note.start + steps
            marks = [] if mark is None else [_moved_mark(mark, start, semitones)]
            writes.append(note_write(voice + voices, start, note.length, note.pitch + semitones, marks))
    return write(piece, writes)


def transpose(piece: Piece, selection: Selection, semitones: int) -> Piece:
    """The piece with notes moved in pitch; a moved note is spelled by the key again unless it moved by octaves."""
    return _repitch(piece, _chosen(piece, selection), semitones)


def _repitch(piece: Piece, chosen: Chosen, semitones: int) -> Piece:
    """The piece with other pitches at the same places; where all its notes move, the chords asked for go along."""
    if chosen and all(len(chosen.get(row, ())) == len(voice.notes) for row, voice in enumerate(piece.voices)):
        piece = replace(piece, chords=transposed(piece.chords, semitones))
    for voice, notes in chosen.items():
        cells = list(piece.voices[voice].cells)
        marks = {mark.step: mark for mark in piece.voices[voice].marks}
        for note, mark in notes:
            cells[note.start] = _in_midi(note.pitch + semitones)
            if mark is not None:
                marks[note.start] = _moved_mark(mark, note.start, semitones)
        piece = _with_voice(piece, voice, _voice(piece.voices[voice], cells, marks))
    return piece


def _moved_mark(mark: Mark, step: int, semitones: int) -> Mark:
    """A mark that goes along with its note; its spelling stays only for octaves."""
    return mark._replace(step=step, spelling=None if semitones % 12 else mark.spelling)


def _in_midi(pitch: int) -> int:
    """The pitch, or a sentence where MIDI has none."""
    if not 0 <= pitch <= 127:
        raise CanvasError("The notes would leave the MIDI pitch range.")
    return pitch


def stretch(piece: Piece, selection: Selection, steps: int) -> Piece:
    """The piece with notes longer or shorter; none gets shorter than a sixteenth, runs over the next selected note
    or leaves the piece."""
    writes = []
    for voice, notes in _chosen(piece, selection).items():
        for index, (note, _) in enumerate(notes):
            limit = notes[index + 1][0].start if index + 1 < len(notes) else piece.steps
            length = min(max(1, note.length + steps), limit - note.start)
            shorter = length < note.length
            writes.append(
                rest_write(voice, note.start + length, note.start + note.length)
                if shorter
                else note_write(voice, note.start, length, note.pitch)
            )
    return write(piece, writes)


def split_at(piece: Piece, voice: int, step: int) -> Piece:
    """The piece with the note that sounds across `step` struck again there."""
    note = note_at(piece.voices[voice], step)
    if note is None or note.start == step:
        return piece
    return write(piece, [_strike_again(voice, note, _mark_at(piece.voices[voice], note.start), step)])


def split(piece: Piece, selection: Selection) -> Piece:
    """The piece with each selected note cut in two halves, the longer first; sixteenths stay."""
    chosen = _chosen(piece, selection).items()
    return write(
        piece,
        [
            _strike_again(v, n, mark, n.start + (n.length + 1) // 2)
            for v, notes in chosen
            for n, mark in notes
            if n.length > 1
        ],
    )


def _strike_again(voice: int, note: Note, mark: Mark | None, step: int) -> Write:
    return note_write(voice, step, note.start + note.length - step, note.pitch, tuple(_tail(mark, step).values()))


def copy(piece: Piece, voices: range, start: int, stop: int) -> Clip:
    """A rectangle of the piece; a note cut at its left edge begins with an onset."""
    start, stop = max(0, start), min(piece.steps, stop)
    rows, marks = [], []
    for index in voices:
        voice = piece.voices[index]
        cut = note_at(voice, start) if start < stop else None
        lead = (cut.pitch, *voice.cells[start + 1 : stop]) if cut else voice.cells[start:stop]
        found = {mark.step: mark for mark in voice.marks if start <= mark.step < stop}
        if cut and cut.start < start:
            found |= tail_mark(voice, cut, start)
        rows.append(lead)
        marks.append(tuple(found[step]._replace(step=step - start) for step in sorted(found)))
    return Clip(tuple(rows), tuple(marks))
