"""Every visible text of every screen fits, or is shortened with a tooltip that says the whole: in a small window, in
the usual one, and at 200 per cent."""

import subprocess
import sys

import pytest

from tests.tools.pictures import scenes
from tests.tools.pictures.text_fit import misfits, watch_no_more, watch_painting

SIZES = ((900, 600), (1440, 900))
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # offscreen, of popups and dialogs


@pytest.fixture
def watched():
    watch_painting()
    yield
    watch_no_more()


def test_every_text_of_every_screen_fits(make_desk, watched):
    desk = make_desk()
    window, found = desk.window, []
    window.state.set("rewrite", {"options": {"sunmask": {"steps": 4}}})
    for name, scene in scenes.SCENES.items():
        widget = scene(window)
        for size in SIZES:
            window.resize(*size)
            desk.qtbot.wait(20)
            found += [f"{name} at {size[0]}: {line}" for line in misfits(widget)]
        if widget is not window:
            widget.close()
        window.resize(*SIZES[-1])
    window.dialogs.tour.end()
    assert not found, "\n".join(found)


@pytest.mark.full
def test_every_text_fits_at_200_per_cent(tmp_path):
    command = [sys.executable, "-m", "tests.tools.pictures.screenshots", str(tmp_path), "--stand-in", "--size", "200"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert not said, said
    assert len(list(tmp_path.glob("*.png"))) == 2 * len(scenes.SCENES), "light and dark"
