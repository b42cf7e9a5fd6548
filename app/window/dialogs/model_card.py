"""The model card: what each shipped network is, was trained on and measured at; in a few lines, then all there is.

Reads the weight files' headers and the figures beside them, never torch."""

from typing import Any

from PySide6.QtWidgets import QComboBox, QDialog, QPlainTextEdit, QVBoxLayout, QWidget

import assets
from app.widgets.labels import button, label, row
from app.words import tr
from engine.errors import ModelError
from engine.jobs.cards import read_card
from engine.jobs.figures import read_figures
from engine.jobs.library import shipped
from engine.jobs.model_facts import facts
from engine.sampling.methods import METHODS

MODALITIES = {"music": "music", "text": "sentences"}
LONGEST = 500  # characters of one value that are shown


def described(card: dict[str, Any], indent: str = "") -> str:
    """A card as readable lines; long lists are counted."""
    lines = []
    for name, value in card.items():
        key = name.replace("_", " ")
        if isinstance(value, dict):
            lines.append(f"{indent}{key}:\n{described(value, indent + '    ')}")
        elif isinstance(value, list) and len(value) > 12:
            lines.append(f"{indent}{key}: {len(value):,} entries")
        else:
            text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
            lines.append(f"{indent}{key}: {text if len(text) <= LONGEST else text[:LONGEST] + ' …'}")
    return "\n".join(lines)


class ModelCardDialog(QDialog):
    """Choose a method, read its card."""

    def __init__(self, parent: QWidget | None = None, kind: str = "music", method: str = "") -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Model card"))
        self._choice, self._text = QComboBox(), QPlainTextEdit()
        self._choice.setAccessibleName(tr("Method"))
        for modality, word in MODALITIES.items():
            for name, made in METHODS.items():
                self._choice.addItem(f"{made.label}, {tr(word)}", (modality, name))
        self._text.setReadOnly(True)
        self._text.setAccessibleName(tr("Model card"))
        self._sentence = label("", "second", wrap=True)
        close = button(tr("Close"))
        close.clicked.connect(self.accept)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.addLayout(row(label(tr("Model card"), "title"), None, self._choice))
        column.addWidget(self._sentence)
        column.addWidget(self._text, 1)
        column.addLayout(row(None, close))
        self.resize(640, 560)
        wanted = [
            place
            for place in range(self._choice.count())
            if self._choice.itemData(place)[0] == kind and self._choice.itemData(place)[1] in (method, "sunmask")
        ]
        self._choice.setCurrentIndex(max(wanted, key=lambda place: self._choice.itemData(place)[1] == method))
        self._choice.currentIndexChanged.connect(lambda _index: self._show())
        self._show()

    def _show(self) -> None:
        modality, name = self._choice.currentData()
        self._sentence.setText(tr(METHODS[name].sentence))
        try:
            path = assets.weights(modality, name)
            card, figures = read_card(path), read_figures(path)
            known = {what: said for what, said in facts(shipped(modality)).items() if said != "unknown"}
            parts = known, {"measured": figures} if figures else {}, card
            self._text.setPlainText("\n\n".join(described(part) for part in parts if part))
        except ModelError as error:
            self._text.setPlainText(str(error))
