"""What a page asks of the window's actions: to find one by name, to show which of a group is on, and to rename some.
Knows no row of the table."""

from collections.abc import Mapping
from typing import Protocol

from PySide6.QtGui import QAction


class PageActions(Protocol):
    """The actions of the window a page is in."""

    def __getitem__(self, name: str) -> QAction:
        """One action."""
        ...

    def reword(self, words: Mapping[str, tuple[str, str]]) -> None:
        """Call some actions otherwise, as a kind of page does: name -> (text, tip)."""
        ...

    def check(self, group: str, value: object) -> None:
        """Show which of a group is on."""
        ...
