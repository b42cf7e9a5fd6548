"""The gallery: public-domain tunes and a chorale by Bach. Each opens ready to rewrite."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

import assets
from app.document.sentence_examples import stressed_project
from engine.canvas.mask import Brush, Mask
from engine.canvas.project import Project, fresh
from engine.canvas.tunes import TUNES, read_tune
from engine.formats import project
from engine.formats.files import read_bytes


def melody_project(name: str) -> Project:
    """A tune with the soprano kept and the other voices to be written."""
    piece = read_tune(TUNES[name])
    states = np.full((4, piece.steps), Brush.REWRITE)
    states[0] = Brush.KEEP
    return Project(piece, (Mask.from_array(states),))


def chorale_project() -> Project:
    """A chorale as Bach wrote it, all kept."""
    return fresh(project.read(read_bytes(assets.examples() / "chorale.palimpsest", project.LIMIT)).canvas)


@dataclass(frozen=True)
class Example:
    """A card of the gallery."""

    name: str
    title: str
    caption: str
    make: Callable[[], Project]


EXAMPLES = (
    Example("ode", "Ode to Joy", "soprano kept, three to write", lambda: melody_project("ode")),
    Example("hundredth", "Old Hundredth", "hymn tune, 1551", lambda: melody_project("hundredth")),
    Example("anne", "St Anne", "hymn tune, 1708", lambda: melody_project("anne")),
    Example("danket", "Nun danket", "hymn tune, 1647", lambda: melody_project("danket")),
    Example("chorale", "A real chorale", "four voices, by J. S. Bach", chorale_project),
    Example("success", "Success or disaster", "stress one word, change the story", lambda: stressed_project("success")),
    Example("war", "War or play", "the same sentence, two lives", lambda: stressed_project("war")),
)
