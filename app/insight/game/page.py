"""The page of Is it Bach?: rounds of A and B, the question, the answer and the score.

Layout and answers; rounds are in their own file."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.insight.game.card import LETTERS, BlindCard
from app.insight.game.chance_chart import ChanceChart
from app.insight.game.ears import Ears
from app.insight.game.preparing import Preparing
from app.insight.game.rounds import MINE, Round, draw
from app.insight.game.score import Score, ScoreBook, sentence
from app.widgets.labels import button, keycap, label, row, rule
from app.widgets.segments import Segments
from app.widgets.theme import serif
from app.words import count, tr
from engine.canvas.music import Piece
from engine.errors import PalimpsestError
from engine.sampling.methods import METHODS
from engine.theory.excerpts import Excerpt, read_excerpts

if TYPE_CHECKING:
    from app.document.worker import Worker
    from app.sound.player import Player

SOURCES = {**{name: method.label for name, method in METHODS.items() if not method.baseline}, MINE: "My piece"}
ABOUT = (
    "Eight bars by Bach, from a chorale that no model here was trained on, against eight bars by somebody else. "
    "Both have the same key signature, tempo and sound, and a coin decides which one is A."
)
LISTEN = "Listen to both. Which one is Bach?"
LOOK = "Look at both. Which one is Bach?"
DEAF = "No sound device was found; you can look at the two instead."
BY_EYE = " by eye"  # scores of looking stand apart


class BachPage(QWidget):
    """Everything between the tabs and the status bar.

    `opened` carries a piece that should become a page, `undoable` words and how to take them back."""

    opened = Signal(object)  # a Piece with a title
    undoable = Signal(str, object)  # words, what takes it back

    def __init__(
        self, worker: "Worker", player: "Player", own: Callable[[], tuple[Piece, str]], book: ScoreBook | None = None
    ) -> None:
        super().__init__()
        self._own = own  # the user's eight bars and their title, or a PalimpsestError
        self.book = book or ScoreBook()
        self.ears, self.preparing = Ears(player, self), Preparing(worker, self)
        self.round: Round | None = None
        self._next: Round | None = None
        self.answer: int | None = None
        self._looking = False
        self._mine_title = ""
        self._trouble = ""  # why no round can be made, in one sentence
        self._excerpts: tuple[Excerpt, ...] = ()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Is it Bach?"))
        outer = row(self._paper(), rule(vertical=True), self._side(), spacing=0)
        outer.setStretch(0, 1)
        self.setLayout(outer)
        self.ears.changed.connect(self._follow_ears)
        self.preparing.ready.connect(self._ready)
        self.preparing.progress.connect(self._show_progress)
        self.preparing.failed.connect(self._failed)
        self._refresh()

    # Parts

    def _paper(self) -> QWidget:
        paper = QWidget()
        paper.setProperty("role", "paper")
        paper.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        title = label(tr("Is it Bach?"))
        title.setFont(serif(44))
        self.sources = Segments({name: tr(words) for name, words in SOURCES.items()}, tr("Against"))
        self.sources.chosen.connect(lambda _name: self._begin_anew())
        self.cards = (BlindCard(0), BlindCard(1))
        for side, card in enumerate(self.cards):
            card.play_toggled.connect(partial(self.toggle, side))
            card.opened.connect(partial(self._open, side))
        self.question, self.words = label("", "title", wrap=True), label("", "second", wrap=True)
        self.both = self._button(tr("Play both"), "", self.toggle)
        self.answers = tuple(
            self._button(tr("{letter} is Bach", letter=letter), "", partial(self.say, side))
            for side, letter in enumerate(LETTERS)
        )
        self.next = self._button(tr("Next round"), "primary", self.go_on)
        self.look = self._button(tr("Look instead"), "", self.look_instead)
        self._caps = tuple(keycap(key) for key in ("Space", *LETTERS, "Return", "L"))
        column = QVBoxLayout(paper)
        column.setContentsMargins(80, 30, 72, 28)
        column.setSpacing(12)
        column.addWidget(title)
        column.addWidget(label(tr(ABOUT), "second", wrap=True))
        column.addLayout(row(label(tr("Bach against"), "heading"), self.sources, None, spacing=12))
        column.addSpacing(8)
        cards = row(*self.cards, spacing=16)
        column.addLayout(cards)
        column.addSpacing(8)
        column.addWidget(self.question)
        space, a, b, enter, key_l = self._caps
        column.addLayout(
            row(
                self.both,
                space,
                12,
                self.answers[0],
                a,
                4,
                self.answers[1],
                b,
                4,
                self.next,
                enter,
                self.look,
                key_l,
                None,
            )
        )
        column.addWidget(self.words)
        column.addStretch(1)
        return paper

    @staticmethod
    def _button(words: str, role: str, action: Callable[[], object]) -> QPushButton:
        made = button(words, role)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys with the page
        made.clicked.connect(lambda _on=False: action())
        return made

    def _side(self) -> QWidget:
        side = QWidget()
        side.setProperty("role", "panel")
        side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        side.setFixedWidth(344)
        self.against, self.figure, self.score = (
            label("", "second", wrap=True),
            label("", "figure"),
            label("", wrap=True),
        )
        self.chart = ChanceChart()
        self.reset = self._button(tr("Reset this score"), "", self._reset)
        self.remark = label("", "second", wrap=True)
        column = QVBoxLayout(side)
        column.setContentsMargins(28, 36, 32, 24)
        column.setSpacing(10)
        column.addWidget(label(tr("Your score"), "title"))
        column.addWidget(self.against)
        column.addWidget(self.figure)
        column.addWidget(self.chart)
        column.addWidget(self.score)
        column.addWidget(
            label(
                tr("The columns show how often guessing gives each score. Dark columns: as good as yours or better."),
                "caption",
                wrap=True,
            )
        )
        column.addLayout(row(self.reset, None))
        column.addSpacing(12)
        column.addWidget(self.remark)
        column.addStretch(1)
        column.addWidget(label(tr("The score stays on this computer."), "caption", wrap=True))
        return side

    # Rounds

    @property
    def source(self) -> str:
        """What Bach is heard against."""
        return self.sources.current

    @property
    def _against(self) -> str:
        """The name of the score that the next answer belongs to."""
        return self.source + (BY_EYE if self._looking else "")

    def _begin_anew(self) -> None:
        """Another opponent: what was ready is of no use."""
        self.preparing.cancel()
        self.ears.forget()
        self.round = self._next = self.answer = None
        self._prepare()
        self._refresh()

    def _prepare(self) -> None:
        """Have the next round made, unless it is there or being made."""
        if self._next is not None or self.preparing.running:
            return
        self._trouble = ""
        try:
            self._excerpts = read_excerpts()
            heard = dict(self.book.heard)
            if self.round is not None:
                name = self.round.draw.excerpt.bwv
                heard[name] = heard.get(name, 0) + (self.answer is None)  # being heard now
            chosen = draw(secrets.randbits(32), self._excerpts, heard)
            own = None
            if self.source == MINE:
                own, self._mine_title = self._own()
            self.preparing.prepare(chosen, self.source, own)
        except PalimpsestError as error:
            self._failed(str(error))

    def _ready(self, made: Round) -> None:
        self._next = made
        if self.round is None:
            self._take_next()
        else:
            self._refresh()

    def _take_next(self) -> None:
        self.ears.forget()
        self.round, self._next, self.answer = self._next, None, None
        self._prepare()
        self._refresh()

    def _show_progress(self, words: str) -> None:
        if self.round is None or self.answer is not None:
            self.words.setText(words if self.round is None else tr("For the next round: {words}", words=words))

    def _failed(self, words: str) -> None:
        self._trouble = words
        self._say_where_it_stands()

    # What the user does

    def toggle(self, side: int | None = None) -> None:
        """Play both, or one; or stop."""
        if self.ears.playing and side in (None, self.ears.side):
            self.ears.stop()
        elif self.round is not None:
            wanted = (0, 1) if side is None else (side,)
            self.ears.play(*((each, self.round.pieces[each]) for each in wanted))
            self._refresh()

    def look_instead(self) -> None:
        """See the notes of both, without their names."""
        if self.round is not None and self.answer is None and self.ears.deaf:
            self._looking = True
            self.ears.stop()
            self._refresh()

    def say(self, side: int) -> None:
        """The user's answer."""
        if self.round is None or self.answer is not None:
            return
        if not self._looking and self.ears.begun != {0, 1}:
            self.words.setText(tr("Listen to both first."))
            return
        self.answer = side
        self.book.note(self._against, side == self.round.bach, self.round.draw.excerpt.bwv)
        self.ears.stop()
        self._prepare()
        self._refresh()

    def go_on(self) -> None:
        """The next round; while it is being made, the answer is replaced by its progress."""
        if self.answer is None:
            return
        self.round = None
        self.answer = None
        if self._next is not None:
            self._take_next()
        else:
            self.ears.forget()
            self._prepare()
            self._refresh()
        self.setFocus()

    def _open(self, side: int) -> None:
        if self.round is not None and self.answer is not None:
            self.opened.emit(replace(self.round.pieces[side], title=self._names(side)[0]))

    def _reset(self) -> None:
        against, before = self._against, self.book.reset(self._against)
        self._show_score()
        if before[1]:
            self.undoable.emit(tr("The score was reset."), lambda: self._restore(against, before))

    def _restore(self, against: str, score: Score) -> None:
        self.book.restore(against, score)
        self._show_score()

    # Showing

    def _names(self, side: int) -> tuple[str, str]:
        """(who, more) of one side."""
        assert self.round is not None
        chosen, source = self.round.draw, self.round.source
        if side == chosen.bach:
            return tr("Bach: {title}", title=chosen.excerpt.title), tr("From a chorale the model was not trained on.")
        if source == MINE:
            return tr("Your piece"), self._mine_title
        return tr("The model: {method}, seed {seed}", method=METHODS[source].label, seed=chosen.seed), tr(
            "Written just now on a blank page with the same bars and phrase endings."
        )

    def _refresh(self) -> None:
        """Show the round as it stands."""
        made, answer = self.round, self.answer
        for side, card in enumerate(self.cards):
            if made is None or answer is None:
                card.cover_up(made.pieces[side] if made is not None and self._looking else None)
            else:
                card.uncover(made.pieces[side], *self._names(side), made.grades[side], side == answer)
            card.listen.setEnabled(made is not None)
        asking = made is not None and answer is None
        space, a, b, enter, key_l = self._caps
        offer_look = asking and self.ears.deaf and not self._looking
        for part, shown in (
            (self.both, True),
            (space, True),
            *((part, answer is None) for part in (*self.answers, a, b)),
            *((part, answer is not None) for part in (self.next, enter)),
            *((part, offer_look) for part in (self.look, key_l)),
        ):
            part.setVisible(shown)
        self.both.setEnabled(made is not None)
        for pressed in self.answers:
            pressed.setEnabled(asking)
        self._say_where_it_stands()
        self._show_score()

    def _say_where_it_stands(self) -> None:
        made, answer = self.round, self.answer
        if made is None:
            self.question.setText(
                tr("There is nothing to play yet.") if self._trouble else tr("A round is being prepared.")
            )
            self.words.setText(self._trouble)
            return
        if answer is None:
            self.question.setText(tr(LOOK if self._looking else LISTEN))
            self.words.setText(tr(DEAF) if self.ears.deaf and not self._looking else self._trouble)
            return
        words = tr("Right: {letter} is Bach.") if answer == made.bach else tr("No: {letter} is Bach.")
        self.question.setText(words.format(letter=LETTERS[made.bach]))
        self.words.setText(tr("The next round is ready.") if self._next is not None else self._trouble)

    def _show_score(self) -> None:
        score = self.book.score(self._against)
        against = tr(SOURCES[self.source])
        self.against.setText(
            tr("Bach against {name}, looked at", name=against)
            if self._looking
            else tr("Bach against {name}", name=against)
        )
        self.figure.setText(tr("{right} of {of}", right=score[0], of=score[1]))
        self.score.setText(sentence(score))
        self.chart.show_score(score)
        self.reset.setEnabled(score[1] > 0)
        self.remark.setText(self.book.problem or self._all_heard())

    def _all_heard(self) -> str:
        if not self._excerpts or not {excerpt.bwv for excerpt in self._excerpts} <= self.book.heard.keys():
            return ""
        return tr(
            "You have heard all {passages} of Bach; from now on you may recognise some.",
            passages=count(len(self._excerpts), "passage", "passages"),
        )

    def _follow_ears(self) -> None:
        for side, card in enumerate(self.cards):
            card.show_playing(self.ears.place if self.ears.side == side else None)
        self.both.setText(tr("Stop") if self.ears.playing else tr("Play both"))

    # What the window asks

    def keyPressEvent(self, event: QKeyEvent) -> None:
        action = KEYS.get(Qt.Key(event.key())) if not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier else None
        if action is None:
            super().keyPressEvent(event)
        else:
            action(self)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._prepare()
        self.setFocus()

    def hideEvent(self, event: QHideEvent) -> None:
        """Out of view: silence, and the engine is free for other pages."""
        super().hideEvent(event)
        self.ears.stop()
        self.preparing.cancel()


KEYS: dict[Qt.Key, Callable[[BachPage], None]] = {
    Qt.Key.Key_Space: BachPage.toggle,
    Qt.Key.Key_1: lambda page: page.toggle(0),
    Qt.Key.Key_2: lambda page: page.toggle(1),
    Qt.Key.Key_A: lambda page: page.say(0),
    Qt.Key.Key_B: lambda page: page.say(1),
    Qt.Key.Key_Return: BachPage.go_on,
    Qt.Key.Key_Enter: BachPage.go_on,
    Qt.Key.Key_L: BachPage.look_instead,
    Qt.Key.Key_Escape: lambda page: page.ears.stop(),
}
