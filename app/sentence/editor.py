"""A plain text field laid over the sentence that is typed.

It reports what was typed and which keys left the sentence; app.sentence.typing_tool changes the draft. A system text
field includes input methods, any script, and what screen readers need."""

from bisect import bisect_left
from itertools import accumulate

from PySide6.QtCore import QEvent, QMimeData, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QSyntaxHighlighter,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from app.document.document import Document
from app.sentence import changes
from app.sentence.painting.measure import ACTIVE_LINE, ACTIVE_SIZE, SPACE
from app.sentence.painting.picture import SentencePicture
from app.sentence.shown import ShownDraft
from app.widgets.theme import faded, serif, theme
from app.words import tr
from engine.canvas.mask import Brush
from engine.canvas.text import WRITTEN_BLANK, detokenise, tokenise

ABOVE = 0.8  # of a line of fixed height lies above its baseline
PASSING = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason, Qt.FocusReason.MenuBarFocusReason)


def wide(text: str) -> list[int]:
    """Where each character begins as Qt counts, which counts an emoji as two; and where the text ends."""
    return list(accumulate((1 + (sign > "\uffff") for sign in text), initial=0))


class _Inks(QSyntaxHighlighter):
    """Words in their brushes' inks while they are typed, and a wave under those the model does not know."""

    def __init__(self, text: QTextDocument, document: Document, shown: ShownDraft) -> None:
        super().__init__(text)
        self._draft, self._shown = document, shown

    def highlightBlock(self, text: str) -> None:
        project, part = self._draft.project, self._draft.part
        words, states = changes.words_of(project, part), changes.states_of(project, part)
        if tokenise(changes.cleaned(text)) != words:
            return
        place, colours = 0, theme()
        units = wide(text)
        for word, state in zip(words, states, strict=True):
            shown = word or WRITTEN_BLANK
            found = text.find(shown, place)
            if found < 0:
                continue
            ink = QTextCharFormat()
            ink.setForeground(
                {Brush.WHISPER: colours.brushes[Brush.WHISPER], Brush.REWRITE: colours.accent}.get(state, colours.ink)
            )
            if state is Brush.KEEP:
                ink.setFontWeight(700)
            if self._shown.unknown(word):
                ink.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
                ink.setUnderlineColor(QColor(colours.gloss))
            self.setFormat(units[found], units[found + len(shown)] - units[found], ink)
            place = found + len(shown)


class SentenceEditor(QTextEdit):
    """Lies over the active sentence while it is typed."""

    retyped = Signal(object, int)  # the words as they stand now, and the number of the undo step they belong to
    escaped = Signal()  # Esc
    broken = Signal(int)  # Enter before a word
    joined_before = Signal()  # Backspace at the beginning
    joined_after = Signal()  # Delete at the end
    passed = Signal(int)  # an arrow key left the sentence: -1 upwards, 1 downwards
    lines_pasted = Signal(str)  # the whole text, now of several lines
    sentences_pasted = Signal(int, str)  # several sentences before a word
    closed = Signal()

    def __init__(self, viewport: QWidget, document: Document, shown: ShownDraft, picture: SentencePicture) -> None:
        super().__init__(viewport)
        self._draft, self._picture = document, picture
        self._loading = False
        self._run = 0  # a new number begins a new undo step
        self.setUndoRedoEnabled(False)  # the document's own undo is the only one
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAcceptRichText(False)
        self.document().setDocumentMargin(0)
        lines = self.document().defaultTextOption()
        lines.setTextDirection(
            Qt.LayoutDirection.LeftToRight
        )  # as the page: words of other scripts turn within their line
        self.document().setDefaultTextOption(lines)
        self._inks = _Inks(self.document(), document, shown)
        self.textChanged.connect(self._typed)
        self.hide()

    # Opening and closing

    def open(self, place: int | None = None) -> None:
        """Type the active sentence, the caret before word `place` (None: at the end)."""
        self._dress()
        self.load()
        words = self._words()
        text = self.toPlainText()
        self._move(wide(text)[len(text) if place is None or place >= len(words) else self._offset(place)])
        self.show()
        self.setFocus()
        self._run += 1

    def load(self) -> None:
        """Show what the document has, if it is not what was typed."""
        words = self._words()
        self.setAccessibleName(tr("Sentence {n}", n=self._draft.part + 1))
        if self.isVisible() and tokenise(changes.cleaned(self.toPlainText())) == words:
            return
        self._loading = True
        at = self.textCursor().position()
        self.setPlainText(detokenise(words))
        self._space()
        self._move(min(at, wide(self.toPlainText())[-1]))
        self._loading = False
        self.fit()

    def _words(self) -> tuple[str, ...]:
        """The active sentence as the document has it."""
        return changes.words_of(self._draft.project, self._draft.part)

    def close_typing(self) -> None:
        """Stop typing; what was typed is in the document already."""
        if self.isVisible():
            self.hide()
            self.closed.emit()

    def fit(self) -> None:
        """Lie exactly over the sentence, as high as its lines need."""
        block = self._picture.block(self._draft.part)
        if block is None:
            return
        line, metrics = ACTIVE_LINE * self._picture.zoom, QFontMetricsF(self.font())
        lower = ABOVE * line - (line + metrics.ascent() - metrics.descent()) / 2  # than the page's own words
        self.setFixedWidth(round(block.width()) + 3)
        height = max(line, self.document().size().height())
        self.setGeometry(QRectF(block.left(), block.top() - lower, block.width() + 3, height + 2).toRect())

    def _space(self) -> None:
        """Lines as far apart as on the page."""
        lines = QTextBlockFormat()
        lines.setLineHeight(ACTIVE_LINE * self._picture.zoom, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        whole = QTextCursor(self.document())
        whole.select(QTextCursor.SelectionType.Document)
        whole.setBlockFormat(lines)

    def _dress(self) -> None:
        font = serif(ACTIVE_SIZE * self._picture.zoom)
        font.setWordSpacing(
            ACTIVE_SIZE * self._picture.zoom * SPACE - QFontMetricsF(font).horizontalAdvance(" ")
        )  # words stand as on the page
        self.setFont(font)
        self.setStyleSheet(
            f"background: {theme().paper.name()}; border: none; padding: 0; font-family: '{font.family()}'; font-size:"
            f" {font.pixelSize()}px;"
        )

    def _offset(self, place: int) -> int:
        """Where a word begins in the text."""
        words = self._words()
        head, whole = detokenise(words[:place]), detokenise(words)
        return min(len(whole), len(head) + (1 if whole[len(head) : len(head) + 1] == " " else 0))

    def _move(self, at: int) -> None:
        cursor = self.textCursor()
        cursor.setPosition(at)
        self.setTextCursor(cursor)

    @property
    def caret(self) -> int:
        """How many characters stand before the caret."""
        return bisect_left(wide(self.toPlainText()), self.textCursor().position())

    @property
    def caret_word(self) -> int:
        """How many words stand before the caret."""
        return len(tokenise(changes.cleaned(self.toPlainText()[: self.caret])))

    # Changes

    def _typed(self) -> None:
        if self._loading:
            return
        text = self.toPlainText()
        if "\n" in text:  # pasted lines
            self.lines_pasted.emit(text)
            return
        self.retyped.emit(tokenise(changes.cleaned(text)), self._run)
        if text[max(0, self.caret - 1) :][:1].isspace():
            self._run += 1  # the next word is its own step
        self.fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo):
                event.ignore()  # the window's action takes it
                return False
            if event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, at, text = event.key(), self.caret, self.toPlainText()
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.ShiftModifier,
        )
        chosen = self.textCursor().hasSelection()
        if key == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain:
            self.broken.emit(self.caret_word)
        elif key == Qt.Key.Key_Backspace and at == 0 and not chosen and self._draft.part > 0:
            self.joined_before.emit()
        elif (
            key == Qt.Key.Key_Delete
            and at == len(text)
            and not chosen
            and self._draft.part + 1 < len(self._draft.project.masks)
        ):
            self.joined_after.emit()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and plain and not self._moves(key):
            self.passed.emit(1 if key == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    def _moves(self, key: int) -> bool:
        """Whether there is a line to go to inside the sentence."""
        cursor = self.textCursor()
        return cursor.movePosition(
            QTextCursor.MoveOperation.Down if key == Qt.Key.Key_Down else QTextCursor.MoveOperation.Up
        )

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Pasted text is its own undo step; several sentences become several."""
        at, text, chosen = self.caret, self.toPlainText(), self.textCursor().hasSelection()
        self._run += 1
        if len(changes.read_text(source.text())) > 1:
            left, right = tokenise(changes.cleaned(text[:at])), tokenise(changes.cleaned(text[at:]))
            if not chosen and left + right == self._words():
                self.sentences_pasted.emit(len(left), source.text())
                return
            self._loading = True
            super().insertFromMimeData(source)
            self._loading = False
            self.lines_pasted.emit(self.toPlainText())
            return
        super().insertFromMimeData(source)
        self._run += 1

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.document().isEmpty():  # a placeholder of Qt's own would not stand on the line
            painter, words = QPainter(self.viewport()), tr("Type or paste a sentence; ____ leaves a blank")
            painter.setFont(self.hint_font(words))
            painter.setPen(faded(theme().ink3, 0.8))
            baseline = QPointF(4, ABOVE * ACTIVE_LINE * self._picture.zoom)
            painter.drawText(baseline, words)

    def hint_font(self, words: str) -> QFont:
        """The font of what an empty page says: smaller where it would not fit into the line."""
        size = ACTIVE_SIZE * 0.8 * self._picture.zoom
        wide = QFontMetricsF(serif(size, italic=True)).horizontalAdvance(words)
        return serif(size * min(1.0, (self.viewport().width() - 8) / wide), italic=True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in PASSING:
            self.close_typing()
