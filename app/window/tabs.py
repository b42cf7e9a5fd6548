"""The window's pages as tabs: opening, showing, closing, stepping, titles. Knows no menus and no layout."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget

from app.document.document import Document
from app.document.storage import autosave as rescue
from app.page.page import Page
from app.page.views import VIEWS
from app.window.top_strip import TopStrip
from app.words import tr
from engine.errors import CanvasError
from engine.jobs import library

if TYPE_CHECKING:
    from app.document.examples import Example
    from app.document.plans import Plan
    from app.insight.game.page import BachPage
    from app.window.main_window import Window
    from app.window.start_page import StartPage
    from engine.canvas.project import Project

START, BACH = "start", "bach"


class WindowTabs(QObject):
    """The part of the window that holds pages; `page` is the one in front, None on the start page."""

    shown = Signal()  # another tab came to the front
    changed = Signal()  # something an action depends on, on some page
    retitled = Signal(object)  # a Page

    def __init__(self, window: "Window", strip: TopStrip) -> None:
        super().__init__(window)
        self._window, self._strip = window, strip
        self.stack = QStackedWidget()
        self.pages: list[Page] = []
        self.page: Page | None = None
        self.start: StartPage | None = None  # made when first shown, like the game
        self.bach: BachPage | None = None
        self._last: Page | None = None  # whose eight bars may stand against Bach
        strip.chosen.connect(self._tab_chosen)
        strip.closing.connect(self.tab_closing)

    def add_page(self, project: "Project", path: Path | None = None, hint: str = "") -> Page:
        """Open a project in its own tab."""
        window, document = self._window, Document(project, path)
        if document.kind not in VIEWS:
            raise CanvasError(tr("This version shows music pages only; open this file with a newer one."))
        document.hint = hint
        page = Page(document, window.worker, window.actions_)
        self._remember_settings(page)
        page.status.connect(window.status.say)
        page.changed.connect(self.changed)
        page.new_page.connect(self._plan_page)
        for signal in (document.modified_changed, document.named):
            signal.connect(lambda: self._retitle(page))
        window.sound.listen(page)
        self.pages.append(page)
        self.stack.addWidget(page)
        self._strip.add(page, "", page.view.icon)
        self._retitle(page)
        window.autosave.watch(document)
        self._strip.remove(START)
        self.show_page(page)
        if words := page.models.trouble:
            offer = tr("Use the shipped model") if library.find(project.model.name, document.kind) is None else ""
            window.notice.say(words, 20, offer, page.models.use_shipped if offer else None)
        return page

    def _remember_settings(self, page: Page) -> None:
        """What was chosen on the last page holds on this one too."""
        state, insight = self._window.state, page.music_insight
        page.generation.paints_kept = not self._window.settings["leave_paint"]
        remembered = state.get("rewrite")
        if isinstance(remembered, dict):
            page.panel.set_values(remembered)
        page.panel.changed.connect(lambda: state.set("rewrite", page.panel.values()))
        if insight is not None:
            insight.lint.set_off(state.get("rules_off"))
            insight.rules_changed.connect(lambda: state.set("rules_off", insight.lint.off()))

    def _plan_page(self, plan: "Plan", verb: str) -> None:
        page = self.add_page(plan.project)
        self._window.attempt(partial(page.rewrites.run_plan, plan, verb))

    def show_page(self, page: Page) -> None:
        """Bring a page to the front."""
        self.page = page
        self.stack.setCurrentWidget(page)
        self._strip.choose(page)
        page.activate()
        self._window.status.say("")
        self.shown.emit()

    def show_start(self) -> None:
        """Bring the start page to the front."""
        if self.start is None:
            self.start = self._window.dialogs.make_start()
            self.stack.addWidget(self.start)
        self.start.show_rescues([found for found in rescue.rescues() if not self._window.autosave.holds(found)])
        self._window.status.say(tr("Ready"))
        if self._strip.index(START) < 0:
            self._strip.add(START, tr("Start"), "add")
        self._strip.choose(START)
        self.page = None
        self.stack.setCurrentWidget(self.start)
        self.start.setFocus()
        self.shown.emit()

    def show_bach(self) -> None:
        """Bring Is it Bach? to the front."""
        self._last = self.page or self._last
        if self.bach is None:
            self.bach = self._window.dialogs.make_bach(self._own_page)
            self.stack.addWidget(self.bach)
        if self._strip.index(BACH) < 0:
            self._strip.add(BACH, tr("Is it Bach?"), "question")
        self._strip.choose(BACH)
        self.page = None
        self._window.status.say("")
        self.stack.setCurrentWidget(self.bach)
        self.shown.emit()

    def _own_page(self) -> Page | None:
        """The page of music that was in front last, of those still open."""
        near = sorted(self.pages, key=lambda page: page is self._last)
        return next((page for page in reversed(near) if page.document.kind == "music"), None)

    def close_page(self, page: Page | None = None) -> bool:
        """Close a page, after asking about unsaved work."""
        page = page or self.page
        if page is None or not self._window.files.saving.may_close(page.document):
            return False
        page.shut()
        self._window.autosave.forget(page.document)
        place = self.pages.index(page)
        self.pages.remove(page)
        self._strip.remove(page)
        self.stack.removeWidget(page)
        page.deleteLater()
        if self.page is page:
            self.page = None
            if self.pages:
                self.show_page(self.pages[min(place, len(self.pages) - 1)])
            else:
                self.show_start()
        return True

    def close_front(self) -> None:
        """Close the tab in front, whatever it holds."""
        if self.page is not None:
            self.close_page()
        else:
            self.tab_closing(self._strip.keys()[self._strip.tabs.currentIndex()])

    def may_close_all(self) -> bool:
        """Ask about the unsaved work of every page; False if one must stay."""
        for page in list(self.pages):
            if page.document.modified:
                self.show_page(page)
            if not self._window.files.saving.may_close(page.document):
                return False
        return True

    def shut_all(self) -> None:
        """The window goes: every page is silent, and its recovery copy is no longer needed."""
        for page in self.pages:
            page.shut()
            self._window.autosave.forget(page.document)

    def step_tab(self, by: int) -> None:
        """The next or previous tab."""
        keys = self._strip.keys()
        if keys:
            self._tab_chosen(keys[(max(0, self._strip.tabs.currentIndex()) + by) % len(keys)])

    def _tab_chosen(self, key: object) -> None:
        if isinstance(key, Page):
            self.show_page(key)
        else:
            {START: self.show_start, BACH: self.show_bach}[str(key)]()

    def tab_closing(self, key: object) -> None:
        """A tab's cross was clicked: a page, or the name of another tab."""
        if isinstance(key, Page):
            self.close_page(key)
        elif key == BACH or self.pages:
            self._strip.remove(key)
            self.show_page(self.pages[-1]) if self.pages else self.show_start()

    def open_example(self, example: "Example") -> None:
        """An example in its own page."""
        self._window.attempt(lambda: self.add_page(example.make(), hint=tr(example.title)))

    def _retitle(self, page: Page) -> None:
        document = page.document
        title = document.title or tr("Untitled")
        self._strip.retitle(page, title, document.modified, document.whole_title or title)
        self.retitled.emit(page)
