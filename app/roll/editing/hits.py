"""Hit testing on the roll: the note under a point and which part of it, the notes in a rectangle. Points are pixels of
the page; only notes of the document can be hit, and none that a preview covers."""

from PySide6.QtCore import QPointF, QRectF

from app.roll.changes import NotePlaces
from app.roll.painting.notes import Drawn
from app.roll.scrolling import RollScroller
from app.roll.shown import ShownPage
from engine.canvas.project import Project

EDGE = 5.0  # pixels at a note's ends that stretch it
Hit = tuple[Drawn, str]  # a note and its zone: left, right or body


class HitTest:
    """Finds notes by place."""

    def __init__(self, shown: ShownPage, scroller: RollScroller) -> None:
        self._shown, self._scroller = shown, scroller

    def note_at(self, at: QPointF, project: Project | None = None, voice: int | None = None) -> Hit | None:
        """(note, zone) under a point of the document, or of another project. The active voice lies on top."""
        shown, scale = self._shown, self._scroller.scale
        page = shown.edit_page(project or shown.document.project)
        step, pitch = scale.step_at(at.x()), scale.pitch_at(at.y())
        hidden = shown.hidden_voices(step)
        for index in reversed(shown.order):
            note = page.note_at(index, step) if voice in (None, index) and index not in hidden else None
            if note is not None and note.pitch == pitch:
                left, right = scale.x(note.start), scale.x(note.stop)
                edge = min(EDGE, (right - left) / 3)
                return note, "right" if right - at.x() <= edge else "left" if at.x() - left <= edge / 2 else "body"
        return None

    def notes_in(self, frame: QRectF) -> NotePlaces:
        """The notes a rectangle touches."""
        shown, scale = self._shown, self._scroller.scale
        page = shown.edit_page(shown.document.project)
        first, last = scale.step_at(frame.left()), scale.step_at(frame.right())
        low, high = scale.pitch_at(frame.bottom()), scale.pitch_at(frame.top())
        return frozenset(
            (v, note.start)
            for v in range(4)
            for note in page.visible(v, first, last)
            if low <= note.pitch <= high and v not in shown.hidden_voices(note.start)
        )
