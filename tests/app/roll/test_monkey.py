"""Hundreds of random gestures and keys: each is at most one undo step, the page stays valid, and undoing all of them
gives the page back."""

import random

import pytest
from PySide6.QtCore import Qt

from engine.canvas.mask import Brush
from tests.app.roll_stage import ALT, CTRL, LEFT, NONE, RIGHT, SHIFT, Stage, piece_with

TOOLS = ("select", "draw", "erase", *Brush)
KEYS = (
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Return,
    Qt.Key.Key_Delete,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_G,
    Qt.Key.Key_Escape,
)
CHORDS = (
    Qt.Key.Key_A,
    Qt.Key.Key_C,
    Qt.Key.Key_X,
    Qt.Key.Key_V,
    Qt.Key.Key_Equal,
    Qt.Key.Key_Minus,
    Qt.Key.Key_Left,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
)


@pytest.mark.parametrize("seed", range(4))
def test_a_monkey_breaks_nothing(qtbot, seed, full):
    dice = random.Random(seed)
    notes = [(v, step, 4, 74 - 8 * v + step % 7) for v in range(4) for step in range(0, 96, 4)]
    stage = Stage(qtbot, piece_with(*notes, bars=8))
    first = stage.document.project
    for _ in range(1000 if full else 120):
        before = stage.steps
        stage.roll.tool, stage.roll.voice = dice.choice(TOOLS), dice.randrange(4)

        def place():
            return dice.randrange(-4, 140), dice.randrange(36, 84)

        action = dice.randrange(5)
        if action == 0:
            stage.press(dice.choice(KEYS), held=dice.choice((NONE, NONE, SHIFT)))
        elif action == 1:
            stage.press(dice.choice(CHORDS), held=CTRL)
        elif action == 2:
            stage.click(*place(), button=dice.choice((LEFT, RIGHT)), keys=dice.choice((NONE, SHIFT)))
        elif action == 3 and dice.random() < 0.2:
            stage.drag(place(), place(), release=False)
            stage.press(Qt.Key.Key_Escape)
            assert stage.steps == before
            assert stage.roll.gesture is None
        else:
            stage.drag(place(), place(), keys=dice.choice((NONE, NONE, SHIFT, CTRL, ALT)))
        assert before - 1 < stage.steps <= before + 1
        assert stage.roll.shown.project is stage.document.project
        assert stage.document.selection <= {
            (v, n.start) for v, voice in enumerate(stage.roll.shown.piece.voices) for n in voice.notes
        }
    stage.roll.grab()
    while stage.document.stack.canUndo():
        stage.document.stack.undo()
    assert stage.document.project == first
