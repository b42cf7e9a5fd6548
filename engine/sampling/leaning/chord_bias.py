"""How a rewrite leans on the chords asked for: a bias added to the logits of pitches when a token is drawn.

It is no input of a network and no part of a likelihood: bits are counted without it. Notes outside the chord cost
`weight` nats on strong places, in the bass voice so does every note but the chord's bass where the chord begins, and
voices are drawn given that together they sing what the chord cannot do without. Where chords leave few notes to choose
from, parallels and large leaps cost something too. What leading notes and sevenths do next is left to the network."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from engine.canvas.chord import Chord
from engine.canvas.music import Key, Piece
from engine.sampling.music_cells import (
    FIRST_PITCH,
    HIGH,
    HOLD_TOKEN,
    LOW,
    REST_TOKEN,
    TOKENS,
    HoldRules,
    bar_places,
)
from engine.theory.parallels import forbidden
from engine.theory.spelling import tonic_place

BASS = 3
DRAWN = (BASS, 0, 1, 2)  # rows one after another, so that each knows which notes of the chord are there already
HINT, FIRM, ONLY = 3.6, 8.0, 60.0  # nats: at the low end, just below the high end, and at it
MOVES = 4.0  # nats that a parallel fifth or octave or too large a leap costs
PLACES = ("beats", "changes", "everywhere", "nowhere")
PITCHES = np.arange(LOW, HIGH + 1)
CLASS = PITCHES % 12
BELONGS = (CLASS[:, None] == np.arange(12)).astype(np.float64)  # (pitches, 12)


def weight_of(strength: float) -> float:
    """Nats that a note outside the chord costs on a strong place; at 1 it is barred."""
    return ONLY if strength >= 1 else HINT + strength * (FIRM - HINT)


@dataclass(frozen=True)
class ChordBias:
    """The chords of a piece as costs; `cost` (2, steps + 1, 12) is summed over steps: upper voices, bass. `telling`
    (steps, 3) are the pitch classes a chord cannot do without, -1 where there are fewer or voices are not counted."""

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

    def added(self, tokens: np.ndarray, now: np.ndarray, left: np.ndarray, logits: np.ndarray) -> np.ndarray:
        """Float (n, TOKENS): nats added to the logits (B, rows, T, TOKENS) of `now`, given the tokens drawn so far;
        `left` (bool, B x rows x T) are the cells still to be drawn."""
        open_ = left | (tokens >= TOKENS)
        pitch = _sounding(tokens, open_)
        held = np.concatenate([np.full_like(pitch[..., :1], -1), pitch[..., :-1]], -1)
        stops = _ends(tokens, open_)
        batch, row, step = now.nonzero()
        result = self._costs(row, step, stops[batch, row, step], held[batch, row, step])
        moves = MOVES * forbidden(pitch, held, stops, (batch, row, step), PITCHES)
        result[:, HOLD_TOKEN] += moves[:, 0]
        result[:, FIRST_PITCH:] += moves[:, 1:]
        counted = np.flatnonzero((row != BASS) & (self.telling[step, 0] >= 0))
        if len(counted):
            at = batch[counted], row[counted], step[counted]
            beside = left[at[0], :, at[2]] & (np.arange(4) != at[1][:, None])
            odds = self._odds(logits, stops, held, at[0], at[2])
            result[counted] += self._missing(pitch, open_, beside, odds, held[at], *at)
        return -result

    def faults(self, tokens: np.ndarray, free: np.ndarray) -> np.ndarray:
        """Where only notes of the chord are asked for: free notes that are none, and the upper voices of a beat whose
        chord is not whole; notes are opened whole."""
        wrong = np.zeros(tokens.shape, dtype=bool)
        if self.weight < ONLY:
            return wrong
        pitch, begun, steps = _sounding(tokens, tokens >= TOKENS), _begun(tokens), np.arange(tokens.shape[-1])
        table = (np.arange(tokens.shape[1]) == BASS).astype(np.int64)[:, None]
        outside = np.diff(self.cost, axis=1)[table, steps, np.maximum(pitch, 0) % 12] > 0
        there = (pitch[..., None] % 12 == self.telling) & (pitch >= 0)[..., None]
        partial = (~there.any(1) & (self.telling >= 0)).any(-1)
        found = (outside & (pitch >= 0)) | (partial[:, None] & (np.arange(tokens.shape[1]) != BASS)[:, None])
        for batch, row, step in np.argwhere(found):
            wrong[batch, row] |= begun[batch, row] == begun[batch, row, step]
        return wrong & free

    def widened(self, tokens: np.ndarray, opened: np.ndarray, free: np.ndarray) -> np.ndarray:
        """Opened cells and, where one begins a note of a chord whose voices are counted, the other free voices' notes
        that sound there: a note alone could only be the one it was."""
        begun, result = _begun(tokens), opened.copy()
        first = opened & (begun == np.arange(tokens.shape[-1])) & (self.telling[:, 0] >= 0)
        for batch, _, step in np.argwhere(first):
            result[batch] |= (begun[batch] == begun[batch, :, [step]].reshape(-1, 1)) & free[batch]
        return result

    def _costs(self, row: np.ndarray, step: np.ndarray, stop: np.ndarray, held: np.ndarray) -> np.ndarray:
        """Float32 (n, TOKENS): what notes outside the chord cost from a step to where they would end."""
        table = (row == BASS).astype(np.int64)
        return _by_token(self.cost[table, stop] - self.cost[table, step], held)

    def _odds(
        self, logits: np.ndarray, stops: np.ndarray, held: np.ndarray, batch: np.ndarray, step: np.ndarray
    ) -> np.ndarray:
        """Float (n, rows, 12): how likely each voice of a step is to sound each class, by itself."""
        rows = np.broadcast_to(np.arange(4), (len(batch), 4)).ravel()
        where = np.repeat(batch, 4), rows, np.repeat(step, 4)
        leant = logits[where] - self._costs(rows, where[2], stops[where], held[where])
        p = np.exp(leant - leant.max(-1, keepdims=True))
        p /= p.sum(-1, keepdims=True)
        found = p[:, FIRST_PITCH:] @ BELONGS
        holds = np.flatnonzero(held[where] >= 0)
        found[holds, held[where][holds] % 12] += p[holds, HOLD_TOKEN]
        return found.reshape(-1, 4, 12)

    def _missing(
        self,
        pitch: np.ndarray,
        open_: np.ndarray,
        beside: np.ndarray,
        odds: np.ndarray,
        held: np.ndarray,
        batch: np.ndarray,
        row: np.ndarray,
        step: np.ndarray,
    ) -> np.ndarray:
        """Float32 (n, TOKENS): minus the log of the chance that, after each choice, the voices `beside` (n, rows) that
        are drawn with it sing what the chord cannot do without; voices drawn later can sing one note each."""
        others = np.where(np.arange(4) == row[:, None], -1, pitch[batch, :, step])
        later = (open_[batch, :, step] & ~beside).sum(1) - 1
        tones = self.telling[step]  # (n, 3), -1 where there are fewer
        there = ((others[:, :, None] % 12 == tones[:, None]) & (others >= 0)[:, :, None]).any(1)
        missing = (tones >= 0) & ~there
        hits = np.where(beside[:, :, None], np.take_along_axis(odds, np.maximum(tones, 0)[:, None], 2), 0.0)
        classes = np.empty((len(step), 13))
        classes[:] = self._cost_of(missing, hits, later)[:, None]
        for place in range(tones.shape[1]):
            without = missing.copy()
            without[:, place] = False
            some = np.flatnonzero(missing[:, place])
            classes[some, tones[some, place]] = self._cost_of(without, hits, later)[some]
        classes -= classes.min(1, keepdims=True)
        result = _by_token(classes[:, :12], held)
        result[:, REST_TOKEN] = classes[:, 12]
        return result

    def _cost_of(self, missing: np.ndarray, hits: np.ndarray, later: np.ndarray) -> np.ndarray:
        """Float (n,): minus the log of the chance that each missing tone (n, 3) is sung by one of the voices, which hit
        them with chances (n, rows, 3), by inclusion and exclusion."""
        chance = np.zeros(len(missing))
        for chosen in product((False, True), repeat=missing.shape[1]):
            inside = missing | ~np.array(chosen)
            sign = -1.0 if sum(chosen) % 2 else 1.0
            chance += np.where(inside.all(1), sign * (1 - (hits * np.array(chosen)).sum(2)).prod(1), 0.0)
        chance = np.where(missing.sum(1) <= later, 1.0, np.clip(chance, 0.0, 1.0))
        over = missing.sum(1) - later - (hits > 0).any(2).sum(1)  # more than there are voices
        return np.where(over > 0, self.weight * over, -np.log(np.minimum(1.0, chance + np.exp(-self.weight))))


def _by_token(classes: np.ndarray, held: np.ndarray) -> np.ndarray:
    """Costs (n, 12) of pitch classes as costs (n, TOKENS) of tokens; HOLD is the pitch held (below 0: unknown)."""
    result = np.zeros((len(classes), TOKENS), dtype=np.float32)
    result[:, FIRST_PITCH:] = classes[:, CLASS]
    known = np.flatnonzero(held >= 0)
    result[known, HOLD_TOKEN] = classes[known, held[known] % 12]
    return result


def _sounding(tokens: np.ndarray, open_: np.ndarray) -> np.ndarray:
    """The MIDI pitch that sounds in each cell, -1 where none does or it is not known yet."""
    value = np.take_along_axis(np.where(open_, TOKENS, tokens), _begun(tokens), -1)
    return np.where(open_ | (value < FIRST_PITCH) | (value >= TOKENS), -1, value - FIRST_PITCH + LOW)


def _begun(tokens: np.ndarray) -> np.ndarray:
    """The step where what sounds or rests in each cell began."""
    begun: np.ndarray = np.maximum.accumulate(np.where(tokens == HOLD_TOKEN, 0, np.arange(tokens.shape[-1])), axis=-1)
    return begun


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
    telling, begins = np.full((piece.steps, 3), -1), np.zeros(piece.steps, dtype=bool)
    stops = [harmony.step for harmony in piece.chords[1:]] + [piece.steps]
    for (start, chord), stop in zip(piece.chords, stops, strict=True):
        if not chord.tones:
            continue
        inside[start:stop] = np.isin(np.arange(12), chord.tones)
        telling[start:stop, : len(essential(chord))] = essential(chord)
        bass[start] = np.arange(12) != chord.bass_class
        begins[start] = True
    strong = begins | (on_beats(piece) if places != "changes" else False) | (places == "everywhere")
    upper = np.where(strong[:, None] & ~inside, weight, 0.0)
    lower = np.maximum(upper, weight * bass)
    cost = np.stack([np.concatenate([np.zeros((1, 12)), np.cumsum(table, axis=0)]) for table in (upper, lower)])
    counted = strong & (begins | on_beats(piece))
    return ChordBias(cost, np.where(counted[:, None], telling, -1), weight)


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
