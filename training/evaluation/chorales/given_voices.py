"""Other voices given than the soprano: a bass, an inner voice, two voices, or a melody out of every range."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.canvas.mask import Brush, Mask
from engine.canvas.music import Piece
from engine.jobs.models import load_predictor
from engine.jobs.request import Request
from engine.theory.grade import grade
from training.evaluation.jsb import excerpts, generate, summary
from training.evaluation.section import Rows, Section, available

GIVEN: dict[str, tuple[tuple[int, ...], int]] = {  # rows that are kept, and semitones they are moved by before
    "soprano": ((0,), 0),
    "bass": ((3,), 0),
    "alto": ((1,), 0),
    "tenor": ((2,), 0),
    "soprano and bass": ((0, 3), 0),
    "alto and tenor": ((1, 2), 0),
    "soprano, two octaves too low": ((0,), -24),
}


def moved(piece: Piece, rows: Sequence[int], semitones: int) -> Piece:
    """The piece with some voices transposed."""
    voices = [
        replace(voice, cells=tuple(cell + semitones if cell >= 0 else cell for cell in voice.cells))
        if row in rows
        else voice
        for row, voice in enumerate(piece.voices)
    ]
    return replace(piece, voices=tuple(voices))


def completed(piece: Piece, rows: Sequence[int], method: str, seed: int) -> Piece:
    """Some voices kept, the others written."""
    mask = Mask.filled(4, piece.steps, Brush.REWRITE)
    for row in rows:
        mask = mask.paint(Brush.KEEP, row, 0, piece.steps)
    result = generate(Request(piece, mask, method, {}, 1, seed), load_predictor).canvases[0]
    assert isinstance(result, Piece)
    return result


def measured(rows: Sequence[int], semitones: int, method: str, args: argparse.Namespace) -> dict[str, Any]:
    """Grades of the results, with what was moved put back first, and how many kept notes came back."""
    grades, intact, notes = [], 0, 0
    for number, (_, piece) in enumerate(excerpts(args.part, args.count)):
        given = moved(piece, rows, semitones)
        result = completed(given, rows, method, args.seed + number)
        grades.append(grade(moved(result, rows, -semitones)))
        for row in rows:
            intact += len(set(result.voices[row].notes) & set(given.voices[row].notes))
            notes += len(given.voices[row].notes)
    return {**summary(grades), "intact": [intact, notes]}


def voices_section(args: argparse.Namespace) -> Rows:
    """Every choice of GIVEN for each method."""
    rows: Rows = []
    for method in available("music", ("sunmask", "mac", "sfarm"), args.method):
        for name, (kept, semitones) in GIVEN.items():
            rows.append({"label": f"{method.upper()}, {name}", **measured(kept, semitones, method, args)})
            print(rows[-1]["label"], round(rows[-1]["median"], 2), rows[-1]["intact"], flush=True)
    return rows


SECTIONS = {"voices": Section(voices_section, 20)}
