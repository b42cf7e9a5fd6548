"""The sentence canvas as a widget: passes mouse, keys and focus to its parts and reports to the page.

What a press does is in gestures, keys in keys, commands in commands, typing in typing_tool, paint in painting."""

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDrag,
    QDragEnterEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QSizePolicy, QToolButton, QWidget

from app.document.document import Document, Place
from app.document.preview import Preview
from app.sentence.commands import SentenceCommands
from app.sentence.cursor import WordCursor
from app.sentence.describe import DraftItems, selected_words
from app.sentence.editor import SentenceEditor
from app.sentence.gestures import SentenceGestures, WordGesture
from app.sentence.keys import SentenceKeys
from app.sentence.painting.measure import LEFT, forget_fonts
from app.sentence.painting.picture import SentencePicture
from app.sentence.shown import ShownDraft
from app.sentence.tools import SentenceTools, Tool
from app.sentence.typing_tool import TypingTool
from app.widgets.icons import icon
from app.widgets.list_face import ListFace, announce, read_as
from app.widgets.theme import look
from app.words import count, tr
from engine.errors import PalimpsestError


class SentenceView(QAbstractScrollArea):
    """Place it in a window, set `tool`; listen to its signals."""

    status = Signal(str)
    tool_changed = Signal(object)
    menu_wanted = Signal(QPoint)  # global position of a right click
    word_asked = Signal(object)  # (sentence, word): what else could go there?
    topic_asked = Signal()  # what should the sentence be about?
    view_changed = Signal()  # laid out again or scrolled: what floats over a word must follow

    def __init__(self, document: Document, preview: Preview, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self.preview = document, preview
        self.shown = ShownDraft(document, preview)
        self.word_cursor = WordCursor(document)
        self.picture = SentencePicture(document, self.shown)
        self.commands = SentenceCommands(document, self.word_cursor, self.shown, self)
        self.gestures = SentenceGestures(document, self.word_cursor, self.shown, self.picture, self)
        self.keys = SentenceKeys(self.word_cursor, self.commands, self.picture, self)
        editor = SentenceEditor(self.viewport(), document, self.shown, self.picture)
        self.typing = TypingTool(document, self.word_cursor, editor, self)
        self.tools = SentenceTools(self, document, self.word_cursor, self.typing)
        self.face: ListFace | None = None  # what screen readers see, kept alive
        self.asking = False  # whether a question about the cursor's word is open
        self._add = QToolButton(self.viewport())
        self._offer_commands()
        self._build()
        self._connect()
        self.refresh()

    def _offer_commands(self) -> None:
        """What the page asks of any canvas and of one of words (app.page.canvas_protocol), the parts do."""
        commands, cursor = self.commands, self.word_cursor
        self.cut, self.copy, self.paste, self.copy_all = commands.cut, commands.copy, commands.paste, commands.copy_all
        self.delete, self.split, self.join = commands.delete, commands.split, commands.join
        self.add_sentence, self.remove_sentence = commands.add_sentence, commands.remove_sentence
        self.insert_blank = commands.insert_blank
        self.widen_blank, self.narrow_blank = commands.widen_blank, commands.narrow_blank
        self.paint_selection, self.paint_sentence = commands.paint_selection, commands.paint_sentence
        self.paint_unstressed, self.invert, self.cycle = commands.paint_unstressed, commands.invert, commands.cycle
        self.select_all, self.select_none = cursor.select_all, cursor.select_none
        self.unknown_in = self.shown.unknown_in

    def _build(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAcceptDrops(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr("Sentences"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._add.setText(tr("Add sentence"))
        self._add.setIcon(icon("add"))
        self._add.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._add.setCursor(Qt.CursorShape.ArrowCursor)

    def _connect(self) -> None:
        self._add.clicked.connect(self._append)
        for part in (self.commands, self.keys, self.gestures, self.typing):
            part.status.connect(self.status)
        self.tools.changed.connect(self.tool_changed)
        self.commands.sentence_added.connect(self.tools.start_typing)
        self.keys.typing_wanted.connect(self.tools.start_typing)
        self.gestures.typing_wanted.connect(self.typing.type_before)
        self.typing.editor.closed.connect(self.refresh)
        self.gestures.word_clicked.connect(self._word_clicked)
        self.gestures.drag_wanted.connect(lambda: self.drag_out())
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.document.changed.connect(self._document_changed)
        self.document.selection_changed.connect(self._selection_changed)
        self.document.cursor_changed.connect(self._cursor_changed)
        self.preview.changed.connect(self._preview_changed)
        look.changed.connect(self._restyle)

    @property
    def tool(self) -> Tool:
        """select, type, blank, or a Brush."""
        return self.tools.current

    @tool.setter
    def tool(self, tool: Tool) -> None:
        self.tools.choose(tool)

    @property
    def gesture(self) -> WordGesture | None:
        """What the mouse is doing, None between gestures."""
        return self.gestures.current

    # What changed

    def refresh(self) -> None:
        """Lay out and paint again."""
        self.picture.lay_out(self.viewport().width())
        bar, room = self.verticalScrollBar(), max(0, round(self.picture.layout.height) - self.viewport().height())
        bar.setRange(0, room)
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(30)
        self._follow_layout()

    def _follow_layout(self) -> None:
        blocks = self.picture.layout.blocks
        foot = blocks[-1].bottom() if blocks else 0.0
        self._add.adjustSize()
        self._add.move(round(LEFT) - 10, round(foot) + 14 - self.picture.scrolled)
        if self.typing.active:
            self.typing.editor.fit()
        self.viewport().update()
        self.view_changed.emit()

    def _scrolled(self, value: int) -> None:
        self.picture.scrolled = value
        self._follow_layout()

    def _restyle(self) -> None:
        forget_fonts()
        self.refresh()

    def _document_changed(self) -> None:
        self.refresh()
        if self.typing.active:
            self.typing.editor.load()
        elif self.typing.editor.hasFocus():
            self.setFocus()

    def _selection_changed(self) -> None:
        self.refresh()
        if len(self.document.selection) > 1:
            self.status.emit(tr("{words} selected", words=count(selected_words(self.document), "word", "words")))

    def _cursor_changed(self) -> None:
        place = self.word_cursor.place
        announce(self, self.shown.describe(place))
        if self.hasFocus():
            self.status.emit(self.shown.describe(place))
        self.reveal(*place)
        self.viewport().update()

    def _preview_changed(self) -> None:
        if self.preview.running:
            self.typing.close()
            if not self.preview.step:  # it has just begun: look where it is written
                self.document.part = self.preview.part
            if self.preview.cells:
                self.viewport().update()
                return
        self.refresh()

    def _append(self) -> None:
        self.document.part = len(self.document.project.masks) - 1
        self.commands.add_sentence()

    def reveal(self, part: int, at: int) -> None:
        """Scroll so that a word can be seen."""
        self.verticalScrollBar().setValue(self.picture.scrolled_to(part, at, self.viewport().height()))

    def to_page(self, at: QPointF) -> QPointF:
        """From the viewport to the page."""
        return self.picture.to_page(at)

    # Asking

    def _word_clicked(self, place: Place) -> None:
        if self.shown.vocabulary is not None:
            self.word_asked.emit(place)

    def ask_here(self) -> None:
        """Ask what else could go under the cursor."""
        part, at = self.word_cursor.place
        if at < self.word_cursor.words_in(part):
            self.word_asked.emit((part, at))

    def ask_topic(self) -> None:
        """Ask what the sentence should be about."""
        self.topic_asked.emit()

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self.gesture is not None:
            return
        if self.tool != "type":
            self.setFocus(Qt.FocusReason.MouseFocusReason)
        try:
            self.gestures.begin(self.tool, self.to_page(event.position()), event.modifiers())
        except PalimpsestError as error:
            self.status.emit(str(error))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.gestures.move(self.to_page(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.gestures.finish(self.to_page(event.position()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.tool == "select" and event.button() == Qt.MouseButton.LeftButton:
            self.tools.take("type")
        self.mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        box = self.picture.layout.word_at(self.to_page(QPointF(event.pos())))
        if box is not None and (box.part, box.at) not in self.document.selection:
            self.word_cursor.go(box.part, box.at, select=True)
        self.menu_wanted.emit(event.globalPos())

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            (self.zoom_in if event.angleDelta().y() > 0 else self.zoom_out)()
            event.accept()
        else:
            super().wheelEvent(event)

    def drag_out(self) -> None:
        """Carry the selected words until they are dropped."""
        drag = QDrag(self)
        drag.setMimeData(self.commands.mime())
        drag.exec()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasText() and not event.mimeData().hasUrls() and event.source() is not self:
            event.acceptProposedAction()
        else:
            event.ignore()  # files are the window's

    def dragMoveEvent(self, event: QDragEnterEvent) -> None:  # type: ignore[override]
        event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.word_cursor.select_none()
        self.word_cursor.go(*self.picture.layout.gap_at(self.to_page(event.position())))
        self.commands.put_text(event.mimeData().text())
        event.acceptProposedAction()

    # Keys, focus, size

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.gesture is not None or self.keys.press(event, self.tool == "type"):
            event.accept()
        else:
            event.ignore()

    def escape(self) -> None:
        """Give up a gesture, else the selection."""
        if self.gesture is not None:
            self.gestures.cancel()
        else:
            self.word_cursor.select_none()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._claims(event):
            event.accept()
            return True
        return super().event(event)

    def _claims(self, event: QKeyEvent) -> bool:
        """Whether a key belongs to the canvas rather than to an action of the window."""
        if self.gesture is not None and event.key() != Qt.Key.Key_Escape:
            return True  # while the mouse holds something only Esc may come between
        # a key that types belongs to the page while the Type tool is active, except for the tools' own digits
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)
        return self.tool == "type" and plain and event.text().isalpha()

    def paintEvent(self, event: QPaintEvent) -> None:
        cursor = self.word_cursor.place if self.hasFocus() or self.asking else None
        painter, size = QPainter(self.viewport()), self.viewport().size()
        self.picture.paint(painter, QRectF(event.rect()), size, self.typing.active, cursor)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.viewport().update()
        self.status.emit(self.shown.describe(self.word_cursor.place))

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
        """The size at first."""
        self.picture.zoom = 1.0
        self.refresh()

    def _zoom(self, by: int) -> None:
        self.picture.zoom_by(by)
        self.refresh()


read_as(SentenceView, DraftItems)
