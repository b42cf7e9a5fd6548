"""The piano roll as one widget: it makes its parts, hands them Qt's events and passes their signals on.

What the page and the window may ask of it is here; how it is done is in the parts."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QSizePolicy, QToolTip, QWidget

from app.document.document import Document, Preview
from app.roll.access import RollItems
from app.roll.badges import Badges
from app.roll.describe import cursor_words
from app.roll.editing.commands import RollCommands
from app.roll.editing.gestures import RollGesture
from app.roll.editing.hits import HitTest
from app.roll.editing.keys import RollKeys
from app.roll.editing.mouse import RollMouse
from app.roll.editing.parts import RollParts
from app.roll.frame import RollFrame
from app.roll.options import RollOptions, Tool
from app.roll.painting.outside import OutsideMarks
from app.roll.painting.overlay import RollOverlay
from app.roll.painting.picture import RollPicture
from app.roll.scale import Scale
from app.roll.scrolling import RollScroller
from app.roll.shown import ShownPage
from app.widgets.follow import Follow
from app.widgets.list_face import ListFace, announce, read_as
from app.widgets.theme import look
from app.words import tr
from engine.canvas.mask import Brush


class RollView(QAbstractScrollArea):
    """Place it in a window, set `tool`, `voice`, `playhead`; connect its signals."""

    status = Signal(str)  # one line about what is under the mouse or the cursor, or about what just happened
    sounded = Signal(int, int)  # MIDI pitch, voice: a note to play
    located = Signal(int)  # step
    loop_changed = Signal(object)  # (start, stop) in steps, or None
    note_clicked = Signal(int, int)  # voice, onset step
    tool_changed = Signal(object)
    voice_changed = Signal(int)
    menu_wanted = Signal(QPoint)  # global position of a right click
    view_changed = Signal()  # scale or scroll position

    def __init__(self, document: Document, preview: Preview, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self.preview = document, preview
        self.options = RollOptions(self)
        self.shown = ShownPage(document, preview, self)
        self.scroller = RollScroller(self, self.shown)
        self.hits = HitTest(self.shown, self.scroller)
        self.commands = RollCommands(document, self.options, self.scroller)
        self.frame = RollFrame(self, document, self.shown, self.scroller, self.options)
        self.picture = RollPicture(self, self.shown, self.scroller, self.options)
        parts = RollParts(document, self.shown, self.scroller, self.options, self.commands, self.hits)
        self.mouse = RollMouse(self, parts, self.frame.keyboard)
        self.overlay = RollOverlay(self, self.shown, self.scroller, self.options, self.mouse, self.frame.ruler)
        self.keys = RollKeys(parts, self.escape)
        self.follow = Follow(self)  # the page turns with the playhead
        self.overlays = self.overlay.extras  # more to paint over the page
        outside = OutsideMarks(self.shown, self.scroller)
        self.overlays.append(outside.paint)
        self.badges: list[Badges] = [outside.badges]  # what of it can be pointed at and pressed
        self.face: ListFace | None = None  # what assistive programs read, made when one asks
        self._fitted = False
        self._build()
        self._connect()

    def _build(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(tr("Piano roll"))
        self.setAccessibleDescription(cursor_words(self.document.project, *self.document.cursor))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._fit_margins()
        self.scroller.update_ranges()
        self.scroller.center_pitch(62)

    def _connect(self) -> None:
        for part in (self.options, self.commands):
            part.status.connect(self.status)
        self.options.tool_changed.connect(self.tool_changed)
        self.options.snap_changed.connect(self.refresh_overlay)
        self.options.switched.connect(self._fit_margins)
        self.shown.voice_changed.connect(self.voice_changed)
        self.commands.sounded.connect(self.sounded)
        self.mouse.note_clicked.connect(self.note_clicked)
        self.scroller.changed.connect(self.view_changed)
        self.frame.ruler.located.connect(self.located)
        self.frame.lane.status.connect(self.status)
        self.frame.lane.left.connect(self.setFocus)
        self.frame.ruler.loop_changed.connect(self.loop_changed)
        self.frame.ruler.loop_changed.connect(self.refresh_overlay)
        self.frame.keyboard.pressed.connect(lambda pitch: self.sounded.emit(pitch, self.voice))
        self.document.changed.connect(self._document_changed)
        self.document.selection_changed.connect(self.refresh_overlay)
        self.document.cursor_changed.connect(self._cursor_changed)
        look.changed.connect(self.frame.update)

    # What can be set

    @property
    def tool(self) -> Tool:
        """select, draw, erase, or a Brush."""
        return self.options.tool

    @tool.setter
    def tool(self, tool: Tool) -> None:
        self.options.tool = tool

    @property
    def voice(self) -> int:
        """The active voice, 0 (soprano) to 3: that of the keyboard cursor."""
        return self.shown.voice

    @voice.setter
    def voice(self, voice: int) -> None:
        self.document.cursor = (voice, *self.document.cursor[1:])

    @property
    def playhead(self) -> float | None:
        """In steps; None hides it."""
        return self.overlay.playhead

    @playhead.setter
    def playhead(self, step: float | None) -> None:
        self.overlay.playhead = step
        self.frame.show_playhead(step)
        if step is not None and self.gesture is None:
            self.follow.turn(self.scroller.x_of(step))

    @property
    def surprise(self) -> np.ndarray | None:
        """Bits (4, steps) at onsets: the heat-map; None switches it off."""
        return self.picture.surprise

    @surprise.setter
    def surprise(self, bits: np.ndarray | None) -> None:
        self.picture.surprise = bits

    @property
    def on_back(self) -> Callable[[], bool] | None:
        """What Backspace does before it deletes: True if it did something."""
        return self.keys.on_back

    @on_back.setter
    def on_back(self, on_back: Callable[[], bool] | None) -> None:
        self.keys.on_back = on_back

    # What can be asked

    @property
    def gesture(self) -> RollGesture | None:
        """What the mouse is doing, None between gestures."""
        return self.mouse.gesture

    @property
    def scale(self) -> Scale:
        """Steps and pitches to pixels of the page."""
        return self.scroller.scale

    def to_page(self, at: QPointF) -> QPointF:
        """From pixels of the viewport to pixels of the page."""
        return self.scroller.to_page(at)

    def from_page(self, at: QPointF) -> QPointF:
        """From pixels of the page to pixels of the viewport."""
        return self.scroller.from_page(at)

    def sizeHint(self) -> QSize:
        return QSize(900, 560)

    # What can be done

    def cut(self) -> None:
        """Copy and delete the selected notes."""
        self.commands.cut()

    def copy(self) -> None:
        """Copy the selected notes."""
        self.commands.copy()

    def paste(self) -> None:
        """Paste at the cursor."""
        self.commands.paste()

    def delete(self) -> None:
        """Delete the selected notes."""
        self.commands.delete()

    def split(self) -> None:
        """Split the selected notes."""
        self.commands.split()

    def select_all(self) -> None:
        """Select every note."""
        self.commands.select_all()

    def select_none(self) -> None:
        """Select nothing."""
        self.commands.select_none()

    def paint_selection(self, brush: Brush) -> None:
        """Paint the selected notes."""
        self.commands.paint_selection(brush)

    def transpose(self, semitones: int) -> None:
        """Move the selected notes in pitch."""
        self.commands.transpose(semitones)

    def move_to_voice(self, by: int) -> None:
        """Give the selected notes to the next lower (1) or higher (-1) voice."""
        self.commands.move_to_voice(by)

    def escape(self) -> bool:
        """Give up a gesture, else the selection; False if there was neither."""
        return self.mouse.cancel() or self.commands.select_none()

    def set_silent(self, voices: frozenset[int]) -> None:
        """Show voices that are not heard pale."""
        self.options.silent = voices

    def toggle_snap(self) -> None:
        """From beats to sixteenths and back."""
        self.options.toggle_snap()

    def toggle(self, name: str) -> None:
        """Turn note names, chord names or pale voices on or off."""
        self.options.toggle(name)

    def edit_chord(self) -> None:
        """Type the chord of the cursor's beat."""
        if not self.options.chord_lane:
            self.options.toggle("chord_lane")
        self.scroller.reveal(self.document.cursor[1])
        self.frame.lane.edit_at_cursor()

    def paste_chords(self) -> None:
        """Put the clipboard's lines of chords into the bars from the cursor's on."""
        self.frame.lane.paste_lines(self.document.cursor[1], QGuiApplication.clipboard().text())

    def reveal(self, step: int, pitch: int | None = None) -> None:
        """Scroll until a place can be seen."""
        self.scroller.reveal(step, pitch)

    def zoom_in(self) -> None:
        """A notch closer."""
        self.scroller.zoom_by(1)

    def zoom_out(self) -> None:
        """A notch farther."""
        self.scroller.zoom_by(-1)

    def zoom_reset(self) -> None:
        """All of the piece; again for 100 %."""
        self.scroller.zoom_whole()

    def refresh_overlay(self) -> None:
        """Paint what lies over the page again."""
        self.viewport().update()

    # Qt's events

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, origin = QPainter(self.viewport()), self.scroller.origin
        area = QRectF(event.rect()).translated(origin)
        painter.translate(-origin)
        self.picture.paint(painter, area)
        self.overlay.paint(painter, area)
        painter.end()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._fitted:
            self._fitted = True
            self.scroller.show_first()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.frame.place()
        self.scroller.resized(event.oldSize().height())

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.scroller.wheel(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        at = self.to_page(event.position())
        if event.button() == Qt.MouseButton.LeftButton and any(badges.press(at) for badges in self.badges):
            return
        self.mouse.press(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = self.to_page(QPointF(event.pos()))
            words = next((said for badges in self.badges if (said := badges.tip(at))), "")
            QToolTip.showText(event.globalPos(), words, self.viewport())
            return True
        return super().viewportEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.mouse.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.mouse.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.mouse.double_click(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.mouse.leave()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.tool != "draw":  # there the right button erases
            self.menu_wanted.emit(event.globalPos())

    def event(self, event: QEvent) -> bool:
        # Escape is the roll's while it has something of its own to give up, else the window's action gets it
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and event.key() == Qt.Key.Key_Escape
            and (self.gesture is not None or (bool(self.document.selection) and self.preview.before is None))
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.setAccepted(self.keys.press(event))

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.refresh_overlay()
        self.status.emit(cursor_words(self.document.project, *self.document.cursor))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.refresh_overlay()

    # What the document and the options say

    def _fit_margins(self) -> None:
        self.setViewportMargins(*self.frame.margins)
        self.frame.place()

    def _document_changed(self) -> None:
        self.mouse.cancel_if_outdated()
        self.shown.refresh()

    def _cursor_changed(self) -> None:
        announce(self, cursor_words(self.document.project, *self.document.cursor))
        self.refresh_overlay()


read_as(RollView, RollItems)
