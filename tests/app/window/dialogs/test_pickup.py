"""A pick-up that a MIDI file hides is proposed in the preview, and can be set there and on the page."""

from app.page.piece_dialog import PieceDialog
from app.window.dialogs.import_preview import ImportDialog
from engine.canvas.music import Bar, blank_piece
from engine.formats import midi
from tests.engine.formats.midi.test_midi import file
from tests.engine.formats.midi.test_midi_bars import line, metre


def test_the_preview_shows_the_proposed_pick_up_and_takes_another(qtbot):
    dialog = ImportDialog(midi.inspect(file([metre(4, 4)], line(1, 4, 4, start=3))), "a.mid")
    qtbot.addWidget(dialog)
    assert dialog.pickup.value() == 4 and not dialog.pickup.parentWidget().isHidden()
    assert dialog.piece().bars[0] == Bar(4, 4, 4)
    dialog.pickup.setValue(0)
    assert dialog.piece().bars == (Bar.full(),) * 3


def test_where_the_file_says_its_bars_itself_there_is_nothing_to_set(qtbot):
    dialog = ImportDialog(midi.inspect(file([metre(4, 4), metre(3, 4, 1920)], line(4, 3, 3))), "a.mid")
    qtbot.addWidget(dialog)
    assert dialog.pickup.parentWidget().isHidden()


def test_a_page_gets_a_pick_up_and_loses_it(qtbot):
    piece = blank_piece(3)
    dialog = PieceDialog(piece, 0)
    qtbot.addWidget(dialog)
    assert dialog.piece() == piece
    dialog.pickup.setValue(6)
    begun = dialog.piece()
    assert [bar.steps for bar in begun.bars] == [6, 16, 16, 10]
    again = PieceDialog(begun, 0)
    qtbot.addWidget(again)
    assert again.pickup.value() == 6 and again.piece() == begun
    again.pickup.setValue(0)
    assert again.piece() == piece


def test_a_pick_up_fits_the_metre_that_is_chosen_with_it(qtbot):
    dialog = PieceDialog(blank_piece(3), 0)
    qtbot.addWidget(dialog)
    dialog.pickup.setValue(14)
    dialog.beats.setValue(3)
    assert dialog.piece().bars[0] == Bar(3, 4, 11)
