"""What is painted over the roll and can be pointed at and pressed, such as voice-leading marks."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QPointF


class Badges(NamedTuple):
    """A kind of mark: what one at a point of the page says, and what a press there does (False: there is none)."""

    tip: Callable[[QPointF], str]
    press: Callable[[QPointF], bool]
