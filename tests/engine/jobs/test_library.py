"""The library of models: what is brought in is checked and found again, and results remember what made them."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

import assets
from engine.__main__ import main
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import blank_piece
from engine.canvas.project import ModelTag, fresh
from engine.errors import ModelError, PalimpsestError
from engine.formats import open_file, save_file
from engine.jobs import library, mixed_model, model_facts, models
from engine.jobs.job import run
from engine.jobs.request import Done, Failed, Request
from engine.neural import backend
from tests.engine.tiny_models import music_file, text_file


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A library nobody else uses, and nothing loaded yet."""
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(models, "_loaded", {})
    return tmp_path


QUICK = {"steps": 2, "dwell": 0, "turns": 1, "correct": 0}


def asked(model="", beside=None, count=1):
    piece = blank_piece(1)
    mask = Mask.filled(4, piece.steps, Brush.REWRITE)
    return Request(piece, mask, "sunmask", QUICK, count, 3, model=model, beside=beside)


def test_a_model_is_imported_listed_renamed_exported_and_removed(home):
    made = library.import_model(music_file(home / "choir.safetensors"))
    assert (made.name, made.kind, made.methods) == ("choir", "music", ("sunmask", "mac", "sfarm"))
    assert made.origin == "imported from choir.safetensors" and not made.trouble
    assert [model.title for model in library.models()] == ["Bach (shipped)", "News (shipped)", "choir"]
    assert [model.name for model in library.models("text")] == [""]
    before = made.checksum()
    again = library.rename("Choir", "Our choir")
    assert again.name == "Our choir" and again.origin == made.origin and again.checksum() == before != ""
    out = library.export("our choir", home)
    assert out.read_bytes() == (home / "choir.safetensors").read_bytes()
    library.remove("Our choir")
    assert library.own() == () and not list(library.folder().iterdir())


def test_two_files_of_one_name_are_told_apart_and_a_taken_name_is_refused(home):
    path = music_file(home / "choir.safetensors")
    assert [library.import_model(path).name for _ in range(3)] == ["choir", "choir 2", "choir 3"]
    with pytest.raises(ModelError, match="already"):
        library.import_model(path, "CHOIR")
    with pytest.raises(ModelError, match="already"):
        library.rename("choir", "choir 2")
    assert library.rename("choir", "Choir").name == "Choir", "only the case"


@pytest.mark.parametrize(
    "name", ["", " ", "a/b", "..", "x" * 61, "shipped", "nul", "Bach (shipped)", 'a"b', "a.", "-x"]
)
def test_a_name_must_fit_every_system(home, name):
    with pytest.raises(ModelError):
        library.check_name(name)


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ({"modality": "images"}, "names no kind of page"),
        ({"methods": ["magic"]}, "names no kind of page"),
        ({"vocabulary": ["a", "b"]}, "names no kind of page"),
        ({"crop": -1}, "card in the weights odd.safetensors is damaged"),
    ],
)
def test_a_stranger_s_file_with_a_wrong_card_is_refused_in_one_sentence_and_leaves_nothing(home, card, words):
    path = music_file(home / "odd.safetensors", **card)
    with pytest.raises(ModelError, match=words):
        library.import_model(path)
    assert not list(library.folder().iterdir())


def test_a_damaged_file_is_refused_and_one_put_into_the_folder_by_hand_is_listed_with_its_trouble(home):
    path = music_file(home / "odd.safetensors")
    path.write_bytes(path.read_bytes()[:-50])
    with pytest.raises(ModelError, match=r"odd\.safetensors"):
        library.import_model(path)
    (library.folder() / "junk.safetensors").write_bytes(b"no weights")
    (junk,) = library.own()
    assert "junk.safetensors" in junk.trouble
    (event,) = [event for event in run(asked("junk")) if isinstance(event, Failed)]
    assert event.sentence == junk.trouble


def test_results_remember_the_model_by_name_and_checksum_and_say_when_it_was_replaced_or_removed(home):
    first = library.import_model(music_file(home / "choir.safetensors"))
    *_, done = run(asked("choir"))
    assert isinstance(done, Done) and done.model == ModelTag("choir", first.checksum()) and first.checksum()
    assert library.changed_since(done.model, "music", "sunmask") == ""
    assert first.checksum()
    library.put(music_file(home / "other.safetensors", seed=1), "choir", "taught again")
    assert "replaced since" in library.changed_since(done.model, "music", "sunmask")
    *_, again = run(asked("choir"))
    assert again.model.checksum != done.model.checksum
    assert again.canvases != done.canvases, "the new weights are loaded, not the ones kept from before"
    library.remove("choir")
    assert "no longer" in library.changed_since(done.model, "music", "sunmask")
    assert library.changed_since(ModelTag(), "music", "sunmask") == "", "an old project says nothing of its model"
    (failed,) = [event for event in run(asked("choir")) if isinstance(event, Failed)]
    assert failed.sentence.startswith("The model choir is not in your library; import")


def test_a_model_is_asked_only_for_what_it_was_trained_for(home):
    library.import_model(music_file(home / "m.safetensors", methods=["mac"]))
    library.import_model(text_file(home / "t.safetensors"))
    assert library.asked("m", "music").file("mac") == library.asked("m", "music").file("ardm")
    with pytest.raises(ModelError, match="was not trained for SUNMASK; choose MAC"):
        library.asked("m", "music").file("sunmask")
    with pytest.raises(ModelError, match="is for sentences, not for music"):
        library.asked("t", "music")


def test_two_models_are_asked_side_by_side_and_each_writes_what_it_writes_alone(home):
    for seed, name in enumerate(("one", "two")):
        library.import_model(music_file(home / f"{name}.safetensors", seed))
    alone = [list(run(asked(name, count=2)))[-1] for name in ("one", "two")]
    *events, both = run(asked("one", beside="two", count=2))
    assert both.canvases == (*alone[0].canvases, *alone[1].canvases) and both.nats == (*alone[0].nats, *alone[1].nats)
    assert (both.model.name, both.beside.name) == ("one", "two")
    steps = [event.step for event in events if hasattr(event, "step")]
    assert steps == sorted(steps)
    stopped = list(run(asked("one", beside="gone")))
    assert isinstance(stopped[-1], Failed) and not any(isinstance(event, Done) for event in stopped)


def test_without_torch_a_model_of_a_shipped_shape_runs_on_the_shipped_graph_and_another_is_one_sentence(
    home, monkeypatch
):
    monkeypatch.setattr(backend, "installed", lambda package: package != "torch")
    made = library.import_model(assets.weights("music", "mac"), "Ours")
    assert type(backend.load_network(made.path)).__name__ == "GraphNetwork"
    with pytest.raises(ModelError, match="other sizes than those Palimpsest comes with; to use it, install torch"):
        library.import_model(music_file(home / "small.safetensors"))


def test_the_engine_and_the_window_keep_their_files_in_one_place(monkeypatch, tmp_path):
    from app.document.storage import places

    monkeypatch.delenv("PALIMPSEST_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert library.home() == places.home()


def test_projects_keep_the_model_and_old_ones_open_with_the_shipped_one(home):
    from dataclasses import replace

    from engine.canvas.project import Take

    page = fresh(blank_piece(1))
    take = Take("mac", 1, {}, page.canvas, page.masks[0], (page.canvas,) * 2, (None,) * 2)
    named = replace(take, model=ModelTag("Our choir", "ab"), beside=ModelTag("", "cd"))
    whole = replace(page, takes=(take, named), model=ModelTag("Our choir", "ab"))
    save_file(home / "page.palimpsest", whole)
    assert open_file(home / "page.palimpsest").project == whole
    save_file(home / "old.palimpsest", replace(page, takes=(take,)))
    text = (home / "old.palimpsest").read_text()
    assert "model" not in text and open_file(home / "old.palimpsest").project.model == ModelTag()
    (home / "old.palimpsest").write_text(text.replace('"kind"', '"model": 3, "kind"'))
    with pytest.raises(PalimpsestError, match="model"):
        open_file(home / "old.palimpsest")


def test_the_command_line_lists_imports_and_uses_models(home, capsys):
    path = music_file(home / "w.safetensors")
    assert main(["models", "import", str(path), "--name", "Our choir"]) == 0
    assert '--model "Our choir"' in capsys.readouterr().out
    assert main(["models", "list", "--json"]) == 0
    assert [m["name"] for m in json.loads(capsys.readouterr().out)["models"]][-1] == "Our choir"
    assert main(["models", "compare", "Our choir", "Bach (shipped)"]) == 0
    assert "Learned from" in capsys.readouterr().out
    out, again = home / "out.palimpsest", home / "again.palimpsest"
    plain = ["compose", "--bars", "1", "--steps", "2", "--correct", "0", "--json"]
    assert main([*plain, "-o", str(out), "--model", "our choir"]) == 0
    assert main([*plain, "-o", str(again), "--model", str(path)]) == 0
    assert open_file(out).project.model.name == "Our choir"
    assert open_file(out).project.canvas.voices == open_file(again).project.canvas.voices
    capsys.readouterr()
    assert main([*plain, "-o", str(out), "--model", "nobody"]) == 1
    assert "The model nobody is not in your library" in capsys.readouterr().err
    assert main(["models", "rename", "Our choir", "Ours"]) == 0 and main(["models", "remove", "Ours"]) == 0
    assert library.own() == ()


def test_a_pipe_or_a_device_is_refused_at_once(home):
    os.mkfifo(home / "pipe.safetensors")
    for path in (home / "pipe.safetensors", Path("/dev/zero"), home):
        with pytest.raises(PalimpsestError, match="cannot be opened"):
            library.import_model(path, "Stranger")
    with pytest.raises(PalimpsestError, match="There is no file"):
        library.import_model(home / "none.safetensors")
    assert library.own() == () and not list(library.folder().iterdir())


def test_a_strangers_card_is_compared_whatever_it_holds(home):
    odd = {"split": 5, "data": ["<b>" * 100_000], "steps": {"a": None}, "core_hours": "1\n2", "begun_name": ""}
    model = library.import_model(music_file(home / "odd.safetensors", **odd))
    rows = list(model_facts.compare(model, library.shipped("music")))
    assert all(len(own) <= 201 and "\n" not in own for _, own, _ in rows)
    assert model_facts.facts(model)["Pieces or sentences"] == "unknown"
    assert model_facts.facts(model)["Started from"] == "nothing" and model_facts.facts(model)["Core hours"] == "1 2"


def test_a_project_cannot_make_the_program_open_a_weight_file_by_its_path(home, monkeypatch):
    path = music_file(home / "stranger.safetensors")
    monkeypatch.setattr(library, "_admitted", set())
    save_file(home / "p.palimpsest", replace(fresh(blank_piece(1)), model=ModelTag(str(path))))
    named = open_file(home / "p.palimpsest").project.model.name
    *_, last = run(asked(named))
    assert isinstance(last, Failed) and "is not in your library" in last.sentence
    library.admit(named)  # what the command line does with --model
    *_, last = run(asked(named))
    assert isinstance(last, Done)


def test_a_mix_lies_between_two_models_of_one_shape_and_others_are_refused(home):
    one, two = (library.import_model(music_file(home / f"{n}.safetensors", n)) for n in range(2))
    made = mixed_model.mix(one, two, 0.25, "Between")
    assert made.methods == one.methods and made.origin == "a mix: 75% 0, 25% 1"
    assert made.card["data"] == made.origin and "None" not in model_facts.facts(made).values()
    nets = [backend.load_network(model.path, "cpu").net.state_dict() for model in (one, two, made)]
    for name, value in nets[2].items():
        if value.is_floating_point():
            assert abs(value - (0.75 * nets[0][name] + 0.25 * nets[1][name])).max() < 5e-3, name
    with pytest.raises(ModelError, match="from 0 to 1"):
        mixed_model.mix(one, two, 1.5, "Beyond")
    with pytest.raises(ModelError, match="cannot be mixed"):
        mixed_model.mix(one, library.import_model(text_file(home / "t.safetensors")), 0.5, "Both")
    assert sorted(model.name for model in library.own()) == ["0", "1", "Between", "t"]
