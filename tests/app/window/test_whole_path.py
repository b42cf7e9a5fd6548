"""The loop a musician goes through, with mouse and keys: draw, harmonise, cancel, choose, accept a voice, undo,
redo, save, reopen."""

from PySide6.QtCore import Qt

from app.page.verbs import VERBS
from tests.app.conftest import CTRL, SHIFT

MELODY = ((0, 72), (4, 74), (8, 76), (12, 77), (16, 79), (20, 77), (24, 76), (28, 74))


def draw_melody(desk):
    desk.key(Qt.Key.Key_N, CTRL)
    desk.key(Qt.Key.Key_2)
    for step, pitch in MELODY:
        desk.click(step, pitch)


def soprano(desk):
    return tuple((note.start, note.pitch) for note in desk.document.project.canvas.voices[0].notes)


def test_draw_harmonise_cancel_accept_a_voice_undo_redo_save_reopen(make_desk, tmp_path):
    desk = make_desk(seconds=0.02)
    draw_melody(desk)
    assert soprano(desk) == MELODY
    drawn, steps = desk.document.project, desk.document.stack.count()

    desk.key(Qt.Key.Key_1, CTRL)
    desk.wait(lambda: desk.preview.step >= 5)
    assert desk.preview.running
    desk.key(Qt.Key.Key_Escape)
    assert not desk.preview.running and not desk.preview.count
    assert desk.document.project == drawn and desk.document.stack.count() == steps and not desk.document.stack.canRedo()

    desk.key(Qt.Key.Key_1, CTRL)
    desk.rewritten()
    assert len(desk.preview.canvases) == 4
    desk.key(Qt.Key.Key_BracketRight)
    second = desk.preview.canvases[1]
    assert desk.preview.index == 1
    desk.key(Qt.Key.Key_2, CTRL | SHIFT)
    canvas = desk.document.project.canvas
    assert canvas.voices[1] == second.voices[1] and canvas.voices[1].notes
    assert canvas.voices[0] == drawn.canvas.voices[0] and not canvas.voices[2].notes and not canvas.voices[3].notes
    accepted = desk.document.project

    desk.key(Qt.Key.Key_Z, CTRL)
    assert desk.preview.ready and desk.preview.index == 1 and not desk.document.project.canvas.voices[1].notes
    desk.key(Qt.Key.Key_Y, CTRL)
    assert desk.document.project == accepted and desk.preview.ready
    desk.key(Qt.Key.Key_Escape)
    assert desk.document.stack.count() == steps + 1, "accepting is one step, together with what the verb painted"
    desk.key(Qt.Key.Key_Z, CTRL)
    assert (desk.document.project.canvas, desk.document.project.masks) == (drawn.canvas, drawn.masks)
    desk.key(Qt.Key.Key_Y, CTRL)
    assert desk.document.project == accepted

    desk.answers["ask_save"] = tmp_path / "melody.palimpsest"
    desk.key(Qt.Key.Key_S, CTRL)
    assert not desk.document.modified
    desk.key(Qt.Key.Key_W, CTRL)
    assert desk.page is None
    desk.window.files.open_path(tmp_path / "melody.palimpsest")
    desk.wait(lambda: desk.page is not None)
    assert desk.document.project == accepted and len(desk.document.project.takes) == 1


def test_accepting_the_whole_keeps_every_melody_note_and_is_named(desk):
    draw_melody(desk)
    steps = desk.document.stack.count()
    desk.key(Qt.Key.Key_1, CTRL)
    desk.rewritten()
    shown = desk.preview.shown
    desk.page.canvas.setFocus()
    desk.key(Qt.Key.Key_Return)
    assert soprano(desk) == MELODY
    assert desk.document.project.canvas == shown and desk.document.stack.count() == steps + 1
    assert desk.document.stack.undoText().startswith(VERBS["harmonise"].label)
    assert not desk.preview.count


def test_only_the_selected_bars_are_taken(desk):
    desk.open_example()
    desk.key(Qt.Key.Key_1, CTRL)
    desk.rewritten()
    shown, before = desk.preview.shown, desk.document.project.canvas
    desk.document.selection = frozenset({(0, 16)})
    desk.key(Qt.Key.Key_Return, SHIFT)
    after = desk.document.project.canvas.grid()
    assert (after[:, 16:32] == shown.grid()[:, 16:32]).all()
    assert (after[:, :16] == before.grid()[:, :16]).all() and (after[1:, 33:] == before.grid()[1:, 33:]).all()


def test_holding_o_shows_the_original_only_while_held(desk):
    from PySide6.QtTest import QTest

    desk.open_example()
    desk.key(Qt.Key.Key_1, CTRL)
    desk.rewritten()
    desk.page.canvas.setFocus()
    QTest.keyPress(desk.window.focusWidget(), Qt.Key.Key_O)
    assert desk.preview.hold_original and desk.preview.shown is None
    QTest.keyRelease(desk.window.focusWidget(), Qt.Key.Key_O)
    assert not desk.preview.hold_original


def test_rejecting_leaves_the_page_and_keeps_the_result_in_the_history(desk):
    desk.open_example()
    before = desk.document.project
    desk.key(Qt.Key.Key_5, CTRL)
    desk.rewritten()
    assert len(desk.document.project.canvas.bars) == len(before.canvas.bars) + 4
    desk.key(Qt.Key.Key_Escape)
    assert desk.document.project.canvas == before.canvas and desk.document.project.masks == before.masks
    assert len(desk.document.project.takes) == 1


def test_a_hint_that_there_is_nothing_to_write_changes_nothing(desk):
    desk.open_example("chorale")
    before = desk.document.project
    desk.key(Qt.Key.Key_Return, CTRL)
    assert "Everything is kept" in desk.window.notice.text
    assert desk.document.project == before and not desk.preview.running


def test_a_result_can_be_shown_again_and_repeated_exactly(desk):
    desk.open_example()
    desk.key(Qt.Key.Key_1, CTRL)
    desk.rewritten()
    first = desk.preview.canvases
    desk.key(Qt.Key.Key_Escape)
    take = desk.document.project.takes[0]
    desk.page.rewrites.restore(take)
    assert desk.preview.canvases == first and desk.preview.ready
    desk.key(Qt.Key.Key_Escape)
    desk.page.rewrites.repeat(take)
    desk.rewritten()
    assert desk.preview.canvases == first


def test_an_edit_made_while_writing_is_not_lost(make_desk):
    desk = make_desk(seconds=0.01)
    desk.open_example()
    desk.key(Qt.Key.Key_Return, CTRL)
    desk.document.selection = frozenset({(0, 0)})
    desk.key(Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    desk.rewritten()
    desk.page.rewrites.accept()
    assert desk.document.project.canvas.voices[0].cells[0] == 77
    assert desk.document.project.canvas.voices[3].notes
