"""The preview over the page: streamed, never part of the document, the original while
a key is held."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt

from app.roll.painting.notes import changed_steps, page_of, preview_page
from app.widgets.ink import NoteState
from engine.canvas.mask import Brush
from engine.canvas.music import HOLD, REST
from engine.canvas.project import Project
from engine.jobs.request import Done, Placed, Request
from tests.app.roll_stage import Stage, piece_with


@pytest.fixture
def stage(qtbot):
    """Soprano kept, alto to be rewritten, and a preview that has begun."""
    piece = piece_with((0, 0, 16, 72), (1, 0, 16, 64))
    project = Project(piece, (Stage.mask(piece, keep=0),))
    made = Stage(qtbot, project)
    made.preview.begin(Request(piece, project.masks[0], count=2), project, 0, "Rewrite")
    made.preview.start(4)
    return made


def placed(stage, pitch, settled):
    grid = stage.document.project.canvas.grid()
    grid[1, 0] = pitch
    other = grid.copy()
    other[1, 0] = pitch + 1
    stage.preview.place(Placed(1, (grid, other), np.full((2, 4, 64), settled)), None)


def alto(stage):
    return [(note.pitch, note.state) for note in stage.roll.shown.page.visible(1, 0, 64)]


def test_notes_settle_as_steps_come_in(stage, qtbot):
    for settled, state in ((0.1, NoteState.OPEN), (0.5, NoteState.UNSURE), (0.9, NoteState.SETTLED)):
        placed(stage, 67, settled)
        qtbot.waitUntil(lambda state=state: alto(stage) == [(67, state)])
    assert [(note.pitch, note.state) for note in stage.roll.shown.page.visible(0, 0, 64)] == [(72, NoteState.KEPT)]
    assert [note.pitch for note in stage.roll.shown.page.gone(1, 0, 64)] == [64]
    assert stage.notes(1) == [(0, 16, 64)]
    assert stage.steps == 0


def test_alternatives_and_the_original(stage, qtbot):
    piece = stage.document.project.canvas
    grids = []
    for pitch in (65, 69):
        grid = piece.grid()
        grid[1, 0] = pitch
        grids.append(piece.with_grid(grid))
    stage.preview.finish(Done(tuple(grids), (None, None), 1.0), tuple(grids))
    qtbot.waitUntil(lambda: alto(stage) == [(65, NoteState.SETTLED)])
    stage.preview.choose(1)
    qtbot.waitUntil(lambda: alto(stage) == [(69, NoteState.SETTLED)])
    stage.preview.hold(True)
    qtbot.waitUntil(lambda: alto(stage) == [(64, NoteState.REWRITE)])
    stage.preview.hold(False)
    qtbot.waitUntil(lambda: alto(stage) == [(69, NoteState.SETTLED)])
    stage.preview.clear()
    qtbot.waitUntil(lambda: alto(stage) == [(64, NoteState.REWRITE)])


def test_hidden_notes_cannot_be_taken_hold_of(stage, qtbot):
    placed(stage, 67, 0.9)
    qtbot.waitUntil(lambda: alto(stage) == [(67, NoteState.SETTLED)])
    stage.click(3, 64)
    assert stage.document.selection == frozenset()
    stage.click(3, 72)
    assert stage.document.selection == {(0, 0)}


def test_an_edit_under_the_preview_is_made_and_seen_over_it(stage, qtbot):
    placed(stage, 67, 0.9)
    qtbot.waitUntil(lambda: alto(stage) == [(67, NoteState.SETTLED)])
    stage.roll.tool, stage.roll.voice = "draw", 1
    stage.click(20, 60)
    assert stage.notes(1)[-1] == (20, 4, 60)
    qtbot.waitUntil(lambda: (60, NoteState.KEPT) in alto(stage))
    assert (67, NoteState.SETTLED) in alto(stage), "the preview stays around it"


def test_a_longer_page_under_a_preview_is_shown_whole(qtbot):
    short = Stage(qtbot, piece_with((0, 0, 16, 72), bars=2))
    piece = piece_with((0, 0, 16, 72), bars=4)
    longer = Project(piece, (Stage.mask(piece, keep=0),))
    short.preview.begin(Request(piece, longer.masks[0]), longer, 0, "Continue")
    grid = piece.grid()
    grid[1] = REST
    grid[1, 40] = 60
    short.preview.place(Placed(1, (grid,), np.ones((1, 4, 64))), None)
    qtbot.waitUntil(lambda: short.roll.shown.page.piece.steps == 64)
    assert short.roll.shown.project is longer
    assert short.document.project.canvas.steps == 32


def test_undo_under_a_drag_gives_the_drag_up(qtbot):
    stage = Stage(qtbot, piece_with((0, 0, 4, 72), (0, 4, 4, 74)))
    stage.roll.transpose(0)
    stage.document.selection = frozenset({(0, 0)})
    stage.press(Qt.Key.Key_Up)
    stage.drag((5, 74), (21, 74), release=False)
    stage.document.stack.undo()
    assert stage.roll.gesture is None
    assert stage.notes() == [(0, 4, 72), (4, 4, 74)]


def test_the_heat_map_and_names_and_ghosts_are_painted(stage, qtbot):
    plain = stage.roll.grab().toImage()
    seen = [plain]
    for change in (
        lambda: setattr(stage.roll, "surprise", np.full((4, 64), 5.0)),
        lambda: (setattr(stage.roll, "surprise", None), stage.roll.toggle("note_names")),
        lambda: (stage.roll.toggle("note_names"), stage.roll.toggle("ghosting")),
        lambda: (stage.roll.toggle("ghosting"), stage.roll.toggle("chords")),
    ):
        change()
        picture = stage.roll.grab().toImage()
        assert all(picture != other for other in seen)
        seen.append(picture)
    assert Brush.KEEP in stage.brushes(0)


def test_a_step_of_a_preview_repaints_only_where_it_differs(stage, qtbot):
    piece = stage.document.project.canvas
    pages = []
    for pitch in (67, 69):
        grid = piece.grid()
        grid[1, 48:] = HOLD
        grid[1, 48] = pitch
        pages.append(preview_page(stage.document.project, stage.document.project, grid, np.full((4, 64), 0.9)))
    assert changed_steps(*pages) == (48, 64) and changed_steps(pages[0], pages[0]) is None
    assert changed_steps(page_of(stage.document.project), pages[0])[0] == 0, "at rest all looks different"


def test_a_scraped_note_that_comes_back_is_repainted(stage):
    project = stage.document.project
    grid = project.canvas.grid()
    grid[1, 0:16] = REST
    other = replace(project, canvas=project.canvas.with_grid(grid))
    pages = [preview_page(project, before, grid, None, base=project.canvas) for before in (project, other)]
    assert (pages[0].cells == pages[1].cells).all() and changed_steps(*pages) == (0, 16)
