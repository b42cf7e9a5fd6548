"""Where the melody to harmonise comes from: a file, the Draw tool, a MIDI keyboard, or an example."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QVBoxLayout, QWidget

from app.document.examples import EXAMPLES
from app.widgets.labels import button, label, row
from app.window.start_page import BeginCard, ExampleCard
from app.words import tr

WAYS = (
    ("open", "Open a file", "MIDI, MusicXML or a project", "open"),
    ("draw", "Draw it", "On a blank page, with the mouse", "draw"),
    ("play", "Play it in", "On a MIDI keyboard or these keys", "note"),
)
TUNES = tuple(example for example in EXAMPLES if example.name in ("ode", "hundredth", "anne", "danket"))


class MelodyDialog(QDialog):
    """`way` is what was chosen: a name of WAYS, or of an example."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Harmonise a melody"))
        self.setProperty("role", "paper")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.way = ""
        self.cards: dict[str, BeginCard | ExampleCard] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(28, 24, 28, 20)
        column.setSpacing(12)
        column.addWidget(label(tr("Where is your melody?"), "title"))
        ways = QGridLayout()
        ways.setSpacing(12)
        for place, (name, title, caption, icon_name) in enumerate(WAYS):
            ways.addWidget(self._card(name, BeginCard(tr(title), tr(caption), icon_name, place == 0)), 0, place)
        column.addLayout(ways)
        column.addSpacing(8)
        column.addWidget(label(tr("Or take one of these; it is harmonised at once"), "second"))
        tunes = QGridLayout()
        tunes.setSpacing(12)
        for place, example in enumerate(TUNES):
            tunes.addWidget(self._card(example.name, ExampleCard(example)), 0, place)
        column.addLayout(tunes)
        cancel = button(tr("Cancel"))
        cancel.clicked.connect(self.reject)
        column.addLayout(row(None, cancel))
        self.cards["open"].setFocus(Qt.FocusReason.TabFocusReason)

    def _card(self, name: str, card: BeginCard | ExampleCard) -> QWidget:
        card.clicked.connect(lambda _on=False: self._choose(name))
        self.cards[name] = card
        return card

    def _choose(self, name: str) -> None:
        self.way = name
        self.accept()
