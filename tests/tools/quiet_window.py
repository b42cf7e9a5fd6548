"""A window for tools that nobody sits at: no sound, a stand-in for the networks, answers ready for its questions, and
every error (an exception in a slot, a complaint about the program itself) written down."""

import sys
import time
import traceback

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from engine.errors import PalimpsestError


class QuietWindow:
    """`window` and what went wrong in it."""

    def __init__(self, seconds=0.0):
        from app.document.storage.settings import Settings, State
        from app.document.worker import Worker
        from app.sound import player
        from app.widgets.stylesheet import use_theme
        from app.widgets.theme import look
        from app.window.main_window import Window
        from engine.canvas.music import blank_piece
        from tests.tools.stand_in import stand_in_models

        self.application = QApplication.instance() or QApplication(sys.argv[:1])
        self.accidents, self.complaints = [], []
        sys.excepthook = self._uncaught
        player.open_device = lambda *_: None
        use_theme("light")
        look.reduced_motion = True
        self.window = Window(Settings(), State(), Worker("engine", stand_in_models(seconds)), Worker("disk"))
        questions = self.window.files.questions
        questions.ask_unsaved = lambda *_: "discard"
        questions.ask_changed = lambda *_: "overwrite"
        questions.ask_plan = self._agree
        questions.ask_new = lambda: blank_piece(8)
        self.window.dialogs.complain = self._complain
        self.window.resize(1100, 700)
        self.window.show()
        self.run()

    def _uncaught(self, kind, error, trace):
        if isinstance(error, PalimpsestError):
            self.window.uncaught(error, "")  # as the program does
        else:
            self.accidents.append("".join(traceback.format_exception(kind, error, trace, limit=-6)))

    def _complain(self, sentence, kept, details=""):
        self.complaints.append(sentence)
        if "Traceback" in details and "inside the program" in sentence:
            self.accidents.append(details)

    def _agree(self, plan, name):
        """Look at the import as a user would, and agree."""
        from app.window.dialogs.import_preview import ImportDialog

        dialog = ImportDialog(plan, name, self.window)
        dialog.grab()
        piece = dialog.piece()
        dialog.deleteLater()
        return piece

    def run(self, until=None, seconds=20.0):
        """Let events run: once, or until something is so; False if it never was."""
        end = time.monotonic() + seconds
        while True:
            self.application.processEvents()
            # nobody runs exec() here, and without it Qt keeps what was deleted later, whole closed pages among it
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            if until is None or until():
                return True
            if time.monotonic() > end:
                return False
            time.sleep(0.002)

    def close(self):
        """The end of a session."""
        self.window.close()
        self.run()
        self.window.deleteLater()
        self.run()
