"""How a chosen alternative, or a part of it, becomes the page, and how it is heard before: pure functions over projects and previews. Knows no widgets."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import zip_longest

import numpy as np

from app.preview import Canvas, Preview
from engine.errors import CanvasError
from engine.music import HOLD, REST, Piece, orphan_holds, sounding
from engine.project import Project, mask_shapes
from engine.text import Draft


def spliced(current: np.ndarray, other: np.ndarray, region: np.ndarray) -> np.ndarray:
    """Cells (rows, steps) of `other` inside the region, of `current` outside. A note cut by the region's edge begins again there, unless the pitch goes on."""
    cells = np.where(region, other, current)
    pitch = np.where(region, sounding(other), sounding(current))
    edges = np.zeros_like(region)
    edges[:, 1:] = region[:, 1:] != region[:, :-1]
    for row, step in np.argwhere(edges & (cells == HOLD)):
        if pitch[row, step - 1] != pitch[row, step]:
            cells[row, step] = pitch[row, step]
    cells[orphan_holds(cells)] = REST
    return cells


def region_of(piece: Piece, voices: Iterable[int] | None = None, bars: Iterable[int] | None = None) -> np.ndarray:
    """Bool array (4, steps): the cells of some voices and of some bars (indices from 0); None means all."""
    region = np.zeros((4, piece.steps), dtype=bool)
    columns = np.zeros(piece.steps, dtype=bool)
    for bar in range(len(piece.bars)) if bars is None else bars:
        columns[piece.bar_starts[bar] : piece.bar_starts[bar] + piece.bars[bar].steps] = True
    for voice in range(4) if voices is None else voices:
        region[voice] = columns
    return region


def bars_of(piece: Piece, selection: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Indices of the bars that selected notes sound in."""
    chosen = frozenset(selection)
    notes = [note for row, voice in enumerate(piece.voices) for note in (voice.notes if chosen else ()) if (row, note.start) in chosen]
    spans = np.array([(note.start, note.start + note.length - 1) for note in notes], dtype=np.int64).reshape(-1, 2)
    found = np.zeros(len(piece.bars) + 1, dtype=np.int64)
    edges = np.searchsorted(piece.bar_starts, spans, side="right")
    np.add.at(found, edges[:, 0] - 1, 1)
    np.add.at(found, edges[:, 1], -1)
    return tuple(int(bar) for bar in np.flatnonzero(np.cumsum(found[:-1])))


def chosen_words(selection: Iterable[tuple[int, int]], part: int) -> tuple[int, ...]:
    """The selected words of one sentence, in order."""
    return tuple(sorted(at for row, at in selection if row == part))


def region_of_words(project: Project, part: int, words: Iterable[int]) -> np.ndarray:
    """Bool array (1, words): some words of a sentence."""
    region = np.zeros(project.masks[part].shape, dtype=bool)
    region[0, [at for at in words if at < region.shape[1]]] = True
    return region


def accepted(project: Project, before: Project, alternative: Canvas, part: int = 0, region: np.ndarray | None = None, base: Canvas | None = None) -> Project:
    """The project with the alternative, or the part of it inside `region` (rows, steps): only cells that were free in `before`, and none of those a person
    edited since the page was `base` (that of `before`, if not given)."""
    base = before.canvas if base is None else base
    if region is None and project.canvas == before.canvas == base:
        return replace(project, canvas=alternative, masks=project.masks if _fits(project, alternative) else before.masks)
    if not _fits(project, alternative):
        if project.canvas != base:
            return _grafted(project, before, alternative, part, region, base)
        if region is not None:
            raise CanvasError("The page has another length than this result; accept the whole result, or undo to the page it was made from.")
        return replace(project, canvas=alternative, masks=before.masks)
    free = ~before.masks[part].pinned() & ~edited_since(base, project.canvas, part)
    chosen = free if region is None else free & region
    if isinstance(project.canvas, Piece) and isinstance(alternative, Piece):
        return replace(project, canvas=project.canvas.with_grid(spliced(project.canvas.grid(), alternative.grid(), chosen)))
    if isinstance(project.canvas, Draft) and isinstance(alternative, Draft):
        old, new = project.canvas.sentences[part].words, alternative.sentences[part].words
        words = tuple(b if take else a for a, b, take in zip(old, new, chosen[0], strict=True))
        return replace(project, canvas=project.canvas.with_sentence(part, project.canvas.sentences[part].with_words(words)))
    raise CanvasError("This result belongs to another kind of page.")


def _grafted(project: Project, before: Project, alternative: Canvas, part: int, region: np.ndarray | None, base: Canvas) -> Project:
    """A rewritten sentence that is as it was, in a draft of which other sentences were edited since; all else would overwrite what a person did."""
    now = project.canvas
    match now, base, alternative:
        case Draft(), Draft(), Draft() if region is None and now.sentences[part : part + 1] == base.sentences[part : part + 1]:
            masks = (*project.masks[:part], before.masks[part], *project.masks[part + 1 :])
            return replace(project, canvas=now.with_sentence(part, alternative.sentences[part]), masks=masks)
    raise CanvasError("The page has another length now than this was written for; undo or redo to that page, or reject: the result stays in the history.")


def edited_since(base: Canvas, now: Canvas, part: int = 0) -> np.ndarray:
    """Bool array (rows, steps): the cells of a page that differ from what they were, whole notes together; none if it has another shape altogether."""
    if isinstance(base, Draft) and isinstance(now, Draft):
        old, new = (draft.sentences[part].words if part < len(draft.sentences) else () for draft in (base, now))
        return np.array([[len(old) == len(new) and a != b for a, b in zip_longest(old[: len(new)], new)]], dtype=bool)
    assert isinstance(now, Piece)
    if now is base or not isinstance(base, Piece) or base.steps != now.steps:
        return np.zeros((4, now.steps), dtype=bool)
    was, cells = base.grid(), now.grid()
    differs = (sounding(was) != sounding(cells)) | ((was >= 0) != (cells >= 0))
    notes = np.cumsum(cells.reshape(-1) != HOLD).reshape(cells.shape)  # no row begins with a HOLD
    touched = np.zeros(cells.size + 1, dtype=bool)
    touched[notes[differs]] = True
    return touched[notes]


def seen(project: Project, preview: Preview) -> Canvas:
    """What the person looks at and hears: what accepting the alternative in view would give, else the page."""
    shown, before = preview.shown, preview.before
    if shown is None or before is None or project.canvas is preview.base or not _fits(project, shown):
        return project.canvas if shown is None else shown
    return accepted(project, before, shown, preview.part, base=preview.base).canvas


def audition_span(preview: Preview) -> tuple[int, int] | None:
    """The steps in which alternatives of music are heard round and round: from a bar before what was free to a bar after it."""
    piece = preview.before.canvas if preview.before is not None else None
    if not preview.ready or preview.before is None or not isinstance(piece, Piece):
        return None
    free = np.flatnonzero((~preview.before.masks[0].pinned()).any(axis=0))
    if not len(free):
        return None
    first, last = (int(bar) - 1 for bar in np.searchsorted(piece.bar_starts, (free[0], free[-1]), side="right"))
    return piece.bar_starts[max(0, first - 1)], (*piece.bar_starts, piece.steps)[min(len(piece.bars), last + 2)]


def _fits(project: Project, alternative: Piece | Draft) -> bool:
    return type(project.canvas) is type(alternative) and mask_shapes(project.canvas) == mask_shapes(alternative)
