"""An end that is none is written again, whatever the method: the tonic in root position, all voices together."""

from dataclasses import replace

import numpy as np
import pytest

from engine.canvas.mask import Brush, Mask
from engine.canvas.music import HOLD, REST, Key, sounding
from engine.jobs.job import run
from engine.jobs.request import Done, Placed, Request
from engine.sampling import music_cells as mc
from engine.sampling.methods import METHODS
from tests.engine.choir import choir

TUNE = choir("E5 D5 C5 B4 C5 D5 C5 .")
MASK = Mask.filled(4, TUNE.steps, Brush.REWRITE).paint(Brush.KEEP, 0, 0, TUNE.steps)
BRIEF = {name: {"steps": 4} if "steps" in {o.name for o in m.options} else {} for name, m in METHODS.items()}


class Wanderer:
    """Writes A minor chords in quarters, up to the page's end, and other notes with small odds."""

    vocabulary, length, card = mc.TOKENS, 128, {}

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        logits = np.full((*tokens.shape, mc.TOKENS), -6.0, dtype=np.float32)
        logits[..., mc.HOLD_TOKEN] = np.where(np.arange(tokens.shape[-1]) % 4, 6, -6)
        for voice, pitch in enumerate((69, 64, 60, 45)):
            logits[:, voice, ::4, pitch - mc.LOW + mc.FIRST_PITCH] = 3
        return logits


def result(method, tune=TUNE, **options):
    request = Request(tune, MASK, method, BRIEF[method] | options, 2, 3)
    *events, done = run(request, models=lambda *_: Wanderer())
    assert isinstance(done, Done), done
    return [piece.grid() for piece in done.canvases], sum(isinstance(event, Placed) for event in events)


@pytest.mark.parametrize("method", sorted(METHODS))
def test_the_rule_ends_on_the_tonic_with_all_voices_together_and_keeps_the_melody(method):
    plain, _ = result(method, ending=0)
    ended, _ = result(method)
    for before, after in zip(plain, ended, strict=True):
        assert before[3, 24] != 48 and (sounding(before)[1:, 28:] >= 0).any()
        chord = sounding(after)[:, 27]
        assert chord[3] % 12 == 0 and {int(p) % 12 for p in chord} <= {0, 4, 7} and 4 in {int(p) % 12 for p in chord}
        assert (sounding(after)[:, 28:] == REST).all() and (after[:, 25:28] == HOLD).all()
        assert (after[0] == TUNE.grid()[0]).all()


@pytest.mark.parametrize("method", ["mac", "sunmask"])
def test_only_the_last_two_beats_and_what_follows_are_written_again(method):
    plain, _ = result(method, ending=0, correct=0)
    ended, _ = result(method, ending=1, correct=0)
    for before, after in zip(plain, ended, strict=True):
        assert (before[:, :20] == after[:, :20]).all() and (before[1:] != after[1:]).any()


@pytest.mark.parametrize("method", ["mac", "sunmask"])
def test_a_melody_that_does_not_allow_it_is_left_alone_and_the_number_of_times_is_bounded(method):
    other = replace(choir("F5 A4 C5 A4 Bb4 A4 G4 ."), key=Key(-1))
    plain, calls = result(method, other, ending=0, correct=0)
    same, as_many = result(method, other, ending=4, correct=0)
    assert all((a == b).all() for a, b in zip(plain, same, strict=True)) and calls == as_many
    _, ended = result(method, ending=2, correct=0)
    _, left = result(method, ending=0, correct=0)
    assert 0 < ended - left <= 2 * 15


def test_the_correction_leaves_a_good_end_alone():
    rules = mc.encode(TUNE, MASK).cells.rules
    good = choir("E5 D5 C5 B4 C5 D5 C5 .", "G4 G4 E4 G4 E4 F4 E4 .", "C4 B3 G3 D4 C4 A3 G3 .", "C3 G3 C3 G3 A3 F3 C3 .")
    ended = rules.ended(mc.to_tokens(good.grid()))
    assert ended[:, 24:].all() and not ended[:, :24].any()
    assert not rules.ended(mc.to_tokens(TUNE.grid())).any()
