"""How long the sentence should be: a slider from shorter to longer and an exact number of words.

Changes the sentence at once: adds blanks or removes free words."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QSlider, QVBoxLayout, QWidget

from app.widgets.labels import label
from app.widgets.option_controls import Stepper
from app.words import tr
from engine.canvas.text import MAX_WORDS

REACH = 50  # per cent shorter or longer at the ends of the slider


class LengthRow(QWidget):
    """`wanted` carries the number of words the user asks for, and whether the slider is still held."""

    wanted = Signal(int, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._base = self._now = 0
        self._stepper = Stepper(tr("Length in words"), 1, MAX_WORDS, 1)
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._slider.setRange(-REACH, REACH)
        self._slider.setPageStep(10)
        self._slider.setAccessibleName(tr("Length"))
        self.setToolTip(tr("Blanks are added where words are rewritten; kept words are never removed."))
        ends = QGridLayout()
        ends.setContentsMargins(0, 0, 0, 0)
        for column, (words, side) in enumerate(
            (
                (tr("shorter"), Qt.AlignmentFlag.AlignLeft),
                (tr("unchanged"), Qt.AlignmentFlag.AlignHCenter),
                (tr("longer"), Qt.AlignmentFlag.AlignRight),
            )
        ):
            ends.addWidget(label(words, "caption"), 0, column, side)
            ends.setColumnStretch(column, 1)
        column_ = QVBoxLayout(self)
        column_.setContentsMargins(0, 0, 0, 0)
        column_.setSpacing(3)
        column_.addWidget(self._stepper)
        column_.addWidget(self._slider)
        column_.addLayout(ends)
        self._stepper.changed.connect(lambda: self.wanted.emit(self._stepper.value(), False))
        self._slider.valueChanged.connect(self._slid)

    def show_length(self, words: int) -> None:
        """The sentence has this many words; unless this control set it, that is 'unchanged'."""
        if words != self._now:
            self._base = words
            self._slider.blockSignals(True)
            self._slider.setValue(0)
            self._slider.blockSignals(False)
        self._now = words
        self._stepper.set_value(words)
        self.setEnabled(words > 0)
        self._slider.setAccessibleDescription(tr("{n} words", n=words))

    def _slid(self, value: int) -> None:
        number = max(1, min(MAX_WORDS, round(self._base * (1 + value / 100))))
        if number != self._now:
            self._now = number
            self.wanted.emit(number, True)
