"""Looks at every widget there is for text that would not be shown as it stands: read as HTML, or with an & taken for
an access key. `wrong(mark)` also counts where a stranger's words are, by a mark in them such as R&B."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMenu, QTabBar, QTextEdit, QToolTip

PLAIN = Qt.TextFormat.PlainText


def tip_of(text, widget):
    """The tooltip that Qt shows for a text over a widget."""
    QToolTip.showText(QPoint(5, 5), text, widget)
    shown = [tip for tip in QApplication.allWidgets() if tip.metaObject().className() == "QTipLabel"]
    return next(tip for tip in shown if tip.text() == text)


def tips(widget):
    """Every tooltip a widget may show by itself."""
    if isinstance(widget, QTabBar):
        yield from (widget.tabToolTip(index) for index in range(widget.count()))
    yield from (action.toolTip() for action in widget.actions()) if isinstance(widget, QMenu) else ()
    yield widget.toolTip()


def wrong(mark="R&B"):
    """What would not be shown as it stands, of all widgets there are, and how many hold the mark."""
    found, held = [], 0
    for widget in QApplication.allWidgets():
        kind = type(widget).__name__
        widget.ensurePolished()  # Qt does so before it measures or paints a widget; some are not shown yet
        if isinstance(widget, QLabel):
            held += mark in widget.text()
            found += [(kind, widget.text())] if widget.textFormat() != PLAIN else []
        if isinstance(widget, QTextEdit) and widget.acceptRichText():
            found.append((kind, "pasted HTML"))
        if widget.whatsThis():
            found.append((kind, widget.whatsThis()))
        texts = [widget.text()] if isinstance(widget, QAbstractButton) else []
        texts += [widget.tabText(index) for index in range(widget.count())] if isinstance(widget, QTabBar) else []
        texts += [action.text() for action in widget.actions()] if isinstance(widget, QMenu) else []
        for text in texts:
            held += mark.replace("&", "&&") in text
            found += [(kind, text)] if "B" in QKeySequence.mnemonic(text).toString() and "R&" in text else []
        for tip in set(tips(widget)):
            held += mark in tip
            if ("<" in tip or mark in tip) and tip_of(tip, widget).textFormat() != PLAIN:
                found.append((kind, f"tooltip: {tip}"))
    return found, held
