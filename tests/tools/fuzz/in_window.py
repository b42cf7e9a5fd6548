"""The same wrong files fed to the window itself: opened, imported and recovered as a user would, and settings to start
with. An exception in any slot, a text that would be read as HTML, or no answer at all is a defect."""

import json
import os
import shutil
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path

from engine.canvas.project import Take
from engine.formats import FORMATS
from tests.tools.fuzz import mutations
from tests.tools.fuzz.targets import FACTS, TARGETS, Target, hostile_projects

ENDINGS = {"midi": ".mid", "musicxml": ".musicxml", "mxl": ".mxl", "project": ".palimpsest", "text": ".txt"}
NAME = "R&B <b>x"
MISNAMED = 0.1  # of the files have the ending of another format
PARTED = b"\n----\n"


@cache
def _quiet():
    """One window for all files."""
    from tests.tools.plain_text_guard import wrong
    from tests.tools.quiet_window import QuietWindow

    quiet = QuietWindow()
    agree = quiet.window.files.questions.ask_plan

    def look_and_agree(plan, name):
        piece = agree(plan, name)
        quiet.accidents += [f"not shown as it stands: {found}" for found in wrong()[0]]  # the dialog is still there
        return piece

    quiet.window.files.questions.ask_plan = look_and_agree
    return quiet


def _check(quiet):
    """Paint, let timers run, and raise what went wrong on the way."""
    from tests.tools.plain_text_guard import wrong

    quiet.window.grab()
    quiet.run()
    found = [*quiet.accidents, *(f"not shown as it stands: {each}" for each in wrong()[0])]
    quiet.accidents.clear()
    assert not found, "\n".join(found)


def _close_all(quiet):
    while quiet.window.pages:
        quiet.window.tabs.close_page(quiet.window.pages[0])
    quiet.run()


def _files():
    """Good files with a stranger's words in them, each behind the name of its format; weights as well."""
    made = [f"{name}\n".encode() + data for name in ENDINGS for data in _written(name)]
    return [*made, b"weights\n" + TARGETS["weights"].seeds()[0]]


def _written(name):
    kinds = FORMATS[name].holds
    return [
        FORMATS[name].write(each)
        for kind, each in zip(("music", "text"), hostile_projects(), strict=True)
        if kind in kinds
    ]


def _wrong_file(dice, data):
    """A wrong file of a format, at times under the ending of another."""
    name, _, inner = data.partition(b"\n")
    target = TARGETS[name.decode()]
    known = name.decode() in ENDINGS and dice.random() > MISNAMED
    ending = ENDINGS[name.decode()] if known else dice.choice((*ENDINGS.values(), ".xml", ".safetensors"))
    return ending.encode() + b"\n" + target.mutate(dice, inner)


def _open(data):
    """Open a file in the window, look at it, and close it."""
    ending, _, inner = data.partition(b"\n")
    quiet = _quiet()
    window = quiet.window
    said, before = len(quiet.complaints), len(window.pages)
    window.notice.hide()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{NAME}{ENDINGS.get(ending.decode(), ending.decode())}"
        path.write_bytes(inner)
        window.attempt(lambda: window.files.open_path(path))
        assert quiet.run(lambda: not window.disk.busy), "the file was never read"
        quiet.run()
        opened = len(window.pages) > before
        answered = len(quiet.complaints) > said or window.notice.isVisible()
        _check(quiet)
        _close_all(quiet)
    assert opened or answered, "nothing was opened and nothing was said"
    return "read" if opened else "refused"


def _results():
    """Projects of music and words with a result each."""
    made = []
    for project in hostile_projects():
        mask = project.masks[0]
        take = Take("mac", 1, {"temperature": 0.9}, project.canvas, mask, (project.canvas,) * 2, (1.5, None), 0, NAME)
        made.append(FORMATS["project"].write(replace(project, takes=(take,))))
    return made


def _wrong_result(dice, data):
    """The result alone is wrong: a wrong page would not come so far."""
    plain = json.loads(data)
    plain["takes"] = [json.loads(mutations.in_json(dice, json.dumps(take).encode())) for take in plain["takes"]]
    return json.dumps(plain, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _use_result(data):
    """Open a project, look at its result, lay it over the page again, take it, and ask for it once more."""
    quiet = _quiet()
    window = quiet.window
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{NAME}.palimpsest"
        path.write_bytes(data)
        window.attempt(lambda: window.files.open_path(path))
        quiet.run(lambda: not window.disk.busy)
        quiet.run()
        opened = bool(window.pages)
        if opened:
            page = window.page
            page.show_panel("history")
            _check(quiet)
            for take in page.document.project.takes[:1]:
                for use in (
                    lambda take=take: page.history.restored.emit(take),
                    lambda: window.attempt(page.rewrites.accept),
                ):
                    use()
                    _check(quiet)
                page.history.repeated.emit(take)
                quiet.run(lambda: not window.worker.busy)
                _check(quiet)
        _close_all(quiet)
    return "read" if opened else "refused"


def _recover(data):
    """Offer rescued work on the start page, open it, and close it."""
    from app.document.storage import autosave, own_files, places

    quiet = _quiet()
    window = quiet.window
    facts, _, copy = data.partition(PARTED)
    folder = places.home() / autosave.FOLDER / "20260101-000000-abcdef01" / "0"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / autosave.FACTS).write_bytes(facts)
    (folder / autosave.COPY).write_bytes(copy)
    window.tabs.show_start()
    quiet.run()
    found = [each for each in autosave.rescues() if each.folder == folder]
    assert found, "a copy that is there is offered"
    window.attempt(lambda: window.files.rescue(found[0]))
    quiet.run(lambda: not window.disk.busy)
    opened = bool(window.pages)
    _check(quiet)
    _close_all(quiet)
    shutil.rmtree(folder.parent, ignore_errors=True)
    return "refused" if own_files.reports() or not opened else "read"


def _recoveries():
    facts = json.dumps(FACTS | {"title": f"{NAME}</b>"}).encode()
    return [facts + PARTED + FORMATS["project"].write(each) for each in hostile_projects()]


def _start(data):
    """A window that starts with wrong settings and a wrong state."""
    from app.document.storage import own_files
    from tests.tools.quiet_window import QuietWindow

    settings, _, state = data.partition(PARTED)
    home = os.environ["PALIMPSEST_HOME"]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PALIMPSEST_HOME"] = folder
        try:
            (Path(folder) / "settings.json").write_bytes(settings)
            (Path(folder) / "state.json").write_bytes(state)
            quiet = QuietWindow()
            quiet.window.tabs.show_start()
            quiet.window.files.new()
            refused = bool(own_files.reports())
            _check(quiet)
            quiet.close()
            assert not quiet.accidents, "\n".join(quiet.accidents)
        finally:
            os.environ["PALIMPSEST_HOME"] = home
    return "refused" if refused else "read"


def _starts():
    state = TARGETS["state"].seeds()[0].replace(b"Piece", b"R&B <b>Piece")
    return [settings + PARTED + state for settings in TARGETS["settings"].seeds()]


def _wrong_pair(dice, data):
    """Either half made wrong, or both."""
    first, _, second = data.partition(PARTED)
    which = dice.randrange(3)
    if which != 1:
        first = TARGETS["settings"].mutate(dice, first)
    if which != 0:
        second = TARGETS["state"].mutate(dice, second)
    return first + PARTED + second


WINDOW = {
    "window": Target(_files, _wrong_file, _open),
    "results": Target(_results, _wrong_result, _use_result),
    "recover": Target(_recoveries, TARGETS["recovery"].mutate, _recover),
    "start": Target(_starts, _wrong_pair, _start),
}
