"""The tracks of a file in the import preview: a click makes one a voice, another plays it."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.sound.player import Player
from app.widgets.stylesheet import use_theme
from app.window.dialogs.import_preview import ImportDialog
from app.window.dialogs.track_table import FIRST_VOICE, PLAY
from app.window.dialogs.trial import WHOLE
from engine.canvas.music import blank_piece
from engine.formats import midi
from tests.app.sound_stage import FakeDevice, Scribe
from tests.engine.formats.midi.test_midi import file
from tests.engine.formats.midi.test_midi_bars import line, metre

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def dialog(qtbot):
    """Two tracks, soprano and bass, and a player that can be asked."""
    use_theme("light")
    plan = midi.inspect(file([metre(4, 4)], line(2, 2, 4, start=4), line(4, 4, 4))).with_voices(0, None, None, 1)
    made = ImportDialog(plan, "two.mid", None, Player(FakeDevice(), Scribe()))
    qtbot.addWidget(made)
    made.grab()  # lays it out
    return made


def click(dialog, part, column):
    table = dialog.tracks
    where = table.visualRect(table.model().index(part, column)).center()
    QTest.mouseClick(table.viewport(), LEFT, NONE, where + QPoint(1, 1))


def test_a_click_makes_a_track_a_voice_and_a_second_one_silences_it(dialog):
    assert dialog.plan.voices == (0, None, None, 1)
    click(dialog, 1, FIRST_VOICE)
    click(dialog, 0, FIRST_VOICE + 2)
    assert dialog.plan.voices == (1, None, 0, 1)
    click(dialog, 1, FIRST_VOICE + 3)
    assert dialog.plan.voices == (1, None, 0, None)
    assert dialog.piece().voices[0].notes and not dialog.piece().voices[3].notes


def test_the_same_by_keys(dialog):
    dialog.tracks.setCurrentIndex(dialog.tracks.model().index(1, FIRST_VOICE + 1))
    QTest.keyClick(dialog.tracks, Qt.Key.Key_Space)
    assert dialog.plan.voices == (0, 1, None, 1)


def test_a_track_is_heard_from_its_first_note_until_it_is_clicked_again(dialog):
    click(dialog, 0, PLAY)
    assert dialog.trial.playing == 0 and dialog.tracks.tracks.playing == 0
    assert dialog.trial._player._music.renderer.playing
    click(dialog, 1, PLAY)
    assert dialog.trial.playing == 1
    click(dialog, 1, PLAY)
    assert dialog.trial.playing is None and not dialog.trial._player._music.renderer.playing


def test_silence_before_the_first_note_is_not_played(dialog, monkeypatch):
    begun = []
    monkeypatch.setattr(dialog.trial._player, "play", lambda performance, step: begun.append(step))
    late = blank_piece(4)
    grid = late.grid()
    grid[1, 40] = 60
    dialog.trial.toggle(0, late.with_grid(grid))
    assert begun == [40]


def test_all_voices_are_heard_as_they_would_be_imported_until_a_choice_is_made(dialog):
    dialog.play.click()
    assert dialog.trial.playing == WHOLE and dialog.play.text() == "Stop"
    click(dialog, 1, FIRST_VOICE)
    assert dialog.trial.playing is None and dialog.play.text() == "Play"
    dialog.play.click()
    dialog.reject()
    assert dialog.trial.playing is None
