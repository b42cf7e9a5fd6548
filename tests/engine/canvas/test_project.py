"""Projects: masks must fit their page."""

import pytest
from hypothesis import given

from engine.canvas.mask import Brush, Mask
from engine.canvas.music import blank_piece
from engine.canvas.project import Project, fresh, mask_shapes
from engine.canvas.text import Draft, Sentence
from engine.errors import CanvasError
from tests.engine.pieces import projects


@given(projects())
def test_a_project_has_a_mask_for_each_part(project):
    assert tuple(mask.shape for mask in project.masks) == mask_shapes(project.canvas)


def test_masks_that_do_not_fit_are_refused():
    with pytest.raises(CanvasError, match="do not fit"):
        Project(blank_piece(1), (Mask.filled(4, 15, Brush.KEEP),))
    with pytest.raises(CanvasError, match="do not fit"):
        Project(Draft((Sentence(("a",)), Sentence(("b",)))), (Mask.filled(1, 1, Brush.KEEP),))


def test_a_fresh_project_is_painted_with_one_brush():
    assert fresh(blank_piece(1), Brush.REWRITE).masks == (Mask.filled(4, 16, Brush.REWRITE),)
    assert fresh(Draft((Sentence(("a", "b")), Sentence(())))).masks == (Mask((b"\3\3",)), Mask((b"",)))
