"""The picture of a draft: where its words are, and how they are painted.

Knows no mouse, no keys and no widget: it is given the space it has."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from app.document.document import Document, Place
from app.sentence import changes
from app.sentence.painting import word_ink
from app.sentence.painting.measure import LEFT, Box, Layout, SentenceLine, font_of, lay_out
from app.sentence.shown import ShownDraft
from app.widgets.theme import SURPRISE_BITS, faded, sans, serif, theme
from app.words import tr
from engine.canvas.mask import PINNED, Brush
from engine.canvas.project import Project
from engine.canvas.text import BLANK_WORD, Draft, detokenise

UNDERTEXT_ROOM = 150.0  # pixels right of the lines, for what was written before
ZOOMS = (0.6, 0.75, 0.87, 1.0, 1.15, 1.35, 1.6, 2.0)


class SentencePicture:
    """Words on paper; `layout` says where in pixels of the page, of which the viewport shows what lies below
    `scrolled`."""

    def __init__(self, document: Document, shown: ShownDraft) -> None:
        self._document, self._shown = document, shown
        self.layout = Layout()
        self.zoom = 1.0
        self.scrolled = 0  # pixels of the page above the viewport
        self.surprise: np.ndarray | None = None  # bits (1, words) of the active sentence, NaN where unknown
        self.surprise_marks: tuple[float, ...] = SURPRISE_BITS  # where one colour ends and the next begins
        self.overlays: list[Callable[[QPainter], None]] = []  # more to paint over the page, in its pixels

    def lay_out(self, width: int) -> None:
        """Lay the words out in lines for a viewport of this width in pixels."""
        project, active = self._shown.project, self._document.part
        rows = []
        for part, sentence in enumerate(changes.draft_of(project).sentences):
            note = 3 if self._shown.unknown_in(part) else 0
            above = self._shown.replaced(part, sentence.words) if part == active else ()
            rows.append(SentenceLine(sentence.words, changes.states_of(project, part), part == active, note, above))
        self.layout = lay_out(rows, width, self.zoom)

    def zoom_by(self, steps: int) -> None:
        """Larger by some steps, or smaller."""
        nearest = min(range(len(ZOOMS)), key=lambda i: abs(ZOOMS[i] - self.zoom))
        self.zoom = ZOOMS[max(0, min(nearest + steps, len(ZOOMS) - 1))]

    def block(self, part: int) -> QRectF | None:
        """Where a sentence is in the viewport."""
        blocks = self.layout.blocks
        return blocks[part].translated(0, -self.scrolled) if 0 <= part < len(blocks) else None

    def word_rect(self, part: int, at: int) -> QRectF | None:
        """Where a word is in the viewport."""
        box = self.layout.box(part, at)
        return None if box is None else box.rect.translated(0, -self.scrolled)

    def to_page(self, at: QPointF) -> QPointF:
        """From the viewport to the page."""
        return at + QPointF(0, self.scrolled)

    def scrolled_to(self, part: int, at: int, height: int) -> int:
        """How far to scroll a viewport of some height so that a word can be seen."""
        box = self.layout.box(part, at) or self.layout.box(part, at - 1)
        if box is None:
            return self.scrolled
        return max(min(self.scrolled, round(box.rect.top()) - 30), round(box.rect.bottom()) + 30 - height)

    def paint(self, painter: QPainter, exposed: QRectF, size: QSize, typing: bool, cursor: Place | None) -> None:
        """Paint what is exposed of a viewport of some size; while typing, the editor covers the active sentence."""
        painter.fillRect(exposed, theme().paper)
        self._paint_undertext(painter, size)
        painter.translate(0, -self.scrolled)
        seen = exposed.translated(0, self.scrolled).adjusted(-20, -60, 20, 60)
        project, active = self._shown.project, self._document.part
        for box in self.layout.boxes:
            if box.rect.intersects(seen) and not (typing and box.part == active):
                self._paint_word(painter, box, project, box.part == active)
        for part, block in enumerate(self.layout.blocks):
            if block.intersects(seen):
                self._paint_block(painter, part, block, part == active, typing)
        if cursor is not None:
            self._paint_cursor(painter, *cursor)
        for paint in self.overlays:
            paint(painter)

    def _paint_block(self, painter: QPainter, part: int, block: QRectF, active: bool, typing: bool) -> None:
        colours = theme()
        words = self._shown.words(part)
        if active and (len(self.layout.blocks) > 1 or words):
            painter.setPen(QPen(colours.ink, 3))
            painter.drawLine(QLineF(block.left() - 21, block.top() + 9, block.left() - 21, block.bottom() - 7))
        if not words and not (typing and active):
            painter.setFont(serif((33 if active else 19) * self.zoom, italic=True))
            painter.setPen(faded(colours.ink3, 0.8))
            words_ = tr("Type or paste a sentence") if len(self.layout.blocks) == 1 else tr("An empty sentence")
            painter.drawText(block, Qt.AlignmentFlag.AlignVCenter, words_)
        unknown = self._shown.unknown_in(part)
        if unknown:
            self._paint_note(painter, block, words[unknown[0]], len({words[at] for at in unknown}) - 1)

    def _paint_note(self, painter: QPainter, block: QRectF, word: str, more: int) -> None:
        colours = theme()
        top = block.bottom() - 46
        word_ink.paint_wave(painter, block.left(), block.left() + 14, top + 8, colours.gloss)
        font = sans(12)
        word = QFontMetricsF(font).elidedText(word, Qt.TextElideMode.ElideRight, 160)
        said = tr(
            "“{word}” is not in the model's vocabulary. It stays exactly as typed, and the model never writes it.",
            word=word,
        )
        if more:
            said += " " + tr("Nor are {n} others.", n=more)
        painter.setFont(font)
        painter.setPen(colours.ink2)
        painter.drawText(
            QRectF(block.left() + 24, top, min(430.0, block.width() - 24), 40), Qt.TextFlag.TextWordWrap, said
        )

    def _paint_word(self, painter: QPainter, box: Box, project: Project, active: bool) -> None:
        colours = theme()
        word = changes.words_of(project, box.part)[box.at]
        brush = changes.brush_at(project, (box.part, box.at))
        frame = word_ink.box_of(box.rect, box.joined, box.joins)
        if (box.part, box.at) in self._document.selection:
            word_ink.paint_selected(painter, frame, colours)
        if not active:
            self._paint_quiet(painter, box, word)
            return
        text, old, sure = self._shown.state(box.part, box.at, word)
        differs = old is not None and old != text
        font = font_of(brush, True, self.zoom)
        if not brush & PINNED and (brush is Brush.REWRITE or differs):
            if text == BLANK_WORD:
                word_ink.paint_blank(painter, frame, colours)
            else:
                word_ink.paint_box(painter, frame, colours, sure)
        if text != BLANK_WORD:
            inks = {Brush.WHISPER: colours.brushes[Brush.WHISPER], Brush.REWRITE: colours.accent}
            ink = colours.accent if differs else inks.get(brush, colours.ink)
            word_ink.paint_text(painter, box.rect, box.baseline, text, font, faded(ink, 0.4 + 0.6 * sure))
        bits = self.surprise[0, box.at] if self.surprise is not None and box.at < self.surprise.shape[1] else np.nan
        if np.isfinite(bits):
            word_ink.paint_surprise(painter, box.rect, float(bits), colours, max(0.75, self.zoom), self.surprise_marks)
        elif brush is not Brush.REWRITE and not differs:
            word_ink.paint_line(painter, box.rect, brush, colours, max(0.75, self.zoom))
        if differs and old:
            word_ink.paint_gloss(painter, frame, old, colours, self.zoom)
        if self._shown.unknown(text):
            word_ink.paint_wave(painter, box.rect.left(), box.rect.right(), box.rect.bottom() + 6, colours.gloss)

    def _paint_quiet(self, painter: QPainter, box: Box, word: str) -> None:
        """A word of a sentence that is not active."""
        colours = theme()
        if word == BLANK_WORD:
            painter.setPen(QPen(colours.ink3, 1))
            painter.drawLine(QLineF(box.rect.left() + 2, box.baseline + 2, box.rect.right() - 2, box.baseline + 2))
            return
        word_ink.paint_text(
            painter, box.rect, box.baseline, word, font_of(Brush.WHISPER, False, self.zoom), colours.ink2
        )
        if self._shown.unknown(word):
            word_ink.paint_wave(painter, box.rect.left(), box.rect.right(), box.rect.bottom(), colours.gloss)

    def _paint_cursor(self, painter: QPainter, part: int, at: int) -> None:
        box = self.layout.box(part, at)
        if box is not None:
            word_ink.paint_ring(painter, word_ink.box_of(box.rect, box.joined, box.joins), theme())
            return
        last = self.layout.box(part, at - 1)
        block = self.layout.blocks[part] if part < len(self.layout.blocks) else QRectF(LEFT, 30, 1, 66)
        x = block.left() - 4 if last is None else last.rect.left() - 8 if last.turned else last.rect.right() + 8
        top = last.rect.top() if last is not None else block.top() + 12
        height = last.rect.height() if last is not None else min(block.height(), 42.0)
        painter.setPen(QPen(theme().focus, 2))
        painter.drawLine(QLineF(x, top, x, top + height))

    def _paint_undertext(self, painter: QPainter, size: QSize) -> None:
        """What was written here before, faintly, running upwards at the right."""
        takes = self._document.project.takes
        right = max((block.right() for block in self.layout.blocks), default=0.0)
        used = max((box.rect.right() for box in self.layout.boxes), default=right)
        if not takes or size.width() - used < UNDERTEXT_ROOM / 2:
            return
        before = takes[-1].before
        if not isinstance(before, Draft) or takes[-1].part >= len(before.sentences):
            return
        words = detokenise(before.sentences[takes[-1].part].words).rstrip(".").lower().split()
        half = (len(words) + 1) // 2
        painter.save()
        painter.setFont(serif(19, italic=True))
        painter.setPen(theme().undertext)
        for line, text in enumerate((" ".join(words[:half]), " ".join(words[half:]))):
            painter.save()
            painter.translate(QPointF(size.width() - 70 + 30 * line, size.height() - 20))
            painter.rotate(-90)
            painter.drawText(QPointF(0, 0), text)
            painter.restore()
        painter.restore()
