"""Which chords a network would give a passage: it is drafted several times, and what the drafts have in common is
counted. The chords asked for play no part in it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engine.canvas.chord import Chord, Harmony
from engine.canvas.music import Piece
from engine.sampling.cells import Predictor
from engine.sampling.methods import METHODS
from engine.sampling.modalities import CanvasCodec
from engine.sampling.options import filled
from engine.theory.chords.reader import beat_steps, read_chords

BRIEFLY = {"correct": 0, "ending": 0}  # a draft is read, not kept


@dataclass(frozen=True)
class ChordReading:
    """Chords that a passage could have, the share of drafts that have them, and one such draft."""

    chords: tuple[Harmony, ...]
    share: float
    draft: Piece


def drafts(predict: Predictor, codec: CanvasCodec, count: int, seed: int) -> Iterator[tuple[Piece, ...]]:
    """Drafts of what is free on a page, by SFARM; yields nothing drafted after each network call, and at last all."""
    options = filled(METHODS["sfarm"].options_for("music"), BRIEFLY)
    rngs = tuple(np.random.default_rng((seed, k)) for k in range(count))
    tokens = np.zeros((0, *codec.cells.shape), dtype=np.int64)
    for state in METHODS["sfarm"].sample(predict, codec.cells, options, rngs):
        tokens = state.tokens
        yield ()
    found = [codec.finish(each)[0] for each in tokens]
    yield tuple(piece for piece in found if isinstance(piece, Piece))


def readings(pieces: Sequence[Piece], start: int, stop: int) -> tuple[ChordReading, ...]:
    """The chords of the steps start..stop-1 in drafts, those of most drafts first; drafts that differ only in
    inversions count as one."""
    main = [_main(piece, start, stop) for piece in pieces]
    kinds = [tuple((step, chord.root_class, chord.kind) for step, chord in chords) for chords in main]
    first = {kind: number for number, kind in reversed(list(enumerate(kinds)))}
    return tuple(
        ChordReading(main[first[kind]], count / len(pieces), pieces[first[kind]])
        for kind, count in Counter(kinds).most_common()
        if kind
    )


def _main(piece: Piece, start: int, stop: int) -> tuple[Harmony, ...]:
    """The chord of the first and of the middle beat of a passage, or of the first where its beats are odd."""
    beats = [beat for beat in beat_steps(piece) if start <= beat < stop]
    strong = beats[:: len(beats) // 2] if len(beats) > 2 and len(beats) % 2 == 0 else beats[:1]
    found: list[Harmony] = []
    whole = read_chords(piece)
    for beat in strong:
        chord = _at(whole, beat)
        if chord is not None and (not found or found[-1].chord != chord):
            found.append(Harmony(beat, chord))
    return tuple(found)


def _at(chords: tuple[Harmony, ...], step: int) -> Chord | None:
    return next((chord for at, chord in reversed(chords) if at <= step), None)
