"""Teaching from beginning to end with real events and a real trainer: teach, kill it, restart, go on, choose, rewrite,
save, reopen; and, in the full counts, the shipped network taught another style."""

import os
import signal

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.document.models import readiness, teaching
from app.document.models.teaching import DONE, PAUSED, Teaching
from engine.canvas.project import fresh
from engine.formats import open_file, save_file
from engine.jobs import library
from tests.app.conftest import CTRL, _no_device, home, make_desk  # noqa: F401
from tests.app.model_stage import choir_piece
from tests.engine.tiny_models import music_file

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
LONG = 1_200_000  # milliseconds
MINUTE = ("--steps", "40", "--every", "1000")  # about a minute of one core, however busy the computer is


def click(widget):
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
    QApplication.processEvents()


def short(*flags):
    """The window's own command with a budget for tests."""
    return lambda plan, place: [*teaching.command(plan, place), "--method", "sunmask", "--batch", "2", *flags]


@pytest.mark.full
def test_teach_kill_restart_go_on_choose_rewrite_save_reopen(make_desk, tmp_path, monkeypatch):  # noqa: F811
    monkeypatch.setattr(readiness, "ROOM", 0)
    desk = make_desk(models=None)
    library.import_model(music_file(tmp_path / "small.safetensors", methods=["sunmask"]))
    pieces = tmp_path / "Our choir"
    pieces.mkdir()
    for number in range(5):
        save_file(pieces / f"{number}.mid", fresh(choir_piece()))
    dialogs = desk.window.dialogs
    dialogs._teaching = Teaching(dialogs, short("--steps", "500", "--every", "0"))
    desk.sequence("Ctrl+F2")
    window = dialogs.teach
    window.ask_folder = lambda title: pieces
    click(window.choose)
    desk.wait(lambda: window.lessons is not None)
    window.begin_with.setFocus()
    QTest.keyClick(window.begin_with, Qt.Key.Key_Down)
    assert window.begin_with.currentText() == "small"
    click(window.start)
    desk.wait(lambda: window.teaching.progress.step >= 2, LONG)
    os.kill(window.teaching._process.processId(), signal.SIGKILL)
    desk.wait(lambda: window.teaching.progress.phase == PAUSED, LONG)
    desk.close()

    later = make_desk(models=None)
    dialogs = later.window.dialogs
    dialogs._teaching = Teaching(dialogs, short("--steps", "30", "--rate", "5e-3"))
    later.window.files.new()
    later.sequence("Ctrl+F2")
    assert "is not finished; go on" in dialogs.teach.stands.text()
    click(dialogs.teach.pause)
    later.wait(lambda: dialogs.teach.teaching.progress.phase == DONE, LONG)
    later.wait(lambda: not dialogs.teach.teaching.running, LONG)
    progress = dialogs.teach.teaching.progress
    assert progress.model == "Our choir" and progress.best < progress.before
    click(dialogs.teach.use)
    later.page.panel.set_values({"options": {"sunmask": {"steps": 2, "dwell": 0, "correct": 0}}, "count": 1})
    later.window.activateWindow()
    later.wait(later.window.isActiveWindow, LONG)
    later.page.canvas.setFocus()
    later.sequence("Ctrl+6")
    later.wait(lambda: later.preview.ready, LONG)
    made = later.document.project.takes[-1].model
    assert made.name == "Our choir" and made.checksum == library.find("Our choir").checksum()
    path = tmp_path / "page.palimpsest"
    later.answers["ask_save"] = path
    later.key(Qt.Key.Key_S, CTRL)
    later.wait(path.exists)
    later.window.tabs.close_page()
    later.window.files.open_path(path)
    later.wait(lambda: later.window.page is not None)
    assert later.document.project.model == made and later.document.project.takes[-1].model == made
    assert open_file(path).project.model == made and not later.page.models.trouble and not later.complaints


@pytest.mark.full
def test_a_minute_with_ten_pieces_of_palestrina_lowers_their_loss_and_bach_s_rises_little(
    tmp_path, monkeypatch, chorales
):
    """Real four-part music that is not Bach's, from music21's corpus, through MusicXML files as a user has them."""
    import torch
    from music21 import corpus

    from engine.neural import weights
    from training import jsb
    from training.data.split import read_split
    from training.fitting.objectives import OBJECTIVES

    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "home"))
    folder = tmp_path / "palestrina"
    folder.mkdir()
    for path in sorted(corpus.getComposer("palestrina")):
        score = corpus.parse(path)
        if len(score.parts) == 4 and score.duration.quarterLength < 400:
            score.write("musicxml", folder / f"{len(list(folder.iterdir()))}.musicxml")
        if len(list(folder.iterdir())) == 10:
            break
    jsb.main([*("--data", str(folder), "--start", "shipped", "--out", str(tmp_path), "--name", "Palestrina"), *MINUTE])
    made = library.find("Palestrina")
    assert made.card["validation_nats"] < made.card["validation_nats_before"]
    held_out = [chorales[name] for name in read_split()["valid"] if name in chorales]
    data = jsb.ChoraleData(held_out[:2], held_out, {}, jsb.JsbConfig(compound=0.0), 24)

    def bach(path):
        net, _ = weights.load(path)
        with torch.no_grad():
            return float(OBJECTIVES["sunmask"].loss(net, data.validation()[0]))

    assert bach(made.path) < 1.1 * bach(library.shipped("music").file("sfarm"))
