"""The surprise of the page in the panel: the legend, the sum, and the ten most surprising notes or words to jump to.

Shows what Heat knows."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.insight.heat import Heat
from app.insight.sections.line_button import LineButton
from app.insight.selection_bits import SelectionBits
from app.insight.subject import Named
from app.widgets.ink import paint_badge, paint_swatch
from app.widgets.labels import button, emptied, keycap, label, literal, row
from app.widgets.theme import SURPRISE_BITS, faded, look, sans, theme
from app.words import count, tr

TEN = 10  # the most surprising that can be listed
FEW = 3  # of them, before more are asked for
PREVIEW = "Alternatives are not measured; accept or reject them first."


def grade_words(marks: Sequence[float]) -> list[str]:
    """The four grades in words: 'under 1', '1 to 2', '2 to 4', '4 and up'."""
    first, second, third = (f"{mark:.1f}".removesuffix(".0") for mark in marks)
    return [
        tr("under {n}", n=first),
        tr("{n} to {m}", n=first, m=second),
        tr("{n} to {m}", n=second, m=third),
        tr("{n} and up", n=third),
    ]


class HeatLegend(QWidget):
    """Four grades with their bits."""

    def __init__(self, per: str) -> None:
        super().__init__()
        self._per = per
        self.setFixedHeight(30)
        self.set_marks(SURPRISE_BITS)
        look.changed.connect(self.update)

    def set_marks(self, marks: Sequence[float], tip: str = "") -> None:
        """The bits at which one grade ends and the next begins, and where they come from."""
        self.words = grade_words(marks)
        self.setToolTip(tip)
        listed = ", ".join(self.words)
        self.setAccessibleName(tr("{per}: {words}, with 0 to 3 ticks", per=self._per.capitalize(), words=listed))
        self.setAccessibleDescription(tip)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide = self.width() / 4
        painter.setFont(sans(11))
        for grade, words in enumerate(self.words):
            paint_swatch(painter, QRectF(grade * wide, 0, wide - 2, 13), grade, colours)
            painter.setPen(colours.ink2)
            room = QRectF(grade * wide, 15, wide - 2, 15)
            if painter.fontMetrics().horizontalAdvance(words) > room.width():
                painter.setFont(sans(10))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, words)
            painter.setFont(sans(11))


class SurpriseRow(LineButton):
    """A surprising note or word as a line to press."""

    def __init__(self, named: Named, bits: float, marks: Sequence[float] = SURPRISE_BITS) -> None:
        super().__init__()
        self._named, self._bits, self._marks = named, bits, marks
        words = tr("{words}, {bits} bits", words=named.words, bits=f"{bits:.1f}")
        self.setText(literal(words))
        self.setAccessibleName(words)
        self.setToolTip(
            tr(
                "{bits} bits: the model gave it {odds}, given all the rest",
                bits=f"{bits:.3f}",
                odds=f"{100 * 2.0**-bits:.2g} %",
            )
        )
        self.setFixedHeight(26)

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
        named, left = self._named, 2
        if named.voice is not None:
            paint_badge(painter, QRectF(2, 4, 18, 18), named.voice, colours)
            left = 32
        painter.setFont(sans(13))
        painter.setPen(colours.ink)
        painter.drawText(QRectF(left, 0, 60, 26), Qt.AlignmentFlag.AlignVCenter, named.place)
        painter.drawText(
            QRectF(0, 0, whole.width() - 4, 26),
            Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight,
            f"{self._bits:.1f}",
        )
        painter.setPen(colours.ink2)
        room = QRectF(left + 52 if named.voice is not None else left + 30, 0, 0, 26)
        room.setRight(whole.width() - 68)
        name = painter.fontMetrics().elidedText(named.name, Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, name)
        paint_swatch(
            painter,
            QRectF(whole.width() - 62, 7, 24, 12),
            int(np.searchsorted(self._marks, self._bits, side="right")),
            colours,
        )


class HeatSection(QWidget):
    """Legend, words, rows."""

    jumped = Signal(int, int)  # row, step

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
        self._marks: tuple[float, ...] = SURPRISE_BITS
        per = tr("bits per {one}", one=tr(heat.subject.one))
        self._legend = HeatLegend(per)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        self._listed: list[tuple[float, int, int]] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(row(label(tr("Surprise"), "heading"), None, label(per, "second"), keycap("H")))
        column.addWidget(self._legend)
        column.addWidget(self.words)
        column.addWidget(self.selected)
        column.addLayout(self._rows)
        column.addLayout(row(self.switch, None, self.more))
        heat.changed.connect(self.refresh)
        look.changed.connect(self.refresh)
        self.refresh()

    def set_marks(self, marks: tuple[float, ...], tip: str) -> None:
        """Grade by these bits from now on; `tip` says where they come from."""
        self._marks, self._listed = marks, []
        self._legend.set_marks(marks, tip)
        self.refresh()

    def refresh(self) -> None:
        """Show what is known."""
        heat = self._heat
        self.switch.setText(tr("Hide") if heat.on else tr("Show surprise"))
        self.switch.setAccessibleName(tr("Hide surprise") if heat.on else tr("Show surprise"))
        self._legend.setVisible(heat.on)
        self.words.setText(self._sentence())
        self._list(heat.notes()[:TEN] if heat.wanted and not heat.problem else [])

    def _sentence(self) -> str:
        heat = self._heat
        if not heat.on:
            return tr(heat.subject.off, strong=tr("Bright") if theme().dark else tr("Dark"))
        if heat.problem:
            return tr(heat.problem)
        if not heat.wanted:
            return tr(PREVIEW)
        subject, known = heat.subject, heat.notes()
        cells = len(subject.spans(heat.canvas)) if heat.canvas is not None else 0
        if not cells:
            return tr(subject.nothing)
        if not heat.finished:
            return tr("Checking: {n} of {cells}", n=len(known), cells=count(cells, subject.one, subject.many))
        total = sum(bits for bits, _, _ in known)
        mean = f"{total / cells:.1f}"
        return tr(
            "{total} bits in all, {mean} per {one}, each given all the rest.",
            total=f"{total:.0f}",
            mean=mean,
            one=tr(subject.one),
        )

    def _say_selected(self, words: str) -> None:
        self.selected.setText(words)
        self.selected.setVisible(bool(words))

    def _show_more(self) -> None:
        self._all = not self._all
        self.refresh()

    def _list(self, notes: list[tuple[float, int, int]]) -> None:
        """Rows for the first few, or all ten."""
        canvas, hidden = self._heat.canvas, len(notes) - FEW
        self.more.setVisible(hidden > 0)
        self.more.setText(tr("Fewer") if self._all else tr("{n} more to check", n=hidden))
        shown = notes if self._all else notes[:FEW]
        if shown == self._listed:
            return
        self._listed = shown
        emptied(self._rows)
        for bits, voice, start in shown:
            named = self._heat.subject.named(canvas, voice, start) if canvas is not None else None
            if named is not None:
                made = SurpriseRow(named, bits, self._marks)
                made.clicked.connect(lambda _on=False, voice=voice, start=start: self.jumped.emit(voice, start))
                self._rows.addWidget(made)
