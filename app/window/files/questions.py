"""The questions of the File menu: which file, where to, what about unsaved work. One method each, so that a test can
answer them."""

import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from app.document.storage import places
from app.document.storage.settings import State
from app.page.piece_dialog import PieceDialog
from app.sound.player import Player
from app.words import tr
from engine.canvas.music import Piece, blank_piece
from engine.formats.files import file_name
from engine.formats.import_plan import ImportPlan


def free_name(folder: Path, name: str, suffix: str) -> Path:
    """A file of this name that is not there yet: "Ode.mid", else "Ode 2.mid"."""
    plain = file_name(name) or tr("Untitled")
    paths = (folder / f"{plain}{more}{suffix}" for more in ("", *(f" {number}" for number in range(2, 1000))))
    return next((path for path in paths if not path.exists()), folder / f"{plain}{suffix}")


class FileQuestions:
    """Asked over `window`; `state` remembers the folder; `player` lets an import be heard."""

    def __init__(self, window: QWidget, state: State, player: Callable[[], Player]) -> None:
        self._window, self._state, self._player = window, state, player

    def ask_new(self) -> Piece | None:
        """Key, metre, number of bars and pick-up of an empty page."""
        dialog = PieceDialog(blank_piece(8), 0, self._window, new=True)
        return dialog.piece() if dialog.exec() else None

    def ask_open(self, title: str, suffixes: tuple[str, ...]) -> Path | None:
        """A file to open."""
        wanted = " ".join(f"*{suffix}" for suffix in suffixes)
        chosen, _ = QFileDialog.getOpenFileName(
            self._window, title, str(self._folder()), f"{tr('Files to open')} ({wanted});;{tr('All files')} (*)"
        )
        return Path(chosen) if chosen else None

    def ask_save(self, title: str, name: str, suffix: str, beside: Path | None = None) -> Path | None:
        """Where to save: proposes the folder of `beside`, else the last one, and a name that no file has there."""
        folder = beside.parent if beside is not None and beside.parent.is_dir() else self._folder()
        chosen, _ = QFileDialog.getSaveFileName(self._window, title, str(free_name(folder, name, suffix)), f"*{suffix}")
        path = Path(chosen) if chosen else None
        if path is None or path.suffix.lower() == suffix:
            return path
        path = path.with_name(path.name + suffix)  # the dialog asked about another name
        return path if not os.path.lexists(path) or self.ask_replace(path.name) else None

    def ask_unsaved(self, title: str) -> str:
        """save, discard or cancel."""
        return self._choose(
            tr("Unsaved changes"),
            tr("Save the changes to {title}?", title=title),
            tr("If you do not save, your changes since the last save are lost."),
            {
                "save": (tr("Save"), QMessageBox.ButtonRole.AcceptRole),
                "discard": (tr("Don't save"), QMessageBox.ButtonRole.DestructiveRole),
            },
        )

    def ask_changed(self, name: str) -> str:
        """overwrite, elsewhere, reload or cancel."""
        return self._choose(
            tr("Changed by another program"),
            tr("{name} was changed by another program since you opened it.", name=name),
            tr("Overwriting loses what the other program wrote; reloading can be undone."),
            {
                "elsewhere": (tr("Save as ..."), QMessageBox.ButtonRole.AcceptRole),
                "overwrite": (tr("Overwrite"), QMessageBox.ButtonRole.DestructiveRole),
                "reload": (tr("Reload"), QMessageBox.ButtonRole.ActionRole),
            },
        )

    def ask_replace(self, name: str) -> bool:
        """Whether a file that is there may be replaced."""
        answer = self._choose(
            tr("Replace a file"),
            tr("{name} is there already.", name=name),
            tr("Replacing it loses what is in it."),
            {"replace": (tr("Replace"), QMessageBox.ButtonRole.DestructiveRole)},
        )
        return answer == "replace"

    def _choose(self, title: str, text: str, more: str, answers: dict[str, tuple[str, QMessageBox.ButtonRole]]) -> str:
        """The name of the chosen answer; the first is the default, and Esc means cancel."""
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setWindowTitle(title)
        box.setText(text)
        box.setInformativeText(more)
        buttons = {name: box.addButton(words, role) for name, (words, role) in answers.items()}
        buttons["cancel"] = box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(next(iter(buttons.values())))
        box.setEscapeButton(buttons["cancel"])
        box.exec()
        return next((name for name, button in buttons.items() if button is box.clickedButton()), "cancel")

    def ask_plan(self, plan: ImportPlan, name: str) -> Piece | None:
        """Show what an import changes; the piece if the user agrees."""
        from app.window.dialogs.import_preview import ImportDialog

        dialog = ImportDialog(plan, name, self._window, self._player())
        return dialog.piece() if dialog.exec() else None

    def _folder(self) -> Path:
        remembered = self._state.get("folder")
        return Path(remembered) if isinstance(remembered, str) and Path(remembered).is_dir() else places.documents()
