"""The commands and notes that the journal stores, and their form there: in it players have ids,
everywhere else they have names.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple, get_args

import msgspec
from msgspec import ValidationError
from msgspec.structs import asdict, replace

from companion.core.commands import BaseCommand, Claim, Judged, New, Repair, Step, Undo, as_json
from companion.core.frozen import Frozen
from companion.core.history import NAMING, renamed, value_with, with_names
from companion.core.options import convert
from companion.core.refusals import BadLine, NotRepaired, Refusal
from companion.errors import Illegal
from companion.games.history import GameHistory
from companion.message import Message, Value
from companion.table.lines import Entry, GameRecord, JournalNote
from companion.table.people import People


class Reopen(BaseCommand, tag="reopen"):
    """Undoes the new game and returns to the previous one."""


class Rename(BaseCommand, tag="rename"):
    """Renames `player` to `name`, also in the earlier moves of the game."""

    player: str
    name: str


class Resume(BaseCommand, tag="resume"):
    """Returns the game to its state after the entry `after`; later entries do not count.

    The table writes it if a corrected rule rejects or changes the entry that followed.
    """

    after: int


RESUMES = '{"cmd": "resume"'
"""The beginning of a `Resume` in `as_json`'s output, to exclude other entries without parsing
them.
"""

Recorded = New | Step | Repair | Undo | Reopen | Rename | Resume
"""The commands that the journal stores."""

CALL_UNDONE = "call-undone"
"""The kind of the note that removes a judged call from the game; the note of the call stays."""

CHIPS_KEPT = "chips-kept"
"""The kind of the note after the command that gave a new game the chips of the previous one."""

DIRECTOR = "director"
"""The kind of the note that the table calls the director, or that this call has ended."""

_KINDS = {str(kind.__struct_config__.tag): kind for kind in get_args(Recorded)}
_REFUSALS = {kind.code: kind for kind in Refusal.__subclasses__()}


@lru_cache(maxsize=1024)
def read(text: str) -> Recorded:
    """Return the command that `as_json` wrote.

    >>> read('{"cmd":"rename","player":"Ann","name":"Eve"}')
    Rename(player='Ann', name='Eve')

    Raises:
        ValueError: the text is not a command.
    """
    fields = json.loads(text)
    # msgspec prepares a union again for each call, which would take longer than everything else
    # here.
    kind = _KINDS.get(str(fields.get("cmd")), Recorded) if isinstance(fields, dict) else Recorded
    try:
        command: Recorded = msgspec.convert(fields, kind)
    except ValidationError as error:  # not a ValueError in msgspec 0.19 of Debian 13
        raise ValueError(str(error)) from None
    return command


class _KeptRefusal(Frozen):
    """The facts of a refusal: the command, and why the rules refused it."""

    command: str
    code: str
    fields: dict[str, object]


class _KeptLot(Frozen):
    """The facts of a lot: the player who was drawn."""

    player: str


class _KeptCallUndo(Frozen):
    """The facts of the undo of a call: when the call was judged, in seconds since 1970 UTC."""

    at: float


_GAME_NOTES: Mapping[str, type[object]] = {
    "refused": _KeptRefusal,
    "claim": Judged,
    CALL_UNDONE: _KeptCallUndo,
    "lot": _KeptLot,
    CHIPS_KEPT: dict,
}
"""The kinds of notes that belong to a game's history, with their facts."""


def is_of_game(kind: str, facts: Mapping[str, object]) -> bool:
    """Return whether a note belongs to a game's history and has valid facts, because a disk may
    decay.

    >>> is_of_game("lot", {"player": "Ann"}), is_of_game("lot", {"plaxer": "Ann"})
    (True, False)
    >>> is_of_game("noise", {})
    False
    """
    kept = _GAME_NOTES.get(kind)
    if kept is None:
        return False
    try:
        note = convert(facts, kept)
        if isinstance(note, _KeptRefusal):
            convert(json.loads(note.command), Recorded | Claim)
    except (ValidationError, ValueError):
        return False
    return True


def calls_director(notes: Iterable[JournalNote]) -> bool:
    """Return whether the table calls the director, according to the `notes` of the current game.

    >>> calls_director([JournalNote(1, 0.0, DIRECTOR, {"calls": True})])
    True
    """
    calls = [note.facts.get("calls") for note in notes if note.kind == DIRECTOR]
    return calls[-1:] == [True]


def counting_notes(notes: Iterable[JournalNote]) -> list[JournalNote]:
    """Return the notes without undone calls and the agreements about them."""
    count = []
    for note in notes:
        if note.kind != CALL_UNDONE:
            count.append(note)
            continue
        at = note.facts.get("at")
        place = max(
            (n for n, note in enumerate(count) if (note.kind, note.at) == ("claim", at)),
            default=None,
        )
        if place is not None:
            call, *later = count[place:]
            count[place:] = [
                note for note in later if (note.kind, note.after) != ("explained", call.after)
            ]
    return count


def refusal_facts(refused: Illegal) -> dict[str, object]:
    """Return the facts of a refusal for a note: code and fields.

    >>> from companion.core.refusals import TooManyPlayers
    >>> refusal_facts(Illegal(TooManyPlayers(needed=60, cards=52)))["fields"]
    {'needed': 60, 'cards': 52}
    """
    fields = asdict(refused.refusal)
    return {
        "code": refused.code,
        "fields": {name: _kept(value) for name, value in fields.items()},
    }


def noted_refusal(facts: Mapping[str, object]) -> Refusal | None:
    """Return the refusal from `refusal_facts`; None if it is from another version of the rules."""
    kind = _REFUSALS.get(str(facts.get("code")))
    if kind is None:
        return None
    try:
        fields = convert(facts["fields"], dict[str, Any])
        refusal: Refusal = convert({name: _read(kept) for name, kept in fields.items()}, kind)
        if isinstance(refusal, NotRepaired | BadLine):
            within = noted_refusal(fields["refusal"])
            return None if within is None else replace(refusal, refusal=within)
    except ValidationError:
        return None
    return refusal


def _kept(value: object) -> object:
    """Return a field in the form for notes; a message as its attributes, so that each phone can
    translate it.
    """
    if isinstance(value, Refusal):
        return refusal_facts(Illegal(value))
    if isinstance(value, Message):
        parts = {name: _kept(part) for name, part in value.parts}
        return [value.text, parts, value.many, value.count, value.context]
    if isinstance(value, tuple):
        return tuple(map(_kept, value))
    return str(value) if isinstance(value, Value) else value


def _read(kept: Any) -> Any:
    """Return a field from its form for notes."""
    match kept:
        case [str(text), dict(parts), str(many), int(count), str(context)]:
            values = tuple((name, _read(part)) for name, part in parts.items())
            return Message(text, values, many, count, context)
        case list():
            return [*map(_read, kept)]
    return kept


Names = Mapping[str, str]
"""Maps ids to names or names to ids; other values are unchanged."""

_NAMING_NOTED = NAMING | {"name", "options"}
"""The fields of refusals that contain names; numbers in them are unchanged."""

_PHONE = "'s phone"


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
