"""The library under bad luck: a full or closed disk, odd names, strange files in its folder. Nothing is lost, and
each is one sentence."""

import errno
import json
import os
import shlex
import shutil

import pytest

from engine.__main__ import main
from engine.canvas.music import blank_piece
from engine.canvas.project import ModelTag, fresh
from engine.errors import PalimpsestError
from engine.formats import open_file, save_file
from engine.jobs import figures, library, model_facts
from engine.jobs.lessons import files_in, prepare, prepared, survey
from tests.app.model_stage import choir_piece, put_model


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A library nobody else uses, whose files need hold no network."""
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(library, "check_file", lambda path, shown: None)
    return tmp_path


def full(*_given):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def closed(*_given, **_more):
    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def test_a_model_that_is_taught_again_stays_until_the_new_one_is_safe(home, monkeypatch):
    before = put_model("Our choir").read_bytes()
    figures.write_origin(library.find("Our choir").path, "taught in spring")
    new = put_model("new", numbers=b"4321").rename(home / "new.safetensors")
    with monkeypatch.context() as disk:
        disk.setattr(shutil, "copyfileobj", full)
        with pytest.raises(PalimpsestError, match="the disk is full"):
            library.put(new, "Our choir", "taught again")
    (kept,) = library.own()
    assert kept.path.read_bytes() == before and kept.origin == "taught in spring"
    monkeypatch.setattr(library, "check_file", lambda path, shown: (_ for _ in ()).throw(PalimpsestError("bad")))
    with pytest.raises(PalimpsestError, match="bad"):
        library.put(new, "Our choir", "taught again")
    assert library.own() == (kept,)
    monkeypatch.setattr(library, "check_file", lambda path, shown: None)
    again = library.put(new, "Our choir", "taught again")
    assert again.path.read_bytes() == new.read_bytes() and again.origin == "taught again" and len(library.own()) == 1


@pytest.mark.parametrize("act", ["rename", "remove"])
def test_a_library_that_cannot_be_changed_is_one_sentence(act, monkeypatch):
    path = put_model("Our choir")
    for name in ("replace", "unlink"):
        monkeypatch.setattr(type(path), name, closed)
    change = {"rename": lambda: library.rename("Our choir", "Ours"), "remove": lambda: library.remove("Our choir")}[act]
    with pytest.raises(PalimpsestError, match="do not have permission"):
        change()


def test_of_two_names_that_differ_in_case_the_one_that_is_meant_is_removed():
    put_model("Choir")
    put_model("choir", numbers=b"4321")
    library.remove("choir")
    assert [model.name for model in library.own()] == ["Choir"]


def test_only_ordinary_files_of_the_folder_are_models():
    put_model("Our choir")
    os.mkfifo(library.folder() / "pipe.safetensors")
    (library.folder() / "folder.safetensors").mkdir()
    (library.folder() / "lost.safetensors").symlink_to("nowhere")
    assert [model.name for model in library.own()] == ["Our choir"]


def test_a_list_is_made_without_reading_the_weights_again(monkeypatch):
    figures.write_origin(put_model("Our choir"), "taught in spring")
    assert library.find("Our choir").origin == "taught in spring"
    monkeypatch.setattr(figures.hashlib, "file_digest", full)
    assert library.find("Our choir").origin == "taught in spring" and library.find("Our choir").checksum()


def test_what_stands_beside_a_model_is_shown_in_few_words_whatever_it_is():
    path = put_model("Our choir")
    for odd in ([[2, 3]], {"x" * 5000: 1}, "words", 7):
        known = {"weights": figures.checksum(path), "measured": odd, "origin": "<b>" * 100_000}
        path.with_suffix(".json").write_text(json.dumps(known))
        assert all(len(words) <= 201 for words in model_facts.facts(library.find("Our choir")).values())


def test_a_file_whose_name_is_taken_by_the_program_is_imported_under_another(home):
    for name in ("Bach (shipped)", "shipped", "nul"):
        path = put_model("x").rename(home / f"{name}.safetensors")
        assert library.import_model(path).name.startswith(name)


def test_a_name_that_no_text_can_hold_is_read_as_one_that_can(home, capsys):
    put_model("x").rename(library.folder() / "ch\udcffir.safetensors")
    (found,) = library.own()
    assert found.name.encode() and library.find(found.name) == found
    whole = fresh(blank_piece(1))
    save_file(home / "page.palimpsest", type(whole)(whole.canvas, whole.masks, model=ModelTag(found.name, "ab")))
    assert open_file(home / "page.palimpsest").project.model.name == found.name
    assert main(["models", "list"]) == 0
    library.remove(found.name)
    assert library.own() == ()
    path = put_model("x").rename(home / "al\udcfft.safetensors")
    assert library.import_model(path).name.encode()


@pytest.mark.parametrize("title", ["Why? <b>", "a\0b", "a\nb", "x" * 300, "../../up", "ch\udcffir", "CON", ""])
def test_pages_of_any_title_are_prepared(home, title):
    prepare(survey("music", (), [(title, choir_piece())] * 2), home / "ready")
    made = sorted(path.name for path in (home / "ready").iterdir())
    assert len(made) == 2 and all(name.isprintable() and not set(name) & set('<>?*"|:') for name in made)
    assert len(prepared(home / "ready", "music")) == 2


def test_a_folder_with_endless_files_is_refused_before_all_are_looked_at(home, monkeypatch):
    monkeypatch.setattr("engine.jobs.lessons.MOST_SEEN", 20)
    for number in range(30):
        (home / f"{number}.jpg").touch()
    with pytest.raises(PalimpsestError, match="choose a smaller one"):
        files_in(home, "music")


def test_the_command_that_is_printed_to_copy_runs_nothing_that_a_file_s_name_says(home, capsys):
    path = put_model("x").rename(home / "$(touch pwned).safetensors")
    assert main(["models", "import", str(path), "--json"]) == 0
    assert shlex.split(json.loads(capsys.readouterr().out)["use"]) == ["--model", "$(touch pwned)"]
    assert library.as_argument("$(touch pwned)").startswith("'") and library.as_argument("Our choir") == '"Our choir"'


def test_a_closed_place_for_the_prepared_folder_is_one_sentence(home):
    (home / "file").touch()
    with pytest.raises(PalimpsestError, match="could not be saved"):
        prepare(survey("music", (), [("a", choir_piece())]), home / "file" / "ready")


def test_more_than_can_be_held_in_memory_is_left_out_by_name(home, monkeypatch):
    monkeypatch.setattr("engine.jobs.lessons.MOST_STEPS", 3 * choir_piece().steps)
    found = survey("music", (), [(f"{number}", choir_piece()) for number in range(5)])
    assert len(found) == 3 and [each.name for each in found.left_out] == ["3", "4"]
    assert "enough" in found.left_out[0].why
    monkeypatch.setattr("engine.jobs.lessons.MOST_SENTENCES", 3)
    (home / "a.txt").write_text("".join(f"The {word} was here today.\n" for word in "abcde"))
    (home / "b.txt").write_text("One more was here today.\n")
    texts = survey("text", (home / "a.txt", home / "b.txt"))
    assert len(texts) == 3 and [each.name for each in texts.left_out] == ["a.txt", "b.txt"]
