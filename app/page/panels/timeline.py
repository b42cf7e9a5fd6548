"""Watch and branch: a strip to move through the steps of the alternative in view, play them, keep one or branch from
it. Sets the step of the preview."""

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QToolButton, QVBoxLayout, QWidget

from app.document.preview import Preview
from app.widgets.icons import icon
from app.widgets.labels import button, elided, label, row, rule
from app.widgets.step_slider import HEIGHT, StepSlider
from app.words import count, tr

WORDS = 180  # pixels for what is said
ROOMY = 700  # pixels of width, from which the buttons say all
PLAYED_MS = 6000  # a whole run, played
FRAME_MS = (33, 250)  # but no faster and no slower than this, frame by frame


class Timeline(QWidget):
    """Hidden until asked for. `kept` and `branched` ask the page."""

    kept = Signal()
    branched = Signal()

    def __init__(self, preview: Preview, place: str, places: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preview, self._place, self._places = preview, place, places
        self._laid: tuple[object, int] | None = None  # the reel and alternative the slider was laid out for
        self.setProperty("role", "strip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Steps"))
        self.slider = StepSlider()
        self._says, self._left = elided("", "heading"), elided("", "second")
        self._empty = label("", "second", wrap=True)
        self._play = QToolButton()
        self._play.setIconSize(QSize(18, 18))
        self._play.setAccessibleName(tr("Play the steps"))
        self.keep_button = button(
            tr("Keep this step"), tip=tr("Replace the page with this step; what was still open stays unchanged")
        )
        self.branch_button = button(
            tr("Branch from here"),
            tip=tr("Continue from this step with the method, options and seed of the rewrite panel"),
        )
        self._timer = QTimer(self)
        self._lay_out()
        self.hide()
        self.slider.valueChanged.connect(self._slid)
        self._play.clicked.connect(self.play)
        self.keep_button.clicked.connect(self.kept)
        self.branch_button.clicked.connect(self.branched)
        self._timer.timeout.connect(self._advance)
        preview.changed.connect(self.refresh)

    def _lay_out(self) -> None:
        self._words = words = QWidget()
        inside = QVBoxLayout(words)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addWidget(self._says)
        inside.addWidget(self._left)
        words.setFixedWidth(WORDS)
        full, self._stack = QWidget(), QStackedWidget()
        full.setLayout(row(self._play, 2, words, self.slider, self.keep_button, self.branch_button))
        for part in (self._empty, full):
            self._stack.addWidget(part)
        self._stack.setFixedHeight(HEIGHT)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(rule())
        column.addLayout(row(self._stack, margins=(16, 4, 16, 4)))

    # What is shown

    def refresh(self) -> None:
        """Follow the preview; hidden, wait until shown."""
        if not self.isVisible():
            return
        preview = self._preview
        reel = preview.reel if preview.ready else None
        self._stack.setCurrentIndex(0 if reel is None else 1)
        if reel is None:
            self._timer.stop()
            self._laid = None
            self._empty.setText(self._sentence())
            return
        frame = reel.last if preview.frame is None else preview.frame
        if self._laid is None or self._laid[0] is not reel or self._laid[1] != preview.index:
            self._laid = (reel, preview.index)
            self.slider.lay_out(reel.steps, reel.activity(preview.index), frame)
        elif self.slider.value() != frame:
            self.slider.lay_out(reel.steps, self.slider.activity, frame)
        self._tell()

    def _sentence(self) -> str:
        if self._preview.running:
            return tr("You can watch the steps once it is finished.")
        if self._preview.ready:
            return tr("The steps of this result were not kept; repeat it exactly from the history to watch them.")
        return tr("Rewrite something, then move through its steps here and branch from any of them.")

    def _tell(self) -> None:
        preview, reel, watched = self._preview, self._preview.reel, self._preview.watched
        assert reel is not None
        step = reel.total if watched is None else watched.step
        left = 0 if watched is None else int(watched.open.sum())
        said = tr("Step {n} of {total}", n=step, total=reel.total)
        still = tr("the result") if watched is None else tr("everything may still change")
        if left:
            still = tr("{what} open", what=count(left, self._place, self._places))
        self._says.setText(said)
        self._left.setText(still)
        self.slider.setAccessibleDescription(f"{said}, {still}")
        self.keep_button.setEnabled(watched is None or not watched.blank)
        playing = self._timer.isActive()
        self._play.setIcon(icon("pause" if playing else "play"))
        words = tr("Pause") if playing else tr("Play the steps")
        self._play.setAccessibleName(words)
        self._play.setToolTip(words)
        self.branch_button.setAccessibleDescription(tr("Alternative {n}, step {step}", n=preview.index + 1, step=step))

    # Hands

    def toggle(self) -> None:
        """Show the strip, or hide it and with it the step that was watched."""
        if self.isVisible():
            self.hide()
            return
        self.show()
        self.slider.setFocus()

    def play(self) -> None:
        """Let the steps pass, from the start if the end is in view; or pause."""
        self.show()
        reel = self._preview.reel
        if self._timer.isActive() or reel is None or not self._preview.ready or not reel.last:
            self._timer.stop()
            self.refresh()
            return
        low, high = FRAME_MS
        self._timer.start(max(low, min(high, PLAYED_MS // reel.last)))
        self._preview.watch(0) if self._preview.frame is None else self.refresh()

    def _advance(self) -> None:
        """One frame further; the end is the result itself."""
        frame = self._preview.frame
        if frame is None:
            self._timer.stop()
            self.refresh()
            return
        self._preview.watch(frame + 1)
        if self._preview.frame is None:
            self._timer.stop()
            self.refresh()

    def move_by(self, frames: int) -> None:
        """Some steps on or back."""
        reel = self._preview.reel
        if reel is not None:
            self.show()
            self._timer.stop()
            self._preview.watch(max(0, (reel.last if self._preview.frame is None else self._preview.frame) + frames))

    def _slid(self, frame: int) -> None:
        self._timer.stop()
        self._preview.watch(frame)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the buttons say less, and the slider keeps its room."""
        super().resizeEvent(event)
        wide = self.width() >= ROOMY
        self.keep_button.setText(tr("Keep this step") if wide else tr("Keep"))
        self.branch_button.setText(tr("Branch from here") if wide else tr("Branch"))
        self._words.setFixedWidth(WORDS if wide else WORDS - 50)

    def showEvent(self, event: QEvent) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        self.refresh()

    def hideEvent(self, event: QEvent) -> None:
        """Hidden with its page in another tab it keeps its place; hidden by the user it gives the result back."""
        super().hideEvent(event)  # type: ignore[arg-type]
        self._timer.stop()
        if self.isHidden():
            self._preview.watch(None)
