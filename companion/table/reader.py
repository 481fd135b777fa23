"""Reads the games of a journal: a folder per box with a text file per game; and verifies them.

``journal/<box>/<thousand>/<game>-<random>.jsonl``. Next to the folders of thousands, the file
``accepted`` records how much of which file counts. It is written after each sync, so other programs
and threads read only that far. A display can show how far a long task has read.

`verify` checks each line by its chain, and each file by the seals in later files.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import msgspec
from msgspec import MsgspecError
from msgspec.structs import asdict, replace

from companion.core.frozen import Frozen
from companion.errors import DamagedError, JournalError
from companion.foreign.files import content_of, kept_content
from companion.message import phrase
from companion.table.files import ACCEPTED, GAME, THOUSAND, box_folders, readable_content
from companion.table.lines import (
    GameRecord,
    Seal,
    check,
    count_entries,
    read_head,
    read_record,
    sealed,
)
from companion.table.people import PEOPLE, People

Progress = Callable[[int, int], None]
"""Receives, during a long task, the number of things done and their total."""

_STEP = 200
"""Things between two calls; replaying two hundred commands takes about 10 ms on a PC."""

_Thing = TypeVar("_Thing")


def unseen(_done: int, _of: int) -> None:
    """Ignore the progress."""


def with_progress(things: Sequence[_Thing], progress: Progress) -> Iterator[_Thing]:
    """Yield the `things`, and report regularly to `progress` how many the caller has finished.

    >>> [thing for thing in with_progress("ab", lambda done, of: print(done, "of", of))]
    0 of 2
    ['a', 'b']
    """
    for done, thing in enumerate(things):
        if done % _STEP == 0:
            progress(done, len(things))
        yield thing


ACTIVE = "box"
"""The file next to the folders of several boxes that names the one in use."""

_SIZE = 256
"""Bytes of the file ``accepted``, so that one write within a sector replaces it."""

_log = logging.getLogger(__name__)


class AcceptedMark(Frozen):
    """The accepted part of a box's journal: `length` bytes of lines in the file of the current
    `game`.

    `entries` is their number of entries; `sequence` is the number of the last one, `games` the
    number of the newest game.
    """

    games: int = 0
    game: int = 0
    entries: int = 0
    length: int = 0
    sequence: int = 0

    def line(self) -> bytes:
        """Return the content of the file, which has a checksum and a fixed length."""
        return sealed(asdict(self))[0].rstrip().ljust(_SIZE - 1) + b"\n"


def read_accepted(box: Path) -> AcceptedMark | None:
    """Return the accepted mark of the box with this folder, or None if it is unreadable."""
    try:
        found = check(content_of(box / ACCEPTED).rstrip() + b"\n")
        return msgspec.json.decode(found.lines[0], type=AcceptedMark) if found.lines else None
    except (OSError, MsgspecError, RecursionError):
        return None


def box_in(journal: Path) -> Path | None:
    """Return the folder of the box in use in the folder `journal`; None before the first start.

    Raises:
        OSError: it cannot be read.
    """
    boxes = box_folders(journal)
    if len(boxes) > 1:
        named = kept_content(journal / ACTIVE).decode("ascii", "replace").strip()
        return next((box for box in boxes if box.name == named), boxes[0])
    return boxes[0] if boxes else None


def game_file(box: Path, game: int, random: str) -> Path:
    """Return the path of a game's file."""
    return box / f"{game // 1000:03}" / f"{game}-{random}.jsonl"


class JournalReader:
    """Read-only access to the games in the folder of a `box`.

    `people` has the names for its ids. `accepted` is the accepted mark of the box; with None,
    everything is read. Every method raises `NewerJournalError` for files of a newer program.
    """

    def __init__(self, box: Path, accepted: AcceptedMark | None) -> None:
        self.box, self.accepted = box, accepted
        self.people = People(box.parent / PEOPLE)
        self._thousands: dict[int, dict[int, Path]] = {}

    @property
    def sequence(self) -> int:
        """The number of the last accepted entry, or 0."""
        return self.accepted.sequence if self.accepted else 0

    @property
    def current(self) -> int:
        """The number of the current game, or 0 before the first."""
        return self.accepted.game if self.accepted else 0

    def numbers(self) -> Iterator[int]:
        """Yield the numbers of the games that have a file, newest first.

        Raises:
            JournalError: the folder cannot be read.
        """
        newest = self.accepted.games if self.accepted else None
        thousands = [
            int(folder.name) for folder in _inside(self.box) if THOUSAND.fullmatch(folder.name)
        ]
        for thousand in sorted(thousands, reverse=True):
            for number in sorted(self._thousand(thousand), reverse=True):
                if newest is None or number <= newest:
                    yield number

    def record(self, game: int) -> GameRecord:
        """Return the content of a game's file.

        Raises:
            DamagedError: the file is missing or completely unreadable.
            JournalError: it cannot be read.
        """
        try:
            record = read_record(self.content(game))
        except OSError as error:
            raise _cannot_be_read(error) from None
        mark = self.mark_of(game)
        if mark is None:
            return record
        return replace(record, missing=max(mark.entries - len(record.entries), 0))

    def content(self, game: int) -> bytes:
        """Return the part of a game's file that counts, which may be damaged.

        Raises:
            DamagedError: the file is missing.
            OSError: it cannot be read.
        """
        content, mark = readable_content(self.file_of(game)), self.mark_of(game)
        return content if mark is None else content[: mark.length]

    def mark_of(self, game: int) -> AcceptedMark | None:
        """Return the accepted mark if it is about the file of this game, or None."""
        return self.accepted if self.current == game else None

    def path_of(self, game: int) -> Path | None:
        """Return the file of a game, or None."""
        return self._thousand(game // 1000).get(game)

    def file_of(self, game: int) -> Path:
        """Return the file of a game.

        Raises:
            DamagedError: the file is missing.
        """
        path = self.path_of(game)
        if path is None:
            raise DamagedError(phrase("The file of game {n} is missing", n=game))
        return path

    def _thousand(self, thousand: int) -> dict[int, Path]:
        if thousand not in self._thousands:
            folder = self.box / f"{thousand:03}"
            paths = _inside(folder) if folder.is_dir() else ()
            named = ((GAME.fullmatch(path.name), path) for path in paths)
            self._thousands[thousand] = {int(name[1]): path for name, path in named if name}
        return self._thousands[thousand]


def read_only(journal: Path) -> JournalReader:
    """Open the journal in the folder `journal` read-only; another program may be using it.

    Raises:
        JournalError: it is missing or cannot be read.
    """
    try:
        box = box_in(journal)
    except OSError as error:
        raise _cannot_be_read(error) from None
    if box is None:
        raise JournalError(phrase("No journal in {folder}", folder=journal))
    return JournalReader(box, read_accepted(box))


def _inside(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError as error:
        raise _cannot_be_read(error) from None


def _cannot_be_read(error: OSError) -> JournalError:
    return JournalError(phrase("The journal cannot be read: {reason}", reason=str(error)))


_Summary = TypeVar("_Summary")


class RecordCache(Generic[_Summary]):
    """A cache of a summary per game, valid until its file changes, so that a long journal is read
    once.

    Args:
        summary: makes the summary from the content of a game's file.
    """

    def __init__(self, summary: Callable[[GameRecord], _Summary]) -> None:
        self._summary = summary
        self._kept: dict[Path, tuple[AcceptedMark | tuple[int, int] | None, _Summary]] = {}

    def newest_first(self, journal: JournalReader) -> Iterator[_Summary]:
        """Yield the summary of each game, newest first; log and skip unreadable games.

        Raises:
            JournalError: the folder cannot be read.
        """
        for number in journal.numbers():
            try:
                summary = self.of(journal, number)
            except JournalError as error:
                _log.warning("Game %d cannot be read: %s", number, error)
                continue
            yield summary

    def of(self, journal: JournalReader, game: int) -> _Summary:
        """Return the summary of a game.

        Raises:
            JournalError: it cannot be read.
        """
        path = journal.file_of(game)
        try:
            file = path.stat()
        except OSError as error:
            raise _cannot_be_read(error) from None
        written = file.st_size, file.st_ino  # a damaged game is restored as a new file
        version = journal.mark_of(game) or written
        if self._kept.get(path, (None,))[0] != version:
            self._kept[path] = (version, self._summary(journal.record(game)))
        return self._kept[path][1]


class Flaw(NamedTuple):
    """A damaged game, of which `entries` are missing; 0 if it is missing and was unknown."""

    game: int
    entries: int


class Verified(NamedTuple):
    """The result of verifying all `games` of a journal `at` a time in seconds since 1970 UTC."""

    at: float
    games: int
    flaws: tuple[Flaw, ...]


def verified(journal: Path, now: float) -> Verified:
    """Verify the games of the journal in this folder and return the result.

    Raises:
        JournalError: the journal cannot be read.
    """
    flaws = tuple(verify(journal))
    return Verified(now, sum(number > 0 for number in read_only(journal).numbers()), flaws)


def verify(journal: Path, progress: Progress = unseen) -> Iterator[Flaw]:
    """Yield the damage of the games of the journal in this folder, newest game first.

    The box may be writing, so a game that seems damaged is read again.

    Raises:
        JournalError: the journal cannot be read.
    """
    reader = read_only(journal)
    numbers = _numbers(reader)
    seals: defaultdict[int, list[Seal]] = defaultdict(list)
    for number in with_progress(numbers, progress):
        before, flaw = _examined(reader, number, seals[number])
        if flaw is not None and (now := read_only(journal)).accepted != reader.accepted:
            before, flaw = _examined(now, number, seals[number])
        if flaw is not None:
            yield flaw
        for seal in before:
            seals[seal.game].append(seal)
    for number in sorted(seals.keys() - set(numbers), reverse=True):
        yield Flaw(number, max(seal.entries for seal in seals[number]))


def _numbers(reader: JournalReader) -> list[int]:
    """Return the numbers that have a file, or should have one because an earlier and a later game
    do.
    """
    with_file = list(reader.numbers())
    newest = max(with_file, default=0)
    if reader.accepted is not None:
        newest = max(newest, reader.accepted.games)
    return list(range(newest, min(with_file, default=newest + 1) - 1, -1))


def _examined(
    reader: JournalReader, number: int, seals: Sequence[Seal]
) -> tuple[Sequence[Seal], Flaw | None]:
    """Return the seals of other files in a game's file, and the damage of the game, if any."""
    path, mark = reader.path_of(number), reader.mark_of(number) or AcceptedMark()
    found = check(b"" if path is None else reader.content(number))
    entries = max([mark.entries, *(seal.entries for seal in seals)])
    missing = max(entries - count_entries(found), 0)
    before: Sequence[Seal] = ()
    with suppress(DamagedError):
        before = read_head(found.lines).before
    if path is None:
        return before, Flaw(number, missing)
    is_whole = (
        found.lines
        and not found.behind
        and found.length >= mark.length
        and all(seal.last.encode("ascii") in found.chains for seal in seals)
    )
    return before, None if is_whole else Flaw(number, max(missing, 1))
