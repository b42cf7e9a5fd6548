"""A line that opens and closes what is below it. Looks like the fold of the rewrite panel; knows no meaning."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton, QWidget

from app.widgets.icons import icon


class Fold(QToolButton):
    """Closed at first."""

    def __init__(self, text: str, inside: QWidget) -> None:
        super().__init__()
        self._inside = inside
        self.setText(text)
        self.setCheckable(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setStyleSheet("padding-left: 0;")
        self.toggled.connect(self._turn)
        self._turn(False)

    def _turn(self, on: bool) -> None:
        self._inside.setVisible(on)
        self.setIcon(icon("down" if on else "right"))
