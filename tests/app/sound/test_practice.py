"""Practice tracks: a file for each voice, that voice loud and the others soft, nothing written over, in one action."""

import threading

import mido
import numpy as np
import pytest

from app.sound.practice import BACK, FRONT, LOUD, SOFT, export_practice, strips_of, track_path
from app.sound.schedule import Performance
from engine.canvas.edits import put_note
from engine.canvas.music import blank_piece
from engine.errors import FormatError
from engine.formats import midi


def duet():
    return put_note(put_note(blank_piece(1), 0, 0, 4, 72), 3, 0, 8, 48)


def test_each_voice_with_notes_has_a_file_in_which_it_is_loud(tmp_path):
    files = export_practice(tmp_path / "Ode.mid", Performance(duet()), lambda _share: None, lambda: False)
    assert [path.name for path in files] == ["Ode, soprano.mid", "Ode, bass.mid"]
    for path, front in zip(files, (0, 3), strict=True):
        tracks = mido.MidiFile(path).tracks[1:]
        struck = {voice: [m.velocity for m in track if m.type == "note_on"] for voice, track in enumerate(tracks)}
        assert struck[front] == [LOUD] and struck[3 - front] == [SOFT]
        assert midi.read(path.read_bytes())[0].voices[0].notes == duet().voices[0].notes
    assert export_practice(tmp_path / "Ode.mid", Performance(duet()), lambda _s: None, lambda: False)[0].name == (
        "Ode, soprano 2.mid"
    ), "what is there stays"


def test_tracks_of_sound_have_the_others_at_a_quarter(tmp_path):
    assert [strip.volume for strip in strips_of(2)] == [BACK, BACK, FRONT, BACK]
    shares = []
    files = export_practice(tmp_path / "a.wav", Performance(duet()), shares.append, lambda: False)
    assert len(files) == 2 and shares == sorted(shares) and shares[-1] == 1.0
    one, other = (np.frombuffer(path.read_bytes()[44:], "<i2") for path in files)
    assert one.any() and other.any() and not np.array_equal(one[: len(other)], other[: len(one)])


def test_a_page_without_notes_is_refused_and_cancelling_leaves_whole_files_only(tmp_path):
    with pytest.raises(FormatError, match="no notes"):
        export_practice(tmp_path / "a.mid", Performance(blank_piece(1)), lambda _s: None, lambda: False)
    stop = threading.Event()
    stop.set()
    assert export_practice(tmp_path / "a.wav", Performance(duet()), lambda _s: None, stop.is_set) == []
    assert not list(tmp_path.iterdir())
    assert track_path(tmp_path / "b.wav", 1).name == "b, alto.wav"


def test_one_action_writes_them_all(desk, tmp_path):
    desk.open_example("chorale")
    desk.answers["ask_save"] = tmp_path / "Chorale.mid"
    desk.window.actions_["practice_midi"].trigger()
    desk.wait(lambda: len(list(tmp_path.glob("Chorale, *.mid"))) == 4)
    desk.wait(lambda: "Chorale, alto.mid" in desk.window.notice.text)


def test_a_name_that_is_too_long_is_one_sentence(tmp_path):
    with pytest.raises(FormatError, match="the name is too long"):
        export_practice(tmp_path / ("x" * 250 + ".mid"), Performance(duet()), lambda _s: None, lambda: False)
