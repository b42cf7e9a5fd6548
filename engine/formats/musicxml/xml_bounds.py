"""XML within bounds: no entities, no depth, no flood of elements. Knows nothing of music.

The file is first walked by expat alone, which refuses what could explode (as defusedxml does) and counts; only then
is it built, in C, so that neither time nor memory grows beyond the count. defusedxml itself builds in Python, which
takes twice as long and does not count."""

from xml.etree import ElementTree
from xml.etree.ElementTree import Element
from xml.parsers import expat

from engine.errors import FormatError
from engine.formats.files import MEGABYTE, check_size

LIMIT = 48 * MEGABYTE
MAX_ELEMENTS = 1_000_000
MAX_DEPTH = 60


def check(data: bytes) -> None:
    """One clear sentence for XML that is broken or made to harm."""
    check_size(len(data), LIMIT)
    elements = depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal elements, depth
        elements += 1
        depth += 1
        if elements > MAX_ELEMENTS or depth > MAX_DEPTH:
            raise FormatError("This XML file is far too large for a score; export it again from the original program.")

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1

    def entity(*_: object) -> None:
        raise FormatError(
            "This XML file defines entities of its own, which a score never needs and which can do harm; it was not"
            " opened."
        )

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.EntityDeclHandler = entity
    parser.UnparsedEntityDeclHandler = entity
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        if isinstance(error, FormatError):
            raise
        raise FormatError(
            "This XML file is incomplete; it may be damaged or only partly copied.", repr(error)
        ) from None


def parse(data: bytes) -> Element:
    """The root of checked XML."""
    check(data)
    try:
        return ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise FormatError(
            "This XML file is incomplete; it may be damaged or only partly copied.", repr(error)
        ) from None
