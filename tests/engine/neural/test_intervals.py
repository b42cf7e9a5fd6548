"""Intervals in the chorale network: holds sound, blanks do not, and transposing changes nothing that is heard and
shifts what is said."""

import torch

from engine.neural.intervals import Around, Degrees, IntervalInput, IntervalOutput, Motion, sounding_pitch
from engine.neural.unet import UNet, UNetConfig

HOLD, REST, BLANK = 0, 1, 48


def test_a_hold_sounds_the_pitch_before_it_and_rests_and_blanks_sound_nothing():
    pitch, known = sounding_pitch(torch.tensor([[[10, HOLD, REST, HOLD, BLANK, HOLD, 12]]]), 48)
    assert known[0, 0].tolist() == [True, True, False, False, False, False, True]
    assert pitch[0, 0, [0, 1, 6]].tolist() == [8, 8, 10]


def random_tables(module):
    torch.manual_seed(0)
    for parameter in module.parameters():
        torch.nn.init.normal_(parameter)
    return module


def some_pitches(shift=0):
    generator = torch.Generator().manual_seed(0)
    pitch = torch.randint(10, 30, (2, 4, 16), generator=generator) + shift
    return pitch, torch.rand(2, 4, 16, generator=generator) > 0.3


def test_what_is_heard_does_not_change_when_transposed():
    intervals_in = random_tables(IntervalInput(4, 8))
    assert torch.equal(intervals_in(*some_pitches()), intervals_in(*some_pitches(5)))


def test_what_is_said_moves_with_the_other_voices():
    intervals_out = random_tables(IntervalOutput(4, 46, 8, motion=True))
    x = torch.randn(2 * 16, 8)
    low, high = (intervals_out(x, Around.of(*some_pitches(shift), None)) for shift in (0, 3))
    assert torch.allclose(low[..., :43], high[..., 3:], atol=1e-5) and not torch.allclose(low, high)


def test_a_voice_says_nothing_about_what_it_cannot_hear():
    intervals_out = random_tables(IntervalOutput(4, 46, 8, motion=True))
    pitch, known = some_pitches()
    assert not intervals_out(torch.randn(2 * 16, 8), Around.of(pitch, torch.zeros_like(known), None)).any()


def test_motion_is_what_the_two_voices_were_apart_and_how_the_other_moved():
    motion = random_tables(Motion(2))
    fifth_rising = torch.tensor([[[20, 22], [13, 15]]])
    known = torch.ones_like(fifth_rising, dtype=torch.bool)
    row = ((0 * 2 + 1) * 12 + 7) * 3 + 2  # upper voice, lower voice a fifth below, which rises
    second = torch.tensor([1])
    assert torch.equal(motion(Around.of(fifth_rising, known, second))[0, 0, 1], motion.tables[0, row])
    known[0, 0, 0] = False
    assert not motion(Around.of(fifth_rising, known, second))[0, 0, 1].any()


def test_a_trusted_mask_alone_decides_what_the_network_hears():
    """Untrusted cells hold noise: whatever it is, intervals do not change."""
    net = random_tables(UNet(UNetConfig(48, cell=8, beat=16, heads=1, layers=1, motion=True)))
    torch.nn.init.zeros_(net.embedding.weight)  # so that only intervals could tell the two canvases apart
    generator = torch.Generator().manual_seed(1)
    shown = torch.rand(1, 4, 8, generator=generator) > 0.5
    truth, noise = (torch.randint(0, 48, (1, 4, 8), generator=generator) for _ in range(2))
    side = torch.zeros(1, 8, 0, dtype=torch.int64)
    net.eval()
    assert torch.equal(net(truth, shown, side), net(torch.where(shown, truth, noise), shown, side))


def test_degrees_follow_a_key_and_its_mode_wherever_its_tonic_is():
    degrees = random_tables(Degrees(4, 8))
    pitch, known = some_pitches()
    x = torch.randn(2 * 16, 8)
    c_major, e_flat_major, c_minor = (torch.full((2, 16), key) for key in (1, 4, 13))
    assert torch.equal(degrees.embedded(c_major, pitch, known), degrees.embedded(e_flat_major, pitch + 3, known))
    assert not torch.equal(degrees.embedded(c_major, pitch, known), degrees.embedded(c_minor, pitch, known))
    low, high, minor = (degrees.worth(x, key.flatten(), 46) for key in (c_major, e_flat_major, c_minor))
    assert torch.equal(low[..., :43], high[..., 3:]) and not torch.equal(low, minor)


def test_an_unknown_key_says_nothing():
    degrees = random_tables(Degrees(4, 8))
    pitch, known = some_pitches()
    unknown = torch.zeros(2, 16, dtype=torch.int64)
    assert not degrees.embedded(unknown, pitch, known).any()
    assert not degrees.worth(torch.randn(2 * 16, 8), unknown.flatten(), 46).any()
