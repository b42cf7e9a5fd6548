"""A card beside a note with the most likely values, their odds, and a choice.

Shows and emits signals; asks and changes nothing itself."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QVBoxLayout, QWidget

from app.widgets.icons import paint_icon
from app.widgets.labels import button, label, row
from app.widgets.popover import SHADOW, TIP, Popover
from app.widgets.theme import faded, look, sans, theme
from app.words import tr

if TYPE_CHECKING:
    from app.insight.why_not import Value, Values

WIDTH = 262


class ValueRow(QAbstractButton):
    """A value to take: press to hear and choose it."""

    def __init__(self, value: "Value", voice: int, own: bool) -> None:
        super().__init__()
        self.value, self._voice, self._own = value, voice, own
        self.setCheckable(True)
        self.setText(value.name)
        self.setFixedHeight(26)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        words = tr("{name}, {n} per cent", name=value.name, n=f"{100 * value.share:.1f}")
        self.setAccessibleName(words + (tr(", as it is now") if own else ""))
        self.setToolTip(tr("{n} %; click to play it", n=f"{100 * value.share:.3f}"))
        look.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(WIDTH - 24, 26)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect())
        if self.isChecked() or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.line if self.isChecked() else faded(colours.line, 0.5))
            painter.drawRoundedRect(frame, 4, 4)
        if self.hasFocus():
            painter.setPen(QPen(colours.focus, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(frame.adjusted(1, 1, -1, -1), 4, 4)
        if self.value.cell >= 0:
            paint_icon(painter, QRectF(4, 5, 16, 16), "sound", colours.ink2)
        painter.setPen(colours.ink)
        painter.setFont(sans(13, 600))
        painter.drawText(QRectF(28, 0, 60, 26), Qt.AlignmentFlag.AlignVCenter, self.value.name)
        if self._own:
            left = 34 + painter.fontMetrics().horizontalAdvance(self.value.name)
            painter.setFont(sans(11))
            painter.setPen(colours.ink3)
            painter.drawText(QRectF(left, 1, 40, 26), Qt.AlignmentFlag.AlignVCenter, tr("now"))
        bar = QRectF(92, 10.5, frame.width() - 92 - 58, 6)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.sunk)
        painter.drawRoundedRect(bar, 2, 2)
        painter.setBrush(colours.voices[self._voice])
        painter.drawRoundedRect(QRectF(bar.left(), bar.top(), max(3.0, bar.width() * self.value.share), 6), 2, 2)
        painter.setPen(colours.ink)
        painter.setFont(sans(13))
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(frame.adjusted(0, 0, -6, 0), right, tr("{n} %", n=f"{100 * self.value.share:.1f}"))


class ValuePopover(Popover):
    """Floats over the roll; closed by Esc, by choosing, or when the page changes."""

    auditioned = Signal(int)  # a cell to play
    chosen = Signal(int, bool)  # a cell, and whether the neighbours may adapt

    def __init__(self, parent: QWidget) -> None:
        rows = QVBoxLayout()
        rows.setSpacing(1)
        super().__init__(parent, WIDTH, beside=True, rows=rows)
        self._where, self._says = label("", "second"), label("", "second", wrap=True)
        self._name, self._voice = "", 0
        self._others = label("", "second")
        self.adapt, self.use = QCheckBox(tr("adapt neighbours")), button(tr("Use"))
        self.adapt.setToolTip(tr("Rewrite the notes around it to match; kept ones stay"))
        self.use.clicked.connect(lambda _on=False: self.take())
        self._foot = QWidget()
        self._foot.setLayout(row(self.adapt, None, self.use))
        column = QVBoxLayout(self)
        column.setContentsMargins(12 + TIP, 12, 12 + TIP, 10 + SHADOW)
        column.setSpacing(5)
        column.addLayout(row(label(tr("Why not …?"), "heading"), None, self._where))
        column.addWidget(self._says)
        column.addLayout(rows)
        column.addWidget(self._others)
        column.addWidget(self._foot)
        self.own_keys(self, self.adapt, self.use)

    def wait_for(self, where: str, name: str, voice: int) -> None:
        """Open before the answer is there."""
        self._name, self._voice = name, voice
        self._where.setText(where)
        self.setAccessibleName(tr("Why not …? {where}", where=where))
        self.show_message(tr("Asking the model …"))
        self.setFocus()

    def show_message(self, sentence: str) -> None:
        """Say why there is nothing to choose from."""
        self.clear()
        self._says.setText(sentence)
        self._others.hide()
        self._foot.hide()
        self.fit(self._foot)

    def answer(self, values: "Values") -> None:
        """Show the odds; the most likely other value is offered."""
        self.clear()
        bits = tr("too many bits to count") if values.bits == float("inf") else tr("{n} bits", n=f"{values.bits:.1f}")
        self._says.setText(tr("{name} costs {bits} given all the rest", name=self._name, bits=bits))
        for value in values.shown:
            made = ValueRow(value, self._voice, value.cell == values.own)
            made.clicked.connect(lambda _on=False, made=made: self._press(made))
            self.add(made)
        self._others.setText(tr("all others {n} %", n=f"{100 * values.others:.1f}"))
        self._others.show()
        self._foot.show()
        first = next((made for made in self.rows if made.value.cell != values.own), None)
        if first is not None:
            self._choose(first)
            first.setFocus()
        self.fit(self._foot)

    def _press(self, made: ValueRow) -> None:
        made.setFocus()
        self._choose(made)
        self.auditioned.emit(made.value.cell)

    def _choose(self, made: ValueRow) -> None:
        for other in self.rows:
            other.setChecked(other is made)
        self.use.setText(tr("Use {name}", name=made.value.name))
        self.use.setEnabled(not made._own)

    def take(self) -> None:
        taken = next((made for made in self.rows if made.isChecked()), None)
        if taken is not None and self.use.isEnabled():
            self.chosen.emit(taken.value.cell, self.adapt.isChecked())

    def stand_at(self, note: QRectF) -> None:
        """Stand at the left of a note of the parent's, or at its right if there is more room; the tip points at it."""
        over = self.parentWidget()
        assert over is not None
        left_side = note.left() - self.width() >= 60 or note.left() > over.width() / 2
        x = note.left() - self.width() - 2 if left_side else note.right() + 2
        y = min(max(4.0, note.center().y() - 70), max(4.0, over.height() - self.height() - 4))
        point = QPointF(
            self.width() - 1.5 if left_side else 1.5,
            min(max(16.0, note.center().y() - y), self.height() - 16.0 - SHADOW),
        )
        self.stand(x, y, point)

    def arrive(self, made: QAbstractButton) -> None:
        if isinstance(made, ValueRow):
            self._press(made)
