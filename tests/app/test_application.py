"""Files that the system hands to the running program, as macOS does on a double-click; in a process of its own, since a
process has one application."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HANDED = """
from pathlib import Path
from PySide6.QtCore import QEvent
from PySide6.QtGui import QFileOpenEvent
from app.application import Application

application, opened = Application(["palimpsest"]), []
application.sendEvent(application, QFileOpenEvent("early.mid"))
assert not opened
application.open_with(opened.append)
application.sendEvent(application, QFileOpenEvent("late.palimpsest"))
application.sendEvent(application, QEvent(QEvent.Type.User))
print(*opened)
"""


def test_files_that_come_early_wait_for_the_window_and_later_ones_open_at_once():
    result = subprocess.run([sys.executable, "-c", HANDED], cwd=ROOT, capture_output=True, text=True)
    assert result.stdout.split() == ["early.mid", "late.palimpsest"], result.stderr
