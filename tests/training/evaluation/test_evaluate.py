"""The command of the evaluation: sections by name, what a part of a run replaces, and that no folder of anyone's
gets into a page."""

import json

import pytest

from training import evaluate
from training.evaluation.section import Section


def test_old_rows_are_replaced_in_place_and_new_ones_follow():
    before = [{"label": "a", "n": 1}, {"label": "b", "n": 1, "command": "make b"}]
    old = {"command": "make b", "minutes": 3.0, "rows": before}
    assert evaluate.joined(old, [{"label": "c", "n": 2}, {"label": "a", "n": 2}]) == [
        {"label": "a", "n": 2},
        {"label": "b", "n": 1, "command": "make b", "minutes": 3.0},
        {"label": "c", "n": 2},
    ]


@pytest.fixture
def counted(monkeypatch, tmp_path):
    """A task of one section that answers with its count, and a page in its own folder."""
    asked = []

    def measure(args):
        asked.append(args.count)
        return [{"label": method, "count": args.count} for method in args.method or ("one", "two")]

    monkeypatch.setattr(evaluate, "TASKS", {"jsb": {"only": Section(measure, 7)}})
    monkeypatch.setattr(evaluate, "DOCS", tmp_path)
    return asked


def stored(folder, name="jsb-only"):
    return {row["label"]: row["count"] for row in json.loads((folder / "results" / f"{name}.json").read_text())["rows"]}


def test_a_section_has_its_own_count_and_one_method_replaces_its_own_row_only(counted, tmp_path):
    evaluate.main(["jsb"])
    assert counted == [7] and stored(tmp_path) == {"one": 7, "two": 7}
    evaluate.main(["jsb", "--count", "3", "--method", "two"])
    assert stored(tmp_path) == {"one": 7, "two": 3}
    evaluate.main(["jsb", "--count", "4"])
    assert stored(tmp_path) == {"one": 4, "two": 4}


def test_other_weights_have_tables_of_their_own_and_their_folder_is_not_told(counted, tmp_path):
    from engine.jobs.models import configure

    try:
        evaluate.main(["jsb", "--weights", str(tmp_path)])
    finally:
        configure()
    assert stored(tmp_path, "jsb-twins-only") == {"one": 7, "two": 7}
    text = (tmp_path / "results" / "jsb-twins-only.json").read_text()
    assert "--weights DIR" in text and str(tmp_path) not in text


def test_networks_of_another_shape_have_rows_of_their_own(monkeypatch, tmp_path, capsys):
    from engine.jobs.models import configure

    rows = [{"label": "Bach", "count": 1}, {"label": "SFARM, 16 groups", "count": 1}]
    monkeypatch.setattr(evaluate, "TASKS", {"jsb": {"only": Section(lambda args: rows, 1)}})
    monkeypatch.setattr(evaluate, "DOCS", tmp_path)
    try:
        evaluate.main(["jsb", "--weights", str(tmp_path)])
        evaluate.main(["jsb", "--weights", str(tmp_path), "--called", "transformer"])
    finally:
        configure()
    name = "jsb-twins-only"
    assert list(stored(tmp_path, name)) == ["Bach", "SFARM, 16 groups", "SFARM, 16 groups, transformer"]
    assert '--called \\"transformer\\"' in (tmp_path / "results" / f"{name}.json").read_text()
    with pytest.raises(SystemExit):
        evaluate.main(["jsb", "--called", "transformer"])
    assert "--weights" in capsys.readouterr().err


def test_an_unknown_section_is_refused_by_name(capsys):
    with pytest.raises(SystemExit):
        evaluate.flags(["jsb", "--section", "weather"])
    assert "no section weather" in capsys.readouterr().err
