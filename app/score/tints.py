"""What lies under and over the engraved notes: brushes, differences of an alternative, the selection and the playhead.

Paints; decides nothing."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from app.document.document import Document, Preview
from app.score.engraving import HEAD_WIDTH, SPACE, Engraving, Measure, NoteHead
from app.score.layout_xml import STAVES
from app.widgets.ink import fill_brush
from app.widgets.theme import faded, theme
from engine.canvas.mask import Brush
from engine.canvas.music import Piece

ROOM = 3.2 * SPACE  # above and below a staff that still belongs to it


def head_box(head: NoteHead, zoom: float, grow: float = 0.0) -> QRectF:
    """A notehead's rectangle in pixels."""
    return QRectF(head.x * zoom, (head.y - SPACE / 2) * zoom, HEAD_WIDTH * zoom, SPACE * zoom).adjusted(
        -grow, -grow, grow, grow
    )


def paint_tints(
    painter: QPainter, made: Engraving, zoom: float, document: Document, preview: Preview, layout: str
) -> None:
    """Brushes: a staff whose voices are all of one brush over a bar has its pattern, single notes a tint of their
    brush; then what an alternative changed."""
    rows = document.project.masks[0].rows
    covered: set[tuple[int, int]] = set()
    for measure in made.measures:
        for staff, voices in enumerate(STAVES[layout]):
            brushes = {state for voice in voices for state in rows[voice][measure.start : measure.stop]}
            if len(brushes) == 1 and (brush := Brush(brushes.pop())) is not Brush.KEEP:
                _pattern(painter, measure, staff, brush, zoom)
                covered |= {(voice, measure.start) for voice in voices}
    colours = theme()
    painter.setPen(Qt.PenStyle.NoPen)
    bar_of = sorted(measure.start for measure in made.measures)
    for head in made.heads:
        if head.rest or head.step >= len(rows[head.voice]):
            continue
        brush = Brush(rows[head.voice][head.step])
        bar = max((start for start in bar_of if start <= head.step), default=0)
        if brush is not Brush.KEEP and (head.voice, bar) not in covered:
            painter.setBrush(faded(colours.brushes[brush], 0.28))
            painter.drawRoundedRect(head_box(head, zoom, 3), 4, 4)
        if _differs(head, document, preview):
            painter.setBrush(colours.acctint)
            painter.drawRoundedRect(head_box(head, zoom, 3), 4, 4)


def _pattern(painter: QPainter, measure: Measure, staff: int, brush: Brush, zoom: float) -> None:
    top, bottom = measure.staves[staff]
    box = QRectF(
        measure.left * zoom + 3,
        (top - ROOM / 2) * zoom,
        (measure.right - measure.left) * zoom - 6,
        (bottom - top + ROOM) * zoom,
    )
    painter.save()
    painter.setOpacity(0.45)
    fill_brush(painter, box, brush, theme())
    painter.restore()


def _differs(head: NoteHead, document: Document, preview: Preview) -> bool:
    """Whether the alternative in view has another note here than the page."""
    shown, canvas = preview.shown, document.project.canvas
    if not isinstance(shown, Piece) or not isinstance(canvas, Piece):
        return False
    cells = canvas.voices[head.voice].cells
    return head.onset >= len(cells) or cells[head.onset] != shown.voices[head.voice].cells[head.onset]


def paint_selection(painter: QPainter, made: Engraving, zoom: float, document: Document) -> None:
    """A ring around each head of a selected note."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme().focus, 2))
    for head in made.heads:
        if not head.rest and (head.voice, head.onset) in document.selection:
            painter.drawRoundedRect(head_box(head, zoom, 4), 4, 4)


def paint_playhead(painter: QPainter, x: float, height: int) -> None:
    """The line where the music is."""
    painter.fillRect(QRectF(x - 0.75, 0, 1.5, height), theme().ink)
