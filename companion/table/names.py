"""Translates commands, games and notes between names and ids."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

import msgspec

from companion.core.commands import Claim
from companion.core.history import NAMING, renamed, with_names
from companion.core.options import convert
from companion.games.history import GameHistory
from companion.table.lines import JournalNote
from companion.table.people import People
from companion.table.recorded import Recorded, Rename, as_json

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
                facts[field] = _in_json(facts[field], names)
        case "refused":
            facts = _refused(facts, names)
    return msgspec.structs.replace(note, facts=facts, origin=origin_with(note.origin, names))


def _refused(facts: Mapping[str, Any], names: Names) -> dict[str, Any]:
    other = dict(facts)
    if isinstance(text := facts.get("command"), str):
        with suppress(ValueError, msgspec.ValidationError):
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
    return _in_json(value, names) if field in _NAMING_NOTED else value


def _reason(value: Any, names: Names) -> Any:
    return _noted("why", value, names) if isinstance(value, list) else _in_json(value, names)


def _in_json(value: Any, names: Names) -> Any:
    match value:
        case str():
            return names.get(value, value)
        case list() | tuple():
            return [_in_json(item, names) for item in value]
        case dict():
            return {names.get(name, name): points for name, points in value.items()}
    return value
