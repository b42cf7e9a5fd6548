"""What one table of docs/RESULTS.md is, and Markdown for it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Table:
    """A title, a few plain words, the rows as Markdown, and a plot drawn into a file, if any."""

    title: str
    intro: str
    show: Callable[[Rows], str]
    plot: Callable[[Rows, Path], None] | None = None


def markdown(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])
