"""How bytes come from disk and go to it: a size cap before anything is read, and saving that leaves either the old
file or the new one."""

import errno
import os
from pathlib import Path

from engine.errors import FormatError

MEGABYTE = 1_000_000
REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your disk quota is used up",
    errno.EACCES: "you may not write there",
    errno.EPERM: "you may not write there",
    errno.EROFS: "the disk is read-only",
    errno.ENOENT: "the folder is not there",
    errno.ENOTDIR: "the folder is not there",
    errno.EISDIR: "a folder has that name",
    errno.ENAMETOOLONG: "the name is too long",
}


def check_size(size: int, limit: int, name: str = "The file") -> None:
    """One clear sentence for more than `limit` bytes."""
    if size > limit:
        raise FormatError(
            f"{name} is {size / MEGABYTE:,.0f} MB large, more than the {limit / MEGABYTE:g} MB that can be opened;"
            " export a shorter part of it."
        )


def read_bytes(path: str | os.PathLike[str], limit: int) -> bytes:
    """The bytes of a file of at most `limit` bytes; a device or a growing file is not read beyond that."""
    path = Path(path)
    try:
        with path.open("rb") as stream:
            check_size(os.fstat(stream.fileno()).st_size, limit, path.name)
            data = stream.read(limit + 1)
    except FileNotFoundError:
        raise FormatError(f"There is no file {path.name}; it may have been moved or renamed.") from None
    except OSError as error:
        raise FormatError(
            f"{path.name} could not be read; check that it is a file you may open.", repr(error)
        ) from None
    check_size(len(data), limit, path.name)
    return data


def write_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Put the bytes in place of a file all at once; if that fails, the old file is as it was."""
    target = Path(os.path.realpath(path))  # a link stays a link
    scratch = target.with_name(f".{target.name[:200]}.{os.getpid()}.part")
    try:
        try:
            descriptor = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o666)
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            if target.exists():
                os.chmod(scratch, target.stat().st_mode & 0o777)
            os.replace(scratch, target)
        except BaseException:
            scratch.unlink(missing_ok=True)
            raise
        _sync_folder(target.parent)
    except OSError as error:
        reason = REASONS.get(error.errno or 0, error.strerror or "the disk refused")
        raise FormatError(
            f"{target.name} could not be saved because {reason}; what was there before is untouched.", repr(error)
        ) from None


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a power cut, where the system can (Windows cannot open a folder)."""
    if hasattr(os, "O_DIRECTORY"):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        except OSError:
            pass  # some network disks cannot; the file itself is safe
        finally:
            os.close(descriptor)
