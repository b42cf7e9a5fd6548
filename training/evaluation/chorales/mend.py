"""Fixing generated chorales: how many parallel fifths and octaves it removes, by how few notes, and whether kept cells
stay. Through engine.theory.mend."""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from engine.canvas.mask import Brush, Mask
from engine.canvas.music import Piece
from engine.jobs.job import Models
from engine.jobs.models import load_predictor
from engine.jobs.request import Request
from engine.theory.finding import Finding
from engine.theory.grade import grade
from engine.theory.lint import lint
from engine.theory.mend import ALTERNATIVES, BRIEFLY, mended
from training.evaluation.jsb import STEPS, UNCORRECTED, Recipe, generate, samples
from training.evaluation.section import Rows, Section, available

FAULTS = ("parallel fifths", "parallel octaves")


@dataclass(frozen=True)
class Mended:
    """What became of one piece: the faults before and after, those tried with the notes rewritten for each, and
    the seconds it took."""

    piece: Piece
    before: int
    after: int
    tried: int
    gone: int
    notes: int
    seconds: float


def mend_all(piece: Piece, mask: Mask, method: str, seed: int, models: Models) -> Mended:
    """Every parallel fixed once, from the first on, also those that come up meanwhile; a result is taken if its
    fault is gone and no more are found."""
    began, result = time.monotonic(), piece
    tried: set[tuple[Any, ...]] = set()
    gone = notes = 0
    while (fault := next((f for f in lint(result, FAULTS) if _which(f) not in tried), None)) is not None:
        tried.add(_which(fault))
        rewrite = partial(_rewritten, result, method, seed + len(tried), models)
        better, patch, choice = mended(result, mask, fault, rewrite)
        notes += len(patch.notes)
        if choice.gone and choice.left <= len(lint(result)):
            result, gone = better, gone + 1
    return Mended(
        result, len(lint(piece, FAULTS)), len(lint(result, FAULTS)), len(tried), gone, notes, time.monotonic() - began
    )


def _which(fault: Finding) -> tuple[Any, ...]:
    """What makes two findings the same: the notes of a place may begin elsewhere after a mend."""
    return fault.rule, fault.voices, fault.place


def _rewritten(piece: Piece, method: str, seed: int, models: Models, mask: Mask) -> list[Piece]:
    """The alternatives of one try."""
    request = Request(piece, mask, method, BRIEFLY.get(method, {}), ALTERNATIVES, seed)
    return [p for p in generate(request, models).canvases if isinstance(p, Piece)]


def mend_row(label: str, pieces: Sequence[Piece], mask: Mask, method: str, seed: int, models: Models) -> dict[str, Any]:
    """Pieces fixed under one mask, added up."""
    done = [mend_all(piece, mask, method, seed + 1000 * number, models) for number, piece in enumerate(pieces)]
    kept = mask.pinned()
    tried = max(1, sum(d.tried for d in done))
    before, after = sum(d.before for d in done), sum(d.after for d in done)
    return {
        "label": label,
        "pieces": len(pieces),
        "before": before,
        "after": after,
        "removed": (before - after) / max(1, before),
        "tried": tried,
        "mended": sum(d.gone for d in done) / tried,
        "notes_a_fault": sum(d.notes for d in done) / tried,
        "seconds_a_fault": sum(d.seconds for d in done) / tried,
        "findings": [sum(len(lint(p)) for p in pieces), sum(len(lint(d.piece)) for d in done)],
        "grade": [
            float(np.median([grade(p).overall for p in pieces])),
            float(np.median([grade(d.piece).overall for d in done])),
        ],
        "kept_cells": int(kept.sum()) * len(pieces),
        "kept_intact": all(
            (d.piece.grid()[kept] == piece.grid()[kept]).all() for d, piece in zip(done, pieces, strict=True)
        ),
    }


def mend_section(args: argparse.Namespace) -> Rows:
    """Samples from scratch, nothing kept in one half and the soprano in the other."""
    rows: Rows = []
    free = Mask.filled(4, STEPS, Brush.REWRITE)
    for method in available("music", ("sunmask",), args.method):
        pieces = samples(Recipe(method, method, UNCORRECTED), args.count, args.seed, load_predictor).first.pieces
        half = (len(pieces) + 1) // 2
        for label, some, mask in (
            ("nothing kept", pieces[:half], free),
            ("soprano kept", pieces[half:], free.paint(Brush.KEEP, 0, 0, STEPS)),
        ):
            rows.append(mend_row(f"{method.upper()}, {label}", some, mask, method, args.seed, load_predictor))
            print(rows[-1], flush=True)
    return rows


SECTIONS = {"mend": Section(mend_section, 100)}
