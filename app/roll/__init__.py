"""The piano roll: four voices on one page, with ruler, keyboard, brushes and preview."""

from app.roll.view import RollView

__all__ = ["RollView"]
