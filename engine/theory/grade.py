"""How similar to Bach a piece is: the 'Bach or Mock' grade of Fang, Liu, Seetharaman and Pardo (2020), nine distances
added up. Lower is better.

Reimplemented from a description of the published grader. Each part compares a histogram of the piece with Bach's
chorales by the first Wasserstein distance; categories are on a line in the order of their frequency in Bach, so a rare
thing is far away. Compare only pieces of equal length: short ones grade worse by chance alone."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

import assets
from engine.canvas.music import Key, Piece
from engine.theory.finding import Finding
from engine.theory.grade_features import BY_MODE, COUNTERS
from engine.theory.grade_findings import findings
from engine.theory.score_lines import ScoreLines, lines_of

PARTS = tuple(COUNTERS)


@dataclass(frozen=True)
class Grade:
    """The overall grade, its nine parts (they add up to it), the key it was measured in, and what stood out."""

    overall: float
    note: float
    rhythm: float
    parallels: float
    harmony: float
    soprano: float
    alto: float
    tenor: float
    bass: float
    repeats: float
    key: Key
    findings: tuple[Finding, ...] = ()

    @property
    def parts(self) -> dict[str, float]:
        """The nine parts by name."""
        return {name: getattr(self, name) for name in PARTS}


def grade(piece: Piece) -> Grade:
    """The piece's grade; infinite where a voice has fewer than two melodic intervals, as in the original."""
    lines = lines_of(piece)
    return Grade(**measure(lines), key=lines.key, findings=findings(piece, lines, reference_for(lines.key.minor)))


def measure(lines: ScoreLines) -> dict[str, float]:
    """The overall grade and its nine parts, by name."""
    reference = reference_for(lines.key.minor)
    counts = {name: count(lines) for name, count in COUNTERS.items()}
    values = {name: DISTANCES.get(name, rank_distance)(counts[name], reference[name]) for name in PARTS}
    notes = sum(event.pitch >= 0 for line in lines.voices for event in line)
    values["parallels"] *= counts["parallels"].total() / max(notes, 1) / fault_rate()
    return {"overall": math.fsum(values.values()), **values}


def rank_distance(counts: Mapping[str, float], bach: Mapping[str, float]) -> float:
    """First Wasserstein distance with the categories at 0, 1, 2 ... by Bach's frequency, unseen ones after them,
    rarest first."""
    total = sum(counts.values())
    if not total:
        return math.inf
    extras = sorted((name for name in counts if name not in bach), key=lambda name: counts[name])
    mine = np.array([counts.get(name, 0) for name in (*bach, *extras)]) / total
    theirs = np.array([*bach.values(), *([0.0] * len(extras))])
    return float(np.abs(np.cumsum(mine - theirs)).sum())


def length_distance(counts: Mapping[str, float], bach: Mapping[str, float]) -> float:
    """First Wasserstein distance between lengths in sixteenths; nothing repeated counts as length 0."""
    mine = counts or {"0": 1}
    total = sum(mine.values())
    gap = np.zeros(max(int(name) for name in (*mine, *bach)) + 1)
    for name, value in mine.items():
        gap[int(name)] += value / total
    for name, share in bach.items():
        gap[int(name)] -= share
    return float(np.abs(np.cumsum(gap)).sum())


def fault_distance(counts: Mapping[str, float], bach: Mapping[str, float]) -> float:
    """Distance between the shares of fifths and octaves; no faults at all are perfect."""
    return rank_distance(counts, bach) if counts else 0.0


DISTANCES = {"parallels": fault_distance, "repeats": length_distance}


@cache
def _stored() -> dict[str, Any]:
    """The reference file."""
    stored: dict[str, Any] = json.loads(assets.grade_reference().read_text())
    return stored


def fault_rate() -> float:
    """Parallel fifths and octaves a note in Bach."""
    return float(_stored()["fault_rate"])


def bach_range(part: str) -> tuple[float, ...]:
    """The 5th, 25th, 50th, 75th and 95th percentile of a part (or 'overall') over Bach's 8-bar passages."""
    return tuple(_stored()["eight_bars"][part])


@cache
def reference_for(minor: bool) -> dict[str, dict[str, float]]:
    """Bach's shares by part and category, the most frequent first, for one mode."""
    mode = "minor" if minor else "major"
    counts = {name: _stored()[mode if name in BY_MODE else "any"][name] for name in PARTS}
    return {
        name: {category: number / sum(table.values()) for category, number in table.items()}
        for name, table in counts.items()
    }
