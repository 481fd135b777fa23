"""Reads a variant's TOML file, of any family of games."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from companion.config.schema_errors import not_possible, with_nearest
from companion.errors import ForeignError, VariantError
from companion.foreign.texts import MAX_SHOWN_LENGTH, read_toml
from companion.message import Message, phrase
from companion.rules.adding.file import finish_adding_variant, merge_adding_file
from companion.rules.adding.variant import AddingFile
from companion.rules.family import Variant
from companion.rules.options import AddingOptions, PointsOptions, TrickOptions
from companion.rules.points.file import finish_points_variant, merge_points_file
from companion.rules.points.variant import PointsFile
from companion.rules.tricks.file import finish_trick_variant, merge_trick_file
from companion.rules.tricks.variant import TrickFile
from companion.rules.variant_keys import dotted

Content = dict[str, Any]

NOT_INHERITED: Final = ("listed", "provenance", "source")
"""Keys that a file does not inherit: a changed game has another name
and another source than its parent.
"""


class _Reader(NamedTuple):
    games: Message
    keys: tuple[str, ...]
    merge: Callable[[Mapping[str, Any], Mapping[str, Any]], Content]
    finish: Callable[[str, Mapping[str, Any]], Variant]


_READERS: Final[Mapping[str, _Reader]] = {
    AddingOptions.family: _Reader(
        phrase("adding games"),
        AddingFile.__struct_fields__,
        merge_adding_file,
        finish_adding_variant,
    ),
    TrickOptions.family: _Reader(
        phrase("trick games"), TrickFile.__struct_fields__, merge_trick_file, finish_trick_variant
    ),
    PointsOptions.family: _Reader(
        phrase("points games"),
        PointsFile.__struct_fields__,
        merge_points_file,
        finish_points_variant,
    ),
}


def merge_content(raw: Mapping[str, Any], parents: Mapping[str, Content]) -> Content:
    """Return the content of one file merged over its parent's, with each key's type checked.

    Raises:
        VariantError: the content is invalid; the error names key and reason.
    """
    below = _below(raw, parents)
    family = _family(raw, below)
    _check_whose_keys(raw, family)
    return _READERS[family].merge(raw, below)


def read_content(text: str) -> Content:
    """Return the content of a variant's file.

    Raises:
        VariantError: it is no TOML, or no file of a variant is so large or so deep.
    """
    try:
        return read_toml(text)
    except ForeignError as error:
        raise VariantError(error.why, dotted(*error.path), line=error.line) from None


def _below(raw: Mapping[str, Any], parents: Mapping[str, Content]) -> Content:
    parent = raw.get("extends")
    if not isinstance(parent, str):  # missing; the type check reports any other kind of value
        return {}
    if parent not in parents:
        absent = phrase(
            "no variant {name} that can be played is there", name=repr(parent[:MAX_SHOWN_LENGTH])
        )
        raise VariantError(with_nearest(absent, parent[:MAX_SHOWN_LENGTH], parents), "extends")
    return {key: value for key, value in parents[parent].items() if key not in NOT_INHERITED}


def _family(raw: Mapping[str, Any], below: Mapping[str, Any]) -> str:
    """Return the family of the game in a file: its own key, else its parent's family."""
    inherited: str = below.get("family", AddingOptions.family)
    family = raw.get("family", inherited)
    if not isinstance(family, str) or family not in _READERS:
        *others, last = (f'"{name}"' for name in _READERS)
        right = phrase("{others} or {last}", others=", ".join(others), last=last)
        raise VariantError(not_possible(family, right), "family")
    if below and family != inherited:
        parent = repr(raw["extends"])
        one_of = phrase(
            "{name} is one of the {games}: leave family out, or extend another",
            name=parent,
            games=_READERS[inherited].games,
        )
        raise VariantError(one_of, "extends")
    return family


def _check_whose_keys(raw: Mapping[str, Any], family: str) -> None:
    """Raise VariantError for a key of other families alone,
    with a better message than "unknown key".

    Of several families the message names the one that has most of the file's keys.
    """
    for key in raw:
        others = [name for name, reader in _READERS.items() if key in reader.keys]
        if others and family not in others:
            other = max(others, key=lambda name: len(raw.keys() & _READERS[name].keys))
            is_said = bool({"family", "extends"} & raw.keys())
            cure = (
                phrase("leave it out")
                if is_said
                else phrase('write family = "{family}" as well', family=other)
            )
            games = _READERS[other].games
            raise VariantError(
                phrase("is a key of {games}, which this is not: {cure}", games=games, cure=cure),
                key,
            )


def finish_variant(name: str, content: Mapping[str, Any]) -> Variant:
    """Return the variant that a file and its parents describe.

    Raises:
        VariantError: something is missing, or two keys contradict each other.
    """
    return _READERS[content["family"]].finish(name, content)
