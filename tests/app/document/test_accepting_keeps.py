"""What is accepted becomes Keep, all of a result or a part; undo brings back what was seen, alternatives included."""

import numpy as np
import pytest

from app.document.accept import region_of
from app.sentence import changes
from engine.canvas.mask import Brush, Mask
from engine.canvas.project import fresh
from engine.jobs.request import Done
from tests.app.history_stage import Table, draft, music_take, project_of_music, take_of, words

LOWER = np.ones((4, 8), dtype=bool) & (np.arange(4) > 0)[:, None]
FREE = bytes([Brush.KEEP, Brush.REWRITE, Brush.REWRITE])


@pytest.fixture
def music(qapp):
    """Two bars whose lower voices were written, the result laid over the page."""
    table = Table(project_of_music(2))
    table.generation.restore(music_take(table.project, LOWER, 50))
    return table


def painted(table):
    return table.project.masks[0].array()


def test_a_whole_result_is_kept_and_one_undo_restores_notes_and_paint(music):
    before = music.project
    music.generation.accept()
    assert (painted(music)[1:] == Brush.KEEP).all() and (painted(music)[0] == Brush.REWRITE).all()
    music.document.stack.undo()
    assert (music.project.canvas, music.project.masks) == (before.canvas, before.masks)


def test_one_voice_is_kept_and_the_others_still_wait(music):
    music.generation.accept(region_of(music.project.canvas, [1]))
    assert (painted(music)[1] == Brush.KEEP).all() and (painted(music)[2:] == Brush.REWRITE).all()
    waiting = music.preview.before.masks[0]
    assert waiting.pinned()[1].all() and not waiting.pinned()[2:].any(), "the accepted voice is drawn as kept"


def test_bars_are_kept(music):
    music.generation.accept(region_of(music.project.canvas, None, [0]))
    assert (painted(music)[1:, :16] == Brush.KEEP).all() and (painted(music)[:, 16:] == Brush.REWRITE).all()


def test_when_the_last_part_is_accepted_nothing_waits(music):
    for voice in (1, 2, 3):
        assert music.preview.ready
        music.generation.accept(region_of(music.project.canvas, [voice]))
    assert not music.preview.count and (painted(music)[1:] == Brush.KEEP).all()


def test_the_paint_stays_if_the_setting_says_so(music):
    music.generation.paints_kept = False
    masks = music.project.masks
    music.generation.accept(region_of(music.project.canvas, [1]))
    assert music.project.masks == masks and not music.preview.before.masks[0].pinned()[1].any()
    music.generation.accept()
    assert music.project.masks == masks


def test_words_are_kept(qapp):
    table = Table(fresh(draft("one two three", "four five six"), Brush.KEEP))
    table.document.apply("Paint", changes.painted(table.project, [(0, 1), (0, 2)], Brush.REWRITE))
    table.generation.restore(take_of(table.project, 0, FREE, "one A B"))
    table.generation.accept(np.array([[False, True, False]]))
    assert table.texts[0] == "one A three"
    assert table.project.masks[0].rows[0] == bytes([Brush.KEEP, Brush.KEEP, Brush.REWRITE])
    table.generation.accept()
    assert table.texts[0] == "one A B" and table.project.masks[0] == Mask.filled(1, 3, Brush.KEEP)


def test_undo_after_a_part_brings_back_the_page_and_the_alternatives_over_it_and_redo_takes_them_again(music):
    page, before = music.project, music.preview.before
    music.generation.accept(region_of(music.project.canvas, [1]))
    after = music.preview.before
    music.generation.accept(region_of(music.project.canvas, [2]))
    music.document.stack.undo()
    assert music.preview.before == after and (painted(music)[1] == Brush.KEEP).all()
    music.document.stack.undo()
    assert music.preview.before == before and music.project.masks == page.masks
    music.document.stack.redo()
    assert music.preview.before == after and (painted(music)[1] == Brush.KEEP).all()


def test_undo_of_the_last_part_brings_the_alternatives_back(music):
    for voice in (1, 2, 3):
        music.generation.accept(region_of(music.project.canvas, [voice]))
    music.document.stack.undo()
    assert music.preview.ready and not music.preview.before.masks[0].pinned()[3].any()


def test_after_rejecting_the_rest_a_verb_and_its_first_part_are_one_step(qapp):
    table = Table(fresh(draft("one two three"), Brush.KEEP))
    page = table.project
    table.generation.start("Verb", "mac", {}, 1, 1, page.with_mask(0, Mask((FREE,))))
    table.worker.on_event(Done((words("one A B"),), (None,), 0.0))
    table.generation.accept(np.array([[False, True, False]]))
    taken = table.project
    table.generation.reject()
    assert table.document.stack.count() == 1 and table.project == taken
    table.document.stack.undo()
    assert (table.project.canvas, table.project.masks) == (page.canvas, page.masks)
    assert not table.document.modified or table.project.takes
    table.document.stack.redo()
    assert table.project == taken


def test_after_rejecting_the_rest_undo_only_undoes(music):
    music.generation.accept(region_of(music.project.canvas, [1]))
    music.generation.reject()
    music.document.stack.undo()
    assert not music.preview.count and (painted(music)[1] == Brush.REWRITE).all()


def test_a_verb_is_undone_after_its_part_and_takes_its_alternatives_along(qapp):
    table = Table(fresh(draft("one two three"), Brush.KEEP))
    page = table.project
    prepared = page.with_mask(0, Mask((FREE,)))
    table.generation.start("Verb", "mac", {}, 1, 1, prepared)
    table.worker.on_event(Done((words("one A B"),), (None,), 0.0))
    table.generation.accept(np.array([[False, True, False]]))
    table.document.stack.undo()
    assert table.project.masks == prepared.masks and table.preview.ready, "what was seen before the part"
    table.document.stack.undo()
    assert table.project.masks == page.masks and not table.preview.count


def test_rejecting_after_such_an_undo_takes_the_verb_s_paint_back(qapp):
    table = Table(fresh(draft("one two three"), Brush.KEEP))
    page = table.project
    table.generation.start("Verb", "mac", {}, 1, 1, page.with_mask(0, Mask((FREE,))))
    table.worker.on_event(Done((words("one A B"),), (None,), 0.0))
    table.generation.accept(np.array([[False, True, False]]))
    table.document.stack.undo()
    table.generation.reject()
    assert table.project.masks == page.masks and not table.preview.count


def test_a_part_of_a_repeated_result_is_undone_on_the_page_of_today(qapp):
    table = Table(fresh(draft("one two three", "four"), Brush.KEEP))
    take = take_of(table.project, 0, FREE, "one A B")
    table.document.apply("Type", changes.retyped(table.project, 1, ("FOUR",)))
    table.repeat(take, words("one C D"))
    table.generation.accept(np.array([[False, True, False]]))
    assert table.texts == ["one C three", "FOUR"]
    table.document.stack.undo()
    assert table.texts == ["one two three", "FOUR"] and table.preview.ready
    table.generation.accept()
    assert table.texts == ["one C D", "FOUR"]
