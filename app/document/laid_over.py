"""A result from the history laid over today's page: only the cells it was asked to write differ, wherever they are now.
Pure; knows no widgets."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from app.document.accept import carried, with_cells_of
from app.words import tr
from engine.canvas.edits_bars import insert_bars
from engine.canvas.mask import PINNED, Brush, Mask
from engine.canvas.matching import bar_places, columns, matched, sentence_place
from engine.canvas.music import REST, Piece, sounding
from engine.canvas.project import Canvas, Project
from engine.canvas.text import Draft, Sentence
from engine.errors import CanvasError

GONE = "The part this was written for is no longer on the page; undo to a page that has it."


class WordSpan(NamedTuple):
    """The words start..stop-1 of a result, in place of the words first..last-1 of today's sentence."""

    start: int
    stop: int
    first: int
    last: int


@dataclass(frozen=True)
class Laid:
    """Today's page with the cells asked for as they were (`before`), with each alternative's instead (`canvases`),
    and the part they belong to."""

    before: Project
    canvases: tuple[Canvas, ...]
    part: int
    base: Canvas  # the page they are laid over


def laid_over(project: Project, old: Canvas, mask: Mask, part: int, alternatives: Sequence[Canvas]) -> Laid:
    """A result made from the page `old` with `mask`, laid over today's page; a CanvasError where its cells are gone."""
    now = project.canvas
    if isinstance(now, Draft) and isinstance(old, Draft):
        return _over_draft(project, now, old, mask, part, [each for each in alternatives if isinstance(each, Draft)])
    if isinstance(now, Piece) and isinstance(old, Piece):
        return _over_piece(project, now, old, mask, [each for each in alternatives if isinstance(each, Piece)])
    raise CanvasError(tr("This result belongs to another kind of page."))


# Music


def _over_piece(project: Project, today: Piece, old: Piece, mask: Mask, alternatives: Sequence[Piece]) -> Laid:
    now, where, free = today, columns(old, today), ~mask.pinned()
    where[_strange(today, old, where, free)] = -1
    brushes = np.full((4, today.steps), Brush.KEEP, dtype=np.uint8)
    if free.any() and not free[:, where >= 0].any():
        now, where = _with_lost_bars(today, old, free, where)
        stay = columns(today, now)
        brushes = np.full((4, now.steps), Brush.REWRITE, dtype=np.uint8)
        brushes[:, stay] = project.masks[0].array()
        where[np.isin(where, stay)] = -1  # only what was inserted is written
        free = np.ones_like(free)
    there = where >= 0
    brushes[:, where[there]] = mask.array()[:, there]
    chosen = carried(free, where, now.steps)
    before = replace(project, canvas=with_cells_of(now, old, where, chosen), masks=(Mask.from_array(brushes),))
    return Laid(before, tuple(with_cells_of(now, each, where, chosen) for each in alternatives), 0, today)


def _strange(today: Piece, old: Piece, where: np.ndarray, free: np.ndarray) -> np.ndarray:
    """Bool array (old steps,): sixteenths of bars that had kept notes, of which none is left where the bar should
    stand now: it is another bar."""
    before, now = sounding(old.grid()), sounding(today.grid())
    kept = ~free & (before != REST)
    left = kept & (before == now[:, where]) & (where >= 0)
    strange = np.zeros(old.steps, dtype=bool)
    for start, bar in zip(old.bar_starts, old.bars, strict=True):
        span = slice(start, start + bar.steps)
        strange[span] = kept[:, span].any() and not left[:, span].any()
    return strange


def _with_lost_bars(today: Piece, old: Piece, free: np.ndarray, found: np.ndarray) -> tuple[Piece, np.ndarray]:
    """The page with the bars that were asked for and are not there, inserted where they stood; and the columns of
    `old` in it."""
    now = today
    places = [
        at if found[start] >= 0 else None for at, start in zip(bar_places(old, today), old.bar_starts, strict=True)
    ]
    if all(at is None for at in places):
        raise CanvasError(tr(GONE))
    where = np.full(old.steps, -1, dtype=np.int64)
    put = 0  # the bar to go on from
    for index, (start, bar) in enumerate(zip(old.bar_starts, old.bars, strict=True)):
        at = places[index]
        if at is None:
            if not free[:, start : start + bar.steps].any():
                continue
            now, at = insert_bars(now, put, 1, bar), put
            places = [None if place is None else place + (place >= put) for place in places]
        where[start : start + bar.steps] = now.bar_starts[at] + np.arange(bar.steps)
        put = at + 1
    return now, where


# Sentences


def _over_draft(
    project: Project, today: Draft, old: Draft, mask: Mask, part: int, alternatives: Sequence[Draft]
) -> Laid:
    place = _place(today, old, part, alternatives)
    words, states, asked = today.sentences[place].words, project.masks[place].rows[0], mask.rows[0]
    spans = _spans(old.sentences[part].words, asked, words)
    brushes = bytes(_put(asked, states, spans))
    if len(brushes) == len(states):  # for this once only; else they become the page's
        brushes = bytes(_put(asked, bytes(state if state & PINNED else Brush.KEEP for state in states), spans))

    def over(draft: Draft) -> Draft:
        return today.with_sentence(place, Sentence(tuple(_put(draft.sentences[part].words, words, spans))))

    before = project.with_mask(place, Mask((brushes,)), over(old))
    return Laid(before, tuple(over(each) for each in alternatives), place, today)


def _place(today: Draft, old: Draft, part: int, alternatives: Sequence[Draft]) -> int:
    """Where the sentence is that a result was written for: it, or one of its alternatives, as it was; else what
    became of it."""
    forms = {draft.sentences[part] for draft in (old, *alternatives)}
    found = [at for at, sentence in enumerate(today.sentences) if sentence in forms]
    place = found[0] if len(found) == 1 else sentence_place(old, part, today)
    if place is None:
        raise CanvasError(tr(GONE))
    return place


def reseated(project: Project, before: Project, base: Canvas, part: int, canvases: Sequence[Canvas]) -> Laid | None:
    """Alternatives of a sentence as they are, in a draft whose other sentences are no longer those of `base`; None
    if there is nothing to do."""
    now, old = project.canvas, before.canvas
    if now is base or not (isinstance(now, Draft) and isinstance(base, Draft) and isinstance(old, Draft)):
        return None
    place = sentence_place(base, part, now)
    if place is None:
        return None
    over = now.with_sentence(place, base.sentences[part])
    if over == base:
        return None
    made = tuple(now.with_sentence(place, each.sentences[part]) for each in canvases if isinstance(each, Draft))
    asked = project.with_mask(place, before.masks[part], now.with_sentence(place, old.sentences[part]))
    return Laid(asked, made, place, over)


def _spans(old: Sequence[str], asked: bytes, now: Sequence[str]) -> list[WordSpan]:
    """Which words of an older sentence go where in today's: each run of free words to where it stood between the
    kept ones. Where not one kept word is left, the whole sentence; where some are, but not those around the free
    ones, there is no such place."""
    kept = [word if state & PINNED else at for at, (word, state) in enumerate(zip(old, asked, strict=True))]
    places = matched(kept, now, lambda ours, theirs: np.array([[float(a == b) for b in theirs] for a in ours]))
    spans, at = [], 0
    for free, run in groupby(asked, lambda state: not state & PINNED):
        start, at = at, at + len(list(run))
        if not free:
            continue
        left, right = places[start - 1] if start else -1, places[at] if at < len(old) else len(now)
        if places[start] is not None and places[at - 1] == (places[start] or 0) + at - start - 1:
            left, right = (places[start] or 0) - 1, (places[at - 1] or 0) + 1
        if left is not None and right is not None:
            spans.append(WordSpan(start, at, left + 1, right))
    if spans or all(state & PINNED for state in asked):
        return spans
    if any(at is not None and state & PINNED for at, state in zip(places, asked, strict=True)):
        raise CanvasError(tr(GONE))
    return [WordSpan(0, len(old), 0, len(now))]


def _put(items: Sequence[Any], into: Sequence[Any], spans: list[WordSpan]) -> list[Any]:
    """The items of spans inserted into a row of others."""
    row = list(into)
    for start, stop, first, last in reversed(spans):
        row[first:last] = items[start:stop]
    return row
