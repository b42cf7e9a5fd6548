"""Every dialog and floating card of the program, as scenes of tests.tools.pictures.scenes."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog, QMessageBox, QWidget

from tests.tools.living import live

if TYPE_CHECKING:
    from app.window.main_window import Window

LONG = "A very long title that somebody gave to a piece of music, with its opus number, its key and its dedication"


def shown(dialog: QDialog) -> QDialog:
    """A dialog as it opens."""
    dialog.show()
    live(20)
    return dialog


def music(window: "Window") -> None:
    """A page of music in front."""
    from app.document.examples import EXAMPLES

    window.tabs.open_example(next(example for example in EXAMPLES if example.name == "chorale"))


def import_dialog(window: "Window") -> QWidget:
    """A MIDI file that needs some care."""
    import mido

    from app.window.dialogs.import_preview import ImportDialog
    from engine.formats import inspect_file

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "flute and cello, with a long name that somebody gave to this file.mid"
        file = mido.MidiFile(ticks_per_beat=480)
        for name, shift, length, pitches in (
            ("Flute", 24, 480, (60, 62, 64, 65, 67, 69, 64, 60) * 4),
            ("Violoncello in the back of the orchestra", -4, 960, (40, 45, 43, 48) * 4),
        ):
            track = mido.MidiTrack([mido.MetaMessage("track_name", name=name)])
            for place, pitch in enumerate(pitches):
                track.append(mido.Message("note_on", note=pitch + shift, velocity=80, time=23 if place % 7 == 3 else 0))
                track.append(mido.Message("note_off", note=pitch + shift, time=length))
            file.tracks.append(track)
        file.save(path)
        return shown(ImportDialog(inspect_file(path), path.name, window))  # type: ignore[arg-type]


def settings_dialog(window: "Window") -> QWidget:
    """The settings."""
    from app.window.dialogs.settings import SettingsDialog

    return shown(SettingsDialog(window.settings, window))


def melody_dialog(window: "Window") -> QWidget:
    """Where the melody comes from."""
    from app.window.dialogs.melody import MelodyDialog

    return shown(MelodyDialog(window))


def palette(window: "Window") -> QWidget:
    """All actions, to be found by their words."""
    window.dialogs.show_palette()
    assert window.dialogs.palette is not None
    return window.dialogs.palette


def keys(window: "Window") -> QWidget:
    """The sheet of keys."""
    from app.window.key_sheet import KeySheet

    return shown(KeySheet(window))


def model_card(window: "Window") -> QWidget:
    """What a network is."""
    from app.window.dialogs.model_card import ModelCardDialog

    return shown(ModelCardDialog(window, "music", "sunmask"))


def log_dialog(window: "Window") -> QWidget:
    """The log."""
    from app.window.dialogs.log import LogDialog

    return shown(LogDialog(window))


def about_box(window: "Window") -> QWidget:
    """About the program."""
    from app.window.dialogs.about import about

    box = QMessageBox(window)
    box.setText(about())
    return shown(box)


def error(window: "Window") -> QWidget:
    """A problem."""
    type(window.dialogs).complain(  # a test may have its own
        window.dialogs,
        "The file cannot be written: the disk is full, and nothing of what was there before has been changed.",
        "Your page is still here; save it somewhere else.",
        "Traceback",
    )
    return next(made for made in window.findChildren(QDialog) if made.isVisible())


def piece_dialog(window: "Window") -> QWidget:
    """Title, key, metre and tempo of a piece with a long title."""
    from dataclasses import replace

    from app.page.piece_dialog import PieceDialog

    music(window)
    assert window.page is not None
    return shown(PieceDialog(replace(window.page.pointing.piece, title=LONG), 0, window))


def new_page(window: "Window") -> QWidget:
    """What a new page shall be."""
    from app.page.piece_dialog import PieceDialog
    from engine.canvas.music import blank_piece

    return shown(PieceDialog(blank_piece(8), 0, window, new=True))


def models(window: "Window") -> QWidget:
    """The models there are."""
    window.dialogs.show_models()
    assert window.dialogs.models is not None
    return shown(window.dialogs.models)


def teach(window: "Window") -> QWidget:
    """Teaching a model one's own pieces."""
    window.dialogs.show_teach()
    assert window.dialogs.teach is not None
    return shown(window.dialogs.teach)


def mixer(window: "Window") -> QWidget:
    """Sound and MIDI."""
    from app.sound.mixer import NOWHERE, MixerDialog

    page = window.page
    assert page is not None and page.playback.listening is not None
    ports = [(NOWHERE, "No port"), ("x", "A virtual port named Palimpsest")]
    remark = "MIDI ports need the package python-rtmidi, which is not installed."
    return shown(
        MixerDialog(
            page.document,
            page.playback.listening,
            ports,
            NOWHERE,
            lambda *_: None,
            ports,
            NOWHERE,
            lambda *_: None,
            remark,
            window,
        )
    )


def play_in(window: "Window") -> QWidget:
    """Playing a melody in, with a take to look at."""
    from app.page.playing_in.dialog import PlayInDialog
    from app.page.playing_in.melody import Capture, PlayedNote

    page = window.page
    assert page is not None and page.playback.listening is not None
    dialog = PlayInDialog(page.document, page.transport, page.playback.listening, [], window)
    dialog.capture = Capture(0.0)
    for place in range(12):
        start = place * 4 + (0.6 if place % 3 else 0.0)
        dialog.capture.played.append(PlayedNote(start, start + 3.5, 67 + place % 5))
    dialog.grid.setCurrentIndex(1)
    return shown(dialog)


def long_title(window: "Window") -> QWidget:
    """A page with a long title, a notice over it and a long message in the status line."""
    from dataclasses import replace

    from engine.canvas.music import Piece

    page = window.page
    assert page is not None and isinstance(page.document.project.canvas, Piece)
    titled = replace(page.document.project.canvas, title=LONG)
    page.document.apply("Title", replace(page.document.project, canvas=titled))
    window.status.say("Bar 12 beat 3: the alto has C sharp 5, kept; " + LONG)
    window.notice.say(f"{LONG} was changed by another program.", 60, "Open it again", lambda: None)
    return window


def tour(window: "Window") -> QWidget:
    """The second card of the tour."""
    window.notice.hide()
    window.dialogs.show_tour()
    assert window.dialogs.tour is not None
    window.dialogs.tour.go(1)
    return window


DIALOGS: dict[str, Callable[["Window"], QWidget]] = {
    "import": import_dialog,
    "settings": settings_dialog,
    "melody": melody_dialog,
    "palette": palette,
    "keys": keys,
    "model-card": model_card,
    "log": log_dialog,
    "about": about_box,
    "error": error,
    "piece": piece_dialog,
    "new-page": new_page,
    "models": models,
    "teach": teach,
    "mixer": mixer,
    "play-in": play_in,
    "long-title": long_title,
    "tour": tour,
}
