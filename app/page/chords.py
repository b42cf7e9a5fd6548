"""What a page does with chords besides typing them: ask for what sounds, choose other chords for a bar, set a close.

Asks the model through the worker; each change is one step of the document."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.document.asker import Asker
from app.document.document import Document
from app.document.generation import Generation
from app.document.preview import Preview
from app.document.worker import Worker
from app.page.panels.chord_popover import ChordPopover
from app.page.panels.rewrite_panel import RewritePanel
from app.page.pointing import Pointing
from app.roll.view import RollView
from app.words import count, tr
from engine.canvas.chord import NO_CHORD, Harmony, harmony_at
from engine.canvas.edits_bars import bar_span
from engine.canvas.edits_chords import put_chords
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import Piece
from engine.errors import CanvasError
from engine.jobs.chord_drafts import ChordReading
from engine.jobs.inquiry import Inquiry
from engine.theory.chords.cadences import cadence
from engine.theory.chords.reader import read_chords
from engine.theory.chords.symbols import chord_symbol

DRAFTS = 24  # drafts of a bar from which its chords are counted
CLOSES = {"full": "Full close", "half": "Half close", "deceptive": "Deceptive close", "plagal": "Plagal close"}


def with_bar_chords(piece: Piece, bar: int, chords: tuple[Harmony, ...]) -> Piece:
    """The piece with other chords in one bar; what was in force after it still is."""
    return with_chords_until(piece, *bar_span(piece, bar), chords)


def with_chords_until(piece: Piece, start: int, stop: int, chords: tuple[Harmony, ...]) -> Piece:
    """The piece with other chords in the steps start..stop-1; from `stop` on what was asked for before, or no chord."""
    changed = put_chords(piece, start, stop, chords)
    after = harmony_at(piece.chords, stop) or NO_CHORD
    if stop < piece.steps and harmony_at(changed.chords, stop) != after:
        changed = put_chords(changed, stop, stop + 1, (Harmony(stop, after),))
    return changed


def bar_mask(piece: Piece, bar: int) -> Mask:
    """Everything kept but a bar's voices below the melody (the highest voice that has notes)."""
    start, stop = bar_span(piece, bar)
    melody = next((row for row, voice in enumerate(piece.voices) if voice.notes), 0)
    states = np.full((4, piece.steps), Brush.KEEP)
    states[[row for row in range(4) if row != melody], start:stop] = Brush.REWRITE
    return Mask.from_array(states)


class PageChords(QObject):
    """The part of a music page that works with chords."""

    status = Signal(str)

    def __init__(
        self,
        document: Document,
        preview: Preview,
        generation: Generation,
        roll: RollView,
        pointing: Pointing,
        panel: RewritePanel,
        worker: Worker,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._document, self._preview, self._generation = document, preview, generation
        self._roll, self._pointing, self._panel = roll, pointing, panel
        self._bar: int | None = None
        self._piece: Piece | None = None
        self.asker = Asker(worker, self)
        self.asker.answered.connect(self._answered)
        self.asker.failed.connect(self._failed)
        self.popover = ChordPopover(roll)
        self.popover.auditioned.connect(self._sound)
        self.popover.chosen.connect(self.use)
        self.popover.closed.connect(self.close)
        roll.frame.lane.reharmonise.connect(self._lane_asks)
        document.changed.connect(self._changed)
        roll.view_changed.connect(self._place)

    # What sounds

    def take_sounding(self) -> None:
        """Ask for the chords of the alternative in view, else for those that sound on the page."""
        piece, shown = self._pointing.piece, self._preview.shown
        if self._preview.ready and isinstance(shown, Piece):
            if shown.steps != piece.steps:
                raise CanvasError(tr("This alternative has other bars than the page; accept it first."))
            chords = read_chords(shown)
            self._generation.reject()
        else:
            chords = read_chords(piece)
        if not chords:
            raise CanvasError(tr("No chord sounds here yet; harmonise the melody, or type chords in the lane."))
        self._apply(tr("Ask for these chords"), replace(self._pointing.piece, chords=chords))
        self.status.emit(
            tr("{chords} asked for; rewrites follow them.", chords=count(len(chords), "chord is", "chords are"))
        )

    # Closes

    def close_with(self, kind: str) -> None:
        """Set the chords of a close that ends on the cursor's beat."""
        piece = self._pointing.piece
        before, last = cadence(piece, kind, min(self._document.cursor[1], piece.steps - 1))
        stop = next((start for start in piece.bar_starts if start > last.step), piece.steps)
        self._apply(tr(CLOSES[kind]), with_chords_until(piece, before.step, stop, (before, last)))
        names = f"{chord_symbol(before.chord)} {chord_symbol(last.chord)}"
        self.status.emit(tr("{close}: {names}; the next rewrite follows it.", close=tr(CLOSES[kind]), names=names))

    # Other chords for a bar

    def reharmonise(self) -> None:
        """Ask which chords the cursor's bar could have."""
        self.reharmonise_at(min(self._document.cursor[1], self._pointing.piece.steps - 1))

    def reharmonise_at(self, step: int) -> None:
        """Ask which chords a step's bar could have."""
        piece = self._pointing.piece
        if self._preview.count:
            raise CanvasError(tr("Accept or reject the alternatives first."))
        bar = sum(start <= step for start in piece.bar_starts) - 1
        mask = bar_mask(piece, bar)
        self._bar, self._piece = bar, piece
        self.popover.wait_for(tr("Bar {n}", n=piece.place(piece.bar_starts[bar])[0]))
        self._roll.reveal(piece.bar_starts[bar])
        self._place()
        inquiry = Inquiry("chords", piece, mask, ((0, *bar_span(piece, bar)),), {"count": DRAFTS}, self._panel.seed)
        self.asker.ask(inquiry)

    def _lane_asks(self, step: int) -> None:
        try:
            self.reharmonise_at(step)
        except CanvasError as error:
            self.status.emit(str(error))

    def use(self, reading: ChordReading) -> None:
        """Ask for a reading's chords in the bar, and write it."""
        bar, piece = self._bar, self._piece
        if bar is None or piece is None:
            return
        self.close()
        changed, panel = with_bar_chords(piece, bar, reading.chords), self._panel
        name = tr("Reharmonise bar {n}", n=piece.place(piece.bar_starts[bar])[0])
        project = replace(self._document.project, canvas=changed)
        mask = bar_mask(piece, bar)
        self._generation.start(name, panel.method, panel.options(), panel.count, panel.seed, project, mask)
        panel.roll()

    def close(self) -> None:
        """Put the list away."""
        self.asker.cancel()
        self._bar = self._piece = None
        if self.popover.isVisible():
            self.popover.hide()
            self._roll.setFocus()

    def _answered(self, readings: tuple[ChordReading, ...]) -> None:
        if self._bar is not None:
            self.popover.answer(readings, DRAFTS)
            self._place()

    def _failed(self, sentence: str) -> None:
        self.popover.show_message(sentence)
        self._place()

    def _sound(self, reading: ChordReading) -> None:
        """Sound the first chord of a reading as its draft has it."""
        step = reading.chords[0].step
        for voice, line in enumerate(reading.draft.voices):
            note = next((note for note in line.notes if note.start <= step < note.start + note.length), None)
            if note is not None:
                self._roll.sounded.emit(note.pitch, voice)

    def _changed(self) -> None:
        if self._piece is not None and self._document.project.canvas is not self._piece:
            self.close()

    def _place(self) -> None:
        if self._bar is not None and self._piece is not None:
            start, stop = bar_span(self._piece, self._bar)
            lane = self._roll.frame.lane
            self.popover.place_under(lane.geometry(), lane.x_of(start), lane.x_of(stop))

    def _apply(self, name: str, piece: Piece) -> None:
        self._document.apply(name, replace(self._document.project, canvas=piece))
