"""The mouse on the roll: which gesture a press begins, panning, what the mouse is over, and scrolling when a gesture
passes the edge. What a gesture does is in gestures."""

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractScrollArea

from app.roll.describe import note_words, place_words
from app.roll.editing.gestures import (
    DrawNote,
    EraseNotes,
    Modifiers,
    MoveNotes,
    PaintNotes,
    PaintRectangle,
    RollGesture,
    RubberBand,
    StretchNotes,
)
from app.roll.editing.hits import Hit
from app.roll.editing.parts import RollParts
from app.roll.keyboard import Keyboard
from engine.canvas.mask import Brush
from engine.canvas.music import Note
from engine.theory.spelling import pitch_name

POINTERS = {
    "body": Qt.CursorShape.OpenHandCursor,
    "left": Qt.CursorShape.SizeHorCursor,
    "right": Qt.CursorShape.SizeHorCursor,
}
EDGE_SCROLL_MS = 30  # between two moves of the page under a gesture that reaches over the edge


class RollMouse(QObject):
    """What the mouse is doing on the viewport of a scroll area."""

    note_clicked = Signal(int, int)  # voice, onset step

    def __init__(self, area: QAbstractScrollArea, parts: RollParts, keyboard: Keyboard) -> None:
        super().__init__(area)
        self._area, self._parts, self._keyboard = area, parts, keyboard
        self.gesture: RollGesture | None = None
        self._pan: QPointF | None = None  # where the mouse was last while the page is being pushed
        self._position = QPointF()
        self._edge_scroll = QTimer(self, interval=EDGE_SCROLL_MS)
        self._edge_scroll.timeout.connect(self._scroll_along)
        parts.options.tool_changed.connect(lambda _tool: self._set_pointer(None))

    # Press, move, release

    def press(self, event: QMouseEvent) -> None:
        """A button goes down: push the page, or begin a gesture."""
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pan = event.position()
            self._area.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif self.gesture is None:
            at = self._parts.scroller.to_page(event.position())
            self.gesture = self._begin(at, event.button(), event.modifiers())
            if self.gesture is not None:
                self._edge_scroll.start()

    def double_click(self, event: QMouseEvent) -> None:
        """On empty paper with the selection tool: a note; else as a press."""
        at, parts = self._parts.scroller.to_page(event.position()), self._parts
        selecting = event.button() == Qt.MouseButton.LeftButton and parts.options.tool == "select"
        if selecting and parts.hits.note_at(at) is None:
            self.gesture = DrawNote(parts, at)
        else:
            self.press(event)

    def move(self, event: QMouseEvent) -> None:
        """The mouse moves, with or without a button."""
        self._position = event.position()
        if self._pan is not None:
            way = event.position() - self._pan
            self._pan = event.position()
            self._parts.scroller.move_by(-way.x(), -way.y())
        elif self.gesture is not None:
            self._drag(event.position(), event.modifiers())
        else:
            self._hover(event.position())

    def release(self, event: QMouseEvent) -> None:
        """A button comes up."""
        if self._pan is not None and event.button() == Qt.MouseButton.MiddleButton:
            self._pan = None
            self._set_pointer(None)
        elif self.gesture is not None:
            gesture, self.gesture = self.gesture, None
            self._edge_scroll.stop()
            gesture.finish(self._parts.scroller.to_page(event.position()), event.modifiers())
            self._area.viewport().update()

    def leave(self) -> None:
        """The mouse left the viewport."""
        if self.gesture is None:
            self._keyboard.light(frozenset())

    def cancel(self) -> bool:
        """Give up the gesture; False if there is none."""
        if self.gesture is None:
            return False
        self.gesture.cancel()
        self.gesture = None
        self._area.viewport().update()
        return True

    def cancel_if_outdated(self) -> None:
        """Give up the gesture if the page it began from is gone."""
        if self.gesture is not None and not self.gesture.holds(self._parts.document.project):
            self.cancel()

    def _drag(self, at: QPointF, keys: Modifiers) -> None:
        if self.gesture is not None:
            self.gesture.move(self._parts.scroller.to_page(at), keys)
            self._area.viewport().update()

    def _scroll_along(self) -> None:
        """While a gesture reaches over the edge the page comes along."""
        at, inside = self._position, QRect(QPoint(0, 0), self._area.viewport().size())
        if self.gesture is None or not self.gesture.moved or inside.contains(at.toPoint()):
            return
        across, down = (
            max(-40.0, min(40.0, (min(0.0, place) + max(0.0, place - room)) / 2))
            for place, room in ((at.x(), inside.width()), (at.y(), inside.height()))
        )
        self._parts.scroller.move_by(across, down)
        self._drag(at, Qt.KeyboardModifier.NoModifier)

    # Over the page without a button

    def _hover(self, at: QPointF) -> None:
        """Show what a press would take, and say what lies under the mouse."""
        parts, page = self._parts, self._parts.scroller.to_page(at)
        scale, piece = parts.scroller.scale, parts.shown.page.piece
        hit = parts.hits.note_at(page, voice=parts.shown.voice if parts.options.tool == "draw" else None)
        self._set_pointer(hit)
        pitch, step = scale.pitch_at(page.y()), int(max(0, scale.step_at(page.x())))
        self._keyboard.light(frozenset({pitch}))
        if hit is not None:
            note = hit[0]
            words = note_words(parts.document.project, note.voice, Note(note.start, note.length, note.pitch))
        else:
            words = f"{place_words(piece, step)}, {pitch_name(pitch, piece.key)}"
        parts.commands.hint(words)

    def _set_pointer(self, hit: Hit | None) -> None:
        tool, shape = self._parts.options.tool, Qt.CursorShape.ArrowCursor
        if isinstance(tool, Brush) or tool == "erase":
            shape = Qt.CursorShape.PointingHandCursor if hit else Qt.CursorShape.CrossCursor
        elif hit is not None:
            shape = POINTERS[hit[1]]
        elif tool == "draw":
            shape = Qt.CursorShape.CrossCursor
        if self._area.viewport().cursor().shape() != shape:
            self._area.viewport().setCursor(shape)

    # Which gesture

    def _begin(self, at: QPointF, button: Qt.MouseButton, keys: Modifiers) -> RollGesture | None:
        """The gesture that a press begins with the active tool."""
        parts, tool = self._parts, self._parts.options.tool
        if button == Qt.MouseButton.RightButton:
            return EraseNotes(parts, at) if tool == "draw" else None
        if button != Qt.MouseButton.LeftButton:
            return None
        if isinstance(tool, Brush):
            return PaintNotes(parts, at, tool) if parts.hits.note_at(at) else PaintRectangle(parts, at, tool)
        if tool == "erase":
            return EraseNotes(parts, at)
        adding = bool(keys & Modifiers.ShiftModifier)
        hit = parts.hits.note_at(at, voice=parts.shown.voice if tool == "draw" else None)
        if hit is None:
            return DrawNote(parts, at) if tool == "draw" else RubberBand(parts, at, adding)
        return self._take_note(at, hit, adding)

    def _take_note(self, at: QPointF, hit: Hit, adding: bool) -> RollGesture | None:
        """Select the note under the press, then move or stretch."""
        note, zone = hit
        place, document = (note.voice, note.start), self._parts.document
        toggled = adding
        if adding:
            document.selection = document.selection ^ {place}
            if place not in document.selection:
                return None
        elif place not in document.selection:
            document.selection = frozenset({place})
            toggled = True
        document.cursor = (note.voice, note.start, note.pitch)
        self._parts.commands.sounded.emit(note.pitch, note.voice)
        self.note_clicked.emit(note.voice, note.start)
        if zone in ("left", "right"):
            return StretchNotes(self._parts, at, note, zone)
        return MoveNotes(self._parts, at, note, toggled)
