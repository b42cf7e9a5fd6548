"""The undo stack of one page: named steps that share what did not change, within a budget of memory.

What is older than the budget allows is forgotten, and undo ends there. Knows no files and no views."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import accumulate

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack

from engine.canvas.project import Project
from engine.canvas.sharing import cost, forget_derived

BUDGET = 300_000_000  # bytes of all steps of a page
ROOM = 0.8  # of the budget is left full when the oldest steps go, so that this is rare


@dataclass(eq=False)
class Step:
    """Before and after of one edit. The takes are no part of it: undoing never forgets a result."""

    name: str
    before: Project
    after: Project
    merge: str = ""
    fleeting: bool = False  # once undone, there is nothing to redo
    size: int = 0  # bytes beside the state before


class UndoStack(QUndoStack):
    """Steps of a page; `go` shows the state a step leads to, `moved` is called after every step done or undone.

    WORKAROUND: Qt's own signals are blocked. A stack that goes with its page emits them once more, to Python objects
    that are being collected, and the program crashes in the collector or at its exit."""

    def __init__(
        self,
        go: Callable[[Project], None],
        moved: Callable[[], None],
        parent: QObject | None = None,
        budget: int = BUDGET,
    ) -> None:
        super().__init__(parent)
        self.blockSignals(True)
        self.budget = budget
        self.go, self.moved = go, moved
        self.moving = False  # steps are inserted into a new stack: nothing is done or merged

    def do(self, name: str, before: Project, after: Project, merge: str = "") -> Step:
        """Do a step and remember it; steps in a row with one `merge` are one."""
        step = Step(name, replace(before, takes=()), replace(after, takes=()), merge)
        step.size = cost(step.before, step.after)
        self.push(_Command(self, step))
        self.moved()
        forget_derived(step.before, step.after)
        self._keep_to_budget()
        return step

    def undo(self) -> None:
        """Undo a step."""
        super().undo()
        self.moved()

    def redo(self) -> None:
        """Do the next step again."""
        super().redo()
        self.moved()

    def setClean(self) -> None:
        """What stands now is what is saved."""
        super().setClean()
        self.moved()

    @property
    def top(self) -> Step | None:
        """The step that led to what stands now; what was undone since may be redone."""
        command = self.command(self.index() - 1) if self.index() else None
        return command.step if isinstance(command, _Command) else None

    def on_top(self, step: Step) -> bool:
        """Whether what stands now is what a step led to."""
        return step is self.top

    def take_back(self) -> None:
        """Undo the step on top; it cannot be redone."""
        assert self.top is not None
        self.top.fleeting = True
        self.undo()

    @property
    def size(self) -> int:
        """Bytes that all steps take, about."""
        return sum(step.size for step in self.steps())

    def steps(self) -> list[Step]:
        """All steps, oldest first."""
        commands = (self.command(index) for index in range(self.count()))
        return [command.step for command in commands if isinstance(command, _Command)]

    def _keep_to_budget(self) -> None:
        """Forget the oldest steps beyond the budget; the last one always stays."""
        steps = self.steps()
        if sum(step.size for step in steps) <= self.budget:
            return
        newest_first = list(accumulate(step.size for step in reversed(steps)))
        kept = max(1, sum(size <= ROOM * self.budget for size in newest_first))
        self._put(steps[len(steps) - kept :], self.cleanIndex() - (len(steps) - kept))

    def fold(self, first: Step) -> None:
        """Make a step and the one after it one, if nothing was undone; it has the name of the latter."""
        steps = self.steps()
        at = next((place for place, step in enumerate(steps) if step is first), len(steps))
        if at + 1 >= len(steps) or self.index() != len(steps):
            return
        steps[at + 1].before = first.before
        steps[at + 1].size = cost(first.before, steps[at + 1].after)
        clean = self.cleanIndex()
        self._put([*steps[:at], *steps[at + 1 :]], clean if clean <= at else -1 if clean == at + 1 else clean - 1)

    def _put(self, steps: list[Step], clean: int) -> None:
        """Begin again with these steps, all of them done; after the first `clean` the page is as it was saved."""
        self.moving = True
        self.clear()
        for index, step in enumerate(steps):
            if index == clean:
                super().setClean()
            self.push(_Command(self, step))
        if clean == len(steps):
            super().setClean()
        elif clean < 0:
            self.resetClean()
        self.moving = False
        self.moved()


class _Command(QUndoCommand):
    """A step as Qt keeps it."""

    def __init__(self, stack: UndoStack, step: Step) -> None:
        super().__init__(step.name)
        self.stack, self.step = stack, step

    def id(self) -> int:
        return 1 if self.step.merge and not self.stack.moving else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _Command) or other.step.merge != self.step.merge:
            return False
        self.step.after = other.step.after
        self.step.size = cost(self.step.before, self.step.after)
        return True

    def redo(self) -> None:
        if not self.stack.moving:
            self.stack.go(self.step.after)

    def undo(self) -> None:
        self.stack.go(self.step.before)
        self.setObsolete(self.step.fleeting)  # set before, the stack would not call undo at all
