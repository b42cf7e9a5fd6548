"""Writing with a MIDI keyboard, step by step: each key struck becomes a note at the cursor, which moves on; so does a
rest. Knows how long a step is, and the way back; pure except for the document it is given."""

from dataclasses import replace

from app.document.document import Document
from app.roll.changes import add_note, piece_of
from app.roll.describe import length_words
from app.words import tr
from engine.canvas import edits
from engine.canvas.music import STEPS_PER_QUARTER
from engine.canvas.project import Project

VALUES = (1, 2, 4, 8, 16)  # sixteenths in a step; all but the first may be dotted


def recorded(project: Project, voice: int, step: int, length: int, pitches: list[int]) -> tuple[Project, int]:
    """(the project with the pitches written one after another from a step on, each `length` sixteenths and kept, the
    step after them)."""
    steps = piece_of(project).steps
    for pitch in pitches:
        if step >= steps:
            break
        project = add_note(project, voice, step, length, pitch).project
        step = min(steps, step + length)
    return project, step


class StepRecorder:
    """Writes at the cursor and remembers each step, so that it can be undone."""

    def __init__(self) -> None:
        self.value, self.dotted = STEPS_PER_QUARTER, False
        self._trail: list[
            tuple[Document, tuple[int, int, int], object]
        ] = []  # (page, cursor before each step, canvas after it)

    @property
    def length(self) -> int:
        """Sixteenths in a step."""
        return self.value * 3 // 2 if self.dotted and self.value > 1 else self.value

    @property
    def words(self) -> str:
        """What the next key writes."""
        return tr("Note length for each key: {length}", length=length_words(self.length))

    def change(self, by: int) -> None:
        """The next longer or shorter value."""
        self.value = VALUES[max(0, min(len(VALUES) - 1, VALUES.index(self.value) + by))]

    def dot(self) -> None:
        """Half as long again, or not."""
        self.dotted = not self.dotted

    def strike(self, document: Document, pitch: int) -> None:
        """Write one struck key at the cursor and move the cursor on; at the end of the page it stays."""
        voice, step, _ = document.cursor
        project, after = recorded(document.project, voice, step, self.length, [pitch])
        self._write(document, tr("Record note"), project, after, pitch)

    def rest(self, document: Document) -> None:
        """Leave a step silent and move on."""
        voice, step, pitch = document.cursor
        piece = piece_of(document.project)
        after = min(piece.steps, step + self.length)
        silent = edits.erase(piece, voice, step, after)
        self._write(document, tr("Record rest"), replace(document.project, canvas=silent), after, pitch)

    def back(self, document: Document) -> bool:
        """Take the last step back; if the page was edited since, only the cursor goes back.

        False if there is none on this page."""
        while self._trail and self._trail[-1][0] is not document:
            self._trail.pop()
        if not self._trail:
            return False
        _, cursor, after = self._trail.pop()
        if document.project.canvas is after:
            document.stack.undo()
        document.cursor = cursor
        return True

    def _write(self, document: Document, name: str, project: Project, after: int, pitch: int) -> None:
        voice = document.cursor[0]
        cursor, before = document.cursor, document.project.canvas
        document.apply(name, project)
        canvas = document.project.canvas
        self._trail.append((document, cursor, canvas if canvas is not before else None))
        if after < piece_of(document.project).steps:
            document.cursor = (voice, after, pitch)
