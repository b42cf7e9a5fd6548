"""Edits of selected notes, as pure functions from a project to a Change: clamped at the page's edges, brushes carried
along with their notes, and a message whenever an edit cuts or replaces a note that was not selected.

Knows no widget; the note arithmetic is in engine.canvas.edits."""

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from app.words import count, tr
from engine.canvas import edits
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import SPELLINGS, Mark, Note, Piece, sounding
from engine.canvas.project import Project
from engine.formats.small_json import parse

NotePlaces = frozenset[tuple[int, int]]
MIME = "application/x-palimpsest-notes"
BRUSH_NAMES = {Brush.KEEP: "Keep", Brush.WHISPER: "Whisper", Brush.SUGGEST: "Suggest", Brush.REWRITE: "Rewrite"}


class Change(NamedTuple):
    """A named edit: the new project, what is selected after it, and what a user should know (may be empty)."""

    name: str
    project: Project
    selection: NotePlaces
    remark: str = ""


def piece_of(project: Project) -> Piece:
    """The piece of a music project."""
    assert isinstance(project.canvas, Piece)
    return project.canvas


def chosen(piece: Piece, places: Iterable[tuple[int, int]]) -> list[tuple[int, Note]]:
    """(voice, note) of each selected note, by voice and time."""
    wanted = frozenset(places)
    return [
        (v, note)
        for v, voice in enumerate(piece.voices)
        for note in (voice.notes if wanted else ())
        if (v, note.start) in wanted
    ]


def _with(project: Project, piece: Piece, mask: Mask | None = None) -> Project:
    return replace(project, canvas=piece, masks=(mask or project.masks[0],))


def _losses(before: Piece, after: Piece, own: NotePlaces) -> str:
    """What happened to notes that were not meant."""
    lost = 0
    for v, (old, new) in enumerate(zip(before.voices, after.voices, strict=True)):
        if old is not new:
            lost += sum((v, note.start) not in own for note in set(old.notes).difference(new.notes))
    return tr("{notes} cut or replaced; undo with Ctrl+Z.", notes=count(lost, "note was", "notes were")) if lost else ""


def _painted(mask: Mask, spans: Iterable[tuple[int, int, int, Brush]]) -> Mask:
    """The mask with (voice, start, stop, brush) painted, later ones over earlier ones."""
    states = mask.array()
    for voice, start, stop, brush in spans:
        states[voice, start:stop] = brush
    return Mask.from_array(states)


def add_note(project: Project, voice: int, start: int, length: int, pitch: int) -> Change:
    """A note drawn by hand: it is ink, so it is kept."""
    piece = piece_of(project)
    start = min(max(0, start), piece.steps - 1)
    length = max(1, min(length, piece.steps - start))
    after = edits.put_note(piece, voice, start, length, pitch)
    mask = project.masks[0].paint(Brush.KEEP, voice, start, start + length)
    return Change(
        tr("Draw note"), _with(project, after, mask), frozenset({(voice, start)}), _losses(piece, after, frozenset())
    )


def delete(project: Project, places: NotePlaces) -> Change:
    """Rests instead of the selected notes."""
    after = edits.erase_notes(piece_of(project), places)
    return Change(tr("Delete notes") if len(places) > 1 else tr("Delete note"), _with(project, after), frozenset())


def move(
    project: Project, places: NotePlaces, steps: int = 0, semitones: int = 0, voices: int = 0, copy: bool = False
) -> Change:
    """Moved in time, pitch or voice, as far as the page allows for all of them together; `copy` leaves the
    originals."""
    piece = piece_of(project)
    notes = chosen(piece, places)
    name = tr("Copy notes") if copy else tr("Move notes") if steps or voices else tr("Transpose")
    if not notes:
        return Change(name, project, places)
    steps = max(-min(n.start for _, n in notes), min(steps, piece.steps - max(n.start + n.length for _, n in notes)))
    semitones = max(-min(n.pitch for _, n in notes), min(semitones, 127 - max(n.pitch for _, n in notes)))
    voices = max(-min(v for v, _ in notes), min(voices, 3 - max(v for v, _ in notes)))
    if not (steps or semitones or voices):
        return Change(name, project, places)
    landed = frozenset((v + voices, n.start + steps) for v, n in notes)
    brushes = project.masks[0].rows
    mask = _painted(
        project.masks[0],
        [(v + voices, n.start + steps, n.start + steps + n.length, Brush(brushes[v][n.start])) for v, n in notes],
    )
    if copy:
        after = edits.write(
            piece, [edits.note_write(v + voices, n.start + steps, n.length, n.pitch + semitones) for v, n in notes]
        )
        return Change(name, _with(project, after, mask), landed, _losses(piece, after, frozenset()))
    after = edits.move(piece, places, steps, semitones, voices)
    return Change(name, _with(project, after, mask), landed, _losses(piece, after, places))


def lengthen(project: Project, places: NotePlaces, steps: int) -> Change:
    """The ends of the selected notes moved; a grown note carries its brush to its new end."""
    piece = piece_of(project)
    after = edits.stretch(piece, places, steps)
    brushes = project.masks[0].rows
    mask = _painted(
        project.masks[0],
        [(v, n.start, n.start + n.length, Brush(brushes[v][n.start])) for v, n in chosen(after, places)],
    )
    return Change(tr("Change length"), _with(project, after, mask), places, _losses(piece, after, places))


def shift_starts(project: Project, places: NotePlaces, steps: int) -> Change:
    """The beginnings of the selected notes moved, their ends kept; none gets shorter than a sixteenth or leaves the
    page."""
    piece = piece_of(project)
    writes, spans, landed = [], [], set()
    for v, n in chosen(piece, places):
        start = min(max(0, n.start + steps), n.start + n.length - 1)
        if start > n.start:
            writes.append(edits.rest_write(v, n.start, start))
        writes.append(edits.note_write(v, start, n.start + n.length - start, n.pitch))
        spans.append((v, start, n.start + n.length, Brush(project.masks[0].rows[v][n.start])))
        landed.add((v, start))
    after, mask = edits.write(piece, writes), _painted(project.masks[0], spans)
    return Change(tr("Change length"), _with(project, after, mask), frozenset(landed), _losses(piece, after, places))


def split(project: Project, places: NotePlaces) -> Change:
    """Each selected note struck again at its middle; both halves stay selected."""
    piece = piece_of(project)
    after = edits.split(piece, places)
    halves = {(v, n.start + (n.length + 1) // 2) for v, n in chosen(piece, places) if n.length > 1}
    return Change(tr("Split notes"), _with(project, after), frozenset(places | halves))


def split_at(project: Project, voice: int, step: int) -> Change:
    """The note that sounds across a step struck again there."""
    after = edits.split_at(piece_of(project), voice, step)
    return Change(tr("Split note"), _with(project, after), frozenset({(voice, step)}))


def erase_at(project: Project, places: Iterable[tuple[int, int]]) -> Project:
    """The project without the notes that begin at these places."""
    return _with(project, edits.erase_notes(piece_of(project), places))


def paint_spans(project: Project, brush: Brush, spans: Iterable[tuple[int, int, int]]) -> Project:
    """The project with (voice, start, stop) painted."""
    return replace(
        project, masks=(_painted(project.masks[0], [(voice, start, stop, brush) for voice, start, stop in spans]),)
    )


def stroke_name(brush: Brush) -> str:
    """The undo step of a stroke."""
    return tr("Paint {brush}", brush=tr(BRUSH_NAMES[brush]))


def sounding_grid(piece: Piece) -> np.ndarray:
    """Int array (4, steps): the pitch that sounds, or REST."""
    return sounding(piece.grid())


def to_clipboard(piece: Piece, places: NotePlaces) -> bytes:
    """The selected notes as text for the clipboard, times counted from the first."""
    notes = chosen(piece, places)
    if not notes:
        return b""
    first = min(n.start for _, n in notes)
    marks = [{m.step: m for m in voice.marks} for voice in piece.voices]
    rows = []
    for v, n in notes:
        mark = marks[v].get(n.start, Mark(n.start))
        rows.append([v, n.start - first, n.length, n.pitch, mark.velocity, mark.lyric, mark.spelling])
    return json.dumps(rows).encode()


def paste(project: Project, data: bytes, start: int) -> Change:
    """The copied notes written over the page from a step on, in their own voices; says what did not fit."""
    piece = piece_of(project)
    writes, spans, left_out = [], [], 0
    for v, at, length, pitch, *mark in _rows(data):
        begin = start + at
        length = min(length, piece.steps - begin)
        if length < 1:
            left_out += 1
            continue
        marks = [] if mark == [None, "", None] else [Mark(begin, *mark)]
        writes.append(edits.note_write(v, begin, length, pitch, marks))
        spans.append((v, begin, begin + length, Brush.KEEP))
    after, mask = edits.write(piece, writes), _painted(project.masks[0], spans)
    landed = frozenset((v, begin) for v, begin, _, _ in spans if after.voices[v].cells[begin] >= 0)
    remark = _losses(piece, after, frozenset())
    if left_out:
        remark = tr("{notes} did not fit; insert bars and paste again.", notes=count(left_out, "note", "notes"))
    return Change(tr("Paste notes"), _with(project, after, mask), landed, remark)


def _rows(data: bytes) -> list[list[Any]]:
    """The rows of a clipboard text that are notes as we write them; anything else gives none."""
    try:
        return [row for row in parse(data) if len(row) == 7 and _is_note(*row)]
    except (ValueError, TypeError, KeyError):
        return []


def _is_note(voice: Any, at: Any, length: Any, pitch: Any, velocity: Any, lyric: Any, spelling: Any) -> bool:
    """Whether the values of a row are a note that can be written."""
    numbers = [voice, at, length, pitch, *(value for value in (velocity, spelling) if value is not None)]
    if any(type(value) is not int for value in numbers) or not isinstance(lyric, str):
        return False
    spelled = spelling is None or (spelling in SPELLINGS and (spelling * 7 - pitch) % 12 == 0)
    loud = velocity is None or 1 <= velocity <= 127
    return voice in range(4) and at >= 0 and length >= 1 and pitch in range(128) and spelled and loud
