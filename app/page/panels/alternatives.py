"""The strip of alternatives: a small picture, its grade and bits; one is shown on the page.

Reads the preview and chooses one of its alternatives."""

import math

from PySide6.QtCore import QElapsedTimer, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QFrame,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.document.document import Document
from app.document.preview import Preview
from app.roll.painting.thumbnails import paint_small, paint_thumbnail, unfinished
from app.widgets.labels import elided, emptied, keycap, label, row
from app.widgets.theme import faded, look, sans, theme
from app.words import tr
from engine.canvas.edits_bars import crop
from engine.canvas.music import Piece
from engine.theory.grade import bach_range

CARD = QSize(196, 80)  # as they would like to be; they share the room, from LEAST to WIDEST
LEAST = QSize(112, 52)
WIDEST = 280
BESIDE = 180  # pixels of a card from which its words are beside its picture; else above it
HEIGHT, LOW, EMPTY = 136, 118, 66  # pixels of the strip; in a low window; there without cards
LONGEST = 1024  # steps of a piece that a small picture shows
HINTS_FROM = 760  # pixels of width
PICTURE_MS = 160  # between two pictures of an alternative that is being written


class AlternativeCard(QAbstractButton):
    """One alternative; a click shows it on the page."""

    def __init__(self, preview: Preview, index: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._preview, self.index = preview, index
        self._kept: tuple[object, tuple[object, ...], QPixmap] | None = None
        self.setCheckable(True)
        self.setMinimumSize(LEAST)
        self.setMaximumSize(WIDEST, CARD.height())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(lambda _on: preview.choose(self.index))

    def sizeHint(self) -> QSize:
        return CARD

    def refresh(self) -> None:
        """Follow the preview."""
        self.setChecked(self._preview.index == self.index)
        first, second = self.lines()
        self.setToolTip(first if self.index < len(self._preview.authors) else "")
        self.setAccessibleName(tr("Alternative {n}: {first}, {second}", n=self.index + 1, first=first, second=second))
        self.update()

    def lines(self) -> tuple[str, str]:
        """What is below the number."""
        preview, index = self._preview, self.index
        if preview.running:
            return tr("Writing"), tr("{n} % placed", n=round(100 * preview.placed(index)))
        grade = preview.grades[index] if index < len(preview.grades) else None
        nats = preview.nats[index] if index < len(preview.nats) else None
        graded = tr("Grade {n}", n=f"{grade:.1f}") if grade is not None else ""
        if index < len(preview.authors):
            return preview.authors[index], graded
        return graded, tr("{n} bits", n=f"{nats / math.log(2):,.0f}") if nats is not None else ""

    def _paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        """The small picture: the finished alternative, painted once and kept until it or the look changes, or what is
        written so far."""
        preview = self._preview
        if self.index < len(preview.canvases):
            canvas = preview.canvases[self.index]
            if isinstance(canvas, Piece):
                painter.drawPixmap(rect.topLeft(), self._finished(canvas, rect))
        elif self.index < len(preview.cells) and preview.before is not None:
            piece = preview.before.canvas
            if isinstance(piece, Piece) and piece.steps <= LONGEST:
                paint_small(painter, rect, unfinished(piece, preview.cells[self.index]), theme())

    def _finished(self, piece: Piece, rect: QRectF) -> QPixmap:
        ratio = self.devicePixelRatioF()
        wanted = (rect.size().toSize(), theme().name, ratio)
        if self._kept is None or self._kept[0] is not piece or self._kept[1] != wanted:
            picture = QPixmap((rect.size() * ratio).toSize())
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            inner = QPainter(picture)
            paint_thumbnail(inner, QRectF(0, 0, rect.width(), rect.height()), beginning(piece), theme())
            inner.end()
            self._kept = (piece, wanted, picture)
        return self._kept[2]

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setBrush(colours.raised)
        edge = colours.focus if self.hasFocus() else colours.ink if self.isChecked() else colours.line
        painter.setPen(QPen(edge, 2 if self.isChecked() or self.hasFocus() else 1))
        painter.drawRoundedRect(frame, 8, 8)
        if self.width() >= BESIDE:
            picture = frame.adjusted(8, 9, -90, -9)
            self._paint_column(painter, picture.right() + 10)
        else:
            picture = frame.adjusted(8, 24, -8, -5)
            self._paint_line(painter, frame.adjusted(8, 5, -6, 0))
        self._paint_picture(painter, picture)
        if self.underMouse() and not self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(faded(colours.ink, 0.04))
            painter.drawRoundedRect(frame, 8, 8)

    def _paint_column(self, painter: QPainter, left: float) -> None:
        """Number, words and figure under each other."""
        running, colours, top = self._preview.running, theme(), (self.height() - 54) / 2
        first, second = self.lines()
        for down, height, text, font, ink in (
            (0, 18, str(self.index + 1), sans(13, 700), colours.ink),
            (20, 16, first, sans(12, 600 if running else 400), colours.accent if running else colours.ink2),
            (38, 16, second, sans(12), colours.ink2),
        ):
            painter.setFont(font)
            painter.setPen(ink)
            text = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, 80)
            painter.drawText(QRectF(left, top + down, 84, height), Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_line(self, painter: QPainter, room: QRectF) -> None:
        """Number and figure in one line; whose work it is, is in the tooltip."""
        colours, preview, (first, second) = theme(), self._preview, self.lines()
        figure = second if preview.running or self.index < len(preview.authors) else first or second
        painter.setFont(sans(13, 700))
        painter.setPen(colours.ink)
        painter.drawText(room, Qt.AlignmentFlag.AlignTop, str(self.index + 1))
        painter.setFont(sans(12))
        painter.setPen(colours.accent if preview.running else colours.ink2)
        painter.drawText(room, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight, figure)


def beginning(piece: Piece) -> Piece:
    """As much of a piece as a small picture can show."""
    return piece if piece.steps <= LONGEST else crop(piece, 0, LONGEST)


class AlternativesStrip(QWidget):
    """The cards in a row, with how to step and accept; empty it says what would fill it.

    Another kind of page may have another kind of card."""

    card: type[AlternativeCard] = AlternativeCard
    direction = QBoxLayout.Direction.LeftToRight

    def __init__(self, document: Document, preview: Preview, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._preview = document, preview
        self.setProperty("role", "strip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Alternatives"))
        self._note = elided("", "second")
        self._hints = QWidget()
        hints = (
            keycap("["),
            keycap("]"),
            label(tr("step"), "second"),
            12,
            keycap("O"),
            label(tr("hold to see the original"), "second"),
        )
        row_of_hints = row(*hints, 12, keycap("Return"), label(tr("accept"), "second"), spacing=6)
        self._hints.setLayout(row_of_hints)
        self._cards: list[AlternativeCard] = []
        self._shown, self._turn, self._since = 0, 0, QElapsedTimer()
        self._running = False  # at the last look
        self._low = False
        self._since.start()
        inside = QWidget()
        self._row = QBoxLayout(self.direction, inside)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(12)
        self._scroll = QScrollArea()
        self._scroll.setWidget(inside)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        empty = label(tr("Paint what may change, then press Rewrite. Alternatives appear here."), "second", wrap=True)
        empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._stack = QStackedWidget()
        self._stack.addWidget(empty)
        self._stack.addWidget(self._scroll)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 16, 10)
        column.setSpacing(8)
        head = row(label(tr("Alternatives"), "heading"), 8, self._note, self._hints)
        head.setStretch(2, 1)
        column.addLayout(head)
        column.addWidget(self._stack, 1)
        preview.changed.connect(self.refresh)
        look.changed.connect(self.update)
        self.refresh()

    def refresh(self) -> None:
        """Follow the preview; while it streams, the small pictures follow a few times a second."""
        preview = self._preview
        if preview.running and 0 < len(self._cards) == preview.count and self._shown == preview.index:
            if self._since.elapsed() >= PICTURE_MS / len(
                self._cards
            ):  # one picture at a time: four would hold up a frame
                self._since.restart()
                self._turn += 1
                self._cards[self._turn % len(self._cards)].refresh()
            return
        self._since.restart()
        self._shown = preview.index
        if len(self._cards) != preview.count:
            emptied(self._row)
            self._cards = [self.card(preview, index, self) for index in range(preview.count)]
            for made in self._cards:
                self._row.addWidget(made, 100 if self.direction is QBoxLayout.Direction.LeftToRight else 0)
            self._row.addStretch(1)
        over, self._running = self._running and not preview.running, preview.running
        for place, made in enumerate(self._cards):
            if over and place != preview.index:  # the finished pictures come one after another
                QTimer.singleShot(PICTURE_MS // 4 * (place + 1), made, made.refresh)
            else:
                made.refresh()
        if self._cards and preview.index < len(self._cards):
            self._scroll.ensureWidgetVisible(self._cards[preview.index], 12, 0)
        self._stack.setCurrentIndex(1 if self._cards else 0)
        self._fit()
        self._show_hints()
        self._note.setText(self._tell())

    def set_low(self, low: bool) -> None:
        """Take less of a low window, and least where there are no cards."""
        self._low = low
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(HEIGHT if not self._low else LOW if self._cards else EMPTY)

    def _show_hints(self) -> None:
        """The keys, where there is room for them beside the words."""
        self._hints.setVisible(bool(self._cards) and self.width() >= HINTS_FROM)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_hints()

    @property
    def note(self) -> str:
        """What is said beside the heading."""
        return self._note.text()

    def _tell(self) -> str:
        preview = self._preview
        if preview.hold_original:
            return tr("the original, while you hold O")
        if not preview.ready:
            return ""
        canvas, pool = self._document.project.canvas, preview.pool
        if not isinstance(canvas, Piece):
            return ""
        best = tr("best {n} of {all} by grade; ", n=preview.count, all=pool) if pool else ""
        best = best or (tr("best first by grade; ") if preview.ranked else "")
        if not 7 <= len(canvas.bars) <= 9:
            return best + (tr("lower is better") if best else tr("lower grade is better"))
        bach = tr("8 bars of Bach: {n}", n=f"{bach_range('overall')[2]:.1f}")
        return best + bach if best else tr("lower grade is better; {bach}", bach=bach)
