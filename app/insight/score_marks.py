"""Findings drawn over the engraved score: a ring around each head, a line along each voice's step, and the rule's
sign above. Never by colour alone."""

from itertools import pairwise

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from app.insight.marks import HEIGHT, MANY, WIDTH, Marks, paint_sign
from app.score.engraving import Engraving
from app.score.tints import head_box
from app.widgets.theme import theme


def paint_score_marks(marks: Marks, painter: QPainter, made: Engraving, zoom: float) -> None:
    """The findings whose heads stand in one engraved passage."""
    colours = theme()
    heads = {
        (head.voice, head.onset): head_box(head, zoom, 3) for head in reversed(made.heads) if not head.rest
    }  # a tied note is marked where it begins
    for finding in marks.shown:
        boxes = {cell: heads[cell] for cell in finding.cells if cell in heads}
        if not boxes:
            continue
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colours.lint, 2.5 if finding == marks.chosen else 1.5))
        for box in boxes.values():
            painter.drawRoundedRect(box, 4, 4)
        for voice in finding.voices if len(marks.shown) <= MANY or finding == marks.chosen else ():
            steps = [box for (own, _), box in sorted(boxes.items()) if own == voice]
            for one, other in pairwise(steps):
                painter.drawLine(
                    QLineF(one.center() + QPointF(one.width() / 2, 0), other.center() - QPointF(other.width() / 2, 0))
                )
        top = min(box.top() for box in boxes.values())
        middle = sum(box.center().x() for box in boxes.values()) / len(boxes)
        paint_sign(
            painter, QRectF(middle - WIDTH / 2, max(1.0, top - HEIGHT - 4), WIDTH, HEIGHT), finding.rule, colours
        )
