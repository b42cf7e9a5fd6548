"""A blind comparison of two models: both harmonise the same held-out melodies, a coin decides which is A, and the user
says which is better. The cards and the player are those of Is it Bach?."""

import random
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QDialog, QVBoxLayout

from app.insight.game.card import LETTERS, BlindCard
from app.insight.game.round_player import RoundPlayer
from app.widgets.labels import button, label, row
from app.words import tr
from engine.canvas.edits_bars import crop
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import Piece
from engine.errors import ModelError, PalimpsestError
from engine.jobs import library
from engine.jobs.lessons import prepared
from engine.jobs.request import Cancelled, Done, Failed, Placed, Request, Started

if TYPE_CHECKING:
    from app.window.main_window import Window

LONGEST = 128  # sixteenths of a melody


@dataclass(frozen=True)
class Tally:
    """How often each model was preferred."""

    new: int = 0
    old: int = 0


def melodies(folder: Path) -> tuple[Piece, ...]:
    """The beginnings of the held-out pieces of a prepared folder; runs in the engine thread."""
    lessons = prepared(folder, "music")
    pieces = [piece for _, piece in lessons.pieces][:: lessons.apart]
    if not pieces:
        raise ModelError("There are no melodies left to compare on; teach again to compare.")
    return tuple(crop(piece, 0, _end(piece)) for piece in pieces)


def _end(piece: Piece) -> int:
    """The last bar line within a melody's length."""
    stops = [start + bar.steps for start, bar in zip(piece.bar_starts, piece.bars, strict=True)]
    return max([stop for stop in stops if stop <= LONGEST], default=stops[0])


class BlindDialog(QDialog):
    """A round has a melody, two harmonisations, and an answer."""

    def __init__(self, window: "Window", model: str, folder: Path) -> None:
        super().__init__(window)
        self._window, self._model = window, model
        self.setWindowTitle(tr("Compare blind"))
        self.player = RoundPlayer(window.sound.player, self)
        self.cards = (BlindCard(0), BlindCard(1))
        self.says, self.tally = label(tr("Preparing the melodies …"), "title", wrap=True), Tally()
        self.score = label("", "second", wrap=True)
        self.answers = tuple(button(tr("{letter} is better", letter=letter)) for letter in LETTERS)
        self.next = button(tr("Next melody"), "primary")
        self._melodies: tuple[Piece, ...] = ()
        self._round, self._total = 0, 1
        self._job: int | None = None
        self.pieces: tuple[Piece, Piece] | None = None
        self.new = 0  # which of the two is the new model's
        self.answer: int | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        column.addWidget(self.says)
        column.addLayout(row(*self.cards, spacing=16))
        column.addLayout(row(*self.answers, None, self.next))
        column.addWidget(self.score)
        self.resize(860, 560)
        for side, card in enumerate(self.cards):
            card.play_toggled.connect(partial(self.toggle, side))
            self.answers[side].clicked.connect(lambda _on=False, side=side: self.say(side))
        self.next.clicked.connect(lambda _on=False: self._write())
        self.player.changed.connect(self._follow_player)
        self._refresh()
        window.worker.call(melodies, folder, then=self._begun, failed=lambda failed: self.says.setText(failed.sentence))

    def _begun(self, found: tuple[Piece, ...]) -> None:
        self._melodies = found
        self._write()

    def _write(self) -> None:
        """Have both models harmonise the next melody."""
        self.player.forget()
        self.pieces = self.answer = None
        tune = self._melodies[self._round % len(self._melodies)]
        self._round += 1
        mask = Mask.filled(4, tune.steps, Brush.REWRITE).paint(Brush.KEEP, 0, 0, tune.steps)
        try:
            method = library.asked(self._model, "music").methods[0]
        except PalimpsestError as error:
            self.says.setText(str(error))
            return
        seed = random.randrange(100_000)
        request = Request(tune, mask, method, {}, 1, seed, model=self._model, beside="")
        self._job = self._window.worker.submit(request, self._arrived)
        self._refresh()

    def _arrived(self, event: object) -> None:
        match event:
            case Started(total):
                self._total = total
            case Placed(step):
                self.says.setText(tr("Both models write: {n} %", n=round(100 * step / max(1, self._total))))
            case Failed(sentence):
                self.says.setText(sentence)
            case Done(canvases) if all(isinstance(canvas, Piece) for canvas in canvases):
                self.new = random.randrange(2)
                new, old = canvases
                self.pieces = (new, old) if self.new == 0 else (old, new)  # type: ignore[assignment]
                self._refresh()
        if isinstance(event, (Done, Failed, Cancelled)):
            self._job = None

    def toggle(self, side: int) -> None:
        """Play one of the two, or stop."""
        if self.player.side == side:
            self.player.stop()
        elif self.pieces is not None:
            self.player.play((side, self.pieces[side]))

    def say(self, side: int) -> None:
        """The user's answer."""
        if self.pieces is not None and self.answer is None:
            self.answer = side
            better = side == self.new
            self.tally = replace(self.tally, new=self.tally.new + better, old=self.tally.old + (not better))
            self.player.stop()
            self._refresh()

    def _refresh(self) -> None:
        known = self.pieces is not None
        for side, card in enumerate(self.cards):
            card.listen.setEnabled(known)
            card.open.hide()
            self.answers[side].setVisible(self.answer is None)
            self.answers[side].setEnabled(known)
            if self.pieces is None or self.answer is None:
                card.cover_up()
            else:
                who = self._model if side == self.new else library.SHIPPED_NAMES["music"]
                card.uncover(self.pieces[side], who, "", None, side == self.answer)
                card.grade.hide()
                card.open.hide()
        self.next.setVisible(self.answer is not None)
        if known:
            words = tr("Listen to both. Which harmonisation is better?")
            chosen = self._model if self.answer == self.new else library.SHIPPED_NAMES["music"]
            self.says.setText(words if self.answer is None else tr("You chose {name}.", name=chosen))
        self.score.setText(
            tr("{name}: {new}, shipped: {old}", name=self._model, new=self.tally.new, old=self.tally.old)
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        sides = {Qt.Key.Key_1: 0, Qt.Key.Key_2: 1}
        if event.key() in sides:
            self.toggle(sides[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def _follow_player(self) -> None:
        for side, card in enumerate(self.cards):
            card.show_playing(self.player.place if self.player.side == side else None)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.shut()
        super().closeEvent(event)

    def shut(self) -> None:
        """Silence, and nothing more is written."""
        self.player.stop()
        if self._job is not None:
            self._window.worker.cancel(self._job)
            self._job = None
