"""Scores with faults: bars that are too long, ties that do not end, and what a page cannot hold is named."""

import pytest

from engine.canvas.music import Bar, Note
from engine.errors import FormatError
from engine.formats import musicxml
from tests.engine.formats.musicxml.test_musicxml import START, note

REST = "<note><rest/><duration>{}</duration></note>"
WHOLE_REST = '<note><rest measure="yes"/><duration>4</duration></note>'


def score(*parts):
    """A score of named parts, each a list of measures."""
    listed = "".join(
        f'<score-part id="P{n}"><part-name>{name}</part-name></score-part>' for n, (name, _) in enumerate(parts)
    )
    body = "".join(
        f'<part id="P{n}">' + "".join(f"<measure>{measure}</measure>" for measure in measures) + "</part>"
        for n, (_, measures) in enumerate(parts)
    )
    return f'<?xml version="1.0"?><score-partwise><part-list>{listed}</part-list>{body}</score-partwise>'.encode()


def bar(name="C5", first=False):
    return (START.format(1) if first else "") + note(name, 4)


def test_surplus_rests_in_one_part_do_not_lengthen_the_bar():
    data = score(
        ("Soprano", [bar(first=True), note("D5", 4) + REST.format(2), bar("E5")]),
        ("Bass", [bar("C3", True), bar("D3"), bar("E3")]),
    )
    piece, remarks = musicxml.read(data)
    assert piece.bars == (Bar.full(),) * 3
    assert [n.start for n in piece.voices[0].notes] == [0, 16, 32] == [n.start for n in piece.voices[3].notes]
    assert "Rests beyond the end of the bar were left out: bar 2 (Soprano)." in remarks


def test_surplus_rests_of_a_single_part_are_clipped_too():
    piece, remarks = musicxml.read(score(("", [bar(first=True) + REST.format(1), bar()])))
    assert piece.bars == (Bar.full(),) * 2 and "Rests beyond the end of the bar were left out: bar 1." in remarks


def test_a_note_that_is_too_long_in_one_part_is_cut_at_the_end_of_the_bar():
    data = score(
        ("Soprano", [bar(first=True), note("D5", 6), bar("E5")]), ("Bass", [bar("C3", True), bar("D3"), bar("E3")])
    )
    piece, remarks = musicxml.read(data)
    assert piece.bars == (Bar.full(),) * 3 and piece.voices[0].notes[1] == Note(16, 16, 74)
    assert any(
        "Notes that went past the end of the bar were cut there" in each and "bar 2 (Soprano)" in each
        for each in remarks
    )


def test_a_note_of_a_chord_that_is_too_long_is_cut_at_the_end_of_the_bar_and_told():
    chord = note("D5", 1) + note("F5", 2).replace("<note>", "<note><chord/>")
    data = score(
        ("Soprano", [bar(first=True), note("C5", 3) + chord, bar("E5")]),
        ("Bass", [bar("C3", True), bar("D3"), bar("E3")]),
    )
    score_, remarks = musicxml.inspect(data).score, musicxml.read(data)[1]
    assert [(n.start, n.stop) for n in score_.parts[0].notes if n.pitch == 77] == [(28.0, 32)]
    assert "Notes that went past the end of the bar were cut there: bar 2 (Soprano)." in remarks


def test_silence_that_is_only_skipped_does_not_fill_a_bar_that_the_file_calls_irregular():
    skipped = "<forward><duration>2</duration></forward>"
    data = score(
        ("Soprano", [START.format(1) + note("C5", 3), "half" + note("D5", 1), bar("E5")]),
        ("Bass", [START.format(1) + note("C3", 3), "half" + REST.format(1) + skipped, bar("E3")]),
    ).replace(b"<measure>half", b'<measure number="X1" implicit="yes">')
    piece, _ = musicxml.read(data)
    assert [each.steps for each in piece.bars] == [12, 4, 16]
    assert [n.start for n in piece.voices[0].notes] == [0, 12, 16]


def test_notes_beyond_the_bar_are_kept_and_told():
    data = score(
        ("Soprano", [bar(first=True), note("D5", 4) + note("F5", 1), bar("E5")]),
        ("Bass", [bar("C3", True), bar("D3"), bar("E3")]),
    )
    piece, remarks = musicxml.read(data)
    assert [each.steps for each in piece.bars] == [16, 20, 16] and len(piece.voices[0].notes) == 4
    assert any("were made longer: bar 2 (Soprano)" in each for each in remarks)


def test_a_bar_that_all_parts_agree_on_is_as_long_as_they_say():
    data = score(
        ("Soprano", [note("D5", 6, before="").join([START.format(1), ""])]), ("Bass", [START.format(1) + note("D3", 6)])
    )
    piece, remarks = musicxml.read(data)
    assert piece.bars == (Bar(6, 4, 24),) and any("were made longer: bar 1." in each for each in remarks)


def test_a_whole_bar_rest_and_a_part_that_says_nothing_have_no_voice_in_it():
    data = score(
        ("Soprano", [START.format(1) + note("D5", 6)]), ("Alto", [START.format(1) + WHOLE_REST]), ("Bass", [""])
    )
    assert musicxml.read(data)[0].bars == (Bar(6, 4, 24),)


def test_bars_are_counted_from_nought_after_a_pick_up_and_many_are_not_all_named():
    measures = [START.format(1) + note("G4", 1), *[note("D5", 4) + REST.format(1)] * 12]
    _, remarks = musicxml.read(score(("", measures)))
    assert "Rests beyond the end of the bar were left out: bars 1, 2, 3, 4, 5, 6, 7, 8 and more." in remarks


def test_a_tie_without_its_stop_is_one_note():
    tied = note("D5", 4, '<tie type="start"/>')
    piece, _ = musicxml.read(score(("", [START.format(1) + tied, note("D5", 4), note("D5", 4)])))
    assert piece.voices[0].notes == (Note(0, 32, 74), Note(32, 16, 74))


@pytest.mark.parametrize("between", [REST.format(1), note("E5", 1)])
def test_a_tie_to_nothing_does_not_reach_over_a_rest_or_another_note(between):
    tied = note("D5", 3, '<tie type="start"/>')
    piece, _ = musicxml.read(score(("", [START.format(1) + tied + between, note("D5", 4)])))
    assert [n.pitch for n in piece.voices[0].notes].count(74) == 2


def test_a_tie_without_its_stop_does_not_take_the_note_of_another_voice():
    tied = note("D5", 4, '<tie type="start"/><voice>1</voice>')
    second = REST.format(4).replace("</note>", "<voice>1</voice></note>")
    other = "<backup><duration>4</duration></backup>" + note("D5", 4, "<voice>2</voice>")
    plan = musicxml.inspect(score(("", [START.format(1) + tied, second + other])))
    assert [len(part.notes) for part in plan.parts] == [1, 1]


HARMONY = "<harmony><root><root-step>C</root-step></root><kind>Tristan</kind></harmony>"
FIGURES = "<figured-bass><figure><figure-number>6</figure-number></figure></figured-bass>"


@pytest.mark.parametrize(
    ("before", "extra", "words"),
    [
        (HARMONY, "", "Some chord symbols are of a kind that is not known here"),
        (FIGURES, "", "Figured bass was left out."),
        ("", "<lyric><text>a</text></lyric><lyric number='2'><text>b</text></lyric>", "Only the first verse"),
        ("", "<notations><dynamics><p/></dynamics></notations>", "Dynamics were left out."),
        ("", "<notations><slur type='start'/></notations>", "Slurs, articulations and ornaments were left out."),
        ("", "<notations><ornaments><trill-mark/></ornaments></notations>", "Slurs, articulations and ornaments"),
    ],
)
def test_what_a_page_cannot_hold_is_named(before, extra, words):
    _, remarks = musicxml.read(score(("", [START.format(1) + before + note("C5", 4, extra)])))
    assert any(each.startswith(words) for each in remarks)
    _, quiet = musicxml.read(score(("", [START.format(1) + note("C5", 4, "<lyric><text>a</text></lyric>")])))
    assert not any(each.startswith(words) for each in quiet)


def test_quarter_tones_are_reported():
    half = note("C5", 4).replace("</step>", "</step><alter>0.5</alter>")
    _, remarks = musicxml.read(score(("", [START.format(1) + half])))
    assert "Quarter-tones were rounded to the nearest semitone." in remarks


@pytest.mark.parametrize(
    "measure",
    [
        START.format(1) + note("C5", -4),
        START.format(1) + note("C5", 4) + "<backup><duration>-4</duration></backup>" + note("D5", 4),
        START.format(1) + note("C5", 4) + "<forward><duration>-4</duration></forward>" + note("D5", 4),
        START.format(0) + note("C5", 4),
        START.format(-1) + note("C5", 4),
    ],
)
def test_lengths_below_nothing_are_refused(measure):
    with pytest.raises(FormatError, match="length of a note"):
        musicxml.read(score(("Soprano", [measure])))


@pytest.mark.parametrize("tempo", ["-5", "0", "0.5", "1000000"])
def test_a_tempo_that_cannot_be_played_is_reported(tempo):
    piece, remarks = musicxml.read(score(("Soprano", [bar(first=True) + f'<sound tempo="{tempo}"/>'])))
    assert 1 <= piece.tempos[0].quarters <= 1000
    assert "A tempo outside 1 to 1,000 quarters a minute was left out or brought inside." in remarks
