"""The score's picture: engravings drawn once in the theme's colours and kept, with brushes, selection and playhead."""

from collections import OrderedDict
from collections.abc import Callable

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractScrollArea

from app.document.document import Document, Preview
from app.score.engraving import Engraving
from app.score.places import ScorePlaces
from app.score.tints import paint_playhead, paint_selection, paint_tints
from app.widgets.theme import mix, sans, theme

PIXMAPS = 10  # kept
ScoreExtra = Callable[[QPainter, Engraving, float], None]  # called with painter, engraving, zoom


class ScorePicture:
    """Paints the passages in view."""

    def __init__(self, area: QAbstractScrollArea, places: ScorePlaces, document: Document, preview: Preview) -> None:
        self._area, self._places, self._document, self._preview = area, places, document, preview
        self._pixmaps: OrderedDict[tuple[object, ...], QPixmap] = OrderedDict()
        self.extras: list[ScoreExtra] = []  # what others paint over each engraved passage

    def paint(self, playhead: float | None, otherwise: str) -> None:
        """The viewport; `otherwise` is written where nothing is engraved yet."""
        colours, places, viewport = theme(), self._places, self._area.viewport()
        painter = QPainter(viewport)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(viewport.rect(), colours.paper)
        drawn = False
        for index, made in places.engraved(places.visible()):
            drawn = True
            painter.save()
            painter.translate(places.left_of(index), places.top_of(made))
            self._paint_passage(painter, made)
            painter.restore()
        if not drawn:
            painter.setPen(colours.ink2)
            painter.setFont(sans(13))
            painter.drawText(QRectF(viewport.rect()), Qt.AlignmentFlag.AlignCenter, otherwise)
        elif playhead is not None:
            paint_playhead(painter, places.x_of(playhead), viewport.height())
        painter.end()

    def _paint_passage(self, painter: QPainter, made: Engraving) -> None:
        zoom = self._places.zoom
        paint_tints(painter, made, zoom, self._document, self._preview, self._places.staves)
        painter.drawPixmap(0, 0, self._pixmap(made))
        paint_selection(painter, made, zoom, self._document)
        for paint in self.extras:
            paint(painter, made, zoom)

    def _pixmap(self, made: Engraving) -> QPixmap:
        colours, ratio, zoom = theme(), self._area.devicePixelRatioF(), self._places.zoom
        key = (id(made), colours.name, round(zoom, 6), ratio)
        if key not in self._pixmaps:
            size = QSize(max(1, round(made.width * zoom * ratio)), max(1, round(made.height * zoom * ratio)))
            pixmap = QPixmap(size)
            pixmap.setDevicePixelRatio(ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            lines = mix(colours.ink2, colours.paper, 0.75).name()
            picture = QSvgRenderer(
                QByteArray(
                    made.coloured(
                        colours.ink.name(), lines, tuple(c.name() for c in colours.voices), sans().families()[0]
                    )
                )
            )
            picture.render(painter, QRectF(0, 0, size.width() / ratio, size.height() / ratio))
            painter.end()
            self._pixmaps[key] = pixmap
            while len(self._pixmaps) > PIXMAPS:
                self._pixmaps.popitem(last=False)
        return self._pixmaps[key]
