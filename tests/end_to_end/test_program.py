"""The whole program in processes of its own: import, harmonise, export, sentence, save, reopen, recovery.

`make test-frozen` runs these against the frozen program (tests.tools.driven_program says how); `make test-all` against
the source tree."""

import json
import os
import re
import shutil

import pytest
from PySide6.QtGui import QColor, QImage

import engine
from app.widgets.theme import TOKENS
from engine.canvas.music import Piece
from engine.canvas.project import fresh
from engine.canvas.tunes import TUNES, read_tune
from engine.formats import open_file, save_file
from tests.tools import driven_program as driven

pytestmark = pytest.mark.full
WINDOWED = pytest.mark.skipif(
    any(shutil.which(name) is None for name in driven.NEEDS), reason=f"needs {', '.join(driven.NEEDS)}"
)


@pytest.fixture
def place():
    folder = driven.new_place()
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def melody(place):
    path = place / "nun danket.mid"
    save_file(path, fresh(read_tune(TUNES["danket"])))
    path.chmod(0o644)
    return path


@pytest.fixture
def screen():
    made = driven.Screen()
    yield made
    made.close()


@pytest.fixture
def start(screen, place):
    """Starts the window; whatever is still open at the end is ended."""
    own = place / "own"
    own.mkdir()
    own.chmod(0o777)
    (own / "settings.json").write_text(json.dumps({"autosave": 5, "motion": False, "theme": "light"}))
    (own / "settings.json").chmod(0o666)
    made = []

    def begin(*files):
        made.append(driven.Gui(screen, place, *files))
        return made[-1]

    yield begin
    for gui in made:
        if gui.running:
            gui.kill()


def piece(path):
    """The piece in a file, or None while there is none."""
    try:
        canvas = open_file(path).project.canvas
    except Exception:
        return None
    return canvas if isinstance(canvas, Piece) else None


def recovered(place):
    """The project in the newest recovery copy."""
    copies = sorted(place.glob("own/recovery/*/*/copy.palimpsest"), key=os.path.getmtime)
    return open_file(copies[-1]).project if copies else None


def pitches(place):
    """The pitches of each voice in the newest recovery copy; none while there is no copy."""
    found = recovered(place)
    return [[note.pitch for note in voice.notes] for voice in found.canvas.voices] if found else [[]]


def test_it_says_its_version(place):
    result = driven.run(place, "--version")
    assert result.stdout.strip() == engine.__version__ and result.returncode == 0, result.stderr


@pytest.mark.parametrize("suffix", ["mid", "musicxml", "palimpsest"])
def test_a_melody_is_harmonised_into_each_kind_of_file(place, melody, suffix):
    out = place / f"out.{suffix}"
    result = driven.run(place, "harmonize", str(melody), "-o", str(out), "--seed", "3", "--steps", "8", "--json")
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["results"]
    before, after = piece(melody), piece(out)
    assert after.voices[0].notes == before.voices[0].notes
    assert all(len(voice.notes) >= 8 for voice in after.voices)


def test_a_sentence_is_written_around_its_words(place):
    result = driven.run(place, "write", "The _ council will _ _ the schools .", "--count", "2", "--seed", "1")
    assert result.returncode == 0, result.stderr
    assert len(re.findall("council will .* the schools", result.stdout)) == 2


def test_a_piece_is_scored_and_a_wrong_file_gets_a_sentence(place, melody):
    assert driven.run(place, "score", str(melody)).returncode == 0
    wrong = place / "wrong.mid"
    wrong.write_bytes(b"no music")
    result = driven.run(place, "score", str(wrong))
    assert result.returncode == 1 and "Traceback" not in result.stderr and result.stderr.strip()


def test_the_library_of_models_is_listed(place):
    result = driven.run(place, "models", "list")
    assert result.returncode == 0 and "Bach (shipped)" in result.stdout, result.stderr


@WINDOWED
def test_a_file_is_opened_harmonised_saved_exported_and_found_again_after_a_crash(place, melody, screen, start):
    gui = start(melody)  # as a double-click does
    screen.wait_for("Import nun danket")
    screen.key("Return")
    screen.wait_for("– Palimpsest")
    screen.key("ctrl+1")
    driven.until(lambda: (found := recovered(place)) and len(found.takes) >= 1, "a result in the history")
    screen.key("Return")
    driven.until(lambda: all(pitches(place)), "an accepted result")

    saved, exported = place / "saved.palimpsest", place / "exported.mid"
    screen.key("ctrl+s")
    screen.name_file("Save", saved)
    driven.until(lambda: piece(saved), "a saved project")
    screen.wait_for("– Palimpsest")
    screen.key("ctrl+e")
    screen.name_file("Export", exported)
    driven.until(lambda: piece(exported), "an exported file")
    melody_notes = piece(melody).voices[0].notes
    assert piece(saved).voices[0].notes == piece(exported).voices[0].notes == melody_notes

    screen.wait_for("– Palimpsest")
    lower = [note.pitch - 1 for note in melody_notes]
    screen.key("Escape", "Escape", "ctrl+a", "alt+Down")  # an edit that is never saved
    driven.until(lambda: pitches(place)[0] == lower, "a copy of the edit")
    gui.kill()

    gui = start()
    screen.wait_for("Palimpsest")
    picture = driven.until(lambda: dark_button(screen, place), "an offer on the start page")
    screen.click(*picture)
    screen.wait_for("– Palimpsest")
    screen.key("ctrl+shift+s")
    rescued = place / "rescued.palimpsest"
    screen.name_file("Save", rescued)
    driven.until(lambda: piece(rescued), "the rescued work, saved")
    assert [note.pitch for note in piece(rescued).voices[0].notes] == lower
    screen.wait_for("– Palimpsest")
    screen.key("ctrl+q")
    assert gui.ended() == 0

    gui = start(saved)  # and the one that was saved before the edit is as it was
    screen.wait_for("– Palimpsest")
    keep_picture(screen, "reopened")
    screen.key("ctrl+q")
    assert gui.ended() == 0


@WINDOWED
def test_the_guide_opens_and_a_sentence_is_written_in_the_window(place, screen, start):
    gui = start()
    screen.wait_for("Palimpsest")
    screen.key("ctrl+shift+g")
    screen.wait_for("Guide")
    keep_picture(screen, "guide")
    screen.key("Escape")
    screen.wait_for("Palimpsest")
    screen.key("ctrl+shift+n")
    screen.wait_for("– Palimpsest")
    screen.type("The storm was late and the ferry stayed in port.")
    screen.key("Escape", "ctrl+a", "7", "ctrl+Return")
    driven.until(lambda: (found := recovered(place)) and len(found.takes) >= 1, "a written sentence")
    keep_picture(screen, "sentence")
    gui.kill()


def dark_button(screen, place):
    """Where the first dark button in the right part of the screen is; None while there is none."""
    shown = QImage(str(screen.picture(place / "screen.png")))
    dark = QColor(TOKENS["ink"][0]).rgb()
    for down in range(60, shown.height(), 4):
        run = 0
        for across in range(shown.width() * 2 // 3, shown.width()):
            run = run + 1 if shown.pixel(across, down) == dark else 0
            if run == 40:
                return across - 20, down + 8
    return None


def keep_picture(screen, name):
    """A picture for whoever asks for them (PALIMPSEST_PICTURES)."""
    if folder := os.environ.get("PALIMPSEST_PICTURES"):
        screen.picture(driven.Path(folder) / f"{name}.png")
