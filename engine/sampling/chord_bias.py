"""How a rewrite leans on the chords asked for: a bias added to the logits of pitches when a token is drawn.

It is no input of a network and no part of a likelihood: bits are counted without it. Notes outside the chord cost
`weight` nats on strong places, in the bass voice so does every note but the chord's bass where the chord begins, and
the last voices of a place take what the chord cannot do without. What leading notes and sevenths do next is left to
the network."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.canvas.chord import Chord
from engine.canvas.music import Key, Piece
from engine.sampling.music_cells import FIRST_PITCH, HIGH, HOLD_TOKEN, LOW, TOKENS, HoldRules, bar_places
from engine.theory.spelling import tonic_place

BASS = 3
DRAWN = (BASS, 0, 1, 2)  # rows one after another, so that each knows which notes of the chord are there already
HINT, FIRM, ONLY = 1.0, 6.0, 60.0  # nats: at the low end, just below the high end, and at it
PLACES = ("beats", "changes", "everywhere", "nowhere")
CLASS = np.arange(LOW, HIGH + 1) % 12


def weight_of(strength: float) -> float:
    """Nats that a note outside the chord costs on a strong place; at 1 it is barred."""
    return ONLY if strength >= 1 else HINT + strength * (FIRM - HINT)


@dataclass(frozen=True)
class ChordBias:
    """The chords of a piece as costs; `cost` (2, steps + 1, 12) is summed over steps: upper voices, bass. `telling`
    (steps, 12) are the pitch classes a chord cannot do without, where its voices are counted."""

    cost: np.ndarray
    telling: np.ndarray
    weight: float

    def turns(self, where: np.ndarray) -> Iterator[np.ndarray]:
        """The cells of `where` (B, rows, T) in the order in which they are drawn: the bass first."""
        for row in DRAWN:
            now = np.zeros_like(where)
            now[:, row] = where[:, row]
            if now.any():
                yield now

    def added(self, tokens: np.ndarray, now: np.ndarray, left: np.ndarray) -> np.ndarray:
        """Float (n, TOKENS): nats added to the logits of `now`, given the tokens drawn so far; `left` (all B, rows, T)
        are the cells still to be drawn."""
        open_ = left | (tokens >= TOKENS)
        begun = np.maximum.accumulate(np.where(tokens == HOLD_TOKEN, 0, np.arange(tokens.shape[-1])), axis=-1)
        value = np.take_along_axis(np.where(open_, TOKENS, tokens), begun, -1)
        pitch = np.where((value >= FIRST_PITCH) & (value < TOKENS), value - FIRST_PITCH + LOW, -1)
        pitch[open_] = -1
        batch, row, step = now.nonzero()
        stop = _ends(tokens, open_)[batch, row, step]
        table = (row == BASS).astype(np.int64)
        classes = self.cost[table, stop] - self.cost[table, step]
        classes = classes + self._missing(pitch, open_, batch, row, step)
        result = np.zeros((len(batch), TOKENS), dtype=np.float32)
        result[:, FIRST_PITCH:] = -classes[:, CLASS]
        held = np.where(step > 0, pitch[batch, row, step - 1], -1)
        known = np.flatnonzero(held >= 0)
        result[known, HOLD_TOKEN] = -classes[known, held[known] % 12]
        return result

    def _missing(
        self, pitch: np.ndarray, open_: np.ndarray, batch: np.ndarray, row: np.ndarray, step: np.ndarray
    ) -> np.ndarray:
        """Float (n, 12): cost of classes that are there already, where as many are missing as voices are left."""
        there, unknown = pitch[batch, :, step], open_[batch, :, step].copy()  # (n, rows)
        own = np.arange(len(batch))
        unknown[own, row] = False
        there = there.copy()
        there[own, row] = -1
        heard = ((there[:, :, None] % 12 == np.arange(12)) & (there >= 0)[:, :, None]).any(1)
        missing = self.telling[step] & ~heard
        must = (missing.sum(1) > unknown.sum(1)) & (row != BASS)
        return np.where(must[:, None] & ~missing, self.weight, 0.0)


def _ends(tokens: np.ndarray, open_: np.ndarray) -> np.ndarray:
    """For each cell the step after the last that would hold what is drawn there."""
    steps = tokens.shape[-1]
    stops = np.where((tokens == HOLD_TOKEN) & ~open_, steps, np.arange(steps))
    after = np.minimum.accumulate(stops[..., ::-1], axis=-1)[..., ::-1]
    return np.concatenate([after[..., 1:], np.full((*after.shape[:-1], 1), steps)], -1)


def chord_bias(piece: Piece, strength: float, places: str) -> ChordBias | None:
    """The bias of a piece's chords; None where none is asked for."""
    if places == "nowhere" or not any(harmony.chord.tones for harmony in piece.chords):
        return None
    weight = weight_of(strength)
    inside, bass = np.ones((piece.steps, 12), dtype=bool), np.zeros((piece.steps, 12))
    telling, begins = np.zeros((piece.steps, 12), dtype=bool), np.zeros(piece.steps, dtype=bool)
    stops = [harmony.step for harmony in piece.chords[1:]] + [piece.steps]
    for (start, chord), stop in zip(piece.chords, stops, strict=True):
        if not chord.tones:
            continue
        inside[start:stop] = np.isin(np.arange(12), chord.tones)
        telling[start:stop] = np.isin(np.arange(12), essential(chord))
        bass[start] = np.arange(12) != chord.bass_class
        begins[start] = True
    strong = begins | (on_beats(piece) if places != "changes" else False) | (places == "everywhere")
    upper = np.where(strong[:, None] & ~inside, weight, 0.0)
    lower = np.maximum(upper, weight * bass)
    cost = np.stack([np.concatenate([np.zeros((1, 12)), np.cumsum(table, axis=0)]) for table in (upper, lower)])
    counted = strong & (begins | on_beats(piece))
    return ChordBias(cost, telling & counted[:, None], weight)


def essential(chord: Chord) -> tuple[int, ...]:
    """At most three pitch classes that must sound above or in the bass: four voices cannot sing every note."""
    third_and_seventh = [tone for tone in chord.telling if tone != chord.root_class]
    return tuple(dict.fromkeys([*third_and_seventh[:2], chord.root_class]))


def on_beats(piece: Piece) -> np.ndarray:
    """Bool (steps,): where a beat of the metre begins."""
    beat = np.concatenate([np.full(bar.steps, bar.beat_steps) for bar in piece.bars])
    inside: np.ndarray = bar_places(piece.bars)[:, 0]
    return inside % beat == 0


def fitting_end(rules: HoldRules, piece: Piece) -> HoldRules:
    """The rules with an end as the last chord asks for it: that chord where it is a plain triad, else any."""
    chord = piece.chords[-1].chord if piece.chords else None
    if chord is None or chord.root is None:
        return rules
    if chord.kind not in ("major", "minor") or chord.degrees or chord.bass is not None:
        return HoldRules(rules.no_hold)
    minor = chord.kind == "minor"
    fifths = (chord.root - tonic_place(Key(0, minor)) + 6) % 12 - 6
    return HoldRules(rules.no_hold, rules.pinned, Key(fifths, minor))
