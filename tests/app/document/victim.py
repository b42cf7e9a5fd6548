"""A program to be killed: it edits a page without end, saves it now and then, and keeps recovery copies.

Prints what it did, one line each."""

import sys
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QTimer

from app.document.document import Document
from app.document.examples import melody_project
from app.document.storage.autosave import Autosave
from app.document.worker import Worker
from engine.formats import save_file

EVERY_EDIT, EVERY_SAVE = 2, 7  # milliseconds, edits
FLUSH = 40  # milliseconds: far more often than the program itself, so that a kill can hit a copy half-way


def main(path):
    application = QCoreApplication([])
    document, disk = Document(melody_project("ode"), Path(path)), Worker("disk")
    autosave = Autosave(disk, 1)
    autosave.watch(document)
    number = 0

    def edit():
        nonlocal number
        number += 1
        document.apply(
            "edit", replace(document.project, canvas=replace(document.project.canvas, title=f"edit {number}"))
        )
        print("edit", number, flush=True)
        if number % EVERY_SAVE == 0:
            save_file(path, document.project)
            print("saved", number, flush=True)

    edits, flushes = QTimer(), QTimer()
    edits.timeout.connect(edit)
    flushes.timeout.connect(autosave.flush)
    autosave.saved.connect(lambda: print("copied", flush=True))
    edits.start(EVERY_EDIT)
    flushes.start(FLUSH)
    return application.exec()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
