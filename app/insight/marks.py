"""Voice-leading marks: a sign for each rule, and findings drawn over the roll as rings, dotted lines and that sign.

Never by colour alone."""

from collections.abc import Callable, Iterator

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from app.roll.painting.sprites import note_rect
from app.roll.scale import Scale
from app.widgets.theme import Theme, sans, theme
from engine.canvas.edits import note_at
from engine.canvas.music import Piece
from engine.theory.finding import Finding

# rule: what is in its sign; 'strokes' are the two upright lines of a parallel, figures are written, the others
# drawn on a 16 px square
SIGNS: dict[str, tuple[str, bool]] = {
    "parallel fifths": ("5", True),
    "parallel octaves": ("8", True),
    "hidden fifths": ("(5)", False),
    "hidden octaves": ("(8)", False),
    "doubled leading note": ("77", False),
    "unresolved seventh": ("7", False),
}
DRAWINGS = {
    "range": "8,2 8,14;5,5 8,2 11,5;5,11 8,14 11,11",
    "crossing": "3,4 13,12;3,12 13,4",
    "overlap": "2,7 9,7 9,3;7,13 7,9 14,9",
    "spacing": "3,2 13,2;3,14 13,14;8,5 8,11",
    "large leaps": "3,13 13,3;7,3 13,3 13,9",
}
WIDTH, HEIGHT = 24.0, 18.0
FAR = 1.5  # pixels of a sixteenth below which notes have no rings
CROWD = 500  # findings of a piece
AROUND = 40  # pixels beside the part in view in which a sign may begin
MANY = 12  # with more findings than this, only the chosen one's notes are tied together


def paint_sign(painter: QPainter, rect: QRectF, rule: str, colours: Theme, filled: bool | None = None) -> None:
    """A rule's sign: filled for parallels, an outline for the milder ones."""
    words, strokes = SIGNS.get(rule, ("", False))
    filled = strokes if filled is None else filled
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colours.lint, 1.5))
    painter.setBrush(colours.lint if filled else colours.panel)
    painter.drawRoundedRect(rect.adjusted(0.75, 0.75, -0.75, -0.75), 4, 4)
    ink = colours.onvoice if filled else colours.lint
    if words:
        painter.setPen(ink)
        painter.setFont(sans(11, 700))
        painter.drawText(rect.adjusted(6 if strokes else 0, 0, 0, 0), Qt.AlignmentFlag.AlignCenter, words)
    if strokes:
        painter.setPen(QPen(ink, 1.75))
        for x in (rect.left() + 6.5, rect.left() + 9.5):
            painter.drawLine(QLineF(x, rect.center().y() - 4.5, x, rect.center().y() + 4.5))
    if rule in DRAWINGS:
        painter.setPen(QPen(ink, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(_placed(rule, rect))


def _placed(rule: str, rect: QRectF) -> QPainterPath:
    """A drawing at three quarters of its size, in the middle of a sign."""
    path = QPainterPath()
    for line in DRAWINGS[rule].split(";"):
        points = [
            QPointF(*(0.75 * (float(part) - 8) for part in point.split(","))) + rect.center() for point in line.split()
        ]
        path.moveTo(points[0])
        for point in points[1:]:
            path.lineTo(point)
    return path


def finding_notes(piece: Piece, finding: Finding) -> list[tuple[int, int, int, int]]:
    """(voice, start, stop, pitch) of the notes of a finding that are still there."""
    found = []
    for voice, step in finding.cells:
        note = note_at(piece.voices[voice], step) if step < piece.steps else None
        if note is not None:
            found.append((voice, note.start, note.start + note.length, note.pitch))
    return found


def spans(piece: Piece, findings: tuple[Finding, ...]) -> tuple[np.ndarray, np.ndarray]:
    """(first, last) steps between which the notes of a finding lie: its cells, and the longest note on either side."""
    longest = max((note.length for voice in piece.voices for note in voice.notes), default=0)
    steps = np.fromiter((step for finding in findings for _, step in finding.cells), dtype=np.int64)
    ends = np.cumsum([len(finding.cells) for finding in findings])
    begins = ends - [len(finding.cells) for finding in findings]
    return np.minimum.reduceat(steps, begins) - longest, np.maximum.reduceat(steps, begins) + longest


class Marks:
    """What is drawn over the roll; `show` decides which piece and findings, `chosen` is drawn stronger."""

    def __init__(self, refresh: Callable[[], None]) -> None:
        self._refresh = refresh
        self._piece: Piece | None = None
        self._findings: tuple[Finding, ...] = ()
        self._spans: tuple[np.ndarray, np.ndarray] | None = None  # of each finding: see spans
        self.chosen: Finding | None = None
        self.on = True

    def show(self, piece: Piece | None, findings: tuple[Finding, ...]) -> None:
        """Draw the findings of a piece from now on."""
        if piece is not self._piece or findings is not self._findings:
            self._piece, self._findings, self._spans = piece, findings, None
            if self.chosen is not None and self.chosen not in findings:
                self.chosen = None
        self._refresh()

    def choose(self, finding: Finding | None) -> None:
        """Draw one finding stronger."""
        self.chosen = finding
        self._refresh()

    @property
    def shown(self) -> tuple[Finding, ...]:
        """What is drawn now."""
        return self._findings if self.on and self._piece is not None else ()

    def paint(self, painter: QPainter, scale: Scale, area: QRectF) -> None:
        """For `overlays` of the roll."""
        colours, left, right = theme(), area.left() - AROUND, area.right() + AROUND
        for finding, notes in self._near(scale, left, right):
            if scale.x(max(n[2] for n in notes)) >= left and scale.x(min(n[1] for n in notes)) <= right:
                self._paint(painter, scale, finding, notes, colours)

    def finding_at(self, at: QPointF, scale: Scale) -> Finding | None:
        """The finding whose sign is at a point of the page."""
        for finding, notes in reversed(list(self._near(scale, at.x() - AROUND, at.x() + AROUND))):
            if self._sign(scale, notes).adjusted(-3, -3, 3, 3).contains(at):
                return finding
        return None

    def _near(
        self, scale: Scale, left: float, right: float
    ) -> Iterator[tuple[Finding, list[tuple[int, int, int, int]]]]:
        """What is drawn and may be seen between two pixels, with its notes: a long piece has findings by the ten
        thousand, and every repaint and every move of the mouse asks. From far away one sign in a place is enough."""
        if not self.shown or self._piece is None:
            return
        if self._spans is None:
            self._spans = spans(self._piece, self._findings)
        starts, stops = self._spans
        near = np.flatnonzero((stops >= scale.step_at(left)) & (starts <= scale.step_at(right)))
        if scale.step < FAR and len(self._findings) > CROWD:
            places = ((starts[near] + stops[near]) / 2 * scale.step) // WIDTH
            near = near[np.sort(np.unique(places, return_index=True)[1])]
        for index in near:
            if notes := finding_notes(self._piece, self._findings[index]):
                yield self._findings[index], notes

    def _sign(self, scale: Scale, notes: list[tuple[int, int, int, int]]) -> QRectF:
        """Where the sign of a finding is."""
        sign = QRectF(0, 0, WIDTH, HEIGHT)
        sign.moveCenter(self._middle([note_rect(scale, start, stop, pitch) for _, start, stop, pitch in notes]))
        return sign

    def _paint(
        self, painter: QPainter, scale: Scale, finding: Finding, notes: list[tuple[int, int, int, int]], colours: Theme
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        strong = finding == self.chosen
        rects = {(voice, start): note_rect(scale, start, stop, pitch) for voice, start, stop, pitch in notes}
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colours.lint, 2.5 if strong else 1.5))
        if scale.step >= FAR:
            for rect in rects.values():
                painter.drawRoundedRect(rect.adjusted(-1.5, -1.5, 1.5, 1.5), 3.5, 3.5)
            if strong or len(self._findings) <= MANY:
                self._tie(painter, list(rects.items()), colours.lint)
        paint_sign(painter, self._sign(scale, notes), finding.rule, colours)

    @staticmethod
    def _tie(painter: QPainter, rects: list[tuple[tuple[int, int], QRectF]], colour: QColor) -> None:
        """Dotted lines between notes of different voices that sound together."""
        pen = QPen(colour, 1.5)
        pen.setDashPattern([1.2, 2.0])
        painter.setPen(pen)
        for index, ((voice, _), one) in enumerate(rects):
            for (other_voice, _), other in rects[index + 1 :]:
                left, right = max(one.left(), other.left()), min(one.right(), other.right())
                if voice != other_voice and right > left:
                    upper, lower = (one, other) if one.top() < other.top() else (other, one)
                    x = min((left + right) / 2, left + 10)
                    painter.drawLine(QLineF(x, upper.bottom() + 2, x, lower.top() - 2))

    @staticmethod
    def _middle(rects: list[QRectF]) -> QPointF:
        """Where the sign is: between the notes, above a single one or, at the top of the page, below it; never on a
        note."""
        around = rects[0]
        for rect in rects[1:]:
            around = around.united(rect)
        centre = around.center()
        if (
            len(rects) > 1
            and around.height() > 3 * HEIGHT
            and not any(rect.adjusted(-12, -9, 12, 9).contains(centre) for rect in rects)
        ):
            return centre
        above = around.top() - HEIGHT / 2 - 4
        return QPointF(centre.x(), above if above >= HEIGHT / 2 else around.bottom() + HEIGHT / 2 + 4)
