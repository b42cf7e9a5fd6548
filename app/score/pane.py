"""What is under the roll: the alternatives or the score, chosen in its header.

Layout only."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.document.document import Document, Preview
from app.score.layout_xml import CLOSED, OPEN
from app.score.view import ScoreView
from app.widgets.labels import label, row
from app.widgets.segments import WordButton
from app.widgets.theme import look, sans, theme
from app.words import tr

ALTERNATIVES, SCORE = "alternatives", "score"
TALL, LOW = 236, 176  # pixels of the pane while it shows the score; in a low window


class _Tab(WordButton):
    """A word, underlined while its part is shown."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(text, parent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        look.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(QFontMetrics(sans(13, 600)).horizontalAdvance(self.text()) + 2, 24)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        on = self.isChecked()
        painter.setPen(colours.ink if on or self.underMouse() else colours.ink2)
        painter.setFont(sans(13, 600 if on else 400))
        painter.drawText(QRectF(0, 0, self.width(), self.height() - 3), Qt.AlignmentFlag.AlignVCenter, self.text())
        if on:
            painter.fillRect(QRectF(0, self.height() - 2, self.width(), 2), colours.ink)
        if self.hasFocus():
            painter.setPen(QPen(colours.focus, 2))
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))


class PaneTabs(QWidget):
    """Alternatives | Score."""

    chosen = Signal(str)

    def __init__(self, current: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Under the roll"))
        group, line = QButtonGroup(self), QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(20)
        self.tabs: dict[str, _Tab] = {}
        for name, words in ((ALTERNATIVES, tr("Alternatives")), (SCORE, tr("Score"))):
            self.tabs[name] = tab = _Tab(words, self)
            tab.setChecked(name == current)
            tab.clicked.connect(lambda _on=False, name=name: self._choose(name, current))
            group.addButton(tab)
            line.addWidget(tab)

    def _choose(self, name: str, current: str) -> None:
        self.tabs[current].setChecked(True)  # this head belongs to one part and always shows that one
        self.chosen.emit(name)


class ScorePart(QWidget):
    """The score with its head."""

    def __init__(self, document: Document, preview: Preview) -> None:
        super().__init__()
        self.setProperty("role", "strip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.tabs = PaneTabs(SCORE)
        self.view = ScoreView(document, preview)
        self._staves = QToolButton()
        self._staves.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._staves.clicked.connect(self.toggle_staves)
        self.view.layout_changed.connect(self._follow)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(6)
        head = row(self.tabs, None, label(tr("follows the roll"), "second"), 4, self._staves, margins=(16, 0, 16, 0))
        column.addLayout(head)
        column.addWidget(self.view, 1)
        self._follow()

    def toggle_staves(self) -> None:
        """Two staves or four."""
        self.view.staves = OPEN if self.view.staves == CLOSED else CLOSED

    def _follow(self, _layout: str = "") -> None:
        words = tr("Two staves") if self.view.staves == CLOSED else tr("Four staves")
        self._staves.setText(words)
        self._staves.setAccessibleName(words)
        self._staves.setToolTip(tr("Switch between two staves, as in a choir score, and four"))


def put_in_head(part: QWidget, tabs: PaneTabs) -> None:
    """Put the tabs where a part has its heading."""
    heading = next(found for found in part.findChildren(QLabel) if found.property("role") == "heading")
    layout = part.layout()
    assert layout is not None
    layout.replaceWidget(heading, tabs)
    heading.deleteLater()


class UnderPane(QStackedWidget):
    """The alternatives' strip and the score, one at a time; the score is made when it is first asked for."""

    changed = Signal(str)

    def __init__(
        self, document: Document, preview: Preview, alternatives: QWidget, made: Callable[[ScoreView], None]
    ) -> None:
        super().__init__()
        tabs = PaneTabs(ALTERNATIVES)
        put_in_head(alternatives, tabs)
        self._document, self._preview, self._made = document, preview, made
        self.part: ScorePart | None = None
        self._alternatives, self._tall = alternatives, TALL
        self.addWidget(alternatives)
        tabs.chosen.connect(self.show_part)
        preview.changed.connect(self._fit)  # with or without cards the strip may have another height
        self._fit()

    @property
    def score(self) -> ScoreView | None:
        """The score, if it was ever shown."""
        return self.part.view if self.part is not None else None

    @property
    def shown(self) -> str:
        """Which part is in front."""
        return ALTERNATIVES if self.currentIndex() == 0 else SCORE

    def show_part(self, name: str) -> None:
        """Bring a part to the front."""
        if name == SCORE and self.part is None:
            self.part = ScorePart(self._document, self._preview)
            self.part.tabs.chosen.connect(self.show_part)
            self.addWidget(self.part)
            self._made(self.part.view)
        self.setCurrentIndex(int(name == SCORE))
        self._fit()
        self.changed.emit(name)

    def set_low(self, low: bool) -> None:
        """Take less of a low window."""
        self._tall = LOW if low else TALL
        self._fit()

    def _fit(self) -> None:
        """As high as the part in front."""
        self.setFixedHeight(self._tall if self.shown == SCORE else self._alternatives.minimumHeight())

    def toggle_staves(self) -> None:
        """Two staves or four; shows the score if it is not shown."""
        if self.shown == SCORE and self.part is not None:
            self.part.toggle_staves()
        else:
            self.show_part(SCORE)

    def toggle(self) -> None:
        """The other part."""
        self.show_part(ALTERNATIVES if self.shown == SCORE else SCORE)

    def shut(self) -> None:
        """End the score's thread."""
        if self.part is not None:
            self.part.view.close_worker()
