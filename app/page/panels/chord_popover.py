"""A card under a bar of the chord lane with the chords it could have, how likely each is, and a choice.

Shows and emits signals; asks and changes nothing itself."""

from PySide6.QtCore import QPointF, QRect, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.widgets.choice_row import ChoiceRow, RowStyle
from app.widgets.labels import button, label, row
from app.widgets.popover import SHADOW, TIP, Popover
from app.words import tr
from engine.jobs.chord_drafts import ChordReading
from engine.theory.chords.symbols import chord_symbol

WIDTH = 280
FEW = 7  # readings that are listed
STYLE = RowStyle(name=28, room=132, bar=166, right=48, wide=WIDTH - 24, digits=0)


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
        self.use.clicked.connect(lambda _on=False: self._take())
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
        self.entered.connect(self._take)
        self.arrived.connect(self._press)

    def wait_for(self, where: str) -> None:
        """Open before the answer is there."""
        self.begin()
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
            name = " ".join(chord_symbol(chord) for _, chord in reading.chords)
            made = ChoiceRow(reading, name, reading.share, STYLE, lambda colours: colours.accent, sounds=True)
            made.setToolTip(tr("Click to play it"))
            made.clicked.connect(lambda _on=False, made=made: self._press(made))
            self.add(made)
        self._foot.show()
        self._choose(self.rows[0])
        self.rows[0].setFocus()
        self.fit(self._foot)

    def place_under(self, lane: QRect, left: float, right: float) -> None:
        """Stand under a bar of the lane (its geometry in the parent); the tip points at the bar's middle."""
        room = self.room
        middle = lane.left() + min(max(0.0, (left + right) / 2), float(lane.width()))
        x = min(max(room.left() + 4.0, middle - self.width() / 2), room.right() - self.width() - 4.0)
        tip = QPointF(min(max(18.0, middle - x), self.width() - 18.0 - SHADOW), 1.5)
        self.place_at(x, lane.bottom() + 1, tip)

    def _press(self, made: ChoiceRow) -> None:
        made.setFocus()
        self._choose(made)
        self.auditioned.emit(made.value)

    def _choose(self, made: ChoiceRow) -> None:
        self.check(made)
        self.use.setText(tr("Write with {name}", name=made.name))

    def _take(self) -> None:
        taken = self.checked
        if taken is not None:
            self.chosen.emit(taken.value)
