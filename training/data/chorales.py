"""Bach's four-part chorales as pieces, from music21's own corpus: parsed once, then read from a cache. No download."""

import json
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from engine.canvas.music import HOLD, REST, VOICES, Bar, Key, Mark, Piece, Voice, orphan_holds

CACHE_VERSION = 2


def cache_folder() -> Path:
    """Where parsed data is kept between runs; PALIMPSEST_CACHE overrides the user's cache folder."""
    base = (
        os.environ.get("PALIMPSEST_CACHE")
        or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "palimpsest"
    )
    folder = Path(base)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def load_chorales(workers: int = 1) -> dict[str, Piece]:
    """Every four-part chorale of the corpus by its file name ('bwv66.6'), in order of name."""
    cache = cache_folder() / f"chorales-{CACHE_VERSION}.json"
    if not cache.exists():
        names = corpus_names()
        print(f"Reading {len(names)} files of music21's Bach corpus, once (about two minutes) ...", flush=True)
        with ProcessPoolExecutor(workers) as pool:
            parsed = dict(zip(names, pool.map(parse, names, chunksize=4), strict=True))
        scratch = cache.with_suffix(f".{os.getpid()}.part")
        scratch.write_text(json.dumps({k: v for k, v in parsed.items() if v}))
        scratch.replace(cache)
    return {name: from_plain(plain) for name, plain in json.loads(cache.read_text()).items()}


def corpus_names() -> list[str]:
    """The names of the corpus's Bach files by catalogue number (those named after Riemenschneider's edition repeat
    them)."""
    from music21 import corpus

    return sorted({Path(path).stem for path in corpus.getComposer("bach") if Path(path).name.startswith("bwv")})


def parse(name: str) -> dict[str, Any] | None:
    """One corpus file as plain lists, or None where it has not exactly four single parts."""
    from music21 import corpus

    score = corpus.parse(f"bach/{name}")
    parts = list(score.parts)
    if len(parts) != 4:
        return None
    bars = bars_of(parts[0])
    steps = sum(bar.steps for bar in bars)
    voices = [voice_of(part, steps) for part in parts]
    if any(all(cell == REST for cell in cells) for cells, _, _ in voices):
        return None
    fermatas = sorted({step for _, _, marks in voices for step in marks if step < steps})
    key = next(iter(score.recurse().getElementsByClass("KeySignature")), None)
    return {
        "cells": [cells for cells, _, _ in voices],
        "spellings": [spelled for _, spelled, _ in voices],
        "bars": [list(bar) for bar in bars],
        "fermatas": fermatas,
        "fifths": int(key.sharps) if key is not None else 0,
        "minor": getattr(key, "mode", None) == "minor",
        "title": name,
    }


def from_plain(plain: dict[str, Any]) -> Piece:
    """A piece from what `parse` returned."""
    voices = tuple(
        Voice(kind.name, kind.program, tuple(cells), tuple(Mark(step, spelling=fifth) for step, fifth in spelled))
        for kind, cells, spelled in zip(VOICES, plain["cells"], plain["spellings"], strict=True)
    )
    bars = tuple(Bar(*bar) for bar in plain["bars"])
    return Piece(
        voices, bars, Key(plain["fifths"], plain["minor"]), fermatas=tuple(plain["fermatas"]), title=plain["title"]
    )


def bars_of(part: Any) -> list[Bar]:
    """The bars of a music21 part, each with its metre and its real length."""
    measures = list(part.getElementsByClass("Measure"))
    end = float(part.duration.quarterLength)
    metre = (4, 4)
    bars = []
    for index, measure in enumerate(measures):
        if measure.timeSignature is not None:
            metre = (measure.timeSignature.numerator, measure.timeSignature.denominator)
        until = float(measures[index + 1].offset) if index + 1 < len(measures) else end
        steps = round((until - float(measure.offset)) * 4)
        if steps > 0:
            full = Bar.full(*metre)
            bars.append(Bar(*metre, steps) if steps <= full.steps else Bar(-(-steps // 4), 4, steps))
    return bars


def voice_of(part: Any, steps: int) -> tuple[list[int], list[tuple[int, int]], list[int]]:
    """(cells, [(onset, place on the line of fifths)], [onsets with a fermata]) of a music21 part, on the sixteenth
    grid."""
    cells = np.full(steps, REST, dtype=np.int64)
    spelled: dict[int, int] = {}
    fermatas = []
    for element in part.flatten().notesAndRests:
        start = int(float(element.offset) * 4 + 1e-6)
        stop = min(steps, max(start + 1, int(float(element.offset + element.quarterLength) * 4 + 1e-6)))
        if element.duration.isGrace or start >= steps:
            continue
        if any("Fermata" in type(e).__name__ for e in element.expressions):
            fermatas.append(start)
        if element.isRest:
            continue
        pitch = max(element.pitches, key=lambda p: p.midi)
        tied = element.tie is not None and element.tie.type in ("stop", "continue")
        if float(element.offset) * 4 - start > 1e-3 and cells[start] != REST:
            continue  # a thirty-second inside a sixteenth that already has its note
        cells[start:stop] = HOLD
        if (
            not tied or start == 0 or cells[start - 1] == REST or cells[max(spelled)] != pitch.midi
        ):  # a tie to another pitch is a slip of the file
            cells[start] = pitch.midi
            spelled[start] = "FCGDAEB".index(pitch.step) - 1 + 7 * int(pitch.alter)
    cells[orphan_holds(cells)] = REST
    return cells.tolist(), [(s, f) for s, f in sorted(spelled.items()) if cells[s] >= 0], sorted(set(fermatas))
