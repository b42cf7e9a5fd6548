"""Recent files: the list on the start page (what, where and when) and the File menu's. Reads the remembered state; a
click emits the path."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QMenu, QVBoxLayout, QWidget

from app.document.storage.settings import State
from app.page.views import VIEWS
from app.widgets.icons import paint_icon
from app.widgets.labels import button, emptied, label, literal, row
from app.widgets.theme import faded, look, sans, theme
from app.words import day, tr

SHOWN = 7


class RecentRow(QAbstractButton):
    """One file."""

    def __init__(self, entry: dict[str, Any]) -> None:
        super().__init__()
        self._entry = entry
        self.path = Path(entry["path"])
        self._title = str(entry.get("title") or self.path.stem)
        self.setText(literal(self._title))
        self.setAccessibleName(tr("Open {title}, {when}", title=self._title, when=self._when()))
        self.setToolTip(str(self.path))
        self.setFixedHeight(56)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        look.changed.connect(self.update)

    def _when(self) -> str:
        return day(float(self._entry.get("opened", 0)))

    def sizeHint(self) -> QSize:
        return QSize(300, 56)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.hasFocus():
            painter.setBrush(faded(colours.sunk, 0.6))
            painter.setPen(QPen(colours.focus, 2) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -2), 6, 6)
        painter.fillRect(
            QRectF(0, self.height() - 1, self.width(), 1), colours.soft if not colours.dark else colours.line
        )
        kind = str(self._entry.get("kind", "music"))
        paint_icon(painter, QRectF(2, 18, 18, 18), VIEWS[kind].icon if kind in VIEWS else "text", colours.ink2)
        when, folder = self._when(), str(self.path.parent).replace(str(Path.home()), "~", 1)
        wide = QFontMetrics(sans(12)).horizontalAdvance(when) + 14
        room, heading = self.width() - 36, sans(13, 600)
        fits = QFontMetrics(heading).horizontalAdvance(self._title) <= room - wide  # else the day gives it its line
        painter.setFont(sans(12))
        painter.setPen(colours.ink2)
        beside = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(QRectF(34, 0, room, self.height()) if fits else QRectF(34, 29, room, 18), beside, when)
        painter.drawText(
            QRectF(34, 29, room - wide, 18), Qt.AlignmentFlag.AlignVCenter, _fit(folder, sans(12), room - wide)
        )
        painter.setPen(colours.ink)
        painter.setFont(heading)
        title = QFontMetrics(heading).elidedText(self._title, Qt.TextElideMode.ElideRight, room - wide * fits)
        painter.drawText(QRectF(34, 9, room, 20), Qt.AlignmentFlag.AlignVCenter, title)


class RecentList(QWidget):
    """Newest first."""

    chosen = Signal(str)

    def __init__(self, state: State, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        clear = button(tr("Clear"), "quiet")
        clear.setAccessibleName(tr("Clear recent files"))
        clear.clicked.connect(lambda: state.forget())
        self._clear = clear
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(row(label(tr("Recent"), "title"), None, clear))
        column.addLayout(self._rows)
        column.addStretch(1)
        state.recent_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Follow the remembered files."""
        emptied(self._rows)
        entries = self._state.recent[:SHOWN]
        self._clear.setVisible(bool(entries))
        if not entries:
            self._rows.addWidget(label(tr("Files you open or save appear here."), "second"))
        for entry in entries:
            made = RecentRow(entry)
            made.clicked.connect(lambda _on=False, path=entry["path"]: self.chosen.emit(path))
            self._rows.addWidget(made)


class RecentMenu(QMenu):
    """Filled when it opens."""

    chosen = Signal(str)  # a path

    def __init__(self, state: State, parent: QWidget) -> None:
        super().__init__(tr("Open &recent"), parent)
        self._state = state
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self.fill)
        self.fill()

    def fill(self) -> None:
        """Follow the remembered files."""
        self.clear()
        entries = self._state.recent
        for entry in entries:
            self._add(literal(entry["title"] or Path(entry["path"]).stem), entry["path"])
        if not entries:
            self.addAction(tr("Files you open or save appear here.")).setEnabled(False)
            return
        self.addSeparator()
        self.addAction(tr("Clear recent files")).triggered.connect(lambda _on=False: self._state.forget())

    def _add(self, title: str, path: str) -> QAction:
        action = self.addAction(title)
        action.setToolTip(path)
        action.triggered.connect(lambda _on=False: self.chosen.emit(path))
        return action


def _fit(text: str, font: Any, room: float) -> str:
    return QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideMiddle, int(room))
