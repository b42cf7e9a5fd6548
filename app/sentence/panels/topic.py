"""Make it about …: a card under the sentence to type the words in.

Shows while typing where they will go; app.sentence.verbs.placing places them."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, Signal
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QVBoxLayout, QWidget

from app.sentence.describe import listed
from app.sentence.verbs.placing import phrases, place_of
from app.widgets.labels import button, label, row
from app.widgets.popover import SHADOW, TIP, Popover
from app.words import tr
from engine.canvas.text import detokenise

WIDTH = 430


class TopicCard(Popover):
    """Floats under the sentence; `wanted` carries the phrases when the user is done."""

    wanted = Signal(object)

    def __init__(self, parent: QWidget, unknown: Callable[[str], bool]) -> None:
        column = QVBoxLayout()
        super().__init__(parent, WIDTH, beside=False, rows=column)
        self._words: tuple[str, ...] = ()
        self._unknown = unknown
        self.setAccessibleName(tr("Make it about…"))
        self.field = QLineEdit()
        self.field.setAccessibleName(tr("Words to stress"))
        self.field.setPlaceholderText(tr("for example: disaster, the whole band"))
        self.says = label("", "second", wrap=True)
        self._hint = label(
            tr("These words lead; the others start as they are and may change. Separate phrases with commas."),
            "second",
            wrap=True,
        )
        self.done, cancel = button(tr("Rewrite"), "dark"), button(tr("Cancel"))
        self.done.clicked.connect(lambda: self.wanted.emit(phrases(self.field.text())))
        cancel.clicked.connect(lambda: self.closed.emit())
        self.field.textChanged.connect(self._follow)
        self._foot = QWidget()
        self._foot.setLayout(row(None, cancel, self.done))
        column.setContentsMargins(16, 14 + TIP, 16 + SHADOW, 12 + SHADOW)
        column.setSpacing(10)
        for part in (label(tr("Make it about…"), "heading"), self.field, self.says, self._hint, self._foot):
            column.addWidget(part)
        self.setLayout(column)
        self.own_keys(self, self.field, self.done, cancel)
        self.entered.connect(self._take)

    def ask(self, words: tuple[str, ...], stressed: str, below: QRectF) -> None:
        """Open under a sentence of the parent's; what is stressed already is offered."""
        self._words = words
        self.field.setText(stressed)
        self.field.selectAll()
        self._follow()
        over = self.parentWidget()
        assert over is not None
        self.place_at(below.left() - 8, min(below.bottom() + 6, max(8.0, over.height() - self.height() - 6)), None)
        self.field.setFocus()

    def _follow(self) -> None:
        """Say what becomes of the words."""
        topics = phrases(self.field.text())
        new = [detokenise(topic) for topic in topics if place_of(self._words, topic) is None]
        strange = [word for topic in topics for word in topic if self._unknown(word)]
        said = []
        if new:
            said.append(
                (
                    tr("{new} is added to the sentence.") if len(new) == 1 else tr("{new} are added to the sentence.")
                ).format(new=listed(new))
            )
        if strange:
            said.append(tr("Not in the model's vocabulary, kept exactly as typed: {words}.", words=listed(strange)))
        self.say(" ".join(said))
        self.done.setEnabled(bool(topics))

    def say(self, words: str) -> None:
        """A sentence under the field, for readers and listeners."""
        self.says.setText(words)
        self.says.setVisible(bool(words))
        self._hint.setVisible(not words)
        self.field.setAccessibleDescription(words)
        self.fit(self._foot)

    def _take(self) -> None:
        focus = self.focusWidget()
        if focus is self.field:
            self.done.click()
        elif isinstance(focus, QAbstractButton):
            focus.click()
