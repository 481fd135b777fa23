"""The commands that the journal stores, and their form there."""

import json
from functools import cache
from typing import Final

import msgspec

from companion.rules.commands import Claim, New, Step, Undo


class Reopen(msgspec.Struct, frozen=True, tag_field="cmd", tag="reopen", forbid_unknown_fields=True):
    """Takes back the new game and returns to the one before it."""


class Rename(msgspec.Struct, frozen=True, tag_field="cmd", tag="rename", forbid_unknown_fields=True):
    """Renames `player` to `name`, also in the moves of the game already played."""

    player: str
    name: str


class Resume(msgspec.Struct, frozen=True, tag_field="cmd", tag="resume", forbid_unknown_fields=True):
    """Returns the game to its state after the entry `after`; later entries do not count.

    The table writes it when a corrected rule rejects or changes the entry that followed.
    """

    after: int


RESUMES: Final = '{"cmd": "resume"'
"""The beginning of such a line in `as_json`'s output; other entries need not be parsed to exclude them."""

Recorded = New | Step | Undo | Reopen | Rename | Resume
"""The commands that the journal stores."""


def as_json(command: Recorded | Claim) -> str:
    """Return the command as a line of ASCII JSON as in docs/protocol.md, without fields at their defaults.

    >>> from companion.rules.commands import Play
    >>> as_json(Play(card="8H"))
    '{"cmd": "play", "card": "8H"}'
    """
    return json.dumps({"cmd": command.__struct_config__.tag, **_said(command)})


def read(text: str) -> Recorded:
    """Return the command that `as_json` wrote.

    >>> read('{"cmd":"rename","player":"Ann","name":"Eve"}')
    Rename(player='Ann', name='Eve')

    Raises:
        ValueError: the text is no command.
    """
    try:
        command: Recorded = msgspec.convert(json.loads(text), Recorded)
    except msgspec.ValidationError as error:  # not a ValueError in msgspec 0.19, which Debian 13 has
        raise ValueError(str(error)) from None
    return command


def _said(value: msgspec.Struct) -> dict[str, object]:
    """Return the fields of a struct that are not at their default."""
    return {name: said for name, default in _fields(type(value)) if (said := getattr(value, name)) != default}


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, object], ...]:
    """Return the fields of a struct type with their defaults; `NODEFAULT` equals no value."""
    return tuple(
        (field.name, {} if field.default_factory is dict else field.default)
        for field in msgspec.structs.fields(kind)
    )
