"""Restores games from backups: lost games of this box automatically, another box's journal on
request.

Of two files of a game, the longer counts if it begins with the shorter. Otherwise the box continues
with its own, and stores the other history of the game next to it as ``12-1a2b3c4d.other-1``.
"""

import json
import logging
import os
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from companion.core.frozen import Frozen
from companion.errors import DamagedError, JournalError, NewerJournalError
from companion.foreign.files import answer_in_time, content_of, in_time, kept_content
from companion.message import phrase
from companion.table.backup import Stored, boxes_in, files_of, games_in, people_with, whole
from companion.table.files import (
    GAME,
    free_name,
    make_folder,
    on_disk,
    readable_content,
    write_whole,
)
from companion.table.lines import GameRecord, check, count_entries, read_record
from companion.table.people import PEOPLE
from companion.table.reader import ACTIVE, JournalReader, Progress, box_in, game_file, unseen
from companion.words.disk import LastGame

_Found = TypeVar("_Found")

_log = logging.getLogger(__name__)


class Completed(Struct):
    """The result of restoring: the number of `entries`, and of `others`, which are other histories
    of games.

    `silent` has the folders that did not answer.
    """

    entries: int = 0
    others: int = 0
    silent: list[Path] = []


class Held(Frozen):
    """The contents of a backup: the number of `games` and of their undamaged `entries`, the last
    one `at`.

    `damaged` is the number of games with damage after these lines.
    """

    games: int = 0
    entries: int = 0
    at: float = 0.0
    damaged: int = 0


class Offer(Frozen):
    """The `backup` of another box, offered to a box without games.

    `at` is the time of the last entry of its `last` game, in seconds since 1970 UTC.
    """

    backup: Path
    at: float
    last: LastGame


def complete(journal: Path, folders: Iterable[Path], games: Collection[int] = ()) -> Completed:
    """Restore what the folder `journal` has lost, before it is opened.

    Missing games are restored, and games that may still grow are completed from a backup. With
    `games`, exactly these are compared, so that a damaged finished game can be restored during
    play.

    Raises:
        OSError, JournalError: the journal cannot be read or written.
    """
    done, box = Completed(), box_in(journal)
    if box is None:
        return done
    own = _Games(box)
    for folder in folders:
        there = folder / box.name
        for found in _answers(folder, _contents(there, () if games else own.ids), done.silent):
            if isinstance(found, Stored):
                if not games or found.game in games:
                    own.bring(found, done)
            elif isinstance(found, bytes) and not games:
                with suppress(NewerJournalError):
                    people_with(journal, found).save()
    return done


def _answers(folder: Path, work: Iterator[_Found | None], silent: list[Path]) -> Iterator[_Found]:
    """Yield the readable content of a backup, and log what cannot be read."""
    try:
        for found in in_time(folder, work):
            if found is not None:
                yield found
    except (OSError, NewerJournalError) as error:
        _log.warning("%s: %s", folder, error)
        if isinstance(error, TimeoutError):
            silent.append(folder)


def _contents(backup: Path, kept: Collection[int] = ()) -> Iterator[Stored | bytes | None]:
    """Yield the names in a backup, then its games; skip files of a thousand games that are all
    `kept` by the box.
    """
    files = files_of(backup)
    yield kept_content(backup / PEOPLE)
    starts = {thousand * 1000: path for thousand, path in files.thousands}
    newest = max((*kept, *starts, *(number for number, _path in files.games)), default=0)
    lacking = [
        path
        for start, path in starts.items()
        if any(number not in kept for number in range(start, min(start + 1000, newest + 1)))
    ]
    yield from _games([*lacking, *(path for _number, path in files.games)], backup.name)


def _games(paths: Iterable[Path], box: str) -> Iterator[Stored | None]:
    for path in paths:
        try:
            yield from games_in(path, box)
        except PermissionError:
            raise
        except OSError as error:
            _log.warning("%s cannot be read: %s", path, error)


class _Games:
    """The games in the `folder` of a box, by their random `ids`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folders = [each for each in folder.iterdir() if each.is_dir()]
        names = (name for each in folders for name in os.listdir(each))  # noqa: PTH208  # faster, because a start waits for it
        self.ids = {
            int(name[1]): name[2] for name in map(GAME.fullmatch, names) if name is not None
        }

    def bring(self, stored: Stored, done: Completed) -> None:
        """Add the additional undamaged lines that a backup has of a game."""
        lines = whole(stored.content)
        try:
            record = read_record(lines)
        except DamagedError:
            return
        own, path = self.ids.get(stored.game), game_file(self.folder, stored.game, stored.id)
        if own is None and self._belongs(record):
            make_folder(path.parent)
            write_whole(path, lines)
            self.ids[stored.game] = stored.id
            done.entries += len(record.entries)
            return
        content = readable_content(path) if own == stored.id else b""
        kept = check(content)
        # the file has the lines of a different game
        if not lines.startswith(b"".join(kept.lines[:1])):
            kept = check(b"")
        if own != stored.id or lines[: kept.length] != content[: min(kept.length, len(lines))]:
            done.others += _keep_other(path, lines)
        elif len(lines) > kept.length:
            if content[kept.length :].strip(b"\n"):
                write_whole(free_name(path, "damaged"), content)
            # keeps the sign of room that the box was in use
            write_whole(path, lines + b"\n" * content.endswith(b"\n\n"))
            done.entries += len(record.entries) - count_entries(kept)

    def _belongs(self, record: GameRecord) -> bool:
        """Return whether a game that is missing here belongs to the history that is here."""
        return not any(
            self.ids.get(seal.game, seal.id) != seal.id
            or _others_of(game_file(self.folder, seal.game, seal.id))
            for seal in record.head.before
        )


def _others_of(path: Path) -> list[Path]:
    return list(path.parent.glob(f"{path.stem}.other-*"))


def _keep_other(path: Path, lines: bytes) -> bool:
    """Store another history of a game next to its file; return False if it is already stored."""
    if any(content_of(kept).startswith(lines) for kept in _others_of(path)):
        return False
    make_folder(path.parent)
    write_whole(free_name(path, "other"), lines)
    return True


def offer(journal: Path, folders: Iterable[Path], silent: list[Path]) -> Offer | None:
    """Return the newest backup of another box, if the folder `journal` has no game.

    Folders that do not answer are added to `silent`.

    Raises:
        OSError: the journal cannot be read.
    """
    box = box_in(journal)
    if box is not None and any(JournalReader(box, None).numbers()):
        return None
    found = [
        offered
        for folder in folders
        for offered in _answers(folder, _offers(journal, folder), silent)
    ]
    return max(found, key=lambda offered: offered.at, default=None)


def _offers(journal: Path, folder: Path) -> Iterator[Offer | None]:
    """Yield each backup in a folder with its last game, and None for one that cannot be read."""
    for backup in boxes_in(folder):
        paths = [path for _number, path in files_of(backup).games]
        for stored in _games(paths[-1:], backup.name):  # the current game has its own file
            yield None if stored is None else _offer(journal, backup, stored)


def _offer(journal: Path, backup: Path, stored: Stored) -> Offer | None:
    try:
        record = read_record(stored.content)
    except DamagedError:
        return None
    if not record.entries:
        return None
    title = str(json.loads(record.entries[0].variant or "{}").get("title"))
    people = people_with(journal, kept_content(backup / PEOPLE))
    players = tuple(people.names(record.head.seats).values())
    return Offer(backup, record.entries[-1].at, LastGame(title, players, record.number))


def take(journal: Path, backup: Path, progress: Progress = unseen, last: int = 0) -> Completed:
    """Copy a backup into the folder `journal`, where its games count from now on.

    The previous journal stays in its box's folder; it must be closed before the new one is opened.
    `last` is the number of the last game in the backup, for the `progress`.

    Raises:
        OSError: the backup cannot be read, or the journal cannot be written.
        JournalError: the backup has no game, or a newer version has written it.
    """
    done, box = Completed(), journal / backup.name
    is_new = not box.is_dir()
    folder = journal / f".{box.name}.new" if is_new else box
    make_folder(folder)
    games = _Games(folder)
    for found in in_time(backup.parent, _contents(backup)):
        if isinstance(found, Stored):
            progress(min(found.game, last), last)
            games.bring(found, done)
        elif isinstance(found, bytes):
            people_with(journal, found).save()
    if not any(games.ids):
        raise JournalError(phrase("It has no games"))
    use(journal, box.name)  # as soon as that folder exists
    if is_new:
        folder.rename(box)
        on_disk(journal)
    return done


def use(journal: Path, box: str) -> None:
    """Make the folder `box` of the `journal` the one in use.

    Raises:
        OSError: it cannot be written.
    """
    write_whole(journal / ACTIVE, box.encode("ascii"))


def backups_in(folder: Path) -> list[Path]:
    """Return the backups in a folder, one for each box; none if the folder is missing.

    Raises:
        OSError: it cannot be read.
    """
    return answer_in_time(folder, lambda: boxes_in(folder))


def holding(backup: Path) -> Held:
    """Read a complete backup and return a summary of it.

    Raises:
        OSError: it cannot be read.
        NewerJournalError: a newer version has written it.
    """
    games: dict[tuple[int, str], GameRecord] = {}
    for stored in in_time(backup.parent, _contents(backup)):
        if not isinstance(stored, Stored):
            continue
        with suppress(DamagedError):
            record, kept = read_record(stored.content), games.get(stored[:2])
            if kept is None or kept.seal.length <= record.seal.length:
                games[stored[:2]] = record
    entries = [record.entries[-1].at for record in games.values() if record.entries]
    return Held(
        games=len(entries),
        entries=sum(len(record.entries) for record in games.values()),
        at=max(entries, default=0.0),
        damaged=sum(record.missing > 0 for record in games.values()),
    )
