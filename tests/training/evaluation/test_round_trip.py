"""The command that checks whether text comes back, on sentences made up here: a template for each rule of writing,
filled in every way."""

import itertools

import pytest

from engine.canvas.writing import NORMALISED, detokenise, normalised, tokenise
from training.evaluation.round_trip import main, of_text, of_tokens

TEMPLATES = (
    "{name} doesn't think they're ready, and we'll see what she's got.",
    "{name}'s team paid {money} for it, or 5.25 percent more than Mr. Lee's offer.",
    "The players' union and {name} won; they'd say so, wouldn't they?",
    'He said: "{name} has a {long} plan."',
    '"{name} was close," she said, "but we made it at 10:30."',
    "'It was {long},' said {name}, 'and I said \"no\" twice.'",
    'They call it "{name}", a {long} name, and "the end".',
    "The home side ({name}) won 3-2, their {long} win in years.",
    "J. Smith of {name} lives in Washington D.C. and works for O'Neil & Sons, an R&B label.",
    "They flew at 7 a.m. - and that was late for {name}, a 12-year-old.",
    "Most three- to five-year-olds like {name}, a mid-July, U.K.-based, {long} show.",
    "Sales rose 34% to {money} in the first half; {name} fell.",
    "See example.com, www.example.co.uk [{name}] or notes.txt for either/or questions...",
    "Wait -- there is more: {name} {money}!",
    'We ____ the ____ of {name} ("{long}") yesterday.',
    "Is {name} 98.6\u00b0, 5 + 5, or #1 at {money}?",
    'I love {name} \U0001f600\u2764\ufe0f. Truly, "\U0001f44d", he wrote!',
)
FILLINGS = {
    "name": (
        "Anna",
        "the war",
        "al-Amin",
        "U.S. law",
        "caf\u00e9 \u0928\u092e\u0938\u094d\u0924\u0947",
        "\u05e9\u05dc\u05d5\u05dd",
    ),
    "long": ("long-term", "state-of-the-art", "so-called"),
    "money": ("$1,600", "\u00a32,000,000", "($5.25)", "\u20ac3"),
}


def _filled(template):
    names = [name for name in FILLINGS if f"{{{name}}}" in template]
    for values in itertools.product(*(FILLINGS[name] for name in names)):
        yield template.format(**dict(zip(names, values, strict=True)))


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_rule_of_writing_holds_both_ways(template):
    written = list(_filled(template))
    assert of_text(written).failures == ()
    there, back = of_tokens(
        " ".join(word or "____" for word in tokenise(text)) for text in written if "____" not in text
    )
    assert there.failures == back.failures == ()


@pytest.mark.parametrize(("signs", "made"), NORMALISED.items())
def test_what_reading_changes_is_declared_and_nothing_else(signs, made):
    for sign in signs:
        assert normalised(f"a {sign}  b") == " ".join(f"a {made} b".split())
        assert tokenise(sign) == tokenise(made)
    assert (
        normalised("Cafe\u0301 \u05e9\u05dc\u05d5\u05dd, \u201cyes\u201d\u00a0\u2026")
        == 'Caf\u00e9 \u05e9\u05dc\u05d5\u05dd, "yes" ...'
    )


def test_words_that_a_space_parts_stay_parted():
    for words in [
        (".", "."),
        ("He", ",", "'", "cause"),
        ("73", ".", "...", "it"),
        ("!", "..."),
        ('"', "("),
        ("(", "\u0301a"),
        ("\U0001f600", "\U0001f600"),
    ]:
        assert tokenise(detokenise(words)) == words


def test_the_command_counts_shows_and_says_by_its_exit_whether_all_came_back(tmp_path, capsys):
    (tmp_path / "train.txt").write_text("He doesn ' t know .\n\nThe U . S . team won 3 - 2 .\n", encoding="utf-8")
    assert main(["--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out.count("2 of 2 come back (100.00%)") == 2
    (tmp_path / "raw.txt").write_text("All is well here. Here is a   wide space .\n", encoding="utf-8")
    assert main(["--raw", str(tmp_path / "raw.txt")]) == 1
    output = capsys.readouterr().out
    assert (
        "1 of 2 come back (50.00%)" in output
        and "wanted  Here is a wide space ." in output
        and "came    Here is a wide space." in output
    )
    for wrong in ([], ["--data", str(tmp_path), "--part", "nothing"], ["--raw", str(tmp_path / "missing.txt")]):
        with pytest.raises(SystemExit, match=r"\w"):
            main(wrong)
