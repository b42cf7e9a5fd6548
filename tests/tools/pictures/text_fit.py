"""Which visible texts of a widget are cut: labels, buttons, tabs, lists, and what is painted.

A text fits if all of it can be seen, or if it ends in an ellipsis and its tooltip says the whole."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QPushButton,
    QRadioButton,
    QTabBar,
    QToolButton,
    QWidget,
)

from app.widgets.labels import ElidedLabel

SLACK = 1.5  # points that rounding may cost
STANDARD = (QPushButton, QToolButton, QCheckBox, QRadioButton)  # these say how wide they want to be
_painted: dict[int, list["Painted"]] = {}


class Painted(NamedTuple):
    """A text given to a painter: where it was to be, and where it is."""

    text: str
    room: QRectF | None
    area: QRectF


def watch_painting() -> None:
    """From now on remember every text that Python code paints on a widget."""
    if not _original:
        _original.append(QPainter.drawText)
        QPainter.drawText = _draw_text  # type: ignore[method-assign,assignment]


def watch_no_more() -> None:
    """Let painting be as it was."""
    if _original:
        QPainter.drawText = _original.pop()  # type: ignore[method-assign]


_original: list[Any] = []


def _draw_text(painter: QPainter, *given: Any) -> Any:
    device = painter.device()
    text = next((part for part in given if isinstance(part, str)), "")
    if isinstance(device, QWidget) and text.strip() and painter.transform().m12() == 0:
        metrics, at = QFontMetricsF(painter.font()), painter.transform()
        first = given[0]
        if isinstance(first, QRectF | QRect):
            flags = int(given[1]) if isinstance(given[1], int) else given[1].value
            area = metrics.boundingRect(QRectF(first), flags, text)
            wide = area.width() if flags & Qt.TextFlag.TextWordWrap.value else metrics.horizontalAdvance(text)
            area.setWidth(max(area.width(), wide))
            room = at.mapRect(QRectF(first))
            _painted.setdefault(id(device), []).append(Painted(text, room, at.mapRect(area)))
        elif isinstance(first, QPointF | QPoint):
            area = QRectF(first.x(), first.y() - metrics.ascent(), metrics.horizontalAdvance(text), metrics.height())
            _painted.setdefault(id(device), []).append(Painted(text, None, at.mapRect(area)))
    return _original[0](painter, *given)


def misfits(widget: QWidget) -> list[str]:
    """One line for each text that is cut, overlaid or out of sight without a way to reach it."""
    QApplication.processEvents()
    _painted.clear()
    widget.grab()
    for _ in range(4):  # a text that has just changed is laid out first, its parents after it
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    return sorted(set(_misfits(widget)))


def _misfits(top: QWidget) -> Iterator[str]:
    inside = [made for made in [top, *top.findChildren(QWidget)] if made.isVisible() and _own_window(made, top)]
    texts = []
    for made in inside:
        for text, needed in _wanted(made):
            where = f"{type(made).__name__} {text!r:.70}"
            if needed:
                yield f"{where} is cut: {needed}"
            if cut := _out_of_sight(made, top):
                yield f"{where} {cut}"
            texts.append((made, text))
        yield from _painted_misfits(made)
    yield from _overlaps(texts)


def _own_window(made: QWidget, top: QWidget) -> bool:
    return made.window() is top.window()


def _wanted(made: QWidget) -> Iterator[tuple[str, str]]:
    """The texts of a widget, each with what it lacks, empty if it fits."""
    metrics = made.fontMetrics()
    told = bool(made.toolTip())
    if isinstance(made, QLabel) and made.text() and made.pixmap().isNull():
        yield made.text(), _label_lack(made)
    elif isinstance(made, STANDARD) and made.text() and _shows_text(made):
        lack = made.sizeHint().width() - made.width()
        yield made.text(), f"{lack} points too narrow" if lack > SLACK else ""
    elif isinstance(made, QComboBox) and made.currentText():
        lack = metrics.horizontalAdvance(made.currentText()) + 34 - made.width()
        yield made.currentText(), f"{lack} points too narrow" if lack > SLACK and not told else ""
    elif isinstance(made, QTabBar):
        for tab in range(made.count()):
            whole = made.tabText(tab) in made.tabToolTip(tab) or made.tabToolTip(tab)
            wide = metrics.horizontalAdvance(made.tabText(tab)) > made.tabRect(tab).width()
            yield made.tabText(tab), "no tooltip" if wide and not whole else ""
            if made.tabRect(tab).right() > made.width() and not made.usesScrollButtons():
                yield made.tabText(tab), "outside the bar"
    elif isinstance(made, QAbstractItemView):
        yield from _item_lacks(made)


def _shows_text(made: QAbstractButton) -> bool:
    return not isinstance(made, QToolButton) or made.toolButtonStyle() != Qt.ToolButtonStyle.ToolButtonIconOnly


def _label_lack(made: QLabel) -> str:
    room, metrics, text = made.contentsRect(), made.fontMetrics(), made.text()
    if isinstance(made, ElidedLabel) or (text.endswith("…") and made.toolTip()):
        return ""
    if not made.wordWrap():
        lines = text.split("\n")
        lack = max(metrics.horizontalAdvance(line) for line in lines) - room.width()
        low = metrics.height() * len(lines) - room.height()
        return f"{lack} points too narrow" if lack > SLACK else f"{low} points too low" if low > 3 else ""
    needed = metrics.boundingRect(QRect(0, 0, room.width(), 10_000), Qt.TextFlag.TextWordWrap.value, text)
    if needed.width() > room.width() + SLACK:
        return f"a word is {needed.width() - room.width()} points too wide"
    return f"{needed.height() - room.height()} points too low" if needed.height() > room.height() + 2 else ""


def _item_lacks(made: QAbstractItemView) -> Iterator[tuple[str, str]]:
    model, metrics = made.model(), made.fontMetrics()
    columns = model.columnCount(QModelIndex()) if isinstance(model, QAbstractTableModel) else 1
    for line in range(model.rowCount()):
        for column in range(columns):
            index = model.index(line, column)
            text, area = str(index.data() or ""), made.visualRect(index)
            lack = metrics.horizontalAdvance(text) - area.width()
            if text and area.intersects(made.viewport().rect()):
                told = index.data(Qt.ItemDataRole.ToolTipRole)
                yield text, f"{lack} points too narrow" if lack > SLACK and not told else ""


def _out_of_sight(made: QWidget, top: QWidget) -> str:
    """Whether a part of it lies outside a widget around it that cannot be scrolled there."""
    area, parent, child = made.rect(), made.parentWidget(), made
    while parent is not None and child is not top:
        area = QRect(child.mapTo(parent, area.topLeft()), area.size())
        scroll = parent.parentWidget()
        if isinstance(scroll, QAbstractScrollArea) and scroll.viewport() is parent:
            if scroll.verticalScrollBar().maximum() > 0:
                area = QRect(area.left(), max(0, min(area.top(), parent.height() - 1)), area.width(), 1)
            if scroll.horizontalScrollBar().isVisible() and scroll.horizontalScrollBar().maximum() > 0:
                area = QRect(0, area.top(), 1, area.height())
        cut = area.intersected(parent.rect())
        if area.width() - cut.width() > SLACK or area.height() - cut.height() > 2:
            return (
                f"lies outside {type(parent).__name__} by {area.width() - cut.width()}, {area.height() - cut.height()}"
            )
        child, parent = parent, parent.parentWidget()
    return ""


def _painted_misfits(made: QWidget) -> Iterator[str]:
    scrolls = isinstance(made.parentWidget(), QAbstractScrollArea) or made.property("scrolls") is not None
    for text, room, area in _painted.get(id(made), ()):
        if text.endswith("…") and (made.toolTip() or scrolls):
            continue
        where = f"{type(made).__name__} paints {text!r:.70}"
        if text.endswith("…"):
            yield f"{where} without a tooltip"
        if room is not None and area.width() > room.width() + SLACK:
            yield f"{where}: {area.width() - room.width():.0f} points too narrow"
        elif room is not None and area.height() > room.height() + 4:
            yield f"{where}: {area.height() - room.height():.0f} points too low"
        elif not scrolls and not QRectF(made.rect()).adjusted(-SLACK, -3, SLACK, 3).contains(area):
            yield f"{where} beyond its edge: {area.toRect().getRect()} in {made.width()} x {made.height()}"


def _overlaps(texts: list[tuple[QWidget, str]]) -> Iterator[str]:
    """Labels and buttons of one parent that lie on each other."""
    for place, (one, text) in enumerate(texts):
        for other, words in texts[place + 1 :]:
            if one is not other and one.parentWidget() is other.parentWidget():
                both = one.geometry().intersected(other.geometry())
                if both.width() > 2 and both.height() > 3:
                    yield f"{text!r:.50} and {words!r:.50} overlap by {both.width()} x {both.height()}"
