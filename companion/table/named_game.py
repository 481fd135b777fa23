"""A game from the journal, with names in place of ids, and the ids of its players."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, assert_never

import msgspec
from msgspec.structs import replace

from companion.core.commands import New, Repair, Step, Undo
from companion.games.history import GameHistory
from companion.table.lines import Entry, GameRecord, JournalNote
from companion.table.names import (
    Every,
    Names,
    command_with,
    game_with,
    names_in,
    note_with,
    origin_with,
)
from companion.table.people import People
from companion.table.recorded import Rename, Reopen, Resume, counting_notes, is_of_game, read


class JournalPosition(msgspec.Struct, frozen=True):
    """The entry of a moment: its time in seconds since 1970 UTC, its number, and its origin in
    words.
    """

    at: float
    sequence: int
    origin: str | None = None


class NamedGame(NamedTuple):
    """A game of the journal, with names in place of ids.

    `set_up` is the command that started it, and `kept` has the positions of its moments. `stood`
    maps the number of each entry to the number of the entry whose state the game had after it.
    `notes` are the notes of its history, and `ids` maps names back to ids.
    """

    playing: GameHistory
    set_up: New | None
    kept: list[JournalPosition]
    stood: dict[int, int]
    notes: list[JournalNote]
    ids: dict[str, str]


def named_game(
    record: GameRecord, entries: Sequence[Entry], playing: GameHistory, people: People
) -> NamedGame:
    """Return the game of a record; `entries` are those that count, `playing` is the game with
    ids.
    """
    names = names_in(playing, people)
    set_up, kept, stood = _remembered(entries)
    every = Every(names, people.name)
    ours = {entry.sequence for entry in entries}
    notes = (note_with(note, every) for note in record.notes if note.after in ours)
    return NamedGame(
        game_with(playing, names),
        None if set_up is None else command_with(set_up, names),
        [replace(entry, origin=origin_with(entry.origin, every)) for entry in kept],
        stood,
        counting_notes(note for note in notes if is_of_game(note.kind, note.facts)),
        {names[person]: person for person in reversed(names)},
    )


def ids_of(names: Iterable[str], game: int, known: Names, people: People) -> dict[str, str]:
    """Return the ids of the players of a `game` by name: the `known` ones, and those of other
    `names`.
    """
    ids = dict(known)
    for name in names:
        if name not in ids:
            person = people.id_of(name, game)
            # One seat may have two names, in different languages.
            ids[name] = people.id_of(name) if person in ids.values() else person
    return ids


def _remembered(
    entries: Sequence[Entry],
) -> tuple[New | None, list[JournalPosition], dict[int, int]]:
    """Return the setup command of the game of `entries`, the positions of its moments, and
    `stood`.
    """
    set_up: New | None = None
    kept: list[JournalPosition] = []
    stood: dict[int, int] = {}
    for entry in entries:
        command = read(entry.command)
        match command:
            case New():
                set_up, kept = command, [JournalPosition(entry.at, entry.sequence, entry.origin)]
            case Undo(count):
                del kept[-count:]
            case Rename(player, name) if set_up is not None:
                set_up = command_with(set_up, {player: name})
            case Reopen() | Rename() | Resume():
                pass
            case _ if isinstance(command, Step | Repair):
                kept.append(JournalPosition(entry.at, entry.sequence, entry.origin))
            case _:
                assert_never(command)
        if kept:
            stood[entry.sequence] = kept[-1].sequence
    return set_up, kept, stood
