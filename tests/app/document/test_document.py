"""A document changes only by named steps; results are remembered beside them; what is modified is never guessed."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.document.document import Document
from app.document.examples import melody_project
from engine.canvas.edits import put_note
from engine.canvas.mask import Brush
from engine.canvas.project import Take


@pytest.fixture
def document(qtbot):
    return Document(melody_project("ode"))


def with_note(project, start=0, voice=1, pitch=60):
    return replace(project, canvas=put_note(project.canvas, voice, start, 4, pitch))


def take(project):
    return Take("sunmask", 1, {}, project.canvas, project.masks[0], (project.canvas,), (None,))


def test_an_edit_is_a_named_step_that_can_be_taken_back_and_done_again(document):
    before = document.project
    document.apply("Draw note", with_note(before))
    after = document.project
    assert document.stack.undoText() == "Draw note" and document.modified
    document.stack.undo()
    assert document.project == before and not document.modified
    document.stack.redo()
    assert document.project == after


def test_an_edit_that_changes_nothing_is_no_step(document):
    document.apply("Nothing", document.project)
    assert document.stack.count() == 0


def test_a_stroke_is_one_step_however_many_edits(document):
    before = document.project
    with document.stroke("Paint"):
        for step in range(8):
            document.apply(
                "dab", replace(document.project, masks=(document.mask.paint(Brush.KEEP, 2, step, step + 1),))
            )
    assert document.stack.count() == 1 and document.stack.undoText() == "Paint"
    document.stack.undo()
    assert document.project == before


def test_a_stroke_that_fails_leaves_nothing(document):
    before = document.project

    def stumble():
        with document.stroke("Paint"):
            document.apply("dab", with_note(document.project))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        stumble()
    assert document.project == before and document.stack.count() == 0


def test_a_prepared_step_can_be_withdrawn_without_a_trace(document):
    before = document.project
    step = document.prepare("Verb", with_note(before))
    assert document.withdraw(step)
    assert document.project == before and document.stack.count() == 0 and not document.modified


def test_a_prepared_step_under_another_edit_stays(document):
    step = document.prepare("Verb", with_note(document.project))
    document.apply("Draw note", with_note(document.project, 16))
    assert not document.withdraw(step) and document.stack.count() == 2


def test_undoing_an_edit_never_forgets_a_result(document):
    document.apply("Draw note", with_note(document.project))
    document.record(take(document.project))
    document.stack.undo()
    document.stack.redo()
    assert len(document.project.takes) == 1


def test_a_result_is_unsaved_work_until_saved(document):
    document.record(take(document.project))
    assert document.modified
    document.saved(Path("x.palimpsest"))
    assert not document.modified and document.title == "x"


def test_the_selection_forgets_notes_that_are_gone(document):
    document.apply("Draw note", with_note(document.project))
    document.selection = frozenset({(0, 0), (1, 0), (3, 5)})
    assert document.selection == {(0, 0), (1, 0)}
    document.stack.undo()
    assert document.selection == {(0, 0)}
