"""Engraving as work for a worker's thread: one toolkit a thread, made when it is first needed."""

import threading

from app.score.engrave import Engraver
from app.score.engraving import Engraving
from app.score.layout_xml import Passage

_here = threading.local()


def engraver() -> Engraver:
    """This thread's toolkit."""
    if not hasattr(_here, "engraver"):
        _here.engraver = Engraver()
    made: Engraver = _here.engraver
    return made


def engrave_passage(asked: Passage) -> Engraving:
    """A passage on one line."""
    return engraver().one_line(asked)
