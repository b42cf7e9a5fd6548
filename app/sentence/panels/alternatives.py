"""The alternatives of a sentence under each other: what differs is underlined, with the number of words that differ and
bits per word. Reads the preview."""

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from app.document.preview import Preview
from app.page.panels.alternatives import AlternativeCard, AlternativesStrip
from app.sentence.painting.direction import mirrored
from app.widgets.theme import faded, sans, serif, theme
from app.words import tr
from engine.canvas.mask import Brush
from engine.canvas.text import WRITTEN_BLANK, Draft, detokenise, joins
from engine.canvas.writing import stands_free

ROW = 46
ROWS = 4  # shown without scrolling
FIGURES = 190  # pixels for what is at the right
LEFT = 42
SIZES = (18, 17, 16, 15, 14)  # of the words: as large as fits on the line


class SentenceRow(AlternativeCard):
    """One alternative as a line; a click shows it on the page."""

    def __init__(self, preview: Preview, index: int, parent: QWidget) -> None:
        super().__init__(preview, index, parent)
        self.setMinimumSize(200, ROW)
        self.setMaximumSize(16777215, ROW)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(600, ROW)

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
        return tr("{n} differ", n=len(self.differing())), tr(
            "{n} bits a word", n=f"{bits:.1f}"
        ) if bits is not None else ""

    def refresh(self) -> None:
        super().refresh()
        text = detokenise(self.words())
        self.setAccessibleDescription(text)
        self.setToolTip(text)

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
        self._paint_words(painter, QRectF(LEFT, 0, frame.right() - FIGURES - LEFT - 10, self.height()))

    def _paint_figures(self, painter: QPainter, frame: QRectF) -> None:
        colours, (first, second) = theme(), self.lines()
        painter.setFont(sans(12))
        painter.setPen(colours.accent if self._preview.running else colours.ink2)
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(QRectF(frame.right() - FIGURES, 0, 68, self.height()), right, first)
        painter.setPen(colours.ink2)
        painter.drawText(QRectF(frame.right() - 118, 0, 106, self.height()), right, second)

    def _texts(self) -> list[str]:
        """All alternatives, so that their rows share one size."""
        return [detokenise(self._words(index)) for index in range(self._preview.count)]

    def _paint_words(self, painter: QPainter, room: QRectF) -> None:
        """The sentence in one line, cut at the end if need be; runs of differing words share their mark."""
        colours, words, preview = theme(), self.words(), self._preview
        if not words or preview.before is None:
            return
        states = preview.before.masks[preview.part].rows[0]
        differ, hangs = set(self.differing()), joins(words)
        bolder = 1 + 0.12 * sum(state == Brush.KEEP for state in states) / len(words)
        wide = max(QFontMetricsF(serif(SIZES[0])).horizontalAdvance(text) for text in self._texts()) * bolder
        size = next((size for size in SIZES if wide * size / SIZES[0] < room.width() - 16), SIZES[-1])
        plain, bold = serif(size), serif(size, 700)
        space = QFontMetricsF(plain).horizontalAdvance(" ")
        baseline = room.center().y() + QFontMetricsF(plain).capHeight() / 2
        kept = [
            at < len(states) and states[at] == Brush.KEEP and bool(word) and stands_free(word)
            for at, word in enumerate(words)
        ]
        fonts = [bold if keep else plain for keep in kept]
        x = room.left()
        spans: list[tuple[float, float]] = []
        for word, font, hang in zip(words, fonts, hangs, strict=True):
            x += 0 if hang or not spans else space
            spans.append((x, x + QFontMetricsF(font).horizontalAdvance(word or WRITTEN_BLANK)))
            x = spans[-1][1]
            if x > room.right() - 14:
                spans.pop()
                break
        cut = len(spans) < len(words)
        end = spans[-1][1] if spans else room.left()
        spans, _ = mirrored(words[: len(spans)], spans)
        for at in sorted(differ & set(range(len(spans)))):
            left, right = spans[at]
            if at - 1 in differ and at:
                left, right = min(left, spans[at - 1][1]), max(right, spans[at - 1][0])
            painter.fillRect(QRectF(left - 1, baseline - 17, right - left + 2, 22), colours.acctint)
            painter.fillRect(QRectF(left - 1, baseline + 5, right - left + 2, 2), colours.accent)
        painter.setPen(colours.ink)
        for word, font, (left, _right) in zip(words, fonts, spans, strict=False):
            painter.setFont(font)
            painter.drawText(QPointF(left, baseline), word or WRITTEN_BLANK)
        if cut:
            painter.setPen(colours.ink2)
            painter.drawText(QPointF(end, baseline), " …")


class SentenceStrip(AlternativesStrip):
    """The rows under each other; as high as they need, up to four."""

    card = SentenceRow
    direction = QBoxLayout.Direction.TopToBottom

    def refresh(self) -> None:
        """Follow the preview."""
        super().refresh()
        self._row.setSpacing(4)
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        rows = min(ROWS, max(1, len(self._cards)))
        self.setFixedHeight(58 + rows * (ROW + 4) if self._cards else 78)

    def _tell(self) -> str:
        if self._preview.hold_original:
            return tr("the original, while you hold O")
        preview = self._preview
        if not preview.ready:
            return tr("what differs from your sentence is underlined") if preview.count else ""
        best = tr("best {n} of {all} by bits a word; ", n=preview.count, all=preview.pool) if preview.pool else ""
        best = best or (tr("best first by bits a word; ") if preview.ranked else "")
        return best + tr("drafts are invented, not facts")
