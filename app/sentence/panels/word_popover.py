"""What else a word could be: the ten most likely with their shares, over the page beside the word.

Shows and emits signals; asks nothing itself."""

from dataclasses import replace
from typing import ClassVar

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QGridLayout, QVBoxLayout, QWidget

from app.sentence.vocabulary import Choices
from app.widgets.choice_row import ChoiceRow, RowStyle
from app.widgets.labels import button, label, literal, row
from app.widgets.popover import SHADOW, TIP, Popover
from app.widgets.theme import serif
from app.words import tr

WIDTH = 430
ROWS = 5  # in each of two columns
NARROWEST, LONGEST = 74, 250  # pixels of a word in the list
NEAR = 24  # pixels between a word and the card under it
STYLE = RowStyle(name=7, room=74, bar=84, right=54, wide=196, font=lambda checked: serif(17, 700 if checked else 400))


def _wide_enough(words: list[str]) -> RowStyle:
    """Rows with room for the longest of some words."""
    metrics = QFontMetricsF(STYLE.font(True))
    room = round(max((metrics.horizontalAdvance(word) for word in words), default=0.0)) + 2
    room = min(LONGEST, max(NARROWEST, room))
    return replace(STYLE, room=room, bar=room + 10, wide=room + 122)


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
        self.begin()
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
        styles = [_wide_enough([word for word, _ in found.words[at : at + ROWS]]) for at in (0, ROWS)]
        for place, (word, share) in enumerate(found.words):
            made = ChoiceRow(word, word, share, styles[place // ROWS], lambda colours: colours.ink2, most)
            made.setToolTip(word)
            made.setChecked(word == self._word)
            made.clicked.connect(lambda _on=False, word=word: self.chosen.emit(word, self.adapt.isChecked()))
            self.add(made, place % ROWS, place // ROWS)
        self.setFixedWidth(max(WIDTH, sum(style.wide for style in styles) + 12 + 32) + SHADOW)
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

    def place_beside(self, word: QRectF, sentence: QRectF) -> None:
        """Move under the sentence of a word (above it, if there is no room below); the tip points up at the word only
        from below its line."""
        across, room = self.room, self.page_room
        left = min(max(across.left() + 8, word.center().x() - WIDTH * 0.24), across.right() - self.width() - 8)
        top, above = sentence.bottom() + 10, sentence.top() - self.height() - 4
        if top + self.height() > room.bottom() - 6:
            top = above if above >= room.top() + 4 else max(room.top() + 4, room.bottom() - self.height() - 6)
        point = QPointF(min(max(24.0, word.center().x() - left), self.width() - 24.0 - SHADOW), 1.5)
        self.place_at(left, top, point if 0 <= top - word.bottom() < NEAR else None)

    def _take(self) -> None:
        chosen = self.focusWidget()
        if isinstance(chosen, QAbstractButton) and self.rows:
            chosen.click()
