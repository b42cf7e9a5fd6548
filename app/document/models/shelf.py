"""The library of models as the window sees it: one object that says when it changed. Knows no widgets."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.words import tr
from engine.canvas.project import ModelTag
from engine.jobs import library
from engine.jobs.library import LibraryModel


class Shelf(QObject):
    """Every window and page looks at the same one."""

    changed = Signal()

    def choices(self, kind: str) -> list[tuple[str, str]]:
        """(name, title) of every model that a kind of page can use, the shipped one first; reads headers only."""
        own = [(model.name, model.name) for model in library.own() if model.kind == kind and not model.trouble]
        return [("", library.SHIPPED_NAMES[kind]), *own]

    def models(self) -> tuple[LibraryModel, ...]:
        """Every model, the shipped ones first."""
        return library.models()

    def import_model(self, path: Path) -> LibraryModel:
        """Import a weight file; runs in the engine thread, for it is checked. Tell `refresh` afterwards."""
        return library.import_model(path)

    def rename(self, name: str, new: str) -> LibraryModel:
        """Give a model another name."""
        made = library.rename(name, new)
        self.changed.emit()
        return made

    def remove(self, name: str) -> None:
        """Delete a model."""
        library.remove(name)
        self.changed.emit()

    def refresh(self) -> None:
        """Something was added: say so."""
        self.changed.emit()


shelf = Shelf()


def missing_words(tag: ModelTag, kind: str) -> str:
    """What is to be said about a page's model when it is opened: it is missing, it was replaced, or nothing."""
    if not tag.name:
        return ""
    found = library.find(tag.name, kind)
    if found is None:
        return tr(
            "This page uses the model {name}, which is not in your library; import it under Rewrite > Models, or use"
            " the shipped one.",
            name=tag.name,
        )
    if tag.checksum and found.checksum() != tag.checksum:
        return tr("The model {name} was replaced since this page was saved; results may differ.", name=tag.name)
    return ""
