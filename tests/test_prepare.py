"""The script behind `make run`: what counts as changed, what it asks apt-get for, and the sentences the user reads
when it stops."""

import importlib.util
import json
import os
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent.parent / "packaging"
ON_LINUX = sys.platform.startswith("linux")


@pytest.fixture
def prepare(tmp_path, monkeypatch):
    """packaging/prepare.py as a module, with a .venv of its own in a folder with a space in its name."""
    monkeypatch.syspath_prepend(str(FOLDER))
    spec = importlib.util.spec_from_file_location("prepare", FOLDER / "prepare.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    venv = tmp_path / "my music" / ".venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "bin/python").touch()
    for name, value in {
        "VENV": venv,
        "STAMP": venv / "stamp.json",
        "LOG": venv / "log",
        "WINDOWS": False,
        "LINUX": True,
    }.items():
        monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(module.importlib.util, "find_spec", lambda name: object())  # ensurepip is there
    return module


def stamp(prepare, mark, *purposes):
    prepare.STAMP.write_text(json.dumps({"fingerprint": mark, "purposes": purposes}))


def test_a_prepared_purpose_does_nothing_more(prepare, monkeypatch, capsys):
    stamp(prepare, prepare.fingerprint(prepare.read_project()), "run")
    monkeypatch.setattr(prepare.subprocess, "run", None)  # calling it would fail
    monkeypatch.setattr(prepare.subprocess, "Popen", None)
    prepare.main(["run"])
    assert capsys.readouterr() == ("", "")


def test_another_purpose_or_a_changed_dependency_is_not_prepared(prepare):
    project = prepare.read_project()
    mark = prepare.fingerprint(project)
    stamp(prepare, mark, "run")
    assert prepare.prepared(mark) == ["run"]
    changed = prepare.fingerprint({**project, "dependencies": [*project["dependencies"], "another>=1"]})
    assert changed != mark
    assert prepare.prepared(changed) == []


@pytest.mark.parametrize("content", ["", "{", "[]", '{"fingerprint": "x"}', "null"])
def test_a_damaged_stamp_means_not_prepared(prepare, content):
    prepare.STAMP.write_text(content)
    assert prepare.prepared("x") == []


def test_a_stamp_without_its_python_means_not_prepared(prepare):
    stamp(prepare, "x", "run")
    prepare.interpreter().unlink()
    assert prepare.prepared("x") == []


def test_an_old_python_gets_a_sentence(prepare, monkeypatch, capsys):
    monkeypatch.setattr(prepare.sys, "version_info", (3, 10, 4, "final", 0))
    with pytest.raises(SystemExit):
        prepare.main(["run"])
    assert "needs Python 3.11 or newer" in capsys.readouterr().err


def test_an_unknown_purpose_gets_a_sentence(prepare, capsys):
    with pytest.raises(SystemExit):
        prepare.main(["dance"])
    assert "run, test, package, train" in capsys.readouterr().err


@pytest.mark.skipif(not ON_LINUX, reason="asks the loader of Linux")
def test_a_missing_library_is_found(prepare):
    assert prepare.system_libraries.missing({"libc.so.6": "libc6", "libnobody-has-this.so.9": "nobody"}) == {
        "libnobody-has-this.so.9": "nobody"
    }


@pytest.mark.parametrize(
    ("release", "package"), [("2.36", "libasound2"), ("2.39", "libasound2t64"), ("", "libasound2")]
)
def test_newer_releases_have_another_name_for_some_packages(prepare, monkeypatch, release, package):
    monkeypatch.setattr(prepare.system_libraries.platform, "libc_ver", lambda: ("glibc", release))
    monkeypatch.setattr(prepare.system_libraries, "_loads", lambda library: False)
    assert prepare.system_libraries.missing({"libasound.so.2": "libasound2"}) == {"libasound.so.2": package}


def test_without_root_one_exact_command_is_printed(prepare, monkeypatch, capsys):
    monkeypatch.setattr(
        prepare.system_libraries, "missing", lambda libraries: {"libEGL.so.1": "libegl1", "libGL.so.1": "libgl1"}
    )
    monkeypatch.setattr(prepare.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    with pytest.raises(SystemExit):
        prepare.provide_libraries({}, "run")
    assert "    sudo apt-get update && sudo apt-get install -y libegl1 libgl1\n" in capsys.readouterr().err


def test_as_root_apt_get_brings_them(prepare, monkeypatch):
    asked = []
    monkeypatch.setattr(prepare.system_libraries, "missing", lambda libraries: {"libEGL.so.1": "libegl1"})
    monkeypatch.setattr(prepare.system_libraries, "install", lambda packages: asked.extend(packages) or "")
    monkeypatch.setattr(prepare.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    prepare.provide_libraries({}, "run")
    assert asked == ["libegl1"]


def torch_commands(prepare, monkeypatch, card, succeeds):
    """The commands choose_torch runs, as one string each; `succeeds` says which of them work."""
    ran = []

    def run(command, environment=None):
        words = " ".join(str(part) for part in command)
        ran.append(words)
        return succeeds(words)

    monkeypatch.delenv("PALIMPSEST_TORCH", raising=False)
    monkeypatch.setattr(prepare, "nvidia_card", lambda: card)
    monkeypatch.setattr(prepare, "run_logged", run)
    prepare.choose_torch()
    return ran


def test_with_an_nvidia_card_the_general_torch_is_left_to_pip(prepare, monkeypatch):
    assert torch_commands(prepare, monkeypatch, card=True, succeeds=lambda words: True) == []


def test_without_a_card_pip_is_asked_for_the_cpu_build_first(prepare, monkeypatch):
    ran = torch_commands(prepare, monkeypatch, card=False, succeeds=lambda words: True)
    assert len(ran) == 1 and ran[0].endswith(f"torch=={prepare.pinned('torch')}+cpu")


def test_then_uv_is_asked_and_removed_again(prepare, monkeypatch):
    ran = torch_commands(prepare, monkeypatch, card=False, succeeds=lambda words: "+cpu" not in words)
    assert "--torch-backend cpu" in ran[2] and ran[3].endswith("uninstall -y uv")


def test_where_neither_has_it_a_line_says_so(prepare, monkeypatch, capsys):
    torch_commands(prepare, monkeypatch, card=False, succeeds=lambda words: False)
    assert "taking the general one" in capsys.readouterr().out


def test_large_downloads_are_named_and_small_ones_not(prepare):
    assert list(
        prepare.large_downloads("  Downloading pyside6_addons-6.11.3-cp310-abi3-manylinux_2_34_x86_64.whl (175.3 MB)\n")
    ) == ["pyside6_addons 175.3 MB"]
    assert list(prepare.large_downloads("Downloading pyside6-essentials (77.4MiB)\n")) == ["pyside6-essentials 77.4 MB"]
    assert list(prepare.large_downloads("  Downloading mido-1.3.3-py3-none-any.whl (54 kB)\n")) == []
    assert list(prepare.large_downloads("Successfully installed mido-1.3.3\n")) == []


def required(prepare, monkeypatch, name, card=False):
    """What preparing for a purpose would install in its main step, and whether torch was chosen before."""
    asked, chosen = [], []
    monkeypatch.setattr(prepare, "nvidia_card", lambda: card)
    for step in ("provide_libraries", "make_venv", "check_qt"):
        monkeypatch.setattr(prepare, step, lambda *_: None)
    monkeypatch.setattr(prepare, "choose_torch", lambda: chosen.append(True))
    monkeypatch.setattr(prepare, "install", lambda *words: asked.append([str(word) for word in words]) or True)
    prepare.main([name])
    return {word.split(">")[0] for word in asked[0]}, bool(chosen)


def test_on_a_cpu_the_app_runs_without_torch(prepare, monkeypatch):
    monkeypatch.delenv("PALIMPSEST_TORCH", raising=False)
    names, chosen = required(prepare, monkeypatch, "run")
    assert "onnxruntime" in names and not names & {"torch", "music21", "matplotlib", "scipy"} and not chosen


def test_with_a_card_or_on_request_it_runs_with_torch(prepare, monkeypatch):
    monkeypatch.delenv("PALIMPSEST_TORCH", raising=False)
    names, chosen = required(prepare, monkeypatch, "run", card=True)
    assert {"torch", "onnxruntime"} <= names and chosen
    monkeypatch.setenv("PALIMPSEST_TORCH", "cpu")
    names, chosen = required(prepare, monkeypatch, "run")
    assert "torch" in names and chosen


def test_training_and_tests_always_have_torch(prepare, monkeypatch):
    for name in ("test", "train"):
        names, chosen = required(prepare, monkeypatch, name)
        assert {"torch", "music21"} <= names and chosen


def test_a_card_that_comes_later_means_not_prepared(prepare, monkeypatch):
    monkeypatch.delenv("PALIMPSEST_TORCH", raising=False)
    monkeypatch.setattr(prepare, "nvidia_card", lambda: False)
    without = prepare.fingerprint(prepare.read_project())
    monkeypatch.setattr(prepare, "nvidia_card", lambda: True)
    assert prepare.fingerprint(prepare.read_project()) != without


def installed_by(prepare, monkeypatch, uv, succeeds):
    """The programs that install() ran, by name, and whether it succeeded; `succeeds` says which of them work."""
    ran = []

    def run(command, environment=None):
        ran.append("uv" if command[0] == uv else "pip")
        return succeeds(ran[-1])

    monkeypatch.setattr(prepare.shutil, "which", lambda name: uv)
    monkeypatch.setattr(prepare, "run_logged", run)
    return prepare.install("--constraint", prepare.CONSTRAINTS, "mido"), ran


def test_uv_installs_where_it_is_there(prepare, monkeypatch):
    assert installed_by(prepare, monkeypatch, "/usr/bin/uv", lambda name: True) == (True, ["uv"])


def test_pip_installs_where_uv_is_not_or_fails(prepare, monkeypatch):
    assert installed_by(prepare, monkeypatch, None, lambda name: True) == (True, ["pip"])
    assert installed_by(prepare, monkeypatch, "/usr/bin/uv", lambda name: name == "pip") == (True, ["uv", "pip"])
    assert installed_by(prepare, monkeypatch, "/usr/bin/uv", lambda name: False) == (False, ["uv", "pip"])


def test_a_failing_command_leaves_its_words_in_the_log(prepare):
    assert not prepare.run_logged([sys.executable, "-c", "print('no such thing'); raise SystemExit(3)"])
    assert "no such thing" in prepare.LOG.read_text()
