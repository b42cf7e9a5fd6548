"""What may be in the place of a file: pipes, devices, folders and links are neither read nor replaced, and what a save
needs on the way is nobody else's."""

import os
import socket
import stat
import time
from pathlib import Path

import pytest

from app.score.export import write_pages
from app.sound.schedule import Performance
from app.sound.synth import AdditiveSynth
from app.sound.wav import export_wav
from engine.canvas.music import blank_piece
from engine.canvas.project import fresh
from engine.errors import FormatError
from engine.formats import FORMATS, files, save_file
from engine.formats.files import STALE, read_bytes, replacing, write_bytes

WRITERS = {
    "bytes": lambda path: write_bytes(path, b"new"),
    "wav": lambda path: export_wav(path, Performance(blank_piece(1)), synth=AdditiveSynth()),
    "project": lambda path: save_file(path.with_suffix(".palimpsest"), fresh(blank_piece(1))),
    "svg": lambda path: write_pages(path.with_suffix(".svg"), [b"<svg/>"], bytes),
}


def stranger(kind: str, path: Path) -> None:
    """Something that is no ordinary file, under that name."""
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(str(path))
    elif kind == "folder":
        path.mkdir()
    elif kind == "link to a device":
        path.symlink_to("/dev/full")
    elif kind == "link to a pipe":
        os.mkfifo(path.with_name("pipe"))
        path.symlink_to(path.with_name("pipe"))
    else:
        path.symlink_to({"link to nothing": "nothing", "link to itself": path.name}[kind])


KINDS = ["pipe", "socket", "folder", "link to a device", "link to a pipe", "link to nothing", "link to itself"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("writer", WRITERS)
def test_what_is_no_ordinary_file_is_never_replaced(kind, writer, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # a socket's path must be short
    suffix = {"project": ".palimpsest", "svg": ".svg"}.get(writer, ".wav")
    path = Path(f"a{suffix}")
    stranger(kind, path)
    before = {each.name: each.lstat().st_mode for each in Path().iterdir()}
    with pytest.raises(FormatError, match=r"could not be saved because .*; nothing was changed"):
        WRITERS[writer](path)
    assert {each.name: each.lstat().st_mode for each in Path().iterdir()} == before


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("link to nothing", "socket")])
def test_what_is_no_ordinary_file_is_never_read_or_waited_for(kind, tmp_path):
    stranger(kind, tmp_path / "a")
    with pytest.raises(FormatError, match="choose a file"):
        read_bytes(tmp_path / "a", 100)


def test_a_wav_file_is_refused_before_it_is_rendered(tmp_path):
    os.mkfifo(tmp_path / "a.wav")
    with pytest.raises(FormatError, match="a pipe has that name"):
        export_wav(tmp_path / "a.wav", Performance(blank_piece(1)), synth=None, progress=pytest.fail)


def test_a_pipe_that_comes_while_the_bytes_are_written_stays(tmp_path):
    door = replacing(tmp_path / "a")
    door.__enter__().write(b"new")
    os.mkfifo(tmp_path / "a")
    with pytest.raises(FormatError, match="a pipe has that name"):
        door.__exit__(None, None, None)
    assert [each.name for each in tmp_path.iterdir()] == ["a"] and stat.S_ISFIFO((tmp_path / "a").stat().st_mode)


def test_bytes_on_their_way_are_in_a_new_file_that_only_its_owner_reads(tmp_path):
    with replacing(tmp_path / "a") as stream:
        (scratch,) = tmp_path.iterdir()
        assert scratch.name != "a" and scratch.stat().st_mode & 0o777 == 0o600
        stream.write(b"new")
    assert [each.name for each in tmp_path.iterdir()] == ["a"]


def test_no_link_put_in_the_way_is_followed(tmp_path, monkeypatch):
    """Even if its name were guessed."""
    monkeypatch.setattr(files.secrets, "token_hex", lambda count: "ab" * count)
    victim = tmp_path / "victim"
    victim.write_bytes(b"mine")
    with replacing(tmp_path / "a"):
        (name,) = (each.name for each in tmp_path.iterdir() if each != victim)
    (tmp_path / name).symlink_to(victim)
    with pytest.raises(FormatError):
        write_bytes(tmp_path / "a", b"new")
    assert victim.read_bytes() == b"mine" and (tmp_path / name).is_symlink()


def test_a_new_file_has_the_usual_permissions_and_a_private_one_its_own(tmp_path):
    plain, ours, private = tmp_path / "plain", tmp_path / "ours", tmp_path / "private"
    plain.touch()
    write_bytes(ours, b"")
    write_bytes(private, b"", private=True)
    assert ours.stat().st_mode == plain.stat().st_mode and private.stat().st_mode & 0o777 == 0o600
    os.chmod(private, 0o644)  # made by an older program
    write_bytes(private, b"", private=True)
    assert private.stat().st_mode & 0o777 == 0o600


def test_what_a_killed_save_left_is_swept_up_and_nothing_else(tmp_path):
    with replacing(tmp_path / "a") as stream:
        (left,) = tmp_path.iterdir()
        scrap = stream.name if isinstance(stream.name, str) else left.name
    old, young = tmp_path / scrap, tmp_path / scrap.replace(".a.", ".b.")
    others = [tmp_path / name for name in (".a.part", ".a.1234.part", "a.palimpsest-part", ".bashrc")]
    for path in (old, young, *others):
        path.touch()
    long_ago = time.time() - STALE - 10
    for path in (old, *others):
        os.utime(path, (long_ago, long_ago))
    write_bytes(tmp_path / "a", b"new")
    assert not old.exists() and young.exists() and all(path.exists() for path in others)


def test_names_of_many_bytes_can_be_saved(tmp_path):
    path = tmp_path / f"{'ö' * 120}.txt"
    write_bytes(path, b"new")
    assert path.read_bytes() == b"new"


def test_every_format_goes_through_the_one_door(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "_scratch", lambda target: pytest.fail("came by"))
    for each in FORMATS.values():
        if "music" in each.holds:
            with pytest.raises(pytest.fail.Exception, match="came by"):
                save_file(tmp_path / f"a{each.extensions[0]}", fresh(blank_piece(1)))
