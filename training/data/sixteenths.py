"""Chorales as the public file Jsb16thSeparated.json has them: a pitch for each sixteenth of each voice and no word on
where notes begin, as the SUNMASK paper trains on them (README says where the file is)."""

import json
from pathlib import Path

import numpy as np

from engine.canvas.music import HOLD, REST, Piece, blank_piece, sounding
from engine.errors import PalimpsestError
from training.data.split import PARTS

BAR = 16  # sixteenths
EVERY_SIXTEENTH = "onsets_every_sixteenth"  # in the card of a network that knows no held notes


def read_sixteenths(path: Path) -> dict[str, list[Piece]]:
    """The pieces of each part, every sixteenth a note of its own; the file knows no metre, so all are in 4/4."""
    try:
        parts = json.loads(path.read_text())
        return {part: [_piece(np.array(sequence)) for sequence in parts[part]] for part in PARTS}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise PalimpsestError(f"{path.name} cannot be read as chorales in sixteenths.", str(error)) from None


def _piece(pitches: np.ndarray) -> Piece:
    """A piece from pitches (steps, 4), below 0 where a voice rests."""
    if pitches.ndim != 2 or pitches.shape[1] != 4:
        raise ValueError("not four voices")
    page = blank_piece(-(-len(pitches) // BAR))
    grid = np.full((4, page.steps), REST)
    grid[:, : len(pitches)] = np.where(pitches < 0, REST, pitches).T
    return page.with_grid(grid)


def joined(piece: Piece) -> Piece:
    """The piece with equal neighbours as one note, which is all that can be known of notes without beginnings."""
    grid = sounding(piece.grid())
    again = np.zeros(grid.shape, dtype=bool)
    again[:, 1:] = (grid[:, 1:] == grid[:, :-1]) & (grid[:, 1:] >= 0)
    return piece.with_grid(np.where(again, HOLD, grid))
