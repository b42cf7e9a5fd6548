"""Small parts every panel is made of: labels by role, key caps, hairlines, buttons of actions.

Appearance only; they know no page."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QAction, QKeySequence, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.widgets.theme import look
from app.words import tr


class WrappedLabel(QLabel):
    """A label of several lines that is always as high as its words need.

    Layouts inside scroll areas and cards would cut it."""

    def _fit(self) -> None:
        self.ensurePolished()  # the height depends on the role's font
        room = QRect(0, 0, self.width(), 10_000)  # not heightForWidth: that never falls below the minimum set last time
        needed = self.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, self.text()).height()
        if needed > 0 and self.minimumHeight() != needed:
            self.setMinimumHeight(needed)

    def setText(self, text: str) -> None:
        super().setText(text)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()


class ElidedLabel(QLabel):
    """A label of one line that is shortened where there is no room; its tooltip says the whole then."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        room = self.contentsRect()
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(1, 0)

    def _tell(self) -> None:
        cut = self.fontMetrics().horizontalAdvance(self.text()) > self.contentsRect().width()
        self.setToolTip(self.text() if cut else "")

    def setText(self, text: str) -> None:
        super().setText(text)
        self._tell()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell()


def elided(text: str, role: str = "") -> QLabel:
    """A label of one line that may be shortened."""
    made = ElidedLabel(text)
    if role:
        made.setProperty("role", role)
    made.setTextFormat(Qt.TextFormat.PlainText)
    return made


def label(text: str, role: str = "", wrap: bool = False) -> QLabel:
    """A label; roles: caption, second, heading, title, figure."""
    made = WrappedLabel(text) if wrap else QLabel(text)
    if role:
        made.setProperty("role", role)
    made.setWordWrap(wrap)
    made.setTextFormat(Qt.TextFormat.PlainText)
    return made


def keycap(keys: str) -> QLabel:
    """A key as it looks on the keyboard."""
    made = label(pretty_keys(keys), "keycap")
    made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return made


def pretty_keys(keys: str) -> str:
    """Ctrl+Return as 'Ctrl + Enter', in the words of this computer's keyboard."""
    text = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText) or keys
    return text.replace("Return", tr("Enter")).replace("+", " + ").replace("Ctrl +  + ", "Ctrl + +")


def rule(vertical: bool = False) -> QFrame:
    """A hairline between regions."""
    made = QFrame()
    made.setProperty("role", "rule")
    if vertical:
        made.setFixedWidth(1)
    else:
        made.setFixedHeight(1)
    return made


def card() -> QFrame:
    """A raised card."""
    made = QFrame()
    made.setProperty("role", "card")
    return made


def button(text: str, role: str = "", tip: str = "") -> QPushButton:
    """A push button with its text as it stands; roles: primary, dark, quiet, danger."""
    made = QPushButton(literal(text))
    made.setAutoDefault(False)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the focus on the page, where Space plays
    if role:
        made.setProperty("role", role)
    if tip:
        made.setToolTip(tip)
    return made


def default_button(text: str) -> QPushButton:
    """The dialog's one button that Enter presses."""
    made = button(text, "dark")
    made.setDefault(True)
    return made


def action_button(action: QAction, words: bool = False, size: int = 20) -> QToolButton:
    """A flat button of an action, with its icon and perhaps its text; it keeps the focus where it was."""
    made = QToolButton()
    made.setDefaultAction(action)
    made.setIconSize(QSize(size, size))
    made.setToolButtonStyle(
        Qt.ToolButtonStyle.ToolButtonTextBesideIcon if words else Qt.ToolButtonStyle.ToolButtonIconOnly
    )
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    made.setAccessibleName(plain(action.text()))
    return made


def stand_for(painted: QAbstractButton, action: QAction, follow: Callable[[], None]) -> None:
    """Let a painted button stand for an action: a click triggers it, and `follow` shows what becomes of the action."""
    painted.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    painted.clicked.connect(lambda _on=False: action.trigger())
    action.changed.connect(follow)
    look.changed.connect(painted.update)
    follow()


def plain(text: str) -> str:
    """An action's text without the mark of its access key."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…").rstrip(".")


def literal(text: str) -> str:
    """A text for a button, tab or menu, where Qt takes an & for the mark of an access key; `plain` undoes it."""
    return text.replace("&", "&&")


def row(
    *parts: QWidget | QLayout | int | None, spacing: int = 8, margins: tuple[int, int, int, int] = (0, 0, 0, 0)
) -> QHBoxLayout:
    """Widgets side by side; None stretches, a number is a gap in pixels."""
    made = QHBoxLayout()
    made.setSpacing(spacing)
    made.setContentsMargins(*margins)
    for part in parts:
        if part is None:
            made.addStretch(1)
        elif isinstance(part, int):
            made.addSpacing(part)
        elif isinstance(part, QLayout):
            made.addLayout(part)
        else:
            made.addWidget(part)
    return made


def emptied(layout: QLayout) -> None:
    """Take every widget out of a layout and delete it."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
        elif (inner := item.layout()) is not None:
            emptied(inner)


def set_role(widget: QWidget, role: str) -> None:
    """Give a widget another role and have the style sheet look again."""
    if widget.property("role") != role:
        widget.setProperty("role", role)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def fill_scrolling(panel: QWidget, body: QWidget) -> None:
    """Let `body` fill a panel that has no layout yet, scrolling up and down where it is too long."""
    scroll = QScrollArea()
    scroll.setWidget(body)
    scroll.setWidgetResizable(True)
    scroll.setFrameShape(QFrame.Shape.NoFrame)
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    outer = QVBoxLayout(panel)
    outer.setContentsMargins(0, 0, 0, 0)
    outer.addWidget(scroll)
