"""Chorales in compound time: a quarter becomes a dotted quarter, so that there are examples in 6/8, 9/8 and 12/8, which
Bach's own chorales lack."""

from dataclasses import replace

import numpy as np

from engine.canvas.music import HOLD, REST, Bar, Piece, sounding

QUARTER, DOTTED = 4, 6
STRETCHED = (0, 2, 4, 5)  # where the sixteenths of a quarter come to stand: two eighths become a quarter and an eighth
NEAR = 5  # semitones from a note in which a note of its chord may follow it


def stretchable(piece: Piece) -> bool:
    """Whether all bars are whole quarters of 2/4, 3/4 or 4/4."""
    return all(bar.unit == 4 and bar.beats in (2, 3, 4) and bar.steps % QUARTER == 0 for bar in piece.bars)


def stretched(piece: Piece, halved: bool = False) -> Piece:
    """The piece in compound time: 2/4 as 6/8, 3/4 as 9/8, and 4/4 as 12/8, or `halved` as two bars of 6/8."""
    grid = piece.grid()
    place = _place(np.arange(piece.steps))
    source = np.searchsorted(place, np.arange(piece.steps * DOTTED // QUARTER), side="right") - 1
    begun = place[source] == np.arange(len(source))
    going_on = np.where(sounding(grid) == REST, REST, HOLD)
    cells = np.where(begun, grid[:, source], going_on[:, source])
    bars = tuple(new for index, bar in enumerate(piece.bars) for new in _bars(bar, halved, first=index == 0))
    voices = tuple(
        replace(
            voice,
            cells=tuple(row),
            marks=tuple(mark._replace(step=int(place[mark.step])) for mark in voice.marks),
        )
        for voice, row in zip(piece.voices, cells.tolist(), strict=True)
    )
    fermatas = None if piece.fermatas is None else tuple(int(place[step]) for step in piece.fermatas)
    return replace(piece, voices=voices, bars=bars, fermatas=fermatas, tempos=piece.tempos[:1])


def _place(steps: np.ndarray) -> np.ndarray:
    """Where sixteenths come to stand."""
    return DOTTED * (steps // QUARTER) + np.array(STRETCHED)[steps % QUARTER]


def _bars(bar: Bar, halved: bool, first: bool) -> list[Bar]:
    """A bar in compound time; an odd beat of a halved bar begins a pick-up and ends any other bar."""
    beats = bar.steps // QUARTER
    if not halved or bar.beats % 2:
        return [Bar(3 * bar.beats, 8, DOTTED * beats)]
    parts = [2] * (beats // 2)
    parts = [*[1] * (beats % 2), *parts] if first else [*parts, *[1] * (beats % 2)]
    return [Bar(6, 8, DOTTED * part) for part in parts]


def with_eighths(piece: Piece, rng: np.random.Generator, share: float = 0.5) -> Piece:
    """A stretched piece whose soprano has three eighths in some beats, as tunes in compound time have.

    The middle one is a note of the chord near the first."""
    grid = piece.grid()
    pitch, line = sounding(grid), grid[0].copy()
    for start in range(0, piece.steps - DOTTED + 1, DOTTED):
        beat = line[start : start + DOTTED]
        if beat[0] < 0 or (beat[1:4] != HOLD).any() or beat[5] != HOLD or rng.random() >= share:
            continue
        chord = set((pitch[1:, start + 2][pitch[1:, start + 2] >= 0] % 12).tolist())
        near = [p for p in range(int(beat[0]) - NEAR, int(beat[0]) + NEAR + 1) if p % 12 in chord] or [int(beat[0])]
        line[start + 2] = rng.choice(near)
        if beat[4] == HOLD:
            line[start + 4] = rng.choice([int(beat[0]), *near])
    return piece.with_grid(np.concatenate([line[None], grid[1:]]))
