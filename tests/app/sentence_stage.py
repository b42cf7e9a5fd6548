"""Hands for pages of words: clicks and drags on words, typing, and what is there."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.sentence import changes
from engine.canvas.text import detokenise

TOUR = "The tour was a great success, and the band said they would come back next year."
NONE = Qt.KeyboardModifier.NoModifier


def text_page(desk, text=TOUR):
    """A page with a text that was pasted with the keyboard, the cursor on its first word, the Select tool in the
    hand."""
    desk.window.files.new_text()
    QApplication.clipboard().setText(text)
    desk.wait(lambda: desk.page.canvas.shown.vocabulary is not None)
    desk.sequence("Ctrl+V")
    desk.key(Qt.Key.Key_Escape)
    desk.page.canvas.word_cursor.go(0, 0)
    return desk.page.canvas


def words(desk, part=0):
    return changes.words_of(desk.document.project, part)


def states(desk, part=0):
    return "".join(state.name[0] for state in changes.states_of(desk.document.project, part))


def text(desk, part=0):
    return detokenise(words(desk, part))


def point(desk, at, part=0):
    return desk.page.canvas.picture.word_rect(part, at).center().toPoint()


def click(desk, at, part=0, modifiers=NONE):
    QTest.mouseClick(desk.page.canvas.viewport(), Qt.MouseButton.LeftButton, modifiers, point(desk, at, part))
    QApplication.processEvents()


def drag(desk, first, last, part=0):
    port, left = desk.page.canvas.viewport(), Qt.MouseButton.LeftButton
    QTest.mousePress(port, left, NONE, point(desk, first, part))
    for at in range(first, last + 1) if first <= last else range(first, last - 1, -1):
        QTest.mouseMove(port, point(desk, at, part))
    QTest.mouseMove(port, point(desk, last, part) + QPoint(1, 1))
    QTest.mouseRelease(port, left, NONE, point(desk, last, part))
    QApplication.processEvents()


def stress(desk):
    """With the fourteen words from the fourth on rewritten: whisper two of them, keep one.

    Gives the project as painted."""
    desk.key(Qt.Key.Key_5)
    click(desk, 7)
    click(desk, 8)
    desk.key(Qt.Key.Key_4)
    click(desk, 5)
    assert states(desk) == "KKKRRKRWWRRRRRRRRK"
    return desk.document.project


def typed(desk, text):
    """Type where the focus is."""
    QTest.keyClicks(desk.window.focusWidget(), text)
    QApplication.processEvents()


def pinned_hold(before, canvas, part):
    """Whether every pinned word of a sentence is as it was, where it was."""
    old, new = changes.words_of(before, part), canvas.sentences[part].words
    kept = before.masks[part].pinned()[0]
    return len(old) == len(new) and all(a == b for a, b, keep in zip(old, new, kept, strict=True) if keep)
