"""Kill -9 at random moments: the saved file is never damaged, and the copy offered afterwards is recent work. Then the offer itself."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.autosave import Autosave, rescues
from app.document import Document
from app.examples import melody_project
from app.worker import Worker
from engine.formats import open_file

ROOT = Path(__file__).resolve().parents[2]
KILLS = {False: 5, True: 50}


def number_of(project):
    return int(project.canvas.title.removeprefix("edit "))


def kill_at(moment, file):
    """Run the victim, kill it `moment` seconds after its first copy, and return its lines."""
    with subprocess.Popen([sys.executable, "-m", "tests.app.victim", str(file)], cwd=ROOT, stdout=subprocess.PIPE, text=True) as victim:
        lines = []
        for line in victim.stdout:
            lines.append(line.split())
            if line.startswith("copied"):
                break
        time.sleep(moment)
        victim.kill()
        lines += [line.split() for line in victim.stdout if line.endswith("\n")]
    return lines


def test_a_kill_at_any_moment_leaves_a_whole_file_and_recent_work(home, tmp_path, full):
    chance = random.Random()
    for round_number in range(KILLS[full]):
        file = tmp_path / f"{round_number}.palimpsest"
        lines = kill_at(chance.uniform(0, 0.4), file)
        edits = [int(line[1]) for line in lines if line[0] == "edit"]
        saves = [int(line[1]) for line in lines if line[0] == "saved"]
        copies = sum(line[0] == "copied" for line in lines)
        assert edits and copies
        saved = number_of(open_file(file).project)
        assert saved >= saves[-1], "what was said to be saved is there, whole"
        found = rescues()
        assert len(found) == 1 and found[0].path == file
        rescued = number_of(found[0].read())
        assert 1 <= rescued <= edits[-1] + 1
        assert edits[-1] - rescued < len(edits), "the copy is of this session"
        assert time.time() - found[0].saved < 60
        assert not list(file.parent.glob(f".{file.name}*.part")) or open_file(file)
        found[0].discard()
        assert rescues() == []


@pytest.fixture
def left_behind(home, qtbot):
    """A copy of never-saved work, from a session that ended early."""
    disk = Worker("disk")
    autosave, document = Autosave(disk, 5), Document(melody_project("anne"))
    autosave.watch(document)
    document.mark_unsaved()
    autosave.flush()
    assert disk.drain()
    autosave._lock.unlock()
    return document.project


def test_never_saved_work_is_offered_on_the_start_page_in_plain_words_and_opens(left_behind, make_desk):
    from PySide6.QtWidgets import QLabel, QPushButton

    desk = make_desk()
    words = [label.text() for label in desk.window._start.findChildren(QLabel) if label.isVisible()]
    assert "St Anne was not saved" in words
    assert any("ended early" in text for text in words)
    next(button for button in desk.window._start.findChildren(QPushButton) if button.text() == "Open it").click()
    assert desk.document.project == left_behind and desk.document.modified
    desk.wait(lambda: not desk.window.disk.busy)
    assert len(list(desk.window.autosave._session.rglob("*.palimpsest"))) == 1, "the copy lives on under the new session"
    assert rescues() == []


def test_discarded_work_is_gone(left_behind, make_desk):
    from PySide6.QtWidgets import QPushButton

    desk = make_desk()
    next(button for button in desk.window._start.findChildren(QPushButton) if button.text() == "Discard").click()
    assert rescues() == []


def test_a_session_that_is_alive_is_not_offered_to_another(home, qtbot):
    disk = Worker("disk")
    autosave, document = Autosave(disk, 5), Document(melody_project("ode"))
    autosave.watch(document)
    document.mark_unsaved()
    autosave.flush()
    qtbot.waitUntil(lambda: autosave.last is not None)
    assert rescues() == []
    disk.drain()
    autosave.close()
    assert not autosave._session.exists()


def test_saving_or_closing_removes_the_copy(desk, tmp_path):
    from PySide6.QtCore import Qt

    from tests.app.conftest import ALT, CTRL

    desk.open_example()
    desk.key(Qt.Key.Key_I, CTRL | ALT)
    desk.window.autosave.flush()
    desk.wait(lambda: desk.window.autosave.last is not None)
    session = desk.window.autosave._session
    assert list(session.rglob("*.palimpsest"))
    desk.answers["ask_save"] = tmp_path / "x.palimpsest"
    desk.key(Qt.Key.Key_S, CTRL)
    desk.wait(lambda: not list(session.rglob("*.palimpsest")))


def test_copies_come_at_most_every_so_many_seconds(desk):
    desk.open_example()
    timer = desk.window.autosave._timer
    assert not timer.isActive()
    desk.page.invert()
    assert timer.isActive() and timer.interval() == 1000 * desk.window.settings["autosave"] <= 60000
    before = timer.remainingTime()
    desk.page.invert()
    desk.page.invert()
    assert timer.remainingTime() <= before, "more edits do not put the copy off"
