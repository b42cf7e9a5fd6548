"""A card beside a note with the likeliest values, their odds, and a choice. Shows and tells; asks nothing and changes nothing itself."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QVBoxLayout, QWidget

from app.icons import paint_icon
from app.labels import button, label, row
from app.theme import faded, look, sans, theme
from app.words import tr

if TYPE_CHECKING:
    from app.insight.why_not import Value, Values

WIDTH, TIP, SHADOW = 262, 12, 3
KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)


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
        self.setToolTip(tr("{n} %; press to hear it", n=f"{100 * value.share:.3f}"))
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


class ValuePopover(QWidget):
    """Floats over the roll; closed by Esc, by choosing, or when the page changes."""

    heard = Signal(int)  # a cell to sound
    chosen = Signal(int, bool)  # a cell, and whether the neighbours may adapt
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedWidth(WIDTH + 2 * TIP)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._where, self._says = label("", "second"), label("", "second", wrap=True)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(1)
        self.rows: list[ValueRow] = []
        self._name, self._voice = "", 0
        self._others = label("", "second")
        self.adapt, self.take = QCheckBox(tr("neighbours adapt")), button(tr("Use"))
        self.adapt.setToolTip(tr("Write the notes around it anew, to go with it; kept ones stay"))
        self.take.clicked.connect(lambda _on=False: self._take())
        self._foot = QWidget()
        self._foot.setLayout(row(self.adapt, None, self.take))
        self._tip: tuple[str, float] = ("", 0.0)
        column = QVBoxLayout(self)
        column.setContentsMargins(12 + TIP, 12, 12 + TIP, 10 + SHADOW)
        column.setSpacing(5)
        column.addLayout(row(label(tr("Why not …?"), "heading"), None, self._where))
        column.addWidget(self._says)
        column.addLayout(self._rows)
        column.addWidget(self._others)
        column.addWidget(self._foot)
        for part in (self, self.adapt, self.take):
            part.installEventFilter(self)
        look.changed.connect(self.update)
        self.hide()

    def wait_for(self, where: str, name: str, voice: int) -> None:
        """Open before the answer is there."""
        self._name, self._voice = name, voice
        self._where.setText(where)
        self.setAccessibleName(tr("Why not …? {where}", where=where))
        self.trouble(tr("Asking the model …"))
        self.setFocus()

    def trouble(self, sentence: str) -> None:
        """Say why there is nothing to choose from."""
        self._clear()
        self._says.setText(sentence)
        self._others.hide()
        self._foot.hide()
        self._fit()

    def answer(self, values: "Values") -> None:
        """Show the odds; the likeliest other value is offered."""
        self._clear()
        bits = tr("more bits than can be counted") if values.bits == float("inf") else tr("{n} bits", n=f"{values.bits:.1f}")
        self._says.setText(tr("{name} costs {bits} given all the rest", name=self._name, bits=bits))
        for value in values.shown:
            made = ValueRow(value, self._voice, value.cell == values.own)
            made.clicked.connect(lambda _on=False, made=made: self._press(made))
            made.installEventFilter(self)
            self._rows.addWidget(made)
            made.show()
            self.rows.append(made)
        self._others.setText(tr("all the others {n} %", n=f"{100 * values.others:.1f}"))
        self._others.show()
        self._foot.show()
        first = next((made for made in self.rows if made.value.cell != values.own), None)
        if first is not None:
            self._choose(first)
            first.setFocus()
        self._fit()

    def _press(self, made: ValueRow) -> None:
        self._choose(made)
        self.heard.emit(made.value.cell)

    def _choose(self, made: ValueRow) -> None:
        for other in self.rows:
            other.setChecked(other is made)
        self.take.setText(tr("Use {name}", name=made.value.name))
        self.take.setEnabled(not made._own)

    def _take(self) -> None:
        taken = next((made for made in self.rows if made.isChecked()), None)
        if taken is not None and self.take.isEnabled():
            self.chosen.emit(taken.value.cell, self.adapt.isChecked())

    def _clear(self) -> None:
        for made in self.rows:
            self._rows.removeWidget(made)
            made.hide()
            made.deleteLater()
        self.rows = []

    def _fit(self) -> None:
        for inner in (self._foot.layout(), self.layout()):
            if inner is not None:
                inner.activate()
        self.resize(self.width(), self.sizeHint().height())

    def stand_at(self, note: QRectF) -> None:
        """Stand at the left of a note of the parent's, or at its right if there is more room; the tip points at it."""
        over = self.parentWidget()
        assert over is not None
        left_side = note.left() - self.width() >= 60 or note.left() > over.width() / 2
        x = note.left() - self.width() - 2 if left_side else note.right() + 2
        y = min(max(4.0, note.center().y() - 70), max(4.0, over.height() - self.height() - 4))
        self._tip = ("right" if left_side else "left", min(max(16.0, note.center().y() - y), self.height() - 16.0 - SHADOW))
        self.move(QPoint(round(x), round(y)))
        self.show()
        self.raise_()
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows, Enter and Esc belong to the popover, not to the window's actions."""
        if isinstance(event, QKeyEvent) and event.key() in KEYS:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self._key(event.key())
                return True
        return super().eventFilter(watched, event)

    def _key(self, key: int) -> None:
        if key == Qt.Key.Key_Escape:
            self.closed.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take()
        elif self.rows:
            focus = next((place for place, made in enumerate(self.rows) if made.isChecked()), 0)
            made = self.rows[max(0, min(len(self.rows) - 1, focus + (1 if key == Qt.Key.Key_Down else -1)))]
            made.setFocus()
            self._press(made)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = QRectF(TIP + 0.5, 0.5, WIDTH - 1, self.height() - SHADOW - 1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.shadow)
        painter.drawRoundedRect(card.translated(SHADOW, SHADOW), 8, 8)
        painter.setPen(QPen(colours.line, 1))
        painter.setBrush(colours.raised)
        painter.drawRoundedRect(card, 8, 8)
        side, y = self._tip
        if side:
            edge, point = (card.right(), self.width() - 1.5) if side == "right" else (card.left(), 1.5)
            painter.drawPolygon(QPolygonF([QPointF(edge, y - 9), QPointF(point, y), QPointF(edge, y + 9)]))
            painter.setPen(QPen(colours.raised, 2))
            painter.drawLine(QPointF(edge, y - 8), QPointF(edge, y + 8))
