"""A closed page is gone: its widgets, its document and what listened to it, however often pages come and go."""

import gc

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from app.document.document import Document
from app.page.page import Page


def alive():
    """How many widgets, pages and documents there are."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    kinds = [type(found) for found in gc.get_objects()]
    return len(QApplication.allWidgets()), kinds.count(Page), kinds.count(Document)


def come_and_go(desk):
    """One page of each kind, with an alternative taken, opened and closed."""
    desk.open_example()
    desk.page.rewrites.verb("harmonise")
    desk.rewritten()
    desk.page.rewrites.accept()
    desk.page.show_panel("history")
    desk.window.tabs.close_page()
    desk.window.files.new_text()
    desk.window.tabs.close_page()
    desk.qtbot.wait(1)


def test_closed_pages_leave_nothing_behind(desk):
    come_and_go(desk)  # the start page and what is made once
    before = alive()
    for _ in range(2):
        come_and_go(desk)
    grown = [now - then for now, then in zip(alive(), before, strict=True)]
    assert max(grown) <= 0, grown  # what other tests left behind is in both
