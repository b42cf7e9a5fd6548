"""What typing does to a draft: the editor opens over a sentence, Enter splits it, Backspace joins it, several pasted
sentences become several. Knows the editor; no mouse and no other tool."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from app.document.document import Document
from app.sentence import changes
from app.sentence.cursor import WordCursor
from app.sentence.editor import SentenceEditor
from app.words import tr
from engine.canvas.project import Project
from engine.canvas.text import MAX_WORDS


class TypingTool(QObject):
    """The Type tool; every change goes to the document at once, and words keep their brushes."""

    status = Signal(str)

    def __init__(
        self, document: Document, cursor: WordCursor, editor: SentenceEditor, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.editor = editor
        self._document, self._cursor = document, cursor
        self._base: Project | None = None  # the page when typing began: its words keep their brushes
        self._last: Project | None = None  # the page as it was typed last
        editor.retyped.connect(self.retype)
        editor.broken.connect(self.break_sentence)
        editor.joined_before.connect(self.join_before)
        editor.joined_after.connect(self.join_after)
        editor.passed.connect(lambda by: self.type_in(document.part + by))
        editor.lines_pasted.connect(self.retype_lines)
        editor.sentences_pasted.connect(self.paste_sentences)

    @property
    def active(self) -> bool:
        """Whether a sentence is being typed."""
        return self.editor.isVisible()

    def start(self, text: str = "") -> None:
        """Type at the cursor; `text` is what was typed already."""
        part, at = self._cursor.place
        self._cursor.select_none()
        self._document.part = part
        self._open(at)
        if text:
            self.editor.insertPlainText(text)

    def type_before(self, part: int, at: int) -> None:
        """Type before a word."""
        self._cursor.go(part, at)
        self._open(at)

    def type_in(self, part: int) -> None:
        """Type in another sentence, if there is one."""
        if 0 <= part < self._cursor.sentences:
            self.type_before(part, 0)

    def close(self) -> None:
        """Stop typing; what was typed is in the document already."""
        self.editor.close_typing()

    def _open(self, at: int) -> None:
        self._base = None
        self.editor.open(at)

    # What was typed

    def retype(self, words: Sequence[str], run: int) -> None:
        """The active sentence as it stands in the editor; one `run` is one undo step."""
        document = self._document
        if self._base is None or document.project != self._last:  # something else changed the page since
            self._base = document.project
        document.apply(tr("Type"), changes.retyped(self._base, document.part, words), f"type {run}")
        if len(words) > MAX_WORDS:
            self.status.emit(
                tr(
                    "The model reads at most {n} words and punctuation marks per sentence; press Enter to split it.",
                    n=MAX_WORDS,
                )
            )
        self._last = document.project

    def break_sentence(self, at: int) -> None:
        """Enter was typed: what is after the caret becomes its own sentence."""
        part, project = self._document.part, self._document.project
        words = changes.words_of(project, part)
        if not words:
            return
        made = (
            changes.split(project, (part, at))
            if 0 < at < len(words)
            else changes.added(project, part + (1 if at else 0))
        )
        self._document.apply(tr("New sentence"), made)
        self.type_before(part + 1, 0)

    def join_before(self) -> None:
        """Backspace at the beginning: join with the sentence before."""
        self._document.part -= 1
        self.join_after()

    def join_after(self) -> None:
        """Join with the sentence after, the caret where they meet."""
        part = self._document.part
        at = self._cursor.words_in(part)
        self._document.apply(tr("Join sentences"), changes.joined(self._document.project, part))
        self.type_before(part, at)

    def retype_lines(self, text: str) -> None:
        """Several lines were pasted while typing."""
        part, project = self._document.part, self._document.project
        self._paste(changes.written(project, part, (), ()), 0, text)

    def paste_sentences(self, at: int, text: str) -> None:
        """Several sentences were pasted between two words while typing."""
        self._paste(self._document.project, at, text)

    def _paste(self, project: Project, at: int, text: str) -> None:
        made, (part, at) = changes.pasted(project, self._document.part, at, text)
        self._document.apply(tr("Paste"), made)
        self.type_before(part, at)
