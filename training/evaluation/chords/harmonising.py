"""Chords asked for, and whether they come: held-out melodies harmonised with their own chords as symbols, and without
them. Everything through engine.jobs.job.run."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.canvas.mask import Brush, Mask
from engine.canvas.music import Piece, sounding
from engine.jobs.job import Models
from engine.jobs.models import load_predictor
from engine.jobs.request import Request
from engine.theory.chords.reader import alike, asked_at, beat_chords, read_chords
from engine.theory.grade import grade
from training.evaluation.chords.music21_agreement import agreement
from training.evaluation.jsb import STEPS, Recipe, excerpts, generate, summary
from training.evaluation.section import Rows, Section, available

# label: the options that differ from a method's defaults
RECIPES: dict[str, dict[str, Any]] = {
    "no chords asked for": {"chord_places": "nowhere"},
    "a hint": {"chord_strength": 0.0},
    "usual": {},
    "strictly": {"chord_strength": 1.0},
}


@dataclass(frozen=True)
class Followed:
    """How a piece keeps to the chords it was asked for; each a count and what it is a count of."""

    beats: tuple[int, int]  # beats whose chord is the one asked for
    basses: tuple[int, int]  # chords asked for that begin on their bass
    outside: tuple[int, int]  # notes of the lower three voices that do not belong to the chord


def followed(piece: Piece) -> Followed:
    """A piece held against its own chords."""
    pitch = sounding(piece.grid())
    beats = [alike(chord, asked_at(piece, step)) for step, chord in beat_chords(piece) if asked_at(piece, step)]
    basses = [
        min(int(p) for p in pitch[:, step] if p >= 0) % 12 == chord.bass_class
        for step, chord in piece.chords
        if chord.tones and (pitch[:, step] >= 0).any()
    ]
    outside = [
        note.pitch % 12 not in chord.tones
        for voice in piece.voices[1:]
        for note in voice.notes
        if (chord := asked_at(piece, note.start)) is not None
    ]
    return Followed((sum(beats), len(beats)), (sum(basses), len(basses)), (sum(outside), len(outside)))


def shares(found: Sequence[Followed]) -> dict[str, float]:
    """Counts of several pieces added up and divided."""
    rows = np.array([[f.beats, f.basses, f.outside] for f in found])
    done, all_ = rows[:, :, 0].sum(0), np.maximum(1, rows[:, :, 1].sum(0))
    return dict(zip(("beats", "basses", "outside"), (done / all_).tolist(), strict=True))


def harmonised(recipe: Recipe, pieces: Sequence[Piece], seed: int, models: Models) -> dict[str, Any]:
    """Melodies harmonised once each with their chords."""
    results = []
    mask = Mask.filled(4, STEPS, Brush.REWRITE).paint(Brush.KEEP, 0, 0, STEPS)
    for number, piece in enumerate(pieces):
        done = generate(Request(piece, mask, recipe.method, recipe.options, 1, seed + number), models)
        results += [canvas for canvas in done.canvases if isinstance(canvas, Piece)]
    kept = all(result.voices[0].cells == piece.voices[0].cells for result, piece in zip(results, pieces, strict=True))
    return {
        **shares([followed(result) for result in results]),
        "grade": summary([grade(result) for result in results])["median"],
        "grades": [round(grade(result).overall, 2) for result in results],
        "soprano_intact": kept,
    }


def chords_section(args: argparse.Namespace) -> Rows:
    """Bach's own, and each method at each strength."""
    pieces = [replace(piece, chords=read_chords(piece)) for _, piece in excerpts(args.part, args.count)]
    rows: Rows = [agreement(pieces)]
    own = shares([followed(piece) for piece in pieces])
    rows.append({"label": "Bach himself", **own, "grade": summary([grade(piece) for piece in pieces])["median"]})
    print(rows, flush=True)
    for method in available("music", ("sunmask", "mac", "sfarm"), args.method):
        for words, options in RECIPES.items():
            row = harmonised(Recipe(method, method, options), pieces, args.seed, load_predictor)
            rows.append({"label": f"{method.upper()}, {words}", "pieces": len(pieces), **row})
            print({name: value for name, value in rows[-1].items() if name != "grades"}, flush=True)
    return rows


SECTIONS = {"chords": Section(chords_section, 40)}
