"""The panel that says how to rewrite: method, plain sliders, alternatives, seed, and the rest under Advanced.

Built from the engine's declarations."""

import secrets
from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from app.widgets.icons import icon
from app.widgets.labels import fill_scrolling, label, row
from app.widgets.option_controls import OptionList, Stepper
from app.widgets.segments import Segments
from app.words import count, tr
from engine.sampling.methods import METHODS
from engine.sampling.options import MAX_COUNT, Value

PLAIN_ORDER = (
    "temperature",
    "hold",
    "typical",
    "steps",
    "groups",
)  # how plain sliders follow each other; any other comes last
UNITS = {"steps": "steps", "groups": "groups"}
SEEDS = 100_000  # the dice pick a seed short enough to read aloud; any up to 2^64 can be typed


class RewritePanel(QWidget):
    """What the next rewrite will use; `changed` when the user changed something."""

    changed = Signal()

    def __init__(
        self, labels: Mapping[str, str] | None = None, kind: str = "music", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._kind = kind
        self._labels = labels or {}  # other words for some options, where the page is of another kind
        self._title, self._says = label(tr("Rewrite"), "title", wrap=True), label("", "second", wrap=True)
        shown = {name: method.label for name, method in METHODS.items() if not method.baseline}
        self._segments = Segments(shown, tr("Method"))
        self._sentence = label("", "caption", wrap=True)
        self._plain, self._advanced = QStackedWidget(), QStackedWidget()
        self._lists: dict[str, tuple[OptionList, OptionList]] = {}
        self._baselines = QComboBox()
        self._count = Stepper(tr("Alternatives"), 1, MAX_COUNT, 4)
        self._seed = QLineEdit(str(secrets.randbelow(SEEDS)))
        self._dice, self._fold = QToolButton(), QToolButton()
        self._lay_out()
        for name, method in METHODS.items():
            self._segments.segment(name).setToolTip(tr(method.sentence)) if name in shown else None
        self._segments.chosen.connect(self._choose)
        self._choose(next(iter(shown)))

    def _lay_out(self) -> None:
        self._seed.setAccessibleName(tr("Seed"))
        self._seed.setToolTip(tr("The same seed, page and options give the same result."))
        self._seed.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._seed.setFixedWidth(104)
        self._dice.setIcon(icon("dice"))
        self._dice.setCheckable(True)
        self._dice.setChecked(True)
        self._dice.setToolTip(tr("On: a new seed for each rewrite. Off: the seed stays the same."))
        self._dice.setAccessibleName(tr("A new seed every time"))
        self._fold.setText(tr("Advanced"))
        self._fold.setArrowType(Qt.ArrowType.NoArrow)
        self._fold.setIcon(icon("right"))
        self._fold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._fold.setCheckable(True)
        self._fold.setStyleSheet("padding-left: 0;")
        self._fold_count = label("", "second")
        self._baselines.addItem(tr("none"), "")
        for name, method in METHODS.items():
            if method.baseline:
                self._baselines.addItem(method.label, name)
        self._baselines.setAccessibleName(tr("Compare with a baseline"))
        self._hidden = QWidget()
        inside = QVBoxLayout(self._hidden)
        inside.setContentsMargins(0, 4, 0, 0)
        inside.addLayout(row(label(tr("Baseline")), None, self._baselines))
        inside.addWidget(self._advanced)
        self._hidden.hide()
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(20, 8, 20, 16)
        column.setSpacing(12)
        self._own = QVBoxLayout()
        for part in (self._title, self._says, self._segments, self._sentence, self._plain, self._count):
            column.addWidget(part)
        column.insertLayout(column.indexOf(self._plain), self._own)
        column.setSpacing(10)
        column.addLayout(row(label(tr("Seed")), None, self._seed, self._dice))
        column.addLayout(row(self._fold, None, self._fold_count))
        column.addWidget(self._hidden)
        column.addStretch(1)
        fill_scrolling(self, body)
        self._fold.toggled.connect(self._unfold)
        self._baselines.currentIndexChanged.connect(
            lambda _index: self._choose(self._baselines.currentData() or self._segments.current)
        )
        self._seed.textEdited.connect(lambda _text: self._dice.setChecked(False))
        self._dice.clicked.connect(lambda _on: self.roll() if self._dice.isChecked() else None)
        self._count.changed.connect(self.changed.emit)

    # What is asked

    @property
    def method(self) -> str:
        """The chosen method's name."""
        return self._method

    def options(self) -> dict[str, Value]:
        """The chosen method's options."""
        plain, advanced = self._lists[self._method]
        return {**plain.values(), **advanced.values()}

    @property
    def count(self) -> int:
        """How many alternatives."""
        return self._count.value()

    @property
    def seed(self) -> int:
        """The seed; anything that is not a number in range becomes 0."""
        text = self._seed.text().strip()
        number = int(text) if text.isdecimal() else 0
        return number if number < 2**64 else 0

    def add(self, control: QWidget) -> None:
        """A control that only this kind of page has."""
        self._own.addWidget(control)

    def roll(self) -> None:
        """Throw the dice, if they are on."""
        if self._dice.isChecked():
            self._seed.setText(str(secrets.randbelow(SEEDS)))

    def say(self, title: str, says: str) -> None:
        """What the next rewrite does, in a title and a sentence."""
        self._title.setText(title)
        self._says.setText(says)
        self._says.setVisible(bool(says))

    def values(self) -> dict[str, object]:
        """Everything to remember."""
        lists = {name: {**plain.values(), **advanced.values()} for name, (plain, advanced) in self._lists.items()}
        return {"method": self._method, "count": self.count, "options": lists}

    def set_values(self, values: dict[str, object]) -> None:
        """Show what was remembered; what no longer fits is passed over."""
        options = values.get("options")
        for name, given in options.items() if isinstance(options, dict) else ():
            if name in METHODS and isinstance(given, dict):
                for made in self._list_of(name):
                    for option, value in given.items():
                        try:
                            made.set_values({option: value})
                        except ValueError:
                            continue
        if isinstance(number := values.get("count"), int):
            self._count.set_value(number)
        method = values.get("method")
        if method in METHODS and not METHODS[str(method)].baseline:
            self._segments.current = str(method)
            self._choose(str(method))

    # How it looks

    def _choose(self, name: str) -> None:
        self._method = name
        plain, advanced = self._list_of(name)
        for stack, made in ((self._plain, plain), (self._advanced, advanced)):
            stack.setCurrentWidget(made)
            stack.setFixedHeight(made.sizeHint().height())
        self._sentence.setText(tr(METHODS[name].sentence))
        hidden = sum(option.advanced for option in METHODS[name].options_for(self._kind))
        self._fold_count.setText(count(hidden, "option", "options"))
        self.changed.emit()

    def _list_of(self, name: str) -> tuple[OptionList, OptionList]:
        if name not in self._lists:
            options = tuple(
                replace(o, label=self._labels.get(o.name, o.label)) for o in METHODS[name].options_for(self._kind)
            )
            units = {key: tr(unit) for key, unit in UNITS.items()}
            shown = sorted(
                (o for o in options if not o.advanced),
                key=lambda o: PLAIN_ORDER.index(o.name) if o.name in PLAIN_ORDER else len(PLAIN_ORDER),
            )
            plain = OptionList(tuple(shown), units)
            advanced = OptionList(tuple(o for o in options if o.advanced), units, spacing=6)
            self._plain.addWidget(plain)
            self._advanced.addWidget(advanced)
            for made in (plain, advanced):
                made.changed.connect(self.changed.emit)
            self._lists[name] = (plain, advanced)
        return self._lists[name]

    def _unfold(self, on: bool) -> None:
        self._hidden.setVisible(on)
        self._fold.setIcon(icon("down" if on else "right"))
