"""Playing in: keys in real time, count-in and loop, the grid with a preview of what moves, one undo step; without a
MIDI system the computer's keys play."""

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.page.playing_in.computer_keys import ComputerKeys
from app.page.playing_in.dialog import PlayInDialog
from app.page.playing_in.melody import Capture, PlayedNote, on_grid, written
from app.sound.midi_ports import PortError, released, struck
from engine.canvas.edits import put_note
from engine.canvas.mask import Brush
from engine.canvas.music import Note, blank_piece
from engine.canvas.project import fresh

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # offscreen, of popups and dialogs


def test_notes_fall_on_the_grid_one_after_another_and_it_is_said_what_moves():
    take = on_grid([PlayedNote(0.1, 3.6, 72), PlayedNote(4.4, 7.7, 74), PlayedNote(8.7, 9.0, 76)], 2, 16)
    assert [placed.note for placed in take.placed] == [Note(0, 4, 72), Note(4, 4, 74), Note(8, 2, 76)]
    assert [placed.note.start for placed in take.moved] == [4, 8]
    assert "3 notes; 2 move to the nearest eighth" in take.sentence() and "0.7" in take.sentence()
    assert on_grid([PlayedNote(0.0, 4.0, 60)], 1, 16).sentence() == "1 note, all in time."
    assert not on_grid([], 1, 16).placed


def test_held_notes_end_before_the_next_and_the_page_has_an_end():
    take = on_grid([PlayedNote(0, 9, 60), PlayedNote(2.2, 6, 62), PlayedNote(15.8, 18, 64)], 1, 16)
    assert [placed.note for placed in take.placed] == [Note(0, 2, 60), Note(2, 4, 62), Note(15, 1, 64)]
    twice = on_grid([PlayedNote(4, 5, 60), PlayedNote(4.2, 5, 67)], 1, 16)
    assert [placed.note.pitch for placed in twice.placed] == [67] and twice.left_out == 1


def test_a_take_replaces_its_stretch_in_its_voice_and_is_kept():
    piece = put_note(put_note(blank_piece(1), 1, 0, 8, 60), 1, 12, 4, 65)
    project = written(fresh(piece, Brush.REWRITE), 1, on_grid([PlayedNote(4, 6, 62)], 1, 16))
    assert project.canvas.voices[1].notes == (Note(0, 4, 60), Note(4, 2, 62), Note(12, 4, 65))
    assert project.masks[0].array()[1].tolist() == [Brush.REWRITE] * 4 + [Brush.KEEP] * 2 + [Brush.REWRITE] * 10


def test_a_loop_goes_round_and_the_count_in_is_not_part_of_the_take():
    capture = Capture(8.0)
    capture.press(60, 8.0)
    capture.release(60, 8.0)  # still counting in
    capture.press(62, 8.0)  # held into the first beat
    capture.follow(10.0, (8, 16))
    capture.release(62, 10.0)
    capture.press(64, 15.0)
    capture.follow(15.5, (8, 16))
    capture.follow(8.2, (8, 16))
    capture.press(65, 8.2)
    capture.follow(9.0, (8, 16))
    capture.end()
    assert capture.played == [(8.0, 10.0, 62), (15.0, 16.0, 64), (8.2, 9.0, 65)]
    assert [placed.note.pitch for placed in on_grid(capture.played, 1, 16).placed] == [65, 64], "later rounds win"


def test_the_computers_keys_are_a_piano():
    keys = ComputerKeys()
    assert [keys.press(key) for key in (Qt.Key.Key_A, Qt.Key.Key_W, Qt.Key.Key_K)] == [60, 61, 72]
    assert keys.press(Qt.Key.Key_A) is None, "it is down already"
    keys.press(Qt.Key.Key_X)
    assert keys.release(Qt.Key.Key_A) == 60 and keys.press(Qt.Key.Key_A) == 72
    assert keys.press(Qt.Key.Key_Q) is None and keys.release(Qt.Key.Key_Q) is None


def test_keys_that_come_up():
    messages = [[0x90, 60, 80], [0x90, 60, 0], [0x81, 62, 64], [0x99, 40, 0]]
    assert released(messages) == [60, 62] and struck(messages) == [60]


@pytest.fixture
def played(desk):
    """The dialog over a page of music, and a clock under our hands."""
    desk.window.files.new()
    page = desk.page
    page.transport.sound = None
    dialog = PlayInDialog(page.document, page.transport, page.playback.listening, [], desk.window)
    with desk.qtbot.waitActive(dialog, timeout=10000):
        dialog.show()
        dialog.activateWindow()
    yield dialog
    dialog.reject()


def go_to(page, step):
    page.transport._move(step)


def test_a_melody_is_recorded_with_the_computers_keys_and_is_one_step(desk, played):
    page = desk.page
    before = page.document.project
    QTest.mouseClick(played.record, Qt.MouseButton.LeftButton)
    assert played.recording and page.playback.listening.metronome and page.playback.listening.count_in == 1
    page.transport._timer.stop()
    page.transport._timer.start(100_000)  # time passes as the test says
    for start, stop, key in ((0.2, 3.8, Qt.Key.Key_A), (4.4, 7.9, Qt.Key.Key_D), (8.0, 12.0, Qt.Key.Key_G)):
        go_to(page, start)
        QTest.keyPress(played, key)
        go_to(page, stop)
        QTest.keyRelease(played, key)
    QTest.keyClick(played, Qt.Key.Key_Escape)
    assert not played.recording and played.isVisible(), "Esc ends the take, not the dialog"
    assert page.document.project == before, "nothing is written before it is taken"
    assert "3 notes; 2 move" in played.said.text()
    played.grab()
    played.accept_button.click()
    assert page.pointing.piece.voices[0].notes == (Note(0, 4, 60), Note(4, 4, 64), Note(8, 4, 67))
    assert not page.playback.listening.metronome, "the sound is as it was"
    page.edits.undo()
    assert page.document.project == before


def test_a_midi_keyboard_plays_too_and_one_that_is_gone_leaves_the_computers_keys(desk):
    class Port(QObject):
        struck, released = Signal(int), Signal(int)

        def close(self):
            closed.append(self)

    def open_port(name):
        if name == "gone":
            raise PortError("The MIDI port gone is gone.")
        ports.append(Port())
        return ports[-1]

    ports, closed = [], []
    desk.window.files.new()
    page = desk.page
    page.transport.sound = None
    names = [("piano", "Piano"), ("gone", "Gone")]
    dialog = PlayInDialog(page.document, page.transport, page.playback.listening, names, desk.window, open_port)
    dialog.source.setCurrentIndex(1)
    dialog.toggle()
    page.transport._timer.start(100_000)
    go_to(page, 2.0)
    ports[0].struck.emit(70)
    go_to(page, 6.0)
    ports[0].released.emit(70)
    dialog.toggle()
    assert [placed.note for placed in dialog.take.placed] == [Note(2, 4, 70)]
    dialog.source.setCurrentIndex(2)
    assert dialog.source.currentIndex() == 0 and "gone" in dialog.said.text() and closed == ports
    dialog.reject()
    QApplication.processEvents()
