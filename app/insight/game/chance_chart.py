"""What guessing would give: how often each number of right answers happens, with the user's own marked.

Draws; knows no page."""

from math import comb

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.insight.game.score import Score, sentence
from app.widgets.theme import look, mix, sans, theme
from app.words import tr

HEIGHT = 132
FOOT = 34  # pixels under the columns
MOST = 60  # answers after which columns would be too thin: then only those about the middle are drawn


def window(score: Score) -> tuple[int, int]:
    """The first and last number of right answers that is drawn."""
    right, of = score
    if of <= MOST:
        return 0, of
    half = max(MOST // 2, abs(right - of // 2) + 2)
    return max(0, of // 2 - half), min(of, of // 2 + half)


class ChanceChart(QWidget):
    """Columns of the binomial distribution; those as good as the score or better are darker."""

    def __init__(self) -> None:
        super().__init__()
        self._score: Score = (0, 0)
        self.setFixedHeight(HEIGHT)
        look.changed.connect(self.update)

    def show_score(self, score: Score) -> None:
        """Another score."""
        self._score = score
        self.setAccessibleName(sentence(score))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours, (right, of) = QPainter(self), theme(), self._score
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        floor = self.height() - FOOT + 0.5
        painter.setPen(QPen(colours.line, 1))
        painter.drawLine(QPointF(0, floor), QPointF(self.width(), floor))
        if not of:
            return
        first, last = window(self._score)
        wide, tallest = self.width() / (last - first + 1), comb(of, of // 2)
        gap = min(3.0, wide * 0.2)
        painter.setPen(Qt.PenStyle.NoPen)
        for number in range(first, last + 1):
            high = max(1.0, (floor - 4) * (comb(of, number) / tallest))
            painter.setBrush(colours.ink if number >= right else mix(colours.ink3, colours.panel, 0.35))
            painter.drawRoundedRect(
                QRectF((number - first) * wide + gap / 2, floor - high, wide - gap, high),
                min(2.0, wide / 4),
                min(2.0, wide / 4),
            )
        middle = (right - first + 0.5) * wide
        painter.setBrush(colours.accent)
        painter.drawPolygon(
            [QPointF(middle, floor + 4), QPointF(middle - 5, floor + 12), QPointF(middle + 5, floor + 12)]
        )
        painter.setFont(sans(11))
        painter.setPen(colours.ink2)
        words = tr("you: {n}", n=right)
        room = painter.fontMetrics().horizontalAdvance(words) / 2 + 2
        at = min(self.width() - room, max(room, middle))
        painter.drawText(QRectF(at - room, floor + 14, 2 * room, 16), Qt.AlignmentFlag.AlignCenter, words)
