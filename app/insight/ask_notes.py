"""Ask me on a page of notes: which open beats are weighed, what may be answered, and how an answer is put on the
page."""

from dataclasses import replace

import numpy as np

from app.insight.ask_me import Ask, AskMe
from app.insight.examine import short_place
from app.insight.subject import roll_of
from app.insight.why_not import value_name
from app.roll.describe import voice_word
from app.roll.scale import beat_lines
from app.words import tr
from engine.canvas import edits
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import HOLD, REST, Piece
from engine.canvas.project import Project
from engine.sampling.music_cells import to_cells
from engine.sampling.questions import Answer, Span

CANDIDATES = 48  # open beats that are weighed, nearest the view: each costs a few canvases in the network


def candidates(piece: Piece, mask: Mask, middle: float) -> tuple[Span, ...]:
    """Open cells on a beat as spans of one cell, the nearest to a step first; where no beat is open, any open cell."""
    free = ~mask.pinned()
    beats = np.zeros(piece.steps, dtype=bool)
    beats[beat_lines(piece.bars)[:-1]] = True
    chosen = free & beats if (free & beats).any() else free
    cells = sorted(((int(v), int(s)) for v, s in np.argwhere(chosen)), key=lambda cell: abs(cell[1] - middle))
    return tuple((voice, step, step + 1) for voice, step in cells[:CANDIDATES])


def playable(answer: Answer) -> tuple[tuple[int, float], ...]:
    """(cell, odds) of an answer's values; going on with the note before cannot be pinned by itself and is not
    offered."""
    cells = ((int(to_cells(np.array(token))), share) for token, share in answer.values)
    return tuple((cell, share) for cell, share in cells if cell != HOLD)


def settled(project: Project, voice: int, step: int, cell: int) -> Project:
    """The project with a value at an open cell, kept; it lasts to the next beat or kept cell, but only its beginning
    is kept."""
    piece = project.canvas
    assert isinstance(piece, Piece)
    mask = project.masks[0]
    ends = [int(line) for line in beat_lines(piece.bars) if line > step]
    ends += [step + 1 + int(at) for at in np.flatnonzero(mask.pinned()[voice, step + 1 :])[:1]]
    length = min(ends) - step
    changed = (
        edits.erase(piece, voice, step, step + length)
        if cell == REST
        else edits.put_note(piece, voice, step, length, cell)
    )
    return replace(project, canvas=changed, masks=(mask.paint(Brush.KEEP, voice, step, step + 1),))


class AskNotes(AskMe):
    """Values are cells: pitches and rests."""

    heard = True

    def canvas(self) -> Piece:
        """The piece."""
        return self._page.pointing.piece

    def spans(self) -> tuple[Span, ...]:
        """Open beats near the view."""
        roll = roll_of(self._page)
        middle = roll.scale.step_at(roll.horizontalScrollBar().value() + roll.viewport().width() / 2)
        return candidates(self.canvas(), self._page.document.mask, middle)

    def values(self, answer: Answer) -> tuple[tuple[int, float], ...]:
        """What can be struck there."""
        return playable(answer)

    def name(self, value: int) -> str:
        """A pitch's name, or a rest."""
        return value_name(value, self._page.pointing.piece.key)

    def where(self, best: Ask) -> str:
        """Voice and place."""
        return tr(
            "the {voice} at {place}",
            voice=voice_word(best.row),
            place=short_place(self._page.pointing.piece, best.step),
        )

    def put(self, best: Ask, value: int) -> Project:
        """The note, kept, and heard."""
        if value >= 0:
            roll_of(self._page).sounded.emit(value, best.row)
        return settled(self._page.document.project, best.row, best.step, value)
