"""Typing: a plain text field laid over the sentence that is typed.

Every change goes to the document at once; words keep their brushes. A system text field brings along input methods,
any script, and what screen readers need."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
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
from PySide6.QtWidgets import QFrame, QTextEdit

from app.sentence import changes
from app.sentence.painting.measure import ACTIVE_LINE, ACTIVE_SIZE, SPACE
from app.widgets.theme import faded, serif, theme
from app.words import tr
from engine.canvas.mask import Brush
from engine.canvas.text import WRITTEN_BLANK, detokenise, tokenise

if TYPE_CHECKING:
    from app.sentence.view import SentenceView
    from engine.canvas.project import Project

ABOVE = 0.8  # of a line of fixed height lies above its baseline
PASSING = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason, Qt.FocusReason.MenuBarFocusReason)


def wide(text: str) -> list[int]:
    """Where each character begins as Qt counts, for whom an emoji is two; and where the text ends."""
    return list(accumulate((1 + (sign > "\uffff") for sign in text), initial=0))


class _Inks(QSyntaxHighlighter):
    """Words in their brushes' inks while they are typed, and a wave under those the model does not know."""

    def __init__(self, document: QTextDocument, view: SentenceView) -> None:
        super().__init__(document)
        self._view = view

    def highlightBlock(self, text: str) -> None:
        project, part = self._view.document.project, self._view.document.part
        words, states = changes.words_of(project, part), changes.states_of(project, part)
        if tokenise(changes.sane(text)) != words:
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
            if self._view.unknown(word):
                ink.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
                ink.setUnderlineColor(QColor(colours.gloss))
            self.setFormat(units[found], units[found + len(shown)] - units[found], ink)
            place = found + len(shown)


class SentenceEditor(QTextEdit):
    """Lies over the active sentence while it is typed."""

    def __init__(self, view: SentenceView) -> None:
        super().__init__(view.viewport())
        self._view = view
        self._loading = False
        self._base: Project | None = None  # the page when typing began, and as it was typed last
        self._last: Project | None = None
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
        self._inks = _Inks(self.document(), view)
        self.textChanged.connect(self._typed)
        self.hide()

    # Opening and closing

    def open(self, place: int | None = None) -> None:
        """Type the active sentence, the caret before word `place` (None: at the end)."""
        self._dress()
        self._base = None
        self.load()
        words = changes.words_of(self._view.document.project, self._view.document.part)
        text = self.toPlainText()
        self._move(wide(text)[len(text) if place is None or place >= len(words) else self._offset(place)])
        self.show()
        self.setFocus()
        self._run += 1

    def load(self) -> None:
        """Show what the document has, if it is not what was typed."""
        words = changes.words_of(self._view.document.project, self._view.document.part)
        self.setAccessibleName(tr("Sentence {n}", n=self._view.document.part + 1))
        if self.isVisible() and tokenise(changes.sane(self.toPlainText())) == words:
            return
        self._loading = True
        at = self.textCursor().position()
        self.setPlainText(detokenise(words))
        self._space()
        self._move(min(at, wide(self.toPlainText())[-1]))
        self._loading = False
        self.fit()

    def close_typing(self) -> None:
        """Stop typing; what was typed stands in the document already."""
        if self.isVisible():
            self.hide()
            self._view.refresh()

    def fit(self) -> None:
        """Lie exactly over the sentence, as high as its lines need."""
        block = self._view.block(self._view.document.part)
        if block is None:
            return
        line, metrics = ACTIVE_LINE * self._view.zoom, QFontMetricsF(self.font())
        lower = ABOVE * line - (line + metrics.ascent() - metrics.descent()) / 2  # than the page's own words
        self.setFixedWidth(round(block.width()) + 3)
        height = max(line, self.document().size().height())
        self.setGeometry(QRectF(block.left(), block.top() - lower, block.width() + 3, height + 2).toRect())

    def _space(self) -> None:
        """Lines as far apart as on the page."""
        lines = QTextBlockFormat()
        lines.setLineHeight(ACTIVE_LINE * self._view.zoom, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        whole = QTextCursor(self.document())
        whole.select(QTextCursor.SelectionType.Document)
        whole.setBlockFormat(lines)

    def _dress(self) -> None:
        font = serif(ACTIVE_SIZE * self._view.zoom)
        font.setWordSpacing(
            ACTIVE_SIZE * self._view.zoom * SPACE - QFontMetricsF(font).horizontalAdvance(" ")
        )  # words stand as on the page
        self.setFont(font)
        self.setStyleSheet(
            f"background: {theme().paper.name()}; border: none; padding: 0; font-family: '{font.family()}'; font-size:"
            f" {font.pixelSize()}px;"
        )

    def _offset(self, place: int) -> int:
        """Where a word begins in the text."""
        words = changes.words_of(self._view.document.project, self._view.document.part)
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
        return len(tokenise(changes.sane(self.toPlainText()[: self.caret])))

    # Changes

    def _typed(self) -> None:
        if self._loading:
            return
        text = self.toPlainText()
        if "\n" in text:  # pasted lines
            self._view.retype_lines(text)
            return
        document = self._view.document
        if self._base is None or document.project != self._last:  # something else changed the page since
            self._base = document.project
        self._view.retype(tokenise(changes.sane(text)), f"type {self._run}", self._base)
        self._last = document.project
        if text[max(0, self.caret - 1) :][:1].isspace():
            self._run += 1  # the next word is a step of its own
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
            self._view.stop_typing()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain:
            self._view.break_sentence(self.caret_word)
        elif key == Qt.Key.Key_Backspace and at == 0 and not chosen and self._view.document.part > 0:
            self._view.join_before()
        elif (
            key == Qt.Key.Key_Delete
            and at == len(text)
            and not chosen
            and self._view.document.part + 1 < len(self._view.document.project.masks)
        ):
            self._view.join_after(len(changes.words_of(self._view.document.project, self._view.document.part)))
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and plain and not self._moves(key):
            self._view.type_in(self._view.document.part + (1 if key == Qt.Key.Key_Down else -1))
        else:
            super().keyPressEvent(event)

    def _moves(self, key: int) -> bool:
        """Whether there is a line to go to inside the sentence."""
        cursor = self.textCursor()
        return cursor.movePosition(
            QTextCursor.MoveOperation.Down if key == Qt.Key.Key_Down else QTextCursor.MoveOperation.Up
        )

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Pasted text is an undo step of its own; several sentences become several."""
        at, text, chosen = self.caret, self.toPlainText(), self.textCursor().hasSelection()
        self._run += 1
        if len(changes.read_text(source.text())) > 1:
            left, right = tokenise(changes.sane(text[:at])), tokenise(changes.sane(text[at:]))
            words = changes.words_of(self._view.document.project, self._view.document.part)
            if not chosen and left + right == words:
                self._view.paste_sentences(len(left), source.text())
                return
            self._loading = True
            super().insertFromMimeData(source)
            self._loading = False
            self._view.retype_lines(self.toPlainText())
            return
        super().insertFromMimeData(source)
        self._run += 1

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.document().isEmpty():  # a placeholder of Qt's own would not stand on the line
            painter = QPainter(self.viewport())
            painter.setFont(serif(ACTIVE_SIZE * 0.8 * self._view.zoom, italic=True))
            painter.setPen(faded(theme().ink3, 0.8))
            painter.drawText(
                QPointF(4, ABOVE * ACTIVE_LINE * self._view.zoom), tr("Type or paste a sentence; ____ leaves a blank")
            )

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in PASSING:
            self.close_typing()
