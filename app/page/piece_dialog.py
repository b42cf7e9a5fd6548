"""A dialog for the title, key, metre and tempo of a piece. The edits are the engine's."""

from dataclasses import replace

from PySide6.QtWidgets import QComboBox, QDialog, QDoubleSpinBox, QFormLayout, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from app.widgets.labels import button, default_button, label, row
from app.words import tr
from engine.canvas.edits_bars import set_key, set_metre, set_pickup, set_tempo
from engine.canvas.music import UNITS, Bar, Key, Piece
from engine.theory.spelling import key_name


class PieceDialog(QDialog):
    """Shows what holds at a bar; `piece` gives what was chosen."""

    def __init__(self, piece: Piece, bar: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._piece, self._bar = piece, bar
        self.setWindowTitle(tr("Title, key, metre, tempo"))
        self.title, self.key = QLineEdit(piece.title), QComboBox()
        for minor in (False, True):
            for fifths in range(-7, 8):
                self.key.addItem(key_name(Key(fifths, minor)), Key(fifths, minor))
        self.key.setCurrentIndex(
            next(i for i in range(self.key.count()) if tuple(self.key.itemData(i)) == tuple(piece.key))
        )
        metre = piece.bars[bar]
        self.beats, self.unit, self.tempo, self.pickup = QSpinBox(), QComboBox(), QDoubleSpinBox(), QSpinBox()
        for box in (self.beats, self.tempo, self.pickup):
            box.lineEdit().setTextMargins(6, 0, 0, 0)
        self.beats.setRange(1, 64)
        self.beats.setValue(metre.beats)
        for unit in UNITS:
            self.unit.addItem(str(unit), unit)
        self.unit.setCurrentIndex(UNITS.index(metre.unit))
        first = piece.bars[0]
        self.pickup.setRange(0, Bar.full(first.beats, first.unit).steps - 1)
        self._pickup = first.steps if piece.has_pickup else 0
        self.pickup.setValue(self._pickup)
        self.pickup.setSpecialValueText(tr("none"))
        self.tempo.setRange(1, 1000)
        self.tempo.setDecimals(1)
        self.tempo.setValue(max(t for t in piece.tempos if t.step <= piece.bar_starts[bar]).quarters)
        number = piece.place(piece.bar_starts[bar])[0]
        form = QFormLayout()
        form.setVerticalSpacing(12)
        for words, control in (
            (tr("Title"), self.title),
            (tr("Key"), self.key),
            (tr("Beats per bar, from bar {n} on", n=number), self.beats),
            (tr("Beat unit"), self.unit),
            (tr("Pick-up before bar 1, in sixteenths"), self.pickup),
            (tr("Tempo (quarter notes per minute), from bar {n} on", n=number), self.tempo),
        ):
            control.setAccessibleName(words)
            form.addRow(words, control)
        done, cancel = default_button(tr("Apply")), button(tr("Cancel"))
        done.clicked.connect(self.accept)
        cancel.clicked.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(16)
        column.addWidget(label(tr("Title, key, metre, tempo"), "title"))
        column.addLayout(form)
        column.addLayout(row(None, cancel, done))
        self.setMinimumWidth(420)

    def piece(self) -> Piece:
        """The piece with what was chosen."""
        piece = replace(self._piece, title=self.title.text().strip())
        piece = set_key(piece, Key(*self.key.currentData()))
        step = piece.bar_starts[self._bar]
        metre = piece.bars[self._bar]
        if (self.beats.value(), self.unit.currentData()) != (metre.beats, metre.unit):
            piece = set_metre(piece, self._bar, self.beats.value(), self.unit.currentData())
        if self.tempo.value() != max(t for t in piece.tempos if t.step <= step).quarters:
            piece = set_tempo(piece, step, self.tempo.value())
        if self.pickup.value() != self._pickup:
            longest = Bar.full(*piece.bars[0][:2]).steps - 1
            piece = set_pickup(piece, min(self.pickup.value(), longest))
        return piece
