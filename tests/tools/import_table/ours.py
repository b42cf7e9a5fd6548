"""How files are read here, in the same plain numbers as music21's and mido's readings.

Raw notes, before they are fitted to four voices and sixteenths: what fitting changes is reported to the user anyway."""

from engine.errors import PalimpsestError
from engine.formats import midi, musicxml

STEPS = 4  # sixteenths of a quarter


def read(path):
    """Our reading of a file, or {"error": sentence}."""
    return read_bytes(path.read_bytes(), path.suffix == ".mid")


def read_bytes(data, is_midi):
    """Our reading of a file's bytes."""
    try:
        plan = (midi if is_midi else musicxml).inspect(data)
        _, remarks = (midi if is_midi else musicxml).apply(plan)
    except PalimpsestError as error:
        return {"error": str(error)}
    score = plan.score
    bars, metres, at = [], [], 0
    for bar in score.bars:
        full = bar.beats * 16 // bar.unit
        bars.append((at / STEPS, bar.steps / STEPS, full / STEPS))
        if not metres or metres[-1][1] != f"{bar.beats}/{bar.unit}":
            metres.append((at / STEPS, f"{bar.beats}/{bar.unit}"))
        at += bar.steps
    return {
        "notes": sorted(
            (round(note.start / STEPS, 6), round((note.stop - note.start) / STEPS, 6), note.pitch)
            for part in score.parts
            for note in part.notes
        ),
        "bars": bars,
        "metres": metres,
        "key": None if score.key is None else score.key.fifths,
        "remarks": list(remarks),
    }
