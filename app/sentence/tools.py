"""Which tool is active on a page of words, and how the Type tool starts and stops.

Knows the widget only as something with a pointer and the focus."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QAbstractScrollArea

from app.document.document import Document
from app.sentence.cursor import WordCursor
from app.sentence.typing_tool import TypingTool
from engine.canvas.mask import Brush

Tool = str | Brush  # select, type, blank, or a brush
POINTERS = {"type": Qt.CursorShape.IBeamCursor, "blank": Qt.CursorShape.CrossCursor}


class SentenceTools(QObject):
    """One tool at a time; leaving Type closes the editor."""

    changed = Signal(object)  # a Tool

    def __init__(self, area: QAbstractScrollArea, document: Document, cursor: WordCursor, typing: TypingTool) -> None:
        super().__init__(area)
        self.current: Tool = "select"
        self._area, self._document, self._cursor, self._typing = area, document, cursor, typing
        typing.editor.escaped.connect(self.stop_typing)

    def choose(self, tool: Tool) -> None:
        """Take a tool from the menu or by its key; Type begins at once where the page has the focus."""
        if tool == "type" and not self._typing.active and self._area.hasFocus():
            self.start_typing()
        else:
            self.take(tool)

    def take(self, tool: Tool) -> None:
        """Take a tool into the hand."""
        if tool == self.current:
            return
        self.current = tool
        if tool != "type":
            self._typing.close()
        brush = isinstance(tool, Brush)
        pointer = Qt.CursorShape.PointingHandCursor if brush else POINTERS.get(str(tool), Qt.CursorShape.ArrowCursor)
        self._area.viewport().setCursor(pointer)
        self.changed.emit(tool)

    def start_typing(self, text: str = "") -> None:
        """Take the Type tool and type at the cursor; `text` is what was typed already."""
        self.take("type")
        self._typing.start(text)

    def stop_typing(self) -> None:
        """Back to choosing words."""
        part, at = self._document.part, self._typing.editor.caret_word
        self._typing.close()
        self._area.setFocus()
        self._cursor.go(part, max(0, at - 1))
        self.take("select")
