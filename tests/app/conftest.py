"""The desk that tests of the window sit at: a whole window with a stand-in model, settings of its own, and answers
ready for its questions."""

import threading

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.document.storage.settings import Settings, State
from app.document.worker import Worker
from app.widgets.stylesheet import use_theme
from app.widgets.theme import look
from app.window.main_window import Window
from engine.canvas.music import blank_piece
from tests.tools.stand_in import stand_in_models

CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


class Desk:
    """A window, hands and answers."""

    def __init__(self, qtbot, **engine):
        self.qtbot = qtbot
        use_theme("light")
        self.window = Window(Settings(), State(), Worker("engine", **engine), Worker("disk"))
        self.asked = []
        self.answers = {"ask_open": None, "ask_save": None, "ask_unsaved": "discard", "ask_plan": None}
        self.answers |= {"ask_melody": "draw", "ask_new": blank_piece(8)}
        self.window.dialogs.ask_melody = lambda: self._answer("ask_melody", ())
        self.complaints = []
        for name in self.answers:
            setattr(self.window.files.questions, name, lambda *given, name=name: self._answer(name, given))
        self.window.dialogs.complain = lambda sentence, kept, details="": self.complaints.append(sentence)
        self.window.resize(1400, 900)
        with qtbot.waitActive(self.window, timeout=10000):
            self.window.show()
            self.window.activateWindow()

    def _answer(self, name, given):
        self.asked.append(name)
        answer = self.answers[name]
        return answer(*given) if callable(answer) else answer

    @property
    def page(self):
        return self.window.page

    @property
    def document(self):
        return self.window.page.document

    @property
    def preview(self):
        return self.window.page.preview

    def key(self, key, modifiers=Qt.KeyboardModifier.NoModifier):
        """Press a key where the focus is."""
        target = self.window.focusWidget() or self.window
        QTest.keyClick(target, key, modifiers)
        QApplication.processEvents()  # actions follow what was done

    def sequence(self, keys):
        """Press an action's keys as they stand in the table."""
        QTest.keySequence(self.window.focusWidget() or self.window, keys)

    def click(self, step, pitch):
        """Click on the roll at a sixteenth and a pitch."""
        roll = self.page.canvas
        roll.reveal(step, pitch)
        at = roll.from_page(QPointF(roll.scale.x(step) + 4, roll.scale.y(pitch) + roll.scale.row / 2)).toPoint()
        QTest.mouseClick(roll.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)

    def wait(self, condition, milliseconds=20000):
        """Let events run until something is so; pytest-qt alone would take None for yes."""
        self.qtbot.waitUntil(lambda: bool(condition()), timeout=milliseconds)

    def open_example(self, name="ode"):
        from app.document.examples import EXAMPLES

        self.window.tabs.open_example(next(example for example in EXAMPLES if example.name == name))

    def rewritten(self):
        """Wait for alternatives."""
        self.wait(lambda: self.preview.ready)
        self.qtbot.wait(1)  # let the actions follow

    def close(self):
        self.answers["ask_unsaved"] = "discard"
        self.window.close()


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home folder nobody else uses."""
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(autouse=True)
def _still(monkeypatch):
    """Nothing moves in tests except for those of movement."""
    monkeypatch.setattr(look, "reduced_motion", True)


@pytest.fixture(autouse=True)
def _abreast(monkeypatch):
    """Workers do not stand behind the window: a test does nothing but wait for them, perhaps on a busy machine."""
    monkeypatch.setattr("app.document.worker.BEHIND", 0)


@pytest.fixture(autouse=True)
def _no_device(monkeypatch):
    """Tests are silent on every computer; those of the player bring their own device."""
    from app.sound import player

    monkeypatch.setattr(player, "open_device", lambda buffer, pull: None)


@pytest.fixture
def make_desk(qtbot, home):
    """Desks with another speed of the model, `make_desk(seconds)`, or other models, `make_desk(models=None)` for the
    library's; all threads must be gone afterwards."""
    before = set(threading.enumerate())
    desks = []

    def make(seconds=0.0, **engine):
        desks.append(Desk(qtbot, **(engine or {"models": stand_in_models(seconds)})))
        return desks[-1]

    yield make
    for desk in desks:
        desk.close()
        desk.window.deleteLater()
    left = [thread for thread in threading.enumerate() if thread not in before and thread.name.startswith("palimpsest")]
    for thread in left:
        thread.join(20)  # the window waits half a second; on a busy computer the last step of a job may take longer
    assert not [thread for thread in left if thread.is_alive()]


@pytest.fixture
def desk(make_desk):
    """A desk whose model answers at once."""
    return make_desk()
