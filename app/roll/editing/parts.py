"""The parts of a roll that mouse gestures and keys work with, as one value."""

from dataclasses import dataclass

from app.document.document import Document
from app.roll.editing.commands import RollCommands
from app.roll.editing.hits import HitTest
from app.roll.options import RollOptions
from app.roll.scrolling import RollScroller
from app.roll.shown import ShownPage


@dataclass(frozen=True)
class RollParts:
    """What is edited, what is shown of it, and where."""

    document: Document
    shown: ShownPage
    scroller: RollScroller
    options: RollOptions
    commands: RollCommands
    hits: HitTest
