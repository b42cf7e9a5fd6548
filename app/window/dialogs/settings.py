"""The settings as a dialog, built from their declarations.

A change takes effect at once; there is nothing to confirm."""

from PySide6.QtWidgets import QDialog, QGridLayout, QVBoxLayout, QWidget

from app.document.storage.settings import SETTINGS, Settings
from app.widgets.labels import default_button, label, row
from app.widgets.option_controls import NumberRow
from app.words import tr

GROUPS = {
    "Appearance": ("theme", "scale", "motion"),
    "Accepting": ("leave_paint",),
    "Recovery": ("autosave",),
    "Model": ("device", "threads", "preload"),
}
TEXT = 380  # pixels a sentence may be wide


class SettingsDialog(QDialog):
    """Groups of settings, each with a sentence."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Settings"))
        self.rows: dict[str, NumberRow] = {}
        known = {option.name: option for option in SETTINGS}
        column = QVBoxLayout(self)
        column.setContentsMargins(28, 24, 28, 20)
        column.setSpacing(20)
        column.addWidget(label(tr("Settings"), "title"))
        for title, names in GROUPS.items():
            block = QGridLayout()
            block.setVerticalSpacing(12)
            block.addWidget(label(tr(title), "heading"), 0, 0)
            for line, name in enumerate(names, 1):
                made = NumberRow(known[name])
                made.set_value(settings[name])
                made.changed.connect(lambda name=name, made=made: settings.__setitem__(name, made.value()))
                self.rows[name] = made
                part = QVBoxLayout()
                part.setSpacing(2)
                part.addWidget(made)
                help_text = label(tr(known[name].help), "caption", wrap=True)
                help_text.setFixedWidth(TEXT)
                part.addWidget(help_text)
                block.addLayout(part, line, 0)
            column.addLayout(block)
        close = default_button(tr("Done"))
        close.clicked.connect(self.accept)
        column.addLayout(row(label(tr("Stored on this computer; nothing is sent anywhere."), "caption"), None, close))
        self.setMinimumWidth(480)
