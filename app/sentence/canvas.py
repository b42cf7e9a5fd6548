"""The picture of a draft: which words are shown, where they stand, and how they are painted.

Knows no mouse and no keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen

from app.sentence import changes
from app.sentence.alternatives import shown_words
from app.sentence.commands import SentenceCommands
from app.sentence.painting import word_ink
from app.sentence.painting.measure import LEFT, Box, Layout, Row, font_of, lay_out
from app.widgets.theme import faded, sans, serif, theme
from app.words import tr
from engine.canvas.mask import PINNED, Brush
from engine.canvas.project import mask_shapes
from engine.canvas.text import BLANK_WORD, Draft, detokenise

if TYPE_CHECKING:
    from app.sentence.questions import Questions
    from engine.canvas.project import Project

UNDERTEXT_ROOM = 150.0  # pixels right of the lines, for what was written before
ZOOMS = (0.6, 0.75, 0.87, 1.0, 1.15, 1.35, 1.6, 2.0)


class SentenceCanvas(SentenceCommands):
    """Words on paper; `layout_` says where."""

    questions: Questions | None = None
    asking = False  # whether a question about the cursor's word stands open
    zoom = 1.0
    surprise: np.ndarray | None = None  # bits (1, words) of the active sentence, NaN where unknown
    layout_: Layout
    overlays: list[Callable[[QPainter], None]]  # more to paint over the page, in its pixels

    # What is shown

    def shown_project(self) -> Project:
        """The project with the alternative in view, if there is one that fits: what was typed since may have made
        the page longer or shorter."""
        shown, project = self.preview.shown, self.document.project
        if isinstance(shown, Draft) and mask_shapes(shown) == mask_shapes(project.canvas):
            return replace(project, canvas=shown)
        return project

    def unknown(self, word: str) -> bool:
        """Whether the model does not have this word."""
        return self.questions is not None and self.questions.unknown(word)

    def unknown_in(self, part: int) -> list[int]:
        """The places of a sentence's words that the model does not have."""
        return [at for at, word in enumerate(changes.words_of(self.shown_project(), part)) if self.unknown(word)]

    def relay(self) -> None:
        """Lay the words out for the width there is."""
        project, active = self.shown_project(), self.document.part
        rows = []
        for part, sentence in enumerate(changes.draft_of(project).sentences):
            note = 3 if self.questions is not None and self.unknown_in(part) else 0
            rows.append(
                Row(
                    sentence.words,
                    changes.states_of(project, part),
                    part == active,
                    note,
                    self._above(part, sentence.words) if part == active else (),
                )
            )
        self.layout_ = lay_out(rows, self.viewport().width(), self.zoom)

    def _above(self, part: int, words: tuple[str, ...]) -> tuple[str, ...]:
        """The old words that stand above those of a finished alternative; empty where nothing changed."""
        shown, final = shown_words(self.preview, part)
        before = self.preview.before
        if shown is None or not final or before is None or part >= len(before.masks):
            return ()
        old = changes.words_of(before, part)
        return tuple(a if a != b else "" for a, b in zip(old, words, strict=True)) if len(old) == len(words) else ()

    def block(self, part: int) -> QRectF | None:
        """Where a sentence stands in the viewport."""
        if not 0 <= part < len(self.layout_.blocks):
            return None
        return self.layout_.blocks[part].translated(0, -self.verticalScrollBar().value())

    def word_rect(self, part: int, at: int) -> QRectF | None:
        """Where a word stands in the viewport."""
        box = self.layout_.box(part, at)
        return None if box is None else box.rect.translated(0, -self.verticalScrollBar().value())

    # How it is painted

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self.viewport()), theme()
        painter.fillRect(event.rect(), colours.paper)
        self._paint_undertext(painter)
        shift = self.verticalScrollBar().value()
        painter.translate(0, -shift)
        seen = QRectF(event.rect()).translated(0, shift).adjusted(-20, -60, 20, 60)
        project, active = self.shown_project(), self.document.part
        typing = self.editor.isVisible()
        for box in self.layout_.boxes:
            if box.rect.intersects(seen) and not (typing and box.part == active):
                self._paint_word(painter, box, project, box.part == active)
        for part, block in enumerate(self.layout_.blocks):
            if block.intersects(seen):
                self._paint_block(painter, part, block, part == active, typing)
        if self.hasFocus() or self.asking:
            self._paint_cursor(painter)
        for paint in self.overlays:
            paint(painter)

    def _paint_block(self, painter: QPainter, part: int, block: QRectF, active: bool, typing: bool) -> None:
        colours = theme()
        words = changes.words_of(self.shown_project(), part)
        if active and (len(self.layout_.blocks) > 1 or words):
            painter.setPen(QPen(colours.ink, 3))
            painter.drawLine(QLineF(block.left() - 21, block.top() + 9, block.left() - 21, block.bottom() - 7))
        if not words and not (typing and active):
            painter.setFont(serif((33 if active else 19) * self.zoom, italic=True))
            painter.setPen(faded(colours.ink3, 0.8))
            words_ = tr("Type or paste a sentence") if len(self.layout_.blocks) == 1 else tr("An empty sentence")
            painter.drawText(block, Qt.AlignmentFlag.AlignVCenter, words_)
        unknown = self.unknown_in(part)
        if unknown:
            self._paint_note(painter, block, words[unknown[0]], len({words[at] for at in unknown}) - 1)

    def _paint_note(self, painter: QPainter, block: QRectF, word: str, more: int) -> None:
        colours = theme()
        top = block.bottom() - 46
        word_ink.paint_wave(painter, block.left(), block.left() + 14, top + 8, colours.gloss)
        font = sans(12)
        word = QFontMetricsF(font).elidedText(word, Qt.TextElideMode.ElideRight, 160)
        said = tr(
            "“{word}” is not in the model's vocabulary. It stays exactly as typed and is never invented.", word=word
        )
        if more:
            said += " " + tr("Nor are {n} more.", n=more)
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
        if (box.part, box.at) in self.document.selection:
            word_ink.paint_selected(painter, frame, colours)
        if not active:
            self._paint_quiet(painter, box, word)
            return
        text, old, sure = self._state(box, word)
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
            word_ink.paint_surprise(painter, box.rect, float(bits), colours, max(0.75, self.zoom))
        elif brush is not Brush.REWRITE and not differs:
            word_ink.paint_line(painter, box.rect, brush, colours, max(0.75, self.zoom))
        if differs and old:
            word_ink.paint_gloss(painter, frame, old, colours, self.zoom)
        if self.unknown(text):
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
        if self.unknown(word):
            word_ink.paint_wave(painter, box.rect.left(), box.rect.right(), box.rect.bottom(), colours.gloss)

    def _state(self, box: Box, word: str) -> tuple[str, str | None, float]:
        """(the word to show, the one it was or None, how sure it is) of a word of the active sentence."""
        preview = self.preview
        shown, final = shown_words(preview, box.part)
        if (
            shown is None
            or len(shown) != len(changes.words_of(self.document.project, box.part))
            or preview.before is None
        ):
            return word, None, 1.0
        old = changes.words_of(preview.before, box.part) if box.part < len(preview.before.masks) else ()
        was = old[box.at] if len(old) == len(shown) else None
        if final:
            return shown[box.at], was, 1.0
        free = (
            box.at < preview.before.masks[box.part].shape[1]
            and not preview.before.masks[box.part].rows[0][box.at] & PINNED
        )
        settled = preview.passing[1] if preview.passing is not None else None
        sure = float(settled[0, box.at]) if free and settled is not None and box.at < settled.shape[1] else 1.0
        return shown[box.at], was, sure

    def _paint_cursor(self, painter: QPainter) -> None:
        part, at = self.place
        box = self.layout_.box(part, at)
        if box is not None:
            word_ink.paint_ring(painter, word_ink.box_of(box.rect, box.joined, box.joins), theme())
            return
        last = self.layout_.box(part, at - 1)
        block = self.layout_.blocks[part] if part < len(self.layout_.blocks) else QRectF(LEFT, 30, 1, 66)
        x = block.left() - 4 if last is None else last.rect.left() - 8 if last.turned else last.rect.right() + 8
        top = last.rect.top() if last is not None else block.top() + 12
        height = last.rect.height() if last is not None else min(block.height(), 42.0)
        painter.setPen(QPen(theme().focus, 2))
        painter.drawLine(QLineF(x, top, x, top + height))

    def _paint_undertext(self, painter: QPainter) -> None:
        """What was written here before, faintly, running upwards at the right."""
        takes = self.document.project.takes
        right = max((block.right() for block in self.layout_.blocks), default=0.0)
        used = max((box.rect.right() for box in self.layout_.boxes), default=right)
        if not takes or self.viewport().width() - used < UNDERTEXT_ROOM / 2:
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
            painter.translate(QPointF(self.viewport().width() - 70 + 30 * line, self.viewport().height() - 20))
            painter.rotate(-90)
            painter.drawText(QPointF(0, 0), text)
            painter.restore()
        painter.restore()
