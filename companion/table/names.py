"""Translates commands, games and notes between names and ids; the journal has the ids."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from msgspec import ValidationError
from msgspec.structs import replace

from companion.core.commands import Claim, New, Undo
from companion.core.history import NAMING, renamed, value_with, with_names
from companion.core.options import convert
from companion.games.history import GameHistory
from companion.table.lines import Entry, GameRecord, JournalNote
from companion.table.people import People
from companion.table.recorded import (
    Recorded,
    Rename,
    Reopen,
    Resume,
    as_json,
    counting_notes,
    is_of_game,
    read,
)

Names = Mapping[str, str]
"""Maps ids to names or names to ids; other values are unchanged."""

_NAMING_NOTED: Final = NAMING | {"name", "options"}
"""The fields of refusals that contain names; numbers in them are unchanged."""

_PHONE: Final = "'s phone"


class Every(Mapping[str, str]):
    """A mapping of all names to ids or back: by `known` of a game, else by the function `other`."""

    def __init__(self, known: Names, other: Callable[[str], str]) -> None:
        self._known, self._other = known, other

    def __getitem__(self, name: str) -> str:
        return self._known.get(name) or self._other(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


def command_with(command: Any, names: Names) -> Any:
    """Return a command with its names replaced."""
    if isinstance(command, Rename):
        return Rename(*(names.get(name, name) for name in (command.player, command.name)))
    return with_names(command, names)


def game_with(game: GameHistory, names: Names) -> GameHistory:
    """Return a game with the names of its players replaced in every moment."""
    other = game.copy()
    other.moments = [renamed(moment, names) for moment in game.moments]
    return other


def names_in(game: GameHistory, people: People) -> dict[str, str]:
    """Return the names, by id, of all players of a game with ids; the current players come
    first.
    """
    now = [player.name for player in game.moments[-1].state.players]
    met = [player.name for moment in game.moments for player in moment.state.players]
    return people.names(dict.fromkeys((*now, *met)))


def origin_with(origin: str | None, names: Names) -> str | None:
    """Return the origin of a command with the name of the phone's player replaced.

    >>> origin_with("Ann's phone", {"Ann": "a1"}), origin_with("Phone 2", {"Phone 2": "a1"})
    ("a1's phone", 'Phone 2')
    """
    if origin is None or not origin.endswith(_PHONE):
        return origin
    name = origin.removesuffix(_PHONE)
    return names.get(name, name) + _PHONE


def note_with(note: JournalNote, names: Names) -> JournalNote:
    """Return a note with the players' names replaced in its facts."""
    facts = dict(note.facts)
    match note.kind:
        case "claim" | "explained" | "lot":
            for field in NAMING & facts.keys():
                facts[field] = value_with(facts[field], names)
        case "refused":
            facts = _refused(facts, names)
    return replace(note, facts=facts, origin=origin_with(note.origin, names))


def _refused(facts: Mapping[str, Any], names: Names) -> dict[str, Any]:
    other = dict(facts)
    if isinstance(text := facts.get("command"), str):
        with suppress(ValueError, ValidationError):
            other["command"] = as_json(
                command_with(convert(json.loads(text), Recorded | Claim), names)
            )
    if isinstance(fields := facts.get("fields"), dict):
        other["fields"] = {field: _noted(field, value, names) for field, value in fields.items()}
    return other


def _noted(field: str, value: Any, names: Names) -> Any:
    match field, value:
        case "why", [str(text), dict(parts), *rest]:  # a `Message`; its text is the program's own
            return [text, {part: _reason(value, names) for part, value in parts.items()}, *rest]
        case "refusal", dict():
            return _refused(value, names)
    return value_with(value, names) if field in _NAMING_NOTED else value


def _reason(value: Any, names: Names) -> Any:
    return _noted("why", value, names) if isinstance(value, list) else value_with(value, names)


class NamedGame(NamedTuple):
    """A game of the journal, with names in place of ids.

    `set_up` is the command that started it, and `kept` has the entries of its moments. `stood`
    maps the number of each entry to the number of the entry whose state the game had after it.
    `notes` are the notes of its history, and `ids` maps names back to ids.
    """

    playing: GameHistory
    set_up: New | None
    kept: list[Entry]
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
    set_up: New | None = None
    became: dict[str, str] = {}
    kept: list[Entry] = []
    stood: dict[int, int] = {}
    for entry in entries:
        match read(entry.command):
            case Undo(count):
                del kept[-count:]
            case Rename(player, name):
                set_up = command_with(set_up, {player: name})
                became = {old: name if now == player else now for old, now in became.items()}
                became[player] = name
            case Reopen() | Resume():
                pass
            case command:
                set_up = command if isinstance(command, New) else set_up
                kept.append(entry)
        if kept:
            stood[entry.sequence] = kept[-1].sequence
    former = {old: names[person] for old, person in became.items() if person in names}
    every = Every(former | names, people.name)
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
