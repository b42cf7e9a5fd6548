"""What else a word could be: the ten most likely with their shares, over the page beside the word.

Shows and emits signals; asks nothing itself."""

from typing import ClassVar

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QGridLayout, QVBoxLayout, QWidget

from app.sentence.vocabulary import Choices
from app.widgets.labels import button, label, literal, row
from app.widgets.popover import SHADOW, TIP, Popover
from app.widgets.theme import faded, serif, theme
from app.words import tr

WIDTH = 430
ROWS = 5  # in each of two columns


class ChoiceRow(QAbstractButton):
    """One word, its share as a bar and in per cent."""

    def __init__(self, word: str, share: float, most: float, own: bool) -> None:
        super().__init__()
        self.word, self.share, self._most = word, share, most
        self.setText(literal(word))
        self.setCheckable(True)
        self.setChecked(own)
        self.setFixedHeight(26)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("{word}, {n} per cent", word=word, n=f"{100 * share:.1f}"))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        return QSize(196, 26)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect())
        if self.isChecked() or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.soft if self.isChecked() else faded(colours.soft, 0.6))
            painter.drawRoundedRect(frame, 4, 4)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colours.focus, 2))
            painter.drawRoundedRect(frame.adjusted(1, 1, -1, -1), 4, 4)
        painter.setFont(serif(17, 700 if self.isChecked() else 400))
        painter.setPen(colours.ink)
        metrics = painter.fontMetrics()
        words = metrics.elidedText(self.word, Qt.TextElideMode.ElideRight, 74)
        painter.drawText(frame.adjusted(7, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, words)
        bar = QRectF(frame.left() + 84, frame.center().y() - 2, frame.width() - 84 - 54, 5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.soft if not self.isChecked() else colours.line)
        painter.drawRoundedRect(bar, 2.5, 2.5)
        painter.setBrush(colours.ink2)
        painter.drawRoundedRect(
            QRectF(bar.left(), bar.top(), max(3.0, bar.width() * self.share / max(self._most, 1e-9)), 5), 2.5, 2.5
        )
        font = self.font()
        font.setPixelSize(12)
        painter.setFont(font)
        painter.setPen(colours.ink)
        share = tr("{n} %", n=f"{100 * self.share:.1f}")
        painter.drawText(
            frame.adjusted(0, 0, -5, 0), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, share
        )


class WordPopover(Popover):
    """Floats over the canvas; closed by Esc, by choosing, or by looking elsewhere."""

    chosen = Signal(str, bool)  # a word, and whether the rest should adapt
    kept = Signal()  # the word as it stands
    STEPS: ClassVar[dict[int, int]] = {**Popover.STEPS, Qt.Key.Key_Left: -ROWS, Qt.Key.Key_Right: ROWS}

    def __init__(self, parent: QWidget) -> None:
        grid = QGridLayout()
        super().__init__(parent, WIDTH, beside=False, rows=grid)
        self._title, self._bits = label("", "heading"), label("", "second")
        self._says = label("", "second", wrap=True)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(1)
        self.adapt = QCheckBox(tr("let the rest adapt"))
        self._others = label("", "second")
        self._keep = button(tr("Keep"))
        self._keep.clicked.connect(lambda: self.kept.emit())
        self._foot = QWidget()
        self._foot.setLayout(row(self.adapt, None, self._others, self._keep))
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14 + TIP, 16 + SHADOW, 12 + SHADOW)
        column.setSpacing(8)
        column.addLayout(row(self._title, None, self._bits))
        column.addWidget(self._says)
        column.addLayout(grid)
        column.addWidget(self._foot)
        self.own_keys(self, self.adapt, self._keep)

    def wait_for(self, title: str, word: str) -> None:
        """Open before the answer is there."""
        self._title.setText(title)
        self.clear()
        self._bits.setText("")
        self._say(tr("Asking the model …"))
        self._word = word
        self._foot.hide()
        self.adapt.setChecked(False)
        self.setAccessibleName(title)
        self.fit(self._foot)

    def answer(self, found: Choices) -> None:
        """Show what came."""
        self.clear()
        self._say("")
        self._bits.setText(
            tr("{n} bits", n=f"{found.bits:.1f}")
            if found.bits is not None
            else tr("not in the vocabulary")
            if self._word
            else ""
        )
        most = found.words[0][1] if found.words else 1.0
        for place, (word, share) in enumerate(found.words):
            made = ChoiceRow(word, share, most, word == self._word)
            made.clicked.connect(lambda _on=False, word=word: self.chosen.emit(word, self.adapt.isChecked()))
            self.add(made, place % ROWS, place // ROWS)
        self._others.setText(tr("all other words {n} %", n=f"{100 * found.others:.1f}"))
        word = self._word if len(self._word) < 14 else self._word[:12] + "…"
        self._keep.setText(literal(tr("Keep “{word}”", word=word)))
        self._keep.setVisible(bool(self._word))
        self._foot.show()
        self.fit(self._foot)
        if self.rows:
            next((made for made in self.rows if made.isChecked()), self.rows[0]).setFocus()

    def show_message(self, sentence: str) -> None:
        """Say why there is no answer."""
        self.clear()
        self._say(sentence)
        self.fit(self._foot)

    def _say(self, sentence: str) -> None:
        self._says.setText(sentence)
        self._says.setVisible(bool(sentence))

    def stand_at(self, word: QRectF) -> None:
        """Move under a word of the parent (over it, if there is no room below)."""
        over = self.parentWidget()
        assert over is not None
        room = over.rect()
        left = min(max(8.0, word.center().x() - WIDTH * 0.24), max(8.0, room.width() - self.width() - 8))
        top = min(word.bottom() + 12, max(8.0, room.height() - self.height() - 6))
        point = QPointF(min(max(24.0, word.center().x() - left), WIDTH - 24.0), 1.5)
        self.stand(left, top, point if top >= word.bottom() else None)

    def take(self) -> None:
        chosen = self.focusWidget()
        if isinstance(chosen, QAbstractButton) and self.rows:
            chosen.click()
