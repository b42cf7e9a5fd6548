"""One step of a result as it is shown, played and kept; what was still open is as on the page.

Pure; knows no widgets."""

from functools import cached_property
from typing import Any

import numpy as np

from engine.canvas.matching import spliced
from engine.canvas.music import Piece
from engine.canvas.project import Canvas, Project
from engine.canvas.text import Draft, Sentence
from engine.jobs.reel import Reel


class Watched:
    """Alternative `index` at a frame of its reel, over the page `before`; worked out when first asked for."""

    def __init__(self, reel: Reel, frame: int, index: int, before: Project, part: int) -> None:
        self.reel, self.frame, self.index = reel, frame, index
        self._before, self._part = before, part

    @property
    def step(self) -> int:
        """The number of the step."""
        return self.reel.steps[self.frame]

    @cached_property
    def passing(self) -> tuple[Any, np.ndarray]:
        """Its cells as a running job would show them, and how settled they are."""
        return self.reel.shown(self.frame, self.index)

    @cached_property
    def open(self) -> np.ndarray:
        """Bool array (rows, steps): free cells that nothing was written to yet."""
        return self.reel.open(self.frame, self.index)

    @property
    def blank(self) -> bool:
        """Whether nothing was written at all."""
        return bool((self.open == self.reel.codec.cells.free).all())

    @cached_property
    def canvas(self) -> Canvas:
        """The whole page at this step, as keeping it gives it."""
        made, old = self.reel.canvas(self.frame, self.index), self._before.canvas
        if isinstance(made, Piece):
            assert isinstance(old, Piece)
            return (
                old.with_grid(spliced(old.grid(), made.grid(), self.reel.codec.cells.free & ~self.open))
                if self.open.any()
                else made
            )
        assert isinstance(old, Draft) and isinstance(made, Sentence)
        sentence = old.sentences[self._part]
        words = tuple(a if gone else b for a, b, gone in zip(sentence.words, made.words, self.open[0], strict=True))
        return old.with_sentence(self._part, sentence.with_words(words))
