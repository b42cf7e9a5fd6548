"""Hundreds of random clicks, drags and keys on a draft, also while it is rewritten: the page stays valid, and
undoing everything gives the page back."""

import random

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.canvas.mask import Brush
from engine.canvas.project import mask_shapes
from tests.app.conftest import ALT, CTRL, SHIFT
from tests.app.sentence_stage import NONE, TOUR, text_page

Key, LEFT = Qt.Key, Qt.MouseButton.LeftButton
TOOLS = ("select", "type", "blank", *Brush)
PLAIN = [
    "Left",
    "Right",
    "Up",
    "Down",
    "Home",
    "End",
    "PageUp",
    "PageDown",
    "Space",
    "Return",
    "Insert",
    "Plus",
    "Minus",
    "Delete",
    "Backspace",
    "Escape",
    "F2",
    "W",
    "Tab",
]
HELD = [
    *[(CTRL, key) for key in ["A", "C", "X", "V", "K", "J", "Z", "Y", "Return"]],
    *[(CTRL | SHIFT, key) for key in ["Return", "Right", "Left", "Space"]],
    *[(ALT, f"{n}") for n in range(1, 7)],
    *[(SHIFT, key) for key in ["Left", "Right", "Down", "Return"]],
]


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.full) for seed in (1, 2))])
def test_a_monkey_breaks_nothing(desk, seed, full):
    dice = random.Random(seed)
    canvas = text_page(desk, f"The fans had waited. {TOUR} Their manager, in Threlfall, would not say ____ why.")
    desk.document.stack.clear()
    first = desk.document.project
    port = canvas.viewport()

    def place():
        return QPoint(dice.randrange(port.width()), dice.randrange(min(420, port.height())))

    for _ in range(300 if full else 110):
        choice = dice.randrange(6)
        if desk.window.focusWidget() is None or not desk.page.isAncestorOf(desk.window.focusWidget()):
            canvas.setFocus()
        if choice == 0:
            canvas.tool = dice.choice(TOOLS)
        elif choice == 1:
            desk.key(getattr(Key, f"Key_{dice.choice(PLAIN)}"))
        elif choice == 2:
            held, key = dice.choice(HELD)
            desk.key(getattr(Key, f"Key_{key}"), held)
        elif choice == 3:
            QTest.mouseClick(port, LEFT, dice.choice((NONE, SHIFT)), place())
        elif choice == 4:
            QTest.mousePress(port, LEFT, NONE, place())
            for _ in range(3):
                QTest.mouseMove(port, place())
            if dice.random() < 0.3:
                desk.key(dice.choice((Key.Key_Escape, Key.Key_Z)), dice.choice((NONE, CTRL)))
            QTest.mouseRelease(port, LEFT, NONE, place())
        else:
            QTest.keyClicks(desk.window.focusWidget() or canvas, dice.choice(("tour ", "zyzzy", "a, ", "____ ")))
        QApplication.processEvents()
        project = desk.document.project
        assert canvas.gesture is None and not desk.document._strokes
        assert tuple(mask.shape for mask in project.masks) == mask_shapes(project.canvas)
        blanks = [
            mask.rows[0][at]
            for mask, row in zip(project.masks, project.canvas.sentences, strict=True)
            for at, word in enumerate(row.words)
            if not word
        ]
        assert not any(blanks), "a blank is always to be written"
        assert len(canvas.picture.layout.boxes) == sum(len(row.words) for row in canvas.shown.project.canvas.sentences)
    desk.page.grab()
    desk.page.generation.reject()
    canvas.typing.editor.close_typing()
    while desk.document.stack.canUndo():
        desk.document.stack.undo()
    assert (desk.document.project.canvas, desk.document.project.masks) == (first.canvas, first.masks)
