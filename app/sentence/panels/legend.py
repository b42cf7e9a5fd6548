"""What the marks on a page of words mean, for the left panel."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.sentence.painting.word_ink import paint_gloss, paint_wave
from app.widgets.theme import look, sans, theme
from app.words import tr


class WordLegend(QWidget):
    """The old word above, and the wave."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(52)
        self.setAccessibleName(tr("On the page"))
        self.setAccessibleDescription(
            tr("A struck-through word was replaced; a wavy line marks a word the model does not know.")
        )
        look.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_gloss(painter, QRectF(4, 21, 50, 10), tr("great"), colours)
        paint_wave(painter, 8, 38, 38, colours.gloss)
        painter.setFont(sans(12))
        painter.setPen(colours.ink2)
        painter.drawText(QRectF(54, 4, 140, 20), Qt.AlignmentFlag.AlignVCenter, tr("replaced"))
        painter.drawText(QRectF(54, 28, 140, 20), Qt.AlignmentFlag.AlignVCenter, tr("unknown word"))
