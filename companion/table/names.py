"""Gives players of games already played other names, field by field, with digests that replay."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec

from companion.errors import Illegal, ReplayError
from companion.rules.commands import Claim
from companion.rules.convert import convert
from companion.rules.game import NAMING, GameHistory, with_names
from companion.table.digest import digest
from companion.table.reader import Entry, JournalNote
from companion.table.recorded import Recorded, Rename, as_json, noted_refusal, read, refusal_facts
from companion.table.replay import go_on, obeyed, standing

Names = Mapping[str, str]
"""Leads from a name to the new one of the same person; all others stay."""

_RENAMES: Final = '{"cmd": "rename"'
_NAMING_NOTED: Final = NAMING | {"name", "options"}
"""The fields of refusals that hold names; numbers in them stay."""


def with_other_names(entries: Sequence[Entry], names: Names) -> tuple[Entry, ...]:
    """Return the entries of one game with other names for its players, and the digests that this makes.

    A name that somebody had before they were renamed to one of `names` is theirs too, unless that would put
    somebody beside themselves. Whatever does not replay, by a mended rule or by damage, keeps its digest and
    so is still reported as what it is.

    Raises:
        ReplayError: a new name is that of another player of the game.
    """
    counting = standing(entries)
    try:
        return _rewritten(entries, counting, _names_by_entry(counting, names), names)
    except ReplayError:
        return _rewritten(entries, counting, {}, names)


def _names_by_entry(counting: Iterable[Entry], names: Names) -> dict[int, Names]:
    """Return the names for each entry that counts: before a renaming those it led from as well."""
    found: dict[int, Names] = {}
    for entry in reversed(list(counting)):
        command = _read(entry) if entry.command.startswith(_RENAMES) else None
        if isinstance(command, Rename) and command.name in names and command.player not in names:
            names = {**names, command.player: names[command.name]}
        found[entry.sequence] = names
    return found


def _rewritten(
    entries: Iterable[Entry], counting: Iterable[Entry], by_entry: Mapping[int, Names], names: Names
) -> tuple[Entry, ...]:
    counts = {entry.sequence for entry in counting}
    was, now = GameHistory({}, stickers=True), GameHistory({}, stickers=True)
    agrees = True
    rewritten = []
    for entry in entries:
        renamed = _with_names(entry, by_entry.get(entry.sequence, names))
        if agrees and entry.sequence in counts:
            try:
                was = go_on(was, entry)
            except ReplayError:
                agrees = False
            else:
                now, state = obeyed(now, renamed)
                made = digest(renamed.command, renamed.variant, state)
                renamed = msgspec.structs.replace(renamed, digest=made)
        rewritten.append(renamed)
    return tuple(rewritten)


def _with_names(entry: Entry, names: Names) -> Entry:
    text = entry.command
    if any(json.dumps(name) in text for name in names) and (command := _read(entry)) is not None:
        text = as_json(_renamed(command, names))
    winners = tuple(names.get(name, name) for name in entry.winners)
    return msgspec.structs.replace(entry, command=text, winners=winners)


def _read(entry: Entry) -> Recorded | None:
    try:
        return read(entry.command)
    except ValueError:
        return None


def _renamed(command: Any, names: Names) -> Any:
    if isinstance(command, Rename):
        return Rename(*(names.get(name, name) for name in (command.player, command.name)))
    return with_names(command, names)


def note_with_other_names(note: JournalNote, names: Names) -> JournalNote:
    """Return a note with other names for players in its facts.

    A refusal of which only the sentence is known says no more than its code, if the sentence has such a name.
    """
    facts = dict(note.facts)
    match note.kind:
        case "claim" | "explained" | "lot":
            for field in NAMING & facts.keys():
                facts[field] = _in_json(facts[field], names)
        case "refused":
            facts = _refused(facts, names)
    return msgspec.structs.replace(note, facts=facts)


def _refused(facts: dict[str, Any], names: Names) -> dict[str, Any]:
    told = dict(facts)
    if isinstance(text := facts.get("command"), str):
        with suppress(ValueError, msgspec.ValidationError):
            told["command"] = as_json(_renamed(convert(json.loads(text), Recorded | Claim), names))
    if isinstance(fields := facts.get("fields"), dict):
        told["fields"] = {field: _noted(field, value, names) for field, value in fields.items()}
    if any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", str(facts.get("sentence"))) for name in names):
        refusal = noted_refusal(told)
        told["sentence"] = (
            told.get("code") if refusal is None else refusal_facts(Illegal(refusal))["sentence"]
        )
    return told


def _noted(field: str, value: Any, names: Names) -> Any:
    match field, value:
        case "why", [str(message), list(parts)]:  # a `Reason`; its message is the program's own
            return [message, [[part, _reason(said, names)] for part, said in parts]]
        case "refusal", dict():
            return _refused(value, names)
    return _in_json(value, names) if field in _NAMING_NOTED else value


def _reason(said: Any, names: Names) -> Any:
    return _noted("why", said, names) if isinstance(said, list) else _in_json(said, names)


def _in_json(value: Any, names: Names) -> Any:
    match value:
        case str():
            return names.get(value, value)
        case list():
            return [_in_json(one, names) for one in value]
        case dict():
            return {names.get(one, one): points for one, points in value.items()}
    return value
