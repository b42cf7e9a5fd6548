"""The Insight panel with a stand-in model: grade, findings, marks on the roll, jumping, rules, and mending from the
click to one undo step."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QPushButton, QWidget

from app.insight.examine import examine, short_place
from app.insight.marks import DRAWINGS, SIGNS, finding_notes, paint_sign
from app.insight.sections.grade import PART_WORDS, GradeScale
from app.insight.sections.lint import FindingButton
from app.widgets.stylesheet import use_theme
from app.widgets.theme import DARK, LIGHT, sans
from engine.canvas.mask import Brush, Mask
from engine.canvas.project import Project, fresh
from engine.theory.grade import PARTS, bach_range, grade
from engine.theory.lint import RULES, lint
from engine.theory.mend import best_of
from tests.engine.choir import choir

FIFTHS = choir("E5 F5 E5 D5", "", "G3 A3 E3 F3", "C3 D3 C3 D3")  # tenor and bass move in fifths on the second beat


def look(desk):
    """Wait until the panel knows the page in view."""
    insight = desk.page.insight
    desk.wait(
        lambda: insight.result is not None and insight.result.piece is insight.piece and not insight._timer.isActive()
    )
    desk.qtbot.wait(1)  # rows just made are shown by the next event
    return insight


def open_fifths(desk, mask=None):
    project = fresh(FIFTHS) if mask is None else Project(FIFTHS, (mask,))
    page = desk.window.tabs.add_page(project)
    page.show_panel("insight")
    return look(desk)


def rows(insight):
    return [made for made in insight.lint.findChildren(FindingButton) if made.isVisible()]


def fix_buttons(insight):
    return [made for made in insight.lint.findChildren(QPushButton) if made.text() == "Fix" and made.isVisible()]


def test_the_grade_and_its_nine_parts_are_the_engines(desk):
    desk.open_example("chorale")
    desk.page.show_panel("insight")
    insight = look(desk)
    exact = grade(desk.document.project.canvas)
    assert insight.grade.figure.text() == f"{exact.overall:.1f}"
    assert not insight.grade.parts.isVisible()
    insight.grade.fold.click()
    assert insight.grade.parts.isVisible()
    assert {name: insight.grade._figures[name].text() for name in PARTS} == {
        name: f"{exact.parts[name]:.2f}" for name in PARTS
    }


def test_a_page_without_enough_notes_says_why_it_has_no_grade(desk):
    desk.open_example("ode")
    desk.page.show_panel("insight")
    insight = look(desk)
    assert insight.grade.figure.text() == "–" and insight.grade._none.isVisible()


def test_every_part_and_every_rule_has_words_and_a_sign():
    assert PART_WORDS.keys() == set(PARTS)
    assert SIGNS.keys() | DRAWINGS.keys() == RULES.keys() and not SIGNS.keys() & DRAWINGS.keys()


def test_no_two_signs_look_alike_even_without_colour(qapp):
    pictures = set()
    for rule in RULES:
        picture = QImage(24, 18, QImage.Format.Format_Grayscale8)
        picture.fill(0)
        painter = QPainter(picture)
        paint_sign(painter, QRectF(0, 0, 24, 18), rule, LIGHT)
        painter.end()
        pictures.add(bytes(picture.constBits()))
    assert len(pictures) == len(RULES)


def test_bach_stands_in_the_middle_of_his_own_range(qtbot):
    scale = GradeScale("overall")
    qtbot.addWidget(scale)
    scale.resize(200, 36)
    places = [scale.x_of(value) for value in bach_range("overall")]
    assert places == sorted(places) and scale.x_of(0) < places[0] and places[-1] < scale.x_of(1000) <= 200


def test_findings_are_those_of_the_rules_and_lead_to_their_place(desk):
    insight = open_fifths(desk)
    found = lint(FIFTHS)
    assert insight.result.findings == found
    shown = rows(insight)
    assert [made.text() for made in shown if "fifths" in made.text()] == ["Parallel fifths, Tenor and bass, 1.1 to 1.2"]
    fifths = next(finding for finding in found if finding.rule == "parallel fifths")
    next(made for made in shown if "Parallel fifths" in made.text()).click()
    assert desk.document.selection == frozenset(fifths.cells)
    assert insight.marks.chosen == fifths
    assert short_place(FIFTHS, 6) == "1.2.3"


def test_an_edit_is_looked_at_when_the_hand_rests(desk):
    insight = open_fifths(desk)
    grid = FIFTHS.grid()
    grid[2, 4] = 53
    desk.document.apply("Change", replace(desk.document.project, canvas=FIFTHS.with_grid(grid)))
    assert insight.marks._piece is None, "marks of the old page go at once"
    look(desk)
    assert "parallel fifths" not in {finding.rule for finding in insight.result.findings}
    desk.document.stack.undo()
    look(desk)
    assert "parallel fifths" in {finding.rule for finding in insight.result.findings}


def test_rules_are_switched_off_one_by_one_and_stay_off(desk):
    insight = open_fifths(desk)
    insight.lint.fold.click()
    insight.lint.ticks["parallel fifths"].click()
    desk.wait(lambda: all(finding.rule != "parallel fifths" for finding in insight.result.findings))
    assert insight.lint.fold.text() == "Rules, 1 off"
    other = desk.window.tabs.add_page(fresh(FIFTHS))
    assert other.insight.lint.off() == ["parallel fifths"]


def test_a_finding_shows_its_whole_place_however_narrow_it_is(qtbot):
    room = QWidget()
    qtbot.addWidget(room)
    made = FindingButton(FIFTHS, lint(FIFTHS)[0])
    made.setParent(room)
    room.show()
    made.resize(240, made.height())
    one_line = made.height()
    made.resize(110, made.height())
    lines = (
        QFontMetrics(sans(12))
        .boundingRect(QRect(0, 0, made._room, 999), Qt.TextFlag.TextWordWrap, made._place)
        .height()
    )
    assert made.height() >= lines + 21 and made.height() > one_line


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_findings_are_marked_on_the_roll(desk, colours):
    use_theme(colours.name)
    insight = open_fifths(desk)
    roll = desk.page.canvas

    def lint_pixels():
        picture = roll.viewport().grab().toImage()
        return sum(
            picture.pixelColor(x, y) == colours.lint
            for x in range(0, picture.width(), 2)
            for y in range(0, picture.height(), 2)
        )

    marked = lint_pixels()
    desk.page.insight.toggle_marks()
    assert marked > 50 > lint_pixels()
    assert insight.marks.on is False


def test_findings_are_marked_in_the_score_too(desk):
    insight = open_fifths(desk)
    desk.page.under.show_part("score")
    score = desk.page.under.score
    desk.wait(lambda: score.overlays and insight._score is score)
    assert len(score.overlays) == 1

    def lint_pixels():
        picture = score.viewport().grab().toImage()
        return sum(
            picture.pixelColor(x, y) == LIGHT.lint
            for x in range(picture.width())
            for y in range(0, picture.height(), 2)
        )

    desk.wait(lambda: lint_pixels() > 20)
    insight.toggle_marks()
    assert lint_pixels() == 0


def test_fixing_shows_the_best_of_eight_and_accepting_is_one_step_that_keeps_the_fixed_notes(desk):
    states = np.full((4, FIFTHS.steps), Brush.KEEP)
    states[3] = Brush.SUGGEST
    mask = Mask.from_array(states)
    insight = open_fifths(desk, mask)
    fifths = next(place for place, made in enumerate(rows(insight)) if "Parallel fifths" in made.text())
    desk.qtbot.mouseClick(fix_buttons(insight)[fifths], Qt.MouseButton.LeftButton)
    desk.wait(lambda: insight.lint.note.text().startswith("Best of 8"))
    assert len(desk.preview.canvases) == 8 and desk.document.project.canvas is FIFTHS
    kept = mask.pinned()
    for piece in desk.preview.canvases:
        assert (piece.grid()[kept] == FIFTHS.grid()[kept]).all(), "kept cells are never touched"
    finding = next(finding for finding in lint(FIFTHS) if finding.rule == "parallel fifths")
    assert desk.preview.index == best_of(finding, desk.preview.canvases).index
    steps = desk.document.stack.count()
    asked = ~desk.preview.before.masks[0].pinned()
    desk.page.rewrites.accept()
    assert desk.document.stack.count() == steps + 1
    assert (desk.document.project.masks[0].array() == np.where(asked, Brush.KEEP, states)).all()
    desk.document.stack.undo()
    assert desk.document.project.canvas == FIFTHS


def test_what_was_said_of_a_fix_goes_with_its_result(desk):
    insight = open_fifths(desk)
    fifths = next(place for place, made in enumerate(rows(insight)) if "Parallel fifths" in made.text())
    desk.qtbot.mouseClick(fix_buttons(insight)[fifths], Qt.MouseButton.LeftButton)
    desk.wait(lambda: insight.lint.note.text().startswith("Best of 8"))
    desk.key(Qt.Key.Key_Escape)
    assert not insight.lint.note.isVisible() and not desk.preview.count


def test_a_mark_says_what_it_means_and_a_click_opens_its_finding(desk):
    insight = open_fifths(desk)
    desk.page.show_panel("rewrite")
    roll, finding = desk.page.canvas, insight.marks.shown[0]
    centre = insight.marks._sign(roll.scale, finding_notes(FIFTHS, finding)).center()
    assert RULES[finding.rule].sentence in roll.badges[-1].tip(centre) and not roll.badges[-1].tip(QPointF(-90, -90))
    at = roll.from_page(centre).toPoint()
    desk.qtbot.mouseClick(roll.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    assert desk.document.selection == frozenset(finding.cells) and insight.isVisible()
    look(desk)
    assert [made.finding for made in rows(insight) if made.chosen] == [finding]


def test_what_is_all_kept_cannot_be_fixed_and_says_why(desk):
    states = np.full((4, FIFTHS.steps), Brush.KEEP)
    states[0] = Brush.REWRITE
    insight = open_fifths(desk, Mask.from_array(states))
    fifths = next(place for place, made in enumerate(rows(insight)) if "Parallel fifths" in made.text())
    made = fix_buttons(insight)[fifths]
    assert not made.isEnabled() and "is kept" in made.toolTip()


def test_a_cancelled_fix_leaves_the_page_as_it_was(make_desk):
    desk = make_desk(seconds=0.05)
    insight = open_fifths(desk)
    before = desk.document.project
    fix_buttons(insight)[0].click()
    desk.wait(lambda: desk.preview.running)
    desk.key(Qt.Key.Key_Escape)
    assert desk.document.project == before and not desk.preview.count
    assert insight.mending._finding is None


def test_alternatives_are_examined_but_not_fixed(desk):
    insight = open_fifths(desk)
    fix_buttons(insight)[0].click()
    desk.wait(lambda: desk.preview.ready and insight.lint.note.text().startswith("Best"))
    look(desk)
    assert insight.result.piece is desk.preview.shown
    assert desk.page.card.isVisible(), "the card with Accept stands beside insight while there are alternatives"
    assert all(not made.isEnabled() for made in fix_buttons(insight))


def test_examining_asks_only_the_rules_that_are_on():
    assert {finding.rule for finding in examine(FIFTHS, ("parallel fifths",)).findings} == {"parallel fifths"}
