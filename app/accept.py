"""How a chosen alternative, or a part of it, becomes the page: pure functions over projects. Knows no widgets."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

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


def accepted(project: Project, before: Project, alternative: Piece | Draft, part: int = 0, region: np.ndarray | None = None) -> Project:
    """The project with the alternative, or the part of it inside `region` (rows, steps). Edits made since `before` stay where it kept cells."""
    if region is None and project.canvas == before.canvas:
        return replace(project, canvas=alternative, masks=project.masks if _fits(project, alternative) else before.masks)
    if not _fits(project, alternative):
        if region is not None:
            raise CanvasError("The page has another length than this result; accept the whole result, or undo to the page it was made from.")
        return replace(project, canvas=alternative, masks=before.masks)
    free = ~before.masks[part].pinned()
    chosen = free if region is None else free & region
    if isinstance(project.canvas, Piece) and isinstance(alternative, Piece):
        return replace(project, canvas=project.canvas.with_grid(spliced(project.canvas.grid(), alternative.grid(), chosen)))
    if isinstance(project.canvas, Draft) and isinstance(alternative, Draft):
        old, new = project.canvas.sentences[part].words, alternative.sentences[part].words
        words = tuple(b if take else a for a, b, take in zip(old, new, chosen[0], strict=True))
        return replace(project, canvas=project.canvas.with_sentence(part, project.canvas.sentences[part].with_words(words)))
    raise CanvasError("This result belongs to another kind of page.")


def _fits(project: Project, alternative: Piece | Draft) -> bool:
    return type(project.canvas) is type(alternative) and mask_shapes(project.canvas) == mask_shapes(alternative)
