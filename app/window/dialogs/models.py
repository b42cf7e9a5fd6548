"""The Models window: the shipped models and the user's own, each with its card; import, rename, export, remove, and two
cards side by side. Asks its questions by methods of their own, so that a test can answer them."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QHeaderView,
    QInputDialog,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QSlider,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.document.models.shelf import shelf
from app.widgets.labels import button, default_button, label, row
from app.words import tr
from engine.errors import PalimpsestError
from engine.jobs import library
from engine.jobs.library import LibraryModel
from engine.jobs.mixed_model import mix
from engine.jobs.model_facts import facts
from engine.jobs.request import Failed

if TYPE_CHECKING:
    from app.window.main_window import Window


class ModelsDialog(QDialog):
    """The list at the left, the card of the chosen model at the right."""

    def __init__(self, window: "Window") -> None:
        super().__init__(window)
        self._window = window
        self.setWindowTitle(tr("Models"))
        self.models: tuple[LibraryModel, ...] = ()
        self._pair: list[LibraryModel] = []  # the two that can be mixed
        self.list, self.facts, self.other = QListWidget(), QTableWidget(0, 2), QComboBox()
        self.list.setAccessibleName(tr("Models"))
        self.list.setFixedWidth(236)
        self.facts.setAccessibleName(tr("Model card"))
        self.facts.verticalHeader().hide()
        self.facts.setShowGrid(False)
        self.facts.setWordWrap(True)
        self.facts.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.facts.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.facts.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.other.setAccessibleName(tr("Compare with"))
        self.other.setMinimumContentsLength(16)
        self.said = label("", "second", wrap=True)
        self.bring, self.again = button(tr("Import…")), button(tr("Rename…"))
        self.out, self.drop = button(tr("Export…")), button(tr("Remove"), "danger")
        self.mixing, self.share, self.blend = QWidget(), QSlider(Qt.Orientation.Horizontal), button(tr("Mix them…"))
        self.shares = label("", "second")
        self.teach, self.place = button(tr("Teach it your pieces…"), "primary"), button(tr("Show the folder"))
        self._lay_out()
        for made, action in (
            (self.bring, self._bring),
            (self.again, self._rename),
            (self.out, self._export),
            (self.drop, self._remove),
            (self.blend, self._mix),
            (self.teach, self._teach),
            (self.place, self._show_folder),
        ):
            made.clicked.connect(lambda _on=False, action=action: self._attempt(action))
        self.list.currentRowChanged.connect(lambda _row: self._show_card())
        self.other.activated.connect(lambda _index: self._show_card())
        self.share.valueChanged.connect(lambda _value: self._show_shares())
        shelf.changed.connect(self.refresh)
        self.refresh()

    def _lay_out(self) -> None:
        close = default_button(tr("Done"))
        close.clicked.connect(self.accept)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        column.addLayout(row(label(tr("Models"), "title"), None, label(tr("Compare with"), "second"), self.other))
        column.addWidget(
            label(
                tr("Models that come with Palimpsest, and your own. They stay on this computer."), "second", wrap=True
            )
        )
        self.share.setRange(0, 100)
        self.share.setValue(50)
        self.share.setAccessibleName(tr("Share of the second model"))
        self.share.setFixedWidth(200)
        self.blend.setToolTip(tr("A new model between the two; good where one was taught on from the other."))
        mixing = row(None, self.share, self.shares, self.blend)
        self.mixing.setLayout(mixing)
        middle = row(self.list, self.facts, spacing=16)
        middle.setStretch(1, 1)
        column.addLayout(middle, 1)
        column.addWidget(self.mixing)
        column.addWidget(self.said)
        column.addLayout(row(self.bring, self.again, self.out, self.drop, None, self.place))
        column.addLayout(row(self.teach, None, close))
        self.resize(860, 600)

    # What it shows

    @property
    def model(self) -> LibraryModel | None:
        """The chosen one."""
        place = self.list.currentRow()
        return self.models[place] if 0 <= place < len(self.models) else None

    def choose(self, name: str, kind: str = "") -> None:
        """Show a model's card."""
        for place, model in enumerate(self.models):
            if model.name == name and kind in ("", model.kind):
                self.list.setCurrentRow(place)

    def refresh(self) -> None:
        """Follow the library."""
        before, beside = self.model, self.other.currentData()
        self.models = shelf.models()
        self.list.blockSignals(True)
        self.list.clear()
        self.other.clear()
        self.other.addItem(tr("nothing"), "")
        for model in self.models:
            item = QListWidgetItem(f"{model.title}\n{tr(library.PAGES[model.kind])}")
            item.setToolTip(model.trouble)
            self.list.addItem(item)
            self.other.addItem(model.title, model.title)
        self.list.setCurrentRow(0)
        self.list.blockSignals(False)
        self.other.setCurrentIndex(max(0, self.other.findData(beside)))
        if before is not None:
            self.choose(before.name, before.kind)
        self._show_card()

    def _show_card(self) -> None:
        model = self.model
        if model is None:
            return
        own = bool(model.name)
        for made in (self.again, self.out, self.drop):
            made.setEnabled(own)
        self.said.setText(model.trouble)
        other = next((each for each in self.models if each.title == self.other.currentData()), None)
        pair = [model] if other is None or other is model else [model, other]
        self._pair = pair if len({each.kind for each in pair}) == 1 else []
        self.mixing.setVisible(len(self._pair) == 2 and not any(each.trouble for each in pair))
        self._show_shares()
        columns = [facts(each) for each in pair]
        self.facts.setColumnCount(1 + len(pair))
        self.facts.setHorizontalHeaderLabels(["", *(each.title for each in pair)])
        self.facts.horizontalHeader().setVisible(len(pair) > 1)
        self.facts.setRowCount(len(columns[0]))
        for line, what in enumerate(columns[0]):
            for place, words in enumerate((tr(what), *(each[what] for each in columns))):
                item = QTableWidgetItem(words)
                item.setToolTip(words)
                self.facts.setItem(line, place, item)
        header = self.facts.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.facts.resizeRowsToContents()

    def _show_shares(self) -> None:
        if len(self._pair) == 2:
            share = self.share.value()
            one, other = (model.title for model in self._pair)
            self.shares.setText(f"{100 - share} % {one}, {share} % {other}")

    # What it does

    def _attempt(self, action: object) -> None:
        try:
            action()  # type: ignore[operator]
        except PalimpsestError as error:
            self.said.setText(str(error))

    def _bring(self) -> None:
        path = self.ask_file()
        if path is not None:
            self.said.setText(tr("Checking {name} …", name=path.name))
            self._window.worker.call(shelf.import_model, path, then=self._brought, failed=self._not_brought)

    def _brought(self, made: LibraryModel) -> None:
        shelf.refresh()
        self.choose(made.name)
        self.said.setText(tr("{name} is in your library; pages can choose it in their Rewrite panel.", name=made.name))

    def _not_brought(self, failed: Failed) -> None:
        self.said.setText(failed.sentence)

    def _mix(self) -> None:
        one, other = self._pair
        if name := self.ask_name(library.free_name(f"{one.title} and {other.title}")):
            self.said.setText(tr("Mixing …"))
            share = self.share.value() / 100
            self._window.worker.call(mix, one, other, share, name, then=self._brought, failed=self._not_brought)

    def _rename(self) -> None:
        model = self.model
        if model is not None and (name := self.ask_name(model.name)):
            made = shelf.rename(model.name, name)
            self.choose(made.name)

    def _export(self) -> None:
        model = self.model
        if model is not None and (path := self.ask_place(model.name)) is not None:
            self.said.setText(tr("Saved as {name}.", name=library.export(model.name, path).name))

    def _remove(self) -> None:
        model = self.model
        if model is not None and self.ask_sure(model.name):
            shelf.remove(model.name)
            self.said.setText(tr("{name} was removed.", name=model.name))

    def _teach(self) -> None:
        self._window.dialogs.show_teach()

    def _show_folder(self) -> None:
        folder = library.ensure_folder()
        self.said.setText(tr("Your models are in {folder}.", folder=folder))
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    # What it asks

    def ask_file(self) -> Path | None:
        """A weight file to import."""
        return self._window.files.questions.ask_open(tr("Import a model"), (library.ENDING,))

    def ask_name(self, name: str) -> str:
        """Another name for a model; empty if the user changed their mind."""
        words, sure = QInputDialog.getText(self, tr("Rename"), tr("Name"), text=name)
        return words if sure else ""

    def ask_place(self, name: str) -> Path | None:
        """Where to put a copy."""
        return self._window.files.questions.ask_save(tr("Export a model"), name, library.ENDING)

    def ask_sure(self, name: str) -> bool:
        """Whether to delete a model."""
        words = tr("Remove {name}? Pages that use it will have to use another model.", name=name)
        return QMessageBox.question(self, tr("Remove"), words) == QMessageBox.StandardButton.Yes
