"""The takes of a page: every result with its method, seed and options, to be shown again or repeated exactly.

Emits signals; changes nothing itself."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.document.document import Document
from app.page.panels.alternatives import beginning
from app.roll.painting.thumbnails import paint_thumbnail
from app.widgets.labels import button, card, emptied, fill_scrolling, label, row
from app.widgets.theme import look, serif, theme
from app.words import count, tr
from engine.canvas.music import Piece
from engine.canvas.project import Take
from engine.canvas.text import detokenise
from engine.jobs.library import SHIPPED_NAMES, changed_since
from engine.sampling.methods import METHODS

SHOWN = 30  # newest takes with their own card; the others stay in the file


class _Picture(QWidget):
    """The first alternative of a take."""

    def __init__(self, take: Take) -> None:
        super().__init__()
        self._take = take
        self.setFixedHeight(52)

    def sizeHint(self) -> QSize:
        return QSize(200, 52)

    def paintEvent(self, _event: QPaintEvent) -> None:
        piece = self._take.alternatives[0] if self._take.alternatives else None
        if isinstance(piece, Piece):
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_thumbnail(painter, QRectF(self.rect()), beginning(piece), theme())
        elif piece is not None and self._take.part < len(piece.sentences):
            painter = QPainter(self)
            painter.setFont(serif(15))
            painter.setPen(theme().ink)
            painter.drawText(
                QRectF(self.rect()), Qt.TextFlag.TextWordWrap, detokenise(piece.sentences[self._take.part].words)
            )


class HistoryPanel(QWidget):
    """Newest first."""

    restored = Signal(object)  # a Take
    repeated = Signal(object)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._takes: tuple[Take, ...] | None = None
        body = QWidget()
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(20, 8, 20, 16)
        self._column.setSpacing(12)
        fill_scrolling(self, body)
        document.changed.connect(self.refresh)
        look.changed.connect(self.update)
        self.refresh()

    def refresh(self) -> None:
        """Follow the document; cards are made only while the panel can be seen."""
        takes = self._document.project.takes
        if takes == self._takes or (self._takes is not None and not self.isVisible()):
            return
        self._takes = takes
        emptied(self._column)
        self._column.addWidget(label(tr("History"), "title"))
        if not takes:
            self._column.addWidget(
                label(
                    tr(
                        "Every result is kept here and in the saved file, with its seed and mask. Rewrite something"
                        " first."
                    ),
                    "second",
                    wrap=True,
                )
            )
        for number, take in reversed(list(enumerate(takes, 1))[-SHOWN:]):
            self._column.addWidget(self._card(number, take))
        if len(takes) > SHOWN:
            self._column.addWidget(label(tr("{n} older results are in the file.", n=len(takes) - SHOWN), "caption"))
        self._column.addStretch(1)

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        self.refresh()

    def _about_model(self, take: Take) -> list[str]:
        """Which models made a take, where it was not the shipped one alone, and what became of them since."""
        made = [tag for tag in (take.model, take.beside) if tag is not None]
        names = [tag.name or SHIPPED_NAMES[self._document.kind] for tag in made]
        said = [tr("By {names}", names=tr(" and ").join(names))] if any(tag.name for tag in made) else []
        return said + [w for tag in made if (w := changed_since(tag, self._document.kind, take.method))]

    def _card(self, number: int, take: Take) -> QFrame:
        frame = card()
        name = take.name or tr("Rewrite")
        method = METHODS[take.method].label if take.method in METHODS else take.method
        column = QVBoxLayout(frame)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(6)
        column.addLayout(row(label(name, "heading"), None, label(str(number), "caption")))
        facts = tr(
            "{method}, seed {seed}, {n}",
            method=method,
            seed=take.seed,
            n=count(len(take.alternatives), "alternative", "alternatives"),
        )
        column.addWidget(label(facts, "caption", wrap=True))
        for words in self._about_model(take):
            column.addWidget(label(words, "caption", wrap=True))
        column.addWidget(_Picture(take))
        again, restore = button(tr("Repeat exactly")), button(tr("Show again"))
        restore.setToolTip(tr("Show these alternatives again, to accept another one or part of one."))
        again.setToolTip(tr("Run it again with the same page, mask, options and seed."))
        restore.setAccessibleName(tr("Show result {n} again: {name}", n=number, name=name))
        again.setAccessibleName(tr("Repeat result {n} exactly: {name}", n=number, name=name))
        restore.clicked.connect(lambda: self.restored.emit(take))
        again.clicked.connect(lambda: self.repeated.emit(take))
        column.addLayout(row(restore, again, None))
        frame.setToolTip("\n".join(f"{key}: {value}" for key, value in take.options.items()))
        return frame
