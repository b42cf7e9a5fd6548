"""Kill -9 at random moments: the saved file is never damaged, and the copy offered afterwards is recent work.

Then the offer itself."""

import errno
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QPushButton

from app.document.document import Document
from app.document.examples import melody_project
from app.document.storage.autosave import Autosave, rescues
from app.document.worker import Worker
from engine.formats import open_file

ROOT = Path(__file__).resolve().parents[4]
KILLS = {False: 5, True: 100}  # while saving
RECOVERIES = {False: 3, True: 30}  # while recovering


def number_of(project):
    return int(project.canvas.title.removeprefix("edit "))


def kill_at(moment, file, after="copied", *options):
    """Run the victim, kill it `moment` seconds after its first line of a kind, and return its lines."""
    command = [sys.executable, "-m", "tests.app.document.storage.victim", str(file), *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as victim:
        lines = []
        for line in victim.stdout:
            lines.append(line.split())
            if line.startswith(after):
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
        copies = [int(line[1]) for line in lines if line[0] == "copied"]
        assert edits and copies
        saved = number_of(open_file(file).project)
        assert saved >= max(saves, default=0), "what was said to be saved is there, whole"
        found = rescues()
        assert len(found) == 1 and found[0].path == file
        rescued = number_of(found[0].read())
        assert copies[-1] <= rescued <= edits[-1] + 1, "what was said to be copied is there, whole"
        assert time.time() - found[0].saved < 60
        assert not list(file.parent.glob(f".{file.name}*-part")) or open_file(file)
        found[0].discard()
        assert rescues() == []


def test_a_kill_while_recovering_loses_nothing_that_was_copied(home, tmp_path, full):
    chance = random.Random()
    file = tmp_path / "never-saved.palimpsest"
    lines = kill_at(0.05, file)
    for _ in range(RECOVERIES[full]):
        acknowledged = max(int(line[1]) for line in lines if line[0] in ("copied", "rescue"))
        assert max(number_of(found.read()) for found in rescues()) >= acknowledged
        lines = kill_at(chance.choice((0.0, 0.001, 0.005, 0.02, 0.1)) * chance.random(), file, "rescue", "--rescue")
        assert lines
    assert max(number_of(found.read()) for found in rescues()) >= acknowledged


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
    desk = make_desk()
    words = [label.text() for label in desk.window.tabs.start.findChildren(QLabel) if label.isVisible()]
    assert "St Anne was not saved" in words
    assert any("ended early" in text for text in words)
    next(button for button in desk.window.tabs.start.findChildren(QPushButton) if button.text() == "Open it").click()
    assert desk.document.project == left_behind and desk.document.modified
    desk.wait(lambda: not desk.window.disk.busy)
    assert len(list(desk.window.autosave._session.rglob("*.palimpsest"))) == 1, (
        "the copy lives on under the new session"
    )
    assert rescues() == []


def test_discarded_work_is_gone(left_behind, make_desk):
    desk = make_desk()
    next(button for button in desk.window.tabs.start.findChildren(QPushButton) if button.text() == "Discard").click()
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
    desk.page.painting.invert()
    assert timer.isActive() and timer.interval() == 1000 * desk.window.settings["autosave"] <= 60000
    before = timer.remainingTime()
    desk.page.painting.invert()
    desk.page.painting.invert()
    assert timer.remainingTime() <= before, "more edits do not put the copy off"


@pytest.fixture
def full_disk():
    """Fills the disk, noticed when bytes go to it or when a folder is made; what it returns makes room again."""

    def fill(where):
        make = Path.mkdir

        def refuse(path, *given, **named):
            if where == "folder" and path.exists():
                return make(path, *given, **named)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        patch = pytest.MonkeyPatch()
        patch.setattr(*{"bytes": (os, "fsync"), "folder": (Path, "mkdir")}[where], refuse)
        undo.append(patch.undo)
        return patch.undo

    undo = []
    yield fill
    for back in undo:
        back()


def idle(desk):
    desk.wait(lambda: not desk.window.disk.busy)


@pytest.mark.parametrize("where", ["bytes", "folder"])
def test_a_full_disk_leaves_the_rescued_copy_until_there_is_another(left_behind, make_desk, full_disk, where):
    desk = make_desk()
    (found,) = rescues()
    room = full_disk(where)
    desk.window.files.rescue(found)
    idle(desk)
    assert desk.document.project == left_behind
    assert [other.read() for other in rescues()] == [left_behind], "the only copy there is"
    assert "Recovery copies" in desk.window.notice.text
    desk.window.tabs.show_start()
    words = [label.text() for label in desk.window.tabs.start.findChildren(QLabel) if label.isVisible()]
    assert words and not [text for text in words if "was not saved" in text], "it is open: not offered a second time"
    room()
    assert desk.window.autosave._timer.isActive(), "it tries again by itself"
    desk.window.autosave.flush()
    idle(desk)
    assert rescues() == [] and len(list(desk.window.autosave._session.rglob("*.palimpsest"))) == 1


def test_a_rescued_copy_goes_when_the_page_was_saved(left_behind, make_desk, full_disk, tmp_path):
    desk = make_desk()
    (found,) = rescues()
    room = full_disk("bytes")
    desk.window.files.rescue(found)
    idle(desk)
    desk.answers["ask_save"] = tmp_path / "x.palimpsest"
    desk.window.attempt(desk.window.files.saving.save)
    idle(desk)
    assert len(rescues()) == 1, "saving failed as well"
    room()
    desk.window.files.saving.save()
    idle(desk)
    assert rescues() == [] and open_file(tmp_path / "x.palimpsest").project == left_behind


def test_a_rescued_copy_goes_when_its_owner_closes_the_page(left_behind, make_desk, full_disk):
    desk = make_desk()
    (found,) = rescues()
    full_disk("bytes")
    desk.window.files.rescue(found)
    idle(desk)
    desk.answers["ask_unsaved"] = "cancel"
    assert not desk.window.tabs.close_page() and len(rescues()) == 1
    desk.answers["ask_unsaved"] = "discard"
    assert desk.window.tabs.close_page()
    idle(desk)
    assert rescues() == []


def test_a_copy_that_failed_is_made_later_and_the_problem_is_reported_once(home, qtbot, full_disk):
    disk = Worker("disk")
    autosave, document, said = Autosave(disk, 5), Document(melody_project("ode")), []
    autosave.failed.connect(said.append)
    autosave.watch(document)
    room = full_disk("bytes")
    document.mark_unsaved()
    for _ in range(3):
        autosave.flush()
        qtbot.waitUntil(lambda: not disk.busy)
    assert len(said) == 1 and autosave.last is None
    room()
    autosave.flush()
    qtbot.waitUntil(lambda: autosave.last is not None)
    assert len(list(autosave._session.rglob("*.palimpsest"))) == 1
    disk.drain()
    autosave.close()
