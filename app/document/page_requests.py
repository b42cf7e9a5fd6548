"""From a page to a request and back: what a generation asks for, the page with a rewritten part in
its place, masks that fit. Pure functions."""

from collections.abc import Mapping

import numpy as np

from engine.canvas.mask import Brush, Mask
from engine.canvas.music import Piece
from engine.canvas.project import Canvas, CanvasPart, Project, Take, mask_shapes
from engine.canvas.start import Start
from engine.canvas.text import Draft, Sentence
from engine.errors import PalimpsestError
from engine.jobs.request import Request
from engine.sampling.options import Value


def graded(piece: Piece) -> float | None:
    """The grade of a piece, None where it has none; runs in the engine thread."""
    from engine.theory.grade import grade

    try:
        value = grade(piece).overall
    except PalimpsestError:
        return None
    return value if np.isfinite(value) else None


def request_of(
    before: Project,
    part: int,
    method: str,
    options: Mapping[str, Value],
    count: int,
    seed: int,
    start: Start | None = None,
    beside: str | None = None,
) -> Request:
    """Rewrite the piece, or one sentence of a draft, as its mask has it, with the page's own model."""
    canvas = before.canvas if isinstance(before.canvas, Piece) else before.canvas.sentences[part]
    return Request(
        canvas, before.masks[part], method, dict(options), count, seed, start, True, before.model.name, beside
    )


def whole_page(before: Canvas, result: CanvasPart, part: int) -> Canvas:
    """The page with a rewritten part in its place."""
    if isinstance(before, Draft) and isinstance(result, Sentence):
        return before.with_sentence(part, result)
    assert isinstance(result, Piece)
    return result


def within(mask: Mask, region: np.ndarray | None) -> Mask:
    """The mask with all outside a region kept."""
    return mask if region is None else Mask.from_array(np.where(region, mask.array(), Brush.KEEP))


def with_fitting_mask(project: Project, part: int, mask: Mask) -> Project:
    """The project with the mask of a result in place of its own, if it fits."""
    return project.with_mask(part, mask) if project.masks[part].shape == mask.shape else project


def masks_with(project: Project, take: Take) -> tuple[Mask, ...]:
    """The page's masks with the take's in its place; if the page has another shape, everything else is kept."""
    shapes = mask_shapes(take.before)
    if mask_shapes(project.canvas) == shapes:
        masks = list(project.masks)
    else:
        masks = [Mask.filled(rows, steps, Brush.KEEP) for rows, steps in shapes]
    masks[take.part] = take.mask
    return tuple(masks)
