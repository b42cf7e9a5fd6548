"""Settings and state are kept; a broken file or value falls back and never stops the program; the dialog is made
from the declarations."""

import json

from app.document.storage.settings import SETTINGS, Settings, State
from app.window.dialogs.settings import GROUPS, SettingsDialog


def test_settings_are_kept(home):
    settings = Settings()
    settings["theme"], settings["autosave"] = "dark", 30
    again = Settings()
    assert again["theme"] == "dark" and again["autosave"] == 30 and again["threads"] == 0


def test_a_broken_file_falls_back_to_the_defaults(home):
    home.mkdir()
    (home / "settings.json").write_text("{ this is not json")
    assert {option.name: Settings()[option.name] for option in SETTINGS} == {
        option.name: option.default for option in SETTINGS
    }


def test_only_the_broken_value_is_set_back(home):
    home.mkdir()
    (home / "settings.json").write_text(json.dumps({"theme": "purple", "autosave": 9, "unknown": 1}))
    settings = Settings()
    assert settings["theme"] == "system" and settings["autosave"] == 9


def test_recent_files_are_newest_first_without_doubles(home, tmp_path):
    state = State()
    for name in ("a", "b", "a"):
        state.remember(tmp_path / name, name, "music", 1.0)
    assert [entry["title"] for entry in State().recent] == ["a", "b"]
    state.forget()
    assert State().recent == []


def test_the_dialog_shows_every_setting_and_applies_at_once(qtbot, home):
    settings = Settings()
    dialog = SettingsDialog(settings)
    qtbot.addWidget(dialog)
    assert (
        set(dialog.rows)
        == {option.name for option in SETTINGS}
        == {name for names in GROUPS.values() for name in names}
    )
    dialog.rows["theme"]._control.setCurrentIndex(2)
    dialog.rows["threads"]._control.setValue(2)
    assert Settings()["theme"] == "dark" and Settings()["threads"] == 2


def test_the_window_remembers_how_it_rewrites_and_where_it_stood(make_desk):
    desk = make_desk()
    desk.open_example()
    desk.page.panel._count.set_value(2)
    desk.page.panel._count.changed.emit()
    desk.window.close()
    again = make_desk()
    again.open_example("anne")
    assert again.page.panel.count == 2 and again.window.state.get("geometry")


def test_the_theme_follows_the_setting(desk):
    from app.widgets.theme import theme

    desk.window.actions_["dark"].trigger()
    assert theme().dark and desk.window.actions_["dark"].isChecked()
    desk.window.actions_["light"].trigger()
    assert not theme().dark
