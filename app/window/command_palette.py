"""Type what you want to do: every action of the table, found by its words."""

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent, QPainter, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.page.actions_protocol import PageActions
from app.widgets.icons import paint_icon
from app.widgets.labels import plain, pretty_keys
from app.widgets.theme import sans, theme
from app.window.actions import ACTIONS, BY_NAME, tip
from app.words import tr

Index = QModelIndex | QPersistentModelIndex
NAME, KEYS, ABLE = (Qt.ItemDataRole.UserRole + place for place in range(3))


def rank(query: str, text: str) -> int | None:
    """How well a text fits:

    0 begins with it, 1 a word does, 2 contains it, 3 has its letters in order; None does not fit."""
    query, text = query.lower().strip(), text.lower()
    if text.startswith(query):
        return 0
    if any(word.startswith(query) for word in text.split()):
        return 1
    if query in text:
        return 2
    letters = iter(text)
    return 3 if all(letter in letters for letter in query if letter != " ") else None


class _Row(QStyledItemDelegate):
    """Icon, words, and keys at the right."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, 32)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colours, rect = theme(), QRectF(option.rect)
        name, keys, able = (index.data(role) for role in (NAME, KEYS, ABLE))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.sunk)
            painter.drawRoundedRect(rect.adjusted(2, 1, -2, -1), 6, 6)
        painter.setOpacity(1.0 if able else 0.6)
        drawing = BY_NAME[name].icon
        if drawing:
            paint_icon(painter, QRectF(rect.left() + 10, rect.center().y() - 9, 18, 18), drawing, colours.ink2)
        painter.setPen(colours.ink)
        painter.setFont(sans(13))
        painter.drawText(rect.adjusted(40, 0, -8, 0), Qt.AlignmentFlag.AlignVCenter, index.data())
        painter.setPen(colours.ink3)
        painter.setFont(sans(11))
        painter.drawText(rect.adjusted(0, 0, -14, 0), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, keys)
        painter.restore()


class CommandPalette(QDialog):
    """A line to type in and a list; Enter does it."""

    def __init__(self, actions: PageActions, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAccessibleName(tr("Find an action"))
        self._actions = actions
        self._line, self._list = QLineEdit(), QListWidget()
        self._line.setPlaceholderText(tr("What do you want to do?"))
        self._line.setAccessibleName(tr("What do you want to do?"))
        self._line.installEventFilter(self)
        self._list.setAccessibleName(tr("Actions"))
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setItemDelegate(_Row(self._list))
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 10)
        column.addWidget(self._line)
        column.addWidget(self._list)
        self.resize(480, 400)
        self._line.textChanged.connect(self._filter)
        self._list.itemClicked.connect(lambda _item: self._run())
        self.setFocusProxy(self._line)
        self._line.setFocus()
        self._filter("")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.activateWindow()
        self._line.setFocus(Qt.FocusReason.PopupFocusReason)

    def _filter(self, query: str) -> None:
        self._list.clear()
        found = []
        for place, row in enumerate(ACTIONS):
            action = self._actions[row.name]
            words = f"{plain(action.text())} {tip(row)}"
            fit = rank(query, plain(action.text()))
            fit = fit if fit is not None else (4 if query.lower() in words.lower() else None)
            if fit is not None and row.name != "palette":
                found.append(((not action.isEnabled(), fit, place), row.name))
        for _, name in sorted(found):
            action = self._actions[name]
            keys = pretty_keys(action.shortcut().toString()) if action.shortcut() else ""
            item = QListWidgetItem(plain(action.text()))
            for role, value in ((NAME, name), (KEYS, keys), (ABLE, action.isEnabled())):
                item.setData(role, value)
            item.setToolTip(action.toolTip())
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, f"{keys} {action.toolTip()}")
            self._list.addItem(item)
        self._list.setCurrentRow(0)

    def _run(self) -> None:
        item = self._list.currentItem()
        if item is not None and item.data(ABLE):
            name = item.data(NAME)
            self.accept()
            self._trigger(self._actions[name])

    @staticmethod
    def _trigger(action: QAction) -> None:
        action.trigger()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}.get(
                Qt.Key(event.key())
            )
            if step is not None:
                self._list.setCurrentRow(max(0, min(self._list.count() - 1, self._list.currentRow() + step)))
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run()
                return True
        return super().eventFilter(watched, event)
