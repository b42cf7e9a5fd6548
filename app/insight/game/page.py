"""The page of Is it Bach?: rounds of A and B, the question, the answer and the score.

What it shows stands in paper and score_panel; rounds are in their own file."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from app.insight.game.card import LETTERS
from app.insight.game.paper import SOURCES, RoundPaper, RoundView
from app.insight.game.preparing import Preparing
from app.insight.game.round_player import RoundPlayer
from app.insight.game.rounds import MINE, Round, draw
from app.insight.game.score import Score, ScoreBook
from app.insight.game.score_panel import ScorePanel
from app.widgets.labels import fill_scrolling, row, rule
from app.words import count, tr
from engine.canvas.music import Piece
from engine.errors import PalimpsestError
from engine.sampling.methods import METHODS
from engine.theory.excerpts import Excerpt, read_excerpts

if TYPE_CHECKING:
    from app.document.worker import Worker
    from app.sound.player import Player

LISTEN = "Listen to both. Which one is Bach?"
LOOK = "Look at both. Which one is Bach?"
NO_DEVICE = "No sound device was found; you can look at the two instead."
BY_EYE = " by eye"  # scores of looking stand apart


ROOMY = 1100  # pixels of width, from which there are wide margins


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
        self.sound, self.preparing = RoundPlayer(player, self), Preparing(worker, self)
        self.paper, self.score = RoundPaper(), ScorePanel()
        self.round: Round | None = None
        self._next: Round | None = None
        self.answer: int | None = None
        self._looking = False
        self._mine_title = ""
        self._problem = ""  # why no round can be made, in one sentence
        self._excerpts: tuple[Excerpt, ...] = ()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Is it Bach?"))
        sheet = QWidget()
        sheet.setProperty("role", "paper")
        fill_scrolling(sheet, self.paper)
        outer = row(sheet, rule(vertical=True), self.score, spacing=0)
        outer.setStretch(0, 1)
        self.setLayout(outer)
        self._connect()
        self._refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window margins and the score give their room to the cards."""
        super().resizeEvent(event)
        self.paper.set_narrow(self.width() < ROOMY)
        self.score.set_narrow(self.width() < ROOMY)

    def _connect(self) -> None:
        paper = self.paper
        paper.source_chosen.connect(lambda _name: self._start_over())
        paper.play_toggled.connect(self.toggle)
        paper.answered.connect(self.say)
        paper.next_clicked.connect(self.go_on)
        paper.look_clicked.connect(self.look_instead)
        paper.open_clicked.connect(self._open)
        self.score.reset_clicked.connect(self._reset)
        self.sound.changed.connect(lambda: paper.show_playing(self.sound.side, self.sound.place))
        self.preparing.ready.connect(self._ready)
        self.preparing.progress.connect(self._show_progress)
        self.preparing.failed.connect(self._failed)

    # Rounds

    @property
    def source(self) -> str:
        """What Bach is heard against."""
        return self.paper.sources.current

    @property
    def _against(self) -> str:
        """The name of the score that the next answer belongs to."""
        return self.source + (BY_EYE if self._looking else "")

    def _start_over(self) -> None:
        """Another opponent: what was ready is of no use."""
        self.preparing.cancel()
        self.sound.forget()
        self.round = self._next = self.answer = None
        self._prepare()
        self._refresh()

    def _prepare(self) -> None:
        """Have the next round made, unless it is there or being made."""
        if self._next is not None or self.preparing.running:
            return
        self._problem = ""
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
        self.sound.forget()
        self.round, self._next, self.answer = self._next, None, None
        self._prepare()
        self._refresh()

    def _show_progress(self, words: str) -> None:
        if self.round is None or self.answer is not None:
            self.paper.words.setText(words if self.round is None else tr("For the next round: {words}", words=words))

    def _failed(self, words: str) -> None:
        self._problem = words
        self._say_where_it_stands()

    # What the user does

    def toggle(self, side: int | None = None) -> None:
        """Play both, or one; or stop."""
        if self.sound.playing and side in (None, self.sound.side):
            self.sound.stop()
        elif self.round is not None:
            wanted = (0, 1) if side is None else (side,)
            self.sound.play(*((each, self.round.pieces[each]) for each in wanted))
            self._refresh()

    def look_instead(self) -> None:
        """See the notes of both, without their names."""
        if self.round is not None and self.answer is None and self.sound.no_device:
            self._looking = True
            self.sound.stop()
            self._refresh()

    def say(self, side: int) -> None:
        """The user's answer."""
        if self.round is None or self.answer is not None:
            return
        if not self._looking and self.sound.begun != {0, 1}:
            self.paper.words.setText(tr("Listen to both first."))
            return
        self.answer = side
        self.book.note(self._against, side == self.round.bach, self.round.draw.excerpt.bwv)
        self.sound.stop()
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
            self.sound.forget()
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
        asking = self.round is not None and self.answer is None
        names = () if self.round is None else (self._names(0), self._names(1))
        may_look = asking and self.sound.no_device and not self._looking
        self.paper.show_round(RoundView(self.round, self.answer, self._looking, may_look, names))
        self._say_where_it_stands()
        self._show_score()

    def _say_where_it_stands(self) -> None:
        made, answer = self.round, self.answer
        if made is None:
            question = tr("There is nothing to play yet.") if self._problem else tr("A round is being prepared.")
            self.paper.say(question, self._problem)
        elif answer is None:
            unheard = self.sound.no_device and not self._looking
            self.paper.say(tr(LOOK if self._looking else LISTEN), tr(NO_DEVICE) if unheard else self._problem)
        else:
            words = tr("Right: {letter} is Bach.") if answer == made.bach else tr("No: {letter} is Bach.")
            ready = tr("The next round is ready.") if self._next is not None else self._problem
            self.paper.say(words.format(letter=LETTERS[made.bach]), ready)

    def _show_score(self) -> None:
        name = tr(SOURCES[self.source])
        against = (
            tr("Bach against {name}, looked at", name=name) if self._looking else tr("Bach against {name}", name=name)
        )
        self.score.show_score(against, self.book.score(self._against), self.book.problem or self._all_heard())

    def _all_heard(self) -> str:
        if not self._excerpts or not {excerpt.bwv for excerpt in self._excerpts} <= self.book.heard.keys():
            return ""
        return tr(
            "You have heard all {passages} of Bach; from now on you may recognise some.",
            passages=count(len(self._excerpts), "passage", "passages"),
        )

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
        self.sound.stop()
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
    Qt.Key.Key_Escape: lambda page: page.sound.stop(),
}
