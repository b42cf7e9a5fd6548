"""A card beside a note with the most likely values, their odds, and a choice.

Shows and emits signals; asks and changes nothing itself."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from app.widgets.choice_row import ChoiceRow, RowStyle
from app.widgets.labels import button, label, row
from app.widgets.popover import SHADOW, TIP, Popover
from app.words import tr

if TYPE_CHECKING:
    from app.insight.why_not import Values

WIDTH = 284
STYLE = RowStyle(name=28, room=60, bar=92, right=58, wide=WIDTH - 24)


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
        self.use.clicked.connect(lambda _on=False: self._take())
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
        self.entered.connect(self._take)
        self.arrived.connect(self._press)

    def wait_for(self, where: str, name: str, voice: int) -> None:
        """Open before the answer is there."""
        self.begin()
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
            made = ChoiceRow(
                value,
                value.name,
                value.share,
                STYLE,
                lambda colours: colours.voices[self._voice],
                now=value.cell == values.own,
                sounds=value.cell >= 0,
            )
            made.setToolTip(tr("{n} %; click to play it", n=f"{100 * value.share:.3f}"))
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

    def _press(self, made: ChoiceRow) -> None:
        made.setFocus()
        self._choose(made)
        self.auditioned.emit(made.value.cell)

    def _choose(self, made: ChoiceRow) -> None:
        self.check(made)
        self.use.setText(tr("Use {name}", name=made.value.name))
        self.use.setEnabled(not made.now)

    def _take(self) -> None:
        taken = self.checked
        if taken is not None and self.use.isEnabled():
            self.chosen.emit(taken.value.cell, self.adapt.isChecked())

    def place_beside(self, note: QRectF) -> None:
        """Stand at the left of a note of the parent's, or at its right if there is more room; the tip points at it."""
        room = self.room
        left_side = note.left() - self.width() >= room.left() + 60 or note.left() > room.center().x()
        x = note.left() - self.width() - 2 if left_side else note.right() + 2
        lowest = max(room.top() + 4.0, room.bottom() - self.height() - 4)
        y = min(max(room.top() + 4.0, note.center().y() - 70), lowest)
        point = QPointF(
            self.width() - 1.5 if left_side else 1.5,
            min(max(16.0, note.center().y() - y), self.height() - 16.0 - SHADOW),
        )
        self.place_at(x, y, point)
