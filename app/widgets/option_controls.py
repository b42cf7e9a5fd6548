"""Controls made from option declarations: a slider with named ends, a number, a choice, a tick.

The panel and the settings dialog use the same ones."""

import math
from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.widgets.labels import button, label
from app.words import tr
from engine.sampling.options import Option, Value

TICKS = 1000  # positions of a slider


class SliderRow(QWidget):
    """Name and value above, a slider, and what its two ends mean below.

    Wide whole-number ranges are laid out by ratio."""

    changed = Signal()

    def __init__(self, option: Option, unit: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.option, self._unit = option, unit
        self._whole = isinstance(option.default, int)
        self._by_ratio = self._whole and option.high - option.low > 200
        name = tr(option.label or option.name)
        self._figure = label("", "second")
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._slider.setRange(0, TICKS)
        self._slider.setPageStep(TICKS // 10)
        self._slider.setSingleStep(TICKS // 100)
        self._slider.setAccessibleName(name)
        self._slider.setAccessibleDescription(tr(option.help))
        self.setToolTip(tr(option.help))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(3)
        grid.addWidget(label(name), 0, 0)
        grid.addWidget(self._figure, 0, 1, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(self._slider, 1, 0, 1, 2)
        if any(option.ends):
            grid.addWidget(label(tr(option.ends[0]), "caption"), 2, 0)
            grid.addWidget(label(tr(option.ends[1]), "caption"), 2, 1, Qt.AlignmentFlag.AlignRight)
        self._value: Value = option.default
        self._slider.valueChanged.connect(self._slid)
        self.set_value(option.default)

    def value(self) -> Value:
        """The exact value, also where the slider is coarser."""
        return self._value

    def set_value(self, value: Value) -> None:
        """Show a value without saying so."""
        self._value = self.option.check(value)
        self._slider.blockSignals(True)
        self._slider.setValue(self._position(float(self._value)))
        self._slider.blockSignals(False)
        self._tell()

    def _slid(self, position: int) -> None:
        low, high = self.option.low, self.option.high
        share = position / TICKS
        number = math.expm1(share * math.log1p(high - low)) + low if self._by_ratio else low + share * (high - low)
        self._value = self.option.check(round(number) if self._whole else round(number, 2))
        self._tell()
        self.changed.emit()

    def _position(self, value: float) -> int:
        low, high = self.option.low, self.option.high
        share = math.log1p(value - low) / math.log1p(high - low) if self._by_ratio else (value - low) / (high - low)
        return round(share * TICKS)

    def _tell(self) -> None:
        number = f"{self._value:,}" if self._whole else f"{float(self._value):.2f}"
        text = f"{number} {self._unit}".strip()
        self._figure.setText(text)
        self._slider.setAccessibleDescription(f"{text}. {tr(self.option.help)}")


class NumberRow(QWidget):
    """Any other option on one line: a number, a choice or a tick."""

    changed = Signal()

    def __init__(self, option: Option, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.option = option
        name = tr(option.label or option.name)
        self.setToolTip(tr(option.help))
        self._control, self._read, self._write = _CONTROLS[_sort(option)](option, self.changed.emit)
        self._control.setAccessibleName(name)
        self._control.setAccessibleDescription(tr(option.help))
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(label(name), 1)
        line.addWidget(self._control)

    def value(self) -> Value:
        """The value shown."""
        return self._read()

    def set_value(self, value: Value) -> None:
        """Show a value without saying so."""
        self._control.blockSignals(True)
        self._write(self.option.check(value))
        self._control.blockSignals(False)


class Stepper(QWidget):
    """A small whole number between a minus and a plus."""

    changed = Signal()

    def __init__(self, name: str, low: int, high: int, value: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._low, self._high, self._number = low, high, value
        self._less, self._more = button("−"), button("+")
        for part, words in ((self._less, tr("Fewer: {name}", name=name)), (self._more, tr("More: {name}", name=name))):
            part.setFixedSize(28, 28)
            part.setStyleSheet("padding: 0; min-height: 0;")
            part.setAccessibleName(words)
        self._figure = label("", "heading")
        self._figure.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._figure.setMinimumWidth(32)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(4)
        line.addWidget(label(name), 1)
        for piece in (self._less, self._figure, self._more):
            line.addWidget(piece)
        self._less.clicked.connect(lambda: self._step(-1))
        self._more.clicked.connect(lambda: self._step(1))
        self._step(0)

    def value(self) -> int:
        """The number shown."""
        return self._number

    def set_value(self, value: int) -> None:
        """Show a number."""
        self._number = max(self._low, min(self._high, value))
        self._figure.setText(str(self._number))
        self._figure.setAccessibleName(str(self._number))
        self._less.setEnabled(self._number > self._low)
        self._more.setEnabled(self._number < self._high)

    def _step(self, by: int) -> None:
        self.set_value(self._number + by)
        if by:
            self.changed.emit()


Control = tuple[QWidget, Callable[[], Value], Callable[[Value], None]]
CHOICE_NAMES = {"cpu": "CPU", "cuda": "CUDA (NVIDIA)", "mps": "MPS (Apple)"}  # the others only get a capital


def _tick(option: Option, on_change: Callable[[], None]) -> Control:
    box = QCheckBox()
    box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    box.setChecked(bool(option.default))
    box.toggled.connect(lambda _on: on_change())
    return box, box.isChecked, lambda value: box.setChecked(bool(value))


def _choice(option: Option, on_change: Callable[[], None]) -> Control:
    box = QComboBox()
    for choice in option.choices:
        box.addItem(tr(CHOICE_NAMES.get(choice, choice[:1].upper() + choice[1:])), choice)
    box.setCurrentIndex(option.choices.index(str(option.default)))
    box.currentIndexChanged.connect(lambda _index: on_change())
    return box, box.currentData, lambda value: box.setCurrentIndex(option.choices.index(str(value)))


def _whole(option: Option, on_change: Callable[[], None]) -> Control:
    box = QSpinBox()
    box.lineEdit().setTextMargins(6, 0, 0, 0)
    box.setRange(int(option.low), int(option.high))
    box.setValue(int(option.default))
    box.valueChanged.connect(lambda _value: on_change())
    return box, box.value, lambda value: box.setValue(int(value))


def _real(option: Option, on_change: Callable[[], None]) -> Control:
    box = QDoubleSpinBox()
    box.lineEdit().setTextMargins(6, 0, 0, 0)
    box.setDecimals(3)
    box.setSingleStep((option.high - option.low) / 50)
    box.setRange(option.low, option.high)
    box.setValue(float(option.default))
    box.valueChanged.connect(lambda _value: on_change())
    return box, lambda: round(box.value(), 6), lambda value: box.setValue(float(value))


_CONTROLS: dict[str, Callable[[Option, Callable[[], None]], Control]] = {
    "choice": _choice,
    "bool": _tick,
    "int": _whole,
    "float": _real,
}


def _sort(option: Option) -> str:
    return "choice" if option.choices else type(option.default).__name__


def control(option: Option, unit: str = "") -> SliderRow | NumberRow:
    """The control of an option: plain numbers slide, the others take one line."""
    slides = not option.advanced and not option.choices and not isinstance(option.default, bool)
    return SliderRow(option, unit) if slides else NumberRow(option)


class OptionList(QWidget):
    """Options under each other; `changed` when the user moved one."""

    changed = Signal()

    def __init__(
        self,
        options: tuple[Option, ...],
        units: dict[str, str] | None = None,
        spacing: int = 14,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._rows = {option.name: control(option, (units or {}).get(option.name, "")) for option in options}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(spacing)
        for made in self._rows.values():
            made.changed.connect(self.changed.emit)
            column.addWidget(made)

    def values(self) -> dict[str, Value]:
        """Every option's value."""
        return {name: made.value() for name, made in self._rows.items()}

    def set_values(self, values: dict[str, Value]) -> None:
        """Show the values that are known here."""
        for name, value in values.items():
            if name in self._rows:
                self._rows[name].set_value(value)
