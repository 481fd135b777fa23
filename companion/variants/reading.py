"""Reads the file of a variant of any family, and its JSON form in the journal."""

import json
from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from msgspec import DecodeError, Struct

from companion.config.reading import lines_of
from companion.core.family import Variant
from companion.core.variant_keys import Content, dotted, key_path
from companion.errors import ForeignError, VariantError
from companion.foreign import MAX_SHOWN_LENGTH
from companion.foreign.schema_errors import not_possible, with_nearest
from companion.foreign.texts import read_toml
from companion.games import FAMILIES
from companion.message import phrase
from companion.words.numbers import either, together

NOT_INHERITED = ("listed", "provenance", "source")
"""The keys that a file does not inherit,
because a changed game has another name and source than its parent.
"""


DEFAULT_FAMILY = next(iter(FAMILIES))


_ONE_DECK = phrase(
    'leave it out (a trick game has one deck), or keep only the points with family = "points"'
)
_INSTEAD = {
    ("tricks", "decks"): _ONE_DECK,
    ("tricks", "jokers"): _ONE_DECK,
    ("tricks", "hand_size"): phrase("write it below [[rounds]]"),
    ("tricks", "target"): phrase("write until"),
}
"""What to write in a family instead of a key of others."""


def merge_content(raw: Content, parents: Mapping[str, Content]) -> Content:
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


def _below(raw: Content, parents: Mapping[str, Content]) -> Content:
    parent = raw.get("extends")
    if not isinstance(parent, str):  # missing; the type check reports other values
        return {}
    if parent not in parents:
        absent = phrase("no playable variant {name} exists", name=repr(parent[:MAX_SHOWN_LENGTH]))
        raise VariantError(with_nearest(absent, parent[:MAX_SHOWN_LENGTH], parents), "extends")
    return {key: value for key, value in parents[parent].items() if key not in NOT_INHERITED}


def _family(raw: Content, below: Content) -> str:
    """Return the family of the game in a file: its own key, or else its parent's family."""
    inherited: str = below.get("family", DEFAULT_FAMILY)
    family = raw.get("family", inherited)
    if not isinstance(family, str) or family not in FAMILIES:
        right = either([f'"{name}"' for name in FAMILIES])
        raise VariantError(not_possible(family, right), "family")
    if below and family != inherited:
        one_of = phrase(
            "{name} is one of the {games}: leave family out, or extend another",
            name=repr(raw["extends"]),
            games=FAMILIES[inherited].games,
        )
        raise VariantError(one_of, "extends")
    return family


def _check_whose_keys(raw: Content, family: str) -> None:
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


def finish_variant(name: str, content: Content) -> Variant:
    """Return the variant that a file and its parents describe.

    Raises:
        VariantError: a key is missing, or two keys contradict each other.
    """
    return FAMILIES[content["family"]].finish(name, content)


class _Family(Struct):
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
    except DecodeError as error:  # no ValueError in Debian 13's msgspec 0.19
        raise ValueError(str(error)) from None


class FileJudgement(NamedTuple):
    """The content of a text merged over its parents', and its variant; or the first mistake."""

    content: Content
    variant: Variant | None = None
    error: VariantError | None = None


def judge(
    name: str,
    text: str,
    parents: Mapping[str, Content],
    extended: Mapping[str, str],
    file: str = "",
) -> FileJudgement:
    """Return the variant `name` made from a text, or the first mistake in it.

    Args:
        name: the name of the variant.
        text: the content of its file.
        parents: the merged contents of the playable variants, by name.
        extended: the variant that each file extends, including this one, or "".
        file: the file named in the error.
    """
    raw = {}
    try:
        raw = read_content(text)
        _check_no_circle(name, extended)
        content = merge_content(raw, parents)
        return FileJudgement(content, finish_variant(name, content))
    except VariantError as error:
        line = error.line or _line(text, raw, error.key)
        return FileJudgement({}, error=VariantError(error.reason, error.key, file, line=line))


def _check_no_circle(name: str, extended: Mapping[str, str]) -> None:
    """Raise VariantError if a file extends itself through others."""
    way = [name]
    while (parent := extended.get(way[-1], "")) not in {"", *way}:
        way.append(parent)
    if parent and parent == name:
        raise VariantError(
            phrase("extends itself: {way}", way=" extends ".join([*way, parent])), "extends"
        )


def _line(text: str, raw: Content, key: str) -> int | None:
    """Return the line of a key, or of the closest table around it in the text.

    A mistake about one of several cards that share an entry is about that entry.
    """
    if not key:  # The parser has failed, or would fail.
        return None
    path = key_path(key)
    ways = [path[:length] for length in range(len(path), 0, -1)]
    inner = raw.get(path[0])
    if len(path) > 1 and isinstance(inner, dict):
        ways[-1:-1] = [(path[0], other) for other in inner if path[1] in other.split()]
    found = lines_of(text, ways)
    return next((found[way] for way in ways if way in found), None)
