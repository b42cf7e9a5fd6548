"""Files: save and reopen, import with a preview, export, drop, the guard for unsaved work, and sentences for what
cannot be opened."""

import mido
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.window.dialogs.import_preview import ImportDialog
from app.window.dialogs.track_table import FIRST_VOICE
from engine.canvas.music import blank_piece
from engine.canvas.project import fresh
from engine.errors import CanvasError
from engine.formats import inspect_file, open_file, save_file
from tests.app.conftest import CTRL


def melody_midi(path, pitches=(72, 74, 76, 77), late=0):
    """A MIDI file with one track of quarters, the second `late` ticks late."""
    file, track = mido.MidiFile(ticks_per_beat=480), mido.MidiTrack()
    file.tracks.append(track)
    track.append(mido.MetaMessage("track_name", name="Flute"))
    for place, pitch in enumerate(pitches):
        track.append(mido.Message("note_on", note=pitch, velocity=80, time=late if place == 1 else 0))
        track.append(mido.Message("note_off", note=pitch, time=480))
    file.save(path)
    return path


def agree(plan, _name):
    from engine.formats.import_plan import apply

    return apply(plan)[0]


def test_a_saved_page_reopens_equal_and_is_recent(desk, tmp_path):
    desk.open_example()
    project = desk.document.project
    desk.answers["ask_save"] = tmp_path / "ode.palimpsest"
    desk.key(Qt.Key.Key_S, CTRL)
    assert desk.window.state.recent[0]["path"] == str(tmp_path / "ode.palimpsest")
    desk.key(Qt.Key.Key_W, CTRL)
    desk.window.files.open_path(tmp_path / "ode.palimpsest")
    desk.wait(lambda: desk.page is not None)
    assert desk.document.project == project and not desk.document.modified


def test_a_file_that_is_open_is_shown_not_opened_twice(desk, tmp_path):
    desk.open_example()
    desk.answers["ask_save"] = tmp_path / "ode.palimpsest"
    desk.key(Qt.Key.Key_S, CTRL)
    page = desk.page
    desk.open_example("anne")
    desk.window.files.open_path(tmp_path / "ode.palimpsest")
    assert desk.page is page and len(desk.window.pages) == 2


def test_an_import_asks_first_and_counts_as_unsaved(desk, tmp_path):
    desk.answers["ask_plan"] = agree
    desk.window.files.open_path(melody_midi(tmp_path / "tune.mid"))
    desk.wait(lambda: desk.page is not None)
    assert [note.pitch for note in desk.document.project.canvas.voices[0].notes] == [72, 74, 76, 77]
    assert desk.document.modified and desk.document.title == "tune" and "ask_plan" in desk.asked


def test_an_import_that_is_declined_opens_nothing(desk, tmp_path):
    desk.window.files.open_path(melody_midi(tmp_path / "tune.mid"))
    desk.wait(lambda: "ask_plan" in desk.asked)
    assert not desk.window.pages


def test_several_files_can_be_dropped(desk, tmp_path):
    desk.answers["ask_plan"] = agree
    desk.open_example()
    save_file(tmp_path / "a.palimpsest", desk.document.project)
    mime = QMimeData()
    mime.setUrls(
        [QUrl.fromLocalFile(str(path)) for path in (tmp_path / "a.palimpsest", melody_midi(tmp_path / "b.mid"))]
    )
    event = QDropEvent(
        QPointF(10, 10), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    assert desk.window.files.can_drop(mime)
    desk.window.dropEvent(event)
    desk.wait(lambda: len(desk.window.pages) == 3)


def test_exported_midi_holds_every_note(desk, tmp_path):
    desk.open_example("chorale")
    desk.answers["ask_save"] = tmp_path / "out.mid"
    desk.key(Qt.Key.Key_E, CTRL)
    again = open_file(tmp_path / "out.mid").project.canvas
    assert [voice.notes for voice in again.voices] == [voice.notes for voice in desk.document.project.canvas.voices]
    desk.answers["ask_save"] = tmp_path / "out.musicxml"
    desk.sequence("Ctrl+Shift+E")
    assert open_file(tmp_path / "out.musicxml").project.canvas.voices[0].notes == again.voices[0].notes


def test_what_cannot_be_opened_is_said_and_nothing_else_happens(desk, tmp_path):
    (tmp_path / "broken.palimpsest").write_text("{")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    names = ("broken.palimpsest", "picture.png", "missing.mid")
    for name in names:
        desk.window.files.open_path(tmp_path / name)
    desk.wait(lambda: len(desk.complaints) == len(names))
    assert not desk.window.pages and all(sentence.endswith(".") for sentence in desk.complaints)


def test_unsaved_work_is_asked_about_before_a_page_closes(desk, tmp_path):
    desk.open_example()
    desk.key(Qt.Key.Key_I, CTRL | Qt.KeyboardModifier.AltModifier)
    desk.answers["ask_unsaved"] = "cancel"
    desk.key(Qt.Key.Key_W, CTRL)
    assert desk.page is not None
    desk.answers["ask_unsaved"], desk.answers["ask_save"] = "save", None
    desk.key(Qt.Key.Key_W, CTRL)
    assert desk.page is not None, "saving was given up, so the page stays"
    desk.answers["ask_save"] = tmp_path / "kept.palimpsest"
    desk.key(Qt.Key.Key_W, CTRL)
    assert desk.page is None and (tmp_path / "kept.palimpsest").exists()


def test_the_window_does_not_close_over_unsaved_work(desk):
    desk.open_example()
    desk.key(Qt.Key.Key_I, CTRL | Qt.KeyboardModifier.AltModifier)
    desk.answers["ask_unsaved"] = "cancel"
    assert not desk.window.close() and desk.window.isVisible()


def test_an_untouched_page_closes_without_a_question(desk):
    desk.open_example()
    desk.key(Qt.Key.Key_W, CTRL)
    assert not desk.asked and desk.page is None


def test_a_disk_that_refuses_leaves_the_page_and_says_so(desk, tmp_path):
    desk.open_example()
    desk.answers["ask_save"] = tmp_path / "no such folder" / "x.palimpsest"
    desk.key(Qt.Key.Key_S, CTRL)
    assert "could not be saved" in desk.window.notice.text and desk.page is not None


def click(dialog, part, voice):
    """A click on a track's place for a voice."""
    table = dialog.tracks
    dialog.grab()  # lays it out
    where = table.visualRect(table.model().index(part, FIRST_VOICE + voice)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where)


def test_the_import_dialog_shows_what_moves_and_fixes_the_range(qtbot, tmp_path):
    plan = inspect_file(melody_midi(tmp_path / "high.mid", (96, 98, 100, 101), late=40))
    dialog = ImportDialog(plan, "high.mid")
    qtbot.addWidget(dialog)
    assert dialog.plan.findings.outside and dialog.plan.findings.moved
    offer = dialog.plan.findings.offers[0]
    dialog._offers.itemAt(0).widget().click()
    assert dialog.plan.shifts[0] == offer.semitones and not dialog.plan.findings.outside
    assert [note.pitch for note in dialog.piece().voices[0].notes] == [
        pitch + offer.semitones for pitch in (96, 98, 100, 101)
    ]
    click(dialog, 0, 0)
    click(dialog, 0, 2)
    assert not dialog.piece().voices[0].notes and dialog.piece().voices[2].notes


def test_without_weights_the_page_opens_edits_saves_and_one_sentence_says_what_to_do(make_desk, tmp_path, monkeypatch):
    import assets

    monkeypatch.setattr(assets, "weights", lambda kind, method, _=None: tmp_path / f"{kind}-{method}.safetensors")
    desk = make_desk(models=None)
    desk.open_example()
    before = desk.document.project
    desk.key(Qt.Key.Key_1, CTRL)
    desk.wait(lambda: desk.page.card._error is not None)
    sentence = desk.page.card._error.accessibleName()
    assert "weights" in sentence and sentence.endswith(".")
    assert desk.document.project == before
    desk.answers["ask_save"] = tmp_path / "x.palimpsest"
    desk.key(Qt.Key.Key_S, CTRL)
    assert open_file(tmp_path / "x.palimpsest").project == before


@pytest.fixture
def typed(desk, tmp_path, monkeypatch):
    """What the user types into the system's dialog, and whether they replace what is there."""
    from app.window.files.questions import FileQuestions

    answers = {"replace": "cancel"}

    def ask(name):
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / name), ""))
        return FileQuestions.ask_save(desk.window.files.questions, "Save", "Ode", ".palimpsest")

    monkeypatch.setattr(desk.window.files.questions, "_choose", lambda *_: answers["replace"])
    return ask, answers


def test_an_ending_that_is_added_replaces_no_file_unasked(typed, tmp_path):
    ask, answers = typed
    assert ask("ode") == tmp_path / "ode.palimpsest"
    (tmp_path / "ode.palimpsest").write_text("of the user")
    assert ask("ode") is None
    answers["replace"] = "replace"
    assert ask("ode") == ask("ode.palimpsest") == tmp_path / "ode.palimpsest"


@pytest.mark.parametrize("title", ["x" * 300, "\U0001f600" * 300, "a\0b", "\udcff", "\x1b[31m", ""])
def test_any_title_can_be_proposed_as_a_name(desk, tmp_path, title):
    from app.window.files.questions import free_name

    path = free_name(tmp_path, title, ".palimpsest")
    save_file(path, fresh(blank_piece(1)))
    assert free_name(tmp_path, title, ".palimpsest") == path.with_name(f"{path.stem} 2.palimpsest")


def test_an_error_that_comes_out_of_a_signal_is_said_as_its_sentence(desk):
    desk.window.uncaught(CanvasError("Select some notes."), "Traceback ...")
    assert desk.window.notice.text == "Select some notes." and not desk.complaints
    desk.window.uncaught(KeyError("x"), "Traceback ...")
    assert desk.complaints == ["Something went wrong inside the program."]
