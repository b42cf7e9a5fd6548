"""What the window shows beside its pages: start page, settings, keys, tour, model card, log, about, and problems.

Each is imported when first asked for."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QDialog, QMessageBox, QVBoxLayout

from app.document.examples import EXAMPLES
from app.page.panels.error_card import ErrorCard
from app.words import tr

if TYPE_CHECKING:
    from app.document.models.teaching import Teaching
    from app.document.storage.autosave import Rescue
    from app.insight.game.page import BachPage
    from app.page.page import Page
    from app.window.command_palette import CommandPalette
    from app.window.dialogs.blind import BlindDialog
    from app.window.dialogs.guide import GuideDialog
    from app.window.dialogs.models import ModelsDialog
    from app.window.dialogs.teach import TeachDialog
    from app.window.main_window import Window
    from app.window.start_page import StartPage
    from app.window.tour import Tour


class WindowDialogs(QObject):
    """The part of the window that opens other windows, and the ways to begin."""

    def __init__(self, window: "Window") -> None:
        super().__init__(window)
        self._window = window
        self.palette: CommandPalette | None = None
        self.tour: Tour | None = None
        self.models: ModelsDialog | None = None
        self.teach: TeachDialog | None = None
        self.blind: BlindDialog | None = None
        self.guide: GuideDialog | None = None
        self._teaching: Teaching | None = None

    def make_start(self) -> "StartPage":
        """The start page with its signals connected."""
        from app.window.recent import RecentList
        from app.window.start_page import StartPage

        window = self._window
        start = StartPage(RecentList(window.state))
        start.begun.connect(lambda name: window.attempt(lambda: self.begin(name)))
        start.example_chosen.connect(window.tabs.open_example)
        start.opened.connect(lambda path: window.attempt(lambda: window.files.open_path(Path(path))))
        start.open_wanted.connect(lambda: window.attempt(window.files.open))
        start.rescued.connect(lambda found: window.attempt(lambda: window.files.rescue(found)))
        start.discarded.connect(lambda found: window.attempt(lambda: self._discard(found)))
        return start

    def make_bach(self, page: "Callable[[], Page | None]") -> "BachPage":
        """The page of Is it Bach?, with its signals connected; `page` is the one whose bars may stand
        against Bach."""
        from app.insight.game.page import BachPage
        from app.insight.game.rounds import page_bars
        from engine.canvas.project import fresh

        window = self._window
        made = BachPage(window.worker, window.sound.player, lambda: page_bars(page()))
        made.opened.connect(lambda piece: window.attempt(lambda: window.tabs.add_page(fresh(piece))))
        made.undoable.connect(lambda words, back: window.notice.say(words, 8, tr("Undo"), back))
        return made

    def _discard(self, found: "Rescue") -> None:
        found.discard()
        self._window.tabs.show_start()

    def begin(self, name: str) -> None:
        """One of the start page's ways to begin."""
        files = self._window.files
        {
            "harmonise": self._begin_melody,
            "compose": lambda: files.new().rewrites.verb("compose"),
            "continue": lambda: files.import_file(self._continue),
            "sentence": files.new_text,
            "import": files.import_file,
            "blank": files.ask_new,
            "tour": self.show_tour,
            "bach": self._window.tabs.show_bach,
        }[name]()

    def _begin_melody(self) -> None:
        """Ask where the melody is, and harmonise it as soon as it is there."""
        way = self.ask_melody()
        ways = {"open": self._melody_file, "draw": self._draw_melody, "play": self._play_melody}
        if way in ways:
            ways[way]()
        elif way:
            window = self._window
            window.tabs.open_example(next(example for example in EXAMPLES if example.name == way))
            self._harmonise()

    def ask_melody(self) -> str:
        """A file, drawing, playing or an example; empty if the user changed their mind."""
        from app.window.dialogs.melody import MelodyDialog

        dialog = MelodyDialog(self._window)
        return dialog.way if dialog.exec() else ""

    def _melody_file(self) -> None:
        self._window.files.import_file(self._harmonise)

    def _draw_melody(self) -> None:
        page = self._window.files.ask_new()
        if page is None:
            return
        page.painting.set_tool("draw")
        self._window.notice.say(tr("Draw your melody. Then press Harmonise this melody."), 20)

    def _play_melody(self) -> None:
        if self._window.files.ask_new() is not None:
            self._window.sound.play_in()
            self._window.notice.say(tr("Press Harmonise this melody when your melody is as you want it."), 20)

    def _harmonise(self) -> None:
        if self._window.page is not None:
            self._window.page.rewrites.verb("harmonise")

    def _continue(self) -> None:
        if self._window.page is not None:
            self._window.page.rewrites.verb("continue")

    def show_settings(self) -> None:
        """The settings."""
        from app.window.dialogs.settings import SettingsDialog

        SettingsDialog(self._window.settings, self._window).exec()

    def show_palette(self) -> None:
        """Type what you want to do."""
        from app.window.command_palette import CommandPalette

        window = self._window
        window.actions_.refresh()
        self.palette = palette = CommandPalette(window.actions_, window)
        palette.move(window.mapToGlobal(window.rect().center()) - palette.rect().center() - QPoint(0, 120))
        palette.show()

    def show_keys(self) -> None:
        """Every key."""
        from app.window.key_sheet import KeySheet

        KeySheet(self._window).exec()

    def show_tour(self) -> None:
        """The 60-second tour."""
        from app.window.tour import Tour

        self.tour = Tour(self._window)
        self.tour.begin()

    def show_model(self) -> None:
        """What the model is."""
        from app.window.dialogs.model_card import ModelCardDialog

        page = self._window.page
        kind, method = (page.document.kind, page.panel.method) if page is not None else ("music", "")
        ModelCardDialog(self._window, kind, method).exec()

    def show_models(self) -> None:
        """The library of models."""
        from app.window.dialogs.models import ModelsDialog

        self._drop(self.models)
        self.models = ModelsDialog(self._window)
        if self._window.page is not None:
            document = self._window.page.document
            self.models.choose(document.project.model.name, document.kind)
        self._open(self.models)

    def show_teach(self) -> None:
        """Teach it your pieces."""
        from app.window.dialogs.teach import TeachDialog

        self._drop(self.teach)
        self.teach = TeachDialog(self._window, self.teaching)
        self._open(self.teach)

    def show_blind(self, model: str, folder: Path) -> None:
        """Compare a model with the shipped one, blind."""
        from app.window.dialogs.blind import BlindDialog

        self._drop(self.blind)
        self.blind = BlindDialog(self._window, model, folder)
        self._open(self.blind)

    @property
    def teaching(self) -> "Teaching":
        """The one teaching of this window; it goes on while its dialog is closed."""
        from app.document.models.teaching import Teaching

        if self._teaching is None:
            self._teaching = Teaching(self)
            self._teaching.changed.connect(self._taught)
        return self._teaching

    def _taught(self) -> None:
        """A teaching ended while nobody was looking."""
        progress = self.teaching.progress
        looking = self.teach is not None and self.teach.isVisible()
        if progress is not None and progress.phase in ("done", "failed") and not looking:
            self._window.notice.say(progress.sentence, 20, tr("Show"), self.show_teach)

    def shut(self) -> None:
        """The window goes: a teaching keeps where it stands."""
        if self.blind is not None:
            self.blind.shut()
        if self._teaching is not None:
            self._teaching.shut()

    @staticmethod
    def _drop(dialog: QDialog | None) -> None:
        """One of a kind is enough."""
        if dialog is not None:
            dialog.close()
            dialog.deleteLater()

    @staticmethod
    def _open(dialog: QDialog) -> None:
        """Beside the window, which stays usable."""
        dialog.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        dialog.show()
        dialog.raise_()

    def show_guide(self) -> None:
        """The guide, beside the window."""
        from app.window.dialogs.guide import GuideDialog

        self._drop(self.guide)
        self.guide = GuideDialog(self._window)
        self._open(self.guide)

    def show_log(self) -> None:
        """What happened, and a report."""
        from app.window.dialogs.log import LogDialog

        LogDialog(self._window).exec()

    def show_about(self) -> None:
        """What this is."""
        from app.window.dialogs.about import about

        box = QMessageBox(self._window)
        box.setWindowTitle(tr("About Palimpsest"))
        box.setText(about())
        box.exec()

    def complain(self, sentence: str, kept: str, details: str = "") -> None:
        """A problem that deserves more than a notice: what happened, what was kept, details and a report."""
        dialog = QDialog(self._window)
        dialog.setWindowTitle(tr("Error"))
        column = QVBoxLayout(dialog)
        card = ErrorCard(sentence, kept, details)
        card.dismissed.connect(dialog.accept)
        column.addWidget(card)
        dialog.setMinimumWidth(460)
        dialog.open()
