"""The chords asked for are followed by every method: a bias when tokens are drawn, repeated by the seed, and no part of
the bits."""

from dataclasses import replace

import numpy as np
import pytest

from engine.canvas.chord import Harmony
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import Bar, blank_piece, sounding
from engine.jobs.job import run
from engine.jobs.request import Done, Request
from engine.sampling import music_cells as mc
from engine.sampling.draw import log_softmax
from engine.sampling.leaning.chord_bias import MOVES, chord_bias, fitting_end, on_beats
from engine.sampling.methods import METHODS
from engine.theory.chords.lines import placed_in, read_lines
from engine.theory.chords.reader import alike, asked_at, beat_chords
from engine.theory.chords.symbols import parse_chord
from tests.engine.choir import choir

TUNE = choir("E5 D5 C5 B4 C5 D5 E5 C5")
SHEET = replace(TUNE, chords=placed_in(TUNE, read_lines("C G7/B Am E | F G C -")))
MASK = Mask.filled(4, TUNE.steps, Brush.REWRITE).paint(Brush.KEEP, 0, 0, TUNE.steps)
BRIEF = {name: {"steps": 8} if "steps" in {o.name for o in m.options} else {} for name, m in METHODS.items()}


class Anything:
    """Quarters of any pitch in a voice's range, some likelier than others; the same for every question."""

    vocabulary, length, card = mc.TOKENS, 128, {}

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        logits = np.full((*tokens.shape, mc.TOKENS), -9.0, dtype=np.float32)
        logits[..., mc.HOLD_TOKEN] = np.where(np.arange(tokens.shape[-1]) % 4, 6, -6)
        for voice, low in enumerate((64, 57, 52, 43)):
            chosen = low - mc.LOW + mc.FIRST_PITCH + np.arange(13)
            logits[:, voice, :, chosen] = np.sin(np.arange(13) * 2.3 + voice)[:, None, None]
        return logits


def written(piece, method="mac", seed=3, **options):
    request = Request(piece, MASK, method, BRIEF[method] | {"ending": 0, "correct": 0} | options, 2, seed)
    *_, done = run(request, models=lambda *_: Anything())
    assert isinstance(done, Done), done
    return done


def share(pieces):
    """Of beats whose chord is the one asked for."""
    beats = [alike(chord, asked_at(SHEET, step)) for piece in pieces for step, chord in beat_chords(piece)]
    return sum(beats) / len(beats)


@pytest.mark.parametrize("method", sorted(METHODS))
def test_every_method_follows_strictly_and_keeps_the_melody(method):
    """Whole chords on every beat, their basses where they begin, and no less than with a hint or without."""
    strict, hint, none = (
        written(SHEET, method, chord_strength=strength, chord_places=places).canvases
        for strength, places in ((1.0, "beats"), (0.0, "beats"), (1.0, "nowhere"))
    )
    assert share(strict) >= (0.75 if method == "ardm" else 0.95)  # any cell may come last there
    assert share(none) < share(strict) and share(hint) <= share(strict)
    for piece in strict:
        assert piece.voices[0].cells == TUNE.voices[0].cells and piece.chords == SHEET.chords
        bass = sounding(piece.grid())[3]
        wrong = [step for step, chord in SHEET.chords if bass[step] % 12 != chord.bass_class]
        assert len(wrong) <= 2 * (method == "ardm")


def test_the_same_request_and_seed_repeat_and_another_chord_changes_it():
    """The chords are part of the request."""
    first, again = (written(SHEET, "sfarm").canvases for _ in range(2))
    assert first == again
    other = replace(SHEET, chords=(Harmony(0, parse_chord("Dm")),))
    assert written(other, "sfarm").canvases[0].grid().tolist() != first[0].grid().tolist()


def test_without_chords_nothing_changes():
    """The dials do nothing on a page that asks for none, nor does N.C."""
    plain = written(TUNE).canvases
    assert written(TUNE, chord_strength=1.0).canvases == plain
    silent = written(replace(TUNE, chords=(Harmony(0, parse_chord("N.C.")),)), chord_strength=1.0)
    assert [piece.grid().tolist() for piece in silent.canvases] == [piece.grid().tolist() for piece in plain]


def test_bits_are_counted_without_the_bias():
    """What MAC says of its result is what the network alone gives it."""
    done = written(SHEET, "mac", chord_strength=1.0)
    for piece, nats in zip(done.canvases, done.nats, strict=True):
        encoded = mc.encode(piece, MASK)
        logits = Anything()(encoded.cells.tokens[None], None, None)
        tokens, total = encoded.cells.tokens, 0.0
        for row, step in np.argwhere(encoded.cells.free):
            known = np.zeros((1, *tokens.shape), dtype=bool)
            known[0] = encoded.cells.pinned | (encoded.cells.key < encoded.cells.key[row, step])
            barred = logits.copy()
            encoded.cells.rules.bar(barred, tokens[None], known)
            total -= log_softmax(barred[0, row, step][None])[0, tokens[row, step]]
        assert nats == pytest.approx(total, rel=1e-4)


def test_strong_places_follow_the_metre():
    """Dotted quarters in 6/8, and a pick-up's beats counted from its end."""
    piece = blank_piece(2, 6, 8)
    assert np.flatnonzero(on_beats(piece)).tolist() == [0, 6, 12, 18]
    short = replace(
        blank_piece(2),
        bars=(Bar(4, 4, 4), Bar.full()),
        voices=tuple(replace(v, cells=v.cells[:20]) for v in piece.voices),
    )
    assert np.flatnonzero(on_beats(short)).tolist() == [0, 4, 8, 12, 16]


def test_a_held_note_counts_for_every_beat_it_sounds_on():
    """A note outside the next chord may sound until it, and not into it."""
    bias = chord_bias(SHEET, 1.0, "beats")
    tokens = mc.encode(choir("E5 D5", "G4 -", "C4 B3", "C3 B2"), MASK.__class__.filled(4, 16, Brush.KEEP)).cells.tokens
    now = np.zeros((1, 4, 16), dtype=bool)
    now[0, 1, 4] = True  # the alto's hold on the second beat, where G7/B is asked for
    flat = np.zeros((1, 4, 16, mc.TOKENS))
    added = bias.added(tokens[None], now, now, flat)
    assert added[0, mc.HOLD_TOKEN] == 0  # G belongs to it
    now[0, 1, 4], now[0, 1, 0] = False, True
    added = bias.added(tokens[None], now, now, flat)[0, mc.FIRST_PITCH :]
    assert added[67 - mc.LOW] == 0  # G in both chords
    assert added[64 - mc.LOW] == -60 and added[66 - mc.LOW] == -120  # E in the first only, F sharp in neither


def test_parallels_cost_something_where_chords_leave_few_notes():
    """The tenor, an octave above the bass, may go to D as well as to B with it but for the octaves."""
    tokens = mc.encode(choir("E5 D5", "G4 -", "C4 D4", "C3 B2"), Mask.filled(4, 16, Brush.KEEP)).cells.tokens
    now = np.zeros((1, 4, 16), dtype=bool)
    now[0, 2, 4] = True
    added = chord_bias(SHEET, 1.0, "beats").added(tokens[None], now, now, np.zeros((1, 4, 16, mc.TOKENS)))[0]
    with_bass, apart = (added[mc.FIRST_PITCH + pitch - mc.LOW] for pitch in (59, 62))
    assert apart - with_bass == pytest.approx(MOVES)


@pytest.mark.parametrize(("symbol", "fifths", "minor"), [("G", 1, False), ("Am", 0, True), ("Eb", -3, False)])
def test_a_piece_ends_as_its_last_chord_asks(symbol, fifths, minor):
    """A triad is the chord to end with; anything else may end as it likes."""
    rules = mc.encode(TUNE, MASK).cells.rules
    key = fitting_end(rules, replace(TUNE, chords=(Harmony(0, parse_chord(symbol)),))).key
    assert (key.fifths, key.minor) == (fifths, minor)
    assert fitting_end(rules, replace(TUNE, chords=(Harmony(0, parse_chord("G7")),))).pinned is None
    assert fitting_end(rules, TUNE) is rules


def test_a_fault_opens_the_whole_chord():
    """Where a note begins on a beat, what the other free voices sing there is written with it."""
    bias = chord_bias(SHEET, 1.0, "beats")
    piece = choir("E5 D5 . . . . . .", "G4 -", "C4 B3", "C3 B2")
    tokens = mc.encode(piece, Mask.filled(4, 32, Brush.KEEP)).cells.tokens[None]
    opened, free = np.zeros(tokens.shape, dtype=bool), np.ones(tokens.shape, dtype=bool)
    opened[0, 2, 4:8], free[0, 0] = True, False
    wide = bias.widened(tokens, opened, free)[0]
    assert wide.any(1).tolist() == [False, True, True, True]
    assert np.flatnonzero(wide[1]).tolist() == list(range(8)) and np.flatnonzero(wide[3]).tolist() == [4, 5, 6, 7]


def test_what_is_not_the_chord_asked_for_is_found_where_only_it_is_allowed():
    """A note outside, a wrong bass, and a chord without its third; a hint finds nothing."""
    piece = choir(
        "E5 D5 C5 B4 C5 D5 E5 C5", "G4 G4 A4 B4 A4 G4 G4 G4", "C4 F4 E4 G#4 F4 B3 C4 E4", "C3 C3 A3 E3 F3 G3 C3 C3"
    )
    tokens = mc.encode(piece, MASK).cells.tokens[None]
    free = np.ones(tokens.shape, dtype=bool)
    found = chord_bias(SHEET, 1.0, "beats").faults(tokens, free)[0]
    assert {(int(row), int(step) // 4) for row, step in np.argwhere(found)} == {(3, 1), (0, 1), (1, 1), (2, 1)}
    assert not chord_bias(SHEET, 0.5, "beats").faults(tokens, free).any()
