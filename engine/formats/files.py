"""Reading and saving bytes: a size limit before reading, and saving that leaves either the old file or the new one.

Only regular files are read or replaced."""

import errno
import hashlib
import os
import re
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, BinaryIO, NamedTuple

from engine.errors import FormatError

MEGABYTE = 1_000_000
REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your disk quota is used up",
    errno.EACCES: "you do not have permission to write there",
    errno.EPERM: "you do not have permission to write there",
    errno.EROFS: "the disk is read-only",
    errno.ENOENT: "the folder does not exist",
    errno.ENOTDIR: "the folder does not exist",
    errno.EISDIR: "a folder has that name",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ELOOP: "the link is broken",
}
SCRAP = re.compile(r"\..*\.[0-9a-f]{16}\.palimpsest-part")  # what an early end of a save may leave behind
STALE = 3600  # seconds without a write after which such a file belongs to no running save
PRIVATE = 0o600
_umask = os.umask(0o077)  # can only be read by setting it, so it is read once, before there are threads
os.umask(_umask)


def check_size(size: int, limit: int, name: str = "The file") -> None:
    """One clear sentence for more than `limit` bytes."""
    if size > limit:
        raise FormatError(
            f"{name} is {size / MEGABYTE:,.0f} MB, more than the limit of {limit / MEGABYTE:g} MB;"
            " export a shorter part of it."
        )


class Seen(NamedTuple):
    """What a file was when it was read or written: bytes, time of its last change in nanoseconds, checksum."""

    size: int
    changed: int
    checksum: str


def _seen(about: os.stat_result, data: bytes) -> Seen:
    return Seen(about.st_size, about.st_mtime_ns, hashlib.sha256(data).hexdigest())


def differs(path: str | os.PathLike[str], before: Seen, limit: int) -> bool:
    """Whether a file holds other bytes than when it was seen; one that was only touched, or is gone, does not."""
    try:
        about = os.stat(path)
        if (about.st_size, about.st_mtime_ns) == before[:2]:
            return False
        return read_seen(path, limit)[1].checksum != before.checksum
    except FileNotFoundError:
        return False
    except (OSError, FormatError):
        return True


def read_bytes(path: str | os.PathLike[str], limit: int) -> bytes:
    """The bytes of an ordinary file of at most `limit` bytes; a pipe or a device is refused and never waited for."""
    return read_seen(path, limit)[0]


def read_seen(path: str | os.PathLike[str], limit: int) -> tuple[bytes, Seen]:
    """The bytes of a file, as read_bytes, and what it was then."""
    path = Path(path)
    stream = open_ordinary(path, limit)
    try:
        with stream:
            about = os.fstat(stream.fileno())
            data = stream.read(limit + 1)
    except OSError as error:
        raise _unreadable(path, error) from None
    check_size(len(data), limit, path.name)
    return data, _seen(about, data)


def open_ordinary(path: Path, limit: int) -> BinaryIO:
    """An ordinary file of at most `limit` bytes, open to read; a pipe or a device is refused and never waited for."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except FileNotFoundError:
        raise FormatError(f"There is no file {path.name}; it may have been moved or renamed.") from None
    except IsADirectoryError:
        raise FormatError(f"{path.name} is a folder, which cannot be opened; choose a file.") from None
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno == errno.ELOOP:
            raise FormatError(f"{path.name} is a link to itself; choose a file.") from None
        raise _unreadable(path, error) from None
    about = os.fstat(descriptor)
    try:
        if not stat.S_ISREG(about.st_mode):
            raise FormatError(f"{path.name} is {_kind(about.st_mode)}, which cannot be opened; choose a file.")
        check_size(about.st_size, limit, path.name)
    except FormatError:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "rb")


def _unreadable(path: Path, error: Exception) -> FormatError:
    return FormatError(f"{path.name} could not be read; check that you have permission to open it.", repr(error))


def write_bytes(path: str | os.PathLike[str], data: bytes, private: bool = False) -> Seen:
    """Put the bytes in place of a file all at once; if that fails, the old file is as it was."""
    with replacing(path, private) as stream:
        stream.write(data)
        stream.flush()
        about = os.fstat(stream.fileno())
    return _seen(about, data)


@contextmanager
def replacing(path: str | os.PathLike[str], private: bool = False) -> Iterator[IO[bytes]]:
    """A stream that takes the place of a file when the block ends; an error inside leaves what was there before.

    Until then its bytes lie in a new file that nobody else may read; a `private` one stays so."""
    target = place(path)
    try:
        scratch, descriptor = _scratch(target)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            os.chmod(scratch, _mode(target, private))
            os.replace(scratch, place(target))
        except BaseException:
            scratch.unlink(missing_ok=True)
            raise
        _sync_folder(target.parent)
    except OSError as error:
        raise unsaved(target.name, error) from None
    sweep(target.parent)


def place(path: str | os.PathLike[str]) -> Path:
    """Where saving under a name puts the file, behind links; refused if an ordinary file cannot stand there."""
    name = Path(path).name
    try:
        target = Path(os.path.realpath(path))  # a link stays a link
        if os.path.islink(path) and not target.exists():
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        mode = target.lstat().st_mode
    except FileNotFoundError:
        return target
    except (OSError, ValueError) as error:
        raise unsaved(name, error) from None
    if not stat.S_ISREG(mode):
        raise FormatError(f"{name} could not be saved because {_kind(mode)} has that name; nothing was changed.")
    return target


def check_place(path: str | os.PathLike[str]) -> None:
    """Refuse now what saving under a name would refuse later: a missing or closed folder, a name that is taken."""
    target = place(path)
    folder = target.parent
    if not folder.is_dir():
        raise unsaved(target.name, OSError(errno.ENOENT, os.strerror(errno.ENOENT)))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise unsaved(target.name, OSError(errno.EACCES, os.strerror(errno.EACCES)))


def unsaved(name: str, error: Exception) -> FormatError:
    """Why a file could not be saved, in one sentence."""
    return FormatError(f"{name} could not be saved because {reason(error)}; nothing was changed.", repr(error))


def reason(error: Exception) -> str:
    """Why the disk refused, in a few words."""
    number, words = (error.errno, error.strerror) if isinstance(error, OSError) else (None, None)
    return REASONS.get(number or 0, words or "the disk refused")


def file_name(title: str, longest: int = 80) -> str:
    """A title as a name that every system can hold; "" where nothing is left of it."""
    plain = "".join("-" if sign in '/\\:*?"<>|' or not sign.isprintable() else sign for sign in title[:longest])
    return plain.strip(" .").encode("utf-8", "replace")[: 2 * longest].decode("utf-8", "ignore")


def sweep(folder: Path) -> None:
    """Delete what saves that ended early left in a folder; those of a save that may still run are left."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if SCRAP.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                with suppress(OSError):
                    if time.time() - entry.stat(follow_symlinks=False).st_mtime > STALE:
                        os.unlink(entry.path)


def _scratch(target: Path) -> tuple[Path, int]:
    """A new file beside the target, which nothing stood in place of and only its owner may read."""
    begins = target.name.encode(errors="surrogateescape")[:150].decode(errors="ignore")
    scratch = target.with_name(f".{begins}.{secrets.token_hex(8)}.palimpsest-part")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    return scratch, os.open(scratch, flags, PRIVATE)


def _mode(target: Path, private: bool) -> int:
    """The permissions of the file that was there, else those a new file gets."""
    if private:
        return PRIVATE
    return target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask


def _kind(mode: int) -> str:
    """What is in the place of a file, in plain words."""
    kinds = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFLNK: "a link"}
    return kinds.get(stat.S_IFMT(mode), "a device")


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
