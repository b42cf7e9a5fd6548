"""What else a word could be: the ten most likely with their shares, over the page beside the word.

Shows and emits signals; asks nothing itself."""

from typing import ClassVar

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QGridLayout, QVBoxLayout, QWidget

from app.sentence.vocabulary import Choices
from app.widgets.choice_row import ChoiceRow, RowStyle
from app.widgets.labels import button, label, literal, row
from app.widgets.popover import SHADOW, TIP, Popover
from app.widgets.theme import serif
from app.words import tr

WIDTH = 430
ROWS = 5  # in each of two columns
STYLE = RowStyle(name=7, room=74, bar=84, right=54, wide=196, font=lambda checked: serif(17, 700 if checked else 400))


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
        self.entered.connect(self._take)

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
            made = ChoiceRow(word, word, share, STYLE, lambda colours: colours.ink2, most)
            made.setChecked(word == self._word)
            made.clicked.connect(lambda _on=False, word=word: self.chosen.emit(word, self.adapt.isChecked()))
            self.add(made, place % ROWS, place // ROWS)
        self._others.setText(tr("all other words {n} %", n=f"{100 * found.others:.1f}"))
        word = self._word if len(self._word) < 14 else self._word[:12] + "…"
        self._keep.setText(literal(tr("Keep “{word}”", word=word)))
        self._keep.setVisible(bool(self._word))
        self._foot.show()
        self.fit(self._foot)
        if self.rows:
            (self.checked or self.rows[0]).setFocus()

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

    def _take(self) -> None:
        chosen = self.focusWidget()
        if isinstance(chosen, QAbstractButton) and self.rows:
            chosen.click()
