"""The paper of Is it Bach?: the opponent, the cards A and B, the question and the buttons for the answer. Shows what it
is given and says what was pressed."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.insight.game.card import LETTERS, BlindCard
from app.insight.game.rounds import MINE, Round
from app.widgets.labels import button, keycap, label, row
from app.widgets.segments import Segments
from app.widgets.theme import serif
from app.words import tr
from engine.sampling.methods import METHODS

SOURCES = {**{name: method.label for name, method in METHODS.items() if not method.baseline}, MINE: "My piece"}
ABOUT = (
    "Eight bars by Bach, from a chorale that no model here was trained on, against eight bars by somebody else. "
    "Both have the same key signature, tempo and sound, and a coin decides which one is A."
)


@dataclass(frozen=True)
class RoundView:
    """A round as it is shown: `answer` is the side chosen, `names` (who, more) of each side once that is known."""

    made: Round | None
    answer: int | None
    looking: bool
    may_look: bool
    names: tuple[tuple[str, str], ...] = ()


class RoundPaper(QWidget):
    """The left of the page."""

    source_chosen = Signal(str)
    play_toggled = Signal(object)  # a side, or None for both
    answered = Signal(int)
    next_clicked = Signal()
    look_clicked = Signal()
    open_clicked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "paper")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.sources = Segments({name: tr(words) for name, words in SOURCES.items()}, tr("Against"))
        self.sources.chosen.connect(self.source_chosen)
        self.cards = (BlindCard(0), BlindCard(1))
        for side, card in enumerate(self.cards):
            card.play_toggled.connect(partial(self.play_toggled.emit, side))
            card.opened.connect(partial(self.open_clicked.emit, side))
        self.question, self.words = label("", "title", wrap=True), label("", "second", wrap=True)
        self.both = quiet_button(tr("Play both"), "", partial(self.play_toggled.emit, None))
        self.answers = tuple(
            quiet_button(tr("{letter} is Bach", letter=letter), "", partial(self.answered.emit, side))
            for side, letter in enumerate(LETTERS)
        )
        self.next = quiet_button(tr("Next round"), "primary", self.next_clicked.emit)
        self.look = quiet_button(tr("Look instead"), "", self.look_clicked.emit)
        self._caps = tuple(keycap(key) for key in ("Space", *LETTERS, "Return", "L"))
        self._lay_out()

    def _lay_out(self) -> None:
        title = label(tr("Is it Bach?"))
        title.setFont(serif(44))
        column = QVBoxLayout(self)
        self._column = column
        column.setSpacing(12)
        column.addWidget(title)
        column.addWidget(label(tr(ABOUT), "second", wrap=True))
        column.addLayout(row(label(tr("Bach against"), "heading"), self.sources, None, spacing=12))
        column.addSpacing(8)
        cards = row(*self.cards, spacing=16)
        for side in range(len(self.cards)):
            cards.setStretch(side, 1)
        column.addLayout(cards)
        column.addSpacing(8)
        column.addWidget(self.question)
        space, a, b, enter, key_l = self._caps
        one, other = self.answers
        column.addLayout(row(self.both, space, 12, one, a, 4, other, b, 4, self.next, enter, self.look, key_l, None))
        column.addWidget(self.words)
        column.addStretch(1)

    def set_narrow(self, narrow: bool) -> None:
        """Smaller margins and pictures, or large ones."""
        for card in self.cards:
            card.cover.set_low(narrow)
        self._column.setContentsMargins(*((28, 24, 24, 20) if narrow else (80, 30, 72, 28)))

    def say(self, question: str, words: str) -> None:
        """The question, and the line below the buttons."""
        self.question.setText(question)
        self.words.setText(words)

    def show_round(self, view: RoundView) -> None:
        """Cover or uncover the cards, and offer the buttons that fit."""
        made, answer = view.made, view.answer
        for side, card in enumerate(self.cards):
            if made is None or answer is None:
                card.cover_up(made.pieces[side] if made is not None and view.looking else None)
            else:
                card.uncover(made.pieces[side], *view.names[side], made.grades[side], side == answer)
            card.listen.setEnabled(made is not None)
        _space, a, b, enter, key_l = self._caps
        for part, shown in (
            *((part, answer is None) for part in (*self.answers, a, b)),
            *((part, answer is not None) for part in (self.next, enter)),
            *((part, view.may_look) for part in (self.look, key_l)),
        ):
            part.setVisible(shown)
        self.both.setEnabled(made is not None)
        for pressed in self.answers:
            pressed.setEnabled(made is not None and answer is None)

    def show_playing(self, side: int | None, place: float) -> None:
        """Which side sounds, and where in it (0 to 1)."""
        for each, card in enumerate(self.cards):
            card.show_playing(place if each == side else None)
        self.both.setText(tr("Play both") if side is None else tr("Stop"))


def quiet_button(words: str, role: str, action: Callable[[], object]) -> QPushButton:
    """A button whose click leaves the keys with the page."""
    made = button(words, role)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    made.clicked.connect(lambda _on=False: action())
    return made
