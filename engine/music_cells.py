"""How a piece reaches a network and comes back: tokens, side information, and which HOLDs are barred. No sampling here."""

from dataclasses import dataclass

import numpy as np

from engine.mask import Mask
from engine.music import HOLD, REST, Bar, Piece, orphan_holds, sounding

LOW, HIGH = 36, 81  # MIDI pitches the chorales use
HOLD_TOKEN, REST_TOKEN, FIRST_PITCH = 0, 1, 2
TOKENS = FIRST_PITCH + HIGH - LOW + 1
BLANK, PAD = TOKENS, TOKENS + 1
BAR_KINDS = (16, 12, 8, 24, 4, 20, 6)  # lengths in steps that have a row of their own in the table; others share row 0
FERMATA_UNKNOWN, FERMATA_NO, FERMATA_YES = range(3)
EDGE_UNKNOWN, EDGE_INSIDE, EDGE_FIRST, EDGE_LAST = range(4)
SIDE_SIZES = (4, 16, len(BAR_KINDS) + 1, 3, 4)  # sixteenth in the beat, beat in the bar, kind of bar, fermata, edge of the piece
SIDE_PAD = (0, 0, 0, FERMATA_UNKNOWN, EDGE_UNKNOWN)
BEAT = 4


def vocabulary() -> tuple[str, ...]:
    """The names of the tokens, saved with weights so that others are refused."""
    return ("hold", "rest", *(str(pitch) for pitch in range(LOW, HIGH + 1)))


def to_tokens(cells: np.ndarray) -> np.ndarray:
    """Cells to tokens; a pitch outside the vocabulary is shown at its nearest octave inside."""
    pitch = np.where(cells > HIGH, HIGH - (HIGH - cells) % 12, cells)
    pitch = np.where((cells >= 0) & (cells < LOW), LOW + (cells - LOW) % 12, pitch)
    return np.where(cells == HOLD, HOLD_TOKEN, np.where(cells == REST, REST_TOKEN, pitch - LOW + FIRST_PITCH))


def to_cells(tokens: np.ndarray) -> np.ndarray:
    """Tokens to cells."""
    return np.where(tokens == HOLD_TOKEN, HOLD, np.where(tokens == REST_TOKEN, REST, tokens - FIRST_PITCH + LOW))


def bar_places(bars: tuple[Bar, ...]) -> np.ndarray:
    """Int array (steps, 2): the step inside its metre's bar, and the bar's full length; a pick-up ends its bar, a split bar goes on."""
    rows = []
    reached = 0
    for index, bar in enumerate(bars):
        full = max(bar.steps, bar.beats * 16 // bar.unit)
        first = reached if 0 < reached and reached + bar.steps <= full else 0
        if index == 0 and len(bars) > 1:
            first = full - bar.steps
        rows.append(np.stack([np.arange(first, first + bar.steps), np.full(bar.steps, full)], -1))
        reached = (first + bar.steps) % full
    return np.concatenate(rows)


def side_of(piece: Piece) -> np.ndarray:
    """Int array (steps, channels) of side information, as SIDE_SIZES lists it."""
    places = bar_places(piece.bars)
    inside, full = places[:, 0], places[:, 1]
    kind = np.zeros(len(inside), dtype=np.int64)
    for row, length in enumerate(BAR_KINDS):
        kind[full == length] = row + 1
    fermata = np.full(len(inside), FERMATA_UNKNOWN if piece.fermatas is None else FERMATA_NO)
    if piece.fermatas:
        fermata[list(piece.fermatas)] = FERMATA_YES
    edge = np.full(len(inside), EDGE_INSIDE)
    edge[:BEAT], edge[-BEAT:] = EDGE_FIRST, EDGE_LAST
    return np.stack([inside % BEAT, np.minimum(inside // BEAT, SIDE_SIZES[1] - 1), kind, fermata, edge], -1)


def open_notes(tokens: np.ndarray) -> np.ndarray:
    """Tokens in which a row that begins inside a note begins with an onset: a HOLD first in the row needs `before` and is a REST here."""
    opened = tokens.copy()
    opened[..., 0] = np.where(tokens[..., 0] == HOLD_TOKEN, REST_TOKEN, tokens[..., 0])
    return opened


@dataclass(frozen=True)
class MusicCells:
    """A piece and its mask as the samplers see them; all arrays are (4, steps) but `side` (steps, channels)."""

    tokens: np.ndarray
    pinned: np.ndarray
    trusted: np.ndarray
    no_hold: np.ndarray
    side: np.ndarray
    verbatim: np.ndarray  # the cells to put back where pinned
    split: np.ndarray  # pinned HOLDs that the network sees as an onset


def encode(piece: Piece, mask: Mask) -> MusicCells:
    """The piece for a sampler. A pinned HOLD whose onset is free becomes an onset; the free cell after a fully pinned note may not be HOLD."""
    cells = piece.grid()
    pinned, trusted = mask.pinned(), mask.trusted()
    pitch = sounding(cells)
    before_pinned = np.pad(pinned, ((0, 0), (1, 0)))[:, :-1]
    split = pinned & (cells == HOLD) & ~before_pinned
    shown = np.where(split, pitch, cells)
    ends = pinned & _whole_note_pinned(cells, pinned) & (pitch >= 0)
    no_hold = np.pad(ends, ((0, 0), (1, 0)))[:, :-1] & ~pinned
    no_hold[:, 0] = ~pinned[:, 0]
    return MusicCells(to_tokens(shown), pinned, trusted, no_hold, side_of(piece), shown, split)


def _whole_note_pinned(cells: np.ndarray, pinned: np.ndarray) -> np.ndarray:
    """Bool array: cells of notes (or rests) all of whose cells are pinned."""
    result = np.zeros_like(pinned)
    for row, (line, pins) in enumerate(zip(cells, pinned, strict=True)):
        starts = np.flatnonzero(line != HOLD)
        for start, stop in zip(starts, np.append(starts[1:], len(line)), strict=True):
            result[row, start:stop] = pins[start:stop].all()
    return result


def decode(encoded: MusicCells, tokens: np.ndarray) -> tuple[np.ndarray, list[tuple[int, int]]]:
    """(cells, places (voice, step) where a pinned note was split from its free onset); pinned cells come back verbatim."""
    cells = np.where(encoded.pinned, encoded.verbatim, to_cells(tokens))
    cells[orphan_holds(cells)] = REST
    splits = []
    for voice, step in np.argwhere(encoded.split):
        if sounding(cells[voice])[step - 1] == cells[voice, step]:
            cells[voice, step] = HOLD
        else:
            splits.append((int(voice), int(step)))
    return cells, splits
