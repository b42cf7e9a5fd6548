"""Whatever is in the program's own files, it starts, works and ends; what does not fit is set aside and said
once."""

import json
import os
import random
import stat
from functools import partial

import pytest

from app.document.storage import autosave, log, own_files, places
from app.document.storage.autosave import COPY, FACTS, FOLDER, rescues
from app.document.storage.settings import RECENT_LIMIT, Settings, State
from app.insight.game.score import ScoreBook
from engine.canvas.music import blank_piece
from engine.canvas.project import fresh
from engine.formats import save_file
from tests.tools.counts import tries

DEEP = "[" * 100_000
GOOD = {"path": "/a.mid", "title": "a", "kind": "music", "opened": 5.0}
BROKEN_STATES = [
    DEEP,
    "[]",
    "\x00",
    *(
        json.dumps(each)
        for each in (
            {"recent": [GOOD | {"opened": "abc"}]},
            {"recent": [GOOD | {"opened": 1e300}]},
            {"recent": [GOOD | {"opened": -(10**30)}]},
            {"recent": [GOOD | {"path": 5}]},
            {"recent": [GOOD | {"path": "a\0b"}]},
            {"recent": [GOOD | {"title": "\ud800"}]},
            {"recent": [5, None]},
            {"recent": 5},
            {"rules_off": [[1], {}]},
            {"rules_off": 5},
            {"rules_off": "parallel fifths"},
            {"geometry": 5},
            {"geometry": "ö\ud800"},
            {"folder": ["a"]},
            {"folder": "\0"},
            {"follow": "no"},
            {"rewrite": {"method": ["mac"], "count": 3, "options": {}}},
            {"rewrite": {"method": "mac", "count": 10**30, "options": {}}},
            {"rewrite": {"method": "mac", "count": 3, "options": {"mac": {"temperature": "hot"}}}},
            {"rewrite": {"method": "mac", "count": 3, "options": 5}},
            {"rewrite": 5},
        )
    ),
]


@pytest.fixture(autouse=True)
def silence():
    yield
    own_files.reports()


@pytest.mark.parametrize("text", BROKEN_STATES)
def test_any_state_is_read_set_aside_and_said_once(home, text):
    home.mkdir()
    (home / "state.json").write_text(text, encoding="utf-8")
    state = State()
    (words,) = own_files.reports()
    assert "state.json was damaged" in words and state.recent == []
    assert (home / "state.broken").read_text(encoding="utf-8") == text, "nothing is lost"
    State().set("follow", False)
    assert not own_files.reports() and State().get("follow") is False


@pytest.mark.parametrize("names", [("recent", "rules_off", "geometry"), ("rewrite", "folder", "follow")])
def test_with_a_broken_state_the_window_starts_works_and_ends(make_desk, home, names):
    home.mkdir()
    broken = [value for text in BROKEN_STATES[3:] for value in [json.loads(text)] if set(value) & set(names)]
    whole = {name: value[name] for value in broken for name in value}
    (home / "state.json").write_text(json.dumps(whole))
    desk = make_desk()
    desk.window.after_start([])
    assert "state.json was damaged" in desk.window.notice.accessibleName()
    desk.open_example()
    assert desk.window.close() and not desk.complaints


def test_only_what_does_not_fit_is_set_back(home):
    home.mkdir()
    (home / "state.json").write_text(json.dumps({"recent": [GOOD], "folder": 5, "later": 1}))
    assert State().recent == [GOOD] and State().get("folder") is None and State().recent == [GOOD]
    (home / "settings.json").write_text(json.dumps({"theme": [], "autosave": 9}))
    assert Settings()["theme"] == "system" and Settings()["autosave"] == 9


@pytest.mark.parametrize("kind", ["file", "pipe", "folder", "link"])
def test_anything_may_stand_in_the_place_of_own_files(make_desk, home, kind):
    home.mkdir()
    for name in ("state.json", "settings.json", "is-it-bach.json", "recovery", "log.txt"):
        path = home / name
        if kind == "link":
            path.symlink_to(path)
        else:
            {"file": path.touch, "pipe": partial(os.mkfifo, path), "folder": path.mkdir}[kind]()
    log._private_file().close()
    assert ScoreBook(home).scores == {}
    desk = make_desk()
    desk.window.after_start([])
    desk.open_example()
    desk.document.apply("a", fresh(blank_piece(9)))
    desk.window.autosave.flush()
    desk.wait(lambda: desk.window.autosave.last)
    assert list((home / FOLDER).glob(f"*/*/{COPY}")), "what stood in the way of recovery copies is set aside"
    assert desk.window.close() and not desk.complaints


@pytest.mark.parametrize(
    "facts", ['{"path": 5}', '{"title": {"a": 1}}', DEEP, "[]", '{"path": "\\u0000"}', "\x00", '{"title": "\\ud800"}']
)
def test_any_facts_of_rescued_work_let_it_be_opened(home, facts):
    folder = home / FOLDER / "20260101-000000-abc" / "page"
    folder.mkdir(parents=True)
    save_file(folder / COPY, fresh(blank_piece(3)))
    (folder / FACTS).write_text(facts)
    (rescue,) = rescues()
    assert rescue.path is None and rescue.sentence() and rescue.read().canvas.steps == 48


def test_a_home_that_cannot_be_made_is_said_and_replaced(make_desk, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "file" / "home"))
    desk = make_desk()
    desk.window.after_start([])
    assert "folder cannot be created" in desk.window.notice.accessibleName()
    assert places.home() == places.home() and stat.S_IMODE(places.home().stat().st_mode) == 0o700
    desk.open_example()
    assert desk.window.close() and not desk.complaints


def test_two_windows_keep_each_others_recent_files_and_settings(home, tmp_path):
    one, other = State(), State()
    one.remember(tmp_path / "a", "a", "music", 1.0)
    other.remember(tmp_path / "b", "b", "music", 2.0)
    one.remember(tmp_path / "c", "c", "music", 3.0)
    assert [entry["title"] for entry in State().recent] == ["c", "b", "a"]
    first, second = Settings(), Settings()
    first["theme"] = "dark"
    second["autosave"] = 30
    assert Settings()["theme"] == "dark" and Settings()["autosave"] == 30


@pytest.mark.parametrize("title", ["t" * 200_000, "\udcff\udcfe", "a\ud800b"])
def test_any_title_leaves_the_recent_files_whole(home, tmp_path, title):
    state = State()
    state.remember(tmp_path / "a", "a", "music", 1.0)
    state.remember(tmp_path / os.fsdecode(b"\xff.mid"), title, "music", 2.0)
    state.remember(tmp_path / "c", "c", "music", 3.0)
    assert [entry["title"] for entry in State().recent] == [
        "c",
        own_files.shown(title),
        "a",
    ] and not own_files.reports()


@pytest.mark.parametrize("title", ["t" * 200_000, "\udcff\udcfe"])
def test_any_title_of_a_recovery_copy_is_read_again(home, title):
    folder = home / FOLDER / "20260101-000000-abc" / "page"
    autosave._copy(folder, fresh(blank_piece(1)), title, None, None)
    (found,) = rescues()
    assert found.title == own_files.shown(title) and found.read() == fresh(blank_piece(1)) and not own_files.reports()


def test_the_recent_files_are_bounded(home, tmp_path):
    state = State()
    for number in range(RECENT_LIMIT + 3):
        state.remember(tmp_path / str(number), "", "music", 1.0)
    assert len(State().recent) == RECENT_LIMIT


def test_what_cannot_be_written_lasts_while_the_program_does(home, monkeypatch):
    state = State()
    monkeypatch.setattr(own_files, "write", lambda *_: False)
    state.set("follow", False)
    state.set("tour_seen", True)
    assert state.get("follow") is False and state.get("tour_seen") is True


def test_own_files_and_folders_are_for_their_owner_alone(make_desk, home):
    log._private_file().close()
    desk = make_desk()
    desk.open_example()
    desk.document.apply("a", fresh(blank_piece(9)))
    desk.window.state.set("follow", False)
    desk.window.settings["autosave"] = 30
    desk.window.autosave.flush()
    desk.window.disk.drain()
    found = [home, *home.rglob("*")]
    assert {"log.txt", "state.json", "settings.json", COPY, FACTS} <= {path.name for path in found}
    for path in found:
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_random_states_and_settings_never_stop_the_program(home):
    rng = random.Random(5)
    values = [None, True, -1, 10**40, 1.5, "", "a", "\ud800", [], {}, [[]], {"a": []}, "mac", ["mac"], {"mac": 1}]

    def grow(depth):
        if depth and rng.random() < 0.4:
            names = ["recent", "path", "opened", "options", "method", "count", "mac", "theme", "a"]
            return {rng.choice(names): grow(depth - 1) for _ in range(3)}
        return [grow(depth - 1) for _ in range(2)] if depth and rng.random() < 0.3 else rng.choice(values)

    home.mkdir()
    names = ["recent", "folder", "geometry", "rewrite", "rules_off", "follow", "tour_seen"]
    for _ in range(tries(60)):
        (home / "state.json").write_text(json.dumps({name: grow(4) for name in names}))
        (home / "settings.json").write_text(json.dumps({name: grow(2) for name in ("theme", "scale", "threads")}))
        assert State().recent == State().recent and Settings().scale_factor == 1.0
