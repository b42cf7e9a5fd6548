"""A line of a section that can be pressed: it is as wide as the panel, and can be reached by Tab."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from app.widgets.theme import look


class LineButton(QAbstractButton):
    """What lines of all sections have in common; each paints itself."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.update)
