"""Errors shown to the user: each is one plain sentence that says what is wrong and what to do."""


class Trouble(Exception):
    """A problem to be shown as it is; `details` holds what only a bug report needs."""

    def __init__(self, sentence: str, details: str = "") -> None:
        super().__init__(sentence)
        self.details = details


class CanvasError(Trouble, ValueError):
    """A value that would not be a valid piece, sentence or mask."""


class FormatError(Trouble, ValueError):
    """A file that cannot be read or written in its format."""


class ModelError(Trouble, RuntimeError):
    """Weights that are missing, broken or made for something else."""
