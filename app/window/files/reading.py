"""What a file holds, read in the disk thread: a project, or a plan to import it by. Knows no window."""

from pathlib import Path
from typing import NamedTuple

from app.page.views import VIEWS
from engine.canvas.project import Project
from engine.formats import FORMATS, inspect_file, open_file
from engine.formats.files import Seen
from engine.formats.import_plan import ImportPlan

PROJECT = FORMATS["project"].extensions[0]


class ReadFile(NamedTuple):
    """What a file holds: a project, or a plan that the user has yet to agree to."""

    path: Path
    seen: Seen | None = None
    project: Project | None = None
    plan: ImportPlan | None = None


def read_file(path: Path) -> ReadFile:
    """Read a file by its ending; runs in the disk thread."""
    plan = inspect_file(path)
    if plan is not None:
        _ = plan.outcome  # worked out here once, so that the import preview finds it ready
        return ReadFile(path, plan=plan)
    opened = open_file(path)
    return ReadFile(path, opened.seen, opened.project)


def endings(own: bool = True) -> tuple[str, ...]:
    """The endings of files that can be opened in the views there are; `own` also of projects."""
    kinds = [each for each in FORMATS.values() if set(each.holds) & set(VIEWS)]
    return tuple(end for each in kinds for end in each.extensions if own or end != PROJECT)
