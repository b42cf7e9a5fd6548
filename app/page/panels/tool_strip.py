"""The bar above a page: transport, position, one-click commands, undo and Rewrite.

Its buttons are actions of the one table."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAction, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QLabel, QMenu, QToolButton, QWidget

from app.page.panels.tempo_field import TempoField
from app.widgets.icons import icon, paint_icon
from app.widgets.labels import action_button, label, plain, pretty_keys, row, rule, stand_for
from app.widgets.theme import faded, mix, sans, theme
from app.words import tr

HEIGHT = 56
GAPS = 70  # margins and fixed gaps of the bar


class PlayButton(QAbstractButton):
    """The round button of the play action."""

    def __init__(self, action: QAction) -> None:
        super().__init__()
        self._action, self.playing = action, False
        self.setFixedSize(36, 36)
        self.setAccessibleName(plain(action.text()))
        stand_for(self, action, self._follow)

    def _follow(self) -> None:
        self.setToolTip(self._action.toolTip())
        self.setEnabled(self._action.isEnabled())

    def set_playing(self, on: bool) -> None:
        """Show what the next click does."""
        self.playing = on
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self.isEnabled() else 0.6)
        painter.setPen(QPen(colours.focus, 2) if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(mix(colours.ink, colours.panel, 0.85) if self.underMouse() else colours.ink)
        painter.drawEllipse(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        paint_icon(painter, QRectF(9, 9, 18, 18), "pause" if self.playing else "play", colours.paper)


class PrimaryButton(QAbstractButton):
    """The one primary button: its word, and its keys a little quieter."""

    def __init__(self, action: QAction) -> None:
        super().__init__()
        self._action = action
        self.setFixedHeight(36)
        stand_for(self, action, self._follow)

    def _follow(self) -> None:
        self.setText(plain(self._action.text()))
        self.setAccessibleName(self.text())
        self.setToolTip(self._action.toolTip())
        self.setEnabled(self._action.isEnabled())
        self.setFixedWidth(self.sizeHint().width())
        self.update()

    def _keys(self) -> str:
        return pretty_keys(self._action.shortcut().toString())

    def sizeHint(self) -> QSize:
        words, keys = QFontMetrics(sans(13, 600)), QFontMetrics(sans(12))
        return QSize(16 + words.horizontalAdvance(self.text()) + 8 + keys.horizontalAdvance(self._keys()) + 16, 36)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect())
        fill = colours.accent if self.isEnabled() else mix(colours.accent, colours.panel, 0.55)
        if self.underMouse() and self.isEnabled():
            fill = mix(fill, colours.ink, 0.88)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        painter.drawRoundedRect(frame, 6, 6)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colours.onacc, 1.5))
            painter.drawRoundedRect(frame.adjusted(3, 3, -3, -3), 4, 4)
        painter.setPen(colours.onacc)
        painter.setFont(sans(13, 600))
        painter.drawText(frame.adjusted(16, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self.text())
        painter.setFont(sans(12))
        painter.setPen(faded(colours.onacc, 0.85))
        painter.drawText(
            frame.adjusted(0, 0, -16, 0), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, self._keys()
        )


class ToolStrip(QWidget):
    """Verbs that do not fit move behind More."""

    def __init__(
        self,
        transport: Sequence[QAction],
        verbs: Sequence[QAction],
        more: Sequence[QAction],
        undo: Sequence[QAction],
        primary: QAction,
    ) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        self._more_actions = list(more)
        plays = bool(transport) and transport[0].objectName() == "play"
        self.play = PlayButton(transport[0]) if plays else None
        left: list[QWidget | int] = [self.play] if self.play else []
        left += [action_button(action, words=not plays) for action in transport[plays:]]
        self.place, self.words, self.tempo = QLabel(), label("", "second"), TempoField()
        self.place.setFont(sans(18, 600))
        self.place.setStyleSheet("font-size: 18px; font-weight: 600;")
        self.place.setMinimumWidth(92)
        self.place.setAccessibleName(tr("Place"))
        left += [12, self.place, self.tempo] if plays else [12, self.words]
        for unused in (self.words,) if plays else (self.place, self.tempo):
            unused.setParent(self)  # without one it would outlive the page and hold it
            unused.hide()
        line = rule(vertical=True)
        line.setFixedHeight(24)
        self._verbs = [action_button(action, words=True) for action in verbs]
        self._more = QToolButton()
        self._more.setText(tr("More"))
        self._more.setIcon(icon("down"))
        self._more.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self._more.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._more.setAccessibleName(tr("More commands"))
        self._menu = QMenu(self._more)
        self._menu.setToolTipsVisible(True)
        self._more.setMenu(self._menu)
        self.primary = PrimaryButton(primary)
        tail = [action_button(action) for action in undo]
        self._fixed: list[QWidget] = [
            part for part in (*left, line, *tail, self.primary, self._more) if isinstance(part, QWidget)
        ]
        box = row(
            *left, 4, line, 4, *self._verbs, self._more, None, *tail, 8, self.primary, spacing=4, margins=(16, 0, 16, 0)
        )
        self.setLayout(box)
        self._fit()

    def _fit(self) -> None:
        """Show as many verbs as there is room for; the others stand behind More."""
        gaps = 4 * (len(self._fixed) + len(self._verbs)) + GAPS
        room = self.width() - gaps - sum(max(part.minimumWidth(), part.sizeHint().width()) for part in self._fixed)
        behind = []
        for made in self._verbs:
            room -= made.sizeHint().width()
            made.setVisible(room >= 0)
            if room < 0:
                behind.append(made.defaultAction())
        self._menu.clear()
        self._menu.addActions([*behind, *self._more_actions])
        self._more.setVisible(bool(behind or self._more_actions))

    def mark(self, name: str) -> None:
        """Show which verb the page's last rewrite came from."""
        for made in self._verbs:
            made.setDown(made.defaultAction().objectName() == name)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
