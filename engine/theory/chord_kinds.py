"""Which chord sounds in each span between note starts and ends.

Names come from a table by interval structure made once."""

import json
from collections.abc import Sequence
from functools import cache

import assets
from engine.theory.score_lines import ScoreEvent, ScoreLines

PEDAL, UNKNOWN = "pedal", "unidentifiable"
WIDEST = 12  # fifths between the outermost names in the table; the twelve names of a key span 11, Bach's chords 10


def spans(lines: ScoreLines) -> list[tuple[float, tuple[ScoreEvent, ...]]]:
    """(start in sixteenths, sounding notes) between any two successive note starts or ends, bar by bar; spans of
    rests only are left out.

    A note belongs to the bar in which it starts: held over the bar line it makes chords with its own bar's notes
    only. That is how the grade's reference was counted (its many 'pedal' chords are such notes), so it is kept here."""
    bars: list[list[ScoreEvent]] = [[] for _ in lines.bar_lines]
    for line in lines.voices:
        bar = 0
        for event in line:
            while bar + 1 < len(bars) and event.start >= lines.bar_lines[bar + 1] - 1e-6:
                bar += 1
            if event.pitch >= 0 and event.length > 0:
                bars[bar].append(event)
    return [span for notes in bars for span in _spans_of_bar(notes)]


def _spans_of_bar(notes: list[ScoreEvent]) -> list[tuple[float, tuple[ScoreEvent, ...]]]:
    """The spans of the notes that start in one bar."""
    edges = sorted({time for note in notes for time in (note.start, note.end)})
    found = [(start, tuple(note for note in notes if note.start <= start < note.end)) for start in edges[:-1]]
    return [(start, sounding) for start, sounding in found if sounding]


def structure(notes: Sequence[ScoreEvent]) -> tuple[int, ...]:
    """Names above the lowest note as places on the line of fifths from it, low to high, each once; () for one pitch
    alone."""
    ordered = sorted({(note.pitch, note.fifth) for note in notes})
    if len(ordered) == 1:
        return ()
    return tuple(dict.fromkeys(fifth - ordered[0][1] for _, fifth in ordered))


def kind(notes: Sequence[ScoreEvent]) -> str:
    """'major', 'dominant-seventh' ...: the chord's kind whatever its root and inversion."""
    shape = structure(notes)
    return _table().get(shape, UNKNOWN) if shape else PEDAL


@cache
def _table() -> dict[tuple[int, ...], str]:
    """Kinds by structure; what is missing has no kind."""
    stored: dict[str, list[list[int]]] = json.loads(assets.chord_kinds().read_text())
    return {tuple(shape): name for name, shapes in stored.items() for shape in shapes}
