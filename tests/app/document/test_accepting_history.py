"""Accepting a result of the history touches the cells it was asked for and nothing else, whatever was done to the
page since."""

from dataclasses import replace

import numpy as np
import pytest

from app.sentence import changes
from engine.canvas import edits
from engine.canvas.edits_bars import insert_bars
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import HOLD, Key, Mark, sounding
from engine.canvas.project import Project, Take, fresh
from engine.canvas.text import Draft
from engine.errors import CanvasError
from tests.app.history_stage import Table, draft, music_take, project_of_music, take_of, words


@pytest.fixture
def table(qapp):
    return Table(fresh(draft("one two three", "four five six", "seven eight", title="Old")))


KEEP_FIRST = bytes([Brush.KEEP, Brush.REWRITE, Brush.REWRITE])


def test_the_other_sentences_stay_as_they_were_edited(table):
    take = take_of(table.project, 0, KEEP_FIRST, "one A B")
    table.document.apply("Type", changes.retyped(table.project, 1, ("four", "FIVE", "six")))
    table.document.apply("Type", changes.retyped(table.project, 2, ("seven", "eight", "nine")))
    table.document.apply("Name", replace(table.project, canvas=replace(table.project.canvas, title="New")))
    masks = table.project.masks
    table.accept_old(take)
    assert table.texts == ["one A B", "four FIVE six", "seven eight nine"]
    assert table.project.canvas.title == "New" and table.project.masks == masks, "all was kept already"


def test_the_sentence_is_found_where_it_stands_now(table):
    take = take_of(table.project, 1, KEEP_FIRST, "four A B")
    table.document.apply("Add", changes.added(table.project, 0, ("zero",)))
    table.document.apply("Remove", changes.removed(table.project, 3))
    before = table.texts
    table.accept_old(take)
    assert (
        before.index("four five six") == table.texts.index("four A B")
        and sum(a != b for a, b in zip(before, table.texts, strict=True)) == 1
    )


def test_a_sentence_that_is_gone_is_not_written_over_another(table):
    take = take_of(table.project, 1, KEEP_FIRST, "four A B")
    table.document.apply("Remove", changes.removed(table.project, 1))
    before = table.project
    with pytest.raises(CanvasError, match="no longer on the page"):
        table.generation.restore(take)
    assert table.project == before and not table.preview.count


def test_words_put_into_the_sentence_since_stay(table):
    take = take_of(table.project, 0, bytes([Brush.KEEP, Brush.REWRITE, Brush.KEEP]), "one TWO three", "one 2 three")
    table.document.apply("Type", changes.retyped(table.project, 0, ("so", "one", "two", "three", "more")))
    table.accept_old(take, 1)
    assert table.texts[0] == "so one 2 three more"


@pytest.mark.parametrize("typed", ["one two three four", "one two three four new", "one two three new"])
def test_kept_words_that_were_deleted_or_typed_over_since_do_not_come_back(qapp, typed):
    table = Table(fresh(draft("one two three four five")))
    free, kept = Brush.REWRITE, Brush.KEEP
    take = take_of(table.project, 0, bytes([free, kept, free, kept, kept]), "A two B four five")
    table.document.apply("Type", changes.retyped(table.project, 0, tuple(typed.split())))
    table.accept_old(take)
    assert "five" not in table.texts[0] and table.texts[0].startswith("A two")


def test_a_longer_result_replaces_only_its_own_words(table):
    """As Longer leaves it in the history when it was rejected."""
    longer = Draft((words("one x x three"), *table.project.canvas.sentences[1:]))
    mask = Mask((bytes([Brush.KEEP, Brush.REWRITE, Brush.REWRITE, Brush.KEEP]),))
    take = Take("mac", 1, {}, longer, mask, (longer.with_sentence(0, words("one A B three")),), (None,), 0)
    table.document.apply("Type", changes.retyped(table.project, 1, ("FOUR",)))
    table.accept_old(take)
    assert table.texts == ["one A B three", "FOUR", "seven eight"]
    assert table.project.masks[0] == Mask.filled(1, 4, Brush.KEEP), "what is accepted is kept"


def test_repeating_a_result_brings_nothing_else_back(table):
    take = take_of(table.project, 0, KEEP_FIRST, "one A B")
    table.document.apply("Type", changes.retyped(table.project, 1, ("four", "FIVE")))
    table.repeat(take, words("one C D"))
    table.generation.accept()
    assert table.texts == ["one C D", "four FIVE", "seven eight"]
    table.document.stack.undo()
    assert table.texts == ["one two three", "four FIVE", "seven eight"]


def test_after_a_word_was_taken_the_rest_still_is_the_result_s_own(table):
    take = take_of(table.project, 0, KEEP_FIRST, "one A B")
    table.document.apply("Paint", changes.painted(table.project, [(0, 0)], Brush.REWRITE))
    table.document.apply("Type", changes.retyped(table.project, 0, ("ONE", "two", "three")))
    table.accept_old(take, region=np.array([[False, True, False]]))
    table.generation.accept()
    assert table.texts[0] == "ONE A B"


def test_sentences_put_in_while_alternatives_are_shown_move_them_along(table):
    take = take_of(table.project, 1, KEEP_FIRST, "four A B")
    table.generation.restore(take)
    table.document.apply("Add", changes.added(table.project, 0, ("zero",)))
    at = table.texts.index("four five six")
    assert table.preview.part == at and [" ".join(s.words) for s in table.preview.shown.sentences][at] == "four A B"
    others = [text for text in table.texts if text != "four five six"]
    table.generation.accept()
    assert table.texts[at] == "four A B" and [text for text in table.texts if text != "four A B"] == others


def test_a_result_of_music_leaves_title_key_bars_and_masks_of_today(qapp):
    table = Table(project_of_music(2))
    take = music_take(table.project, np.ones((4, 8), dtype=bool) & (np.arange(4) > 0)[:, None], 50)
    longer = replace(insert_bars(table.project.canvas, 1), key=Key(3), title="Today")
    longer = edits.put_note(longer, 2, 20, 4, 62)
    mask = Mask.filled(4, 48, Brush.WHISPER)
    table.document.apply("Edit", Project(longer, (mask,)))
    table.accept_old(take)
    now = table.project.canvas
    assert (now.key, now.title, now.bars) == (Key(3), "Today", longer.bars)
    painted, asked = table.project.masks[0].array(), np.zeros((4, 48), dtype=bool)
    asked[1:, :16] = asked[1:, 32:] = True
    assert (painted == np.where(asked, Brush.KEEP, Brush.WHISPER)).all(), "only what was accepted is painted"
    assert now.voices[0] == longer.voices[0]
    heard, old = sounding(now.grid()), sounding(longer.grid())
    assert (heard[1:, :16] == 50).all() and (heard[1:, 32:] == 50).all() and (heard[:, 16:32] == old[:, 16:32]).all()


def test_bars_that_a_rejected_result_added_come_with_it_and_nothing_else_does(qapp):
    table = Table(project_of_music(2))
    piece = insert_bars(table.project.canvas, 2, 1)
    grid = piece.grid()
    grid[:, 32:] = np.where(np.arange(16) % 4 == 0, 55, HOLD)
    mask = Mask.from_array(np.where(np.arange(48) < 32, Brush.KEEP, Brush.REWRITE) * np.ones((4, 1), dtype=int))
    take = Take("mac", 1, {}, piece, mask, (piece.with_grid(grid),), (None,))
    table.document.apply("Draw", replace(table.project, canvas=edits.put_note(table.project.canvas, 2, 4, 4, 61)))
    today = table.project
    table.accept_old(take)
    assert table.project.canvas.steps == 48 and (table.project.canvas.grid()[:, 32:] == grid[:, 32:]).all()
    assert (table.project.canvas.grid()[:, :32] == today.canvas.grid()).all()
    assert [row[:32] for row in table.project.masks[0].rows] == list(today.masks[0].rows)


def test_a_note_brings_its_syllable_along(qapp):
    project = project_of_music(1)
    voice = replace(project.canvas.voices[1], marks=(Mark(0, lyric="la"),))
    project = replace(
        project, canvas=replace(project.canvas, voices=(project.canvas.voices[0], voice, *project.canvas.voices[2:]))
    )
    take = Take("mac", 1, {}, project.canvas, Mask.filled(4, 16, Brush.SUGGEST), (project.canvas,), (None,))
    table = Table(replace(project, canvas=edits.put_note(project.canvas, 1, 0, 4, 66)))
    table.accept_old(take)
    assert table.project.canvas.voices[1] == voice
