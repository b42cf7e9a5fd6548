"""The window's pages as tabs: opening, showing, closing, stepping, titles. Knows no menus and no layout."""

from pathlib import Path
from typing import TYPE_CHECKING

from app.document import autosave as rescue
from app.document.document import Document
from app.page.page import Page
from app.page.views import VIEWS
from app.window.dialog_desk import WindowDialogs
from app.words import tr
from engine.errors import CanvasError

if TYPE_CHECKING:
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QStackedWidget

    from app.document.autosave import Autosave
    from app.document.examples import Example
    from app.document.worker import Worker
    from app.insight.game.page import BachPage
    from app.page.verbs import Plan
    from app.window.sound_desk import SoundDesk
    from app.window.start_page import StartPage
    from app.window.top_strip import TopStrip
    from engine.canvas.project import Project

START, BACH = "start", "bach"


class WindowPages(WindowDialogs):
    """The part of the window that holds pages; `page` is the one in front, None on the start page."""

    pages: list[Page]
    autosave: "Autosave"
    disk: "Worker"
    sound: "SoundDesk"
    top: "TopStrip"
    _stack: "QStackedWidget"
    _start: "StartPage | None"
    _bach: "BachPage | None" = None
    _heard: "Page | None" = None  # whose eight bars may stand against Bach
    _refresh: "QTimer"

    def _follow(self) -> None:
        """Bring actions, title and status up to date."""
        raise NotImplementedError

    def _say(self, words: str) -> None:
        """A hint in the status bar."""
        raise NotImplementedError

    def add_page(self, project: "Project", path: Path | None = None, hint: str = "") -> Page:
        """Open a project in a tab of its own."""
        document = Document(project, path)
        if document.kind not in VIEWS:
            raise CanvasError(tr("This version shows pages of music only; open this file with a newer one."))
        document.hint = hint
        page = Page(document, self.worker, self.actions_)
        remembered = self.state.get("rewrite")
        if isinstance(remembered, dict):
            page.panel.set_values(remembered)
        if document.kind == "music":
            page.insight.lint.set_off(self.state.get("rules_off"))
            page.insight.rules_changed.connect(lambda: self.state.set("rules_off", page.insight.lint.off()))
        page.status.connect(self._say)
        page.changed.connect(self._refresh.start)
        page.new_page.connect(self._plan_page)
        for signal in (document.modified_changed, document.named):
            signal.connect(lambda: self._retitle(page))
        page.panel.changed.connect(lambda: self.state.set("rewrite", page.panel.values()))
        self.sound.listen(page)
        self.pages.append(page)
        self._stack.addWidget(page)
        self.top.add(page, "", page.view.icon)
        self._retitle(page)
        self.autosave.watch(document)
        self.top.remove(START)
        self.show_page(page)
        return page

    def _plan_page(self, plan: "Plan", verb: str) -> None:
        page = self.add_page(plan.project)
        self.attempt(lambda: page.run_plan(plan, verb))

    def show_page(self, page: Page) -> None:
        """Bring a page to the front."""
        self.page = page
        self._stack.setCurrentWidget(page)
        self.top.choose(page)
        page.activate()
        self._say("")
        self._follow()

    def show_start(self) -> None:
        """Bring the start page to the front."""
        if self._start is None:
            self._start = self.make_start()
            self._stack.addWidget(self._start)
        self._start.show_rescues([found for found in rescue.rescues() if not self.autosave.holds(found)])
        self._say(tr("Ready"))
        if self.top.index(START) < 0:
            self.top.add(START, tr("Start"), "add")
        self.top.choose(START)
        self.page = None
        self._stack.setCurrentWidget(self._start)
        self._follow()

    def show_bach(self) -> None:
        """Bring Is it Bach? to the front."""
        self._heard = self.page or self._heard
        if self._bach is None:
            self._bach = self.make_bach(self.sound.player, self._own_page)
            self._stack.addWidget(self._bach)
        if self.top.index(BACH) < 0:
            self.top.add(BACH, tr("Is it Bach?"), "question")
        self.top.choose(BACH)
        self.page = None
        self._say("")
        self._stack.setCurrentWidget(self._bach)
        self._follow()

    def _own_page(self) -> Page | None:
        """The page of music that was in front last, of those still open."""
        near = sorted(self.pages, key=lambda page: page is self._heard)
        return next((page for page in reversed(near) if page.document.kind == "music"), None)

    def close_page(self, page: Page | None = None) -> bool:
        """Close a page, after asking about unsaved work."""
        page = page or self.page
        if page is None or not self.files.may_close(page.document):
            return False
        page.shut()
        self.autosave.forget(page.document)
        place = self.pages.index(page)
        self.pages.remove(page)
        self.top.remove(page)
        self._stack.removeWidget(page)
        page.deleteLater()
        if self.page is page:
            self.page = None
            if self.pages:
                self.show_page(self.pages[min(place, len(self.pages) - 1)])
            else:
                self.show_start()
        return True

    def step_tab(self, by: int) -> None:
        """The next or previous tab."""
        keys = self.top.keys()
        if keys:
            self._tab_chosen(keys[(max(0, self.top.tabs.currentIndex()) + by) % len(keys)])

    def _tab_chosen(self, key: object) -> None:
        if isinstance(key, Page):
            self.show_page(key)
        else:
            {START: self.show_start, BACH: self.show_bach}[str(key)]()

    def _tab_closing(self, key: object) -> None:
        if isinstance(key, Page):
            self.close_page(key)
        elif key == BACH or self.pages:
            self.top.remove(key)
            self.show_page(self.pages[-1]) if self.pages else self.show_start()

    def open_example(self, example: "Example") -> None:
        """An example in a page of its own."""
        self.attempt(lambda: self.add_page(example.make(), hint=tr(example.title)))

    def _retitle(self, page: Page) -> None:
        document = page.document
        self.top.retitle(page, document.title or tr("Untitled"), document.modified)
        if page is self.page:
            # Once, [*] would be Qt's mark of unsaved work.
            title = (document.title or tr("Untitled")).replace("[*]", "[*][*]")
            self.setWindowTitle(f"{title}[*] – Palimpsest")
            self.setWindowModified(document.modified)
