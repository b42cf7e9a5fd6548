"""`python -m training.data.reference`: collects from music21's corpus what the grade compares with, and writes it to
assets/grade.

The reference is the 351 four-part items among the 371 chorales of Riemenschneider's edition: whole, in their own
keys, ties joined, fermatas left out, at their exact lengths (not on the sixteenth grid of training.data.chorales)."""

import json
import os
import statistics
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np

import assets
from engine.canvas.edits_bars import crop
from engine.canvas.music import REST, Piece
from engine.theory.chord_kinds import WIDEST
from engine.theory.grade import PARTS, measure
from engine.theory.grade_features import BY_MODE, COUNTERS
from engine.theory.key_finder import correlations, key_from_row
from engine.theory.score_lines import ScoreEvent, ScoreLines, lines_of
from engine.theory.spelling import class_name, place_of
from training.data.chorales import cache_folder, load_chorales

CACHE_VERSION = 1
PASSAGE = 128  # sixteenths
PERCENTILES = (5, 25, 50, 75, 95)


def main() -> None:
    """Collect, write, and print how Bach grades against himself."""
    assets.grade_reference().parent.mkdir(parents=True, exist_ok=True)
    kinds = chord_table()
    _write(assets.chord_kinds(), kinds)
    print(f"{sum(map(len, kinds.values())):,} chord structures of {len(kinds)} kinds")
    corpus = read_corpus()
    reference = collect([lines for _, lines in corpus])
    _write(assets.grade_reference(), reference)  # the two lines below grade with it
    whole = [measure(lines) for _, lines in corpus]
    short = [measure(lines_of(piece)) for piece in passages([name for name, _ in corpus])]
    reference["eight_bars"] = {
        name: [round(float(p), 3) for p in np.percentile([g[name] for g in short], PERCENTILES)]
        for name in ("overall", *PARTS)
    }
    _write(assets.grade_reference(), reference)
    print(f"{reference['notes']:,} notes, {reference['rests']:,} rests, parallels {reference['any']['parallels']}")
    for title, grades in ((f"{len(whole)} whole chorales", whole), (f"{len(short):,} passages of 8 bars", short)):
        print(title)
        for name in ("overall", *PARTS):
            values = [g[name] for g in grades]
            print(
                f"  {name:10} {statistics.median(values):6.3f} +- {statistics.pstdev(values):.3f}  mean"
                f" {statistics.fmean(values):.3f}"
            )


def collect(corpus: list[ScoreLines]) -> dict[str, Any]:
    """Counts by part and category, the most frequent first (of equals the one met first), in major, minor and
    together."""
    tables: dict[str, dict[str, Counter[str]]] = {mode: {} for mode in ("major", "minor", "any")}
    for lines in corpus:
        for part, count in COUNTERS.items():
            mode = ("minor" if lines.key.minor else "major") if part in BY_MODE else "any"
            tables[mode].setdefault(part, Counter()).update(count(lines))
    notes = sum(event.pitch >= 0 for lines in corpus for line in lines.voices for event in line)
    rests = sum(event.pitch < 0 for lines in corpus for line in lines.voices for event in line)
    faults = sum(tables["any"]["parallels"].values())
    sorted_tables = {
        mode: {part: dict(counts.most_common()) for part, counts in parts.items()} for mode, parts in tables.items()
    }
    return {"chorales": len(corpus), "notes": notes, "rests": rests, "fault_rate": faults / notes, **sorted_tables}


def chord_table() -> dict[str, list[list[int]]]:
    """Chord kinds of up to four different names within WIDEST fifths, by structure (see engine.theory.chord_kinds);
    those without a kind are left out."""
    from music21 import chord, harmony

    table: dict[str, list[list[int]]] = {}
    for shape in _shapes():
        low = 3 * 7 + min(0, -min(shape) - max(shape)) // 2
        pitches = [_pitch(low + fifth, octave) for octave, fifth in enumerate(shape, start=2)]
        if len(shape) == 1:
            pitches.append(_pitch(low, 3))  # a name alone is doubled at the octave: one pitch alone is a pedal
        kind = harmony.chordSymbolFigureFromChord(chord.Chord(pitches), True)[1]
        if kind:
            table.setdefault(kind, []).append(list(shape))
    return table


def _shapes() -> list[tuple[int, ...]]:
    """Every structure: 0 and up to three other places within WIDEST fifths of one another, in every order."""
    others = [f for f in range(-WIDEST, WIDEST + 1) if f]
    shapes = [(0, *rest) for size in range(4) for rest in permutations(others, size)]
    return [shape for shape in shapes if max(shape) - min(shape) <= WIDEST]


def _pitch(fifth: int, octave: int) -> str:
    """music21's name of a place on the line of fifths."""
    return class_name(fifth).replace("b", "-") + str(octave)


def read_corpus() -> list[tuple[str, ScoreLines]]:
    """(name, lines) of the reference chorales at their exact lengths, from the cache after the first time; the
    edition has some chorales twice."""
    cache = cache_folder() / f"reference-{CACHE_VERSION}.json"
    if not cache.exists():
        print("Reading the 371 chorales of music21's corpus, once (about two minutes) ...", flush=True)
        from music21 import corpus

        names = list(corpus.chorales.Iterator(1, 371, returnType="filename"))
        parsed = {name: _parse(name) for name in dict.fromkeys(names)}
        scratch = cache.with_suffix(f".{os.getpid()}.part")
        scratch.write_text(json.dumps([[name, parsed[name]] for name in names if parsed[name]]))
        scratch.replace(cache)
    return [(name, _lines(plain)) for name, plain in json.loads(cache.read_text())]


def _parse(name: str) -> dict[str, Any] | None:
    """One chorale as plain lists of [start, length, pitch, fifth] in sixteenths, or None unless it has four parts."""
    from music21 import corpus

    score = corpus.parse(name)
    if len(score.parts) != 4:
        return None
    bars = [float(bar.offset) * 4 for bar in score.parts[0].getElementsByClass("Measure")]
    voices = []
    for part in score.stripTies().parts:
        line = []
        for element in part.flatten().notesAndRests:
            pitch = None if element.isRest else element.pitches[-1]
            spelled = (REST, 0) if pitch is None else (pitch.midi, place_of(pitch.step, int(pitch.alter)))
            line.append([float(element.offset) * 4, float(element.quarterLength) * 4, *spelled])
        voices.append(line)
    return {"voices": voices, "bars": bars}


def _lines(plain: dict[str, Any]) -> ScoreLines:
    """Lines from what `_parse` returned."""
    voices = tuple(tuple(ScoreEvent(*event) for event in line) for line in plain["voices"])
    weights = np.zeros(12)
    for event in (event for line in voices for event in line if event.pitch >= 0):
        weights[event.pitch % 12] += event.length
    return ScoreLines(voices, tuple(plain["bars"]), key_from_row(int(correlations(weights).argmax())), from_score=True)


def passages(names: list[str], steps: int = PASSAGE) -> list[Piece]:
    """Every passage of `steps` sixteenths of the named chorales that begins with a bar."""
    chorales = load_chorales()
    pieces = [chorales[stem] for stem in dict.fromkeys(name.split("/")[-1] for name in names) if stem in chorales]
    return [
        crop(piece, start, start + steps)
        for piece in pieces
        for start in piece.bar_starts
        if start + steps <= piece.steps
    ]


def _write(path: Path, value: Any) -> None:
    """Compact JSON."""
    path.write_text(json.dumps(value, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
