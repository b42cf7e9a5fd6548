"""The right side of a page: one of its panels at a time, chosen by name, with the progress card below."""

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.document.preview import Preview
from app.page.panels.progress_card import ProgressCard
from app.widgets.segments import Segments
from app.words import tr

WIDTH = 300
TITLES = {"rewrite": "Rewrite", "insight": "Insight", "history": "History"}


class SidePanels(QWidget):
    """Panels by name, in the order of TITLES."""

    def __init__(self, panels: Mapping[str, QWidget], card: ProgressCard, preview: Preview) -> None:
        super().__init__()
        self._panels, self._card, self._preview = panels, card, preview
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(WIDTH)
        self.segments = Segments({name: tr(TITLES[name]) for name in panels}, tr("Panel"))
        self.stack = QStackedWidget()
        for panel in panels.values():
            self.stack.addWidget(panel)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 14, 0, 16)
        column.setSpacing(8)
        top, foot = QHBoxLayout(), QHBoxLayout()
        top.setContentsMargins(20, 0, 20, 0)
        foot.setContentsMargins(20, 0, 20, 0)
        top.addWidget(self.segments)
        foot.addWidget(card)
        column.addLayout(top)
        column.addWidget(self.stack, 1)
        column.addLayout(foot)
        self.segments.chosen.connect(self.show_panel)

    def show_panel(self, name: str) -> None:
        """Bring a panel to the front."""
        self.segments.current = name
        self.stack.setCurrentWidget(self._panels[name])
        self.show_card()

    def show_card(self) -> None:
        """The card belongs to the rewrite panel; beside insight it is shown only while there are alternatives."""
        current = self.segments.current
        self._card.setVisible(current == "rewrite" or (current == "insight" and self._preview.count > 0))
