"""The sound device by miniaudio's null system, which pulls in real time and plays to nobody."""

import logging
import os
import sys

import miniaudio
import numpy as np
import pytest

from app.sound import device as device_module
from app.sound import output
from app.sound.buffers import MUSIC, TRIAL
from app.sound.device import DeviceOutput
from app.sound.schedule import RATE

NOBODY = [miniaudio.Backend.NULL]


class Pulled:
    """A source of silence that counts."""

    def __init__(self):
        self.sizes = []

    def __call__(self, frames):
        self.sizes.append(frames)
        return np.zeros((frames, 2), np.float32)


@pytest.fixture
def opened():
    """Devices that are closed whatever happens."""
    devices = []

    def open_(buffer):
        devices.append(DeviceOutput(buffer, NOBODY))
        return devices[-1]

    yield open_
    for device in devices:
        device.stop()


def test_a_click_is_answered_within_30_ms_and_music_rides_out_90():
    assert TRIAL.frames / RATE < 0.030
    assert MUSIC.frames / RATE > 0.090


@pytest.mark.parametrize("buffer", [MUSIC, TRIAL])
def test_the_device_pulls_one_period_at_a_time_and_what_was_heard_runs_behind(qtbot, opened, buffer):
    device, source = opened(buffer), Pulled()
    device.start(source)
    assert device.running and not device.silent
    qtbot.waitUntil(lambda: device.frames_played() > buffer.frames, timeout=20000)
    heard, pulled = device.frames_played(), sum(source.sizes)
    assert heard <= pulled + buffer.frames // buffer.periods  # the period being pulled right now is not summed yet
    assert set(source.sizes) == {buffer.period * RATE // 1000}


def test_starting_twice_goes_on_with_the_first(qtbot, opened):
    device, first, second = opened(TRIAL), Pulled(), Pulled()
    device.start(first)
    device.start(second)
    qtbot.waitUntil(lambda: len(first.sizes) > 3, timeout=20000)
    assert not second.sizes


def test_after_stop_nothing_is_pulled_and_all_was_heard(qtbot, opened):
    device, source = opened(TRIAL), Pulled()
    device.start(source)
    qtbot.waitUntil(lambda: len(source.sizes) > 3, timeout=20000)
    device.stop()
    pulls = len(source.sizes)
    qtbot.wait(30)
    assert not device.running and len(source.sizes) == pulls and device.frames_played() == sum(source.sizes)
    device.stop()  # once more does no harm


def test_what_goes_wrong_while_samples_are_made_is_silence_and_goes_on(qtbot, opened, caplog):
    device, calls = opened(TRIAL), []

    def broken(frames):
        calls.append(frames)
        raise ValueError("no such instrument")

    with caplog.at_level(logging.ERROR):
        device.start(broken)
        qtbot.waitUntil(lambda: len(calls) > 3, timeout=20000)
        device.stop()
    assert "no sound could be made" in caplog.text


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="counts threads as Linux shows them")
def test_a_closed_device_leaves_no_thread(opened):
    def left():
        return len(os.listdir("/proc/self/task"))

    opened(TRIAL).stop()
    before = left()
    for _ in range(5):
        device = opened(TRIAL)
        device.start(Pulled())
        device.stop()
    assert left() == before


def test_the_systems_asked_play_to_somebody(monkeypatch, tmp_path):
    monkeypatch.setattr(device_module, "CARDS", tmp_path)
    asked = device_module.systems()
    assert asked and not device_module.DEAF & set(asked)
    monkeypatch.setattr(device_module, "CARDS", tmp_path / "none")
    assert miniaudio.Backend.ALSA not in device_module.systems()


def test_where_no_system_answers_there_is_no_device(monkeypatch):
    def refuse(*_):
        raise miniaudio.MiniaudioError("failed to init device", -401)

    monkeypatch.setattr(device_module, "systems", lambda: NOBODY)
    monkeypatch.setattr(device_module, "DeviceOutput", refuse)
    assert output.open_device(TRIAL, Pulled()) is None
    monkeypatch.setattr(device_module, "systems", list)
    assert output.open_device(TRIAL, Pulled()) is None


def test_without_the_library_there_is_no_device(monkeypatch):
    import app.sound

    monkeypatch.delattr(app.sound, "device")
    monkeypatch.setitem(sys.modules, "app.sound.device", None)
    assert output.open_device(TRIAL, Pulled()) is None


def test_an_opened_device_pulls_at_once(qtbot, monkeypatch):
    monkeypatch.setattr(device_module, "systems", lambda: NOBODY)
    source = Pulled()
    device = output.open_device(TRIAL, source)
    qtbot.waitUntil(lambda: len(source.sizes) > 1, timeout=20000)
    device.stop()


def test_a_device_that_never_opened_closes_in_silence(monkeypatch):
    """Python calls close when it drops one; with no sound server there is no connection to give back."""
    made = []

    def refuse(self, *_):
        made.append(self)
        raise miniaudio.MiniaudioError("no sound server")

    monkeypatch.setattr(device_module._Playback, "_make_context", refuse)
    with pytest.raises(miniaudio.MiniaudioError):
        DeviceOutput(MUSIC, [miniaudio.Backend.ALSA])
    made[0].close()
