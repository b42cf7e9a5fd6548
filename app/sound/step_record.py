"""Writing with a MIDI keyboard, note by note: each key struck becomes a note at the cursor, which moves on. Pure but for the document it is given."""

from app.document import Document
from app.roll.changes import add_note, piece_of
from app.words import tr
from engine.project import Project


def recorded(project: Project, voice: int, step: int, length: int, pitches: list[int]) -> tuple[Project, int]:
    """(the project with the pitches written one after another from a step on, each `length` sixteenths and kept, the step after them)."""
    steps = piece_of(project).steps
    for pitch in pitches:
        if step >= steps:
            break
        project = add_note(project, voice, step, length, pitch).project
        step = min(steps, step + length)
    return project, step


def record(document: Document, pitch: int, length: int) -> None:
    """Write one struck key at the cursor and move the cursor on; at the end of the page nothing happens."""
    voice, step, _ = document.cursor
    project, after = recorded(document.project, voice, step, length, [pitch])
    document.apply(tr("Record note"), project)
    if after < piece_of(document.project).steps:
        document.cursor = (voice, after, pitch)
