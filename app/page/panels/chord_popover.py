"""A card under a bar of the chord lane with the chords it could have, how likely each is, and a choice.

Shows and emits signals; asks and changes nothing itself."""

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QVBoxLayout, QWidget

from app.widgets.icons import paint_icon
from app.widgets.labels import button, label, row
from app.widgets.popover import SHADOW, TIP, Popover
from app.widgets.theme import faded, look, sans, theme
from app.words import tr
from engine.jobs.chord_drafts import ChordReading
from engine.theory.chords.symbols import chord_symbol

WIDTH, HEIGHT = 280, 26
FEW = 7  # readings that are listed
NAME = 132  # pixels for the chords' names


class ReadingRow(QAbstractButton):
    """Chords to take: press to hear and choose them."""

    def __init__(self, reading: ChordReading) -> None:
        super().__init__()
        self.reading = reading
        self.name = " ".join(chord_symbol(chord) for _, chord in reading.chords)
        self.setCheckable(True)
        self.setText(self.name)
        self.setFixedHeight(HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(tr("{name}, {n} per cent", name=self.name, n=f"{100 * reading.share:.0f}"))
        self.setToolTip(tr("Click to play it"))
        look.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(WIDTH - 24, HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours, frame = QPainter(self), theme(), QRectF(self.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked() or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.line if self.isChecked() else faded(colours.line, 0.5))
            painter.drawRoundedRect(frame, 4, 4)
        if self.hasFocus():
            painter.setPen(QPen(colours.focus, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(frame.adjusted(1, 1, -1, -1), 4, 4)
        paint_icon(painter, QRectF(4, 5, 16, 16), "sound", colours.ink2)
        painter.setPen(colours.ink)
        painter.setFont(sans(13, 600))
        name = painter.fontMetrics().elidedText(self.name, Qt.TextElideMode.ElideRight, NAME)
        painter.drawText(QRectF(28, 0, NAME, HEIGHT), Qt.AlignmentFlag.AlignVCenter, name)
        bar = QRectF(34 + NAME, 10.5, frame.width() - 34 - NAME - 48, 6)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.sunk)
        painter.drawRoundedRect(bar, 2, 2)
        painter.setBrush(colours.accent)
        painter.drawRoundedRect(QRectF(bar.left(), bar.top(), max(3.0, bar.width() * self.reading.share), 6), 2, 2)
        painter.setPen(colours.ink)
        painter.setFont(sans(13))
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(frame.adjusted(0, 0, -6, 0), right, tr("{n} %", n=f"{100 * self.reading.share:.0f}"))


class ChordPopover(Popover):
    """Floats over the roll; closed by Esc, by choosing, or when the page changes."""

    auditioned = Signal(object)  # a ChordReading to sound
    chosen = Signal(object)  # a ChordReading

    def __init__(self, parent: QWidget) -> None:
        rows = QVBoxLayout()
        rows.setSpacing(1)
        super().__init__(parent, WIDTH, beside=False, rows=rows)
        self._where, self._says = label("", "second"), label("", "second", wrap=True)
        self.use = button(tr("Use"))
        self.use.clicked.connect(lambda _on=False: self.take())
        self._foot = QWidget()
        self._foot.setLayout(row(None, self.use))
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10 + TIP, 12 + SHADOW, 10 + SHADOW)
        column.setSpacing(5)
        column.addLayout(row(label(tr("Reharmonise"), "heading"), None, self._where))
        column.addWidget(self._says)
        column.addLayout(rows)
        column.addWidget(self._foot)
        self.own_keys(self, self.use)

    def wait_for(self, where: str) -> None:
        """Open before the answer is there."""
        self._where.setText(where)
        self.setAccessibleName(tr("Reharmonise {where}", where=where))
        self.show_message(tr("Asking the model …"))
        self.show()
        self.setFocus()

    def show_message(self, sentence: str) -> None:
        """Say why there is nothing to choose from."""
        self.clear()
        self._says.setText(sentence)
        self._foot.hide()
        self.fit(self._foot)

    def answer(self, readings: tuple[ChordReading, ...], drafts: int) -> None:
        """List the readings; the most likely is offered."""
        if not readings:
            self.show_message(tr("No common chord fits this bar; type one in the lane."))
            return
        self.clear()
        self._says.setText(tr("How often the model wrote these chords in {n} drafts of the bar", n=drafts))
        for reading in readings[:FEW]:
            made = ReadingRow(reading)
            made.clicked.connect(lambda _on=False, made=made: self._press(made))
            self.add(made)
        self._foot.show()
        self._choose(self.rows[0])
        self.rows[0].setFocus()
        self.fit(self._foot)

    def stand_under(self, lane: QRect, left: float, right: float) -> None:
        """Stand under a bar of the lane (its geometry in the parent); the tip points at the bar's middle."""
        over = self.parentWidget()
        assert over is not None
        middle = lane.left() + min(max(0.0, (left + right) / 2), float(lane.width()))
        x = min(max(4.0, middle - self.width() / 2), max(4.0, over.width() - self.width() - 4.0))
        tip = QPointF(min(max(18.0, middle - x), self.width() - 18.0 - SHADOW), 1.5)
        self.stand(x, lane.bottom() + 1, tip)

    def _press(self, made: ReadingRow) -> None:
        made.setFocus()
        self._choose(made)
        self.auditioned.emit(made.reading)

    def _choose(self, made: ReadingRow) -> None:
        for other in self.rows:
            other.setChecked(other is made)
        self.use.setText(tr("Write with {name}", name=made.name))

    def take(self) -> None:
        taken = next((made for made in self.rows if made.isChecked()), None)
        if taken is not None:
            self.chosen.emit(taken.reading)

    def arrive(self, made: QAbstractButton) -> None:
        if isinstance(made, ReadingRow):
            self._press(made)
