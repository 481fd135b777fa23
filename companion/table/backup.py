"""The backup of a journal: the same lines, on a USB stick or next to the journal.

``companion-backup/<box>/`` has a file per thousand finished games, one after the other
(``000.jsonl``), because a stick has large clusters. A game that may still grow has its own file,
named as in the journal. If a game is stored more than once, the longest undamaged one counts.
"""

import errno
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from companion.errors import DamagedError
from companion.foreign.files import check_size, is_folder, kept_content, mounts_in, opened
from companion.table.files import BOX, GAME, free_name, on_disk, write_at, write_whole
from companion.table.lines import check, read_head
from companion.table.people import PEOPLE, People, read_people, written
from companion.table.reader import JournalReader

FOLDER = "companion-backup"
"""The folder of the backups, next to the journal or on a USB stick."""

_MAX_LINE = 2**20
_MAX_GAME = 2**24
"""Bytes read at a time, so that a slow stick answers in time."""

_MAX_NAMES = 10_000
"""Maximum names read from a folder."""

_THOUSAND = re.compile(r"(\d{3,6})\.jsonl")
_HEAD = b'{"journal":'


class Stored(NamedTuple):
    """A game in a backup: its number, its random id, and its unverified lines."""

    game: int
    id: str
    content: bytes


class _Game(NamedTuple):
    """A game: its random id, and the length of its lines."""

    game: int
    id: str
    length: int


class BackupFiles(NamedTuple):
    """The files of a backup by number: those of single games, and those of a thousand."""

    games: Sequence[tuple[int, Path]]
    thousands: Sequence[tuple[int, Path]]


def boxes_in(folder: Path) -> list[Path]:
    """Return the backups in a folder, one for each box; none if the folder is missing.

    Raises:
        OSError: it cannot be read.
    """
    if not is_folder(folder):
        return []
    names = (box for box in _names_in(folder) if BOX.fullmatch(box.name))
    return sorted(box for box in names if is_folder(box))


def files_of(backup: Path) -> BackupFiles:
    """Return the files of a box's backup; none if the folder is missing.

    Raises:
        OSError: it cannot be read.
    """
    names = _names_in(backup) if is_folder(backup.parent) and is_folder(backup) else ()
    return BackupFiles(_numbered(GAME, names), _numbered(_THOUSAND, names))


def _numbered(pattern: re.Pattern[str], names: Sequence[Path]) -> list[tuple[int, Path]]:
    return sorted((int(name[1]), path) for path in names if (name := pattern.fullmatch(path.name)))


def _names_in(folder: Path) -> list[Path]:
    return list(islice(folder.iterdir(), _MAX_NAMES))


def games_in(path: Path, box: str) -> Iterator[Stored | None]:
    """Yield the games of a `box` in a file of its backup, unverified, and None for anything else.

    Raises:
        OSError: it cannot be read.
        NewerJournalError: a newer program has written it.
    """
    with opened(path) as descriptor, os.fdopen(descriptor, "rb", closefd=False) as file:
        lines: list[bytes] = []
        size = 0
        while line := file.readline(_MAX_LINE):
            if line.startswith(_HEAD) or size > _MAX_GAME:
                yield _stored(lines, box)
                lines, size = [], 0
            lines.append(line)
            size += len(line)
        yield _stored(lines, box)


def _stored(lines: list[bytes], box: str) -> Stored | None:
    """Return the game of these lines; None if the first is not the first line of a game of the
    `box`.
    """
    try:
        head = read_head(lines[:1])
    except DamagedError:
        return None
    return Stored(head.game, head.id, b"".join(lines)) if head.box == box else None


class Backup:
    """The backup of a journal in a `folder`, which may have backups of other boxes.

    It caches the contents of the files of a thousand games until they change.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._versions: dict[Path, tuple[int, ...]] = {}
        self._kept: set[_Game] = set()

    def keep_up(self, journal: JournalReader) -> Iterator[None]:
        """Bring the backup up to date with the journal; yield after each answer of the disk.

        If a game is damaged in the journal, additional lines in the backup are kept.

        Raises:
            OSError: the backup cannot be written or read back.
            NewerJournalError: the backup was written by a newer version.
        """
        there = self.folder / journal.box.name
        for folder in (self.folder, there):
            if not is_folder(folder):
                folder.mkdir()
                on_disk(folder.parent)
            yield
        for folder in boxes_in(self.folder):
            if (journal.box.parent / folder.name).is_dir():
                _keep_names(journal, folder)
                yield
        may_grow = growing(journal)
        for number in may_grow:
            path, content = journal.path_of(number), lines_of(journal, number)
            yield
            if path is not None and content:
                _keep_game(there / path.name, content)
                yield
        yield from self._keep_finished(journal, there, may_grow)

    def _keep_finished(
        self, journal: JournalReader, there: Path, growing: Sequence[int]
    ) -> Iterator[None]:
        files = files_of(there)
        yield from self._look(files, there.name)
        over = {
            _Game(number, path.stem[-8:], path.stat().st_size)
            for number in journal.numbers()
            if number not in growing and (path := journal.path_of(number)) is not None
        }
        for game in sorted(over - self._kept):
            content = lines_of(journal, game.game)
            counted = game._replace(length=len(content))  # without damaged lines
            if content and counted not in self._kept:
                path = there / f"{game.game // 1000:03}.jsonl"
                _put(path, content)
                self._versions[path] = _version(path)
                self._kept.add(counted)
            yield
        for number, path in files.games:
            own = journal.path_of(number)
            if number in growing or own is None or own.name != path.name:
                continue
            if lines_of(journal, number).startswith(
                whole(kept_content(path))
            ):  # so the file of its thousand has it
                path.unlink()
                on_disk(there)
            yield

    def _look(self, files: BackupFiles, box: str) -> Iterator[None]:
        """Read the files of a thousand games that have changed."""
        versions = {path: _version(path) for _number, path in files.thousands}
        if versions == self._versions:
            return
        self._versions, self._kept = versions, set()
        for path in versions:
            for stored in games_in(path, box):
                if stored is not None:
                    self._kept.add(_Game(stored.game, stored.id, stored.content.rfind(b"\n") + 1))
                yield


def growing(journal: JournalReader) -> list[int]:
    """Return the games that may still grow: the current one, and the one that `reopen` would
    resume.
    """
    current = journal.accepted.game if journal.accepted else next(journal.numbers(), None)
    if current is None:
        return []
    try:
        previous = journal.record(current).head.previous
    except DamagedError:
        return [current]
    return [current] if previous is None else [current, previous]


def whole(content: bytes) -> bytes:
    """Return the lines of a file before the first damaged one."""
    return content[: check(content).length]


def lines_of(journal: JournalReader, number: int) -> bytes:
    """Return the lines of a game that count in the journal, before the first damaged one."""
    return b"" if journal.path_of(number) is None else whole(journal.content(number))


def _version(path: Path) -> tuple[int, ...]:
    """Return values that change when a file is written or replaced."""
    found = path.lstat()
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _keep_game(path: Path, content: bytes) -> None:
    """Update the file of a single game to its `content`; other undamaged content is kept."""
    kept = whole(kept_content(path))
    if kept.startswith(content):
        return
    if not content.startswith(
        kept
    ):  # a different history of this game, from before the journal was restored
        path.rename(free_name(path, "other"))
        kept = b""
    _put(path, content[len(kept) :], at=len(kept))


def _keep_names(journal: JournalReader, backup: Path) -> None:
    """Write the names of all people to a backup, and remove forgotten ones from it."""
    path = backup / PEOPLE
    kept = kept_content(path)
    people = people_with(journal.box.parent, kept)
    names = written(people)
    if names != kept and any(people):
        write_whole(path, names)
        with opened(path) as descriptor:
            _check_on_disk(path, descriptor, names, 0)


def people_with(journal: Path, names: bytes) -> People:
    """Return the people of a journal, with those from a backup's `names` unless these are
    damaged.
    """
    people = People(journal / PEOPLE)
    with suppress(DamagedError):
        people.complete(read_people(names).values())
    return people


def _put(path: Path, data: bytes, at: int | None = None) -> None:
    """Write `data` as the end of a regular file, from the offset `at` or on a new line.

    On return it is on the disk and was read back from there. Remains of a failed write are cut off.

    Raises:
        OSError: the data may not be on the disk.
    """
    is_new = not path.exists()
    with opened(path, os.O_RDWR | os.O_CREAT) as descriptor:
        end = os.fstat(descriptor).st_size if at is None else at
        if at is None and end and _read(descriptor, end - 1, 1) != b"\n":
            data = b"\n" + data
        check_size(path, end + len(data))
        try:
            write_at(descriptor, data, end)
            os.ftruncate(descriptor, end + len(data))
            os.fsync(descriptor)
            _check_on_disk(path, descriptor, data, end)
        except OSError:
            with suppress(OSError):
                os.ftruncate(descriptor, end)
            raise
    if is_new:
        on_disk(path.parent)


def _check_on_disk(path: Path, descriptor: int, data: bytes, at: int) -> None:
    """Read back the written data from the disk, not from the cache."""
    if hasattr(os, "posix_fadvise"):
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    if _read(descriptor, at, len(data)) != data:
        raise OSError(errno.EIO, "does not hold what was written", str(path))


def _read(descriptor: int, at: int, length: int) -> bytes:
    os.lseek(descriptor, at, os.SEEK_SET)
    parts, left = [], length
    while left and (part := os.read(descriptor, left)):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


_MOUNTS = Path("/proc/self/mounts")

STICKS = ("/media/", "/run/media/")
"""The mount points of sticks: Filesystem Hierarchy Standard 3.0, section 3.11; udisks, and our udev
rule.
"""


def backup_folders(configured: str, data: Path, mounts: Path = _MOUNTS) -> list[Path]:
    """Return the folders for backups of the journal in `data`, in order of preference.

    They are in the `configured` folder, or else on each stick; the one next to the journal comes
    last.
    """
    places = [Path(configured)] if configured else mounted_sticks(mounts)
    # Deduplicated, because the configured folder may be the journal's.
    return list(dict.fromkeys(place / FOLDER for place in (*places, data)))


def mounted_sticks(mounts: Path) -> list[Path]:
    """Return the mount points of sticks in the kernel's table `mounts`; none if it cannot be read.

    The sticks themselves are not accessed, because one may hang.

    >>> mounted_sticks(Path("/nowhere"))
    []
    """
    # Deduplicated, because systemd binds /run/media over itself for the box, which lists a stick
    # twice.
    places = dict.fromkeys(mount.place for mount in mounts_in(mounts))
    return [Path(place) for place in places if place.startswith(STICKS)]
