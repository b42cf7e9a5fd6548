"""MusicXML files, plain and compressed (.mxl), in and out.

The reader and writer are in their own files; the zip is handled here."""

import io
import zipfile
import zlib
from pathlib import PurePosixPath

from engine.canvas.music import Piece
from engine.errors import FormatError
from engine.formats.files import MEGABYTE, check_size
from engine.formats.import_plan import ImportPlan, apply, plan
from engine.formats.musicxml.reader import read_score
from engine.formats.musicxml.writer import write_xml
from engine.formats.musicxml.xml_bounds import LIMIT, parse

__all__ = ["LIMIT", "LOSSES", "apply", "inspect", "read", "write", "write_compressed"]

LOSSES = (
    "That fermatas are known to be absent is not kept: a piece without any comes back as unknown.",
    "A note without its own spelling comes back spelled by its key.",
    (
        "A voice without a name gets its usual one; control characters and double spaces in titles, names and syllables"
        " are dropped."
    ),
    "A file has at most 60,000 written notes, where each part of a tied note counts.",
)
MAX_MXL = 8 * MEGABYTE
MAX_ENTRIES = 500
MIMETYPE = "application/vnd.recordare.musicxml+xml"
CONTAINER = "META-INF/container.xml"
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others unpack a whole block at once, whatever its size


def write(piece: Piece) -> bytes:
    """The piece as plain MusicXML."""
    return write_xml(piece)


def write_compressed(piece: Piece) -> bytes:
    """The piece as .mxl; equal pieces give equal bytes."""
    root = f'<rootfile full-path="score.musicxml" media-type="{MIMETYPE}"/>'
    container = f'<?xml version="1.0" encoding="UTF-8"?>\n<container><rootfiles>{root}</rootfiles></container>\n'
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in ((CONTAINER, container.encode()), ("score.musicxml", write_xml(piece))):
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def read(data: bytes) -> tuple[Piece, tuple[str, ...]]:
    """(the piece by the sensible guess, sentences on what is not as in the file)."""
    return apply(inspect(data))


def inspect(data: bytes) -> ImportPlan:
    """The file, plain or compressed, and the sensible guess for it; nothing is decided yet."""
    return plan(read_score(unpacked(data)))


def unpacked(data: bytes) -> bytes:
    """The score inside an .mxl, or the data itself where it is plain."""
    if data[:2] != b"PK":
        return data
    check_size(len(data), MAX_MXL)
    _check_directory(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            if len(entries) > MAX_ENTRIES:
                raise FormatError(
                    "This .mxl file holds far more files than a score has; export it again from the original program."
                )
            for entry in entries:
                path = PurePosixPath(entry.filename.replace("\\", "/"))
                if path.is_absolute() or ".." in path.parts or ":" in entry.filename:
                    raise FormatError(
                        "This .mxl file names a place outside itself, which a score never does; it was not opened."
                    )
                if entry.compress_type not in PACKED:
                    raise FormatError(
                        "This .mxl file is packed in a way that scores are not; export it again from the original"
                        " program."
                    )
            return _entry(archive, _root(archive), LIMIT)
    except FormatError:
        raise
    except (
        zipfile.BadZipFile,
        zlib.error,
        OSError,
        EOFError,
        RuntimeError,
        NotImplementedError,
        ValueError,
        KeyError,
        IndexError,
        OverflowError,
    ) as error:
        raise FormatError("This .mxl file is damaged; it may be only partly copied.", repr(error)) from None
    except Exception as error:  # zipfile lets struct and lzma errors through as they are
        raise FormatError(
            "This .mxl file is damaged; export it again from the original program.", repr(error)
        ) from None


def _check_directory(data: bytes) -> None:
    """One clear sentence for a zip that lists a flood of files: zipfile would read the whole list before one could
    count."""
    end = data.rfind(b"PK\x05\x06")
    if 0 <= end <= len(data) - 22:
        listed = int.from_bytes(data[end + 12 : end + 16], "little")
        if listed > MAX_ENTRIES * 200 or data[max(0, end - 20) : end].startswith(b"PK\x06\x07"):
            raise FormatError(
                "This .mxl file holds far more files than a score has; export it again from the original program."
            )


def _entry(archive: zipfile.ZipFile, name: str, limit: int) -> bytes:
    """One file of the archive, never more than `limit` bytes whatever the archive says."""
    with archive.open(name) as stream_:
        data = stream_.read(limit + 1)
    if len(data) > limit:
        raise FormatError(
            f"The score in this .mxl file unpacks to more than {limit / MEGABYTE:g} MB; export a shorter part of it."
        )
    return data


def _root(archive: zipfile.ZipFile) -> str:
    """The name of the score in the archive."""
    names = archive.namelist()
    if CONTAINER in names:
        for element in parse(_entry(archive, CONTAINER, MEGABYTE)).iter():
            path = element.get("full-path")
            if path and path in names:
                return path
    for name in names:
        if name.lower().endswith((".xml", ".musicxml")) and not name.startswith("META-INF/"):
            return name
    raise FormatError("There is no score in this .mxl file; export it again from the original program.")
