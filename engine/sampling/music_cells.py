"""How a piece reaches a network and comes back: tokens, side information, and which HOLDs are barred.

No sampling here."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.canvas.mask import Mask
from engine.canvas.music import HOLD, REST, VOICES, Bar, Key, Piece, orphan_holds, sounding
from engine.canvas.start import OPEN, CellRows
from engine.sampling.cells import Cells
from engine.sampling.orders import chronological_key
from engine.theory.endings import LastChord, end_of, ending_key, last_chord
from engine.theory.parallels import PAIRS, leap_steps, parallel_steps
from engine.theory.spelling import tonic_place

LOW, HIGH = 36, 81  # MIDI pitches the chorales use
HOLD_TOKEN, REST_TOKEN, FIRST_PITCH = 0, 1, 2
TOKENS = FIRST_PITCH + HIGH - LOW + 1
BLANK, PAD = TOKENS, TOKENS + 1
BAR_KINDS = (16, 12, 8, 24, 4, 20, 6)  # lengths in steps that have a row of their own in the table; others share row 0
FERMATA_UNKNOWN, FERMATA_NO, FERMATA_YES = range(3)
EDGE_UNKNOWN, EDGE_INSIDE, EDGE_FIRST, EDGE_LAST = range(4)
OCTAVES = range(-60, 61, 12)
BEAT, DOTTED_BEAT = 4, 6  # a quarter; in compound metres a dotted quarter
# Side channels. New ones come last: a network reads as many as it has tables for.
SIDE_SIZES = (
    BEAT,  # sixteenth in the quarter
    16,  # quarter in the bar
    len(BAR_KINDS) + 1,
    3,  # fermata
    4,  # edge of the piece
    DOTTED_BEAT + 1,  # sixteenth in the dotted quarter, from 1; 0: no compound metre
    5,  # dotted quarter in the bar, from 1; 0: no compound metre
    25,  # key, from 1: the twelve major keys by their tonic, then the minor ones; 0: unknown
)
FERMATA, EDGE, KEY = 3, 4, 7  # channels that may be unknown
SIDE_PAD = (0, 0, 0, FERMATA_UNKNOWN, EDGE_UNKNOWN, 0, 0, 0)


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
    """Int array (steps, 2): the step inside its metre's bar, and the bar's full length; a pick-up ends its bar, a
    split bar goes on."""
    rows = []
    reached = 0
    for index, bar in enumerate(bars):
        full = max(bar.steps, bar.beats * 16 // bar.unit)
        first = reached if reached > 0 and reached + bar.steps <= full else 0
        if index == 0 and len(bars) > 1:
            first = full - bar.steps
        rows.append(np.stack([np.arange(first, first + bar.steps), np.full(bar.steps, full)], -1))
        reached = (first + bar.steps) % full
    return np.concatenate(rows)


def key_row(key: Key) -> int:
    """The number of a key: its tonic in semitones above C, and 12 more if it is minor."""
    return tonic_place(key) * 7 % 12 + 12 * key.minor


def knows_keys(card: Mapping[str, Any]) -> bool:
    """Whether the network of a card is given the key."""
    return len(card.get("config", {}).get("side", ())) > KEY


def shifted_key(row: int, semitones: int) -> int:
    """The number of a key after transposition."""
    return (row % 12 + semitones) % 12 + 12 * (row // 12)


def side_of(piece: Piece, pinned: np.ndarray | None = None, key: Key | None = None) -> np.ndarray:
    """Int array (steps, channels) of side information, as SIDE_SIZES lists it; `key` None: unknown.

    The last edge is where the voices that are kept (bool (4, steps); None: all) end, not where the page does."""
    places = bar_places(piece.bars)
    inside, full = places[:, 0], places[:, 1]
    kind = np.zeros(len(inside), dtype=np.int64)
    for row, length in enumerate(BAR_KINDS):
        kind[full == length] = row + 1
    fermata = np.full(len(inside), FERMATA_UNKNOWN if piece.fermatas is None else FERMATA_NO)
    if piece.fermatas:
        fermata[list(piece.fermatas)] = FERMATA_YES
    compound = compound_steps(piece.bars)
    beat = np.where(compound, DOTTED_BEAT, BEAT)
    edge = np.full(len(inside), EDGE_INSIDE)
    end = end_of(piece, pinned)
    edge[: beat[0]], edge[max(0, end - beat[end - 1]) : end], edge[end:] = EDGE_FIRST, EDGE_LAST, EDGE_UNKNOWN
    channels = [
        inside % BEAT,
        np.minimum(inside // BEAT, SIDE_SIZES[1] - 1),
        kind,
        fermata,
        edge,
        np.where(compound, 1 + inside % DOTTED_BEAT, 0),
        np.where(compound, 1 + np.minimum(inside // DOTTED_BEAT, SIDE_SIZES[6] - 2), 0),
        np.full(len(inside), 0 if key is None else 1 + key_row(key)),
    ]
    return np.stack(channels, -1)


def compound_steps(bars: tuple[Bar, ...]) -> np.ndarray:
    """Bool (steps,): where the beat is a dotted quarter."""
    return np.repeat([bar.beat_steps == DOTTED_BEAT for bar in bars], [bar.steps for bar in bars])


@dataclass(frozen=True)
class HoldRules:
    """HOLD needs a note before it: not at the start, not after a rest, and not where `no_hold` (rows, steps) says
    that a kept note has ended.

    What the style forbids between voices are parallel fifths and octaves."""

    no_hold: np.ndarray
    pinned: np.ndarray | None = None  # (rows, steps), and the key to end in: without pins any end will do
    key: Key | None = None
    beat: int = BEAT  # sixteenths of the last bar's beat
    sung: np.ndarray | None = None  # (steps,): where no voice may be given a rest

    def bar(self, logits: np.ndarray, tokens: np.ndarray, known: np.ndarray, wanted: np.ndarray | None = None) -> None:
        """Bar HOLD after a known rest, and REST before a known HOLD and where voices are to sing."""
        rest = known & (tokens == REST_TOKEN)
        hold = known & (tokens == HOLD_TOKEN)
        bad_hold = np.broadcast_to(self.no_hold, tokens.shape).copy()
        bad_hold[..., 1:] |= rest[..., :-1]
        bad_hold[..., 0] = True
        bad_rest = np.zeros_like(bad_hold) if self.sung is None else np.broadcast_to(self.sung, tokens.shape).copy()
        bad_rest[..., :-1] |= hold[..., 1:]
        logits[..., HOLD_TOKEN][bad_hold] = -np.inf
        logits[..., REST_TOKEN][bad_rest] = -np.inf

    def broken(self, tokens: np.ndarray, known: np.ndarray) -> np.ndarray:
        """Known HOLDs that continue a known rest, or stand where none may."""
        steps = np.arange(tokens.shape[-1])
        last = np.maximum.accumulate(np.where(known & (tokens == HOLD_TOKEN), -1, steps), axis=-1)
        place = np.maximum(last, 0)
        orphan = (last < 0) | (
            np.take_along_axis(known, place, -1) & (np.take_along_axis(tokens, place, -1) == REST_TOKEN)
        )
        return known & (tokens == HOLD_TOKEN) & (orphan | self.no_hold)

    def enter(self, tokens: np.ndarray, start: int) -> np.ndarray:
        """A window that begins inside a note begins with an onset of its pitch."""
        window = tokens[..., start:].copy()
        steps = np.arange(start + 1)
        last = np.where(tokens[..., : start + 1] == HOLD_TOKEN, 0, steps).max(-1)
        pitch = np.take_along_axis(tokens, last[..., None], -1)[..., 0]
        inside = (window[..., 0] == HOLD_TOKEN) & (pitch < TOKENS)
        window[..., 0] = np.where(inside, pitch, window[..., 0])
        return window

    def faults(self, tokens: np.ndarray, free: np.ndarray, uniform: np.ndarray) -> np.ndarray:
        """For each parallel fifth or octave and each large leap one of its notes, whole; of those that are free the
        one with the largest number."""
        pitch, onset, start = sounding_notes(tokens)
        free = np.broadcast_to(free, tokens.shape)
        found: list[tuple[int, tuple[int, ...], int]] = [
            (canvas, PAIRS[pair], step) for canvas, pair, step in np.argwhere(parallel_steps(pitch, onset))
        ]
        found += [(canvas, (voice,), step) for canvas, voice, step in np.argwhere(leap_steps(pitch, onset))]
        chosen = np.zeros(tokens.shape, dtype=bool)
        for canvas, voices, step in found:
            notes = [(canvas, voice, start[canvas, voice, at]) for voice in voices for at in (step - 1, step)]
            able = [note for note in notes if free[note] and not chosen[note]]
            if able:
                chosen[max(able, key=lambda note: uniform[note])] = True
        return np.take_along_axis(chosen, start, -1) & free

    def last_chord(self, tokens: np.ndarray) -> LastChord | None:
        """The chord with which tokens (rows, T) should end, as far as kept cells allow it."""
        pitch, onset, _ = sounding_notes(tokens)
        return None if self.pinned is None else last_chord(pitch, onset, self.pinned, self.key, self.beat)

    def ending(self, tokens: np.ndarray, free: np.ndarray, again: bool) -> "ChordEnding | None":
        """The last two beats, where they do not end with the tonic in root position, all voices together."""
        chord = self.last_chord(tokens)
        if chord is None or (chord.fits(sounding_notes(tokens)[0]) and not again):
            return None
        return ChordEnding.of(chord, free)

    def ended(self, tokens: np.ndarray) -> np.ndarray:
        """The last notes and the silence after them, where they are as they should be."""
        pitch, _, start = sounding_notes(tokens)
        chord = self.last_chord(tokens)
        if chord is None or not chord.fits(pitch):
            return np.zeros(tokens.shape, dtype=bool)
        steps = np.arange(tokens.shape[-1])
        return (start == start[:, [chord.stop - 1]]) | (steps >= chord.stop)


@dataclass(frozen=True)
class ChordEnding:
    """An end to write again: the last chord first, the bass before the others, then what leads to it in time order."""

    chord: LastChord
    opened: np.ndarray
    order: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, chord: LastChord, free: np.ndarray) -> "ChordEnding":
        """The end with this chord, in the free cells (rows, T)."""
        steps = np.arange(free.shape[1])
        opened = free & (steps >= chord.first) & (steps < chord.stop)
        voices = sorted(chord.rows, reverse=True)
        before = np.argwhere(opened & (steps < chord.start))
        key = chronological_key(*free.shape)
        leading = sorted(((int(row), int(step)) for row, step in before), key=lambda place: key[place])
        return cls(chord, opened, (*((row, chord.start) for row in voices), *leading))

    def silenced(self, tokens: np.ndarray) -> np.ndarray:
        """Free voices rest after the end."""
        result = tokens.copy()
        result[list(self.chord.rows), self.chord.stop :] = REST_TOKEN
        return result

    def allowed(self, tokens: np.ndarray, turn: int) -> np.ndarray:
        """In the chord, notes of the tonic triad that make it whole; before it, anything."""
        result = np.ones(TOKENS, dtype=bool)
        count = len(self.chord.rows)
        if turn < count:
            pitch = sounding_notes(tokens)[0][:, self.chord.stop - 1].copy()
            pitch[[row for row, _ in self.order[turn:count]]] = -1
            classes = self.chord.allowed(self.order[turn][0], pitch, count - turn)
            result[:FIRST_PITCH], result[FIRST_PITCH:] = False, classes[np.arange(LOW, HIGH + 1) % 12]
        return result

    def extended(self, tokens: np.ndarray, turn: int) -> tuple[np.ndarray, np.ndarray]:
        """A note of the chord sounds to the end."""
        (row, step), result = self.order[turn], tokens.copy()
        written = np.zeros(tokens.shape, dtype=bool)
        stop = self.chord.stop if turn < len(self.chord.rows) else step + 1
        result[row, step + 1 : stop] = HOLD_TOKEN
        written[row, step:stop] = True
        return result, written


def sounding_notes(tokens: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(MIDI pitch that sounds or -1, where a note or rest begins, the step where it began), each (..., T)."""
    steps = np.arange(tokens.shape[-1])
    start = np.maximum.accumulate(np.where(tokens == HOLD_TOKEN, 0, steps), axis=-1)
    value = np.take_along_axis(tokens, start, -1)
    return np.where(value >= FIRST_PITCH, value - FIRST_PITCH + LOW, -1), tokens != HOLD_TOKEN, start


@dataclass(frozen=True)
class EncodedPiece:
    """A piece ready for a sampler, and what is needed to read the answer: the cells to put back where pinned, and
    pinned HOLDs shown as an onset."""

    cells: Cells
    verbatim: np.ndarray
    split: np.ndarray
    octaves: np.ndarray  # (4, 1), semitones by which each voice is moved for the network

    def tokens(self, cells: np.ndarray) -> np.ndarray:
        """Cells (4, steps) as the network reads them."""
        return to_tokens(moved_by(cells, self.octaves))

    def written(self, tokens: np.ndarray) -> np.ndarray:
        """Tokens (4, steps) as cells of the page."""
        return moved_by(to_cells(tokens), -self.octaves)


def moved_by(cells: np.ndarray, octaves: np.ndarray) -> np.ndarray:
    """Cells with every pitch moved by whole octaves, but never past MIDI's 0 to 127."""
    pitch = cells + octaves
    inside = np.where(pitch < 0, pitch % 12, np.where(pitch > 127, 116 + (pitch - 116) % 12, pitch))
    return np.where(cells >= 0, inside, cells)


def octaves_to_range(pitch: np.ndarray, pinned: np.ndarray) -> np.ndarray:
    """Semitones (4, 1), whole octaves, that bring each voice's kept notes into its range; 0 where most are there."""
    moved = np.zeros((4, 1), dtype=np.int64)
    for row, kind in enumerate(VOICES):
        kept = pitch[row][pinned[row] & (pitch[row] >= 0)]
        inside = {by: int(((kept + by >= kind.low) & (kept + by <= kind.high)).sum()) for by in OCTAVES}
        if 2 * inside[0] < len(kept):
            moved[row] = max(OCTAVES, key=lambda by: (inside[by], -abs(by)))
    return moved


def encode(piece: Piece, mask: Mask, keyed: bool = False) -> EncodedPiece:
    """The piece for a sampler; `keyed`: the network is given the key, so that a page without notes is in its own.

    A pinned HOLD whose onset is free becomes an onset; the free cell after a fully pinned note may not be HOLD."""
    grid = piece.grid()
    pinned = mask.pinned()
    pitch = sounding(grid)
    before_pinned = np.pad(pinned, ((0, 0), (1, 0)))[:, :-1]
    split = pinned & (grid == HOLD) & ~before_pinned
    shown = np.where(split, pitch, grid)
    ends = _whole_notes_pinned(grid, pinned) & (pitch >= 0)
    no_hold = np.pad(ends, ((0, 0), (1, 0)))[:, :-1] & ~pinned
    key = ending_key(piece, pinned) or (piece.key if keyed else None)
    compound = compound_steps(piece.bars)
    octaves = octaves_to_range(pitch, pinned)
    cells = Cells(
        to_tokens(moved_by(shown, octaves)),
        pinned,
        mask.trusted(),
        side_of(piece, pinned, key),
        chronological_key(*grid.shape),
        TOKENS,
        HoldRules(no_hold, pinned, key, DOTTED_BEAT if compound[-1] else BEAT),
        DOTTED_BEAT if compound.all() else BEAT,
        going_on=HOLD_TOKEN,
    )
    return EncodedPiece(cells, shown, split, octaves)


def without_rests(cells: Cells) -> Cells:
    """Cells whose written voices rest only where kept ones do before their first note and after their last."""
    assert isinstance(cells.rules, HoldRules)
    pitch = sounding_notes(cells.tokens)[0]
    silent = np.logical_or.reduce(cells.pinned) & ~np.logical_or.reduce(cells.pinned & (pitch >= 0))
    edge = np.logical_and.accumulate(silent) | np.logical_and.accumulate(silent[::-1])[::-1]
    return replace(cells, rules=replace(cells.rules, sung=~edge))


def _whole_notes_pinned(grid: np.ndarray, pinned: np.ndarray) -> np.ndarray:
    """Bool (rows, steps): cells of notes all of whose cells are pinned."""
    result = np.zeros_like(pinned)
    for row, (line, pins) in enumerate(zip(grid, pinned, strict=True)):
        starts = np.flatnonzero(line != HOLD)
        whole = np.logical_and.reduceat(pins, starts)
        result[row] = np.repeat(whole, np.diff(np.append(starts, len(line))))
    return result


def decode(encoded: EncodedPiece, tokens: np.ndarray) -> tuple[np.ndarray, list[tuple[int, int]]]:
    """(cells (4, steps), places (voice, step) where a pinned note was cut from its free onset); pinned cells come
    back verbatim, open ones are silent."""
    grid = np.where(encoded.cells.pinned, encoded.verbatim, np.where(tokens >= TOKENS, REST, encoded.written(tokens)))
    grid[orphan_holds(grid) & ~encoded.cells.pinned] = REST
    splits = []
    for voice, step in np.argwhere(encoded.split):
        if sounding(grid[voice])[step - 1] == grid[voice, step]:
            grid[voice, step] = HOLD
        else:
            splits.append((int(voice), int(step)))
    return grid, splits


def unwritten(encoded: EncodedPiece, tokens: np.ndarray) -> np.ndarray:
    """Bool (4, steps): free cells that are open, or hold a note whose beginning is."""
    open_ = encoded.cells.free & (tokens >= TOKENS)
    if not open_.any():
        return open_
    return open_ | (encoded.cells.free & orphan_holds(np.where(open_, REST, to_cells(tokens))))


def write(encoded: EncodedPiece, tokens: np.ndarray) -> CellRows:
    """Tokens (4, steps) as a branch's beginning."""
    left_out = encoded.cells.pinned | (tokens >= TOKENS)
    return tuple(tuple(row) for row in np.where(left_out, OPEN, encoded.written(tokens)).tolist())


def read(encoded: EncodedPiece, rows: CellRows) -> np.ndarray:
    """Tokens (4, steps) of a branch's beginning."""
    cells = np.array(rows)
    return np.where(
        encoded.cells.pinned,
        encoded.cells.tokens,
        np.where(cells == OPEN, BLANK, encoded.tokens(np.where(cells == OPEN, REST, cells))),
    )
