"""The surprise of the page in the panel: the legend, the sum, and the ten most surprising notes to jump to. Shows what Heat knows."""

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from app.ink import paint_badge
from app.insight.examine import short_place
from app.insight.heat import Heat
from app.insight.selection_bits import SelectionBits
from app.labels import button, emptied, keycap, label, row
from app.roll.describe import note_name, voice_word
from app.theme import SURPRISE_BITS, Theme, faded, look, sans, theme
from app.words import count, tr
from engine.edits import note_at
from engine.music import Note, Piece

TEN = 10  # the most surprising notes that can be listed
FEW = 3  # of them, before more are asked for
GRADES = ("under 1", "1 to 2", "2 to 4", "4 and up")
OFF = "How surprising is each note, given all the rest? Bright means that the model expected something else."
PREVIEW = "Alternatives are not measured; accept or reject them first."


def paint_swatch(painter: QPainter, rect: QRectF, grade: int, colours: Theme, radius: float = 2.0) -> None:
    """A grade of surprise: its colour with 0 to 3 upright ticks."""
    ground = colours.surprise[grade]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(rect, radius, radius)
    painter.setBrush(QColor("#14171D") if ground.lightnessF() > 0.45 else QColor("#FFFFFF"))
    for tick in range(grade):
        painter.drawRect(QRectF(rect.center().x() - 0.9 + (tick - (grade - 1) / 2) * 4, rect.center().y() - 3.5, 1.8, 7))


class HeatLegend(QWidget):
    """Four grades with their bits."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(30)
        self.setAccessibleName(tr("Bits per note: {words}, with 0 to 3 ticks", words=", ".join(tr(words) for words in GRADES)))
        look.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide = self.width() / 4
        painter.setFont(sans(11))
        for grade, words in enumerate(GRADES):
            paint_swatch(painter, QRectF(grade * wide, 0, wide - 2, 13), grade, colours)
            painter.setPen(colours.ink2)
            painter.drawText(QRectF(grade * wide, 15, wide - 2, 15), Qt.AlignmentFlag.AlignCenter, tr(words))


class NoteRow(QAbstractButton):
    """A surprising note as a line to press."""

    def __init__(self, piece: Piece, voice: int, note: Note, bits: float) -> None:
        super().__init__()
        self._voice, self._bits = voice, bits
        self._place, self._name = short_place(piece, note.start), note_name(piece, voice, note)
        self.setText(tr("{voice} {place}, {name}, {bits} bits", voice=voice_word(voice), place=self._place, name=self._name, bits=f"{bits:.1f}"))
        self.setAccessibleName(self.text())
        self.setToolTip(tr("{bits} bits: the model gave it {odds} given all the rest", bits=f"{bits:.3f}", odds=f"{100 * 2.0**-bits:.2g} %"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedHeight(26)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(200, 26)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(self.rect())
        if self.underMouse() or self.hasFocus():
            painter.setPen(QPen(colours.focus, 2) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(faded(colours.sunk, 0.55))
            painter.drawRoundedRect(whole.adjusted(1, 1, -1, -1), 6, 6)
        paint_badge(painter, QRectF(2, 4, 18, 18), self._voice, colours)
        painter.setFont(sans(13))
        painter.setPen(colours.ink)
        painter.drawText(QRectF(32, 0, 60, 26), Qt.AlignmentFlag.AlignVCenter, self._place)
        painter.drawText(QRectF(0, 0, whole.width() - 4, 26), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, f"{self._bits:.1f}")
        painter.setPen(colours.ink2)
        painter.drawText(QRectF(84, 0, 60, 26), Qt.AlignmentFlag.AlignVCenter, self._name)
        paint_swatch(painter, QRectF(whole.width() - 62, 7, 24, 12), int(np.searchsorted(SURPRISE_BITS, self._bits, side="right")), colours)


class HeatSection(QWidget):
    """Legend, words, rows."""

    jumped = Signal(int, int)  # voice, onset step

    def __init__(self, heat: Heat, selected: SelectionBits) -> None:
        super().__init__()
        self._heat = heat
        self.selected = label("", "second", wrap=True)
        self.selected.hide()
        selected.said.connect(self._say_selected)
        self.words = label("", "second", wrap=True)
        self.switch, self.more = button(tr("Show surprise")), button("", "quiet")
        self.switch.clicked.connect(lambda _on=False: heat.toggle())
        self.more.clicked.connect(lambda _on=False: self._show_more())
        self._all = False
        self._legend = HeatLegend()
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        self._listed: list[tuple[float, int, int]] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(row(label(tr("Surprise"), "heading"), None, label(tr("bits per note"), "second"), keycap("H")))
        column.addWidget(self._legend)
        column.addWidget(self.words)
        column.addWidget(self.selected)
        column.addLayout(self._rows)
        column.addLayout(row(self.switch, None, self.more))
        heat.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what is known."""
        heat = self._heat
        self.switch.setText(tr("Hide") if heat.on else tr("Show surprise"))
        self.switch.setAccessibleName(tr("Hide surprise") if heat.on else tr("Show surprise"))
        self._legend.setVisible(heat.on)
        self.words.setText(self._sentence())
        self._list(heat.notes()[:TEN] if heat.wanted and not heat.trouble else [])

    def _sentence(self) -> str:
        heat = self._heat
        if not heat.on:
            return tr(OFF)
        if heat.trouble:
            return tr(heat.trouble)
        if not heat.wanted:
            return tr(PREVIEW)
        piece, known = heat.piece, heat.notes()
        notes = sum(len(voice.notes) for voice in piece.voices) if piece else 0
        if not notes:
            return tr("There are no notes on the page yet.")
        if not heat.finished:
            return tr("Looking: {n} of {notes}", n=len(known), notes=count(notes, "note", "notes"))
        total = sum(bits for bits, _, _ in known)
        return tr("{total} bits in all, {mean} a note, each given all the rest.", total=f"{total:.0f}", mean=f"{total / notes:.1f}")

    def _say_selected(self, words: str) -> None:
        self.selected.setText(words)
        self.selected.setVisible(bool(words))

    def _show_more(self) -> None:
        self._all = not self._all
        self.refresh()

    def _list(self, notes: list[tuple[float, int, int]]) -> None:
        """Rows for the first few, or all ten."""
        piece, hidden = self._heat.piece, len(notes) - FEW
        self.more.setVisible(hidden > 0)
        self.more.setText(tr("Fewer") if self._all else tr("{n} more to look at", n=hidden))
        shown = notes if self._all else notes[:FEW]
        if shown == self._listed:
            return
        self._listed = shown
        emptied(self._rows)
        for bits, voice, start in shown:
            note = note_at(piece.voices[voice], start) if piece is not None else None
            if piece is not None and note is not None:
                made = NoteRow(piece, voice, note, bits)
                made.clicked.connect(lambda _on=False, voice=voice, start=start: self.jumped.emit(voice, start))
                self._rows.addWidget(made)
