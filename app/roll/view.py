"""The piano roll as a widget: mouse, keys, and what it tells the window.

What a press does stands in gestures, what keys do in keys, the picture in canvas."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from app.document.document import Document, Preview
from app.roll import gestures, keys
from app.roll.access import RollFace
from app.roll.describe import cursor_words, note_words, place_words
from app.roll.painting.notes import Drawn
from app.roll.scrolling import RollScroller
from app.widgets.list_face import announce, read_as
from app.widgets.theme import look
from app.words import count, tr
from engine.canvas.mask import Brush
from engine.canvas.music import Note
from engine.theory.spelling import pitch_name

Tool = str | Brush
HANDS = {
    "body": Qt.CursorShape.OpenHandCursor,
    "left": Qt.CursorShape.SizeHorCursor,
    "right": Qt.CursorShape.SizeHorCursor,
}


class RollView(RollScroller):
    """Place it in a window, set `tool`, `voice`, `snap`, `playhead`; listen to its signals."""

    located = Signal(int)  # step
    loop_changed = Signal(object)  # (start, stop) in steps, or None
    note_clicked = Signal(int, int)  # voice, onset step
    tool_changed = Signal(object)
    voice_changed = Signal(int)
    menu_wanted = Signal(QPoint)  # global position of a right click

    def __init__(self, document: Document, preview: Preview, parent: QWidget | None = None) -> None:
        super().__init__(document, preview, parent)
        self.on_back: Callable[[], bool] | None = (
            None  # what Backspace means before it deletes: True if it did something
        )
        self.face: RollFace | None = None  # what assistive programs read, made when one asks
        self._tool: Tool = "select"
        self._voice = self.voice
        self._pan: QPointF | None = None
        self._mouse = QPointF()
        self._said = ""
        self._creep = QTimer(self)
        self._creep.setInterval(30)
        self._creep.timeout.connect(self._scroll_along)
        self._build()

    def _build(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(tr("Piano roll"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.ruler.located.connect(self.located)
        self.ruler.loop_changed.connect(self._loop_moved)
        self.keyboard.pressed.connect(self._key_pressed)
        self.horizontalScrollBar().valueChanged.connect(self._scrolled)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.document.changed.connect(self._document_changed)
        self.document.selection_changed.connect(self._selection_changed)
        self.document.cursor_changed.connect(self._cursor_changed)
        self.preview.changed.connect(self.preview_changed)
        look.changed.connect(self.repaint_all)
        self.chords = True
        self.update_ranges()
        self.center_pitch(62)
        self.setAccessibleDescription(cursor_words(self.document.project, *self.document.cursor))

    @property
    def tool(self) -> Tool:
        """select, draw, erase, or a Brush."""
        return self._tool

    @tool.setter
    def tool(self, tool: Tool) -> None:
        if tool != self._tool:
            self._tool = tool
            self._set_hand(None)
            self.tool_changed.emit(tool)

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pan = event.position()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif self.gesture is None:
            self.gesture = gestures.begin(self, self.to_page(event.position()), event.button(), event.modifiers())
            if self.gesture is not None:
                self._creep.start()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._mouse = event.position()
        if self._pan is not None:
            way = event.position() - self._pan
            self._pan = event.position()
            self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - round(way.x()))
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() - round(way.y()))
        elif self.gesture is not None:
            self.gesture.move(self.to_page(event.position()), event.modifiers())
        else:
            self._hover(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pan is not None and event.button() == Qt.MouseButton.MiddleButton:
            self._pan = None
            self._set_hand(None)
        elif self.gesture is not None:
            gesture, self.gesture = self.gesture, None
            self._creep.stop()
            gesture.finish(self.to_page(event.position()), event.modifiers())
            self.refresh_overlay()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        at = self.to_page(event.position())
        if event.button() == Qt.MouseButton.LeftButton and self.tool == "select" and self.hit(at) is None:
            self.gesture = gestures.DrawNote(self, at)
        else:
            self.mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.tool != "draw":  # there the right button erases
            self.menu_wanted.emit(event.globalPos())

    def leaveEvent(self, event: QEvent) -> None:
        if self.gesture is None:
            self.keyboard.light(frozenset())

    def _hover(self, at: QPointF) -> None:
        """Show what a press would take, and say what lies under the mouse."""
        page = self.to_page(at)
        hit = self.hit(page, voice=self.voice if self.tool == "draw" else None)
        self._set_hand(hit)
        pitch, step = self.scale.pitch_at(page.y()), int(max(0, self.scale.step_at(page.x())))
        self.keyboard.light(frozenset({pitch}))
        if hit is not None:
            words = note_words(self.document.project, hit[0].voice, Note(hit[0].start, hit[0].length, hit[0].pitch))
        else:
            words = f"{place_words(self.page.piece, step)}, {pitch_name(pitch, self.page.piece.key)}"
        if words != self._said and monotonic() >= self.quiet_until:
            self._said = words
            self.status.emit(words)

    def _set_hand(self, hit: tuple[Drawn, str] | None) -> None:
        shape = Qt.CursorShape.ArrowCursor
        if isinstance(self.tool, Brush) or self.tool == "erase":
            shape = Qt.CursorShape.PointingHandCursor if hit else Qt.CursorShape.CrossCursor
        elif hit is not None:
            shape = HANDS[hit[1]]
        elif self.tool == "draw":
            shape = Qt.CursorShape.CrossCursor
        if self.viewport().cursor().shape() != shape:
            self.viewport().setCursor(shape)

    def _scroll_along(self) -> None:
        """While a gesture reaches over the edge the page comes along."""
        at = self._mouse
        inside = QRect(QPoint(0, 0), self.viewport().size())
        if self.gesture is None or not self.gesture.moved or inside.contains(at.toPoint()):
            return
        for bar, place, room in (
            (self.horizontalScrollBar(), at.x(), inside.width()),
            (self.verticalScrollBar(), at.y(), inside.height()),
        ):
            over = min(0.0, place) + max(0.0, place - room)
            bar.setValue(bar.value() + round(max(-40.0, min(40.0, over / 2))))
        self.gesture.move(self.to_page(at), Qt.KeyboardModifier.NoModifier)

    # Keys, focus and what the document tells

    def event(self, event: QEvent) -> bool:
        # Escape belongs to the roll first while there is something of its own to give up; else the window's action gets
        # it
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and event.key() == Qt.Key.Key_Escape
            and self._may_escape()
        ):
            event.accept()
            return True
        return super().event(event)

    def _may_escape(self) -> bool:
        return self.gesture is not None or (bool(self.document.selection) and self.preview.before is None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if keys.handle(self, event):
            event.accept()
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.refresh_overlay()
        self.status.emit(cursor_words(self.document.project, *self.document.cursor))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.refresh_overlay()

    def _document_changed(self) -> None:
        if self.gesture is not None and not self.gesture.holds(self.document.project):
            self.escape()  # the page changed under the hand: what the gesture began from is gone
        self.refresh()

    def _selection_changed(self) -> None:
        self.refresh_overlay()
        if len(self.document.selection) > 1:
            self.status.emit(tr("{notes} selected", notes=count(len(self.document.selection), "note", "notes")))

    def _cursor_changed(self) -> None:
        announce(self, cursor_words(self.document.project, *self.document.cursor))
        if self.voice != self._voice:
            self._voice = self.voice
            self.repaint_all()
            self.voice_changed.emit(self.voice)
        self.refresh_overlay()

    def _key_pressed(self, pitch: int) -> None:
        self.sounded.emit(pitch, self.voice)

    def _loop_moved(self, loop: object) -> None:
        self.refresh_overlay()
        self.loop_changed.emit(loop)


read_as(RollView, RollFace)
