"""Sound and score in the whole window: Space, clicks, mutes, edits and alternatives while playing, the score, exports, no device."""

import wave
from dataclasses import replace

import mido
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.score.pane import ALTERNATIVES, SCORE
from app.sound.mixer import NOWHERE, MixerDialog
from app.sound.player import Player
from engine import edits
from tests.app.sound_stage import FakeDevice, Scribe


@pytest.fixture
def stage(desk):
    """A desk with a page open and a device that pulls when told to."""
    device, scribe = FakeDevice(), Scribe()
    desk.window.sound.player = Player(device, scribe, desk.window.sound)
    desk.open_example()
    desk.page.canvas.setFocus()
    return desk, device, scribe


def test_space_plays_from_the_place_and_stops(stage):
    desk, device, scribe = stage
    transport = desk.page.transport
    transport.locate(4)
    desk.key(Qt.Key.Key_Space)
    assert transport.playing and device.running
    device.pull(20000)
    desk.wait(lambda: transport.step > 4.5)
    assert desk.page.canvas.playhead == transport.step and scribe.onsets(0)
    desk.key(Qt.Key.Key_Space)
    assert not transport.playing and not scribe.sounding


def test_a_click_on_the_ruler_while_playing_is_heard_from_there(stage):
    desk, device, _ = stage
    desk.key(Qt.Key.Key_Space)
    device.pull(2048)
    desk.page.transport.locate(32)
    device.pull(2048)
    desk.wait(lambda: desk.page.transport.step >= 32)
    assert desk.page.transport.playing


def test_the_piece_ends_and_the_place_goes_back(stage):
    desk, device, scribe = stage
    desk.page.transport.locate(desk.page.piece.steps - 4)
    desk.key(Qt.Key.Key_Space)
    device.pull(60000)
    desk.wait(lambda: not desk.page.transport.playing)
    assert desk.page.transport.step == desk.page.piece.steps - 4 and not scribe.sounding


def test_a_clicked_note_is_heard_unless_its_voice_is_muted(stage):
    desk, _, scribe = stage
    note = desk.page.piece.voices[0].notes[0]
    desk.click(note.start, note.pitch)
    assert [entry[3] for entry in scribe.log if entry[1] == "on"] == [note.pitch]
    desk.page.strip.mutes[0].toggle()
    before = len(scribe.log)
    desk.click(note.start, note.pitch)
    assert not [entry for entry in scribe.log[before:] if entry[1] == "on"]


def test_edits_mutes_and_loops_are_heard_while_playing(stage):
    desk, device, scribe = stage
    desk.key(Qt.Key.Key_Space)
    device.pull(512)
    desk.document.apply("Draw note", replace(desk.document.project, canvas=edits.put_note(desk.page.piece, 3, 0, 16, 43)))
    desk.wait(lambda: (3, 43) in scribe.sounding)
    desk.page.strip.mutes[3].toggle()
    desk.wait(lambda: (3, 43) not in scribe.sounding)
    desk.page.transport.set_loop((0, 4))
    desk.qtbot.wait(20)
    device.pull(100000)
    desk.qtbot.wait(40)
    assert desk.page.transport.playing and desk.page.transport.step < 4


def test_an_alternative_is_heard_in_its_context(stage):
    desk, device, scribe = stage
    other = edits.put_note(desk.page.piece, 3, 0, 16, 43)
    desk.preview.before, desk.preview.canvases = desk.document.project, (other,)
    desk.preview.changed.emit()
    desk.key(Qt.Key.Key_Space)
    device.pull(512)
    assert (3, 43) in scribe.sounding
    desk.preview.hold(True)
    desk.wait(lambda: (3, 43) not in scribe.sounding)


def test_only_one_page_sounds(stage):
    desk, _, _ = stage
    first = desk.page
    desk.key(Qt.Key.Key_Space)
    desk.open_example()
    desk.page.play()
    assert desk.page is not first and desk.page.transport.playing and not first.transport.playing


def test_without_a_device_it_is_said_once_and_stays_to_be_read(desk):
    desk.open_example()
    desk.page.play()
    assert desk.window._hint.text() == "No sound device found; everything else works."
    assert desk.window._mute.isVisible()
    desk.wait(lambda: desk.page.transport.step > 0.3)
    desk.page.stop()


def test_the_score_is_under_the_roll_and_linked(desk):
    desk.open_example()
    desk.window.actions_["score"].trigger()
    score = desk.page.under.score
    desk.wait(lambda: not score.busy)
    assert desk.page.under.shown == SCORE and score.isVisible()
    desk.page.transport.locate(8)
    assert score.playhead == 8
    score.located.emit(12)
    assert desk.page.canvas.playhead == 12
    desk.window.actions_["staves"].trigger()
    assert score.staves == "four staves"
    desk.page.under.part.tabs.tabs[ALTERNATIVES].click()
    assert desk.page.under.shown == ALTERNATIVES and desk.page.alternatives.isVisible()


def test_export_wav_and_score(desk, tmp_path):
    desk.open_example()
    for name, suffix in (("export_wav", ".wav"), ("export_pdf", ".pdf"), ("export_svg", ".svg"), ("export_png", ".png")):
        path = tmp_path / f"ode{suffix}"
        desk.answers["ask_save"] = path
        desk.window.actions_[name].trigger()
        desk.wait(path.exists)
        desk.wait(lambda: not desk.window.sound._worker.busy)
        assert "Exported" in desk.window.notice.text
    with wave.open(str(tmp_path / "ode.wav")) as file:
        assert file.getnframes() > 44100
    assert (tmp_path / "ode.pdf").read_bytes().startswith(b"%PDF")
    assert not desk.complaints


def test_an_export_that_fails_says_why(desk, tmp_path):
    desk.open_example()
    desk.answers["ask_save"] = tmp_path / "nowhere" / "ode.wav"
    desk.window.actions_["export_wav"].trigger()
    desk.wait(lambda: bool(desk.complaints))
    assert desk.complaints == ["ode.wav could not be written because the folder is not there; what was there before is untouched."]


def test_metronome_and_count_in_show_in_the_menu(desk):
    desk.open_example()
    for name in ("metronome", "count_in"):
        action = desk.window.actions_[name]
        action.trigger()
        assert action.isChecked()
        action.trigger()
        assert not action.isChecked()


def test_the_mixer_changes_instruments_for_the_file_too(desk):
    desk.open_example()
    page = desk.page
    dialog = MixerDialog(page.document, page.listening, [(NOWHERE, "No port")], NOWHERE, print, [(NOWHERE, "No port")], NOWHERE, print)
    desk.qtbot.addWidget(dialog)
    dialog.instruments[1].setCurrentIndex(dialog.instruments[1].findData(68))
    assert page.piece.voices[1].program == 68 and page.document.stack.undoText() == "Change instrument"
    dialog.volumes[0].setValue(30)
    dialog.tempo.setValue(150)
    assert page.listening.strips[0].volume == 0.3 and page.listening.hearing().factor == 1.5
    mime = desk.window.sound.drags.mime(page.document)
    song = mido.MidiFile(mime.urls()[0].toLocalFile())
    assert [m.program for track in song.tracks for m in track if m.type == "program_change"] == [52, 68, 52, 52]


def test_the_handle_is_there_for_music_only(desk):
    assert not desk.window.drag.isVisible()
    desk.open_example()
    QApplication.processEvents()
    assert desk.window.drag.isVisible()
