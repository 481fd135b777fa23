"""The JSON Schema of the line protocol, made from the types of its commands, events, refusals and
replies.

Commands have exactly the fields of the schema; a later version of the program may add fields to
replies. Only docs/reference/referee-protocol.md describes which fields exclude each other.
"""

import json
import re
from collections.abc import Iterable
from typing import Annotated, Any, Literal, get_args, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from companion.core.commands import Command, Judged, Repair, Step
from companion.core.events import Events
from companion.core.legal import DueKind, LegalPlay, LegalPlays
from companion.core.options import Always, Provenance
from companion.core.refusals import BadLine, Refusal
from companion.games import FAMILIES

Schema = dict[str, Any]

_REF = "#/$defs/{name}"


def _any_of(*names: str) -> Meta:
    return Meta(extra_json_schema={"anyOf": [_ref(name) for name in names]})


def _ref(name: str) -> Schema:
    return {"$ref": _REF.format(name=name)}


State = Annotated[Any, Meta(extra_json_schema={"anyOf": [_ref("State"), {"type": "null"}]})]
Denied = Annotated[bool, Meta(extra_json_schema={"const": False})]
Pair = Annotated[tuple[str, ...], Meta(min_length=2, max_length=2)]


class VariantShown(Struct):
    """A variant in the list of all; the most players are null where only the deck sets a limit."""

    name: str
    title: str
    players: Annotated[tuple[int | None, ...], Meta(min_length=2, max_length=2)]
    provenance: Provenance


class RulesShown(Struct):
    """The rules in force."""

    variant: str
    title: str
    family: Literal[tuple(FAMILIES)]  # type: ignore[valid-type]
    keys: dict[str, Any]
    table: tuple[Pair, ...]
    cards: dict[str, dict[str, Any]] | UnsetType = UNSET
    rounds: tuple[dict[str, Any], ...] | UnsetType = UNSET


class _Reply(Struct, kw_only=True):
    ok: Always
    id: Any = UNSET
    game: str | UnsetType = UNSET


class _StateReply(_Reply):
    state: State
    due: tuple[DueKind, ...]


class EventsReply(_StateReply):
    """A command was accepted."""

    events: Events


class ClaimReply(_StateReply):
    """The referee has judged what a player called."""

    claim: Judged


class VariantsReply(_Reply):
    """The referee lists the variants."""

    variants: tuple[VariantShown, ...]


class HelloReply(_Reply):
    """The edition of the protocol, the version of the program, the names of the variants."""

    protocol: int
    version: str
    games: tuple[str, ...]


class LegalReply(_Reply):
    """The legal plays."""

    plays: tuple[Annotated[Any, _any_of("LegalPlay", "LegalPlays")], ...]
    bust: bool


class RulesReply(_Reply):
    """The rules in force."""

    rules: RulesShown


class SaveReply(_Reply):
    """The game as a text."""

    text: str


class RefusedReply(_StateReply):
    """A command was refused, and the state is what it was."""

    ok: Denied
    error: Annotated[Any, _any_of("Error")]


STATES: tuple[type, ...] = tuple(family.public for family in FAMILIES.values())
REPLIES: tuple[type, ...] = (
    EventsReply,
    ClaimReply,
    VariantsReply,
    HelloReply,
    LegalReply,
    RulesReply,
    SaveReply,
    RefusedReply,
)


def schema_text() -> str:
    """Return the schema in the form printed by `companion referee --schema`,
    one definition per line.
    """
    whole = schema()
    definitions = whole.pop("$defs")
    lines = [
        f"{json.dumps(name)}: {json.dumps(definition)}" for name, definition in definitions.items()
    ]
    head = "".join(f"  {json.dumps(name)}: {json.dumps(value)},\n" for name, value in whole.items())
    body = ",\n    ".join(lines)
    return f'{{\n{head}  "$defs": {{\n    {body}\n  }}\n}}\n'


def schema() -> Schema:
    """Return the schema of a line: a ``Command`` as input, or a ``Reply`` as output."""
    commands = get_args(Command)
    definitions = _commands(commands)
    replies = (*REPLIES, *STATES, LegalPlay, LegalPlays)
    _, others = msgspec.json.schema_components(replies, ref_template=_REF)
    definitions |= {name: _described(definition) for name, definition in others.items()}
    definitions["Error"] = {"anyOf": [_error(kind) for kind in Refusal.__subclasses__()]}
    definitions["State"] = _one_of(STATES)
    definitions["Command"] = _one_of(commands)
    definitions["Reply"] = _one_of(REPLIES)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The line protocol of companion referee",
        "description": "A line that goes in is a Command, one that comes out a Reply "
        "(docs/reference/referee-protocol.md).",
        "anyOf": [_ref("Command"), _ref("Reply")],
        "$defs": dict(sorted(definitions.items())),
    }


def _one_of(kinds: Iterable[type]) -> Schema:
    return {"anyOf": [_ref(kind.__name__) for kind in kinds]}


def _commands(commands: Iterable[type]) -> Schema:
    """Return the definitions of commands,
    and of the steps of a correction, which have no id and no game.
    """
    _, made = msgspec.json.schema_components(commands, ref_template=_REF)
    definitions = {}
    for name, definition in made.items():
        described = _described(definition)
        properties = described["properties"] | {"id": {}, "game": {"type": "string"}}
        definitions[name] = described | {"properties": properties}
    steps = {kind.__name__: f"{kind.__name__}Step" for kind in get_args(Step)}
    definitions |= {step: _described(made[name]) for name, step in steps.items()}
    repair = definitions[Repair.__name__]["properties"]
    repair["steps"] = {"type": "array", "items": {"anyOf": [_ref(step) for step in steps.values()]}}
    return definitions


def _described(definition: Schema) -> Schema:
    """Return a definition with the first paragraph of its docstring as the description."""
    if "description" not in definition:
        return definition
    description = re.sub(r"\s+", " ", definition["description"].partition("\n\n")[0])
    return definition | {"description": description}


def _error(kind: type[Any]) -> Schema:
    """Return the definition of an error, with the printed fields of its refusal."""
    types = get_type_hints(kind)
    facts = {
        name: msgspec.json.schema(types[name]) if name in types else {"type": "string"}
        for name in f"{kind.printed} {kind.if_any}".split()
    }
    fields = {"code": {"const": kind.code}, "message": {"type": "string"}, **facts}
    if kind is BadLine:
        fields["reason"] = {"type": "string"}
    required = [name for name in fields if name not in kind.if_any.split()]
    return {"type": "object", "properties": fields, "required": required}
