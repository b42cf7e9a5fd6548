"""Which model rewrites the page, and which second one is asked, too: shown only where there is more than one. Emits
signals; reads no library."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from app.widgets.labels import label, row
from app.words import tr


class ModelChoice(QWidget):
    """Two lists; `chosen` with a model's name, `beside_chosen` with a name or None."""

    chosen = Signal(str)
    beside_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model, self.beside = QComboBox(), QComboBox()
        self.model.setAccessibleName(tr("Model"))
        self.model.setToolTip(tr("The model that rewrites this page; the page remembers it."))
        self.beside.setAccessibleName(tr("Also ask"))
        self.beside.setToolTip(tr("A second model writes as many alternatives, side by side with the first one's."))
        for box in (self.model, self.beside):
            box.setMinimumContentsLength(12)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(row(label(tr("Model")), None, self.model))
        column.addLayout(row(label(tr("Also ask")), None, self.beside))
        self.model.activated.connect(lambda _index: self.chosen.emit(self.model.currentData()))
        self.beside.activated.connect(lambda _index: self.beside_chosen.emit(self.beside.currentData()))
        self.hide()

    def show_models(self, models: Sequence[tuple[str, str]], current: str, beside: str | None) -> None:
        """Offer models, (name, title), and show which are chosen; one that is missing is shown as missing."""
        self.model.clear()
        self.beside.clear()
        self.beside.addItem(tr("nobody else"), None)
        known = [*models] if current in dict(models) else [*models, (current, tr("{name} (missing)", name=current))]
        for name, title in known:
            self.model.addItem(title, name)
            if name != current:
                self.beside.addItem(title, name)
        self.model.setCurrentIndex([name for name, _ in known].index(current))
        self.beside.setCurrentIndex(max(0, self.beside.findData(beside)) if beside is not None else 0)
        self.setVisible(len(known) > 1)
