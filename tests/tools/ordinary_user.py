"""`python -m tests.tools.ordinary_user FOLDER FORBIDDEN`: a session of a user who may write in FOLDER and nowhere else.

Opens a page, edits, saves in both folders, exports, closes; prints what happened as JSON."""

import json
import os
import sys
from pathlib import Path


def main(folder, forbidden):
    """One session."""
    from tests.tools.quiet_window import QuietWindow

    quiet = QuietWindow()
    window = quiet.window
    window.after_start([])
    said = [window.notice.text]
    page = window.files.new()
    page.document.cursor = (0, 0, 60)
    page.canvas.setFocus()
    from app.roll import changes

    page.canvas.commands.commit(changes.add_note(page.document.project, 0, 0, 4, 60))
    window.settings["theme"] = "dark"
    window.autosave.flush()
    quiet.run(lambda: not window.disk.busy)
    for name in ("piece.palimpsest", "piece.mid"):
        for place in (Path(forbidden), Path(folder)):
            window.files.questions.ask_save = lambda *_, path=place / name: path
            window.attempt(window.files.saving.save_as if name.endswith("t") else window.files.saving.export_midi)
            quiet.run()
            said.append(window.notice.text)
    kept = [found.name for found in sorted(Path(folder).iterdir())]
    quiet.close()
    print(json.dumps({"user": os.geteuid(), "said": said, "kept": kept, "accidents": quiet.accidents}))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
