"""The table of formats, files on disk, the project file and plain text."""

import errno
import os
from dataclasses import replace

import pytest
from hypothesis import given

from engine.canvas.mask import Brush
from engine.canvas.music import HOLD, REST, Bar, Mark, Piece, Voice, blank_piece
from engine.canvas.project import Project, Take, fresh
from engine.canvas.text import LONGEST, MAX_TOTAL, MAX_WORDS, Draft, Sentence, detokenise
from engine.errors import CanvasError, FormatError
from engine.formats import FORMATS, format_of, inspect_file, open_file, plain_text, project, save_file
from engine.formats.files import read_bytes, write_bytes
from engine.formats.plain import piece_from_plain, piece_to_plain
from tests.engine.pieces import pieces, projects


def test_the_table_names_each_format_once_and_its_losses_are_sentences():
    extensions = [extension for each in FORMATS.values() for extension in each.extensions]
    assert len(extensions) == len(set(extensions)) and all(extension.startswith(".") for extension in extensions)
    for name, each in FORMATS.items():
        assert set(each.holds) <= {"music", "text"} and all(loss.endswith(".") for loss in each.losses)
        assert bool(each.losses) == (name != "project")
    assert format_of("A SONG.MID") is FORMATS["midi"]
    with pytest.raises(FormatError, match="cannot be opened or saved"):
        format_of("picture.png")
    with pytest.raises(FormatError, match="A file without a name cannot"):
        format_of("")


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_opens_what_it_saved(name, tmp_path, chorales):
    each = FORMATS[name]
    canvas = chorales["bwv66.6"] if "music" in each.holds else Draft((Sentence(("Hello", "there", ".")),), "note")
    path = tmp_path / f"bwv66.6{each.extensions[0]}"
    save_file(path, fresh(canvas))
    opened = open_file(path)
    assert opened.format is each
    if isinstance(canvas, Piece):
        assert (
            opened.project.canvas.grid().tolist() == canvas.grid().tolist() and opened.project.canvas.title == "bwv66.6"
        )
    else:
        assert opened.project.canvas.sentences == canvas.sentences
    assert (inspect_file(path) is None) == (each.inspect is None)


@pytest.mark.parametrize(
    ("name", "canvas"),
    [("midi", Draft((Sentence(("a",)),))), ("mxl", Draft((Sentence(("a",)),))), ("text", blank_piece(1))],
)
def test_music_and_text_do_not_mix(name, canvas):
    with pytest.raises(FormatError, match="cannot be saved as"):
        FORMATS[name].write(fresh(canvas))


@given(projects())
def test_a_project_comes_back_as_it_was(whole):
    assert project.read(project.write(whole)) == whole


@given(pieces())
def test_a_piece_comes_back_from_plain_values(piece):
    assert piece_from_plain(piece_to_plain(piece)) == piece


def small_project():
    """A project of two bars with one take."""
    soprano = Voice(
        "Soprano", 52, (67, HOLD, HOLD, HOLD, 69, HOLD, 67, HOLD, REST, REST), (Mark(0, spelling=1), Mark(4, 99, "la"))
    )
    rest = Voice("Alto", 52, (REST,) * 10)
    piece = Piece((soprano, rest, rest, rest), (Bar(4, 4, 4), Bar(4, 4, 6)), title="Tune")
    changed = piece.with_grid(piece.grid() + (piece.grid() == 69) * 2)
    start = fresh(piece, Brush.REWRITE)
    return replace(
        start,
        takes=(
            Take(
                "sunmask",
                2**63,
                {"steps": 8, "heat": 0.5, "fast": True},
                piece,
                start.masks[0],
                (changed, piece),
                (1.5, None),
            ),
        ),
    )


def test_a_project_file_reads_like_a_page_and_a_take_says_only_what_changed():
    text = project.write(small_project()).decode()
    for line in (
        '"palimpsest": 1',
        '"G4___"',
        '"69_ 67_ .."',
        '"4/4:4", "4/4:6"',
        '[4, 99, "la"]',
        '"R4"',
        '"changed": {"1": "71_ 67_ .."}',
    ):
        assert line in text, line
    assert text.count('"69_ 67_ .."') == 2  # the page and the take's start; not its alternatives


def test_one_changed_note_changes_one_line_of_the_file():
    whole = small_project()
    grid = whole.canvas.grid()
    grid[0, 6] = 65
    lines = project.write(whole).decode().splitlines()
    other = project.write(replace(whole, canvas=whole.canvas.with_grid(grid))).decode().splitlines()
    assert len(lines) == len(other) and sum(a != b for a, b in zip(lines, other, strict=True)) == 1


def test_a_newer_project_says_so_and_is_not_touched(tmp_path):
    path = tmp_path / "future.palimpsest"
    path.write_bytes(project.write(small_project()).replace(b'"palimpsest": 1', b'"palimpsest": 2'))
    before = path.read_bytes()
    with pytest.raises(FormatError, match="newer Palimpsest"):
        open_file(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"palimpsest": true}',
        b'{"palimpsest": 0}',
        b'{"palimpsest": 1, "kind": "film"}',
        b"[" * 100_000,
    ],
)
def test_what_is_no_project_is_reported(data):
    with pytest.raises(FormatError):
        project.read(data)


def test_too_long_a_history_is_reported_before_it_is_saved():
    piece = blank_piece(2000)
    start = fresh(piece)
    take = Take("sunmask", 0, {}, piece, start.masks[0], (piece,) * 64)
    with pytest.raises(FormatError, match="discard some old results"):
        project.write(Project(piece, start.masks, (take,)))


def test_saving_replaces_a_file_at_once_and_keeps_its_permissions(tmp_path):
    path = tmp_path / "a.txt"
    write_bytes(path, b"old")
    os.chmod(path, 0o640)
    write_bytes(path, b"new")
    assert path.read_bytes() == b"new" and path.stat().st_mode & 0o777 == 0o640 and list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path):
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_bytes(b"old")
    link.symlink_to(real)
    write_bytes(link, b"new")
    assert link.is_symlink() and real.read_bytes() == b"new"


@pytest.mark.parametrize("when", ["fsync", "replace"])
@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.ENOSPC, "the disk is full"), (errno.EACCES, "permission to write"), (errno.EIO, "could not be saved")],
)
def test_a_failed_save_leaves_the_old_file_and_no_scraps(tmp_path, monkeypatch, when, number, words):
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")

    def fail(*_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, when, fail)
    with pytest.raises(FormatError, match=words):
        write_bytes(path, b"new")
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]


def test_a_missing_folder_or_file_is_reported(tmp_path):
    with pytest.raises(FormatError, match="the folder does not exist"):
        write_bytes(tmp_path / "no" / "a.txt", b"")
    with pytest.raises(FormatError, match="There is no file"):
        read_bytes(tmp_path / "a.txt", 10)
    with pytest.raises(FormatError, match="is a folder, which cannot be opened"):
        read_bytes(tmp_path, 10)


def test_a_large_file_is_refused_before_it_is_read(tmp_path):
    path = tmp_path / "big.mid"
    with path.open("wb") as stream:
        stream.truncate(50_000_000_000)  # a hole: takes no room on disk
    with pytest.raises(FormatError, match="50,000 MB"):
        open_file(path)


TEXT = """He met Mr. Lee on Nov. 3 at J. Smith's house. "It was late," she said. Was it? Yes!
The U.S. won 3.5 points.

A new line without a stop
"""


def test_a_text_becomes_sentences_and_lines():
    draft, remarks = plain_text.read(TEXT.encode())
    lines = plain_text.write(draft).decode().splitlines()
    assert lines == TEXT.splitlines(), "paragraphs and lines stay as they were"
    assert [detokenise(sentence.words) for sentence in draft.sentences] == [
        "He met Mr. Lee on Nov. 3 at J. Smith's house.",
        '"It was late," she said.',
        "Was it?",
        "Yes!",
        "The U.S. won 3.5 points.",
        "A new line without a stop",
    ]
    assert not remarks and plain_text.read(plain_text.write(draft))[0].sentences == draft.sentences


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_texts_in_common_encodings_open(encoding):
    draft, _ = plain_text.read("Caf\u00e9 \u2013 open.".encode(encoding))
    assert draft.sentences[0].words == ("Caf\u00e9", "-", "open", ".")


def test_what_is_too_long_to_be_saved_is_refused_when_it_comes_in():
    for data, words in ((b"word " * 180_000, "at most 10,000 words, not 180,000"), (b"a b.\n" * 900, None)):
        if words:
            with pytest.raises(FormatError, match=words):
                plain_text.read(data)
        else:
            assert project.read(project.write(fresh(plain_text.read(data)[0])))
    longest = Sentence(("word",) * LONGEST)
    whole = fresh(Draft((longest,) * (MAX_TOTAL // LONGEST)))
    assert project.read(project.write(whole)) == whole
    assert plain_text.read(plain_text.write(whole.canvas))[0].sentences == whole.canvas.sentences
    with pytest.raises(CanvasError, match="A draft has at most 200,000 words"):
        Draft((*whole.canvas.sentences, Sentence(("word",))))
    with pytest.raises(CanvasError, match="at most 10,000 words"):
        Sentence((*longest.words, "word"))


@pytest.mark.parametrize(
    "draft",
    [
        Draft((Sentence(("Yes", ".", "But")),) * 1000),  # two lines each
        Draft((Sentence(()),)),
        Draft((Sentence(("w" * 1000,)),) * 1000),
        Draft((Sentence(("e" + "\u0300" * 31,)),)),
    ],
)
def test_a_text_that_could_not_be_opened_again_is_refused_before_it_is_saved(draft):
    with pytest.raises(FormatError, match="could not be opened again; save it as a project"):
        plain_text.write(draft)
    assert project.read(project.write(fresh(draft))).canvas == draft


def test_long_empty_binary_and_endless_texts_are_reported():
    assert "sentence 1." in plain_text.read(b"word " * (MAX_WORDS + 1))[1][0]
    for data, words in (
        (b" \n ", "no text"),
        (b"a\0b", "not a text file"),
        (b"Yes. " * 1500, "more than 1,000 sentences"),
    ):
        with pytest.raises(FormatError, match=words):
            plain_text.read(data)
