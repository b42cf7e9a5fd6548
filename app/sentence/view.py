"""The sentence canvas as a widget: mouse, keys, typing, and what it tells the window.

What a press does stands in gestures, keys in keys, paint in canvas."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolButton, QWidget

from app.document.document import Document, Place, Preview
from app.sentence import changes, gestures, keys
from app.sentence.access import DraftFace
from app.sentence.canvas import ZOOMS
from app.sentence.describe import word_words
from app.sentence.editor import SentenceEditor
from app.sentence.painting.measure import LEFT, forget_fonts
from app.sentence.typist import SentenceTypist
from app.widgets.icons import icon
from app.widgets.list_face import announce, read_as
from app.widgets.theme import look
from app.words import count, tr
from engine.canvas.mask import Brush
from engine.errors import Trouble

Tool = str | Brush
HANDS = {"type": Qt.CursorShape.IBeamCursor, "blank": Qt.CursorShape.CrossCursor}


class SentenceView(SentenceTypist):
    """Place it in a window, set `tool`; listen to its signals."""

    status = Signal(str)
    tool_changed = Signal(object)
    menu_wanted = Signal(QPoint)  # global position of a right click
    asked = Signal(object)  # (sentence, word): what else could stand there?
    topic_wanted = Signal()  # what shall the sentence be about?
    moved = Signal()  # the layout is another: what floats over it must follow

    def __init__(self, document: Document, preview: Preview, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self.preview = document, preview
        self.gesture: gestures.Gesture | None = None
        self.anchor: Place | None = None
        self.voice = 0
        self.overlays = []
        self.face: DraftFace | None = None
        self._tool: Tool = "select"
        self._said = ""
        self.editor = SentenceEditor(self)
        self._add = QToolButton(self.viewport())
        self._build()

    def _build(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAcceptDrops(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr("Sentences"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._add.setText(tr("Add a sentence"))
        self._add.setIcon(icon("add"))
        self._add.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._add.setCursor(Qt.CursorShape.ArrowCursor)
        self._add.clicked.connect(self._append)
        self.relay()
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.document.changed.connect(self._document_changed)
        self.document.selection_changed.connect(self._selection_changed)
        self.document.cursor_changed.connect(self._cursor_changed)
        self.preview.changed.connect(self._preview_changed)
        look.changed.connect(self._restyle)
        self.refresh()

    @property
    def tool(self) -> Tool:
        """select, type, blank, or a Brush."""
        return self._tool

    @tool.setter
    def tool(self, tool: Tool) -> None:
        if tool == "type" and not self.editor.isVisible() and self.hasFocus():
            self._set_tool(tool)
            self.start_typing()
            return
        self._set_tool(tool)

    def _set_tool(self, tool: Tool) -> None:
        if tool != self._tool:
            self._tool = tool
            if tool != "type":
                self.editor.close_typing()
            self.viewport().setCursor(
                Qt.CursorShape.PointingHandCursor
                if isinstance(tool, Brush)
                else HANDS.get(tool, Qt.CursorShape.ArrowCursor)
            )
            self.tool_changed.emit(tool)

    # What changed

    def refresh(self) -> None:
        """Lay out and paint again."""
        self.relay()
        room = max(0, round(self.layout_.height) - self.viewport().height())
        self.verticalScrollBar().setRange(0, room)
        self.verticalScrollBar().setPageStep(self.viewport().height())
        self.verticalScrollBar().setSingleStep(30)
        self._place_parts()
        self.viewport().update()
        self.moved.emit()

    def _place_parts(self) -> None:
        foot = self.layout_.blocks[-1].bottom() if self.layout_.blocks else 0.0
        self._add.adjustSize()
        self._add.move(round(LEFT) - 10, round(foot) + 14 - self.verticalScrollBar().value())
        if self.editor.isVisible():
            self.editor.fit()

    def _scrolled(self, _value: int) -> None:
        self._place_parts()
        self.viewport().update()
        self.moved.emit()

    def _restyle(self) -> None:
        forget_fonts()
        self.refresh()

    def _document_changed(self) -> None:
        self.refresh()
        if self.editor.isVisible():
            self.editor.load()
        elif self.editor.hasFocus():
            self.setFocus()

    def _selection_changed(self) -> None:
        self.refresh()
        if len(self.document.selection) > 1:
            self.status.emit(tr("{words} selected", words=count(len(self.document.selection), "word", "words")))

    def _cursor_changed(self) -> None:
        announce(self, self.cursor_words())
        if self.hasFocus():
            self.status.emit(self.cursor_words())
        self.reveal(*self.place)
        self.viewport().update()

    def _preview_changed(self) -> None:
        if self.preview.running:
            self.editor.close_typing()
            if not self.preview.step:  # it has just begun: look where it is written
                self.document.part = self.preview.part
            if self.preview.cells:
                self.viewport().update()
                return
        self.refresh()

    def cursor_words(self) -> str:
        """What stands under the cursor, in words."""
        part, at = self.place
        words = changes.words_of(self.shown_project(), part) if part < len(self.shown_project().masks) else ()
        shown = words[at] if at < len(words) else None
        return word_words(self.document.project, part, at, shown is not None and self.unknown(shown), shown)

    def reveal(self, part: int, at: int) -> None:
        """Scroll so that a word can be seen."""
        box = self.layout_.box(part, at) or self.layout_.box(part, at - 1)
        if box is not None:
            bar, room = self.verticalScrollBar(), self.viewport().height()
            bar.setValue(max(min(bar.value(), round(box.rect.top()) - 30), round(box.rect.bottom()) + 30 - room))

    def _append(self) -> None:
        self.document.part = len(self.document.project.masks) - 1
        self.add_sentence()

    # Asking

    def ask_about(self, place: Place) -> None:
        """A person wants to know what else could stand at a word."""
        if self.questions is not None and self.questions.vocabulary is not None:
            self.asked.emit(place)

    def ask_here(self) -> None:
        """The same for the word under the cursor."""
        part, at = self.place
        if at < len(changes.words_of(self.document.project, part)):
            self.asked.emit((part, at))

    def ask_topic(self) -> None:
        """A person wants the sentence to be about something."""
        self.topic_wanted.emit()

    # Mouse

    def to_page(self, at: QPointF) -> QPointF:
        """From the viewport to the page."""
        return at + QPointF(0, self.verticalScrollBar().value())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self.gesture is not None:
            return
        if self.tool != "type":
            self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.anchor = None
        try:
            self.gesture = gestures.begin(self, self.to_page(event.position()), event.modifiers())
        except Trouble as trouble:
            self.status.emit(str(trouble))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = self.to_page(event.position())
        if self.gesture is not None:
            self.gesture.move(at)
            return
        box = self.layout_.word_at(at)
        words = (
            word_words(self.document.project, box.part, box.at, self.unknown(self._word(box.part, box.at)))
            if box
            else ""
        )
        if box is not None and words != self._said and box.at < len(changes.words_of(self.document.project, box.part)):
            self._said = words
            self.status.emit(words)

    def _word(self, part: int, at: int) -> str:
        words = changes.words_of(self.shown_project(), part)
        return words[at] if at < len(words) else ""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.gesture is not None and event.button() == Qt.MouseButton.LeftButton:
            gesture, self.gesture = self.gesture, None
            gesture.finish(self.to_page(event.position()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.tool == "select" and event.button() == Qt.MouseButton.LeftButton:
            self._set_tool("type")
            self.type_at(self.to_page(event.position()))
        else:
            self.mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        box = self.layout_.word_at(self.to_page(QPointF(event.pos())))
        if box is not None and (box.part, box.at) not in self.document.selection:
            self.go(box.part, box.at, select=True)
        self.menu_wanted.emit(event.globalPos())

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            (self.zoom_in if event.angleDelta().y() > 0 else self.zoom_out)()
            event.accept()
        else:
            super().wheelEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasText() and not event.mimeData().hasUrls() and event.source() is not self:
            event.acceptProposedAction()
        else:
            event.ignore()  # files are the window's

    def dragMoveEvent(self, event: QDragEnterEvent) -> None:  # type: ignore[override]
        event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.select_none()
        self.go(*self.layout_.gap_at(self.to_page(event.position())))
        self.put_text(event.mimeData().text())
        event.acceptProposedAction()

    # Keys, focus, size

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.gesture is not None or keys.handle(self, event):
            event.accept()
        else:
            event.ignore()

    def escape(self) -> None:
        """Give up a gesture, else the selection."""
        if self.gesture is not None:
            self.gesture.cancel()
            self.gesture = None
        else:
            self.select_none()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.viewport().update()
        self.status.emit(self.cursor_words())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.refresh()

    def zoom_in(self) -> None:
        """Larger."""
        self._zoom(1)

    def zoom_out(self) -> None:
        """Smaller."""
        self._zoom(-1)

    def zoom_reset(self) -> None:
        """The first look."""
        self.zoom = 1.0
        self.refresh()

    def _zoom(self, by: int) -> None:
        place = min(range(len(ZOOMS)), key=lambda i: abs(ZOOMS[i] - self.zoom)) + by
        self.zoom = ZOOMS[max(0, min(place, len(ZOOMS) - 1))]
        self.refresh()

    def event(self, event: QEvent) -> bool:
        # while the mouse holds something only Esc may come between
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self.gesture is not None
            and event.key() != Qt.Key.Key_Escape
        ):
            event.accept()
            return True
        # a key that types belongs to the page while the Type tool is in the hand, but for the tools' own digits
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self.tool == "type":
            plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)
            if plain and event.text().isalpha():
                event.accept()
                return True
        return super().event(event)


read_as(SentenceView, DraftFace)
