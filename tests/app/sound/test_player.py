"""The player by a device that pulls on request: onsets on time, loops without a seam, edits and tempos that keep the
place, nothing left sounding."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.sound import player as player_module
from app.sound.player import Player
from app.sound.renderer import Renderer
from app.sound.schedule import CLICKS, ON, RATE, Performance, Strip
from app.sound.synth import AdditiveSynth
from engine.canvas.music import Tempo
from tests.app.sound_stage import FakeDevice, Scribe, piece_of_notes, scale
from tests.tools.counts import examples

STEP = RATE * 60 / 120 / 4


@pytest.fixture
def stage(qapp):
    device, scribe = FakeDevice(), Scribe()
    return Player(device, scribe), device, scribe


def test_onsets_are_exact(stage):
    player, device, scribe = stage
    performance = Performance(scale(tempos=(Tempo(0, 120.0), Tempo(9, 77.0))))
    player.play(performance, 0)
    device.pull(performance.ends)
    assert scribe.onsets(0) == [(e.sample, e.pitch) for e in performance.events if e.kind == ON and e.channel == 0]


def test_playing_from_the_middle_of_a_note_sounds_it(stage):
    player, device, scribe = stage
    player.play(Performance(scale()), 6)
    device.pull(512)
    assert scribe.sounding == {(0, 61), (3, 40)}


def test_the_playhead_is_where_the_device_is(stage):
    player, device, _ = stage
    player.play(Performance(scale()), 4)
    device.pull(round(4 * STEP))
    assert player.place() == pytest.approx(4 + device.frames / STEP)


def test_the_playhead_waits_for_what_is_heard_not_for_what_is_made(stage):
    player, device, _ = stage
    player.play(Performance(scale()), 0)
    device.pull(4096)
    device.frames -= 2048  # the device still holds half of it
    assert player.place() == pytest.approx(2048 / STEP)


def test_a_loop_has_no_seam(stage):
    player, device, scribe = stage
    player.play(Performance(scale(), loop=(4, 8)), 4)
    device.pull(round(40 * STEP))
    starts = [frame for frame, _ in scribe.onsets(0)]
    assert {pitch for _, pitch in scribe.onsets(0)} == {61}
    assert set(np.diff(starts)) == {round(8 * STEP) - round(4 * STEP)}
    assert 4 <= player.place() < 8


def test_a_note_held_into_the_loop_sounds_every_time(stage):
    player, device, scribe = stage
    player.play(Performance(scale(), loop=(4, 8)), 4)
    device.pull(round(12 * STEP))
    assert len(scribe.onsets(3)) == 4  # the whole note of the bass, struck again at each turn


@given(factor=st.floats(0.25, 4), at=st.integers(1, 100))
@examples(20)
def test_another_tempo_keeps_the_place(qapp, factor, at):
    device = FakeDevice()
    player = Player(device, Scribe())
    performance = Performance(scale())
    player.play(performance, 0)
    device.pull(at * 512)
    before = player.place()
    player.change(replace(performance, factor=factor))
    assert player.place() == pytest.approx(before, abs=1 / STEP * 8)
    device.pull(512)
    assert player.place() == pytest.approx(before + 512 * factor / STEP, abs=1e-2)


def test_an_edit_is_heard_without_stopping(stage):
    player, device, scribe = stage
    player.play(Performance(scale()), 0)
    device.pull(round(2 * STEP))
    player.change(Performance(piece_of_notes((0, 0, 4, 60), (0, 4, 4, 84))))
    assert scribe.sounding == {(0, 60)}  # the bass is gone, the soprano goes on and is not struck again
    assert scribe.onsets(0) == [(0, 60)]
    device.pull(round(3 * STEP))
    assert scribe.onsets(0) == [(0, 60), (round(4 * STEP), 84)]


def test_mute_and_solo_are_heard_at_once(stage):
    player, device, scribe = stage
    performance = Performance(scale())
    player.play(performance, 0)
    device.pull(1024)
    player.change(replace(performance, strips=(Strip(mute=True), Strip(), Strip(), Strip())))
    assert scribe.sounding == {(3, 40)}
    player.change(performance)
    assert scribe.sounding == {(0, 60), (3, 40)}


def test_a_shorter_piece_ends_where_it_ends(stage):
    player, device, scribe = stage
    player.play(Performance(scale(bars=4)), 48)
    device.pull(1024)
    player.change(Performance(scale(bars=2)))
    device.pull(1024)
    assert not player.playing and not scribe.sounding


def test_stop_ends_every_note(stage):
    player, device, scribe = stage
    player.play(Performance(scale()), 0)
    device.pull(1024)
    player.stop()
    assert not scribe.sounding
    device.pull(1024)
    assert player.place() is None and not player.playing


def test_the_end_of_the_piece_is_the_end_of_playing(stage):
    player, device, scribe = stage
    performance = Performance(scale())
    player.play(performance, 0)
    device.pull(performance.ends + 1024)
    assert not player.playing and player.place() is None and not scribe.sounding


def test_a_clicked_note_sounds_in_the_next_buffer_and_ends_by_itself(stage):
    player, device, scribe = stage
    player.audition(67, 1, 19)
    device.pull(RATE)
    assert [entry[1:] for entry in scribe.log] == [("on", 11, 67), ("off", 11, 67)]
    assert scribe.log[0][0] == 0
    assert scribe.programs[11] == 19


def test_an_audition_does_not_cut_what_plays(stage):
    player, device, scribe = stage
    player.play(Performance(scale()), 0)
    device.pull(512)
    player.audition(60, 0, 52)
    device.pull(round(0.4 * RATE))
    assert (0, 60) in scribe.sounding or scribe.onsets(0)[-1][1] == 61


def test_the_count_in_clicks_and_the_playhead_waits(stage):
    player, device, scribe = stage
    player.play(Performance(scale(), count_in=1), 4)
    device.pull(round(8 * STEP))
    assert player.place() == 4.0
    device.pull(round(9 * STEP))
    assert len(scribe.onsets(CLICKS)) == 4
    assert scribe.onsets(0)[0] == (round(16 * STEP), 61)


def test_a_thousand_bars_leave_nothing_behind(qapp):
    scribe = Scribe()
    renderer = Renderer(scribe)
    performance = Performance(scale(bars=4), loop=(0, 64))
    renderer.play(performance, 0)
    frames = 0
    while frames < 1000 * 16 * STEP:
        renderer.render(65536)
        frames += 65536
        renderer.place(frames)
    assert len(renderer._stretches) < 8 and len(scribe.sounding) <= 2
    assert len(scribe.onsets(0)) >= 4000


def test_the_sound_stays_within_bounds(qapp):
    device = FakeDevice()
    player = Player(device, AdditiveSynth())
    chord = piece_of_notes(*[(v, 0, 16, 50 + 5 * v) for v in range(4)])
    player.play(Performance(chord, strips=(Strip(volume=1.0),) * 4), 0)
    device.pull(RATE)
    sound = device.sound()
    assert 0.05 < np.abs(sound).max() < 1.0


def test_when_the_device_goes_another_is_taken_and_the_place_stays(qapp, monkeypatch):
    made = []

    def plugged(_buffer, pull):
        made.append(FakeDevice())
        made[-1].start(pull)
        return made[-1]

    monkeypatch.setattr(player_module, "open_device", plugged)
    player = Player(synth=Scribe())
    player.play(Performance(scale()), 0)
    made[0].pull(4096)
    place = player.place()
    for _ in range(player_module.STILL + 1):
        player.look()  # the device does not pull any more
    assert len(made) == 2 and not made[0].running and made[1].running
    assert player.place() == pytest.approx(place)
    made[1].pull(512)
    assert player.place() == pytest.approx(place + 512 / STEP)
    player.stop()
    for _ in range(player_module.IDLE):
        made[1].frames += 1
        player.look()
    assert not made[1].running  # given back when nobody uses it
    player.play(Performance(scale()), 8)
    assert len(made) == 3 and player.place() == pytest.approx(8)  # and asked for again
    player.close()


def test_without_a_device_it_is_said_once_and_time_goes_on(qtbot, monkeypatch):
    monkeypatch.setattr(player_module, "open_device", lambda buffer, pull: None)
    scribe = Scribe()
    player = Player(synth=scribe)
    said = []
    player.said.connect(said.append)
    player.play(Performance(scale(tempos=(Tempo(0, 1000.0),))), 0)
    qtbot.waitUntil(lambda: not player.playing, timeout=10000)
    assert len(scribe.onsets(0)) == 8
    player.audition(60, 0, 0)
    assert said == ["No sound device found; everything else works."]
    for _ in range(player_module.IDLE):
        player.look()
    assert player.silent  # remembered while nothing plays
    player.play(Performance(scale()), 4)
    assert player.place() == pytest.approx(4, abs=1)  # what was heard before does not count
    player.close()
