"""Teach it your pieces: what is found, how it goes, pause, resume, cancel, a restart, and what hinders it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.document.models import readiness, teaching
from app.document.models.teaching import DONE, FAILED, PAUSED, Teaching
from engine.canvas.music import blank_piece
from engine.canvas.project import fresh
from engine.errors import PalimpsestError
from engine.formats import save_file
from engine.jobs import library
from tests.app.model_stage import choir_piece, put_model, trainer

LEFT = Qt.MouseButton.LeftButton
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


def click(widget):
    QTest.mouseClick(widget, LEFT)
    QApplication.processEvents()


@pytest.fixture(autouse=True)
def _able(monkeypatch):
    """A computer with torch, room and mains power."""
    monkeypatch.setattr(readiness, "installed", lambda package: True)
    monkeypatch.setattr(readiness, "ROOM", 0)
    monkeypatch.setattr(readiness, "on_battery", lambda: False)


@pytest.fixture
def pieces(tmp_path):
    """Six pieces that can be used, and two that cannot."""
    folder = tmp_path / "Our choir"
    folder.mkdir()
    for number in range(6):
        save_file(folder / f"{number}.mid", fresh(choir_piece()))
    save_file(folder / "empty.palimpsest", fresh(blank_piece(4)))
    (folder / "broken.mid").write_bytes(b"MThd")
    return folder


def opened(desk, folder, pace=0.0):
    """The window of teaching, with a folder looked at."""
    dialogs = desk.window.dialogs
    dialogs._teaching = Teaching(dialogs, trainer(pace))
    desk.sequence("Ctrl+F2")
    window = dialogs.teach
    window.ask_folder = lambda title: folder
    click(window.choose)
    desk.wait(lambda: window.lessons is not None)
    return window


def test_a_folder_is_taught_and_the_model_is_used_on_the_page(desk, pieces):
    desk.open_example()
    window = opened(desk, pieces)
    assert window.found.text() == "6 pieces to learn from, 2 of them held out to measure on; 2 left out."
    shown = [window.left_out.item(n).text() for n in range(window.left_out.count())]
    assert any(line.startswith("broken.mid: ") for line in shown)
    assert "empty.palimpsest: it needs two bars or more with notes in all four voices" in shown
    assert window.name.text() == "Our choir" and window.start.isEnabled()
    window.minutes.setValue(3)
    click(window.start)
    assert window.going.isVisible() and not window.asking.isVisible()
    desk.wait(lambda: window.teaching.progress.phase == DONE)
    desk.wait(lambda: not window.teaching.running)
    assert "On the held-out part, before: 0.800 nats a cell. Now: 0.600 (25.0 % less)." in window.compared.text()
    assert library.find("Our choir") is not None and teaching.unfinished() == []
    click(window.use)
    assert desk.document.project.model.name == "Our choir" and not window.isVisible()


def test_pausing_keeps_the_place_and_a_restart_goes_on_from_it(desk, make_desk, pieces):
    window = opened(desk, pieces, pace=0.05)
    click(window.start)
    desk.wait(lambda: window.teaching.progress.step >= 2)
    click(window.pause)
    desk.wait(lambda: window.teaching.progress.phase == PAUSED)
    kept = window.teaching.progress.step
    assert 2 <= kept < 8 and "also after a restart" in window.stands.text() and window.pause.text() == "Go on"
    ((place, plan),) = teaching.unfinished()
    assert plan.name == "Our choir" and len(list((place / "pieces").iterdir())) == 6
    desk.close()
    later = make_desk()
    dialogs = later.window.dialogs
    dialogs._teaching = Teaching(dialogs, trainer())
    later.sequence("Ctrl+F2")
    assert "Our choir is not finished; go on" in dialogs.teach.stands.text()
    click(dialogs.teach.pause)
    later.wait(lambda: dialogs.teach.teaching.progress.phase == DONE)
    assert int((place / "run.txt").read_text()) == 8 and library.find("Our choir") is not None


def test_cancelling_forgets_it_and_a_trainer_that_dies_can_go_on(desk, pieces):
    window = opened(desk, pieces, pace=5)
    click(window.start)
    desk.wait(lambda: window.teaching.progress.step >= 1)
    window.teaching._process.kill()
    desk.wait(lambda: window.teaching.progress.phase == PAUSED)
    assert "ended unexpectedly; go on" in window.stands.text() and teaching.unfinished()
    click(window.pause)
    desk.wait(lambda: window.teaching.progress.step >= 2)
    click(window.cancel)
    assert window.asking.isVisible() and teaching.unfinished() == [] and not window.teaching.running


def test_open_pages_are_lessons_too_and_too_few_are_one_sentence(desk):
    desk.open_example()
    dialogs = desk.window.dialogs
    desk.sequence("Ctrl+F2")
    click(dialogs.teach.open_pages)
    desk.wait(lambda: dialogs.teach.lessons is not None)
    assert "teaching needs at least 5" in dialogs.teach.found.text() and not dialogs.teach.start.isEnabled()


def test_every_hindrance_has_its_sentence(desk, pieces, tmp_path, monkeypatch):
    monkeypatch.setattr(readiness, "on_battery", lambda: True)
    monkeypatch.setattr(readiness, "ROOM", 10**18)
    window = opened(desk, pieces)
    assert "runs on its battery" in window.mind.text() and "of free disk space" in window.hindrance.text()
    assert not window.start.isEnabled()
    monkeypatch.setattr(readiness, "ROOM", 0)
    monkeypatch.setattr(readiness, "installed", lambda package: False)
    click(window.choose)
    desk.wait(lambda: "torch" in window.hindrance.text())
    assert window.hindrance.text().endswith("python3 packaging/prepare.py train") and window.copy.isVisible()
    click(window.copy)
    assert QApplication.clipboard().text() == "python3 packaging/prepare.py train"
    monkeypatch.setattr(readiness, "frozen", lambda: True)
    click(window.choose)
    desk.wait(lambda: "source installation" in window.hindrance.text())
    window.ask_folder = lambda title: tmp_path / "elsewhere"
    click(window.save)
    assert len(list((tmp_path / "elsewhere" / "Our choir").glob("*.palimpsest"))) == 6
    assert "python -m training.jsb --data" in window.hindrance.text()


def test_a_battery_that_empties_is_seen(tmp_path, monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr(readiness, "SUPPLIES", tmp_path)
    monkeypatch.setattr(readiness.sys, "platform", "linux")
    assert not readiness.on_battery()
    (tmp_path / "BAT0").mkdir()
    Path(tmp_path / "BAT0" / "status").write_text("Discharging\n")
    assert readiness.on_battery()


def test_a_model_or_a_teaching_of_the_same_name_is_never_replaced_unasked(desk, pieces):
    put_model("Our choir")
    put_model("My pieces")
    window = opened(desk, pieces, pace=5)
    assert window.name.text() == "Our choir 2"
    window.name.setText("Our choir")
    click(window.start)
    assert "There is a model Our choir already" in window.found.text() and not window.teaching.running
    window.name.setText("Other")
    click(window.start)
    desk.wait(lambda: window.teaching.progress.step >= 1)
    with pytest.raises(PalimpsestError, match="Other is being taught"):
        Teaching(window, trainer()).begin(window.plan(), window.lessons)
    assert (window.teaching.place / "run.txt").exists(), "what it learned so far stays"
    click(window.cancel)
    click(window.kinds.segment("text"))
    click(window.kinds.segment("music"))
    assert window.name.text() == "My pieces 2"


def test_a_teaching_belongs_to_one_window_as_long_as_it_runs(desk, pieces):
    window = opened(desk, pieces, pace=5)
    click(window.start)
    desk.wait(lambda: window.teaching.progress.step >= 1)
    place, plan = window.teaching.place, window.teaching.plan
    assert teaching.unfinished() == [], "another window does not offer it"
    with pytest.raises(PalimpsestError, match="another window"):
        Teaching(window, trainer()).go_on(place, plan)
    window.teaching._process.kill()
    desk.wait(lambda: window.teaching.progress.phase == PAUSED)
    assert teaching.unfinished() == [(place, plan)]


def test_after_one_model_another_can_be_taught(desk, pieces):
    window = opened(desk, pieces)
    click(window.start)
    desk.wait(lambda: window.teaching.progress.phase == DONE and not window.teaching.running)
    click(window.more)
    assert window.asking.isVisible() and not window.going.isVisible() and window.teaching.progress is None
    click(window.choose)
    desk.wait(lambda: window.name.text() == "Our choir 2")
    click(window.start)
    desk.wait(lambda: library.find("Our choir 2") is not None)


def test_a_command_to_copy_runs_nothing_that_a_name_says():
    plan, pieces = teaching.TeachPlan("$(echo ran) `echo ran` it's", "music", 5), "/tmp/$(echo ran)/a b"
    shell = ["sh", "-c", "printf '%s\\n' " + teaching.in_words(plan, Path(pieces))]
    words = subprocess.run(shell, capture_output=True, text=True, check=True).stdout.splitlines()
    assert words[-1] == plan.name and pieces in words


def test_a_comparison_without_melodies_says_so(desk, tmp_path):
    put_model("Our choir")
    (tmp_path / "none").mkdir()
    desk.window.dialogs.show_blind("Our choir", tmp_path / "none")
    desk.wait(lambda: "no melodies" in desk.window.dialogs.blind.says.text())


def test_after_the_disk_was_full_it_can_go_on(desk, pieces):
    window = opened(desk, pieces)
    event = json.dumps({"event": "failed", "sentence": "The disk is full; free some space and go on."})
    window.teaching._command = lambda plan, place: [sys.executable, "-c", f"print({event!r})"]
    click(window.start)
    desk.wait(lambda: window.teaching.progress.phase == FAILED and not window.teaching.running)
    assert window.stands.text().startswith("The disk is full") and window.pause.isVisible()
    window.teaching._command = trainer()
    click(window.pause)
    desk.wait(lambda: window.teaching.progress.phase == DONE)
