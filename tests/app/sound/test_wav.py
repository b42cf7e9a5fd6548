"""WAV files: as long as the score and its tail, loud but never clipped, silent where the music is, and all or
nothing."""

import wave
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.sound.schedule import RATE, Performance
from app.sound.synth import AdditiveSynth
from app.sound.wav import TAIL_MOST, export_wav
from engine.canvas.music import Tempo
from engine.errors import FormatError
from tests.app.sound_stage import piece_of_notes, scale


def read(path):
    """Float samples (frames, 2) of a WAV file, by the standard library's reader."""
    with wave.open(str(path)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (RATE, 2, 2)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2").reshape(-1, 2) / 32768


@pytest.fixture(scope="module")
def chorale(chorales, tmp_path_factory):
    path = tmp_path_factory.mktemp("wav") / "chorale.wav"
    piece = chorales["bwv66.6"]
    assert export_wav(path, Performance(piece))
    return Performance(piece), read(path)


def test_a_chorale_lasts_as_long_as_its_score_and_tail(chorale):
    performance, samples = chorale
    loud = np.flatnonzero(np.abs(samples).max(axis=1) > 0.002)
    score = performance.ends / RATE
    assert score < len(samples) / RATE <= score + TAIL_MOST
    assert abs(loud[0] / RATE) < 0.05  # it begins at once
    last = max(event.sample for event in performance.events) / RATE
    assert last == pytest.approx(score, abs=0.05) and loud[-1] / RATE > score - 0.05


def test_the_peak_is_one_decibel_below_full_scale(chorale):
    decibels = 20 * np.log10(np.abs(chorale[1]).max())
    assert -6 < decibels < -0.1 and decibels == pytest.approx(-1, abs=0.05)


def test_the_tail_has_died_away_at_the_end(chorale):
    assert np.abs(chorale[1][-200:]).max() < 0.002


def test_rests_are_silent(tmp_path):
    piece = piece_of_notes((0, 0, 4, 72), (0, 24, 4, 72), bars=2, tempos=(Tempo(0, 60.0),))
    path = tmp_path / "rests.wav"
    export_wav(path, Performance(piece))
    samples = np.abs(read(path)).max(axis=1)
    at = lambda step: round(step * RATE / 4)  # noqa: E731
    assert samples[at(1) : at(4)].max() > 0.3
    assert samples[at(14) : at(24) - 100].max() < 0.001
    assert samples[at(24) : at(24) + RATE // 20].max() > 0.01


def test_a_piece_of_rests_is_silence_of_the_right_length(tmp_path):
    path = tmp_path / "silence.wav"
    performance = Performance(piece_of_notes(bars=1))
    export_wav(path, performance)
    samples = read(path)
    assert not samples.any() and len(samples) >= performance.ends


def test_muted_voices_are_not_in_the_file(tmp_path):
    performance = Performance(scale())
    muted = replace(performance, strips=tuple(replace(strip, mute=True) for strip in performance.strips))
    export_wav(tmp_path / "muted.wav", muted, synth=AdditiveSynth())
    assert not read(tmp_path / "muted.wav").any()


def test_progress_goes_from_nothing_to_all(tmp_path):
    shares = []
    export_wav(tmp_path / "a.wav", Performance(scale(bars=4)), shares.append, synth=AdditiveSynth())
    assert shares == sorted(shares) and shares[-1] == 1.0 and len(shares) > 3


def test_cancelling_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "a.wav"
    path.write_bytes(b"old")
    for calls in (1, 3, 9, 14):
        left = iter(range(calls))
        assert not export_wav(
            path,
            Performance(scale(bars=4)),
            cancelled=lambda left=left: next(left, None) is None,
            synth=AdditiveSynth(),
        )
        assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_said():
    with pytest.raises(FormatError, match=r"x\.wav could not be saved because the folder does not exist"):
        export_wav(Path("nowhere/at/all/x.wav"), Performance(scale()), synth=AdditiveSynth())
