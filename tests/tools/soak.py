"""`python -m tests.tools.soak --minutes 30`: random edits, undo, rewrites, saves and reopenings in one window.

Prints memory as it goes; fails on an unexpected error, a page that is not as it was saved, or memory that keeps
growing."""

import argparse
import gc
import os
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.tools.bench.window import resident

PAGES = 3  # open at once
EVERY = 60  # seconds between two looks at the memory


def main():
    """Work on until the time is over."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pause", type=float, default=0.0, help="seconds of rest after each action")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ["PALIMPSEST_HOME"] = f"{home}/own"
        soak = Soak(Path(home), chosen)
        soak.work()
        return soak.verdict()


class Soak:
    """A window and the dice that drive it."""

    def __init__(self, folder, chosen):
        from tests.tools.quiet_window import QuietWindow

        self.folder, self.chosen = folder, chosen
        self.dice = random.Random(chosen.seed)
        self.quiet = QuietWindow()
        self.window = self.quiet.window
        self.done, self.memory, self.wrong = Counter(), [], []

    def work(self):
        """Actions at random until the time is over."""
        end, look = time.monotonic() + 60 * self.chosen.minutes, 0.0
        actions = (
            *(self.paint,) * 6,
            *(self.edit,) * 6,
            *(self.undo,) * 3,
            *(self.rewrite,) * 2,
            self.save_and_reopen,
            self.another_page,
            self.export,
            self.look_elsewhere,
        )
        while time.monotonic() < end:
            if self.window.page is None:
                self.another_page()
            action = self.dice.choice(actions)
            self.done[action.__name__] += 1
            self.window.attempt(action)  # as an action of the menu: what cannot be done is said
            self.quiet.run()
            time.sleep(self.chosen.pause)
            if time.monotonic() > look:
                look = time.monotonic() + EVERY
                gc.collect()
                self.memory.append(resident())
                print(f"{self.memory[-1]:.0f} MB after {sum(self.done.values()):,} actions", flush=True)

    def verdict(self):
        """0 if nothing went wrong."""
        third = max(1, len(self.memory) // 3)
        middle, last = max(self.memory[third : 2 * third] or [0]), max(self.memory[-third:])
        print(f"{dict(self.done)}; memory at most {middle:.0f} MB in the second third, {last:.0f} MB in the last")
        for words in (*self.wrong, *self.quiet.accidents):
            print(words)
        self.quiet.close()
        grows = len(self.memory) >= 6 and last > 1.1 * middle
        return 1 if self.wrong or self.quiet.accidents or grows else 0

    @property
    def document(self):
        return self.window.page.document

    def paint(self):
        """Paint a stretch of one row."""
        from engine.canvas.mask import Brush

        document = self.document
        part = self.dice.randrange(len(document.project.masks))
        mask = document.project.masks[part]
        rows, steps = mask.shape
        start = self.dice.randrange(max(1, steps))
        painted = mask.paint(self.dice.choice(list(Brush)), self.dice.randrange(rows), start, start + 16)
        document.apply("paint", document.project.with_mask(part, painted))

    def edit(self):
        """A note or a word more, fewer or another."""
        from app.roll import changes
        from engine.canvas.music import Piece

        document, dice = self.document, self.dice
        if isinstance(document.project.canvas, Piece):
            steps = document.project.canvas.steps
            change = changes.add_note(
                document.project, dice.randrange(4), dice.randrange(steps), 4, dice.randrange(40, 80)
            )
            self.window.page.canvas.commands.commit(change)
            if dice.random() < 0.3:
                self.window.page.canvas.select_all()
                self.window.page.canvas.transpose(dice.choice((-1, 1)))
        else:
            self.window.page.canvas.commands.put_text(dice.choice(("word", "of", "rain .")))

    def undo(self):
        """Some steps back, and perhaps forth."""
        for _ in range(self.dice.randrange(1, 8)):
            self.window.page.edits.undo()
        for _ in range(self.dice.randrange(4)):
            self.window.page.edits.redo()

    def rewrite(self):
        """A rewrite: taken, refused, or given up on the way."""
        page = self.window.page
        page.rewrites.rewrite()
        if self.dice.random() < 0.2:
            page.rewrites.escape()
            return
        self.quiet.run(lambda: not page.preview.running, 60)
        if page.preview.ready:
            page.rewrites.step(1)
            page.rewrites.accept() if self.dice.random() < 0.7 else page.rewrites.escape()
        if len(page.document.project.takes) > 20:
            page.document.forget_takes(page.document.project.takes[-5:])

    def save_and_reopen(self):
        """Save a page, close it and open it again: it is as it was."""
        path = self.folder / f"{self.dice.randrange(6)}.palimpsest"
        if any(page.document.path == path for page in self.window.pages if page is not self.window.page):
            return
        self.window.files.questions.ask_save = lambda *_: path
        if not self.window.files.saving.save_as():
            return
        saved = self.document.project
        self.window.tabs.close_page()
        before = len(self.window.pages)
        self.window.files.open_path(path)
        if not self.quiet.run(lambda: len(self.window.pages) > before, 30):
            self.wrong.append(f"{path.name} did not open again: {self.quiet.complaints[-3:]}")
        elif self.document.project != saved:
            self.wrong.append(f"{path.name} is not as it was saved")

    def another_page(self):
        """A new page, or an example; not too many at once."""
        from app.document.examples import EXAMPLES

        while len(self.window.pages) >= PAGES:
            self.window.tabs.show_page(self.dice.choice(self.window.pages))
            self.window.tabs.close_page()
        self.dice.choice(
            (
                self.window.files.new,
                self.window.files.new_text,
                lambda: self.window.tabs.open_example(self.dice.choice(EXAMPLES)),
            )
        )()

    def export(self):
        """Write and read the other formats."""
        from engine.canvas.music import Piece
        from engine.errors import PalimpsestError
        from engine.formats import open_file, save_file

        music = isinstance(self.document.project.canvas, Piece)
        path = self.folder / f"export{self.dice.choice(('.mid', '.musicxml', '.mxl') if music else ('.txt',))}"
        try:
            save_file(path, self.document.project)
            open_file(path)
        except PalimpsestError as error:
            self.done[str(error)[:60]] += 1

    def look_elsewhere(self):
        """Another tab, the start page, a picture."""
        self.dice.choice((self.window.tabs.show_start, lambda: self.window.tabs.step_tab(1), self.window.grab))()
        if self.window.page is None and self.window.pages:
            self.window.tabs.show_page(self.dice.choice(self.window.pages))


if __name__ == "__main__":
    sys.exit(main())
