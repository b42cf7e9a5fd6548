"""What the window shows beside its pages: start page, settings, keys, tour, model card, log, about, and troubles.

Each is imported when first asked for."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QDialog, QMainWindow, QMessageBox, QVBoxLayout

from app.page.error_card import ErrorCard
from app.words import tr

if TYPE_CHECKING:
    from app.document.autosave import Rescue
    from app.document.examples import Example
    from app.document.settings import Settings, State
    from app.document.worker import Worker
    from app.insight.game.page import BachPage
    from app.page.page import Page
    from app.sound.player import Player
    from app.window.action_set import ActionSet
    from app.window.files import FileDesk
    from app.window.notice import Notice
    from app.window.start_page import StartPage
    from engine.canvas.project import Project


class WindowDialogs(QMainWindow):
    """The half of the window that opens other windows."""

    settings: "Settings"
    state: "State"
    worker: "Worker"
    files: "FileDesk"
    actions_: "ActionSet"
    page: "Page | None"
    notice: "Notice"

    def attempt(self, deed: Callable[[], object]) -> None:
        """Do something a person asked for."""
        raise NotImplementedError

    def show_start(self) -> None:
        """Bring the start page to the front."""
        raise NotImplementedError

    def open_example(self, example: "Example") -> None:
        """An example in a page of its own."""
        raise NotImplementedError

    def show_bach(self) -> None:
        """Bring Is it Bach? to the front."""
        raise NotImplementedError

    def add_page(self, project: "Project", path: Path | None = None, hint: str = "") -> "Page":
        """Open a project in a tab of its own."""
        raise NotImplementedError

    def make_start(self) -> "StartPage":
        """The start page with everything it tells connected."""
        from app.window.recent_list import RecentList
        from app.window.start_page import StartPage

        start = StartPage(RecentList(self.state))
        start.begun.connect(lambda name: self.attempt(lambda: self.begin(name)))
        start.example_chosen.connect(self.open_example)
        start.opened.connect(lambda path: self.attempt(lambda: self.files.open_path(Path(path))))
        start.open_wanted.connect(lambda: self.attempt(self.files.open))
        start.rescued.connect(lambda found: self.attempt(lambda: self.files.rescue(found)))
        start.discarded.connect(lambda found: self.attempt(lambda: self._discard(found)))
        return start

    def make_bach(self, player: "Player", page: "Callable[[], Page | None]") -> "BachPage":
        """The page of Is it Bach?, with everything it tells connected; `page` is the one whose bars may stand
        against Bach."""
        from app.insight.game.page import BachPage
        from app.insight.game.rounds import page_bars
        from engine.canvas.project import fresh

        made = BachPage(self.worker, player, lambda: page_bars(page()))
        made.opened.connect(lambda piece: self.attempt(lambda: self.add_page(fresh(piece))))
        made.undoable.connect(lambda words, back: self.notice.say(words, 8, tr("Undo"), back))
        return made

    def _discard(self, found: "Rescue") -> None:
        found.discard()
        self.show_start()

    def begin(self, name: str) -> None:
        """One of the start page's ways to begin."""
        {
            "harmonise": self._begin_melody,
            "compose": self._begin_compose,
            "continue": lambda: self.files.import_file(lambda: self.page.verb("continue") if self.page else None),
            "sentence": self.files.new_text,
            "import": self.files.import_file,
            "blank": self.files.new,
            "tour": self.show_tour,
            "bach": self.show_bach,
        }[name]()

    def _begin_melody(self) -> None:
        self.files.new()
        assert self.page is not None
        self.page.set_tool("draw")
        self.notice.say(tr("Draw your melody, or drop a MIDI file here. Then press Harmonise this melody."), 20)

    def _begin_compose(self) -> None:
        self.files.new()
        assert self.page is not None
        self.page.verb("compose")

    def show_settings(self) -> None:
        """The settings."""
        from app.window.dialogs.settings import SettingsDialog

        SettingsDialog(self.settings, self).exec()

    def show_palette(self) -> None:
        """Type what you want to do."""
        from app.window.command_palette import CommandPalette

        self.actions_.refresh()
        self._palette = CommandPalette(self.actions_, self)
        self._palette.move(self.mapToGlobal(self.rect().center()) - self._palette.rect().center() - QPoint(0, 120))
        self._palette.show()

    def show_keys(self) -> None:
        """Every key."""
        from app.window.command_palette import KeySheet

        KeySheet(self).exec()

    def show_tour(self) -> None:
        """The 60-second tour."""
        from app.window.tour import Tour

        self._tour = Tour(self)  # type: ignore[arg-type]
        self._tour.begin()

    def show_model(self) -> None:
        """What the model is."""
        from app.window.dialogs.model_card import ModelCardDialog

        ModelCardDialog(self).exec()

    def show_log(self) -> None:
        """What happened, and a report."""
        from app.window.dialogs.log import LogDialog

        LogDialog(self).exec()

    def show_about(self) -> None:
        """What this is."""
        import engine

        words = tr(
            "Palimpsest {version}\n\nPaint what to keep; a model on this computer writes the rest. It sends nothing"
            " anywhere.\n\nThe methods are SUNMASK, MAC and SFARM; the tunes are in the public domain.",
            version=engine.__version__,
        )
        box = QMessageBox(self)
        box.setWindowTitle(tr("About Palimpsest"))
        box.setText(words)
        box.exec()

    def complain(self, sentence: str, kept: str, details: str = "") -> None:
        """A trouble that deserves more than a notice: what happened, what was kept, details and a report."""
        dialog = QDialog(self)
        dialog.setWindowTitle(tr("A problem"))
        column = QVBoxLayout(dialog)
        card = ErrorCard(sentence, kept, details)
        card.dismissed.connect(dialog.accept)
        column.addWidget(card)
        dialog.setMinimumWidth(460)
        dialog.open()
