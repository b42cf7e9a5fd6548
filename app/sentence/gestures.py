"""What the mouse does between press and release on a sentence: choose a phrase, paint it, drag it out, put in or
take out blanks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QApplication

from app.sentence import changes
from app.words import tr
from engine.canvas.mask import Brush
from engine.canvas.text import BLANK_WORD

if TYPE_CHECKING:
    from app.document.document import Place
    from app.sentence.view import SentenceView

BLANK_STEP = 56.0  # pixels the mouse goes for one blank more


class Gesture(Protocol):
    """From a press to a release."""

    def move(self, at: QPointF) -> None:
        """The mouse moved."""

    def finish(self, at: QPointF) -> None:
        """The button was released."""

    def cancel(self) -> None:
        """Take it back."""


class Choose:
    """Select tool: a click selects a word and asks about it, a drag selects a phrase; a selected phrase can be
    dragged out."""

    def __init__(self, view: SentenceView, at: QPointF, extend: bool) -> None:
        self._view, self._from, self._moved = view, at, False
        box = view.layout_.word_at(at)
        self._start: Place | None = (box.part, box.at) if box else None
        self._carries = self._start in view.document.selection and not extend
        self._before = view.document.selection
        if extend and self._start is not None:
            view.select_between(view.place, self._start)
        elif not self._carries:
            part, place = self._start or (view.layout_.part_at(at), view.layout_.gap_at(at)[1])
            view.go(part, place, select=self._start is not None)
            if self._start is None:
                view.select_none()
        self._extends = extend

    def move(self, at: QPointF) -> None:
        if (at - self._from).manhattanLength() < QApplication.startDragDistance():
            return
        self._moved = True
        if self._carries:
            self._view.gesture = None
            self._view.drag_out()
            return
        box = self._view.layout_.word_at(at, 14)
        if box is not None and self._start is not None:
            self._view.select_between(self._start, (box.part, box.at))

    def finish(self, at: QPointF) -> None:
        if self._moved or self._extends or self._start is None:
            return
        self._view.go(*self._start, select=True)
        self._view.ask_about(self._start)

    def cancel(self) -> None:
        self._view.document.selection = self._before


class Paint:
    """A brush: a click paints a word (one painted so already goes on to the next brush), a drag paints a phrase; one
    undo step."""

    def __init__(self, view: SentenceView, at: QPointF, brush: Brush) -> None:
        self._view, self._brush, self._last = view, brush, None
        self._start: Place | None = None
        self._before = view.document.project
        view.document.begin_stroke(tr("{brush}: words", brush=tr(brush.name.capitalize())))
        box = view.layout_.word_at(at)
        if box is not None:
            self._start = (box.part, box.at)
            view.go(*self._start)
            now = changes.brush_at(view.document.project, self._start)
            if now is brush:
                self._brush = changes.CYCLE[(changes.CYCLE.index(now) + 1) % len(changes.CYCLE)]
            self._paint(self._start)
        else:
            view.go(view.layout_.part_at(at), view.layout_.gap_at(at)[1])

    def _paint(self, to: Place) -> None:
        view = self._view
        if to != self._start and self._start is not None:
            self._brush = (
                view.tool if isinstance(view.tool, Brush) else self._brush
            )  # a phrase is painted with what is in the hand
        view.document.apply("", changes.painted(self._before, view.between(self._start or to, to), self._brush))

    def move(self, at: QPointF) -> None:
        box = self._view.layout_.word_at(at, 14)
        if box is not None:
            self._start = self._start or (box.part, box.at)
            self._paint((box.part, box.at))

    def finish(self, at: QPointF) -> None:
        self._view.document.end_stroke()

    def cancel(self) -> None:
        self._view.document.cancel_stroke()


class Blank:
    """The Blank tool: a click between words puts one in, on a blank takes it out; dragging to the right makes it wider.

    One undo step."""

    def __init__(self, view: SentenceView, at: QPointF) -> None:
        self._view, self._from, self._before = view, at, view.document.project
        box = view.layout_.word_at(at, 0)
        words = changes.words_of(self._before, box.part) if box else ()
        self._takes = box is not None and words[box.at] == BLANK_WORD
        self._place: Place = (box.part, box.at) if box is not None and self._takes else view.layout_.gap_at(at)
        view.document.begin_stroke(tr("Blank"))
        self._put(0 if self._takes else 1)

    def _put(self, number: int) -> None:
        begun = changes.without(self._before, [self._place]) if self._takes else self._before
        self._view.document.apply("", changes.with_blanks(begun, self._place, number) if number else begun)

    def move(self, at: QPointF) -> None:
        way = at.x() - self._from.x()
        if abs(way) > BLANK_STEP / 2 or not self._takes:
            self._put(max(0, 1 + round(way / BLANK_STEP)))

    def finish(self, at: QPointF) -> None:
        self._view.document.end_stroke()
        self._view.go(*self._place)

    def cancel(self) -> None:
        self._view.document.cancel_stroke()


def begin(view: SentenceView, at: QPointF, modifiers: Qt.KeyboardModifier) -> Gesture | None:
    """What a press begins with the tool in the hand."""
    if isinstance(view.tool, Brush):
        return Paint(view, at, view.tool)
    if view.tool == "blank":
        return Blank(view, at)
    if view.tool == "type":
        view.type_at(at)
        return None
    return Choose(view, at, bool(modifiers & Qt.KeyboardModifier.ShiftModifier))
