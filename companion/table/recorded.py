"""The commands and notes that the journal stores, and their form there."""

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, get_args

import msgspec
from msgspec import ValidationError
from msgspec.structs import asdict, replace

from companion.core.commands import BaseCommand, Claim, Judged, New, Repair, Step, Undo
from companion.core.frozen import Frozen
from companion.core.options import convert
from companion.core.refusals import BadLine, NotRepaired, Refusal
from companion.errors import Illegal
from companion.message import Message, Value
from companion.table.lines import JournalNote


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


RESUMES: Final = '{"cmd": "resume"'
"""The beginning of a `Resume` in `as_json`'s output, to exclude other entries without parsing
them.
"""

Recorded = New | Step | Repair | Undo | Reopen | Rename | Resume
"""The commands that the journal stores."""

CALL_UNDONE: Final = "call-undone"
"""The kind of the note that removes a judged call from the game; the note of the call stays."""

CHIPS_KEPT: Final = "chips-kept"
"""The kind of the note after the command that gave a new game the chips of the previous one."""

DIRECTOR: Final = "director"
"""The kind of the note that the table calls the director, or that this call has ended."""

_KINDS: Final = {str(kind.__struct_config__.tag): kind for kind in get_args(Recorded)}
_REFUSALS: Final = {kind.code: kind for kind in Refusal.__subclasses__()}


def as_json(command: Recorded | Claim) -> str:
    """Return the command as a line of ASCII JSON (docs/reference/referee-protocol.md), without
    default values.

    >>> from companion.core.commands import Play
    >>> as_json(Play(card="8H"))
    '{"cmd": "play", "card": "8H"}'
    """
    return json.dumps(msgspec.to_builtins(command))


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


_GAME_NOTES: Final[Mapping[str, type[object]]] = {
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
