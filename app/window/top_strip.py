"""The strip at the top of the window: mark, menus, pages as tabs, and the search for actions.

Knows tabs, not what is in them."""

from textwrap import fill

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QEnterEvent, QIcon, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QMenuBar, QSizePolicy, QTabBar, QToolButton, QWidget

from app.widgets.icons import icon, paint_icon
from app.widgets.labels import literal, plain, pretty_keys
from app.widgets.theme import LIGHT, look, serif, theme
from app.words import tr

HEIGHT = 38
TIP_WIDTH = 80  # characters in a line of a tab's tooltip
ROOMY = 1100  # pixels of width, from which the keys of the search are shown


def paint_mark(painter: QPainter, rect: QRectF, ink: QColor, paper: QColor, accent: QColor) -> None:
    """The program's mark: a P on a page whose foot is scraped and written over."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawRoundedRect(rect, rect.width() * 0.2, rect.width() * 0.2)
    painter.setPen(paper)
    font = serif(rect.height() * 0.78, 700)
    painter.setFont(font)
    painter.drawText(rect.adjusted(0, -rect.height() * 0.06, 0, 0), Qt.AlignmentFlag.AlignCenter, "P")
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(accent)
    painter.drawRect(
        QRectF(
            rect.left() + rect.width() * 0.24,
            rect.bottom() - rect.height() * 0.2,
            rect.width() * 0.52,
            rect.height() * 0.07,
        )
    )
    painter.restore()


def mark_icon() -> QIcon:
    """The mark as the window's icon."""
    made = QIcon()
    for size in (16, 32, 64, 128, 256):
        pixmap = QPixmap(size, size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        paint_mark(painter, QRectF(pixmap.rect()), LIGHT.ink, LIGHT.paper, LIGHT.accent)
        painter.end()
        made.addPixmap(pixmap)
    return made


class _Mark(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(34, HEIGHT)
        look.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme()
        paint_mark(QPainter(self), QRectF(14, 9, 20, 20), colours.ink, colours.paper, colours.accent)


class _TabEnd(QAbstractButton):
    """A dot while the page has unsaved work, a cross under the mouse."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.modified = False
        self.setFixedSize(20, 20)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setToolTip(tr("Close page"))
        self.setAccessibleName(tr("Close {title}", title=title))
        look.changed.connect(self.update)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()
        super().enterEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.modified and not self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.accent)
            painter.drawEllipse(QRectF(7, 7, 6, 6))
        else:
            paint_icon(painter, QRectF(4, 4, 12, 12), "close", colours.ink if self.underMouse() else colours.ink3)


class TopStrip(QWidget):
    """Tabs are known by a key; `chosen` and `closing` carry it."""

    chosen = Signal(object)
    closing = Signal(object)

    def __init__(self, palette: QAction) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        self.menus = QMenuBar()
        self.menus.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.menus.setNativeMenuBar(False)
        self.tabs = QTabBar()
        self.tabs.setAccessibleName(tr("Pages"))
        self.tabs.setExpanding(False)
        self.tabs.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Ctrl+Tab steps through pages, Ctrl+W closes them
        self.tabs.setStyleSheet("QTabBar, QTabBar::tab { border: none; } QTabBar::tab { min-width: 64px; }")
        self.tabs.setMovable(True)
        self.tabs.setDrawBase(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideRight)
        self.tabs.setUsesScrollButtons(True)
        self.tabs.setIconSize(QSize(16, 16))
        self._search = search = QToolButton()
        search.setIcon(icon("search"))
        search.setText(pretty_keys(palette.shortcut().toString()))
        search.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        search.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        search.setAccessibleName(plain(palette.text()))
        search.setToolTip(tr("Find an action by name ({keys})", keys=search.text()))
        search.setStyleSheet("font-size: 12px;")
        search.clicked.connect(palette.trigger)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 12, 0)
        line.setSpacing(4)
        line.addWidget(_Mark())
        line.addWidget(self.menus)
        line.addSpacing(24)
        line.addWidget(self.tabs, 1, Qt.AlignmentFlag.AlignBottom)
        line.addWidget(search)
        self.tabs.currentChanged.connect(
            lambda index: self.chosen.emit(self.tabs.tabData(index)) if index >= 0 else None
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the tabs get the room of the search's keys; its tooltip has them."""
        super().resizeEvent(event)
        style = Qt.ToolButtonStyle
        wide = self.width() >= ROOMY
        self._search.setToolButtonStyle(style.ToolButtonTextBesideIcon if wide else style.ToolButtonIconOnly)

    def add(self, key: object, title: str, icon_name: str) -> None:
        """A tab at the end."""
        self.tabs.blockSignals(True)
        index = self.tabs.addTab(icon(icon_name), literal(title))
        self.tabs.setTabData(index, key)
        end = _TabEnd(title)
        end.clicked.connect(lambda: self.closing.emit(key))
        self.tabs.setTabButton(index, QTabBar.ButtonPosition.RightSide, end)
        self.tabs.blockSignals(False)

    def index(self, key: object) -> int:
        """The index of a tab, or -1."""
        return next(
            (i for i in range(self.tabs.count()) if self.tabs.tabData(i) is key or self.tabs.tabData(i) == key), -1
        )

    def remove(self, key: object) -> None:
        """Take a tab away."""
        if (index := self.index(key)) >= 0:
            self.tabs.blockSignals(True)
            self.tabs.removeTab(index)
            self.tabs.blockSignals(False)

    def choose(self, key: object) -> None:
        """Show which tab is on, without saying so."""
        if (index := self.index(key)) >= 0:
            self.tabs.blockSignals(True)
            self.tabs.setCurrentIndex(index)
            self.tabs.blockSignals(False)

    def retitle(self, key: object, title: str, modified: bool, whole: str) -> None:
        """Another title, whether there is unsaved work, and the title as its tooltip shows it: whole, in lines."""
        if (index := self.index(key)) >= 0:
            if self.tabs.tabText(index) != literal(title):  # Qt lays the tabs out again for an equal text too
                self.tabs.setTabText(index, literal(title))
            lines = fill(tr("{title}, not saved", title=whole) if modified else whole, TIP_WIDTH)
            self.tabs.setTabToolTip(index, lines)
            end = self.tabs.tabButton(index, QTabBar.ButtonPosition.RightSide)
            if isinstance(end, _TabEnd):
                end.modified = modified
                end.setAccessibleName(tr("Close {title}", title=title))
                end.update()

    def keys(self) -> list[object]:
        """The tabs' keys from left to right."""
        return [self.tabs.tabData(index) for index in range(self.tabs.count())]
