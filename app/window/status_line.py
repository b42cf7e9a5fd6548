"""The status bar: one message at the left (what was just said, else the page in words), one state at the right (no
model, saved when, no sound, offline), and the handle that drags a page out. Says what it is given."""

import time

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QLabel, QStatusBar

import assets
from app.page.page import Page
from app.widgets.labels import elided
from app.widgets.theme import sans
from app.window.drag_out import DragHandle
from app.words import tr

HOLD = 6.0  # seconds that a message stays before the page is described again


class StatusLine:
    """What is in the window's status bar."""

    def __init__(self, bar: QStatusBar, drag: DragHandle) -> None:
        self.message, self.state, self.drag = elided(""), QLabel(), drag
        self._said, self._until, self._summary = "", 0.0, ""
        self._deaf, self._saved, self._modelled = "", "", True
        widest = QFontMetrics(sans(12)).horizontalAdvance(tr("Autosaved {n} min ago", n=59))
        self.state.setMinimumWidth(widest + 18)  # nothing moves when a second passes
        self.state.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        drag.hide()
        bar.setSizeGripEnabled(False)
        bar.addWidget(self.message, 1)
        bar.addPermanentWidget(drag)
        bar.addPermanentWidget(self.state)

    def say(self, words: str) -> None:
        """A message at the left, for a while; no words: the page in words at once."""
        self._said, self._until = words, time.monotonic() + HOLD
        self._show()

    def say_no_sound(self, words: str) -> None:
        """There is no device: said once, and shown while there is nothing else to show."""
        self._deaf = words
        self.say(words)

    def follow(self, page: Page | None) -> None:
        """Show the state of the current page."""
        self._summary = page.rewrites.summary() if page is not None else ""
        self.drag.setVisible(page is not None and page.document.kind == "music")
        self._show()

    def follow_clock(self, page: Page | None, saved: str) -> None:
        """Show what changes by itself: how long ago work was saved, and whether there is a model."""
        self._saved = saved
        self._modelled = assets.weights(page.document.kind if page is not None else "music", "sunmask").exists()
        self._show()

    def _show(self) -> None:
        if self._summary and time.monotonic() > self._until:
            self._said = ""
        self._put(self.message, self._said or self._summary)
        missing = "" if self._modelled else tr("No model installed: see Help > Model card")
        deaf = tr("No sound device") if self._deaf else ""
        states = [words for words in (missing, self._saved, deaf, tr("Offline, model included")) if words]
        self._put(self.state, states[0])
        self.state.setToolTip("\n".join(states) if len(states) > 1 else "")

    @staticmethod
    def _put(where: QLabel, words: str) -> None:
        """Qt lays the bar out again for an equal text too."""
        if where.text() != words:
            where.setText(words)
