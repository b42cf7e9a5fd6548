"""The window with the shipped network: a melody file is imported, harmonised and exported, and every melody note is
intact."""

from PySide6.QtCore import Qt

from engine.canvas.project import fresh
from engine.canvas.tunes import TUNES, read_tune
from engine.formats import import_plan, open_file, save_file
from tests.app.conftest import CTRL, _no_device, home, make_desk  # noqa: F401


def test_import_harmonise_export_keeps_every_melody_note(make_desk, tmp_path):  # noqa: F811
    melody, out = tmp_path / "nun danket.mid", tmp_path / "harmonised.mid"
    save_file(melody, fresh(read_tune(TUNES["danket"])))
    desk = make_desk(models=None)
    desk.answers["ask_plan"] = lambda plan, name: import_plan.apply(plan)[0]
    desk.window.files.open_path(melody)
    desk.wait(lambda: desk.page is not None)
    before = open_file(melody).project.canvas.voices[0].notes
    assert desk.document.project.canvas.voices[0].notes == before

    desk.page.panel.set_values({"options": {"sunmask": {"steps": 16}}})
    desk.key(Qt.Key.Key_1, CTRL)
    desk.wait(lambda: desk.preview.ready, 120_000)
    assert not desk.complaints and len(desk.preview.canvases) == 4
    desk.page.canvas.setFocus()
    desk.key(Qt.Key.Key_Return)
    desk.answers["ask_save"] = out
    desk.key(Qt.Key.Key_E, CTRL)
    desk.wait(out.exists)

    after = open_file(out).project.canvas
    assert after.voices[0].notes == before
    assert all(len(voice.notes) > 8 for voice in after.voices)
