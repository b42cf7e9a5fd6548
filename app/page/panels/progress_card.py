"""The card under the rewrite panel: loading, writing, done, or what went wrong.

Reads the preview; its buttons only emit signals."""

import time

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QMenu, QVBoxLayout, QWidget

from app.document.preview import Preview
from app.page.panels.error_card import ErrorCard
from app.widgets.labels import button, label, row
from app.widgets.theme import look, sans, theme
from app.words import count, seconds, tr
from engine.jobs.request import Failed

PATIENCE = 350  # milliseconds before waiting is worth a word


class ThinBar(QWidget):
    """How far it is, from 0 to 1; None where nobody knows, and only then something moves."""

    def __init__(self) -> None:
        super().__init__()
        self._share: float | None = 0.0
        self._phase = 0.0
        self.setFixedHeight(6)
        self.setAccessibleName(tr("Progress"))
        self._timer = QTimer(self, interval=40)
        self._timer.timeout.connect(self._slide)
        look.changed.connect(self.update)

    def set_share(self, share: float | None) -> None:
        """Show how far it is."""
        self._share = share
        self.setAccessibleName(tr("Progress: {n} %", n=round(100 * share)) if share is not None else tr("Progress"))
        if share is None and self.isVisible() and not look.reduced_motion:
            self._timer.start()
        else:
            self._timer.stop()
        self.update()

    def _slide(self) -> None:
        self._phase = (self._phase + 0.02) % 1.0
        if not self.isVisible():
            self._timer.stop()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        whole = QRectF(self.rect())
        painter.setBrush(colours.sunk)
        painter.drawRoundedRect(whole, 3, 3)
        painter.setBrush(colours.accent)
        if self._share is None:
            wide = whole.width() * 0.25
            painter.drawRoundedRect(
                QRectF((whole.width() - wide) * abs(1 - 2 * self._phase), 0, wide, whole.height()), 3, 3
            )
        elif self._share > 0:
            painter.drawRoundedRect(QRectF(0, 0, max(6.0, whole.width() * self._share), whole.height()), 3, 3)


class ProgressCard(QWidget):
    """Shows one of: nothing, progress with Cancel, the result with Accept, an error."""

    cancelled = Signal()
    accepted = Signal()
    watched = Signal()

    def __init__(self, preview: Preview, part_menu: QMenu, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preview = preview
        self._error: ErrorCard | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._writing, self._result = self._make_writing(), self._make_result(part_menu)
        for made in (self._writing, self._result):
            self._column.addWidget(made)
        preview.changed.connect(self.refresh)
        self.refresh()

    def _make_writing(self) -> QFrame:
        frame = _card()
        self._title, self._share = label("", "heading"), label("", "second")
        self._bar = ThinBar()
        self._left = label("", "second", wrap=True)
        self._cancel = button(tr("Cancel  Esc"))
        self._cancel.setAccessibleName(tr("Cancel"))
        self._cancel.clicked.connect(self.cancelled.emit)
        column = QVBoxLayout(frame)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(10)
        self._share.setMinimumWidth(QFontMetrics(sans(12)).horizontalAdvance("100 %") + 2)  # nothing moves on the way
        self._share.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        column.addLayout(row(self._title, None, self._share))
        column.addWidget(self._bar)
        last = row(self._left, self._cancel)
        last.setStretch(0, 1)
        column.addLayout(last)
        return frame

    def _make_result(self, part_menu: QMenu) -> QFrame:
        frame = _card()
        self._summary = label("", "heading", wrap=True)
        self._remark = label("", "second", wrap=True)
        self._accept = button(tr("Accept"), "dark")
        self._accept.clicked.connect(self.accepted.emit)
        part = button(tr("Accept part"))
        part.setMenu(part_menu)
        column = QVBoxLayout(frame)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(8)
        column.addWidget(self._summary)
        column.addWidget(self._remark)
        watch = button(
            tr("Watch the steps"), "quiet", tr("Move through the steps of the result and branch from any of them")
        )
        watch.clicked.connect(self.watched.emit)
        column.addLayout(row(self._accept, part, None))
        column.addLayout(row(watch, None))
        return frame

    def show_failed(self, failed: Failed) -> None:
        """Say what went wrong until the user closes it or starts again."""
        self.clear_error()
        self._error = ErrorCard(failed.sentence, details=failed.details)
        self._error.dismissed.connect(self.clear_error)
        self._column.addWidget(self._error)

    def clear_error(self) -> None:
        """Put the error away."""
        if self._error is not None:
            self._error.hide()
            self._error.deleteLater()
            self._error = None

    def refresh(self) -> None:
        """Follow the preview."""
        preview = self._preview
        self._writing.setVisible(preview.running)
        self._result.setVisible(preview.ready)
        if preview.running:
            self.clear_error()
            self._tell_progress()
        if preview.ready:
            self._tell_result()

    def _tell_progress(self) -> None:
        preview = self._preview
        waiting = (preview.loading or not preview.total) and time.monotonic() - preview.began > PATIENCE / 1000
        if not waiting and not preview.total:
            QTimer.singleShot(
                PATIENCE + 20, self, self.refresh
            )  # a loaded model answers sooner; then nothing flashes up
        loading = tr("Loading the model") if preview.loading else tr("Waiting")
        self._title.setText(
            loading if waiting else tr("Writing {what}", what=count(preview.count, "alternative", "alternatives"))
        )
        self._bar.set_share(None if waiting else min(1.0, preview.step / max(1, preview.total)))
        if waiting:
            self._share.setText("")
            self._left.setText(
                tr("a few seconds, only the first time") if preview.loading else tr("another page is being rewritten")
            )
            return
        self._share.setText(f"{100 * preview.step // max(1, preview.total)} %")
        steps = tr("{step} of {total}", step=preview.step, total=preview.total)
        if preview.step >= preview.total:
            self._left.setText(tr("putting the best first"))
        elif preview.eta_seconds is None:
            self._left.setText(steps)
        else:
            self._left.setText(tr("{steps}, {time} left", steps=steps, time=seconds(preview.eta_seconds)))

    def _tell_result(self) -> None:
        preview = self._preview
        number = count(len(preview.canvases), "alternative", "alternatives")
        self._summary.setText(
            tr("{n} in {time}", n=number, time=seconds(preview.seconds)) if preview.seconds else number
        )
        self._remark.setText(" ".join(preview.remarks[:2]) or tr("All of them contain what you kept."))
        self._accept.setText(tr("Accept {n}", n=preview.index + 1) if preview.watched is None else tr("Keep step"))


def part_menu(parent: QWidget, actions: list[QAction]) -> QMenu:
    """The menu behind Accept part."""
    menu = QMenu(parent)
    menu.setToolTipsVisible(True)
    menu.addActions(actions)
    return menu


def _card() -> QFrame:
    frame = QFrame()
    frame.setProperty("role", "card")
    frame.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return frame
