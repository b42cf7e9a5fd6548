"""Engraving as work for a worker's thread: one toolkit a thread, made when it is first needed."""

import threading

from app.score.engrave import Engraver
from app.score.engraving import Engraving
from app.score.layout_xml import Passage


class _Here(threading.local):
    """What each thread has for itself."""

    engraver: Engraver | None = None


_here = _Here()


def engraver() -> Engraver:
    """This thread's toolkit."""
    if _here.engraver is None:
        _here.engraver = Engraver()
    return _here.engraver


def engrave_passage(asked: Passage) -> Engraving:
    """A passage on one line."""
    return engraver().one_line(asked)
