"""Pictures of notes, painted once for each shape, state and width and then only copied.

Also notes under the heat-map. Knows pixels, not widgets."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from app.roll.painting.notes import Drawn, RollPage
from app.roll.scale import Scale
from app.widgets.ink import NoteState, note_path, paint_note
from app.widgets.theme import SURPRISE_BITS, Theme, sans
from engine.canvas.music import VOICES

MOST = 4000  # pictures kept
HEAD = 18.0  # pixels of a note's beginning that keep the voice's colour under surprise


class Sprites:
    """A store of note pictures for one theme, row height and pixel ratio."""

    def __init__(self) -> None:
        self._look: tuple[object, ...] = ()
        self.ratio = 1.0  # device pixels to a pixel
        self._pictures: dict[tuple[object, ...], QPixmap] = {}

    def set_look(self, theme: Theme, row: int, ratio: float) -> None:
        """Forget everything if the look is another."""
        if (theme.name, row, ratio) != self._look:
            self._look = (theme.name, row, ratio)
            self._theme, self._row, self.ratio = theme, row, ratio
            self._pictures.clear()

    def note(self, voice: int, state: NoteState, width: float, label: str | None, bits: float | None) -> QPixmap:
        """The picture of a note `width` pixels wide and a row high; `bits` of surprise or None."""
        device = max(1, round(width * self.ratio))
        grade = None if bits is None else int(np.searchsorted(SURPRISE_BITS, bits, side="right"))
        key = (voice, state, device, label, grade)
        found = self._pictures.get(key)
        if found is None:
            if len(self._pictures) >= MOST:
                self._pictures.clear()
            found = self._pictures[key] = self._paint(voice, state, device, label, grade)
        return found

    def _paint(self, voice: int, state: NoteState, device: int, label: str | None, grade: int | None) -> QPixmap:
        pixmap = QPixmap(device, round(self._row * self.ratio))
        pixmap.setDevicePixelRatio(self.ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        rect = QRectF(0.5, 0.5, max(1.0, device / self.ratio - 1.0), self._row - 1.0)
        if grade is None:
            paint_note(painter, rect, voice, state, self._theme, label)
        else:
            paint_surprise(painter, rect, voice, grade, self._theme, label)
        painter.end()
        return pixmap


def paint_surprise(
    painter: QPainter, rect: QRectF, voice: int, grade: int, theme: Theme, label: str | None = None
) -> None:
    """A note under the heat-map: its beginning in the voice's colour with the letter, the rest in one of four grades
    with 0 to 3 upright ticks."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    path = note_path(voice, rect)
    ground = theme.surprise[grade]
    painter.fillPath(path, ground)
    head = min(HEAD, rect.width() * 0.6)
    painter.save()
    painter.setClipRect(QRectF(rect.left(), rect.top(), head, rect.height()))
    painter.fillPath(path, theme.voices[voice])
    painter.restore()
    if rect.height() >= 9 and head >= 12:
        painter.setFont(sans(9, 700))
        painter.setPen(theme.onvoice)
        inset = 5 if voice in (0, 3) else 2
        painter.drawText(
            QRectF(rect.left() + inset, rect.top(), head - inset, rect.height()),
            Qt.AlignmentFlag.AlignCenter,
            label or VOICES[voice].letter,
        )
    dark_ticks = ground.lightnessF() > 0.45
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#14171D") if dark_ticks else QColor("#FFFFFF"))
    for tick in range(grade):
        x = rect.left() + head + 2 + tick * 3
        if x + 1.5 < rect.right():
            painter.drawRect(QRectF(x, rect.top() + 2.5, 1.5, rect.height() - 5))


def note_rect(scale: Scale, start: int, stop: int, pitch: int) -> QRectF:
    """The pixels of a note."""
    return QRectF(
        scale.x(start) + 0.5, scale.y(pitch) + 0.5, max(2.0, scale.x(stop) - scale.x(start) - 1), scale.row - 1
    )


def paint_notes(
    painter: QPainter,
    page: RollPage,
    scale: Scale,
    area: QRectF,
    sprites: Sprites,
    order: tuple[int, ...],
    pale: frozenset[int] = frozenset(),
    label: Callable[[Drawn], str] | None = None,
    surprise: np.ndarray | None = None,
) -> None:
    """The notes in an area of the page, the last voice of `order` on top; voices of `pale` are pale;
    `label(note)` gives the text on a note."""
    first, last = scale.step_at(area.left()) - 1, scale.step_at(area.right()) + 1
    high, low = scale.pitch_at(area.top()) + 1, scale.pitch_at(area.bottom()) - 1
    for voice in order:
        for note in page.gone(voice, first, last):
            if low <= note.pitch <= high:
                _copy(painter, note, note.state, scale, sprites, "", None, 0)
    for voice in order:
        painter.setOpacity(0.3 if voice in pale else 1.0)
        for note in page.visible(voice, first, last):
            if not low <= note.pitch <= high:
                continue
            bits = (
                None
                if surprise is None or np.isnan(surprise[voice, note.start])
                else float(surprise[voice, note.start])
            )
            text = label(note) if label else None
            shift = _unison_shift(page, note, order)
            text = "" if shift > 0 else text  # half a letter would only disturb
            if not note.runs or bits is not None:
                _copy(painter, note, note.state, scale, sprites, text, bits, shift)
                continue
            for start, stop, state in note.runs:
                painter.save()
                run = QRectF(scale.x(start), scale.y(note.pitch) + shift, scale.x(stop) - scale.x(start), scale.row)
                painter.setClipRect(run, Qt.ClipOperation.IntersectClip)
                _copy(painter, note, state, scale, sprites, text, None, shift)
                painter.restore()
    painter.setOpacity(1.0)


def _unison_shift(page: RollPage, note: Drawn, order: tuple[int, ...]) -> int:
    """Pixels down: where voices meet on one pitch the upper sheet moves up a little and the lower ones down, so that
    all can be seen."""
    partners = page.partners(note)
    if not partners:
        return 0
    return -2 if all(order.index(note.voice) > order.index(other) for other in partners) else 3


def _copy(
    painter: QPainter,
    note: Drawn,
    state: NoteState,
    scale: Scale,
    sprites: Sprites,
    label: str | None,
    bits: float | None,
    shift: int,
) -> None:
    left, right = (round(scale.x(step) * sprites.ratio) / sprites.ratio for step in (note.start, note.stop))
    painter.drawPixmap(
        QPointF(left, scale.y(note.pitch) + shift), sprites.note(note.voice, state, right - left, label, bits)
    )
