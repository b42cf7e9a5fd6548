"""The grade of a page on a scale, with Bach's range behind it and its nine parts under a fold.

Shows; measures nothing."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from app.widgets.fold import Fold
from app.widgets.labels import label, row
from app.widgets.theme import faded, look, sans, theme
from app.words import tr
from engine.theory.grade import PARTS, Grade, bach_range

PART_WORDS = {
    "note": ("Notes", "which notes of the key are used, and how often"),
    "rhythm": ("Rhythm", "how long the notes are"),
    "parallels": ("Parallels", "parallel fifths and octaves, against how rare they are in Bach"),
    "harmony": ("Harmony", "which kinds of chords sound"),
    "soprano": ("Soprano", "which intervals the soprano moves by"),
    "alto": ("Alto", "which intervals the alto moves by"),
    "tenor": ("Tenor", "which intervals the tenor moves by"),
    "bass": ("Bass", "which intervals the bass moves by"),
    "repeats": ("Repeats", "how much is repeated, and how long it is"),
}
NONE = "Grading needs four voices with a few notes each."


class GradeScale(QWidget):
    """A value on a line, before the band that holds half, and nine of ten, of Bach's own passages.

    Lower is better, at the left."""

    def __init__(self, part: str, small: bool = False) -> None:
        super().__init__()
        self._part, self._small = part, small
        self._value: float | None = None
        self.setFixedHeight(14 if small else 36)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_value(None)
        look.changed.connect(self.update)

    def set_value(self, value: float | None) -> None:
        """Show a value, or only Bach's range."""
        self._value = value
        low, _, middle, _, high = (f"{mark:.2f}" for mark in bach_range(self._part))
        bach = tr(
            "Eight-bar passages of Bach: median {middle}, nine of ten from {low} to {high}",
            middle=middle,
            low=low,
            high=high,
        )
        words = bach if value is None else tr("{value}; {bach}", value=f"{value:.2f}", bach=bach)
        self.setToolTip(words)
        self.setAccessibleName(words)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, self.height())

    def _ends(self) -> tuple[float, float]:
        low, _, _, _, high = bach_range(self._part)
        return max(0.0, low - 0.35 * (high - low)), high + 0.8 * (high - low)

    def x_of(self, value: float) -> float:
        """The pixel of a value, kept on the line."""
        first, last = self._ends()
        return 6 + (self.width() - 12) * min(1.0, max(0.0, (value - first) / max(1e-9, last - first)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        y, half = (7.0, 4.0) if self._small else (10.0, 6.0)
        p5, p25, p50, p75, p95 = (self.x_of(value) for value in bach_range(self._part))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.line)
        painter.drawRoundedRect(QRectF(0, y - 1.5, self.width(), 3), 1.5, 1.5)
        for left, right, share in ((p5, p95, 0.28), (p25, p75, 0.42)):
            painter.setBrush(faded(colours.ok, share))
            painter.drawRoundedRect(QRectF(left, y - half, max(2.0, right - left), 2 * half), 2, 2)
        painter.setPen(QPen(colours.ok, 2))
        painter.drawLine(QPointF(p50, y - half), QPointF(p50, y + half))
        if self._value is not None:
            painter.setPen(QPen(colours.panel, 2))
            painter.setBrush(colours.ink)
            radius = 4.5 if self._small else 6.5
            painter.drawEllipse(QPointF(self.x_of(self._value), y), radius, radius)
        if not self._small:
            painter.setPen(colours.ink3)
            painter.setFont(sans(11))
            painter.drawText(QRectF(0, 20, self.width(), 16), Qt.AlignmentFlag.AlignLeft, tr("better"))
            words = tr("Bach {n}", n=f"{bach_range(self._part)[2]:.1f}")
            painter.drawText(QRectF(p50 - 40, 20, 80, 16), Qt.AlignmentFlag.AlignHCenter, words)


class GradeSection(QWidget):
    """The figure, the scale, and the parts."""

    def __init__(self) -> None:
        super().__init__()
        self.figure = label("", "figure")
        self.figure.setAccessibleName(tr("Grade"))
        self._scale, self._none = GradeScale("overall"), label(tr(NONE), "second", wrap=True)
        self._scales = {name: GradeScale(name, small=True) for name in PARTS}
        self._figures = {name: label("", "second") for name in PARTS}
        self.parts = QWidget()
        grid = QGridLayout(self.parts)
        grid.setContentsMargins(0, 2, 0, 0)
        grid.setVerticalSpacing(5)
        grid.setHorizontalSpacing(10)
        for line, name in enumerate(PARTS):
            words, tip = PART_WORDS[name]
            title = label(tr(words), "second")
            title.setToolTip(tr(tip))
            grid.addWidget(title, line, 0)
            grid.addWidget(self._scales[name], line, 1)
            grid.addWidget(self._figures[name], line, 2, Qt.AlignmentFlag.AlignRight)
        grid.setColumnStretch(1, 1)
        self.fold = Fold(tr("Nine parts"), self.parts)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        title = label(tr("Grade"), "heading")
        title.setToolTip(
            tr(
                "How far the page is from Bach's chorales in nine ways, added up; lower is better. Compare only pages"
                " of like length."
            )
        )
        column.addLayout(row(title, None, self.figure))
        for part in (self._scale, self._none, self.fold, self.parts):
            column.addWidget(part)
        self.show_grade(None)

    def show_grade(self, grade: Grade | None) -> None:
        """Show a grade, or that there is none yet."""
        self.figure.setText(f"{grade.overall:.1f}" if grade else "–")
        self.figure.setToolTip(f"{grade.overall:.3f}" if grade else tr(NONE))
        self._none.setVisible(grade is None)
        self._scale.set_value(grade.overall if grade else None)
        for name in PARTS:
            value = grade.parts[name] if grade else None
            self._scales[name].set_value(value)
            self._figures[name].setText(f"{value:.2f}" if value is not None else "–")
