"""The library of models in the window: a page's choice, what is missing, two models side by side, and the Models
window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from app.document.models.shelf import shelf
from engine.canvas.project import ModelTag
from engine.formats import open_file
from engine.jobs import library
from tests.app.conftest import CTRL
from tests.app.model_stage import choir_piece, put_model, weight_bytes

LEFT = Qt.MouseButton.LeftButton
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


def click(widget):
    QTest.mouseClick(widget, LEFT)
    QApplication.processEvents()


def choose(box, title):
    """Choose a line of a list as a user does, with the keyboard."""
    box.setFocus()
    while box.currentText() != title:
        before = box.currentIndex()
        QTest.keyClick(box, Qt.Key.Key_Down)
        assert box.currentIndex() != before, f"there is no {title}"


def test_a_page_chooses_its_model_rewrites_by_it_and_finds_it_again(desk, tmp_path):
    desk.open_example()
    choice = desk.page.models.choice
    assert not choice.isVisible(), "with the shipped model alone there is nothing to choose"
    put_model("Our choir")
    shelf.refresh()
    desk.window.page.show_panel("rewrite")
    QApplication.processEvents()
    assert choice.isVisible() and not desk.document.modified
    choose(choice.model, "Our choir")
    tag = ModelTag("Our choir", library.find("Our choir").checksum())
    assert desk.document.project.model == tag and desk.document.modified
    desk.page.rewrites.verb("harmonise")
    desk.rewritten()
    assert desk.preview.request.model == "Our choir" and desk.document.project.takes[-1].model.name == "Our choir"
    desk.key(Qt.Key.Key_Return)
    desk.key(Qt.Key.Key_Z, CTRL)
    assert desk.document.project.model == tag, "no undo step changes the model"
    path = tmp_path / "page.palimpsest"
    desk.answers["ask_save"] = path
    desk.key(Qt.Key.Key_S, CTRL)
    desk.wait(lambda: path.exists() and not desk.document.modified)
    assert open_file(path).project.model == tag
    desk.window.tabs.close_page()
    desk.window.files.open_path(path)
    desk.wait(lambda: desk.window.page is not None)
    assert desk.page.models.choice.model.currentText() == "Our choir" and not desk.page.models.trouble


def test_a_missing_model_is_said_and_the_shipped_one_is_offered_and_a_replaced_one_is_said_too(desk, tmp_path):
    from dataclasses import replace

    from engine.canvas.project import Take, fresh

    put_model("Our choir")
    piece = choir_piece()
    page = fresh(piece)
    old = Take("mac", 1, {}, piece, page.masks[0], (piece,), (None,), model=ModelTag("Our choir", "other"))
    desk.window.tabs.add_page(replace(page, takes=(old,), model=ModelTag("Our choir", "other")))
    assert "was replaced since this page was saved" in desk.window.notice.text
    desk.page.show_panel("history")
    QApplication.processEvents()
    words = [label.text() for label in desk.page.history.findChildren(QLabel)]
    assert "By Our choir" in words and any("was replaced since" in each for each in words)
    desk.window.tabs.add_page(replace(page, model=ModelTag("Gone", "x")))
    assert "which is not in your library; import it" in desk.window.notice.text
    assert desk.page.models.choice.model.currentText() == "Gone (missing)"
    offer = next(b for b in desk.window.notice.findChildren(QPushButton) if b.text() == "Use the shipped model")
    click(offer)
    assert desk.document.project.model == ModelTag() and desk.page.models.choice.model.currentText() == "Bach (shipped)"


def test_two_models_are_asked_and_their_alternatives_are_labelled(desk):
    put_model("Our choir")
    desk.open_example()
    desk.page.show_panel("rewrite")
    choose(desk.page.models.choice.beside, "Our choir")
    desk.page.rewrites.verb("harmonise")
    desk.rewritten()
    half = desk.preview.count // 2
    assert desk.preview.authors == ("Bach (shipped)",) * half + ("Our choir",) * half and half == desk.page.panel.count
    take = desk.document.project.takes[-1]
    assert take.beside.name == "Our choir" and len(take.alternatives) == 2 * half
    desk.page.rewrites.repeat(take)
    desk.rewritten()
    assert desk.document.project.takes[-1].alternatives == take.alternatives
    desk.page.rewrites.restore(take)
    assert desk.preview.authors[-1] == "Our choir"


def test_the_models_window_lists_renames_exports_compares_imports_and_removes(desk, tmp_path, monkeypatch):
    put_model("Our choir", validation_nats=0.61)
    put_model("Words", "text")
    desk.sequence("Ctrl+Shift+F2")
    window = desk.window.dialogs.models
    assert [window.list.item(n).text().split("\n")[0] for n in range(window.list.count())] == [
        "Bach (shipped)",
        "News (shipped)",
        "Our choir",
        "Words",
    ]
    assert not window.drop.isEnabled(), "the shipped models stay"
    window.list.setCurrentRow(2)
    cells = [[window.facts.item(line, place) for place in range(2)] for line in range(window.facts.rowCount())]
    assert ["Loss on its own held-out part", "0.61"] in [[item.text() for item in line] for line in cells]
    choose(window.other, "Words")
    window.other.activated.emit(window.other.currentIndex())
    assert window.facts.columnCount() == 3 and window.facts.item(0, 2).text() == "sentences"
    window.ask_name = lambda name: "The choir"
    click(window.again)
    assert library.find("The choir") is not None and window.model.name == "The choir"
    desk.answers["ask_save"] = tmp_path / "copy.safetensors"
    click(window.out)
    assert (tmp_path / "copy.safetensors").read_bytes() == library.find("The choir").path.read_bytes()
    window.ask_sure = lambda name: True
    click(window.drop)
    assert library.find("The choir") is None and "was removed" in window.said.text()
    (tmp_path / "theirs.safetensors").write_bytes(weight_bytes(numbers=b"4321"))
    desk.answers["ask_open"] = tmp_path / "theirs.safetensors"
    click(window.bring)
    desk.wait(lambda: "Checking" not in window.said.text())
    assert "theirs.safetensors" in window.said.text() and library.find("theirs") is None, "a card alone is no network"
    monkeypatch.setattr(library, "check_file", lambda path, shown: None)
    click(window.bring)
    desk.wait(lambda: library.find("theirs") is not None and window.model.name == "theirs")


def test_a_page_that_a_command_opens_keeps_the_model(desk):
    put_model("Our choir")
    desk.open_example()
    desk.page.models.choose("Our choir")
    before = desk.page
    desk.page.rewrites.verb("compose")
    desk.rewritten()
    assert desk.page is not before and desk.preview.request.model == "Our choir"
