"""A page's models: keeps the panel's choice, the project and the library in step. Knows no layout."""

from PySide6.QtCore import QObject

from app.document.document import Document
from app.document.generation import Generation
from app.document.models.shelf import missing_words, shelf
from app.page.panels.model_choice import ModelChoice
from app.page.panels.rewrite_panel import RewritePanel
from engine.canvas.project import SHIPPED_MODEL, ModelTag
from engine.jobs import library


class PageModels(QObject):
    """The part of a page that chooses its model."""

    def __init__(self, document: Document, generation: Generation, panel: RewritePanel, parent: QObject) -> None:
        super().__init__(parent)
        self._document, self._generation = document, generation
        self.choice = ModelChoice()
        panel.add(self.choice)
        self.choice.chosen.connect(self.choose)
        self.choice.beside_chosen.connect(self.ask_beside)
        shelf.changed.connect(self.refresh)
        self.refresh()

    @property
    def trouble(self) -> str:
        """What is to be said about the page's model, in one sentence."""
        return missing_words(self._document.project.model, self._document.kind)

    def choose(self, name: str) -> None:
        """Rewrite by another model from now on."""
        found = library.find(name, self._document.kind) if name else None
        self._document.use_model(SHIPPED_MODEL if not name else ModelTag(name, found.checksum() if found else ""))
        if self._generation.beside == name:
            self._generation.beside = None
        self.refresh()

    def use_shipped(self) -> None:
        """Rewrite by the model that comes with the program."""
        self.choose("")

    def ask_beside(self, name: str | None) -> None:
        """Ask a second model, too, or no longer."""
        self._generation.beside = name
        self.refresh()

    def refresh(self) -> None:
        """Follow the library and the project."""
        choices = shelf.choices(self._document.kind)
        if self._generation.beside is not None and self._generation.beside not in dict(choices):
            self._generation.beside = None
        self.choice.show_models(choices, self._document.project.model.name, self._generation.beside)
