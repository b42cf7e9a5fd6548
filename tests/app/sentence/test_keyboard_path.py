"""A writer's whole loop without a mouse: paste, pin two words, stress one, rewrite, choose a word, accept half, undo
to the start, save, reopen."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from engine.sampling.methods import OWN_DEFAULTS
from tests.app.conftest import ALT, CTRL, SHIFT
from tests.app.sentence_stage import TOUR, pinned_hold, states, text, words

Key = Qt.Key


def walk(desk, steps, modifiers=Qt.KeyboardModifier.NoModifier):
    for _ in range(abs(steps)):
        desk.key(Key.Key_Right if steps > 0 else Key.Key_Left, modifiers)


def test_the_whole_loop_by_keyboard(desk, tmp_path):
    desk.sequence("Ctrl+Shift+N")
    desk.wait(lambda: desk.page is not None and desk.page.canvas.shown.vocabulary is not None)
    QApplication.clipboard().setText(TOUR)
    desk.sequence("Ctrl+V")
    desk.key(Key.Key_Escape)
    assert text(desk) == TOUR

    desk.key(Key.Key_Home)
    walk(desk, 3)
    walk(desk, 13, SHIFT)  # a phrase, painted with Rewrite
    desk.key(Key.Key_7)
    desk.sequence("Ctrl+Alt+N")
    assert states(desk) == "KKK" + "R" * 14 + "K"
    desk.key(Key.Key_Home)
    walk(desk, 5)
    desk.key(Key.Key_Space)  # on from Rewrite: stressed
    walk(desk, 2)
    for _ in range(2):
        desk.key(Key.Key_Space)
        desk.key(Key.Key_Space)  # pinned, unstressed
        walk(desk, 1)
    assert states(desk) == "KKKRRKRWWRRRRRRRRK"
    painted = desk.document.project
    assert desk.page.panel.options()["steps"] == OWN_DEFAULTS["text"]["steps"]

    desk.key(Key.Key_Return, CTRL)
    desk.rewritten()
    assert all(pinned_hold(painted, canvas, 0) for canvas in desk.preview.canvases)
    desk.key(Key.Key_BracketRight)
    assert desk.preview.index == 1
    desk.key(Key.Key_Home)
    walk(desk, 4)
    desk.key(Key.Key_W)
    desk.wait(lambda: len(desk.page.controller.choices.popover.rows) == 10)
    desk.key(Key.Key_Down)
    chosen = next(row for row in desk.page.controller.choices.popover.rows if row.hasFocus()).value
    desk.key(Key.Key_Return)
    shown = desk.preview.shown.sentences[0].words
    assert shown[4] == chosen and desk.page.canvas.hasFocus()

    desk.key(Key.Key_Home)
    walk(desk, 3)
    walk(desk, 6, SHIFT)
    desk.key(Key.Key_Return, SHIFT)
    assert words(desk) == (*shown[:10], *painted.canvas.sentences[0].words[10:])
    desk.key(Key.Key_Escape)
    accepted = desk.document.project
    while desk.document.stack.canUndo():
        desk.key(Key.Key_Z, CTRL)
    assert words(desk) == () and not desk.preview.count
    while desk.document.stack.canRedo():
        desk.key(Key.Key_Y, CTRL)
    assert desk.document.project == accepted

    desk.answers["ask_save"] = tmp_path / "keys.palimpsest"
    desk.key(Key.Key_S, CTRL)
    desk.key(Key.Key_W, CTRL)
    desk.answers["ask_open"] = tmp_path / "keys.palimpsest"
    desk.key(Key.Key_O, CTRL)
    desk.wait(lambda: desk.page is not None)
    assert desk.document.project == accepted


def test_every_verb_is_reached_by_its_key(desk):
    desk.sequence("Ctrl+Shift+N")
    desk.wait(lambda: desk.page is not None)
    QApplication.clipboard().setText(TOUR)
    desk.sequence("Ctrl+V")
    desk.key(Key.Key_Escape)
    desk.key(Key.Key_Home)
    for key, length in ((Key.Key_1, 18), (Key.Key_2, 18), (Key.Key_3, 14), (Key.Key_4, 23), (Key.Key_6, 18)):
        desk.key(Key.Key_Home)
        walk(desk, 1, SHIFT)
        desk.key(key, ALT)
        desk.rewritten()
        assert {len(canvas.sentences[0].words) for canvas in desk.preview.canvases} == {length}, key
        assert all(canvas.sentences[0].words[:2] == ("The", "tour") for canvas in desk.preview.canvases)
        desk.key(Key.Key_Escape)
        assert text(desk) == TOUR
