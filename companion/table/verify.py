"""Verifies all games of a journal: each line by its chain,
each file by the seals in later files.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.errors import DamagedError
from companion.table.lines import Seal, check, count_entries, read_head
from companion.table.reader import (
    AcceptedMark,
    JournalReader,
    Progress,
    read_only,
    unseen,
    with_progress,
)


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
