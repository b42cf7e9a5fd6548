"""The main window: tabs of pages, start page, menus and status.

It places, opens and closes; what a page does is in the page."""

import logging
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QMainWindow,
    QVBoxLayout,
    QWidget,
)

import assets
from app.document.storage import own_files
from app.document.storage.autosave import Autosave
from app.document.storage.settings import Settings, State
from app.document.worker import Worker
from app.page.page import Page
from app.widgets.labels import rule
from app.widgets.stylesheet import use_theme
from app.widgets.theme import look
from app.window.action_set import ActionSet
from app.window.dialog_desk import WindowDialogs
from app.window.drag_out import DragHandle
from app.window.files.desk import FileDesk
from app.window.notice import Notice
from app.window.recent import RecentMenu
from app.window.sound_desk import SoundDesk
from app.window.status_line import StatusLine
from app.window.tabs import WindowTabs
from app.window.top_strip import TopStrip
from app.words import tr
from engine.errors import PalimpsestError
from engine.jobs import models

log = logging.getLogger(__name__)

TYPING = (
    QLineEdit,
    QAbstractSpinBox,
    QComboBox,
    QAbstractItemView,
)  # where Enter and Space mean something of their own


class Window(QMainWindow):
    """One window; what it does is in its parts: tabs, dialogs, files, sound, status."""

    tabs: WindowTabs
    dialogs: WindowDialogs
    files: FileDesk
    sound: SoundDesk
    status: StatusLine

    def __init__(self, settings: Settings, state: State, worker: Worker, disk: Worker) -> None:
        super().__init__()
        self.settings, self.state, self.worker, self.disk = settings, state, worker, disk
        self.autosave = Autosave(disk, int(settings["autosave"]), self)
        self.files, self.sound, self.dialogs = FileDesk(self), SoundDesk(self), WindowDialogs(self)
        self.actions_ = ActionSet(self)
        self.top = TopStrip(self.actions_["palette"])
        self.menus = self.actions_.fill(self.top.menus)
        self.recent = RecentMenu(state, self)
        self.menus["file"].insertMenu(self.actions_.after("open"), self.recent)
        self.tabs = WindowTabs(self, self.top)
        self.drag = DragHandle(lambda: self.page.document if self.page else None, self.sound.drags)
        self.status = StatusLine(self.statusBar(), self.drag)
        self.setWindowTitle("Palimpsest")
        self.setAcceptDrops(True)
        self._lay_out()
        self.notice = Notice(self)
        self._refresh = QTimer(self, singleShot=True, interval=0)
        self._clock = QTimer(self, interval=1000)
        self._connect()
        self._configure()
        self.actions_.check("theme", settings["theme"])
        self._restore_geometry()
        self.tabs.show_start()

    @property
    def page(self) -> Page | None:
        """The page in front, None on the start page."""
        return self.tabs.page

    @property
    def pages(self) -> list[Page]:
        """Every open page."""
        return self.tabs.pages

    def _lay_out(self) -> None:
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.top, rule(), self.tabs.stack):
            column.addWidget(part, 1 if part is self.tabs.stack else 0)
        self.setCentralWidget(centre)

    def _connect(self) -> None:
        self._refresh.timeout.connect(self._follow)
        self._clock.timeout.connect(self._follow_clock)
        self._clock.start()
        self.recent.chosen.connect(lambda path: self.attempt(partial(self.files.open_path, Path(path))))
        self.tabs.shown.connect(self._follow)
        self.tabs.changed.connect(self._refresh.start)
        self.tabs.retitled.connect(self._retitle)
        self.sound.player.said.connect(self.status.say_no_sound)
        self.drag.clicked.connect(self.actions_["export_midi"].trigger)
        self.settings.changed.connect(self._setting_changed)
        self.autosave.saved.connect(self._follow_clock)
        self.autosave.failed.connect(self.notice.say)

    def _restore_geometry(self) -> None:
        self.resize(1440, 900)
        self.setMinimumSize(900, 600)
        saved = self.state.get("geometry")
        if isinstance(saved, str):
            self.restoreGeometry(QByteArray.fromBase64(saved.encode()))

    def fit(self, room: QSize) -> None:
        """Be no larger than the room on the screen, less the window manager's frame, which is not known before."""
        room -= QSize(8, 40)
        self.setMinimumSize(self.minimumSize().boundedTo(room))
        self.resize(self.size().boundedTo(room))

    def after_start(self, files: list[str]) -> None:
        """The window can be seen: open what was asked for, then load the model quietly."""
        for name in files:
            self.attempt(partial(self.files.open_path, Path(name)))
        if words := own_files.reports():
            self.notice.say("\n".join(words))
        if self.settings["preload"]:
            self.worker.call(load_first_model, failed=lambda failed: log.info("model: %s", failed.sentence))

        QTimer.singleShot(0, self, self.sound.player.warm)

    # What it says

    def attempt(self, action: Callable[[], object]) -> None:
        """Do something the user asked for; a problem is shown as its sentence, any other
        error is reported, and the page stays."""
        focused = QApplication.focusWidget()
        try:
            action()
        except PalimpsestError as error:
            log.info("said: %s", error)
            self.notice.say(str(error))
        except Exception as error:
            log.exception("an action failed")
            self.show_unexpected("".join(traceback.format_exception(error)))
        self._settle_focus(focused)
        self._refresh.start()

    def _settle_focus(self, before: QWidget | None) -> None:
        """An action may hide the control it came from: the focus goes to the page then, not to the next button."""
        now = QApplication.focusWidget()
        stray = now is None or (isinstance(now, QAbstractButton) and now is not before)
        if self.page is not None and stray and self.isActiveWindow():
            self.page.canvas.setFocus()

    def uncaught(self, error: BaseException, details: str) -> None:
        """An error came out of a signal: a sentence for the user is said, anything else is unexpected."""
        if isinstance(error, PalimpsestError):
            self.notice.say(str(error))
        else:
            self.show_unexpected(details)

    def show_unexpected(self, details: str) -> None:
        """Something failed where nobody was looking."""
        self.dialogs.complain(
            tr("Something went wrong inside the program."),
            tr("Your pages are still here; save them and copy a report."),
            details,
        )

    def _follow(self) -> None:
        """Bring actions, title and status up to date."""
        self.actions_.refresh()
        self.status.follow(self.page)
        if self.page is not None:
            self._retitle(self.page)
        else:
            self.setWindowTitle("Palimpsest")
            self.setWindowModified(False)
        self._follow_clock()

    def _follow_clock(self) -> None:
        self.status.follow_clock(self.page, self.autosave.status())

    def _retitle(self, page: Page) -> None:
        if page is self.page:
            # Once, [*] would be Qt's mark of unsaved work.
            title = (page.document.title or tr("Untitled")).replace("[*]", "[*][*]")
            self.setWindowTitle(f"{title}[*] – Palimpsest")
            self.setWindowModified(page.document.modified)

    # What the system asks

    def event(self, event: QEvent) -> bool:
        """Let the focused control have Space and Enter before the shortcuts take them."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and not event.modifiers():
            focus, key = QApplication.focusWidget(), event.key()
            space = key == Qt.Key.Key_Space and isinstance(focus, (QAbstractButton, *TYPING))
            if space or (key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focus, TYPING)):
                event.accept()
                return True
        return super().event(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_O and not event.isAutoRepeat() and self.page is not None:
            self.page.preview.hold(False)
        super().keyReleaseEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self.files.can_drop(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.attempt(lambda: self.files.drop(event.mimeData()))

    def set_theme(self, choice: str) -> None:
        """Light, dark, or as the system is."""
        self.settings["theme"] = choice

    def _setting_changed(self, name: str) -> None:
        if name == "theme":
            use_theme(str(self.settings["theme"]))
            self.actions_.check("theme", self.settings["theme"])
        elif name == "autosave":
            self.autosave.seconds = int(self.settings["autosave"])
        elif name == "leave_paint":
            for page in self.pages:
                page.generation.paints_kept = not self.settings["leave_paint"]
        elif name == "motion":
            look.reduced_motion = not self.settings["motion"]
        elif name in ("device", "threads"):
            self._configure()

    def _configure(self) -> None:
        """Set the engine's device; it applies to networks loaded from now on."""
        device = str(self.settings["device"])
        models.configure({"automatic": "auto"}.get(device, device), int(self.settings["threads"]))

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.tabs.may_close_all():
            event.ignore()
            return
        self.tabs.shut_all()
        self.dialogs.shut()
        self.state.set("geometry", bytes(self.saveGeometry().toBase64().data()).decode())
        self._clock.stop()
        self.sound.close()
        self.files.handover.close()
        self.disk.drain()
        self.worker.shutdown(0.5)
        self.autosave.close()
        event.accept()
        super().closeEvent(event)


def load_first_model() -> None:
    """Load the first method's model in the engine thread, so that the first rewrite need not wait; missing
    weights are not an error here."""
    if assets.weights("music", "sunmask").exists():
        models.load_predictor("music", "sunmask")
