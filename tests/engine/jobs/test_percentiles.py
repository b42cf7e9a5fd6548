"""How a passage compares with real ones: which table row fits, what it says, and when nothing is said."""

import json

import pytest

import assets
from engine.jobs.figures import checksum
from engine.jobs.percentiles import ALL, PercentileRow, read_table, shape_of, standing

TABLE = {
    "1": (PercentileRow(4, 48, (0.0, 1.0, 3.0)), PercentileRow(16, 40, (0.0, 0.5, 1.0))),
    ALL: (PercentileRow(16, 8, (0.0, 0.5, 1.0)),),
}
QUARTER = ((2, 4, 8),)


def test_a_passage_has_a_kind_a_length_and_cells():
    assert shape_of(QUARTER, (4, 128)) == ("1", 4, 4)
    assert shape_of(((0, 0, 16), (1, 0, 8), (1, 8, 16), (2, 0, 16), (3, 0, 16)), (4, 128)) == ("4", 16, 64)
    assert shape_of(((0, 0, 16),), (1, 16)) == (ALL, 16, 16), "nothing is given"
    assert shape_of(((0, 0, 4), (0, 60, 64)), (4, 128)) is None, "scattered notes are no passage"
    assert shape_of((), (4, 128)) is None


def test_its_bits_a_cell_stand_between_those_of_real_passages():
    half, above = standing(TABLE, QUARTER, (4, 128), 4.0), standing(TABLE, QUARTER, (4, 128), 99.0)
    assert half is not None and (half.share, half.count) == (0.5, 48)
    assert above is not None and above.share == 1.0
    least = standing(TABLE, QUARTER, (4, 128), 0.0)
    assert least is not None and least.share == 0.0
    nearest = standing(TABLE, ((2, 0, 20),), (4, 128), 15.0)
    assert nearest is not None and nearest.count == 40 and nearest.share == pytest.approx(0.75)


def test_where_no_row_fits_nothing_is_said():
    assert standing(TABLE, ((0, 0, 64),), (4, 128), 9.0) is None, "too long"
    assert standing(TABLE, ((0, 0, 4), (1, 0, 4)), (4, 128), 9.0) is None, "two voices were not measured"
    assert standing({}, QUARTER, (4, 128), 9.0) is None


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """A weight file and its own table folder."""
    monkeypatch.setattr(assets, "HERE", tmp_path)
    weights = assets.weights("music", "mac")
    weights.parent.mkdir()
    weights.write_bytes((4).to_bytes(8, "little") + b"card" + b"numbers")
    table = assets.percentiles("music")
    table.parent.mkdir()
    rows = {"1": [{"length": 4, "count": 9, "bits": [0.0, 1.0]}]}
    table.write_text(json.dumps({"method": "mac", "weights": checksum(weights), "rows": rows}))
    return weights, table


def test_a_table_belongs_to_its_weights_whatever_their_card_says(shipped):
    weights, _ = shipped
    assert read_table("music") == {"1": (PercentileRow(4, 9, (0.0, 1.0)),)} and read_table("text") is None
    weights.write_bytes((6).to_bytes(8, "little") + b"longer" + b"numbers")
    assert read_table("music") is not None, "only the card changed"
    weights.write_bytes((4).to_bytes(8, "little") + b"card" + b"others!")
    assert read_table("music") is None


def test_a_stand_in_and_a_broken_table_say_nothing(shipped):
    _, table = shipped
    assert read_table("music", {"network": "unet"}) is not None and read_table("music", {"name": "stand-in"}) is None
    for text in ("", "[]", "{}", '{"method": 3, "weights": "", "rows": {}}'):
        table.write_text(text)
        assert read_table("music") is None
