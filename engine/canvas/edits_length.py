"""How long a piece is: its number of bars, no odd bar at its end after another metre or pick-up, and masks of that
length.

Cuts and insertions inside a piece are in engine.canvas.edits_bars."""

from dataclasses import replace

from engine.canvas import edits_chords
from engine.canvas.edits_bars import delete_bars, insert_bars
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import MAX_BARS, REST, Bar, Piece
from engine.errors import CanvasError


def sounding_bars(piece: Piece) -> int:
    """The bars up to the last note; 1 if there is none."""
    stop = max((note.start + note.length for voice in piece.voices for note in voice.notes[-1:]), default=1)
    return sum(start < stop for start in piece.bar_starts)


def set_length(piece: Piece, bars: int) -> Piece:
    """The piece with so many bars, a pick-up not counted: empty ones are added at its end or taken from there, and
    bars with notes stay."""
    if not 1 <= bars <= MAX_BARS:
        raise CanvasError(f"A piece has 1 to {MAX_BARS:,} bars, not {bars:,}.")
    wanted = max(bars + piece.has_pickup, sounding_bars(piece))
    if wanted > len(piece.bars):
        return insert_bars(piece, len(piece.bars), wanted - len(piece.bars))
    return delete_bars(piece, wanted, len(piece.bars) - wanted) if wanted < len(piece.bars) else piece


def without_odd_end(piece: Piece) -> Piece:
    """The piece with a complete last bar: an incomplete one is filled with rests, or goes if it is empty. One that
    completes the pick-up stays, as hymn books have it."""
    last, first = piece.bars[-1], piece.bars[0]
    if last.complete or len(piece.bars) == 1 or (piece.has_pickup and last.steps + first.steps == _full(last).steps):
        return piece
    if sounding_bars(piece) < len(piece.bars):
        return delete_bars(piece, len(piece.bars) - 1)
    more = _full(last).steps - last.steps
    voices = tuple(replace(voice, cells=(*voice.cells, *((REST,) * more))) for voice in piece.voices)
    chords = edits_chords.inserted(piece.chords, piece.steps, more)
    return replace(piece, voices=voices, bars=(*piece.bars[:-1], _full(last)), chords=chords)


def mask_of_length(mask: Mask, steps: int) -> Mask:
    """The mask cut at its end, or with cells to be written there."""
    return Mask(tuple(row[:steps] + bytes([Brush.REWRITE]) * (steps - len(row)) for row in mask.rows))


def _full(bar: Bar) -> Bar:
    return Bar.full(bar.beats, bar.unit)
