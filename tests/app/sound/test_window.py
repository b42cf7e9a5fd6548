"""Sound and score in the whole window:

Space, clicks, mutes, edits and alternatives while playing, the score, exports, no device."""

import wave
from dataclasses import replace
from types import SimpleNamespace

import mido
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.score.pane import ALTERNATIVES, SCORE
from app.sound.mixer import NOWHERE, MixerDialog
from app.sound.player import Player
from engine.canvas import edits
from engine.canvas.mask import Brush, Mask
from engine.jobs.request import Done, Request
from tests.app.sound_stage import FakeDevice, Scribe


@pytest.fixture
def stage(desk):
    """A desk with a page open and a device that pulls on request."""
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
    desk.page.transport.locate(desk.page.pointing.piece.steps - 4)
    desk.key(Qt.Key.Key_Space)
    device.pull(60000)
    desk.wait(lambda: not desk.page.transport.playing)
    assert desk.page.transport.step == desk.page.pointing.piece.steps - 4 and not scribe.sounding


def test_a_clicked_note_is_heard_unless_its_voice_is_muted(stage):
    desk, _, scribe = stage
    note = desk.page.pointing.piece.voices[0].notes[0]
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
    desk.document.apply(
        "Draw note", replace(desk.document.project, canvas=edits.put_note(desk.page.pointing.piece, 3, 0, 16, 43))
    )
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
    other = edits.put_note(desk.page.pointing.piece, 3, 0, 16, 43)
    desk.preview.lay(desk.document.project, (other,), 0, desk.document.project.canvas)
    desk.preview.changed.emit()
    desk.key(Qt.Key.Key_Space)
    device.pull(512)
    assert (3, 43) in scribe.sounding
    desk.preview.hold(True)
    desk.wait(lambda: (3, 43) not in scribe.sounding)


def alternatives(desk, *pitches):
    """Lay two bars of bass over the page, at bars 3 and 4, as alternatives of which each holds another pitch."""
    piece = desk.page.pointing.piece
    mask = Mask.filled(4, piece.steps, Brush.KEEP).paint(Brush.REWRITE, 3, 32, 64)
    before = replace(desk.document.project, masks=(mask,))
    desk.preview.begin(Request(piece, mask, count=len(pitches)), before, 0, "Rewrite")
    made = tuple(edits.put_note(piece, 3, 32, 32, pitch) for pitch in pitches)
    desk.preview.finish(Done(made, (None,) * len(made), 1.0), made)
    desk.qtbot.wait(1)  # let the actions follow


def test_alternatives_are_heard_round_and_round_in_their_context(stage):
    desk, device, scribe = stage
    transport = desk.page.transport
    alternatives(desk, 43, 45)
    desk.key(Qt.Key.Key_Space)
    assert transport.playing and transport.step == 16, "a bar before what was rewritten"
    bar = desk.page.playback.listening.performance().clock.sample(16)
    device.pull(round(1.5 * bar))
    assert (3, 43) in scribe.sounding
    desk.wait(lambda: transport.step > 32)
    here = transport.step
    desk.key(Qt.Key.Key_BracketRight)
    desk.wait(lambda: (3, 45) in scribe.sounding)
    assert transport.playing and (3, 43) not in scribe.sounding and transport.step >= here, "it goes on where it was"
    QTest.keyPress(desk.window.focusWidget(), Qt.Key.Key_O)
    desk.wait(lambda: (3, 45) not in scribe.sounding)
    assert desk.preview.hold_original and transport.playing
    QTest.keyRelease(desk.window.focusWidget(), Qt.Key.Key_O)
    desk.wait(lambda: (3, 45) in scribe.sounding)
    device.pull(3 * bar)
    desk.wait(lambda: transport.step < 32)
    assert transport.playing and transport.step >= 16, "after a bar beyond it, from the beginning again"
    desk.key(Qt.Key.Key_Escape)
    desk.wait(lambda: transport.turn is None)
    assert transport.playing, "put away, the page goes on"
    transport.toggle()


def test_a_held_key_shows_the_original_once(desk):
    assert not desk.window.actions_["original"].autoRepeat()


def test_a_loop_of_ones_own_goes_before_the_alternatives(stage):
    desk, _, _ = stage
    desk.page.transport.set_loop((0, 8))
    alternatives(desk, 43)
    assert desk.page.playback.listening.performance().loop == (0, 8)
    desk.key(Qt.Key.Key_L)
    assert desk.page.playback.listening.performance().loop == (16, 80)


def test_a_note_drawn_over_an_alternative_is_heard_accepted_and_undone(stage):
    desk, _, _ = stage
    alternatives(desk, 43)
    before = desk.document.project.canvas
    desk.document.apply("Draw note", replace(desk.document.project, canvas=edits.put_note(before, 3, 40, 4, 50)))
    whole = [(32, 8, 43), (40, 4, 50), (44, 20, 43)]
    assert [tuple(note) for note in desk.page.playback.listening.performance().piece.voices[3].notes] == whole
    desk.key(Qt.Key.Key_Return)
    assert [tuple(note) for note in desk.page.pointing.piece.voices[3].notes] == whole and desk.preview.count == 0
    assert "except where you made changes" in desk.window.status.message.text()
    desk.document.stack.undo()
    assert [tuple(note) for note in desk.page.pointing.piece.voices[3].notes] == [(40, 4, 50)]


def test_the_midi_keyboard_writes_what_the_keys_say(stage):
    desk, _, _ = stage
    window = desk.window
    assert not window.actions_["step_rest"].isEnabled() and "MIDI keyboard" in window.actions_["step_rest"].toolTip()
    window.sound._keyboard = SimpleNamespace(close=lambda: None)
    window.attempt(lambda: None)
    desk.wait(window.actions_["step_rest"].isEnabled)
    desk.document.cursor = (1, 0, 60)
    window.sound._struck(64)
    for key in (Qt.Key.Key_Comma, Qt.Key.Key_R, Qt.Key.Key_Period, Qt.Key.Key_D):
        desk.key(key)
    window.sound._struck(65)
    assert [tuple(note) for note in desk.page.pointing.piece.voices[1].notes] == [(0, 4, 64), (6, 6, 65)]
    assert "dotted quarter" in window.status.message.text()
    desk.key(Qt.Key.Key_Backspace)
    assert [tuple(note) for note in desk.page.pointing.piece.voices[1].notes] == [(0, 4, 64)] and desk.document.cursor[
        1
    ] == 6


def test_only_one_page_sounds(stage):
    desk, _, _ = stage
    first = desk.page
    desk.key(Qt.Key.Key_Space)
    desk.open_example()
    desk.page.transport.toggle()
    assert desk.page is not first and desk.page.transport.playing and not first.transport.playing


def test_without_a_device_it_is_said_once_and_stays_to_be_read(desk):
    desk.open_example()
    desk.page.transport.toggle()
    assert desk.window.status.message.text() == "No sound device found; everything else works."
    assert "No sound device" in desk.window.status.state.toolTip()
    desk.wait(lambda: desk.page.transport.step > 0.3)
    desk.page.transport.stop()


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
    for name, suffix in (
        ("export_wav", ".wav"),
        ("export_pdf", ".pdf"),
        ("export_svg", ".svg"),
        ("export_png", ".png"),
    ):
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
    assert desk.complaints == ["ode.wav could not be saved because the folder does not exist; nothing was changed."]


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
    dialog = MixerDialog(
        page.document,
        page.playback.listening,
        [(NOWHERE, "No port")],
        NOWHERE,
        print,
        [(NOWHERE, "No port")],
        NOWHERE,
        print,
    )
    desk.qtbot.addWidget(dialog)
    dialog.instruments[1].setCurrentIndex(dialog.instruments[1].findData(68))
    assert page.pointing.piece.voices[1].program == 68 and page.document.stack.undoText() == "Change instrument"
    dialog.volumes[0].setValue(30)
    dialog.tempo.setValue(150)
    assert page.playback.listening.strips[0].volume == 0.3 and page.playback.listening.performance().factor == 1.5
    mime = desk.window.sound.drags.mime(page.document)
    song = mido.MidiFile(mime.urls()[0].toLocalFile())
    assert [m.program for track in song.tracks for m in track if m.type == "program_change"] == [52, 68, 52, 52]


def test_the_handle_is_there_for_music_only(desk):
    assert not desk.window.drag.isVisible()
    desk.open_example()
    QApplication.processEvents()
    assert desk.window.drag.isVisible()
