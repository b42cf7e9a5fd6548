"""A file that another program has written is never overwritten without a word, and can be reloaded."""

import os
from dataclasses import replace

import pytest

from app.document.storage.autosave import rescues
from app.document.storage.file_watch import SETTLE
from engine.canvas.mask import Brush
from engine.canvas.music import blank_piece
from engine.canvas.project import fresh
from engine.formats import changed_since, open_file, save_file

OURS, THEIRS = fresh(blank_piece(2, title="ours")), fresh(blank_piece(5, title="theirs"))


@pytest.fixture
def path(tmp_path):
    made = tmp_path / "song.palimpsest"
    save_file(made, OURS)
    return made


@pytest.fixture
def opened(desk, path):
    """A desk with the file open; `questions` are the names that were asked about."""
    desk.window.files.open_path(path)
    desk.wait(lambda: desk.page is not None and desk.document.path == path)
    desk.questions = []
    return desk


def answer(desk, word):
    desk.window.files.questions.ask_changed = lambda name: desk.questions.append(name) or word


def edit(desk):
    painted = desk.document.mask.paint(Brush.REWRITE, 0, 0, 4)
    desk.document.apply("Paint", replace(desk.document.project, masks=(painted,)))


def save(desk):
    desk.window.actions_["save"].trigger()


def test_a_file_is_known_by_its_bytes_not_by_its_time(path):
    seen = open_file(path).seen
    os.utime(path, (1, 1))
    assert not changed_since(path, seen)
    assert save_file(path, OURS) and not changed_since(path, seen)
    save_file(path, THEIRS)
    assert changed_since(path, seen)
    path.unlink()
    assert not changed_since(path, seen)
    os.mkfifo(path)
    assert changed_since(path, seen)


def test_saving_twice_asks_nothing(opened, path):
    answer(opened, "cancel")
    for _ in range(2):
        edit(opened)
        save(opened)
        assert not opened.document.modified
        opened.document.stack.undo()
    assert not opened.questions


@pytest.mark.parametrize("word", ["overwrite", "elsewhere", "reload", "cancel"])
def test_a_file_that_another_program_wrote_is_asked_about(opened, path, tmp_path, word):
    edit(opened)
    mine = opened.document.project
    save_file(path, THEIRS)
    answer(opened, word)
    opened.answers["ask_save"] = tmp_path / "other.palimpsest"
    save(opened)
    assert opened.questions == ["song.palimpsest"]
    if word == "reload":
        opened.wait(lambda: opened.document.project == THEIRS)
        assert not opened.document.modified
        opened.document.stack.undo()
        assert opened.document.project == mine
    else:
        assert opened.document.project == mine and opened.document.modified == (word == "cancel")
    assert open_file(path).project == (mine if word == "overwrite" else THEIRS)
    assert (tmp_path / "other.palimpsest").exists() == (word == "elsewhere")


def test_after_overwriting_nothing_is_asked_again(opened, path):
    edit(opened)
    save_file(path, THEIRS)
    answer(opened, "overwrite")
    save(opened)
    edit(opened)
    opened.document.stack.undo()
    opened.document.stack.undo()
    save(opened)
    assert opened.questions == ["song.palimpsest"]


def test_closing_asks_too_and_keeps_the_page_if_nothing_was_decided(opened, path):
    edit(opened)
    save_file(path, THEIRS)
    answer(opened, "cancel")
    opened.answers["ask_unsaved"] = "save"
    assert not opened.window.files.saving.may_close(opened.document) and opened.questions
    assert open_file(path).project == THEIRS


def test_a_page_without_edits_offers_to_reload_when_its_file_changes(opened, path):
    save_file(path, THEIRS)
    notice = opened.window.notice
    opened.wait(lambda: "song.palimpsest was changed by another program." in notice.accessibleName())
    notice._act.click()
    opened.wait(lambda: opened.document.project == THEIRS)
    assert not opened.document.modified and opened.document.title == "song"


def test_a_page_with_edits_is_reported_and_left_alone(opened, path):
    edit(opened)
    mine = opened.document.project
    save_file(path, THEIRS)
    opened.wait(lambda: "when you save, you will be asked" in opened.window.notice.accessibleName())
    assert opened.document.project == mine


def test_each_change_is_reported_once_and_our_own_never(opened, path, qtbot):
    changes = []
    opened.window.files.saving.watch.changed.connect(changes.append)
    edit(opened)
    save(opened)
    qtbot.wait(2 * SETTLE)
    assert not changes
    save_file(path, THEIRS)
    opened.wait(lambda: bool(changes))
    for _ in range(3):
        opened.window.files.saving.watch.look()
    qtbot.wait(2 * SETTLE)
    assert changes == [opened.document]
    save_file(path, OURS)
    opened.wait(lambda: len(changes) == 2)


def test_a_file_that_is_deleted_makes_the_page_unsaved_work(opened, path):
    path.unlink()
    opened.wait(lambda: opened.document.modified)
    assert "moved or deleted" in opened.window.notice.accessibleName()
    answer(opened, "cancel")
    save(opened)
    assert open_file(path).project == OURS and not opened.questions


@pytest.mark.parametrize("meanwhile", [True, False])
def test_rescued_work_does_not_overwrite_what_was_written_after_the_crash(opened, make_desk, path, meanwhile):
    edit(opened)
    opened.window.autosave.flush()
    opened.window.disk.drain()
    opened.window.autosave._lock.unlock()  # as after a crash
    if meanwhile:
        save_file(path, THEIRS)
    (rescue,) = rescues()
    later = make_desk()
    later.questions = []
    later.window.files.rescue(rescue)
    answer(later, "cancel")
    save(later)
    assert bool(later.questions) == meanwhile
