"""What the mouse does between press and release on a sentence: select a phrase, paint it, drag it out, add or remove
blanks."""

from typing import Protocol

from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtWidgets import QApplication

from app.document.document import Document, Place
from app.sentence import changes
from app.sentence.cursor import WordCursor
from app.sentence.describe import word_words
from app.sentence.painting.measure import Layout
from app.sentence.painting.picture import SentencePicture
from app.sentence.shown import ShownDraft
from app.words import tr
from engine.canvas.mask import Brush
from engine.canvas.text import BLANK_WORD

BLANK_STEP = 56.0  # pixels the mouse goes for one blank more
REACH = 14.0  # pixels from a word at which a drag still takes it


class WordGesture(Protocol):
    """From a press to a release."""

    def move(self, at: QPointF) -> None:
        """The mouse moved."""

    def finish(self, at: QPointF) -> None:
        """The button was released."""

    def cancel(self) -> None:
        """Take it back."""


class SentenceGestures(QObject):
    """The gesture in progress, if any; points are the page's."""

    status = Signal(str)
    word_clicked = Signal(object)  # (sentence, word): clicked with the Select tool
    typing_wanted = Signal(int, int)  # sentence, word before which to type: clicked with the Type tool
    drag_wanted = Signal()  # the selected words are being carried away

    def __init__(
        self,
        document: Document,
        cursor: WordCursor,
        shown: ShownDraft,
        picture: SentencePicture,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.document, self.cursor, self._shown, self._picture = document, cursor, shown, picture
        self._described = ""  # the word under the mouse that was described last
        self.current: WordGesture | None = None

    @property
    def layout(self) -> Layout:
        """Where the words stand now."""
        return self._picture.layout

    def begin(self, tool: str | Brush, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """The button was pressed with the active tool; may raise PalimpsestError."""
        self.cursor.drop_anchor()
        if isinstance(tool, Brush):
            self.current = Paint(self, at, tool)
        elif tool == "blank":
            self.current = Blank(self, at)
        elif tool == "type":
            self.typing_wanted.emit(*self.layout.gap_at(at))
        else:
            self.current = Choose(self, at, bool(modifiers & Qt.KeyboardModifier.ShiftModifier))

    def move(self, at: QPointF) -> None:
        """The mouse moved; without a gesture, the word under it is described."""
        if self.current is not None:
            self.current.move(at)
            return
        box = self.layout.word_at(at)
        if box is None or box.at >= self.cursor.words_in(box.part):
            return
        words = self._shown.words(box.part)
        unknown = box.at < len(words) and self._shown.unknown(words[box.at])
        said = word_words(self.document.project, box.part, box.at, unknown)
        if said != self._described:
            self._described = said
            self.status.emit(said)

    def finish(self, at: QPointF) -> None:
        """The button was released."""
        gesture, self.current = self.current, None
        if gesture is not None:
            gesture.finish(at)

    def cancel(self) -> None:
        """Take the gesture back."""
        if self.current is not None:
            self.current.cancel()
            self.current = None

    def carry(self) -> None:
        """The selected words go to whatever they are dropped on."""
        self.current = None
        self.drag_wanted.emit()


class Choose:
    """Select tool: a click selects a word and asks about it, a drag selects a phrase; a selected phrase can be
    dragged out."""

    def __init__(self, mouse: SentenceGestures, at: QPointF, extend: bool) -> None:
        self._mouse, self._from, self._moved = mouse, at, False
        box = mouse.layout.word_at(at)
        self._start: Place | None = (box.part, box.at) if box else None
        self._carries = self._start in mouse.document.selection and not extend
        self._before = mouse.document.selection
        if extend and self._start is not None:
            mouse.cursor.select_between(mouse.cursor.place, self._start)
        elif not self._carries:
            part, place = self._start or (mouse.layout.part_at(at), mouse.layout.gap_at(at)[1])
            mouse.cursor.go(part, place, select=self._start is not None)
            if self._start is None:
                mouse.cursor.select_none()
        self._extends = extend

    def move(self, at: QPointF) -> None:
        if (at - self._from).manhattanLength() < QApplication.startDragDistance():
            return
        self._moved = True
        if self._carries:
            self._mouse.carry()
            return
        box = self._mouse.layout.word_at(at, REACH)
        if box is not None and self._start is not None:
            self._mouse.cursor.select_between(self._start, (box.part, box.at))

    def finish(self, at: QPointF) -> None:
        if self._moved or self._extends or self._start is None:
            return
        self._mouse.cursor.go(*self._start, select=True)
        self._mouse.word_clicked.emit(self._start)

    def cancel(self) -> None:
        self._mouse.document.selection = self._before


class Paint:
    """A brush: a click paints a word (one painted so already goes on to the next brush), a drag paints a phrase; one
    undo step."""

    def __init__(self, mouse: SentenceGestures, at: QPointF, brush: Brush) -> None:
        self._mouse, self._brush, self._tool = mouse, brush, brush
        self._start: Place | None = None
        self._before = mouse.document.project
        mouse.document.begin_stroke(tr("{brush}: words", brush=tr(brush.name.capitalize())))
        box = mouse.layout.word_at(at)
        if box is not None:
            self._start = (box.part, box.at)
            mouse.cursor.go(*self._start)
            now = changes.brush_at(mouse.document.project, self._start)
            if now is brush:
                self._brush = changes.CYCLE[(changes.CYCLE.index(now) + 1) % len(changes.CYCLE)]
            self._paint(self._start)
        else:
            mouse.cursor.go(mouse.layout.part_at(at), mouse.layout.gap_at(at)[1])

    def _paint(self, to: Place) -> None:
        if to != self._start and self._start is not None:
            self._brush = self._tool  # a phrase is painted with the active brush
        phrase = self._mouse.cursor.between(self._start or to, to)
        self._mouse.document.apply("", changes.painted(self._before, phrase, self._brush))

    def move(self, at: QPointF) -> None:
        box = self._mouse.layout.word_at(at, REACH)
        if box is not None:
            self._start = self._start or (box.part, box.at)
            self._paint((box.part, box.at))

    def finish(self, at: QPointF) -> None:
        self._mouse.document.end_stroke()

    def cancel(self) -> None:
        self._mouse.document.cancel_stroke()


class Blank:
    """The Blank tool: a click between words puts one in, on a blank takes it out; dragging to the right makes it wider.

    One undo step."""

    def __init__(self, mouse: SentenceGestures, at: QPointF) -> None:
        self._mouse, self._from, self._before = mouse, at, mouse.document.project
        box = mouse.layout.word_at(at, 0)
        words = changes.words_of(self._before, box.part) if box else ()
        self._takes = box is not None and words[box.at] == BLANK_WORD
        self._place: Place = (box.part, box.at) if box is not None and self._takes else mouse.layout.gap_at(at)
        mouse.document.begin_stroke(tr("Blank"))
        self._put(0 if self._takes else 1)

    def _put(self, number: int) -> None:
        begun = changes.without(self._before, [self._place]) if self._takes else self._before
        self._mouse.document.apply("", changes.with_blanks(begun, self._place, number) if number else begun)

    def move(self, at: QPointF) -> None:
        way = at.x() - self._from.x()
        if abs(way) > BLANK_STEP / 2 or not self._takes:
            self._put(max(0, 1 + round(way / BLANK_STEP)))

    def finish(self, at: QPointF) -> None:
        self._mouse.document.end_stroke()
        self._mouse.cursor.go(*self._place)

    def cancel(self) -> None:
        self._mouse.document.cancel_stroke()
