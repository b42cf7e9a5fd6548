"""A program to be killed: it edits a page without end, saves it now and then, and keeps recovery copies.

With `--rescue` it goes on with what ended sessions left, and saves nothing. Prints what it did, one line each."""

import sys
from collections import deque
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QTimer

from app.document.document import Document
from app.document.examples import melody_project
from app.document.storage.autosave import Autosave, rescues
from app.document.worker import Worker
from engine.formats import save_file

EVERY_EDIT, EVERY_SAVE = 2, 7  # milliseconds, edits
FLUSH = 40  # milliseconds: far more often than the program itself, so that a kill can hit a copy half-way


def main(path, rescue):
    application = QCoreApplication([])
    disk = Worker("disk")
    autosave = Autosave(disk, 1)
    found = [(each.read(), each) for each in rescues()] if rescue else []
    pages = [(Document(project, Path(path)), each) for project, each in found]
    document = max((page for page, _ in pages), key=number_of) if pages else Document(melody_project("ode"), Path(path))
    number = number_of(document)
    copying = deque()  # the edits whose copies are under way

    def copied():
        done = copying.popleft()
        if done is not None:
            print("copied", done, flush=True)

    autosave.saved.connect(copied)
    for page, each in pages or [(document, None)]:
        autosave.watch(page)
        page.mark_unsaved()
        if each is not None:
            print("rescue", number_of(page), flush=True)
            copying.append(number if page is document else None)
            autosave.inherit(page, each)

    def edit():
        nonlocal number
        number += 1
        document.apply(
            "edit", replace(document.project, canvas=replace(document.project.canvas, title=f"edit {number}"))
        )
        print("edit", number, flush=True)
        if not rescue and number % EVERY_SAVE == 0:
            save_file(path, document.project)
            print("saved", number, flush=True)

    def flush():
        if number != flush.last:
            flush.last = number
            copying.append(number)
            autosave.flush()

    flush.last = number
    edits, flushes = QTimer(), QTimer()
    edits.timeout.connect(edit)
    flushes.timeout.connect(flush)
    edits.start(EVERY_EDIT)
    flushes.start(FLUSH)
    return application.exec()


def number_of(document):
    """Which edit a page was left at."""
    words = document.project.canvas.title.split()
    return int(words[1]) if words[:1] == ["edit"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--rescue" in sys.argv))
