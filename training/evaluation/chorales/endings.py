"""How harmonised melodies end: on the tonic in root position, all voices together, before and after the rule for
endings, and Bach's own."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from engine.canvas.edits_bars import crop
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import Key, Piece, sounding
from engine.jobs.job import Models
from engine.jobs.models import load_predictor
from engine.jobs.request import Request
from engine.theory.endings import FIFTH, MAJOR_THIRD, MINOR_THIRD
from engine.theory.spelling import tonic_place
from training.data.chorales import load_chorales
from training.data.crops import own_key
from training.data.folk_tunes import tunes
from training.data.split import read_split
from training.evaluation.jsb import STEPS, first_and_final, generate
from training.evaluation.section import Rows, Section, available

METHODS = ("sunmask", "mac", "sfarm")
METRES, EACH = ("4/4", "3/4", "6/8"), 7  # folk tunes
STAGES = ("before", "after")  # as first drawn, and once the end, parallels and leaps are corrected


@dataclass(frozen=True)
class FinalChord:
    """How a piece ends."""

    tonic: bool  # the tonic triad in root position
    together: bool  # all voices stop at one sixteenth
    third: bool  # the last chord has its third


def ending(piece: Piece, key: Key) -> FinalChord:
    """The last note of each voice, judged in a key; in minor the third may be major too."""
    pitch = sounding(piece.grid())
    stops = [int(np.flatnonzero(row >= 0)[-1]) for row in pitch if (row >= 0).any()]
    if len(stops) < 4:
        return FinalChord(False, False, False)
    degrees = [(int(row[stop]) - 7 * tonic_place(key)) % 12 for row, stop in zip(pitch, stops, strict=True)]
    thirds = (MINOR_THIRD, MAJOR_THIRD) if key.minor else (MAJOR_THIRD,)
    tonic = degrees[3] == 0 and any({0, third, FIFTH} >= set(degrees) for third in thirds)
    return FinalChord(tonic, len(set(stops)) == 1, bool(set(thirds) & set(degrees)))


def last_bars(part: str, limit: int = 0) -> Iterator[tuple[Piece, Key]]:
    """The last bars of each chorale of a part, at most eight of 4/4, with the key of the whole."""
    pieces = load_chorales()
    names = [name for name in read_split()[part] if name in pieces]
    for name in names[:limit] if limit else names:
        piece = pieces[name]
        start = next(start for start in piece.bar_starts if piece.steps - start <= STEPS)
        yield crop(piece, start, piece.steps), own_key(piece)


def allows_tonic(piece: Piece, key: Key) -> bool:
    """Whether the melody's last note is one of the tonic triad."""
    last = piece.voices[0].notes[-1].pitch
    return (last - 7 * tonic_place(key)) % 12 in (0, MINOR_THIRD if key.minor else MAJOR_THIRD, FIFTH)


def harmonising(piece: Piece, method: str, options: dict[str, Any], seed: int) -> Request:
    """The soprano kept, three voices to be written."""
    mask = Mask.filled(4, piece.steps, Brush.REWRITE).paint(Brush.KEEP, 0, 0, piece.steps)
    return Request(piece, mask, method, options, 1, seed)


def harmonised(piece: Piece, method: str, options: dict[str, Any], seed: int, models: Models) -> Piece:
    """The soprano kept, three voices written."""
    result = generate(harmonising(piece, method, options, seed), models).canvases[0]
    assert isinstance(result, Piece)
    return result


def tally(endings: list[FinalChord]) -> dict[str, list[int]]:
    """How many of how many end so."""
    return {
        field.name: [sum(getattr(each, field.name) for each in endings), len(endings)] for field in fields(FinalChord)
    }


def endings_section(args: argparse.Namespace) -> Rows:
    """Bach's own endings first, then each method's."""
    chorales = [(piece, key) for piece, key in last_bars(args.part, args.count) if allows_tonic(piece, key)]
    own = tally([ending(piece, key) for piece, key in chorales])
    rows: Rows = [{"label": "Bach", "before": own, "after": own}]
    folk = [(tune, tune.key) for metre in METRES for tune in tunes(metre, EACH) if allows_tonic(tune, tune.key)]
    for method in available("music", METHODS, args.method):
        for label, melodies in ((method.upper(), chorales), (f"{method.upper()}, folk tunes", folk)):
            ends: dict[str, list[FinalChord]] = {stage: [] for stage in STAGES}
            for number, (piece, key) in enumerate(melodies):
                stages = first_and_final(harmonising(piece, method, {}, args.seed + number), load_predictor)
                for stage, pieces in zip(STAGES, stages, strict=True):
                    ends[stage].append(ending(pieces[0], key))
            row: dict[str, Any] = {"label": label, **{stage: tally(found) for stage, found in ends.items()}}
            rows.append(row)
            print(row, flush=True)
    return rows


SECTIONS = {"endings": Section(endings_section, 100)}
