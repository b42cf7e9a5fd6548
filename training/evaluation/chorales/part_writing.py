"""What the grade does not see of a piece: rules of part writing that it breaks, and chords that stand still."""

from collections.abc import Sequence

import numpy as np

from engine.canvas.music import Piece, sounding
from engine.theory.lint import lint

RULES = ("doubled leading note", "crossing", "range")
BEAT = 4


def repeated_chords(piece: Piece) -> tuple[int, int]:
    """(beats on which all four voices stand as on the beat before, beats that could)."""
    beats = sounding(piece.grid())[:, ::BEAT]
    return int((beats[:, 1:] == beats[:, :-1]).all(0).sum()), beats.shape[1] - 1


def habits(pieces: Sequence[Piece]) -> dict[str, float]:
    """Findings of each rule per hundred notes, and the share of beats whose chord is repeated."""
    notes = sum(len(voice.notes) for piece in pieces for voice in piece.voices)
    found = {rule: 100 * sum(len(lint(piece, (rule,))) for piece in pieces) / max(1, notes) for rule in RULES}
    repeated = np.array([repeated_chords(piece) for piece in pieces]).sum(0)
    return {**found, "repeated chords": float(repeated[0] / repeated[1])}
