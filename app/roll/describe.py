"""Places and notes in words, for the status line and for screen readers. Knows no widget."""

from app.words import brush_word, tr
from engine.canvas.edits import note_at
from engine.canvas.mask import Brush
from engine.canvas.music import VOICES, Note, Piece
from engine.canvas.project import Project
from engine.theory.spelling import pitch_name

LENGTH_WORDS = {
    1: "sixteenth",
    2: "eighth",
    3: "dotted eighth",
    4: "quarter",
    6: "dotted quarter",
    8: "half",
    12: "dotted half",
    16: "whole",
}


def place_words(piece: Piece, step: int) -> str:
    """'Bar 3 beat 2', with the sixteenth if it is not the first."""
    bar, beat, part = piece.place(min(step, piece.steps - 1))
    words = tr("Bar {bar} beat {beat}", bar=bar, beat=beat)
    return words if part == 1 else tr("{place} sixteenth {part}", place=words, part=part)


def voice_word(voice: int) -> str:
    """'soprano'."""
    return tr(VOICES[voice].name.lower())


def length_words(length: int) -> str:
    """'quarter' or '5 sixteenths'."""
    return tr(LENGTH_WORDS[length]) if length in LENGTH_WORDS else tr("{n} sixteenths", n=length)


def note_name(piece: Piece, voice: int, note: Note) -> str:
    """The key-aware name of a note; a spelling it brought along goes first."""
    own = next((mark.spelling for mark in piece.voices[voice].marks if mark.step == note.start), None)
    return pitch_name(note.pitch, piece.key, own)


def note_words(project: Project, voice: int, note: Note) -> str:
    """'Bar 3 beat 2, soprano C5, kept'."""
    piece = project.canvas
    assert isinstance(piece, Piece)
    brush = Brush(project.masks[0].rows[voice][note.start])
    return f"{place_words(piece, note.start)}, {voice_word(voice)} {note_name(piece, voice, note)}, {brush_word(brush)}"


def cursor_words(project: Project, voice: int, step: int, pitch: int) -> str:
    """What is under the keyboard cursor: the voice's note there, or a rest."""
    piece = project.canvas
    assert isinstance(piece, Piece)
    step = min(step, piece.steps - 1)
    note = note_at(piece.voices[voice], step)
    brush = brush_word(Brush(project.masks[0].rows[voice][step]))
    where = place_words(piece, step)
    if note is None:
        return tr(
            "{place}, {voice} rest, {brush}; cursor on {pitch}",
            place=where,
            voice=voice_word(voice),
            brush=brush,
            pitch=pitch_name(pitch, piece.key),
        )
    name = note_name(piece, voice, note)
    if note.pitch == pitch:
        sound = name if note.start == step else tr("{name} held", name=name)
        return f"{where}, {voice_word(voice)} {sound}, {length_words(note.length)}, {brush}"
    parts = {
        "place": where,
        "voice": voice_word(voice),
        "name": name,
        "brush": brush,
        "pitch": pitch_name(pitch, piece.key),
    }
    return tr("{place}, {voice} sounds {name}, {brush}; cursor on {pitch}", **parts)
