"""Small JSON from anywhere is one object or one ValueError."""

import os

import pytest

from engine.formats.small_json import DEPTH, LIMIT, parse, read_object


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[" * 100_000,
        '{"a":' * 5000 + "1" + "}" * 5000,
        "NaN",
        "[1e999]",
        "-Infinity",
        "9" * 5000,
        b"\xff\xfe{",
    ],
)
def test_what_is_no_small_json_is_a_value_error(text):
    with pytest.raises(ValueError, match=r"."):
        parse(text)


def test_depth_is_bounded_and_no_less_than_needed():
    nested = lambda depth: "[" * depth + "]" * depth  # noqa: E731
    assert parse(nested(DEPTH + 1))
    with pytest.raises(ValueError, match="nested too deeply"):
        parse(nested(DEPTH + 2))


@pytest.mark.parametrize("content", [b"[]", b"5", b'"text"', b"null", b" " * (LIMIT + 1)])
def test_a_file_that_is_no_object_is_a_value_error(tmp_path, content):
    (tmp_path / "a.json").write_bytes(content)
    with pytest.raises(ValueError, match=r"."):
        read_object(tmp_path / "a.json")


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "a.json")
    with pytest.raises(ValueError, match="a pipe"):
        read_object(tmp_path / "a.json")
