"""All of the user's work on one page as a frozen value: canvas, masks and the history of results.

The project file stores exactly this."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.canvas.mask import Brush, Mask
from engine.canvas.music import Piece
from engine.canvas.start import Start
from engine.canvas.text import Draft, Sentence
from engine.errors import CanvasError
from engine.sampling.options import MAX_COUNT, Value

Canvas = Piece | Draft  # all of a page
CanvasPart = Piece | Sentence  # what one request rewrites or asks about: the piece, or one sentence
LONGEST = 1000  # characters of a take's name, method, or option
MOST_OPTIONS = 200  # of a take


@dataclass(frozen=True)
class ModelTag:
    """Which model made something: its name ("" is the shipped one), and the checksum of its weights where it is
    known."""

    name: str = ""
    checksum: str = ""


SHIPPED_MODEL = ModelTag()


@dataclass(frozen=True)
class Take:
    """One result: what was asked and what came.

    `part` is the sentence it belongs to (music: 0); repeating the request gives it again."""

    method: str
    seed: int
    options: Mapping[str, Value]
    before: Canvas
    mask: Mask
    alternatives: tuple[Canvas, ...]
    nats: tuple[float | None, ...] = ()
    part: int = 0
    name: str = ""
    start: Start | None = None  # of a branch
    model: ModelTag = SHIPPED_MODEL
    beside: ModelTag | None = None  # the model that made the second half of the alternatives, where two were asked

    def __post_init__(self) -> None:
        shapes = mask_shapes(self.before)
        if not 0 <= self.part < len(shapes) or self.mask.shape != shapes[self.part]:
            raise CanvasError("The mask of a result does not fit the page it was made from.")
        if any(
            type(each) is not type(self.before) or len(mask_shapes(each)) <= self.part for each in self.alternatives
        ):
            raise CanvasError("An alternative of a result is no page like the one it was made from.")
        if len(self.alternatives) > 2 * MAX_COUNT or len(self.options) > MOST_OPTIONS or not 0 <= self.seed < 2**64:
            raise CanvasError("A result has more alternatives or options, or another seed, than can be asked for.")
        words = (self.method, self.name, *self.options, *map(str, self.options.values()))
        if max(map(len, words)) > LONGEST:
            raise CanvasError(f"The name, the method and the options of a result have at most {LONGEST:,} characters.")


@dataclass(frozen=True)
class Project:
    """A canvas with one mask for each part (music: one of four rows; a draft: one of one row for each sentence) and
    its takes, oldest first."""

    canvas: Canvas
    masks: tuple[Mask, ...]
    takes: tuple[Take, ...] = field(default=())
    model: ModelTag = SHIPPED_MODEL  # the model that the page is rewritten by

    def __post_init__(self) -> None:
        if tuple(mask.shape for mask in self.masks) != mask_shapes(self.canvas):
            raise CanvasError("The masks do not fit the page.")

    def with_mask(self, part: int, mask: Mask, canvas: Canvas | None = None) -> "Project":
        """The project with another mask for one part, and another canvas, if one is given."""
        masks = (*self.masks[:part], mask, *self.masks[part + 1 :])
        return replace(self, canvas=self.canvas if canvas is None else canvas, masks=masks)


def mask_shapes(canvas: Canvas) -> tuple[tuple[int, int], ...]:
    """The (rows, steps) of each part's mask."""
    if isinstance(canvas, Piece):
        return ((4, canvas.steps),)
    return tuple((1, len(sentence.words)) for sentence in canvas.sentences)


def fresh(canvas: Canvas, brush: Brush = Brush.KEEP) -> Project:
    """A project of a canvas painted with one brush; the blanks of a draft are to be written, whatever the brush."""
    if isinstance(canvas, Draft):
        return Project(
            canvas,
            tuple(
                Mask((bytes(brush if word else Brush.REWRITE for word in sentence.words),))
                for sentence in canvas.sentences
            ),
        )
    return Project(canvas, tuple(Mask.filled(rows, steps, brush) for rows, steps in mask_shapes(canvas)))
