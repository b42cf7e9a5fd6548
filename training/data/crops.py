"""Passages of chorales for the trainer: where they may begin, how they are transposed, what the network is shown."""

from dataclasses import dataclass, replace

import numpy as np

from engine.canvas.music import REST, VOICES, Bar, Key, Piece, sounding
from engine.sampling import music_cells as cells
from engine.theory.key_finder import correlations, key_of
from engine.theory.spelling import tonic_place

CROP = 128  # sixteenths: eight bars of 4/4
SHORTEST_LACK = 32  # a passage that ends with its piece lacks at most so many sixteenths of CROP
OPENINGS = 0.1  # share of passages that begin with their piece
FERMATA_SHOWN, EDGE_SHOWN, KEY_SHOWN = 0.5, 0.75, 0.5  # how often each is shown


@dataclass(frozen=True)
class PieceArrays:
    """One piece as arrays, with a bar of rests behind it: tokens (4, T), side (T, channels).

    starts, ends = steps where a passage may begin, and where one that reaches the end; room = semitones it may be
    shifted; key = row of its own key; classes (T + 1, 12) = sixteenths that each pitch class has sounded before."""

    tokens: np.ndarray
    side: np.ndarray
    steps: int  # without the rests behind it
    starts: np.ndarray
    ends: np.ndarray
    room: tuple[int, int]
    key: int
    classes: np.ndarray

    def key_between(self, start: int, stop: int) -> int:
        """The row of the key in which a passage stands: that of its notes, or the piece's own where it reaches the
        end."""
        if stop >= self.steps:
            return self.key
        return int(correlations(self.classes[stop] - self.classes[start]).argmax())


def own_key(piece: Piece) -> Key:
    """The key of a piece's notes, or the relative one if the bass ends on its tonic."""
    key = key_of(piece)
    relative = Key(key.fifths, not key.minor)
    notes = piece.voices[3].notes
    return relative if notes and (notes[-1].pitch - 7 * tonic_place(relative)) % 12 == 0 else key


def followed_by_rests(piece: Piece) -> Piece:
    """The piece with its last bar filled up by rests, or with one more bar of rests where it is full."""
    last = piece.bars[-1]
    full = Bar.full(last.beats, last.unit)
    filler = full if last.complete else full._replace(steps=full.steps - last.steps)
    voices = tuple(replace(voice, cells=(*voice.cells, *[REST] * filler.steps)) for voice in piece.voices)
    return replace(piece, voices=voices, bars=(*piece.bars, filler))


def to_example(piece: Piece) -> PieceArrays:
    """A piece for the trainer; passages begin on quarters, transposition stays inside each voice's range."""
    longer = followed_by_rests(piece)
    grid, side = longer.grid(), cells.side_of(longer)
    on_beat = np.flatnonzero(side[: piece.steps, 0] == 0)
    last = max(0, piece.steps - CROP)
    starts = on_beat[on_beat <= last]
    ends = on_beat[(on_beat >= last) & (on_beat <= last + SHORTEST_LACK) & (on_beat < max(1, piece.steps // 2))]
    down, up = -12, 12
    for line, kind in zip(grid, VOICES, strict=True):
        pitches = line[line >= 0]
        if len(pitches):
            down = max(down, min(0, kind.low - int(pitches.min())))
            up = min(up, max(0, kind.high - int(pitches.max())))
    pitch = sounding(grid)
    classes = np.stack([((pitch >= 0) & (pitch % 12 == pc)).sum(0) for pc in range(12)], -1)
    return PieceArrays(
        cells.to_tokens(grid),
        side,
        piece.steps,
        starts if len(starts) else np.array([0]),
        ends if len(ends) else np.array([last]),
        (down, up),
        cells.key_row(own_key(piece)),
        np.concatenate([np.zeros((1, 12), dtype=np.int64), classes.cumsum(0)]),
    )


def crop(example: PieceArrays, start: int, shift: int, rests: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(tokens, side, counted) of CROP steps from `start`, transposed, with at most `rests` steps behind the end.

    A crop that begins inside a note begins with an onset; short ones are padded. Everything is shown."""
    stop = min(start + CROP, example.steps + rests, example.tokens.shape[1])
    whole = example.tokens
    tokens = whole[:, start:stop].copy()
    for voice in np.flatnonzero(tokens[:, 0] == cells.HOLD_TOKEN):
        before = whole[voice, :start]
        onsets = before[before != cells.HOLD_TOKEN]
        tokens[voice, 0] = onsets[-1] if len(onsets) else cells.REST_TOKEN
    tokens = np.where(tokens >= cells.FIRST_PITCH, tokens + shift, tokens)
    side = example.side[start:stop].copy()
    side[:, cells.KEY] = 1 + cells.shifted_key(example.key_between(start, stop), shift)
    missing = CROP - tokens.shape[1]
    counted = np.pad(np.ones(tokens.shape, dtype=bool), ((0, 0), (0, missing)))
    tokens = np.pad(tokens, ((0, 0), (0, missing)), constant_values=cells.PAD)
    return tokens, np.concatenate([side, np.tile(cells.SIDE_PAD, (missing, 1))]), counted


def draw(
    rng: np.random.Generator, example: PieceArrays, ends: float, transposed: bool
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A random crop of a piece; a share of `ends` reaches its end. Fermatas, edges and key are not always shown."""
    which = rng.random()
    if which < ends:
        start = int(rng.choice(example.ends))
    else:
        start = 0 if which < ends + OPENINGS else int(rng.choice(example.starts))
    shift = int(rng.integers(example.room[0], example.room[1] + 1)) if transposed else 0
    rests = int(rng.integers(0, 17)) if rng.random() < 0.5 else 0
    tokens, side, counted = crop(example, start, shift, rests)
    for share, channel in ((FERMATA_SHOWN, cells.FERMATA), (EDGE_SHOWN, cells.EDGE), (KEY_SHOWN, cells.KEY)):
        if rng.random() >= share:
            side[:, channel] = cells.SIDE_PAD[channel]
    return tokens, side, counted
