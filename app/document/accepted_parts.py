"""Parts of a result that were accepted one by one, so that undo and redo bring back what was seen: the page and the
alternatives over it. Knows no widgets."""

from typing import NamedTuple

from PySide6.QtCore import QObject

from app.document.document import Document
from app.document.preview import Preview
from app.document.preview_state import PreviewState
from app.document.undo import Step


class Part(NamedTuple):
    """One accepted part: its undo step, and what the preview showed before and after it."""

    step: Step
    before: PreviewState
    after: PreviewState


class AcceptedParts(QObject):
    """Follows the undo stack of a page as long as its alternatives are the same."""

    def __init__(self, document: Document, preview: Preview, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stack, self._preview = document.stack, preview
        self._parts: list[Part] = []
        self._done = 0  # of them stand on the page
        document.stepped.connect(self._follow)

    def remember(self, before: PreviewState, after: PreviewState) -> None:
        """A part was accepted as the step on top of the stack."""
        step = self._stack.top
        if step is not None and all(part.step is not step for part in self._parts):
            self._parts = [*self._parts[: self._done], Part(step, before, after)]
            self._done = len(self._parts)

    def clear(self, prepared: object | None) -> None:
        """The alternatives went: nothing of them comes back, and what a verb `prepared` is one step with the first
        part."""
        parts, self._parts, self._done = self._parts, [], 0
        if parts and isinstance(prepared, Step):
            self._stack.fold(prepared)

    def _follow(self, index: int) -> None:
        """Show what was seen when this was the page."""
        if not self._parts:
            return
        standing = [id(step) for step in self._stack.steps()[:index]]
        done = sum(id(part.step) in standing for part in self._parts)
        was, self._done = self._done, done
        if done < was:
            self._preview.put_back(self._parts[done].before)
        elif done > was:
            self._preview.put_back(self._parts[done - 1].after)
