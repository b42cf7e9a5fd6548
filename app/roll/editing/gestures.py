"""What the mouse does between press and release: moving, stretching, drawing, erasing, painting, selecting, panning.

A gesture proposes a project while it lasts and commits one named change at its end, so a stroke is one undo step and
Escape cancels it."""

from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF, Qt

from app.roll import changes
from app.roll.editing.parts import RollParts
from app.roll.painting.notes import Drawn
from app.roll.scale import cell_of, snapped
from app.words import tr
from engine.canvas.mask import Brush
from engine.canvas.music import VOICES
from engine.canvas.project import Project

SLACK = 3.0  # pixels the mouse may move in a click
Modifiers = Qt.KeyboardModifier


class RollGesture:
    """From a press at `start` (pixels of the page) to its release; `frame` is drawn while it lasts."""

    frame: QRectF | None = None
    frame_brush: Brush | None = None

    def __init__(self, parts: RollParts, start: QPointF) -> None:
        self.parts, self.start, self.last = parts, start, start
        self.project = parts.document.project
        self.moved = False

    def move(self, at: QPointF, keys: Modifiers) -> None:
        """The mouse went to `at`."""
        if not self.moved and (at - self.start).manhattanLength() < SLACK:
            return
        self.moved = True
        self.drag(at, keys)
        self.last = at

    def drag(self, at: QPointF, keys: Modifiers) -> None:
        """The mouse is dragging."""

    def finish(self, at: QPointF, keys: Modifiers) -> None:
        """The button was released."""

    def holds(self, project: Project) -> bool:
        """Whether a project still has the page that the gesture began from (its takes may be others)."""
        return project.canvas == self.project.canvas and project.masks == self.project.masks

    def cancel(self) -> None:
        """Escape: as if nothing had happened."""
        self.parts.shown.propose(None)

    def path(self, at: QPointF) -> Iterator[QPointF]:
        """Points every few pixels from the last one, so that a fast stroke misses nothing."""
        way = at - self.last
        count = max(1, int(max(abs(way.x()), abs(way.y())) // 4))
        for index in range(1, count + 1):
            yield self.last + way * (index / count)


class MoveNotes(RollGesture):
    """Drags the selection; with Ctrl at the end it copies, with Alt it ignores the grid."""

    def __init__(self, parts: RollParts, start: QPointF, note: Drawn, toggled: bool) -> None:
        super().__init__(parts, start)
        self.note, self.toggled = note, toggled
        self.change: changes.Change | None = None
        self.sounded = note.pitch

    def drag(self, at: QPointF, keys: Modifiers) -> None:
        parts, scale = self.parts, self.parts.scroller.scale
        piece = changes.piece_of(self.project)
        snap = "sixteenth" if keys & Modifiers.AltModifier else parts.options.snap
        want = self.note.start + scale.step_at(at.x() - self.start.x())
        steps = snapped(piece, want, snap) - self.note.start if abs(at.x() - self.start.x()) >= SLACK else 0
        semitones = scale.pitch_at(at.y()) - scale.pitch_at(self.start.y())
        self.change = changes.move(
            self.project, parts.document.selection, steps, semitones, copy=bool(keys & Modifiers.ControlModifier)
        )
        parts.shown.propose(self.change.project, self.change.selection)
        pitch = self.note.pitch + semitones
        if pitch != self.sounded and 0 <= pitch <= 127:
            self.sounded = pitch
            parts.commands.sounded.emit(pitch, self.note.voice)

    def finish(self, at: QPointF, keys: Modifiers) -> None:
        self.parts.shown.propose(None)
        if self.change is not None:
            self.parts.commands.commit(self.change)
        elif not self.moved and not self.toggled:
            self.parts.document.selection = frozenset({(self.note.voice, self.note.start)})


class StretchNotes(RollGesture):
    """Drags the beginning or the end of the selected notes."""

    def __init__(self, parts: RollParts, start: QPointF, note: Drawn, zone: str) -> None:
        super().__init__(parts, start)
        self.note, self.zone = note, zone
        self.change: changes.Change | None = None

    def drag(self, at: QPointF, keys: Modifiers) -> None:
        parts = self.parts
        piece = changes.piece_of(self.project)
        snap = "sixteenth" if keys & Modifiers.AltModifier else parts.options.snap
        edge = self.note.stop if self.zone == "right" else self.note.start
        steps = snapped(piece, edge + parts.scroller.scale.step_at(at.x() - self.start.x()), snap) - edge
        edit = changes.lengthen if self.zone == "right" else changes.shift_starts
        self.change = edit(self.project, parts.document.selection, steps)
        parts.shown.propose(self.change.project, self.change.selection)

    def finish(self, at: QPointF, keys: Modifiers) -> None:
        self.parts.shown.propose(None)
        if self.change is not None:
            self.parts.commands.commit(self.change)


class DrawNote(RollGesture):
    """Puts a note of the active voice under the press; dragging to the right makes it longer."""

    def __init__(self, parts: RollParts, start: QPointF) -> None:
        super().__init__(parts, start)
        piece = changes.piece_of(self.project)
        self.first, self.stop = cell_of(piece, parts.scroller.scale.step_at(start.x()), parts.options.snap)
        self.pitch = parts.scroller.scale.pitch_at(start.y())
        parts.commands.sounded.emit(self.pitch, parts.shown.voice)
        self._propose()

    def _propose(self) -> None:
        self.change = changes.add_note(
            self.project, self.parts.shown.voice, self.first, self.stop - self.first, self.pitch
        )
        self.parts.shown.propose(self.change.project, self.change.selection)

    def drag(self, at: QPointF, keys: Modifiers) -> None:
        snap = "sixteenth" if keys & Modifiers.AltModifier else self.parts.options.snap
        _, stop = cell_of(changes.piece_of(self.project), self.parts.scroller.scale.step_at(at.x()), snap)
        self.stop = max(stop, self.first + 1)
        self._propose()

    def finish(self, at: QPointF, keys: Modifiers) -> None:
        self.parts.shown.propose(None)
        self.parts.commands.commit(self.change)


class EraseNotes(RollGesture):
    """Erases every note the mouse passes."""

    def __init__(self, parts: RollParts, start: QPointF) -> None:
        super().__init__(parts, start)
        self.places: set[tuple[int, int]] = set()
        self._take(start)

    def _take(self, at: QPointF) -> None:
        hit = self.parts.hits.note_at(at, self.project)
        if hit is not None and (hit[0].voice, hit[0].start) not in self.places:
            self.places.add((hit[0].voice, hit[0].start))
            self.parts.shown.propose(
                changes.erase_at(self.project, self.places), self.parts.document.selection - self.places
            )

    def drag(self, at: QPointF, keys: Modifiers) -> None:
        for point in self.path(at):
            self._take(point)

    def finish(self, at: QPointF, keys: Modifiers) -> None:
        self.parts.shown.propose(None)
        if self.places:
            name = tr("Erase notes") if len(self.places) > 1 else tr("Erase note")
            left = self.parts.document.selection - self.places
            self.parts.commands.commit(changes.Change(name, changes.erase_at(self.project, self.places), left))


class PaintNotes(RollGesture):
    """Paints every note the mouse passes, each with all its holds."""

    def __init__(self, parts: RollParts, start: QPointF, brush: Brush) -> None:
        super().__init__(parts, start)
        self.brush = brush
        self.notes: set[tuple[int, int, int]] = set()
        self._take(start)

    def _take(self, at: QPointF) -> None:
        hit = self.parts.hits.note_at(at, self.project)
        if hit is not None and (hit[0].voice, hit[0].start, hit[0].stop) not in self.notes:
            self.notes.add((hit[0].voice, hit[0].start, hit[0].stop))
            self.parts.shown.propose(changes.paint_spans(self.project, self.brush, self.notes))

    def drag(self, at: QPointF, keys: Modifiers) -> None:
        for point in self.path(at):
            self._take(point)

    def finish(self, at: QPointF, keys: Modifiers) -> None:
        self.parts.shown.propose(None)
        after = changes.paint_spans(self.project, self.brush, self.notes)
        self.parts.commands.commit(
            changes.Change(changes.stroke_name(self.brush), after, self.parts.document.selection)
        )


class PaintRectangle(RollGesture):
    """Paints cells: what sounds inside the rectangle, and the rests of voices whose middle pitch lies in it; a click
    paints a cell of the active voice."""

    def __init__(self, parts: RollParts, start: QPointF, brush: Brush) -> None:
        super().__init__(parts, start)
        self.brush = self.frame_brush = brush

    def drag(self, at: QPointF, keys: Modifiers) -> None:
        self.frame = QRectF(self.start, at).normalized()
        self.parts.shown.propose(self._painted(at))

    def finish(self, at: QPointF, keys: Modifiers) -> None:
        self.parts.shown.propose(None)
        self.parts.commands.commit(
            changes.Change(changes.stroke_name(self.brush), self._painted(at), self.parts.document.selection)
        )

    def _painted(self, at: QPointF) -> Project:
        scale, piece = self.parts.scroller.scale, changes.piece_of(self.project)
        left, right = sorted((self.start.x(), at.x()))
        start, _ = cell_of(piece, scale.step_at(left), self.parts.options.snap)
        _, stop = cell_of(piece, scale.step_at(right), self.parts.options.snap)
        if not self.moved:
            return changes.paint_spans(self.project, self.brush, [(self.parts.shown.voice, start, stop)])
        low, high = sorted((scale.pitch_at(self.start.y()), scale.pitch_at(at.y())))
        pitch = changes.sounding_grid(piece)[:, start:stop]
        middles = [(kind.low + kind.high) // 2 for kind in VOICES]
        cells = [
            (voice, start + step, start + step + 1)
            for voice in range(4)
            for step, p in enumerate(pitch[voice].tolist())
            if low <= (p if p >= 0 else middles[voice]) <= high
        ]
        return changes.paint_spans(self.project, self.brush, cells)


class RubberBand(RollGesture):
    """Selects what it touches; with Shift it adds. A click clears the selection and brings the keyboard cursor."""

    def __init__(self, parts: RollParts, start: QPointF, add: bool) -> None:
        super().__init__(parts, start)
        self.before = parts.document.selection
        self.kept = self.before if add else frozenset()

    def drag(self, at: QPointF, keys: Modifiers) -> None:
        self.frame = QRectF(self.start, at).normalized()
        self.parts.document.selection = self.kept | self.parts.hits.notes_in(self.frame)

    def finish(self, at: QPointF, keys: Modifiers) -> None:
        if not self.moved:
            self.parts.document.selection = self.kept
            piece, scale = changes.piece_of(self.project), self.parts.scroller.scale
            step, _ = cell_of(piece, scale.step_at(at.x()), self.parts.options.snap)
            self.parts.document.cursor = (self.parts.shown.voice, step, scale.pitch_at(at.y()))
        self.frame = None

    def cancel(self) -> None:
        self.frame = None
        self.parts.document.selection = self.before
