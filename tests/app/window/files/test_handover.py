"""Open in ...: the page goes to the system's notation program, and what is saved there comes back as one undo step."""

from dataclasses import replace

import pytest

from engine.canvas.edits import put_note
from engine.canvas.mask import Brush
from engine.canvas.project import fresh
from engine.formats import open_file, save_file


def handed_over(desk):
    """The chorale, opened in another program; the file that was handed over."""
    desk.open_example("chorale")
    paths = []
    desk.window.files.handover.opens = lambda path: bool(paths.append(path)) or True
    desk.window.actions_["open_in"].trigger()
    return paths[0]


def test_what_is_saved_there_is_offered_and_is_one_step(desk):
    path = handed_over(desk)
    before = desk.document.project
    assert (
        path.suffix == ".musicxml" and open_file(path).project.canvas.grid().tolist() == before.canvas.grid().tolist()
    )
    edited = put_note(put_note(before.canvas, 3, 0, 4, 41), 0, 4, 4, 79)
    save_file(path, fresh(replace(edited, title="Another")))
    desk.window.files.handover.look()
    desk.wait(lambda: "was saved in your notation program" in desk.window.notice.text)
    assert desk.document.project == before, "nothing changes by itself"
    desk.window.notice._act.click()
    after = desk.document.project
    assert after.canvas.grid().tolist() == edited.grid().tolist()
    assert [voice.name for voice in after.canvas.voices] == [voice.name for voice in before.canvas.voices]
    assert after.canvas.title == before.canvas.title
    assert after.masks[0].array()[3, 0] == Brush.KEEP
    desk.page.edits.undo()
    assert desk.document.project == before


def test_a_file_that_was_only_saved_again_is_not_offered(desk):
    path = handed_over(desk)
    desk.window.notice.hide()
    read = []
    handover = desk.window.files.handover
    was = handover._read
    handover._read = lambda *given: (was(*given), read.append(given))
    path.write_bytes(path.read_bytes() + b"\n")
    handover.look()
    desk.wait(lambda: bool(read))
    assert not desk.window.notice.text


def test_without_a_program_it_is_said_what_to_do(desk):
    desk.open_example()
    desk.window.files.handover.opens = lambda _path: False
    desk.window.actions_["open_in"].trigger()
    assert "MuseScore" in desk.window.notice.text and not desk.window.files.handover.pages


def test_a_longer_piece_comes_back_whole(desk):
    path = handed_over(desk)
    from engine.canvas.edits_bars import insert_bars

    longer = insert_bars(desk.document.project.canvas, len(desk.document.project.canvas.bars), 2)
    longer = put_note(longer, 0, longer.steps - 16, 16, 72)
    save_file(path, fresh(longer))
    desk.window.files.handover.look()
    desk.wait(lambda: bool(desk.window.notice.text) and "was saved in" in desk.window.notice.text)
    desk.window.notice._act.click()
    assert desk.page.pointing.piece.steps == longer.steps == desk.document.mask.shape[1]


def test_what_was_saved_there_and_not_taken_is_still_there_after_quitting(desk):
    path = handed_over(desk)
    edited = put_note(desk.document.project.canvas, 3, 0, 4, 41)
    desk.window.tabs.close_page()
    save_file(path, fresh(edited))
    desk.close()
    assert open_file(path).project.canvas.grid().tolist() == edited.grid().tolist()


def test_what_was_saved_beside_it_under_another_name_is_still_there_after_quitting(desk):
    path = handed_over(desk)
    path.with_suffix(".mscz").write_bytes(b"hours of work")
    desk.close()
    assert path.with_suffix(".mscz").read_bytes() == b"hours of work"


@pytest.mark.parametrize("take", [False, True])
def test_a_file_that_nobody_changed_or_whose_changes_were_taken_goes_when_the_program_quits(desk, take):
    path = handed_over(desk)
    if take:
        save_file(path, fresh(put_note(desk.document.project.canvas, 3, 0, 4, 41)))
        desk.window.files.handover.look()
        desk.wait(lambda: "was saved in your notation program" in desk.window.notice.text)
        desk.window.notice._act.click()
    desk.close()
    assert not path.exists() and not path.parent.exists()


def test_what_could_not_be_read_back_is_named(desk):
    path = handed_over(desk)
    text = path.read_text()
    quarter_tone = "<note><pitch><step>D</step><alter>0.5</alter><octave>5</octave></pitch><duration>"
    first = text.index("<note>"), text.index("<duration>") + len("<duration>")
    path.write_text(text[: first[0]] + quarter_tone + text[first[1] :])
    desk.window.files.handover.look()
    desk.wait(lambda: "was saved in your notation program" in desk.window.notice.text)
    assert "uarter-tones" in desk.window.notice.text


def test_a_place_that_cannot_be_written_is_one_sentence(desk, monkeypatch):
    desk.open_example()
    monkeypatch.setattr("tempfile.mkdtemp", lambda **_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    desk.window.actions_["open_in"].trigger()
    assert "the disk is full" in desk.window.notice.text
