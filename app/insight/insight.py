"""What the Insight panels of all kinds of page can be asked for: the heat-map and Ask me."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.insight.ask_me import AskMe
from app.insight.heat import Heat
from app.words import tr

if TYPE_CHECKING:
    from app.page.page import Page


class Insight(QWidget):
    """A panel of a page, with its heat-map and its questions."""

    heat: Heat
    ask_me: AskMe

    def __init__(self, page: "Page") -> None:
        super().__init__()
        self._page = page

    def toggle_heat(self) -> None:
        """Show or hide how surprising each note or word is."""
        self.heat.toggle()
        self._page.status.emit(tr("Surprise: on") if self.heat.on else tr("Surprise: off"))

    def ask_what_next(self) -> None:
        """Ask for what decides most, and bring its question to the front."""
        self._page.show_panel("insight")
        self.ask_me.ask()
