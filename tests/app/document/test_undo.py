"""Undo steps share what did not change, take bounded memory, and forget the oldest first."""

import random
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
import shiboken6

from app.document.document import Document
from app.document.undo import BUDGET
from engine.canvas.edits import put_note
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import blank_piece
from engine.canvas.project import fresh
from engine.canvas.sharing import cost, share
from engine.canvas.text import Draft, Sentence


@pytest.fixture
def document(qtbot):
    return Document(fresh(blank_piece(64)))


def dab(document, step):
    """One cell painted."""
    document.apply(
        f"dab {step}", replace(document.project, masks=(document.mask.paint(Brush.REWRITE, 1, step, step + 1),))
    )


def test_what_is_equal_is_the_very_same():
    old = fresh(put_note(blank_piece(4), 0, 0, 4, 60))
    again = old.canvas.with_grid(old.canvas.grid())
    new = share(old, replace(old, canvas=put_note(again, 1, 8, 4, 60), masks=(Mask.from_array(old.masks[0].array()),)))
    assert [a is b for a, b in zip(old.canvas.voices, new.canvas.voices, strict=True)] == [True, False, True, True]
    assert new.masks[0] is old.masks[0] and new.canvas.bars is old.canvas.bars
    painted = share(old, replace(old, masks=(Mask.from_array(old.masks[0].paint(Brush.REWRITE, 2, 0, 4).array()),)))
    assert painted.canvas is old.canvas
    assert [a is b for a, b in zip(old.masks[0].rows, painted.masks[0].rows, strict=True)] == [True, True, False, True]


def test_sentences_that_move_are_the_very_same():
    draft = Draft(tuple(Sentence((word,)) for word in "abc"))
    old = fresh(draft)
    moved = replace(draft, sentences=tuple(Sentence((word,)) for word in "xcab"))
    new = share(old, fresh(moved))
    assert [any(s is t for t in draft.sentences) for s in new.canvas.sentences] == [False, True, True, True]
    assert new.canvas == moved and cost(old, new) < cost(fresh(Draft((Sentence(()),))), new)


def test_the_oldest_steps_go_first_and_undo_ends_there(document):
    document.stack.budget = 150_000
    states = [document.project]
    for step in range(1000):
        dab(document, step)
        states.append(document.project)
        assert document.stack.size <= document.stack.budget
    count = document.stack.count()
    assert 20 < count < 500 and document.stack.undoText() == "dab 999"
    for back in range(count):
        assert document.stack.canUndo() and document.project == states[-1 - back]
        document.stack.undo()
    assert not document.stack.canUndo() and document.project == states[-1 - count] and document.modified
    while document.stack.canRedo():
        document.stack.redo()
    assert document.project == states[-1]


def test_one_step_larger_than_the_budget_stays(document):
    document.stack.budget = 10
    before = document.project
    dab(document, 5)
    document.stack.undo()
    assert document.project == before and document.stack.canRedo()


def test_the_saved_state_is_known_after_steps_were_forgotten(document):
    document.stack.budget = 150_000
    for step in range(300):
        dab(document, step)
    document.saved(None)
    changes = []
    document.modified_changed.connect(lambda: changes.append(document.modified))
    for step in range(300, 305):
        dab(document, step)
    dropped = document.stack.count()
    for step in range(305, 600):
        dab(document, step)
        if document.stack.count() < dropped:  # steps were forgotten; the saved state is still there
            break
    while not document.stack.isClean():
        document.stack.undo()
    assert document.stack.undoText() == "dab 299" and not document.modified and changes[-1] is False


def test_a_prepared_step_can_be_withdrawn_after_steps_were_forgotten(document):
    document.stack.budget = 10
    dab(document, 1)
    before = document.project
    step = document.prepare("Verb", replace(before, masks=(document.mask.paint(Brush.REWRITE, 2, 0, 8),)))
    assert document.withdraw(step) and document.project == before and not document.stack.canRedo()


def test_merged_steps_are_one_and_are_counted_as_one(document):
    for step in range(5):
        mask = document.mask.paint(Brush.REWRITE, 1, step, step + 1)
        document.apply("slide", replace(document.project, masks=(mask,)), merge="slide")
    assert document.stack.count() == 1 and document.stack.size == cost(
        document.stack.steps()[0].before, document.project
    )


def test_many_edits_of_a_long_page_take_bounded_memory(qtbot):
    rng = random.Random(3)
    piece = blank_piece(128)
    piece = piece.with_grid(np.array([[40 + rng.randrange(30) for _ in range(piece.steps)] for _ in range(4)]))
    document = Document(fresh(piece))
    assert document.stack.budget == BUDGET == 300_000_000
    document.stack.budget = 300_000
    tracemalloc.start()
    try:
        for _ in range(40):
            canvas = document.project.canvas
            assert all(voice.notes for voice in canvas.voices)  # as the roll asks for them
            grid = canvas.grid()
            grid[rng.randrange(4), rng.randrange(piece.steps)] = 50
            states = document.mask.array()
            states[rng.randrange(4), :400] = rng.randrange(4)
            project = replace(document.project, canvas=canvas.with_grid(grid), masks=(Mask.from_array(states),))
            document.apply("edit", project)
        assert document.stack.size <= 300_000
        assert tracemalloc.get_traced_memory()[0] < 4_000_000  # what is shown, with its notes, takes about 1.5 MB
    finally:
        tracemalloc.stop()


def test_a_page_that_goes_says_nothing_more(document):
    """Qt's stack would signal once more from its destructor, to objects that may be half gone themselves."""
    said = []
    dab(document, 0)
    document.stack.indexChanged.connect(said.append)
    shiboken6.delete(document)
    assert not said
