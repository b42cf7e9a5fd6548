"""Line icons by name, drawn on a 20 px grid with a 1.5 px round pen.

One table of small drawings; knows colours only as what it is given."""

import re
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPainterPath, QPen, QPixmap

from app.widgets.theme import theme

GRID = 20.0

# name: strokes in SVG's letters M L H V C Q Z (capital = absolute), on a 20 x 20 grid; a leading * fills the shape
# instead
ICONS = {
    "select": "M5 3 L15.5 10 L10.6 11 L8.4 16.5 Z",
    "draw": "M4 16 L4.8 12.6 L13.4 4 L16 6.6 L7.4 15.2 Z M11.6 5.8 L14.2 8.4",
    "erase": "M8 16 L3.6 11.6 L11 4.2 L16.4 9.6 L10 16 Z M7.2 8 L12.6 13.4 M10 16 H16.5",
    "split": "M10 3 V17 M3 7 H8 V13 H3 M17 7 H12 V13 H17",
    "play": "*M7 4.2 L15.5 10 L7 15.8 Z",
    "stop": "M6 6 H14 V14 H6 Z",
    "pause": "M7.5 5 V15 M12.5 5 V15",
    "record": "O10 10 5",
    "loop": (
        "M5 11 V8.5 Q5 6.5 7 6.5 H15 M12.6 4 L15.2 6.5 L12.6 9 M15 9 V11.5 Q15 13.5 13 13.5 H5 M7.4 11 L4.8 13.5"
        " L7.4 16"
    ),
    "metronome": "M7.4 3.5 H12.6 L15.6 16.5 H4.4 Z M10 13 L15.4 6 M5.4 13 H14.6",
    "harmonise": "M4 5.5 H10 M7 10 H15 M6 14.5 H12 M13 5.5 H16",
    "bassline": "M3 6 H7 V10 H11.5 V14 H17",
    "vary": "M3 11 C5 4 8 4 10 10 C12 16 15 16 17 9",
    "gap": "M3 10 H6 M14 10 H17 M7 6 V14 M13 6 V14 M9 8 V12 M11 8 V12",
    "continue": "M3 10 H13 M9.5 6.5 L13 10 L9.5 13.5 M16.5 5 V15",
    "compose": "M8 14.2 V4.5 L15 3 V12.6 O6.2 14.4 1.9 O13.2 12.8 1.9",
    "note": "M10.5 14 V4 C11 6.5 14.5 7 14 10.5 O8.4 14.4 2.2",
    "text": "M4 6 H16 M4 10 H16 M4 14 H11",
    "import": "M10 3.5 V12 M6.5 8.8 L10 12.2 L13.5 8.8 M4 13.5 V16.5 H16 V13.5",
    "export": "M10 12.5 V4 M6.5 7.2 L10 3.8 L13.5 7.2 M4 13.5 V16.5 H16 V13.5",
    "page": "M5.5 3 H11.5 L15 6.5 V17 H5.5 Z M11.5 3 V6.5 H15",
    "open": "M3 15.5 V5 H8 L9.8 7 H16 V9 M3 15.5 L5.6 9 H18 L15.6 15.5 Z",
    "save": "M4 4 H13.4 L16 6.6 V16 H4 Z M7 4 V8 H12.4 V4 M7 16 V11.5 H13 V16",
    "undo": "M8 4.5 L4.5 8 L8 11.5 M4.5 8 H11.5 C17 8 17 15.5 11.5 15.5 H9",
    "redo": "M12 4.5 L15.5 8 L12 11.5 M15.5 8 H8.5 C3 8 3 15.5 8.5 15.5 H11",
    "copy": "M7 7 H16 V16 H7 Z M13 7 V4 H4 V13 H7",
    "cut": "M5.5 14.6 L14 4 M14.5 14.6 L6 4 O5 15.4 1.7 O15 15.4 1.7",
    "paste": "M6 5 H4.5 V17 H15.5 V5 H14 M7 3.4 H13 V6.6 H7 Z",
    "delete": "M4 6 H16 M8 6 V4 H12 V6 M5.5 6 L6.2 16.5 H13.8 L14.5 6 M8.6 9 V13.6 M11.4 9 V13.6",
    "search": "O8.8 8.8 4.8 M12.4 12.4 L16.5 16.5",
    "close": "M5.5 5.5 L14.5 14.5 M14.5 5.5 L5.5 14.5",
    "add": "M10 4 V16 M4 10 H16",
    "less": "M4 10 H16",
    "check": "M4.5 10.5 L8.5 14.5 L15.5 5.5",
    "down": "M5.5 8 L10 12.5 L14.5 8",
    "up": "M5.5 12 L10 7.5 L14.5 12",
    "right": "M8 5.5 L12.5 10 L8 14.5",
    "left": "M12 5.5 L7.5 10 L12 14.5",
    "dice": "M4 4 H16 V16 H4 Z M7.6 7.4 V7.6 M12.4 12.4 V12.6 M10 9.9 V10.1",
    "sound": (
        "M3.5 8 H6.5 L10 5 V15 L6.5 12 H3.5 Z M12.5 7.6 C13.8 9 13.8 11 12.5 12.4 M14.8 5.6 C17.2 8 17.2 12 14.8 14.4"
    ),
    "mute": "M3.5 8 H6.5 L10 5 V15 L6.5 12 H3.5 Z M13 8 L17 12 M17 8 L13 12",
    "clock": "O10 10 6.8 M10 6 V10.4 L12.8 12",
    "settings": "M3 6 H9 M13 6 H17 O11 6 1.8 M3 14 H6 M10 14 H17 O8 14 1.8",
    "steps": "M3 13 H17 M5 10 V6 M8 10 V4 M11 10 V7.5 M14 10 V8.5 O11 13 2",
    "branch": (
        "M3 10 H8 C12 10 11 5 15.5 5 M8 10 C12 10 11 15 15.5 15 M13.4 3 L15.8 5 L13.4 7 M13.4 13 L15.8 15 L13.4 17"
    ),
    "question": "O10 10 6.8 M7.9 8.2 C8 5.6 12.2 5.8 12 8.4 C11.8 9.8 10 9.8 10 11.6 M10 14 V14.1",
    "warning": "M10 3.5 L17 16 H3 Z M10 8 V11.6 M10 13.8 V13.9",
    "history": "M4.4 8 C6 3 13 2.4 15.6 7 C18.4 12.4 12.6 18.4 7 15.4 M4 4.4 V8.2 H7.8 M10 6.8 V10.4 L12.4 12",
    "fermata": "M3.5 13 C3.5 4.6 16.5 4.6 16.5 13 M10 11.4 V11.5",
    "bars": "M4 4 V16 M10 4 V16 M16 4 V16",
    "key": "M6 3 V17 M11 3 V17 M3.5 8 L13.5 6 M3.5 13.5 L13.5 11.5",
    "score": "M3 5 H17 M3 8 H17 M3 11 H17 M3 14 H17 M12.4 12.4 V5.6 O10.8 12.4 1.6",
    "heat": "M4 16 V11 M8 16 V7 M12 16 V9 M16 16 V4",
    "invert": "M4 4 H16 V16 H4 Z M4 16 L16 4 M10 13 H13.5 M8.2 5.6 V8.6 M6.7 7.1 H9.7",
    "pin": "M7 3.5 H13 L12 9 L15 12 H5 L8 9 Z M10 12 V17",
    "zoomin": "O8.8 8.8 4.8 M12.4 12.4 L16.5 16.5 M6.6 8.8 H11 M8.8 6.6 V11",
    "zoomout": "O8.8 8.8 4.8 M12.4 12.4 L16.5 16.5 M6.6 8.8 H11",
    "folder": "M3 15.5 V5 H8 L9.8 7 H17 V15.5 Z",
    "star": "M10 3.4 L12 8 L17 8.4 L13.2 11.6 L14.4 16.6 L10 13.8 L5.6 16.6 L6.8 11.6 L3 8.4 L8 8 Z",
    "keyboard": "M3 5.5 H17 V14.5 H3 Z M7.6 5.5 V10.5 M12.4 5.5 V10.5 M7.6 10.5 V14.5 M12.4 10.5 V14.5",
    "longer": "M10 10 H3 M5.6 7.4 L3 10 L5.6 12.6 M10 10 H17 M14.4 7.4 L17 10 L14.4 12.6",
    "shorter": "M3 10 H8 M5.6 7.4 L8.2 10 L5.6 12.6 M17 10 H12 M14.4 7.4 L11.8 10 L14.4 12.6",
}

_TOKEN = re.compile(r"[MLHVCQZO]|-?[\d.]+")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "Z": 0, "O": 3}


def _path(drawing: str) -> QPainterPath:
    """The path of a drawing; O x y r is a circle, our own letter."""
    tokens = _TOKEN.findall(drawing)
    path, place = QPainterPath(), 0
    draw: dict[str, Callable[..., None]] = {
        "M": path.moveTo,
        "L": path.lineTo,
        "H": lambda x: path.lineTo(x, path.currentPosition().y()),
        "V": lambda y: path.lineTo(path.currentPosition().x(), y),
        "C": path.cubicTo,
        "Q": path.quadTo,
        "Z": path.closeSubpath,
        "O": lambda x, y, r: path.addEllipse(QPointF(x, y), r, r),
    }
    while place < len(tokens):
        letter = tokens[place]
        numbers = [float(token) for token in tokens[place + 1 : place + 1 + _TAKES[letter]]]
        draw[letter](*numbers)
        place += 1 + len(numbers)
    return path


def paint_icon(painter: QPainter, rect: QRectF, name: str, colour: QColor) -> None:
    """Draw an icon into a square."""
    drawing = ICONS[name]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    side = min(rect.width(), rect.height())
    painter.translate(rect.center() - QPointF(side / 2, side / 2))
    painter.scale(side / GRID, side / GRID)
    path = _path(drawing.lstrip("*"))
    pen = QPen(colour, 1.5)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(colour if drawing.startswith("*") else Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    painter.restore()


class _Engine(QIconEngine):
    """Draws at whatever size and scale is asked, in the colours of the theme in use at that moment; `token` names
    the colour when not switched on."""

    def __init__(self, name: str, token: str) -> None:
        super().__init__()
        self._name, self._token = name, token

    def paint(self, painter: QPainter, rect: object, mode: QIcon.Mode, state: QIcon.State) -> None:
        on = state == QIcon.State.On or mode in (QIcon.Mode.Active, QIcon.Mode.Selected)
        colour = QColor(getattr(theme(), "ink" if on and self._token == "ink2" else self._token))
        if mode == QIcon.Mode.Disabled:
            colour.setAlphaF(0.5)
        paint_icon(painter, QRectF(rect), self._name, colour)  # type: ignore[call-overload]

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, pixmap.rect(), mode, state)
        painter.end()
        return pixmap

    def key(self) -> str:
        return f"palimpsest-{self._name}-{self._token}"

    def clone(self) -> QIconEngine:
        return _Engine(self._name, self._token)


_icons: dict[tuple[str, str], QIcon] = {}
_engines: list[_Engine] = []  # WORKAROUND: PySide does not keep the Python half of an engine alive for QIcon


def icon(name: str, token: str = "ink2") -> QIcon:
    """The icon as QIcon; `token` is a colour of the theme (onacc for a primary button).

    Follows the theme when it is painted again."""
    if (name, token) not in _icons:
        if name not in ICONS:
            raise KeyError(f"there is no icon {name!r}")
        engine = _Engine(name, token)
        _engines.append(engine)
        _icons[name, token] = QIcon(engine)
    return _icons[name, token]


def save_png(name: str, colour: QColor, path: str, size: int = 20) -> None:
    """Write an icon at one and two pixels a point (name.png, name@2x.png), for style sheets that want files."""
    for factor, suffix in ((1, ".png"), (2, "@2x.png")):
        pixmap = QPixmap(size * factor, size * factor)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        paint_icon(painter, QRectF(pixmap.rect()), name, colour)
        painter.end()
        pixmap.save(path.removesuffix(".png") + suffix)
