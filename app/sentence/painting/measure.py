"""Where every word of a draft is: lines that wrap, the active sentence large, the others small.

Knows fonts and joins; paints nothing."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import groupby

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF

from app.sentence.painting.direction import mirrored
from app.widgets.theme import serif
from engine.canvas.mask import Brush
from engine.canvas.text import BLANK_WORD, joins

LEFT, TOP, RIGHT, FOOT = 72.0, 30.0, 84.0, 72.0
WIDEST = 860.0  # pixels of a line: longer ones are hard to read
ACTIVE_SIZE, ACTIVE_LINE = 33, 66
OTHER_SIZE, OTHER_LINE = 19, 29
GLOSS_SIZE = 15  # of the old word above a new one
GLOSS_INSET, GLOSS_GAP = 4, 6  # pixels before the old word, and to the next one where no space is between them
GLOSS = -1  # stands for its italic among the weights
SPACE = 0.55  # of the size, between two words: boxes need room
OTHER_SPACE = 0.27
BLANK_WIDTH = 2.2  # of the size
BETWEEN = 22.0  # pixels between two sentences


@dataclass(frozen=True)
class Box:
    """One word on the page: its text's rectangle, baseline and what it hangs on."""

    part: int
    at: int
    rect: QRectF
    baseline: float
    joined: bool  # to the word at its left
    joins: bool  # the word at its right hangs on it
    turned: bool = False  # is among words that are read from right to left


@dataclass(frozen=True)
class SentenceLine:
    """A sentence to be laid out: words (as shown) and what decides their font."""

    words: tuple[str, ...]
    states: tuple[Brush, ...]
    active: bool
    note: int = 0  # lines of a remark below it
    above: tuple[str, ...] = ()  # what is above each word, in small; a word is as wide as that needs


@dataclass
class Layout:
    """The boxes of all words in reading order, and the block of each sentence."""

    boxes: list[Box] = field(default_factory=list)
    blocks: list[QRectF] = field(default_factory=list)
    firsts: list[int] = field(default_factory=list)  # index of each sentence's first box
    height: float = 0.0

    def box(self, part: int, at: int) -> Box | None:
        """The box of a word."""
        if not 0 <= part < len(self.firsts):
            return None
        place = self.firsts[part] + at
        end = self.firsts[part + 1] if part + 1 < len(self.firsts) else len(self.boxes)
        return self.boxes[place] if at >= 0 and place < end else None

    def part_at(self, point: QPointF) -> int:
        """The sentence at or nearest to a height."""
        return next(
            (part for part, block in enumerate(self.blocks) if point.y() < block.bottom() + BETWEEN / 2),
            len(self.blocks) - 1,
        )

    def word_at(self, point: QPointF, reach: float = 5.0) -> Box | None:
        """The word under a point, or the nearest within reach (pixels)."""
        near = [
            box
            for box in self._of(self.part_at(point))
            if box.rect.adjusted(-reach, -reach, reach, reach).contains(point)
        ]
        return min(
            near,
            key=lambda box: (
                not box.rect.contains(point),
                abs(box.rect.center().x() - point.x()) - box.rect.width() / 2,
            ),
            default=None,
        )

    def gap_at(self, point: QPointF) -> tuple[int, int]:
        """(sentence, index) of the gap nearest to a point: a word put there is before that index."""
        part = self.part_at(point)
        boxes = self._of(part)
        if not boxes:
            return part, 0
        nearest = min(
            boxes,
            key=lambda box: (
                abs(box.rect.center().y() - point.y()) > box.rect.height(),
                abs(box.rect.center().x() - point.x()),
            ),
        )
        return part, nearest.at + (1 if (point.x() > nearest.rect.center().x()) != nearest.turned else 0)

    def beside(self, box: Box, lines: int) -> Box | None:
        """The word some lines below (above if negative), nearest across."""
        levels = sorted({(other.baseline) for other in self.boxes})
        place = bisect_right(levels, box.baseline) - 1 + lines
        if not 0 <= place < len(levels):
            return None
        row = [other for other in self.boxes if other.baseline == levels[place]]
        return min(row, key=lambda other: abs(other.rect.center().x() - box.rect.center().x()))

    def _of(self, part: int) -> list[Box]:
        if not 0 <= part < len(self.firsts):
            return []
        end = self.firsts[part + 1] if part + 1 < len(self.firsts) else len(self.boxes)
        return self.boxes[self.firsts[part] : end]


def font_of(brush: Brush, active: bool, zoom: float) -> QFont:
    """The font of a word: bold if it is stressed in the active sentence."""
    size = (ACTIVE_SIZE if active else OTHER_SIZE) * zoom
    return _font(round(size), 700 if active and brush is Brush.KEEP else 400)


@lru_cache(maxsize=64)
def _font(size: int, weight: int) -> QFont:
    return serif(size, italic=True) if weight == GLOSS else serif(size, weight)


@lru_cache(maxsize=64)
def _metrics(size: int, weight: int) -> QFontMetricsF:
    return QFontMetricsF(_font(size, weight))


@lru_cache(maxsize=20000)
def _advance(size: int, weight: int, word: str) -> float:
    return _metrics(size, weight).horizontalAdvance(word)


def width_of(word: str, brush: Brush, active: bool, zoom: float) -> float:
    """Pixels a word takes."""
    size = (ACTIVE_SIZE if active else OTHER_SIZE) * zoom
    if word == BLANK_WORD:
        return BLANK_WIDTH * size
    return _advance(round(size), 700 if active and brush is Brush.KEEP else 400, word)


def forget_fonts() -> None:
    """The fonts are others."""
    for kept in (_font, _metrics, _advance):
        kept.cache_clear()


def lay_out(rows: Sequence[SentenceLine], width: float, zoom: float = 1.0) -> Layout:
    """The words of all sentences in lines of at most `width` pixels of the viewport."""
    layout = Layout()
    room = max(120.0, min(WIDEST * max(1.0, zoom), width - LEFT - RIGHT))
    y = TOP
    for part, row in enumerate(rows):
        layout.firsts.append(len(layout.boxes))
        y = _sentence(layout, part, row, y, room, zoom)
        y += BETWEEN
    layout.height = y + FOOT
    return layout


def _sentence(layout: Layout, part: int, row: SentenceLine, top: float, room: float, zoom: float) -> float:
    """Add a sentence's boxes; the y below it."""
    size = (ACTIVE_SIZE if row.active else OTHER_SIZE) * zoom
    line = (ACTIVE_LINE if row.active else OTHER_LINE) * zoom
    space = size * (SPACE if row.active else OTHER_SPACE)
    metrics = _metrics(round(size), 400)
    hangs = joins(row.words)
    widths = [
        min(room, width_of(word, state, row.active, zoom)) for word, state in zip(row.words, row.states, strict=True)
    ]
    for at, old in enumerate(row.above):
        if old:
            widths[at] = max(
                widths[at], min(room, _advance(round(GLOSS_SIZE * zoom), GLOSS, old) + GLOSS_INSET + GLOSS_GAP)
            )
    x, y, at = 0.0, top, 0
    first = len(layout.boxes)
    while at < len(row.words):
        stop = at + 1
        while stop < len(row.words) and hangs[stop]:
            stop += 1
        if x > 0 and x + sum(widths[at:stop]) > room:
            x, y = 0.0, y + line
        for place in range(at, stop):
            if x > 0 and x + widths[place] > room:
                x, y = 0.0, y + line
            baseline = y + line * 0.5 + (metrics.ascent() - metrics.descent()) / 2
            rect = QRectF(LEFT + x, baseline - metrics.ascent(), widths[place], metrics.ascent() + metrics.descent())
            layout.boxes.append(Box(part, place, rect, baseline, hangs[place] and x > 0, place + 1 < stop))
            x += widths[place]
        x += space
        at = stop
    _turn(layout, first, row.words)
    bottom = y + line + row.note * 17
    layout.blocks.append(QRectF(LEFT, top, room, bottom - top))
    return bottom


def _turn(layout: Layout, first: int, words: tuple[str, ...]) -> None:
    """Let words that are read from right to left stand so, line by line."""
    for _, line in groupby(layout.boxes[first:], key=lambda box: box.baseline):
        boxes = list(line)
        spans, turned = mirrored(
            [words[box.at] for box in boxes], [(box.rect.left(), box.rect.right()) for box in boxes]
        )
        for place in turned:
            box = boxes[place]
            rect = QRectF(spans[place][0], box.rect.top(), box.rect.width(), box.rect.height())
            layout.boxes[first + box.at] = replace(box, rect=rect, joined=box.joins, joins=box.joined, turned=True)
