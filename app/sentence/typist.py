"""What typing does to a draft: the editor opens and closes over a sentence, Enter parts, Backspace joins, several
pasted sentences become several."""

from PySide6.QtCore import QPointF

from app.sentence import changes
from app.sentence.canvas import SentenceCanvas
from app.words import tr
from engine.canvas.mask import Brush


class SentenceTypist(SentenceCanvas):
    """The part of the canvas that types; the editor calls it."""

    def _set_tool(self, tool: str | Brush) -> None:
        """Take a tool into the hand."""
        raise NotImplementedError

    def start_typing(self, text: str = "") -> None:
        """Type at the cursor; `text` is what was typed already."""
        part, at = self.place
        self._set_tool("type")
        self.select_none()
        self.document.part = part
        self.editor.open(at)
        if text:
            self.editor.insertPlainText(text)

    def type_at(self, point: QPointF) -> None:
        """Type where the page was clicked."""
        part, at = self.layout_.gap_at(point)
        self.go(part, at)
        self.editor.open(at)

    def type_in(self, part: int) -> None:
        """Type in another sentence, if there is one."""
        if 0 <= part < len(self.document.project.masks):
            self.go(part, 0)
            self.editor.open(0)

    def stop_typing(self) -> None:
        """Back to choosing words."""
        part, at = self.document.part, self.editor.caret_word
        self.editor.close_typing()
        self.setFocus()
        self.go(part, max(0, at - 1))
        self._set_tool("select")

    def break_sentence(self, at: int) -> None:
        """Enter was typed: what stands after the caret becomes a sentence of its own."""
        part, project = self.document.part, self.document.project
        words = changes.words_of(project, part)
        if not words:
            return
        made = (
            changes.split(project, (part, at))
            if 0 < at < len(words)
            else changes.added(project, part + (1 if at else 0))
        )
        self.document.apply(tr("New sentence"), made)
        self.go(part + 1, 0)
        self.editor.open(0)

    def join_before(self) -> None:
        """Backspace at the beginning: join with the sentence before."""
        part = self.document.part - 1
        at = len(changes.words_of(self.document.project, part))
        self.document.part = part
        self.join_after(at)

    def join_after(self, at: int) -> None:
        """Join with the sentence after, the caret where they meet."""
        part = self.document.part
        self.document.apply(tr("Join the sentences"), changes.joined(self.document.project, part))
        self.go(part, at)
        self.editor.open(at)

    def retype_lines(self, text: str) -> None:
        """Several lines were pasted while typing."""
        part, project = self.document.part, self.document.project
        made, (part, at) = changes.pasted(changes.written(project, part, (), ()), part, 0, text)
        self.document.apply(tr("Paste"), made)
        self.go(part, at)
        self.editor.open(at)

    def paste_sentences(self, at: int, text: str) -> None:
        """Several sentences were pasted between two words while typing."""
        made, (part, at) = changes.pasted(self.document.project, self.document.part, at, text)
        self.document.apply(tr("Paste"), made)
        self.go(part, at)
        self.editor.open(at)
