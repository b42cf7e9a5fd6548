"""A dialog for the title, key, metre, number of bars, pick-up and tempo of a piece, new or not. The edits are the
engine's."""

from dataclasses import replace

from PySide6.QtWidgets import QComboBox, QDialog, QDoubleSpinBox, QFormLayout, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from app.widgets.labels import button, default_button, label, row
from app.words import tr
from engine.canvas.edits_bars import set_key, set_metre, set_pickup, set_tempo
from engine.canvas.edits_length import set_length, sounding_bars, without_odd_end
from engine.canvas.music import MAX_BARS, UNITS, Bar, Key, Piece
from engine.theory.spelling import key_name


class PieceDialog(QDialog):
    """Shows what holds at a bar; `piece` gives what was chosen. With `new` it asks for a page that is yet to be."""

    def __init__(self, piece: Piece, bar: int, parent: QWidget | None = None, new: bool = False) -> None:
        super().__init__(parent)
        self._piece, self._bar = piece, bar
        title = tr("New page") if new else tr("Title, key, metre, tempo")
        self.setWindowTitle(title)
        self.title, self.key = QLineEdit(piece.title), QComboBox()
        for minor in (False, True):
            for fifths in range(-7, 8):
                self.key.addItem(key_name(Key(fifths, minor)), Key(fifths, minor))
        self.key.setCurrentIndex(
            next(i for i in range(self.key.count()) if tuple(self.key.itemData(i)) == tuple(piece.key))
        )
        self.beats, self.unit, self.tempo, self.pickup = QSpinBox(), QComboBox(), QDoubleSpinBox(), QSpinBox()
        self.bars = QSpinBox()
        for box in (self.beats, self.tempo, self.pickup, self.bars):
            box.lineEdit().setTextMargins(6, 0, 0, 0)
        self._fill()
        number = piece.place(piece.bar_starts[bar])[0]
        words = "" if new or bar == 0 else tr(", from bar {n} on", n=number)
        form = QFormLayout()
        form.setVerticalSpacing(12)
        for name, control in (
            (tr("Title"), self.title),
            (tr("Key"), self.key),
            (tr("Beats per bar{words}", words=words), self.beats),
            (tr("Beat unit"), self.unit),
            (tr("Number of bars"), self.bars),
            (tr("Pick-up before bar 1, in sixteenths"), self.pickup),
            (tr("Quarter notes per minute{words}", words=words), self.tempo),
        ):
            control.setAccessibleName(name)
            form.addRow(name, control)
        done, cancel = default_button(tr("Create") if new else tr("Apply")), button(tr("Cancel"))
        done.clicked.connect(self.accept)
        cancel.clicked.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(16)
        column.addWidget(label(title, "title"))
        column.addLayout(form)
        column.addLayout(row(None, cancel, done))
        self.setMinimumWidth(560)

    def _fill(self) -> None:
        """What holds now."""
        piece, metre, first = self._piece, self._piece.bars[self._bar], self._piece.bars[0]
        self.beats.setRange(1, 64)
        self.beats.setValue(metre.beats)
        for unit in UNITS:
            self.unit.addItem(str(unit), unit)
        self.unit.setCurrentIndex(UNITS.index(metre.unit))
        self._pickup = first.steps if piece.has_pickup else 0
        self._limit_pickup()
        self.pickup.setValue(self._pickup)
        self.pickup.setSpecialValueText(tr("none"))
        self._bars = len(piece.bars) - piece.has_pickup
        self.bars.setRange(max(1, sounding_bars(piece) - piece.has_pickup), MAX_BARS)
        self.bars.setToolTip(tr("Empty bars are added or removed at the end; bars with notes stay"))
        self.bars.setValue(self._bars)
        self.tempo.setRange(1, 1000)
        self.tempo.setDecimals(1)
        self.tempo.setValue(max(t for t in piece.tempos if t.step <= piece.bar_starts[self._bar]).quarters)
        self.beats.valueChanged.connect(self._metre_changed)
        self.unit.currentIndexChanged.connect(self._metre_changed)

    @property
    def _metre(self) -> tuple[int, int]:
        return self.beats.value(), self.unit.currentData()

    def _limit_pickup(self) -> None:
        """A pick-up is shorter than a bar of the first metre."""
        first = self._piece.bars[0]
        beats, unit = self._metre if self._bar <= self._piece.has_pickup else (first.beats, first.unit)
        self.pickup.setRange(0, max(0, Bar.full(beats, unit).steps - 1))

    def _metre_changed(self) -> None:
        """As many bars as the notes take in the new metre, until the user says another number."""
        self._limit_pickup()
        if self.bars.value() == self._bars:
            empty = not any(voice.notes for voice in self._piece.voices)
            piece = self._in_metre()
            self._bars = self._bars if empty else len(piece.bars) - piece.has_pickup
            self.bars.setMinimum(max(1, sounding_bars(piece) - piece.has_pickup))
            self.bars.setValue(self._bars)

    def _in_metre(self) -> Piece:
        """The piece in the metre and with the pick-up chosen, and without an odd last bar."""
        piece, metre = self._piece, self._piece.bars[self._bar]
        if self._metre != (metre.beats, metre.unit):
            piece = set_metre(piece, self._bar, *self._metre)
        pickup = min(self.pickup.value(), Bar.full(*piece.bars[0][:2]).steps - 1)
        if pickup != (piece.bars[0].steps if piece.has_pickup else 0):
            piece = set_pickup(piece, pickup)
        return piece if piece is self._piece else without_odd_end(piece)

    def piece(self) -> Piece:
        """The piece with what was chosen."""
        piece = set_key(replace(self._in_metre(), title=self.title.text().strip()), Key(*self.key.currentData()))
        if self.bars.value() != len(piece.bars) - piece.has_pickup:
            piece = set_length(piece, self.bars.value())
        step = min(self._piece.bar_starts[self._bar], piece.steps - 1)
        if self.tempo.value() != max(t for t in piece.tempos if t.step <= step).quarters:
            piece = set_tempo(piece, step, self.tempo.value())
        return piece
