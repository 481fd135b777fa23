"""Reads the file of a variant of any family, with every mistake in it, and its JSON form in the
journal.
"""

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import msgspec

from companion.config.reading import holds, lines_of
from companion.core.family import Content, Variant
from companion.core.variant_keys import dotted, key_path
from companion.errors import ForeignError, VariantError
from companion.foreign import MAX_SHOWN_LENGTH
from companion.foreign.schema_errors import not_possible, with_nearest
from companion.foreign.texts import read_toml
from companion.games import FAMILIES
from companion.message import phrase
from companion.words.numbers import either, together

NOT_INHERITED: Final = ("listed", "provenance", "source")
"""The keys that a file does not inherit,
because a changed game has another name and source than its parent.
"""


DEFAULT_FAMILY: Final = next(iter(FAMILIES))


_ONE_DECK: Final = phrase(
    'leave it out (a trick game has one deck), or keep only the points with family = "points"'
)
_INSTEAD: Final = {
    ("tricks", "decks"): _ONE_DECK,
    ("tricks", "jokers"): _ONE_DECK,
    ("tricks", "hand_size"): phrase("write it below [[rounds]]"),
    ("tricks", "target"): phrase("write until"),
}
"""What to write in a family instead of a key of others."""


def merge_content(raw: Mapping[str, Any], parents: Mapping[str, Content]) -> Content:
    """Return the content of one file merged over its parent's, after checking the type of each key.

    Raises:
        VariantError: the content is invalid; the error names key and reason.
    """
    below = _below(raw, parents)
    family = _family(raw, below)
    _check_whose_keys(raw, family)
    return FAMILIES[family].merge(raw, below)


def read_content(text: str) -> Content:
    """Return the content of a variant's file.

    Raises:
        VariantError: it is not TOML, or is too large or too deeply nested for a variant.
    """
    try:
        return read_toml(text)
    except ForeignError as error:
        raise VariantError(error.why, dotted(*error.path), line=error.line) from None


def _below(raw: Mapping[str, Any], parents: Mapping[str, Content]) -> Content:
    parent = raw.get("extends")
    if not isinstance(parent, str):  # missing; the type check reports other values
        return {}
    if parent not in parents:
        absent = phrase("no playable variant {name} exists", name=repr(parent[:MAX_SHOWN_LENGTH]))
        raise VariantError(with_nearest(absent, parent[:MAX_SHOWN_LENGTH], parents), "extends")
    return {key: value for key, value in parents[parent].items() if key not in NOT_INHERITED}


def _family(raw: Mapping[str, Any], below: Mapping[str, Any]) -> str:
    """Return the family of the game in a file: its own key, or else its parent's family."""
    inherited: str = below.get("family", DEFAULT_FAMILY)
    family = raw.get("family", inherited)
    if not isinstance(family, str) or family not in FAMILIES:
        right = either([f'"{name}"' for name in FAMILIES])
        raise VariantError(not_possible(family, right), "family")
    if below and family != inherited:
        parent = repr(raw["extends"])
        one_of = phrase(
            "{name} is one of the {games}: leave family out, or extend another",
            name=parent,
            games=FAMILIES[inherited].games,
        )
        raise VariantError(one_of, "extends")
    return family


def _check_whose_keys(raw: Mapping[str, Any], family: str) -> None:
    """Raise VariantError for a key that only other families have, with a better message than
    "unknown key".

    The message names the family that has most of the file's keys.
    """
    for key in raw:
        others = [name for name, other in FAMILIES.items() if key in other.file.__struct_fields__]
        if others and family not in others:
            other = max(
                others,
                key=lambda name: len(raw.keys() & set(FAMILIES[name].file.__struct_fields__)),
            )
            cure = phrase('write family = "{family}", too', family=other)
            games = [FAMILIES[other].games]
            if {"family", "extends"} & raw.keys():
                cure = _INSTEAD.get((family, key), phrase("leave it out"))
                games = [FAMILIES[name].games for name in others]
            raise VariantError(
                phrase("is a key for {games} only: {cure}", games=together(games), cure=cure),
                key,
            )


def finish_variant(name: str, content: Mapping[str, Any]) -> Variant:
    """Return the variant that a file and its parents describe.

    Raises:
        VariantError: a key is missing, or two keys contradict each other.
    """
    return FAMILIES[content["family"]].finish(name, content)


class _Family(msgspec.Struct):
    family: str = DEFAULT_FAMILY


def write_variant(variant: Variant) -> str:
    """Return the variant as JSON in ASCII, for `read_variant`."""
    return json.dumps(msgspec.to_builtins(variant), separators=(",", ":"))


def read_variant(text: str) -> Variant:
    """Return the variant written by `write_variant`.

    Raises:
        ValueError: the text is not a variant.
    """
    try:
        family = msgspec.json.decode(text, type=_Family).family
        if family not in FAMILIES:
            raise ValueError(f"there is no family of games {family[:40]!r}")
        return msgspec.json.decode(text, type=FAMILIES[family].variant)
    except msgspec.DecodeError as error:  # no ValueError in Debian 13's msgspec 0.19
        raise ValueError(str(error)) from None


MAX_MISTAKES: Final = 10
"""The maximum number of mistakes reported for a file."""

_ABOUT_ALL: Final = frozenset({"extends", "family"})
"""The keys that decide the meaning of all other keys. While they are wrong or missing, only one
mistake is reported.
"""


class FileJudgement(NamedTuple):
    """The content of a text merged over its parents', and its variant, or None if it has errors."""

    content: Content
    variant: Variant | None
    errors: tuple[VariantError, ...]


def judge(
    name: str,
    text: str,
    parents: Mapping[str, Content],
    extended: Mapping[str, str],
    file: str = "",
) -> FileJudgement:
    """Return the variant `name` made from a text, or all mistakes in it.

    After each mistake the rest is judged without the wrong key.

    Args:
        name: the name of the variant.
        text: the content of its file.
        parents: the merged contents of the playable variants, by name.
        extended: the variant that each file extends, including this one, or "".
        file: the file named in the errors.
    """
    try:
        raw = read_content(text)
    except VariantError as error:
        wrong = VariantError(
            error.reason, error.key, file, line=error.line or _line(text, {}, error.key)
        )
        return FileJudgement({}, None, (wrong,))
    errors: list[VariantError] = []
    rest = dict(raw)
    while len(errors) < MAX_MISTAKES:
        try:
            _check_no_circle(name, extended)
            content = merge_content(rest, parents)
            variant = finish_variant(name, content)
        except VariantError as error:
            entry = _entry(rest, error.key)
            is_here = holds(rest, entry)
            if errors and not is_here:
                break  # The key may be missing because it was wrong.
            errors.append(
                VariantError(error.reason, error.key, file, line=_line(text, raw, error.key))
            )
            if not is_here or entry[0] in _ABOUT_ALL or not _ABOUT_ALL & raw.keys():
                break
            rest = _without(rest, entry)
        else:
            if not errors:
                return FileJudgement(content, variant, ())
            break
    return FileJudgement({}, None, tuple(errors))


def _check_no_circle(name: str, extended: Mapping[str, str]) -> None:
    """Raise VariantError if a file extends itself through others."""
    way = [name]
    while (parent := extended.get(way[-1], "")) not in {"", *way}:
        way.append(parent)
    if parent and parent == name:
        raise VariantError(
            phrase("extends itself: {way}", way=" extends ".join([*way, parent])), "extends"
        )


def _entry(raw: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """Return the path of the key, or of the table entry, that a mistake is about.

    A mistake about one of several cards that share an entry is about that entry.
    """
    table, *within = key_path(key) or ("",)
    inner = raw.get(table)
    if not within or not isinstance(inner, dict):
        return (table,)
    first = within[0]
    shared = next((other for other in inner if first in other.split()), first)
    return (table, first if first in inner else shared)


def _without(raw: Mapping[str, Any], path: tuple[str, ...]) -> Content:
    rest = {key: value for key, value in raw.items() if key != path[0]}
    if len(path) == 1:
        return rest
    inner = {key: value for key, value in raw[path[0]].items() if key != path[1]}
    return rest | {path[0]: inner} if inner else rest  # An empty table would be another mistake.


def _line(text: str, raw: Mapping[str, Any], key: str) -> int | None:
    """Return the line of a key, or of the closest table around it in the text."""
    if not key:  # The parser has failed, or would fail.
        return None
    path = key_path(key)
    ways = [path[:length] for length in range(len(path), 1, -1)]
    ways += [_entry(raw, key), path[:1]]
    found = lines_of(text, ways)
    return next((found[way] for way in ways if way in found), None)
