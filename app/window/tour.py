"""The 60-second tour: six cards beside the parts they explain, on the Ode to Joy.

It points and waits for the user."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.document.examples import EXAMPLES
from app.widgets.labels import button, label, row
from app.widgets.theme import faded, look, theme
from app.words import tr

if TYPE_CHECKING:
    from app.page.page import Page
    from app.window.main_window import Window


class Stop(NamedTuple):
    """One card: what it points at, its title and its words."""

    part: Callable[["Page"], QWidget]
    title: str
    words: str


STOPS = (
    Stop(
        lambda page: page.parts.widget,
        "This is a melody",
        "Four voices share one page: soprano, alto, tenor, bass. Here only the soprano has notes.",
    ),
    Stop(
        lambda page: page.left,
        "Paint what to keep",
        "Keep stays and leads. Whisper stays, but does not lead. Suggest may change. Rewrite starts over.",
    ),
    Stop(
        lambda page: page.strip or page.parts.widget,
        "Lanes show what you painted",
        "Drag over a lane with a brush. Here the soprano is kept, and three voices wait to be written.",
    ),
    Stop(
        lambda page: page.tools.primary,
        "Rewrite",
        "Press it now, or Ctrl + Enter. Notes appear in pencil and settle; press Esc to stop.",
    ),
    Stop(
        lambda page: page.alternatives,
        "Choose",
        "Press [ and ] to switch, hold O for the original. A lower grade is more like Bach.",
    ),
    Stop(
        lambda page: page.right,
        "Accept all, or a part",
        "Enter accepts all of it; or take one voice or some bars. Ctrl + Z undoes it. That is all.",
    ),
)
CARD = 320


class Tour(QWidget):
    """A veil over the window with a hole, and a card beside it."""

    def __init__(self, window: "Window") -> None:
        super().__init__(window)
        self._window, self._place = window, 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._card = QFrame(self)
        self._card.setProperty("role", "card")
        self._card.setFixedWidth(CARD)
        self._count, self._title = label("", "caption"), label("", "title", wrap=True)
        self._words = label("", wrap=True)
        self._back, self._next, self._leave = (
            button(tr("Back"), "quiet"),
            button(tr("Next"), "dark"),
            button(tr("Leave the tour"), "quiet"),
        )
        column = QVBoxLayout(self._card)
        column.setContentsMargins(20, 16, 16, 14)
        column.setSpacing(8)
        for part in (self._count, self._title, self._words):
            column.addWidget(part)
        column.addLayout(row(self._leave, None, self._back, self._next, spacing=4))
        self._next.clicked.connect(lambda: self.go(self._place + 1))
        self._back.clicked.connect(lambda: self.go(self._place - 1))
        self._leave.clicked.connect(self.end)
        window.installEventFilter(self)
        look.changed.connect(self.update)

    def begin(self) -> None:
        """Open the example and show the first card."""
        self._window.tabs.open_example(EXAMPLES[0])
        self.show()
        self.raise_()
        self.setFocus()
        self.go(0)

    def go(self, place: int) -> None:
        """Show a card; after the last one the tour is over."""
        if place >= len(STOPS) or self._window.page is None:
            self.end()
            return
        self._place = max(0, place)
        stop = STOPS[self._place]
        self._count.setText(tr("{n} of {m}", n=self._place + 1, m=len(STOPS)))
        self._title.setText(tr(stop.title))
        self._words.setText(tr(stop.words))
        self._back.setEnabled(self._place > 0)
        self._next.setText(tr("Done") if self._place == len(STOPS) - 1 else tr("Next"))
        self._card.setAccessibleName(f"{tr(stop.title)}. {tr(stop.words)}")
        self._card.adjustSize()
        self._lay()
        self._next.setFocus()

    def _lay(self) -> None:
        """Cover everything but the part in question, which can be clicked, and put the card beside it."""
        hole = self._hole()
        self.setGeometry(self._window.rect())
        self._card.move(self._beside(hole))
        self.setMask(
            QRegion(self.rect()).subtracted(QRegion(hole.adjusted(3, 3, -3, -3))).united(QRegion(self._card.geometry()))
        )
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible() and self._window.page is not None:
            QTimer.singleShot(0, self, self._lay)
        return super().eventFilter(watched, event)

    def end(self) -> None:
        """Take the veil away."""
        self._window.state.set("tour_seen", True)
        self.hide()
        self.deleteLater()
        if self._window.page is not None:
            self._window.page.canvas.setFocus()

    def _hole(self) -> QRect:
        page = self._window.page
        assert page is not None
        part = STOPS[self._place].part(page)
        return QRect(part.mapTo(self._window, QPoint(0, 0)), part.size()).adjusted(-4, -4, 4, 4)

    def _beside(self, hole: QRect) -> QPoint:
        """Where the card is: right, left, above or below the hole, wherever it does not cover it; else inside
        it."""
        width, height, gap = self._card.width(), self._card.height(), 16
        middle = QPoint(hole.center().x() - width // 2, hole.center().y() - height // 2)
        places = (
            QPoint(hole.right() + gap, min(middle.y(), hole.top() + 80)),
            QPoint(hole.left() - gap - width, min(middle.y(), hole.top() + 80)),
            QPoint(middle.x(), hole.top() - gap - height),
            QPoint(middle.x(), hole.bottom() + gap),
        )
        room, size = self.rect().adjusted(8, 8, -8, -8), self._card.size()
        for place in (*places, middle):
            moved = QPoint(
                max(room.left(), min(place.x(), room.right() - width)),
                max(room.top(), min(place.y(), room.bottom() - height)),
            )
            if not QRect(moved, size).intersects(hole):
                return moved
        return middle

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Return: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()))
        if step is not None:
            self.go(self._place + step)
        elif event.key() == Qt.Key.Key_Escape:
            self.end()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._window.page is None:
            return
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        hole = QRectF(self._hole())
        veil = QPainterPath()
        veil.addRect(QRectF(self.rect()))
        veil.addRoundedRect(hole, 8, 8)
        painter.fillPath(veil, faded(colours.shadow if colours.dark else colours.ink, 0.55 if colours.dark else 0.32))
        painter.setPen(QPen(colours.accent, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(hole, 8, 8)
