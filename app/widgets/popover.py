"""A card that floats over a canvas beside a place: a tip that points at it, and rows to choose from.

Draws, moves and listens to keys; who holds it knows what the rows mean."""

from typing import ClassVar

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QLayout, QStackedWidget, QWidget

from app.widgets.choice_row import ChoiceRow
from app.widgets.motion import Slide
from app.widgets.theme import look, theme

TIP, SHADOW = 12, 3
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def paint_card(painter: QPainter, card: QRectF) -> None:
    """A raised card with its flat shadow."""
    colours = theme()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colours.shadow)
    painter.drawRoundedRect(card.translated(SHADOW, SHADOW), 8, 8)
    painter.setPen(QPen(colours.line, 1))
    painter.setBrush(colours.raised)
    painter.drawRoundedRect(card, 8, 8)


def host_of(canvas: QWidget) -> QWidget:
    """The page around a canvas: what is shown and hidden as one, and larger than the canvas."""
    host = canvas
    while (parent := host.parentWidget()) is not None and not isinstance(parent, QStackedWidget):
        host = parent
    return host


class Popover(QWidget):
    """Its tip has room at both sides (`beside`) or above. Closed by Esc, by choosing, or by looking elsewhere."""

    closed = Signal()
    entered = Signal()  # Enter was pressed
    arrived = Signal(object)  # the row an arrow led to
    STEPS: ClassVar[dict[int, int]] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}  # arrows, and how many rows they go

    def __init__(self, parent: QWidget, width: int, beside: bool, rows: QLayout) -> None:
        super().__init__(parent)
        self._over = parent  # the canvas whose places it is given
        self._room = (TIP, 0, TIP, SHADOW) if beside else (0, TIP, SHADOW, SHADOW)
        self.setFixedWidth(width + self._room[0] + self._room[2])
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.rows: list[ChoiceRow] = []
        self._list = rows
        self._tip: QPointF | None = None  # where it points
        self._slide = Slide(self)
        look.changed.connect(self.update)
        self.hide()

    def begin(self) -> None:
        """It is about to be shown: over the whole page, since a canvas may be smaller than the card."""
        host = host_of(self._over)
        if self.parentWidget() is not host:
            self.setParent(host)

    @property
    def page_room(self) -> QRectF:
        """All of the page, in pixels of the canvas."""
        host = self.parentWidget() or self._over
        return QRectF(host.rect()).translated(QPointF(self._over.mapFrom(host, QPoint(0, 0))))

    @property
    def room(self) -> QRectF:
        """Where it may stand, in pixels of the canvas: on the canvas where that is large enough, else on the page."""
        room, canvas = self.page_room, QRectF(self._over.rect())
        if canvas.width() >= self.width() + 16:
            room.setLeft(canvas.left())
            room.setRight(canvas.right())
        if canvas.height() >= self.height() + 12:
            room.setTop(canvas.top())
            room.setBottom(canvas.bottom())
        return room

    def own_keys(self, *parts: QWidget) -> None:
        """Arrows, Enter and Esc in these parts belong to the popover, not to the window's actions."""
        for part in parts:
            part.installEventFilter(self)

    def add(self, made: ChoiceRow, *place: int) -> None:
        """One more row."""
        self.own_keys(made)
        self._list.addWidget(made, *place)
        made.show()  # at once: a layout does not count what is yet to be shown
        self.rows.append(made)

    def clear(self) -> None:
        """No rows."""
        for made in self.rows:
            self._list.removeWidget(made)
            made.hide()
            made.deleteLater()
        self.rows = []

    def check(self, made: ChoiceRow) -> None:
        """One row is the choice."""
        for other in self.rows:
            other.setChecked(other is made)

    @property
    def checked(self) -> ChoiceRow | None:
        """The row that is the choice."""
        return next((made for made in self.rows if made.isChecked()), None)

    def fit(self, foot: QWidget) -> None:
        """As high as what it holds."""
        for inner in (foot.layout(), self.layout()):
            if inner is not None:
                inner.activate()
        self.resize(self.width(), self.sizeHint().height())

    def place_at(self, left: float, top: float, tip: QPointF | None) -> None:
        """Stand at a corner, in pixels of the canvas, the tip (if any) at a point of the popover's own."""
        self._tip = tip
        self._slide.to(self._over.mapTo(self.parentWidget() or self._over, QPoint(round(left), round(top))))
        self.raise_()
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and (
            event.key() in self.STEPS or event.key() in ENTER or event.key() == Qt.Key.Key_Escape
        ):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self._key(event.key())
                return True
        return super().eventFilter(watched, event)

    def _key(self, key: int) -> None:
        if key == Qt.Key.Key_Escape:
            self.closed.emit()
        elif key in ENTER:
            self.entered.emit()
        elif self.rows:
            here = next((place for place, made in enumerate(self.rows) if made.hasFocus()), None)
            if here is None:
                here = next((place for place, made in enumerate(self.rows) if made.isChecked()), 0)
            made = self.rows[max(0, min(len(self.rows) - 1, here + self.STEPS[key]))]
            made.setFocus()
            self.arrived.emit(made)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, raised = QPainter(self), theme().raised
        left, top, right, bottom = self._room
        card = QRectF(self.rect()).adjusted(left + 0.5, top + 0.5, -right - 0.5, -bottom - 0.5)
        paint_card(painter, card)
        if self._tip is None:
            return
        if top:
            edge, along = QPointF(self._tip.x(), card.top()), QPointF(9, 0)
        else:
            edge, along = (
                QPointF(card.left() if self._tip.x() < card.left() else card.right(), self._tip.y()),
                QPointF(0, 9),
            )
        painter.drawPolygon(QPolygonF([edge - along, self._tip, edge + along]))
        painter.setPen(QPen(raised, 2))
        painter.drawLine(edge - along * (8 / 9), edge + along * (8 / 9))
