"""How a chosen alternative, or a part of it, becomes the page, and how it is previewed: pure functions over
projects and previews. Knows no widgets."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import zip_longest

import numpy as np

from app.document.preview import Preview
from app.words import tr
from engine.canvas.mask import Brush, Mask
from engine.canvas.matching import columns, moved, sentence_place, spliced
from engine.canvas.music import HOLD, Piece, sounding
from engine.canvas.project import Canvas, Project, mask_shapes
from engine.canvas.text import Draft
from engine.errors import CanvasError

CHANGED = (
    "The page is no longer as long as when this was written; undo or redo to that page, or reject this result: it"
    " stays in the history."
)
OTHER = "The page is not as long as this result; accept the whole result, or undo to the page it was made from."


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
    notes = [
        note
        for row, voice in enumerate(piece.voices)
        for note in (voice.notes if chosen else ())
        if (row, note.start) in chosen
    ]
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


def accepted(
    project: Project,
    before: Project,
    alternative: Canvas,
    part: int = 0,
    region: np.ndarray | None = None,
    base: Canvas | None = None,
    kept: bool = True,
) -> Project:
    """The project with the alternative, or the part of it inside `region` (rows, steps of the project's page): only
    cells that were free in `before`, wherever they stand now, and none of those the user edited since the page was
    `base` (that of `before`, if not given). What is taken is painted Keep, unless `kept` is False. All else stays as
    it is."""
    base = before.canvas if base is None else base
    match project.canvas, base, alternative:
        case Piece(), Piece(), Piece():
            result, place, taken = _with_notes(project, project.canvas, before, base, alternative, region)
        case Draft(), Draft(), Draft():
            result, place, taken = _with_words(project, project.canvas, before, base, alternative, part, region)
        case _:
            raise CanvasError(tr("This result belongs to another kind of page."))
    return result.with_mask(place, with_kept(result.masks[place], taken)) if kept else result


def with_kept(mask: Mask, taken: np.ndarray) -> Mask:
    """The mask with the cells that were taken (rows, steps) painted Keep."""
    return Mask.from_array(np.where(taken, Brush.KEEP, mask.array()))


Taken = tuple[Project, int, np.ndarray]  # the project, the part that was rewritten, and its cells that were taken


def _with_notes(
    project: Project, now: Piece, before: Project, base: Piece, alternative: Piece, region: np.ndarray | None
) -> Taken:
    if alternative.steps != base.steps:  # it brings its own bars
        if now != base:
            raise CanvasError(tr(CHANGED))
        if region is not None:
            raise CanvasError(tr(OTHER))
        taken = ~before.masks[0].pinned()
        stood = columns(base, alternative)
        taken[:, stood[stood >= 0]] = False  # what was there before was not asked for
        return replace(project, canvas=alternative, masks=before.masks), 0, taken
    where = columns(base, now)
    chosen = carried(~before.masks[0].pinned(), where, now.steps)
    if not chosen.any() and not before.masks[0].pinned().all():
        raise CanvasError(tr(CHANGED))
    chosen &= ~edited_since(base, now) & (True if region is None else region)
    return replace(project, canvas=with_cells_of(now, alternative, where, chosen)), 0, chosen


def _with_words(
    project: Project, now: Draft, before: Project, base: Draft, alternative: Draft, part: int, region: np.ndarray | None
) -> Taken:
    place = sentence_place(base, part, now)
    if place is None:
        raise CanvasError(tr(CHANGED))
    was, old, new = base.sentences[part].words, now.sentences[place].words, alternative.sentences[part].words
    if len(was) == len(old) == len(new):
        chosen = (
            ~before.masks[part].pinned()[0]
            & ~edited_since(base, now, part)[0]
            & (True if region is None else region[0])
        )
        words = tuple(b if take else a for a, b, take in zip(old, new, chosen, strict=True))
        return replace(project, canvas=now.with_sentence(place, now.sentences[place].with_words(words))), place, chosen
    if old != was:
        raise CanvasError(tr(CHANGED))
    if region is not None:
        raise CanvasError(tr(OTHER))
    result = project.with_mask(place, before.masks[part], now.with_sentence(place, alternative.sentences[part]))
    return result, place, ~before.masks[part].pinned()


def carried(chosen: np.ndarray, where: np.ndarray, steps: int) -> np.ndarray:
    """Bool array (4, steps): chosen cells of an older page at their `where` (engine.canvas.matching.columns) of a
    newer one."""
    result, there = np.zeros((len(chosen), steps), dtype=bool), where >= 0
    result[:, where[there]] = chosen[:, there]
    return result


def with_cells_of(now: Piece, other: Piece, where: np.ndarray, chosen: np.ndarray) -> Piece:
    """The piece with the chosen cells (4, steps) of another, whose sixteenths stand at `where`; a note that comes
    brings its marks along."""
    grid = spliced(now.grid(), moved(other.grid(), where, now.grid()), chosen)
    result = now.with_grid(grid)
    voices = []
    for row, (voice, old, source) in enumerate(zip(result.voices, now.voices, other.voices, strict=True)):
        come = [mark._replace(step=int(where[mark.step])) for mark in source.marks if where[mark.step] >= 0]
        pitches = {int(where[mark.step]): source.cells[mark.step] for mark in source.marks}
        new = [m for m in come if chosen[row, m.step] and voice.cells[m.step] == pitches[m.step] != old.cells[m.step]]
        voices.append(
            replace(voice, marks=tuple(sorted((*voice.marks, *new), key=lambda mark: mark.step))) if new else voice
        )
    return replace(result, voices=tuple(voices))


def edited_since(base: Canvas, now: Canvas, part: int = 0) -> np.ndarray:
    """Bool array (rows, steps of what is there now): cells that differ from what they were, whole notes together;
    none if it has another shape altogether."""
    if isinstance(base, Draft) and isinstance(now, Draft):
        place = sentence_place(base, part, now)
        old, new = (
            base.sentences[part].words if part < len(base.sentences) else (),
            now.sentences[place].words if place is not None else (),
        )
        return np.array([[len(old) == len(new) and a != b for a, b in zip_longest(old[: len(new)], new)]], dtype=bool)
    assert isinstance(now, Piece)
    if now is base or not isinstance(base, Piece):
        return np.zeros((4, now.steps), dtype=bool)
    cells = now.grid()
    was = moved(base.grid(), columns(base, now), cells)
    differs = (sounding(was) != sounding(cells)) | ((was >= 0) != (cells >= 0))
    notes = np.cumsum(cells.reshape(-1) != HOLD).reshape(cells.shape)  # no row begins with a HOLD
    touched = np.zeros(cells.size + 1, dtype=bool)
    touched[notes[differs]] = True
    return touched[notes]


def spares(project: Project, before: Project, part: int, base: Canvas) -> bool:
    """Whether accepting would leave out cells because they were edited since."""
    edited, free = edited_since(base, project.canvas, part), ~before.masks[part].pinned()
    if isinstance(base, Piece) and isinstance(project.canvas, Piece) and base.steps == free.shape[1]:
        free = carried(free, columns(base, project.canvas), project.canvas.steps)
    return edited.shape == free.shape and bool((edited & free).any())


def seen(project: Project, preview: Preview) -> Canvas:
    """What the user looks at and hears: what accepting the alternative in view would give, else the page."""
    shown, before = preview.shown, preview.before
    if shown is None or before is None or project.canvas is preview.base or not _fits(project, shown):
        return project.canvas if shown is None else shown
    try:
        return accepted(project, before, shown, preview.part, base=preview.base).canvas
    except CanvasError:
        return project.canvas  # what it was written for is gone


def audition_span(preview: Preview) -> tuple[int, int] | None:
    """The steps in which alternatives of music are heard in a loop: from a bar before what was free to a bar
    after it."""
    piece = preview.before.canvas if preview.before is not None else None
    if not preview.ready or preview.before is None or not isinstance(piece, Piece):
        return None
    free = np.flatnonzero((~preview.before.masks[0].pinned()).any(axis=0))
    if not len(free):
        return None
    first, last = (int(bar) - 1 for bar in np.searchsorted(piece.bar_starts, (free[0], free[-1]), side="right"))
    return piece.bar_starts[max(0, first - 1)], (*piece.bar_starts, piece.steps)[min(len(piece.bars), last + 2)]


def _fits(project: Project, alternative: Canvas) -> bool:
    return type(project.canvas) is type(alternative) and mask_shapes(project.canvas) == mask_shapes(alternative)
