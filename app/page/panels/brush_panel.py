"""The left panel: tools, brushes, painting by command, and what the inks on the page mean.

Its buttons are the actions of the one table."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QVBoxLayout, QWidget

from app.widgets.icons import paint_icon
from app.widgets.ink import NoteState, fill_brush, paint_note
from app.widgets.labels import fill_scrolling, label, plain, pretty_keys, stand_for
from app.widgets.theme import faded, look, sans, theme
from app.words import tr
from engine.canvas.mask import Brush

BRUSH_WORDS = {
    Brush.KEEP: "stays and leads",
    Brush.WHISPER: "stays, not followed",
    Brush.SUGGEST: "starting point",
    Brush.REWRITE: "rewritten",
}
LEGEND = (
    (NoteState.KEPT, "kept"),
    (NoteState.SETTLED, "settled"),
    (NoteState.UNSURE, "still changing"),
    (NoteState.OPEN, "still open"),
    (NoteState.SCRAPED, "replaced"),
)
WIDTH, NARROW = 176, 60  # with words, and with pictures alone


class ActionRow(QAbstractButton):
    """A button of an action, painted: icon or brush, name, key."""

    def __init__(
        self, action: QAction, icon_name: str = "", brush: Brush | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._action, self._icon, self._brush = action, icon_name, brush
        self.narrow = False  # only its picture
        self.setCheckable(action.isCheckable())
        self.setFixedHeight(48 if brush is not None else 31 if icon_name else 25)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        stand_for(self, action, self._follow)

    def _follow(self) -> None:
        keys = self._action.shortcut().toString()
        self.setText(plain(self._action.text()))
        self.setToolTip(self._action.toolTip())
        caption = tr(BRUSH_WORDS[self._brush]) if self._brush is not None else self._action.toolTip()
        self.setAccessibleName(self.text())
        self.setAccessibleDescription(f"{caption} {pretty_keys(keys)}")
        self.setEnabled(self._action.isEnabled())
        self.setChecked(self._action.isChecked())
        self.update()

    def nextCheckState(self) -> None:
        """The action decides; a second click does not release the chosen tool."""

    def sizeHint(self) -> QSize:
        return QSize((NARROW if self.narrow else WIDTH) - 32, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame, on = QRectF(self.rect()).adjusted(1, 1, -1, -1), self.isChecked()
        painter.setOpacity(1.0 if self.isEnabled() else 0.6)
        if on or self.underMouse() or self.hasFocus():
            edge = (
                colours.focus
                if self.hasFocus()
                else colours.ink
                if on and self._brush is not None
                else Qt.GlobalColor.transparent
            )
            fill = (
                (colours.raised if self._brush is not None else colours.sunk)
                if on
                else faded(colours.sunk, 0.55)
                if self.underMouse()
                else Qt.GlobalColor.transparent
            )
            painter.setPen(QPen(edge, 2 if self.hasFocus() else 1))
            painter.setBrush(fill)
            painter.drawRoundedRect(frame, 6, 6)
        left = frame.left() + (8 if not self.narrow else (frame.width() - (28 if self._brush is not None else 20)) / 2)
        if self._brush is not None:
            swatch = QRectF(left, frame.center().y() - 14, 28, 26)
            fill_brush(painter, swatch, self._brush, colours)
            left += 40
        elif self._icon:
            paint_icon(
                painter, QRectF(left, frame.center().y() - 10, 20, 20), self._icon, colours.ink if on else colours.ink2
            )
            left += 28
        if not self.narrow:
            self._paint_words(painter, frame, left)

    def _paint_words(self, painter: QPainter, frame: QRectF, left: float) -> None:
        colours = theme()
        painter.setPen(colours.ink if self._brush is not None or self._icon else colours.ink2)
        painter.setFont(sans(13, 600 if self._brush is not None else 400))
        line = (
            QRectF(left, frame.top() + 5, frame.right() - left, 18)
            if self._brush is not None
            else QRectF(left, frame.top(), frame.right() - left, frame.height())
        )
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())
        if self._brush is not None:
            painter.setPen(colours.ink2)
            painter.setFont(sans(11))
            painter.drawText(
                QRectF(left, frame.top() + 24, frame.right() - left, 16),
                Qt.AlignmentFlag.AlignVCenter,
                tr(BRUSH_WORDS[self._brush]),
            )
        keys = self._action.shortcut().toString()
        if len(keys) == 1:
            cap = QRectF(frame.right() - 24, line.center().y() - 8.5, 17, 17)
            painter.setPen(QPen(colours.line, 1))
            painter.setBrush(colours.raised)
            painter.drawRoundedRect(cap, 4, 4)
            painter.setPen(colours.ink3)
            painter.setFont(sans(11))
            painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, keys)


class Legend(QWidget):
    """What the inks mean."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(24 * len(LEGEND))
        self.setAccessibleName(tr("On the page: {words}", words=", ".join(tr(words) for _, words in LEGEND)))
        look.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, (state, words) in enumerate(LEGEND):
            top = number * 24
            paint_note(painter, QRectF(9, top + 6, 26, 12), 1, state, colours)
            painter.setPen(colours.ink2)
            painter.setFont(sans(12))
            painter.drawText(QRectF(48, top, self.width() - 48, 24), Qt.AlignmentFlag.AlignVCenter, tr(words))


class BrushPanel(QWidget):
    """Headings and rows; scrolls when the window is low."""

    def __init__(
        self,
        tools: Sequence[tuple[QAction, str]],
        brushes: Sequence[tuple[QAction, Brush]],
        commands: Sequence[QAction],
        legend: QWidget | None,
    ) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(WIDTH)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(8, 14, 8, 12)
        column.setSpacing(1)
        self._wordy: list[QWidget] = []  # what a narrow panel leaves out; the Paint menu has the commands too
        self._pictured = [ActionRow(action, name) for action, name in tools]
        self._group(column, tr("Tools"), self._pictured)
        self._pictured += (painted := [ActionRow(action, brush=brush) for action, brush in brushes])
        self._group(column, tr("Brushes"), painted)
        self._group(column, tr("Paint by command"), [ActionRow(action) for action in commands])
        if legend is not None:
            self._group(column, tr("On the page"), [legend])
        column.addStretch(1)
        fill_scrolling(self, body)

    def set_narrow(self, narrow: bool) -> None:
        """Pictures alone, where the window has no room for the words; tooltips say them."""
        self.setFixedWidth(NARROW if narrow else WIDTH)
        for made in self._pictured:
            made.narrow = narrow
            made.updateGeometry()
            made.update()
        for part in self._wordy:
            part.setVisible(not narrow)

    def _group(self, column: QVBoxLayout, title: str, rows: Sequence[QWidget]) -> None:
        heading = label(title, "second")
        self._wordy += [heading, *(made for made in rows if made not in self._pictured)]
        heading.setContentsMargins(8, 0, 0, 4)
        column.addWidget(heading)
        for made in rows:
            column.addWidget(made)
        column.addSpacing(12)
