"""Chord names in a MIDI file: markers or texts that are chord symbols.

Rehearsal letters and words look alike now and then; a file of ours is taken at its word."""

from engine.canvas.chord import Harmony
from engine.errors import CanvasError
from engine.theory.chords.symbols import is_chord, parse_chord

ENOUGH = 0.5  # share of a kind of event that must be chord symbols, so that the rest is no song text


def chords_of(events: list[tuple[int, str]], steps: int, ours: bool) -> tuple[Harmony, ...]:
    """The chords of (step, text) events of one kind; none where they are something else."""
    found = {step: text for step, text in events if step < steps and (is_chord(text) or text == "N.C.")}
    if not found or (not ours and (len(found) < ENOUGH * len(events) or _rehearsal(list(found.values())))):
        return ()
    chords = []
    for step in sorted(found):
        try:
            chords.append(Harmony(step, parse_chord(found[step])))
        except CanvasError:
            continue
    return tuple(chords)


def _rehearsal(texts: list[str]) -> bool:
    """Whether texts are letters that count the sections of a piece: A, B, C."""
    letters = "ABCDEFGH"
    return len(texts) < len(letters) and texts == list(letters[: len(texts)])
