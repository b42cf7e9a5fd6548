"""Settings against each other: the pages they are tried on, and what is printed."""

import json

import numpy as np
import pytest

from training.evaluation import settings


def test_blank_pages_go_through_all_keys():
    keys = [(page.key.fifths, page.key.minor) for page, _ in settings.pages("nothing", 24)]
    assert len(set(keys)) == 24


def test_each_setting_is_compared_with_the_first_on_the_same_pages(monkeypatch, capsys):
    def measured(method, options, part, count, seed):
        return {"grades": np.array([6.0, 7.0, 8.0]) + options.get("steps", 0), "calls": 40.4, "kept": 3}

    monkeypatch.setattr(settings, "measured", measured)
    monkeypatch.setattr("sys.argv", ["settings", "{}", json.dumps({"steps": 2}), "--part", "nothing"])
    settings.main()
    first, second = capsys.readouterr().out.splitlines()
    assert "7.00 (7.00 ± 0.47), from the first 0.00 ± 0.00, 40 calls" in first
    assert "9.00 (9.00 ± 0.47), from the first 2.00 ± 0.00" in second and "3 of 3 in the page's key" in second


def test_settings_must_be_json(monkeypatch):
    monkeypatch.setattr("sys.argv", ["settings", "steps=2"])
    with pytest.raises(SystemExit):
        settings.main()
