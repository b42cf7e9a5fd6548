"""Intervals in the chorale network: holds sound, blanks do not, and transposing changes nothing that is heard and shifts what is said."""

import torch

from engine.neural.intervals import IntervalInput, IntervalOutput, sounding_pitch

HOLD, REST, BLANK = 0, 1, 48


def test_a_hold_sounds_the_pitch_before_it_and_rests_and_blanks_sound_nothing():
    pitch, known = sounding_pitch(torch.tensor([[[10, HOLD, REST, HOLD, BLANK, HOLD, 12]]]), 48)
    assert known[0, 0].tolist() == [True, True, False, False, False, False, True]
    assert pitch[0, 0, [0, 1, 6]].tolist() == [8, 8, 10]


def some_pitches(shift=0):
    generator = torch.Generator().manual_seed(0)
    pitch = torch.randint(10, 30, (2, 4, 16), generator=generator) + shift
    return pitch, torch.rand(2, 4, 16, generator=generator) > 0.3


def test_what_is_heard_does_not_change_when_transposed():
    torch.manual_seed(0)
    hear = IntervalInput(4, 8)
    assert torch.equal(hear(*some_pitches()), hear(*some_pitches(5)))


def test_what_is_said_moves_with_the_other_voices():
    torch.manual_seed(0)
    speak = IntervalOutput(4, 46, 8)
    torch.nn.init.normal_(speak.vertical.weight)
    torch.nn.init.normal_(speak.melodic.weight)
    x = torch.randn(2, 16, 8)
    low, high = speak(x, *some_pitches()), speak(x, *some_pitches(3))
    assert torch.allclose(low[..., :43], high[..., 3:], atol=1e-5) and not torch.allclose(low, high)


def test_a_voice_says_nothing_about_what_it_cannot_hear():
    torch.manual_seed(0)
    speak = IntervalOutput(4, 46, 8)
    pitch, known = some_pitches()
    assert not speak(torch.randn(2, 16, 8), pitch, torch.zeros_like(known)).any()
