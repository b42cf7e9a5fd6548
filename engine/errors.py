"""Errors shown to the user: each is one plain sentence that says what is wrong and what to do."""


class PalimpsestError(Exception):
    """A problem to be shown as it is; `details` holds what only a bug report needs."""

    def __init__(self, sentence: str, details: str = "") -> None:
        super().__init__(sentence)
        self.details = details


class CanvasError(PalimpsestError, ValueError):
    """A value that would not be a valid piece, sentence or mask."""


class FormatError(PalimpsestError, ValueError):
    """A file that cannot be read or written in its format."""


class ModelError(PalimpsestError, RuntimeError):
    """Weights that are missing, broken or made for something else."""
