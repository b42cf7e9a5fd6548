"""Controls made from option declarations."""

from PySide6.QtWidgets import QComboBox

from app.widgets.option_controls import OptionList
from engine.sampling.options import Option


def test_choices_are_shown_as_a_user_writes_them_and_kept_as_declared(qtbot):
    options = (
        Option("theme", "light", "", "Theme", choices=("light", "dark"), advanced=False),
        Option("device", "cpu", "", "Run on", choices=("automatic", "cpu"), advanced=False),
    )
    form = OptionList(options)
    qtbot.addWidget(form)
    theme, device = form.findChildren(QComboBox)
    assert [theme.itemText(0), theme.itemText(1)] == ["Light", "Dark"]
    assert [device.itemText(0), device.itemText(1)] == ["Automatic", "CPU"]
    assert form.values() == {"theme": "light", "device": "cpu"}
