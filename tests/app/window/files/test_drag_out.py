"""Dragging out: a real MIDI file, twice in a row, the same as the export, gone when the program quits."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.document.document import Document
from app.window.drag_out import MIDI_TYPE, DragFolder, DragHandle, file_name
from engine.canvas.project import fresh
from engine.formats import FORMATS, open_file
from tests.app.sound_stage import scale


@pytest.fixture
def folder():
    made = DragFolder()
    yield made
    made.close()


def path_of(mime):
    (url,) = mime.urls()
    assert url.isLocalFile()
    return Path(url.toLocalFile())


def test_the_file_is_the_export(folder, qapp):
    document = Document(fresh(scale()))
    mime = folder.mime(document)
    assert mime.hasUrls() and mime.hasFormat("text/uri-list")
    path = path_of(mime)
    assert path.suffix == ".mid" and path.read_bytes() == FORMATS["midi"].write(document.project)
    assert bytes(mime.data(MIDI_TYPE).data()) == path.read_bytes()
    assert open_file(path).project.canvas.voices[0].notes == document.project.canvas.voices[0].notes


def test_twice_in_a_row_both_files_stay(folder, qapp):
    document = Document(fresh(scale()))
    first = path_of(folder.mime(document))
    before = first.read_bytes()
    document.apply("Edit", fresh(scale(bars=4)))
    second = path_of(folder.mime(document))
    assert first != second and first.name == second.name
    assert first.read_bytes() == before != second.read_bytes()


def test_quitting_takes_the_files_away(qapp):
    folder = DragFolder()
    path = path_of(folder.mime(Document(fresh(scale()))))
    folder.close()
    assert not path.exists() and not path.parent.parent.exists()


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Ode to Joy", "Ode to Joy"),
        ("a/b:c?", "a-b-c-"),
        ("", "Palimpsest"),
        (" .. ", "Palimpsest"),
        ("x" * 300, "x" * 80),
        ("\U0001f600" * 80, "\U0001f600" * 40),  # a name has at most 255 bytes nearly everywhere
        ("a\0b\n\udcff", "a-b--"),
    ],
)
def test_every_title_makes_a_file_name(qapp, title, name):
    document = Document(fresh(scale()))
    document.hint = title
    assert file_name(document) == name


def test_dragging_the_handle_starts_a_drag_and_a_click_does_not(qtbot, folder, monkeypatch):
    document = Document(fresh(scale()))
    bar = QWidget()
    qtbot.addWidget(bar)
    handle = DragHandle(lambda: document, folder, bar)
    bar.show()
    begun = []
    monkeypatch.setattr(handle, "begin", begun.append)
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(5, 5))
    QTest.mouseMove(handle, QPoint(7, 6))
    assert not begun
    QTest.mouseMove(handle, QPoint(60, 5))
    assert begun == [document]
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(60, 5))
