"""The status bar: a hint, the page in words, the save state, whether there is a model, and the handle that drags a page
out. Says what it is given."""

from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

import assets
from app.page.page import Page
from app.window.drag_out import DragHandle
from app.words import tr


class StatusLine:
    """What is in the window's status bar."""

    def __init__(self, bar: QStatusBar, drag: DragHandle) -> None:
        self.hint, self.summary, self.saved, self.model = QLabel(), QLabel(), QLabel(), QLabel()
        self.mute, self.drag = QLabel(tr("No sound device")), drag
        self.mute.hide()
        drag.hide()
        bar.setSizeGripEnabled(False)
        for made in (self.hint, self.summary):
            bar.addWidget(made)
        right: tuple[QWidget, ...] = (self.mute, drag, self.saved, self.model)
        for shown in right:
            bar.addPermanentWidget(shown)

    def say(self, words: str) -> None:
        """A hint at the left; no words hide it."""
        self.hint.setText(words)
        self.hint.setVisible(bool(words))

    def say_no_sound(self, words: str) -> None:
        """There is no device: said once, and shown for as long as it is so."""
        self.say(words)
        self.mute.setToolTip(words)
        self.mute.show()

    def follow(self, page: Page | None) -> None:
        """Show the state of the current page."""
        self.summary.setText(page.rewrites.summary() if page is not None else "")
        self.drag.setVisible(page is not None and page.document.kind == "music")

    def follow_clock(self, page: Page | None, saved: str) -> None:
        """Show what changes by itself: how long ago work was saved, and whether there is a model."""
        self.saved.setText(saved)
        here = assets.weights(page.document.kind if page is not None else "music", "sunmask").exists()
        self.model.setText(tr("Offline, model included") if here else tr("No model installed: see Help > Model card"))
