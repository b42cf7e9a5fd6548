"""A page without a window, and results of its history to accept."""

from weakref import WeakMethod

import numpy as np
from PySide6.QtCore import QObject

from app.document.document import Document
from app.document.generation import Generation
from app.document.preview import Preview
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import HOLD, blank_piece
from engine.canvas.project import Project, Take
from engine.canvas.text import Draft, Sentence
from engine.jobs.request import Done


class Nobody(QObject):
    """A worker that never answers by itself."""

    def submit(self, request, on_event):
        self.listener = WeakMethod(on_event)  # a ring of Python and Qt objects may be collected in any order
        return 1

    def on_event(self, event):
        self.listener()(event)

    def cancel(self, job):
        pass

    def call(self, *given, then):
        pass


class Table:
    """A page without a window."""

    def __init__(self, project):
        self.document, self.preview, self.worker = Document(project), Preview(), Nobody()
        self.generation = Generation(self.document, self.preview, self.worker)

    @property
    def project(self):
        return self.document.project

    @property
    def texts(self):
        return [" ".join(sentence.words) for sentence in self.project.canvas.sentences]

    def accept_old(self, take, index=0, region=None):
        self.generation.restore(take)
        self.preview.choose(index)
        self.generation.accept(region)

    def repeat(self, take, *results):
        self.generation.repeat(take)
        self.worker.on_event(Done(results, (None,) * len(results), 0.0))


def words(text):
    return Sentence(tuple(text.split()))


def draft(*texts, title=""):
    return Draft(tuple(words(text) for text in texts), title)


def take_of(project, part, mask, *texts):
    alternatives = tuple(project.canvas.with_sentence(part, words(text)) for text in texts)
    return Take("mac", 1, {}, project.canvas, Mask((mask,)), alternatives, (None,) * len(texts), part)


def project_of_music(bars):
    """Bars that a soprano with unique pitches distinguishes, over three voices that are alike everywhere."""
    piece = blank_piece(bars)
    grid = piece.grid()
    grid[:] = HOLD
    grid[0, ::16] = 70 + np.arange(bars)
    grid[1:, ::4] = 60
    return Project(piece.with_grid(grid), (Mask.filled(4, piece.steps, Brush.REWRITE),))


def music_take(project, free_beats, pitch):
    """A result that writes one pitch into the free beats (4, beats)."""
    free = np.repeat(free_beats, 4, axis=1)
    grid = project.canvas.grid()
    grid[free] = np.where(np.arange(free.shape[1]) % 4 == 0, pitch, HOLD)[None].repeat(4, 0)[free]
    mask = Mask.from_array(np.where(free, Brush.REWRITE, Brush.KEEP))
    return Take("mac", 1, {}, project.canvas, mask, (project.canvas.with_grid(grid),), (None,))
