"""What the mouse does between press and release: moving, stretching, drawing, erasing, painting, selecting, panning.

A gesture proposes a project while it lasts and commits one named change at its end, so a stroke is one undo step and
Escape takes it back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt

from app.roll import changes
from app.roll.painting.notes import Drawn
from app.roll.scale import cell_of, snapped
from app.words import tr
from engine.canvas.mask import Brush
from engine.canvas.music import VOICES
from engine.canvas.project import Project

if TYPE_CHECKING:
    from app.roll.view import RollView

SLACK = 3.0  # pixels the mouse may move in a click
BRUSH_NAMES = {Brush.KEEP: "Keep", Brush.WHISPER: "Whisper", Brush.SUGGEST: "Suggest", Brush.REWRITE: "Rewrite"}
Modifiers = Qt.KeyboardModifier


class Gesture:
    """From a press at `start` (pixels of the page) to its release; `frame` is drawn while it lasts."""

    frame: QRectF | None = None
    frame_brush: Brush | None = None

    def __init__(self, view: RollView, start: QPointF) -> None:
        self.view, self.start, self.last = view, start, start
        self.project = view.document.project
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
        self.view.propose(None)

    def path(self, at: QPointF) -> Iterator[QPointF]:
        """Points every few pixels from the last one, so that a fast stroke misses nothing."""
        way = at - self.last
        count = max(1, int(max(abs(way.x()), abs(way.y())) // 4))
        for index in range(1, count + 1):
            yield self.last + way * (index / count)


class MoveNotes(Gesture):
    """Drags the selection; with Ctrl at the end it copies, with Alt it ignores the grid."""

    def __init__(self, view: RollView, start: QPointF, note: Drawn, toggled: bool) -> None:
        super().__init__(view, start)
        self.note, self.toggled = note, toggled
        self.change: changes.Change | None = None
        self.sounded = note.pitch

    def drag(self, at: QPointF, keys: Modifiers) -> None:
        view, scale = self.view, self.view.scale
        piece = changes.piece_of(self.project)
        snap = "sixteenth" if keys & Modifiers.AltModifier else view.snap
        want = self.note.start + scale.step_at(at.x() - self.start.x())
        steps = snapped(piece, want, snap) - self.note.start if abs(at.x() - self.start.x()) >= SLACK else 0
        semitones = scale.pitch_at(at.y()) - scale.pitch_at(self.start.y())
        self.change = changes.move(
            self.project, view.document.selection, steps, semitones, copy=bool(keys & Modifiers.ControlModifier)
        )
        view.propose(self.change.project, self.change.selection)
        pitch = self.note.pitch + semitones
        if pitch != self.sounded and 0 <= pitch <= 127:
            self.sounded = pitch
            view.sounded.emit(pitch, self.note.voice)

    def finish(self, at: QPointF, keys: Modifiers) -> None:
        self.view.propose(None)
        if self.change is not None:
            self.view.commit(self.change)
        elif not self.moved and not self.toggled:
            self.view.document.selection = frozenset({(self.note.voice, self.note.start)})


class StretchNotes(Gesture):
    """Drags the beginning or the end of the selected notes."""

    def __init__(self, view: RollView, start: QPointF, note: Drawn, zone: str) -> None:
        super().__init__(view, start)
        self.note, self.zone = note, zone
        self.change: changes.Change | None = None

    def drag(self, at: QPointF, keys: Modifiers) -> None:
        view = self.view
        piece = changes.piece_of(self.project)
        snap = "sixteenth" if keys & Modifiers.AltModifier else view.snap
        edge = self.note.stop if self.zone == "right" else self.note.start
        steps = snapped(piece, edge + view.scale.step_at(at.x() - self.start.x()), snap) - edge
        edit = changes.lengthen if self.zone == "right" else changes.shift_starts
        self.change = edit(self.project, view.document.selection, steps)
        view.propose(self.change.project, self.change.selection)

    def finish(self, at: QPointF, keys: Modifiers) -> None:
        self.view.propose(None)
        if self.change is not None:
            self.view.commit(self.change)


class DrawNote(Gesture):
    """Puts a note of the active voice under the press; dragging to the right makes it longer."""

    def __init__(self, view: RollView, start: QPointF) -> None:
        super().__init__(view, start)
        piece = changes.piece_of(self.project)
        self.first, self.stop = cell_of(piece, view.scale.step_at(start.x()), view.snap)
        self.pitch = view.scale.pitch_at(start.y())
        view.sounded.emit(self.pitch, view.voice)
        self._propose()

    def _propose(self) -> None:
        self.change = changes.add_note(self.project, self.view.voice, self.first, self.stop - self.first, self.pitch)
        self.view.propose(self.change.project, self.change.selection)

    def drag(self, at: QPointF, keys: Modifiers) -> None:
        snap = "sixteenth" if keys & Modifiers.AltModifier else self.view.snap
        _, stop = cell_of(changes.piece_of(self.project), self.view.scale.step_at(at.x()), snap)
        self.stop = max(stop, self.first + 1)
        self._propose()

    def finish(self, at: QPointF, keys: Modifiers) -> None:
        self.view.propose(None)
        self.view.commit(self.change)


class EraseNotes(Gesture):
    """Erases every note the mouse passes."""

    def __init__(self, view: RollView, start: QPointF) -> None:
        super().__init__(view, start)
        self.places: set[tuple[int, int]] = set()
        self._take(start)

    def _take(self, at: QPointF) -> None:
        hit = self.view.hit(at, self.project)
        if hit is not None and (hit[0].voice, hit[0].start) not in self.places:
            self.places.add((hit[0].voice, hit[0].start))
            self.view.propose(changes.erase_at(self.project, self.places), self.view.document.selection - self.places)

    def drag(self, at: QPointF, keys: Modifiers) -> None:
        for point in self.path(at):
            self._take(point)

    def finish(self, at: QPointF, keys: Modifiers) -> None:
        self.view.propose(None)
        if self.places:
            name = tr("Erase notes") if len(self.places) > 1 else tr("Erase note")
            left = self.view.document.selection - self.places
            self.view.commit(changes.Change(name, changes.erase_at(self.project, self.places), left))


class PaintNotes(Gesture):
    """Paints every note the mouse passes, each with all its holds."""

    def __init__(self, view: RollView, start: QPointF, brush: Brush) -> None:
        super().__init__(view, start)
        self.brush = brush
        self.notes: set[tuple[int, int, int]] = set()
        self._take(start)

    def _take(self, at: QPointF) -> None:
        hit = self.view.hit(at, self.project)
        if hit is not None and (hit[0].voice, hit[0].start, hit[0].stop) not in self.notes:
            self.notes.add((hit[0].voice, hit[0].start, hit[0].stop))
            self.view.propose(changes.paint_spans(self.project, self.brush, self.notes))

    def drag(self, at: QPointF, keys: Modifiers) -> None:
        for point in self.path(at):
            self._take(point)

    def finish(self, at: QPointF, keys: Modifiers) -> None:
        self.view.propose(None)
        after = changes.paint_spans(self.project, self.brush, self.notes)
        self.view.commit(changes.Change(stroke_name(self.brush), after, self.view.document.selection))


class PaintRectangle(Gesture):
    """Paints cells: what sounds inside the rectangle, and the rests of voices whose middle pitch lies in it; a click
    paints a cell of the active voice."""

    def __init__(self, view: RollView, start: QPointF, brush: Brush) -> None:
        super().__init__(view, start)
        self.brush = self.frame_brush = brush

    def drag(self, at: QPointF, keys: Modifiers) -> None:
        self.frame = QRectF(self.start, at).normalized()
        self.view.propose(self._painted(at))

    def finish(self, at: QPointF, keys: Modifiers) -> None:
        self.view.propose(None)
        self.view.commit(changes.Change(stroke_name(self.brush), self._painted(at), self.view.document.selection))

    def _painted(self, at: QPointF) -> Project:
        scale, piece = self.view.scale, changes.piece_of(self.project)
        left, right = sorted((self.start.x(), at.x()))
        start, _ = cell_of(piece, scale.step_at(left), self.view.snap)
        _, stop = cell_of(piece, scale.step_at(right), self.view.snap)
        if not self.moved:
            return changes.paint_spans(self.project, self.brush, [(self.view.voice, start, stop)])
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


class RubberBand(Gesture):
    """Selects what it touches; with Shift it adds. A click clears the selection and brings the keyboard cursor."""

    def __init__(self, view: RollView, start: QPointF, add: bool) -> None:
        super().__init__(view, start)
        self.before = view.document.selection
        self.kept = self.before if add else frozenset()

    def drag(self, at: QPointF, keys: Modifiers) -> None:
        self.frame = QRectF(self.start, at).normalized()
        self.view.document.selection = self.kept | self.view.notes_in(self.frame)
        self.view.refresh_overlay()

    def finish(self, at: QPointF, keys: Modifiers) -> None:
        if not self.moved:
            self.view.document.selection = self.kept
            piece, scale = changes.piece_of(self.project), self.view.scale
            step, _ = cell_of(piece, scale.step_at(at.x()), self.view.snap)
            self.view.document.cursor = (self.view.voice, step, scale.pitch_at(at.y()))
        self.frame = None
        self.view.refresh_overlay()

    def cancel(self) -> None:
        self.frame = None
        self.view.document.selection = self.before


def stroke_name(brush: Brush) -> str:
    """The undo step of a stroke."""
    return tr("Paint {brush}", brush=tr(BRUSH_NAMES[brush]))


def begin(view: RollView, at: QPointF, button: Qt.MouseButton, keys: Modifiers) -> Gesture | None:
    """The gesture that a press starts with the tool in hand."""
    tool = view.tool
    if button == Qt.MouseButton.RightButton:
        return EraseNotes(view, at) if tool == "draw" else None
    if button != Qt.MouseButton.LeftButton:
        return None
    if isinstance(tool, Brush):
        return PaintNotes(view, at, tool) if view.hit(at) else PaintRectangle(view, at, tool)
    if tool == "erase":
        return EraseNotes(view, at)
    hit = view.hit(at, voice=view.voice if tool == "draw" else None)
    if hit is None:
        return DrawNote(view, at) if tool == "draw" else RubberBand(view, at, bool(keys & Modifiers.ShiftModifier))
    return _take_note(view, at, hit[0], hit[1], bool(keys & Modifiers.ShiftModifier))


def _take_note(view: RollView, at: QPointF, note: Drawn, zone: str, add: bool) -> Gesture | None:
    """Select the note under the press, then move or stretch."""
    place = (note.voice, note.start)
    document = view.document
    toggled = add
    if add:
        document.selection = document.selection ^ {place}
        if place not in document.selection:
            return None
    elif place not in document.selection:
        document.selection = frozenset({place})
        toggled = True
    document.cursor = (note.voice, note.start, note.pitch)
    view.sounded.emit(note.pitch, note.voice)
    view.note_clicked.emit(note.voice, note.start)
    if zone in ("left", "right"):
        return StretchNotes(view, at, note, zone)
    return MoveNotes(view, at, note, toggled)
