"""What two states of a page have in common, so that remembering many of them costs only what changed.

Knows values and their size; nothing of undo."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from engine.canvas.mask import Mask
from engine.canvas.music import Piece, Voice
from engine.canvas.project import Canvas, Project
from engine.canvas.text import Draft, Sentence

T = TypeVar("T")
POINTER, OBJECT = 8, 64  # bytes, about


def share(old: Project, new: Project) -> Project:
    """The new project, built of the old one's own voices, sentences and mask rows wherever they are equal."""
    canvas = _canvas(old.canvas, new.canvas)
    masks = new.masks if old.masks is new.masks else _masks(old.masks, new.masks)
    if canvas is new.canvas and masks is new.masks:
        return new
    return replace(new, canvas=canvas, masks=masks)


def cost(old: Project, new: Project) -> int:
    """About how many bytes the new project takes beside the old one."""
    known = {id(part) for part in _parts(old)}
    return OBJECT + sum(_size(part) for part in _parts(new) if id(part) not in known)


def forget_derived(project: Project, shown: Project) -> None:
    """Let go of what can be worked out again (the notes of voices) where the state that is shown has no part in it."""
    inside = {id(part) for part in _parts(shown)}
    for part in _parts(project):
        if isinstance(part, Voice) and id(part) not in inside:
            part.__dict__.pop("notes", None)


def _canvas(old: Canvas, new: Canvas) -> Canvas:
    if new == old:
        return old
    if isinstance(old, Piece) and isinstance(new, Piece):
        voices = tuple(was if was == now else now for was, now in zip(old.voices, new.voices, strict=True))
        return replace(new, voices=voices, bars=_same(old.bars, new.bars), chords=_same(old.chords, new.chords))
    if isinstance(old, Draft) and isinstance(new, Draft):
        known: dict[Sentence, Sentence] = {sentence: sentence for sentence in old.sentences}
        return replace(new, sentences=tuple(known.get(sentence, sentence) for sentence in new.sentences))
    return new


def _masks(old: tuple[Mask, ...], new: tuple[Mask, ...]) -> tuple[Mask, ...]:
    masks, rows = {mask: mask for mask in old}, {row: row for mask in old for row in mask.rows}
    return tuple(masks[mask] if mask in masks else Mask(tuple(rows.get(row, row) for row in mask.rows)) for mask in new)


def _same(old: T, new: T) -> T:
    return old if old == new else new


def _parts(project: Project) -> list[object]:
    """Everything of a project that may be shared with another, the takes left out."""
    canvas = project.canvas
    inside: Sequence[object] = (
        (*canvas.voices, canvas.bars, canvas.tempos, canvas.chords) if isinstance(canvas, Piece) else canvas.sentences
    )
    rows = [row for mask in project.masks for row in mask.rows]
    return [*inside, *rows]


def _size(part: object) -> int:
    """Bytes of one part, about."""
    if isinstance(part, Voice):
        return OBJECT + POINTER * len(part.cells) + 3 * OBJECT * len(part.marks)
    if isinstance(part, Sentence):
        return OBJECT + (OBJECT + POINTER) * len(part.words)
    if isinstance(part, bytes):
        return OBJECT + len(part)
    return OBJECT + POINTER * len(part) if isinstance(part, tuple) else OBJECT
