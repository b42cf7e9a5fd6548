"""The alternatives of a sentence under each other: what differs is underlined, with the number of words that differ and
bits per word. Reads the preview."""

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from app.document.document import Document
from app.document.preview import Preview
from app.page.panels.alternatives import AlternativeCard, AlternativesStrip
from app.sentence.painting.direction import mirrored
from app.widgets.theme import faded, sans, serif, theme
from app.words import tr
from engine.canvas.mask import Brush
from engine.canvas.text import WRITTEN_BLANK, Draft, detokenise, joins
from engine.canvas.writing import stands_free

ROW = 46
LINE = 26  # pixels from one line of a sentence to the next
ROWS = 4  # shown without scrolling, where the window is high enough
FIGURES, NARROW_FIGURES = 196, 118  # pixels for what is at the right, side by side or under each other
WIDE = 700  # pixels of a row from which the figures are side by side
LEFT = 42
SIZE = 17  # pixels of the words
SHARE = 0.4  # of the window's height that the rows may take


class SentenceRow(AlternativeCard):
    """One alternative with all its words; a click shows it on the page."""

    refitted = Signal()  # it has another height

    def __init__(self, preview: Preview, index: int, parent: QWidget) -> None:
        super().__init__(preview, index, parent)
        self.setMinimumSize(200, ROW)
        self.setMaximumSize(16777215, 16777215)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(600, self.height())

    def words(self) -> tuple[str, ...]:
        """The sentence as it stands in this alternative."""
        return self._words(self.index)

    def _words(self, index: int) -> tuple[str, ...]:
        preview = self._preview
        if index < len(preview.canvases):
            canvas = preview.canvases[index]
            return canvas.sentences[preview.part].words if isinstance(canvas, Draft) else ()
        return tuple(preview.cells[index]) if index < len(preview.cells) else ()

    def old(self) -> tuple[str, ...]:
        """The sentence it was made from."""
        before = self._preview.before
        return (
            before.canvas.sentences[self._preview.part].words
            if before is not None and isinstance(before.canvas, Draft)
            else ()
        )

    def differing(self) -> list[int]:
        """The words that are not what they were."""
        new, old = self.words(), self.old()
        return [at for at, word in enumerate(new) if at >= len(old) or old[at] != word]

    def lines(self) -> tuple[str, str]:
        preview, index = self._preview, self.index
        if preview.running:
            return super().lines()
        bits = preview.bits[index] if index < len(preview.bits) else None
        nats = preview.nats[index] if index < len(preview.nats) else None
        if bits is None and nats is not None and preview.before is not None:
            free = int((~preview.before.masks[preview.part].pinned()).sum())
            bits = nats / math.log(2) / max(1, free)
        said = tr("{n} bits a word", n=f"{bits:.1f}") if bits is not None else ""
        if index < len(preview.authors):
            return preview.authors[index], said
        return tr("{n} differ", n=len(self.differing())), said

    def refresh(self) -> None:
        super().refresh()
        text = detokenise(self.words())
        self.setAccessibleDescription(text)
        self.fit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if self.isChecked() or self.hasFocus() or self.underMouse():
            edge = colours.focus if self.hasFocus() else colours.ink
            chosen = self.isChecked() or self.hasFocus()
            painter.setPen(QPen(edge, 2) if chosen else Qt.PenStyle.NoPen)
            painter.setBrush(colours.raised if self.isChecked() else faded(colours.raised, 0.5))
            painter.drawRoundedRect(frame, 8, 8)
        painter.setPen(colours.ink)
        painter.setFont(sans(13, 700))
        painter.drawText(
            QRectF(frame.left() + 12, 0, 24, self.height()), Qt.AlignmentFlag.AlignVCenter, str(self.index + 1)
        )
        self._paint_figures(painter, frame)
        if self.words() and self._preview.before is not None:
            self._paint_words(painter, QRectF(LEFT, 0, self._room(), self.height()))

    def _paint_figures(self, painter: QPainter, frame: QRectF) -> None:
        colours, (first, second) = theme(), self.lines()
        painter.setFont(sans(12))
        painter.setPen(colours.accent if self._preview.running else colours.ink2)
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        edge, high, wide = frame.right(), float(self.height()), self.width() >= WIDE
        one = QRectF(edge - FIGURES, 0, 74, high) if wide else QRectF(edge - 118, high / 2 - 17, 106, 17)
        other = QRectF(edge - 118, 0, 106, high) if wide else QRectF(edge - 118, high / 2, 106, 17)
        first = painter.fontMetrics().elidedText(first, Qt.TextElideMode.ElideRight, round(one.width()))
        painter.drawText(one, right, first)
        painter.setPen(colours.ink2)
        painter.drawText(other, right, second)

    def _fonts(self) -> list[QFont]:
        """The font of each word: kept ones are bold."""
        words, before = self.words(), self._preview.before
        states = before.masks[self._preview.part].rows[0] if before is not None else ()
        plain, bold = serif(SIZE), serif(SIZE, 700)
        kept = (at < len(states) and states[at] == Brush.KEEP and bool(word) for at, word in enumerate(words))
        return [bold if keep and stands_free(word) else plain for keep, word in zip(kept, words, strict=True)]

    def spans(self, room: float) -> list[list[tuple[int, float, float]]]:
        """The lines that the sentence takes in a width: of each word its place, left and right."""
        words, made = self.words(), list[list[tuple[int, float, float]]]()
        space, x = QFontMetricsF(serif(SIZE)).horizontalAdvance(" "), 0.0
        for at, (word, font, hang) in enumerate(zip(words, self._fonts(), joins(words), strict=True)):
            wide = QFontMetricsF(font).horizontalAdvance(word or WRITTEN_BLANK)
            left = x + (0 if hang or not made else space)
            if not made or (left + wide > room and not hang):
                made.append([])
                left = 0.0
            made[-1].append((at, left, left + wide))
            x = left + wide
        return made

    def _room(self) -> float:
        return self.width() - LEFT - 22 - (FIGURES if self.width() >= WIDE else NARROW_FIGURES)

    def fit(self) -> int:
        """Be as high as the sentence needs in this width; returns the height."""
        height = max(ROW, len(self.spans(self._room())) * LINE + ROW - LINE)
        self.setFixedHeight(height)
        return height

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()
            self.refitted.emit()

    def _paint_words(self, painter: QPainter, room: QRectF) -> None:
        """The sentence in as many lines as it needs; runs of differing words share their mark."""
        colours, words, fonts, differ = theme(), self.words(), self._fonts(), set(self.differing())
        lines = self.spans(room.width())
        up = QFontMetricsF(serif(SIZE)).capHeight() / 2
        baseline = room.center().y() + up - (len(lines) - 1) * LINE / 2
        for line in lines:
            first = line[0][0]
            places, _ = mirrored(words[first : first + len(line)], [(left, right) for _, left, right in line])
            for place, (left, right) in enumerate(places):
                at = first + place
                if at in differ and place and at - 1 in differ:
                    left, right = min(left, places[place - 1][1]), max(right, places[place - 1][0])
                if at in differ:
                    painter.fillRect(
                        QRectF(room.left() + left - 1, baseline - 17, right - left + 2, 22), colours.acctint
                    )
                    painter.fillRect(QRectF(room.left() + left - 1, baseline + 5, right - left + 2, 2), colours.accent)
            painter.setPen(colours.ink)
            for place, (left, _right) in enumerate(places):
                painter.setFont(fonts[first + place])
                painter.drawText(QPointF(room.left() + left, baseline), words[first + place] or WRITTEN_BLANK)
            baseline += LINE


class SentenceStrip(AlternativesStrip):
    """The rows under each other; as high as they need, up to four."""

    card = SentenceRow
    direction = QBoxLayout.Direction.TopToBottom

    def __init__(self, document: Document, preview: Preview, parent: QWidget | None = None) -> None:
        self._soon = QTimer(singleShot=True, interval=0)
        super().__init__(document, preview, parent)
        self._soon.setParent(self)
        self._soon.timeout.connect(self._fit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._soon.start()

    def refresh(self) -> None:
        """Follow the preview."""
        super().refresh()
        self._row.setSpacing(4)
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        for made in self._cards:
            if isinstance(made, SentenceRow):
                made.refitted.connect(self._soon.start, Qt.ConnectionType.UniqueConnection)
        self._fit()

    def _fit(self) -> None:
        """As high as the rows, up to four of them and a share of the window; the rest scrolls."""
        rows = sum(made.minimumHeight() + 4 for made in self._cards[:ROWS])
        most = max(ROW + 4, round(self.window().height() * SHARE) - 58)
        self.setFixedHeight(58 + min(rows, most) if self._cards else 78)

    def _tell(self) -> str:
        if self._preview.hold_original:
            return tr("the original, while you hold O")
        preview = self._preview
        if not preview.ready:
            return tr("what differs from your sentence is underlined") if preview.count else ""
        best = tr("; best first by likelihood, fit and a critic") if preview.ranked else ""
        if preview.pool:
            best = tr("; best {n} of {all} by likelihood, fit and a critic", n=preview.count, all=preview.pool)
        return tr("drafts are invented, not facts") + best
