"""Watch and branch, with keys and mouse, on both kinds of page: slide through the steps, keep one, undo; branch,
accept, undo; save, reopen, repeat."""

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.canvas.mask import Mask
from engine.jobs.request import Failed
from tests.app.conftest import ALT, CTRL, SHIFT
from tests.app.sentence_stage import drag, text, text_page

LEFT = Qt.MouseButton.LeftButton


def asked(desk, method="sunmask"):
    """The panel set to two alternatives in few steps."""
    desk.page.panel.set_values({"method": method, "count": 2, "options": {"sunmask": {"steps": 30, "dwell": 2}}})


def written(desk):
    """Wait for alternatives, patiently."""
    desk.wait(lambda: desk.preview.ready, 120_000)
    QApplication.processEvents()  # let the actions follow


def harmonised(desk, method="sunmask"):
    """Ode to Joy with two alternatives, the strip open and the slider active."""
    desk.open_example()
    asked(desk, method)
    desk.key(Qt.Key.Key_1, CTRL)
    written(desk)
    desk.page.canvas.setFocus()
    desk.key(Qt.Key.Key_T)
    assert desk.page.timeline.isVisible() and desk.page.timeline.slider.hasFocus()


def said(desk):
    return desk.page.timeline._says.text(), desk.page.timeline._left.text()


def test_an_empty_strip_says_what_would_fill_it_and_the_key_closes_it(desk):
    desk.open_example()
    desk.page.canvas.setFocus()
    desk.key(Qt.Key.Key_T)
    assert "move through its steps" in desk.page.timeline._empty.text() and desk.page.timeline._empty.isVisible()
    assert not desk.window.actions_["branch"].isEnabled() and "no steps" in desk.window.actions_["branch"].toolTip()
    desk.key(Qt.Key.Key_T)
    assert not desk.page.timeline.isVisible()


def test_keys_and_mouse_slide_through_the_steps_and_the_roll_shows_them(desk):
    harmonised(desk)
    preview, slider, total = desk.preview, desk.page.timeline.slider, desk.preview.reel.total
    result, page = preview.shown, desk.document.project
    assert said(desk) == (f"Step {total} of {total}", "the result")
    desk.key(Qt.Key.Key_Left)
    desk.key(Qt.Key.Key_Left)
    assert preview.watched.step == total - 2
    desk.key(Qt.Key.Key_Home)
    assert preview.frame == 0 and preview.watched.blank and not desk.page.timeline.keep_button.isEnabled()
    assert said(desk)[0] == f"Step 0 of {total}" and "sixteenths open" in said(desk)[1]
    desk.wait(lambda: not (desk.page.canvas.shown.page.cells[1:] >= 0).any())  # nothing is written yet
    desk.key(Qt.Key.Key_Right)
    assert preview.frame == 1
    desk.wait(lambda: (desk.page.canvas.shown.page.cells == preview.watched.passing[0]).all())
    QTest.mouseClick(slider, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(round(slider.x_of(12)), 20))
    assert preview.frame == 12 and preview.shown == preview.watched.canvas != result
    QTest.mousePress(slider, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(round(slider.x_of(12)), 20))
    QTest.mouseMove(slider, QPoint(round(slider.x_of(20)), 20))
    QTest.mouseRelease(slider, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(round(slider.x_of(20)), 20))
    assert preview.frame == 20
    desk.key(Qt.Key.Key_BracketRight)
    assert preview.index == 1 and preview.watched.index == 1, "another alternative, at the same step"
    desk.key(Qt.Key.Key_End)
    assert preview.frame is None and preview.shown is preview.canvases[1]
    desk.key(Qt.Key.Key_Left, ALT)
    assert preview.frame == preview.reel.last - 1
    desk.key(Qt.Key.Key_Escape)
    assert preview.frame is None and preview.ready, "first back to the result"
    assert desk.document.project.canvas == page.canvas, "watching changes nothing"


def test_steps_play_to_the_result_and_pause(desk):
    harmonised(desk)
    desk.key(Qt.Key.Key_T, SHIFT)
    timeline = desk.page.timeline
    assert timeline._timer.isActive() and desk.preview.frame is not None
    desk.wait(lambda: desk.preview.frame is not None and desk.preview.frame >= 2)
    desk.key(Qt.Key.Key_T, SHIFT)
    assert not timeline._timer.isActive()
    desk.preview.watch(desk.preview.reel.last - 2)
    timeline._play.click()
    desk.wait(lambda: not timeline._timer.isActive())
    assert desk.preview.frame is None


def test_a_kept_step_is_one_named_undo_step(desk):
    harmonised(desk)
    before, steps = desk.document.project.canvas, desk.document.stack.count()
    desk.preview.watch(10)
    wanted = desk.preview.watched.canvas
    QTest.mouseClick(desk.page.timeline.keep_button, LEFT)
    QApplication.processEvents()
    assert desk.document.project.canvas == wanted and desk.document.stack.count() == steps + 1
    assert desk.document.stack.undoText().endswith("step 10") and not desk.preview.count
    assert wanted.voices[0] == before.voices[0]
    desk.key(Qt.Key.Key_Z, CTRL)
    assert not desk.document.project.canvas.voices[3].notes


def test_keeping_a_step_of_a_method_that_writes_in_an_order_leaves_what_was_open(desk):
    desk.open_example("chorale")
    page = desk.document.project
    states = page.masks[0].array()
    states[1:, :32] = 0
    desk.document.apply("Paint", type(page)(page.canvas, (Mask.from_array(states),)))
    asked(desk, "sfarm")
    desk.key(Qt.Key.Key_Return, CTRL)
    written(desk)
    messages = []
    desk.page.status.connect(messages.append)
    desk.preview.watch(len(desk.preview.reel.steps) // 2)
    watched, old = desk.preview.watched, page.canvas.grid()
    assert watched.open.any() and not watched.blank
    desk.key(Qt.Key.Key_K, CTRL | ALT)
    new = desk.document.project.canvas.grid()
    assert (new[0] == old[0]).all() and (new[:, 33:] == old[:, 33:]).all() and (new != old).any()
    late = watched.open & np.roll(watched.open, 1, axis=1)  # not at the seam, where a cut note begins again
    assert (new[late] == old[late]).all()
    assert any("still open" in words for words in messages)


def test_a_step_without_anything_written_cannot_be_kept(desk):
    harmonised(desk, "sfarm")
    before, messages = desk.document.project, []
    desk.page.status.connect(messages.append)
    desk.preview.watch(0)
    desk.key(Qt.Key.Key_K, CTRL | ALT)
    assert "Nothing is written" in messages[-1] and desk.document.project == before and desk.preview.ready


def test_branch_accept_undo_save_reopen_and_repeat(desk, tmp_path):
    desk.open_example()
    asked(desk)
    before = desk.document.project
    desk.key(Qt.Key.Key_1, CTRL)
    written(desk)
    first = desk.preview.canvases
    desk.page.panel._seed.setText("4711")
    desk.page.panel._dice.setChecked(False)
    desk.preview.choose(1)
    desk.preview.watch(16)
    start = desk.preview.reel.start(16, 1)
    desk.page.canvas.setFocus()
    desk.key(Qt.Key.Key_T, CTRL)
    assert desk.preview.running and desk.preview.name.endswith(", from step 16")
    written(desk)
    branch = desk.preview.canvases
    assert len(branch) == 2 and branch != first and desk.preview.reel.steps[0] == 16
    take = desk.document.project.takes[-1]
    assert len(desk.document.project.takes) == 2 and take.start == start and take.seed == 4711
    desk.page.canvas.setFocus()
    desk.key(Qt.Key.Key_Return)
    assert desk.document.project.canvas in branch
    assert "from step 16" in desk.document.stack.undoText()
    accepted = desk.document.project
    desk.key(Qt.Key.Key_Z, CTRL)
    assert desk.document.project.canvas == before.canvas
    desk.key(Qt.Key.Key_Y, CTRL)

    desk.answers["ask_save"] = tmp_path / "branch.palimpsest"
    desk.key(Qt.Key.Key_S, CTRL)
    desk.key(Qt.Key.Key_W, CTRL)
    desk.window.files.open_path(tmp_path / "branch.palimpsest")
    desk.wait(lambda: desk.page is not None)
    assert desk.document.project == accepted
    desk.page.rewrites.repeat(desk.document.project.takes[-1])
    written(desk)
    assert desk.preview.canvases == branch


def test_a_branch_from_a_branch_is_called_by_the_last_step_only(desk):
    harmonised(desk)
    for frame in (12, 8):
        desk.preview.watch(frame)
        desk.page.timeline.branch_button.click()
        written(desk)
    assert desk.preview.name.endswith("melody, from step 20")


def test_a_cancelled_or_failed_branch_gives_the_result_back(make_desk):
    desk = make_desk(seconds=0.01)
    harmonised(desk)
    result, document = desk.preview.canvases, desk.document.project
    desk.preview.watch(10)
    desk.key(Qt.Key.Key_T, CTRL)
    desk.wait(lambda: desk.preview.step > 11)
    desk.key(Qt.Key.Key_Escape)
    assert desk.preview.ready and desk.preview.canvases is result and desk.preview.frame == 10
    assert desk.document.project == document
    desk.key(Qt.Key.Key_T, CTRL)
    desk.page.generation._failed(Failed("No."))
    assert desk.preview.ready and desk.preview.canvases is result
    desk.key(Qt.Key.Key_Escape)
    desk.key(Qt.Key.Key_Escape)
    assert not desk.preview.count


def test_a_result_from_the_history_says_why_it_has_no_steps(desk):
    harmonised(desk)
    desk.key(Qt.Key.Key_Escape)
    desk.page.rewrites.restore(desk.document.project.takes[0])
    assert desk.preview.ready and "repeat it exactly" in desk.page.timeline._empty.text()


def test_closing_the_strip_gives_the_result_back(desk):
    harmonised(desk)
    desk.preview.watch(3)
    desk.key(Qt.Key.Key_T)
    assert desk.preview.frame is None and not desk.page.timeline.isVisible()


def test_words_settle_step_by_step_and_a_step_is_kept_and_branched(desk):
    text_page(desk)
    old = text(desk)
    asked(desk)
    desk.key(Qt.Key.Key_7)
    drag(desk, 13, 16)
    desk.key(Qt.Key.Key_Return, CTRL)
    written(desk)
    desk.page.canvas.setFocus()
    desk.key(Qt.Key.Key_T)
    desk.key(Qt.Key.Key_Home)
    assert said(desk)[1].endswith("open") and "word" in said(desk)[1]
    desk.key(Qt.Key.Key_PageUp)
    desk.key(Qt.Key.Key_Right)
    watched = desk.preview.watched
    from app.sentence.shown import shown_words

    assert shown_words(desk.preview, 0) == (tuple(watched.passing[0]), False)
    wanted = watched.canvas
    desk.key(Qt.Key.Key_K, CTRL | ALT)
    assert desk.document.project.canvas == wanted and text(desk) != old
    desk.sequence("Ctrl+Z")
    assert text(desk) == old

    desk.key(Qt.Key.Key_Return, CTRL)
    written(desk)
    desk.preview.watch(desk.preview.reel.last // 2)
    desk.sequence("Ctrl+T")
    written(desk)
    assert desk.document.project.takes[-1].start.method and "from step" in desk.preview.name
    chosen = desk.preview.shown
    desk.page.rewrites.accept()
    assert desk.document.project.canvas == chosen
    desk.sequence("Ctrl+Z")
    assert text(desk) == old
