"""A small picture of a teaching: the loss on the user's own held-out part over the time, against where it began."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.document.models.teaching import TeachProgress
from app.widgets.theme import look, sans, theme
from app.words import tr

HEIGHT = 150
LEFT, BOTTOM = 46, 22


class LossChart(QWidget):
    """Lower is better; the dashed line is the model it began with."""

    def __init__(self) -> None:
        super().__init__()
        self._progress = TeachProgress()
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(420, HEIGHT)

    def show_progress(self, progress: TeachProgress) -> None:
        """Draw where a teaching stands."""
        self._progress = progress
        self.setAccessibleName(tr("Loss on held-out pieces over the time; lower is better"))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        before, curve = self._progress.before, self._progress.curve
        if before is None:
            return
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = QRectF(LEFT, 8, self.width() - LEFT - 8, HEIGHT - 8 - BOTTOM)
        losses = [before, *(loss for _, loss in curve)]
        low, high = min(losses), max(losses)
        spread = max(high - low, 0.02 * before)
        low, high = low - 0.2 * spread, high + 0.2 * spread

        def at(share: float, loss: float) -> QPointF:
            return QPointF(
                room.left() + share * room.width(), room.bottom() - (loss - low) / (high - low) * room.height()
            )

        painter.setPen(QPen(colours.line, 1))
        painter.drawLine(room.bottomLeft(), room.bottomRight())
        painter.setPen(QPen(colours.ink2, 1, Qt.PenStyle.DashLine))
        painter.drawLine(at(0, before), at(1, before))
        painter.setFont(sans(11))
        painter.setPen(colours.ink2)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for loss in sorted({losses[0], min(losses)}):
            painter.drawText(QRectF(0, at(0, loss).y() - 8, LEFT - 6, 16), right, f"{loss:.3f}")
        painter.drawText(
            QRectF(room.left(), room.bottom() + 4, room.width(), 16), Qt.AlignmentFlag.AlignRight, tr("time")
        )
        points = [at(0, before), *(at(share, loss) for share, loss in curve)]
        painter.setPen(QPen(colours.accent, 2))
        painter.drawPolyline(QPolygonF(points))
        painter.setBrush(colours.accent)
        painter.drawEllipse(points[-1], 3, 3)
