"""The instruments: the right pitch, the right loudness, silence when asked, and sines where there is no SoundFont."""

import numpy as np
import pytest

from app.sound import synth as synths
from app.sound.schedule import CLICKS, RATE
from app.sound.synth import AdditiveSynth, SoundFontSynth, make_synth, soft_clip, soundfont


def font():
    return SoundFontSynth(soundfont())


both = pytest.mark.parametrize("make", [font, AdditiveSynth], ids=["soundfont", "sines"])


def pitch_of(samples):
    """The strongest frequency in hertz."""
    spectrum = np.abs(np.fft.rfft(samples[:, 0] * np.hanning(len(samples)), 1 << 18))
    return np.argmax(spectrum) * RATE / (1 << 18)


@both
def test_a_note_has_its_pitch(make):
    synth = make()
    synth.program(0, 73)
    synth.on(0, 69, 100)
    synth.render(RATE // 4)
    assert pitch_of(synth.render(RATE // 2)) == pytest.approx(440, rel=0.01)


@both
def test_silence_before_a_note_and_after_it_is_released(make):
    synth = make()
    assert not synth.render(1000).any()
    synth.on(0, 60, 100)
    assert synth.render(8000).any()
    synth.release()
    synth.render(4 * RATE)
    assert np.abs(synth.render(1000)).max() < 1e-4


@both
def test_volume_is_heard_in_a_sounding_note(make):
    synth = make()
    synth.program(0, 19)
    synth.volume(0, 1.0)
    synth.on(0, 60, 100)
    synth.render(RATE // 4)
    loud = np.abs(synth.render(RATE // 4)).max()
    synth.volume(0, 0.3)
    synth.render(RATE // 10)
    assert np.abs(synth.render(RATE // 4)).max() < loud / 2


@both
def test_the_metronome_is_short(make):
    synth = make()
    synth.on(CLICKS, 76, 110)
    assert np.abs(synth.render(2000)).max() > 0.01
    synth.off(CLICKS, 76)
    synth.render(RATE)
    assert np.abs(synth.render(1000)).max() < 1e-3


def test_a_packaged_soundfont_is_taken_first_and_the_systems_last(monkeypatch, tmp_path):
    packaged, system = tmp_path / "packaged.sf2", tmp_path / "system.sf2"
    monkeypatch.setattr(synths.assets, "soundfont", lambda: packaged)
    monkeypatch.setattr(synths, "SYSTEM_FONT", system)
    assert soundfont().parent.name == "pretty_midi"
    monkeypatch.setattr(synths.importlib.util, "find_spec", lambda name: None)
    assert soundfont() is None
    system.touch()
    assert soundfont() == system
    packaged.touch()
    assert soundfont() == packaged


def test_sines_where_there_is_no_soundfont(monkeypatch, tmp_path, caplog):
    monkeypatch.setattr(synths, "soundfont", lambda: None)
    assert make_synth().name == "sines"
    broken = tmp_path / "broken.sf2"
    broken.write_bytes(b"RIFF nothing")
    monkeypatch.setattr(synths, "soundfont", lambda: broken)
    assert make_synth().name == "sines"


def test_taming_leaves_quiet_sounds_alone_and_bounds_loud_ones():
    samples = np.array([[0.5, -0.8], [1.5, -9.0]], np.float32)
    tamed = soft_clip(samples)
    assert np.array_equal(tamed[0], samples[0])
    assert (np.abs(tamed[1]) < 1).all() and (np.sign(tamed[1]) == [1, -1]).all()
