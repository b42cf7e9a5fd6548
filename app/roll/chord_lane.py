"""The chord lane above the roll: the chords asked for, each from its beat to the next. Click and type, drag to move.

The names of what sounds stand in the ruler; these stand on cards, because they are asked for."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QMenu, QWidget

from app.document.document import Document
from app.roll.changes import piece_of
from app.roll.chord_editor import ChordEditor
from app.roll.scale import Scale, beat_lines
from app.widgets.theme import faded, look, sans, theme
from app.words import count, tr
from engine.canvas.chord import Chord, Harmony
from engine.canvas.edits_chords import move_chord, put_chords, set_chord
from engine.canvas.music import Piece
from engine.errors import CanvasError
from engine.theory.chords.lines import placed_in, read_lines
from engine.theory.chords.symbols import chord_symbol, note_name, parse_chord
from engine.theory.finding import where

HEIGHT = 24
CARD = 18  # pixels high
FONT = partial(sans, 11, 600)
PULL = 4  # pixels after which a press is a drag
SQUEEZED = 0.75  # of its width at least, for a name between two beats that are close
HELP = "Click to type a chord, Tab for the next beat, drag to move one; rewrites follow them"


def shortened(chord: Chord, metrics: QFontMetricsF, room: float) -> str:
    """A chord's name in so many pixels: whole, cut after its root, or the root alone; F of F#m would be another."""
    name, root = chord_symbol(chord), "N" if chord.root is None else note_name(chord.root)
    cut = metrics.elidedText(name, Qt.TextElideMode.ElideRight, room)
    return cut if cut.startswith(root) else root


class ChordLane(QWidget):
    """Edits the document's chords; the roll sets `scale` and `offset` (pixels scrolled)."""

    status = Signal(str)
    left = Signal()  # typing has ended: the roll gets the keys again
    reharmonise = Signal(int)  # the step whose bar is to get other chords

    def __init__(self, parent: QWidget, document: Document) -> None:
        super().__init__(parent)
        self._document = document
        self.scale, self.offset, self.snap = Scale(), 0, "beat"
        self._press: tuple[float, int, bool] | None = None  # pixel, step, and whether a chord stands there
        self._target: int | None = None  # where a dragged chord would land
        self._hover: int | None = None
        self.editor = ChordEditor(self)
        self.editor.entered.connect(self._entered)
        self.editor.pasted.connect(self._pasted)
        self.editor.closed.connect(self._closed)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.setAccessibleName(tr("Chords asked for"))
        self.setToolTip(tr(HELP))
        document.changed.connect(self._changed)
        look.changed.connect(self.update)
        self._changed()

    # What is there

    @property
    def piece(self) -> Piece:
        """The piece of the document."""
        return piece_of(self._document.project)

    def x_of(self, step: float) -> float:
        """Pixel of a step in this widget."""
        return self.scale.x(step) - self.offset

    def cards(self) -> list[tuple[Harmony, str, QRectF]]:
        """Each chord, its name and its card; a name without room is squeezed, then cut; its root stays whole."""
        metrics, piece = QFontMetricsF(FONT()), self.piece
        stops = (*(harmony.step for harmony in piece.chords[1:]), piece.steps)
        found = []
        for harmony, stop in zip(piece.chords, stops, strict=False):
            left = self.x_of(harmony.step) + 1
            room = max(8.0, self.x_of(stop) - left - 2)
            shown = shortened(harmony.chord, metrics, max(0.0, room - 4) / SQUEEZED)
            width = min(room, metrics.horizontalAdvance(shown) + 10)
            found.append((harmony, shown, QRectF(left, (HEIGHT - CARD) / 2 - 1, width, CARD)))
        return found

    def chord_at(self, x: float) -> Harmony | None:
        """The chord whose card is under a pixel."""
        return next((harmony for harmony, _, card in self.cards() if card.left() - 2 <= x <= card.right() + 2), None)

    # What can be done

    def edit(self, step: int) -> None:
        """Type the chord of a step."""
        step = max(0, min(step, self.piece.steps - 1))
        found = next((harmony for harmony in self.piece.chords if harmony.step == step), None)
        name = "" if found is None else chord_symbol(found.chord)
        self.editor.setAccessibleName(tr("Chord at {place}", place=where(self.piece, step)))
        self.editor.open(step, name, QPoint(round(self.x_of(step)), 0), HEIGHT - 1)

    def edit_at_cursor(self) -> None:
        """Type the chord of the beat under the keyboard cursor."""
        beats = beat_lines(self.piece.bars)
        self.edit(int(beats[beats <= min(self._document.cursor[1], self.piece.steps - 1)][-1]))

    def paste_lines(self, step: int, text: str) -> None:
        """Put lines of chords into the bars from a step's on."""
        piece = self.piece
        bars = read_lines(text)
        first = sum(start <= step for start in piece.bar_starts) - 1
        last = min(len(piece.bars), first + len(bars))
        stop = piece.bar_starts[last] if last < len(piece.bars) else piece.steps
        chords = placed_in(piece, bars, first)
        self._apply(tr("Paste chords"), put_chords(piece, piece.bar_starts[first], stop, chords))
        over = first + len(bars) - len(piece.bars)
        self.editor.close_quietly()  # first, for the roll is read aloud when it gets the keys again
        self.status.emit(
            tr("{bars} did not fit; insert bars and paste again.", bars=count(over, "bar of chords", "bars of chords"))
            if over > 0
            else tr("{chords} pasted.", chords=count(len(chords), "chord", "chords"))
        )

    def remove(self, step: int) -> None:
        """Take the chord of a step away."""
        self._apply(tr("Remove chord"), set_chord(self.piece, step, None))

    def _pasted(self, step: int, text: str) -> None:
        try:
            self.paste_lines(step, text)
        except CanvasError as error:
            self.status.emit(str(error))

    def _entered(self, step: int, text: str, by: int) -> None:
        """A chord was typed; `by` beats on is the next to type, 0 ends it."""
        try:
            if text.strip() and ("|" in text or (len(text.split()) > 1 and not text.lower().startswith("n"))):
                self.paste_lines(step, text)
            elif text.strip():
                chord = parse_chord(text)
                self._apply(tr("Chord {name}", name=chord_symbol(chord)), set_chord(self.piece, step, chord))
            else:
                self.remove(step)
        except CanvasError as error:
            self.editor.wrong()
            self.status.emit(str(error))
            return
        if not by:
            self.editor.close_quietly()
            return
        beats = beat_lines(self.piece.bars)[:-1].tolist()
        later = [beat for beat in beats if (beat > step if by > 0 else beat < step)]
        if later:
            self.edit(int(later[0] if by > 0 else later[-1]))
        else:
            self.editor.close_quietly()

    def _apply(self, name: str, piece: Piece) -> None:
        if piece.chords != self.piece.chords:
            self._document.apply(name, replace(self._document.project, canvas=piece))

    def _closed(self) -> None:
        self.update()
        self.left.emit()

    def _changed(self) -> None:
        piece = self.piece
        words = ", ".join(f"{chord_symbol(chord)} {where(piece, step)}" for step, chord in piece.chords)
        self.setAccessibleDescription(words or tr("none"))
        self.update()

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.fillRect(self.rect(), colours.panel)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = HEIGHT / 2 - 1
        cards = self.cards()
        for number, (_, name, card) in enumerate(cards):
            stop = cards[number + 1][2].left() if number + 1 < len(cards) else self.x_of(self.piece.steps)
            painter.setPen(QPen(faded(colours.accent, 0.45), 1.5))
            if stop - 4 > card.right() + 3:
                painter.drawLine(QPointF(card.right() + 3, middle), QPointF(stop - 4, middle))
            self._paint_card(painter, card, name, self._press is not None and self._target is not None)
        if not cards and not self.editor.isVisible():
            painter.setFont(sans(11))
            painter.setPen(colours.ink3)
            words = tr("Click to ask for a chord, such as Am7 or G7/B")
            painter.drawText(QRectF(8, 0, self.width() - 16, HEIGHT - 2), Qt.AlignmentFlag.AlignVCenter, words)
        mark = self._target if self._target is not None else self._hover
        if mark is not None:
            painter.setPen(QPen(colours.focus if self._target is not None else colours.ink3, 1.5))
            x = self.x_of(mark) + 0.5
            painter.drawLine(QPointF(x, 3), QPointF(x, HEIGHT - 5))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(colours.line, 1))
        painter.drawLine(0, HEIGHT - 1, self.width(), HEIGHT - 1)
        painter.end()

    def _paint_card(self, painter: QPainter, card: QRectF, name: str, dragging: bool) -> None:
        colours = theme()
        painter.setPen(QPen(faded(colours.accent, 0.5 if dragging else 0.9), 1))
        painter.setBrush(colours.acctint)
        painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setFont(FONT())
        painter.setPen(colours.ink)
        squeezed = min(1.0, (card.width() - 4) / max(1.0, QFontMetricsF(FONT()).horizontalAdvance(name)))
        painter.save()
        painter.translate(card.center())
        painter.scale(squeezed, 1.0)
        painter.drawText(QRectF(-100, -CARD / 2, 200, CARD), Qt.AlignmentFlag.AlignCenter, name)
        painter.restore()

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            x = event.position().x()
            found = self.chord_at(x)
            self._press = (x, self._step(x) if found is None else found.step, found is not None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if self._press is None:
            over = self.chord_at(x)
            self._hover = None if over is not None else self._step(x)
            self.setToolTip(tr(HELP) if over is None else chord_symbol(over.chord))
        elif self._press[2] and (self._target is not None or abs(x - self._press[0]) >= PULL):
            self._target, self._hover = self._step(x), None
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        press, target, self._press, self._target = self._press, self._target, None, None
        if press is None:
            return
        if target is None:
            self.edit(press[1])
        elif target != press[1]:
            self._move(press[1], target)
        self.update()

    def _move(self, step: int, target: int) -> None:
        try:
            self._apply(tr("Move chord"), move_chord(self.piece, step, target))
        except CanvasError as error:  # undone while it was dragged
            self.status.emit(str(error))

    def leaveEvent(self, event: QEvent) -> None:
        self._hover = None
        self.update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        found = self.chord_at(event.pos().x())
        step = self._step(event.pos().x()) if found is None else found.step
        menu = QMenu(self)
        menu.addAction(tr("Type a chord…"), lambda: self.edit(step))
        menu.addAction(tr("Reharmonise this bar…"), lambda: self.reharmonise.emit(step))
        if found is not None:
            menu.addAction(tr("Remove {name}", name=chord_symbol(found.chord)), lambda: self.remove(step))
        menu.exec(event.globalPos())

    def _step(self, x: float) -> int:
        """The beat or sixteenth at or before a pixel."""
        at = self.scale.step_at(x + self.offset)
        if self.snap != "beat":
            return min(max(0, int(at)), self.piece.steps - 1)
        return max((int(beat) for beat in beat_lines(self.piece.bars)[:-1] if beat <= at), default=0)
