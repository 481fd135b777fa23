"""Explains in plain words why a value in a TOML file is wrong, and which values are valid.

The fields of JSON objects use the same types and words.

msgspec decodes the files, but its messages mention `int` and `str` and omit the key of a table.
When msgspec rejects a file, `validate` converts each value separately and names the key.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache, reduce
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeGuard, Union, get_args, get_origin

from msgspec import Struct, UnsetType, ValidationError, convert, inspect, structs

from companion.foreign import MAX_SHOWN_LENGTH
from companion.message import Message, Words, phrase

KeyPath = tuple[str, ...]


class Mistake(NamedTuple):
    """The reason why the value at `path` is wrong, and a valid value."""

    path: KeyPath
    reason: Words


def validate(value: object, kind: Any, path: KeyPath = ()) -> Iterator[Mistake]:
    """Yield the mistakes that keep msgspec from converting `value` to `kind`, in the order of the
    text.
    """
    section = _section(kind, value)
    if isinstance(value, dict) and _is_struct(section):
        known = {field.encode_name: field for field in _fields(section)}
        for key, inner_value in value.items():
            if key in known:
                yield from validate(inner_value, known[key].type, (*path, key))
            else:
                yield Mistake((*path, key), with_known(phrase("unknown key"), key, known))
        for key, field in known.items():
            if field.required and key not in value:
                missing = phrase("is missing, write {right}", right=_describe(field.type))
                yield Mistake((*path, key), missing)
    elif isinstance(value, dict) and get_origin(section) is dict:
        key_kind, inner_kind = get_args(section)
        yield from _validate_table(value, key_kind, inner_kind, path)
    elif path and (_is_struct(section) or get_origin(section) is dict):
        yield Mistake(
            path,
            phrase(
                "is a section: write [{name}] on a line of its own, its keys below",
                name=".".join(path),
            ),
        )
    elif not _fits(value, kind):
        yield Mistake(path, not_possible(value, _describe(kind)))


def _validate_table(
    table: Mapping[Any, object], key_kind: Any, kind: Any, path: KeyPath
) -> Iterator[Mistake]:
    known = get_args(key_kind) if get_origin(key_kind) is Literal else table
    for key, value in table.items():
        if not isinstance(key, str):  # only a program can write one
            yield Mistake(path, phrase("{key} is no name", key=shown(key)))
        elif key in known:
            yield from validate(value, kind, (*path, key))
        else:
            yield Mistake((*path, key), with_known(phrase("unknown key"), key, known))


def not_possible(value: object, right: Words) -> Message:
    """Return the message that a key cannot have this `value`; `right` describes valid values."""
    return phrase("{value} is not possible, write {right}", value=shown(value), right=right)


def wrong_fields(content: Mapping[str, object], kind: type[Struct]) -> Iterator[Mistake]:
    """Yield the mistakes in the JSON object `content`, which should match the struct `kind`."""
    known = {field.encode_name: field for field in _fields(kind)}
    for name, value in content.items():
        if name in known:
            for path, why in validate(value, known[name].type):
                yield Mistake((name, *path), why)
        else:
            yield Mistake((name,), with_known(phrase("there is no such field"), name, known))
    for name, field in known.items():
        if field.required and name not in content:
            yield Mistake(
                (name,), phrase("it is missing, write {right}", right=_describe(field.type))
            )


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the `known` name with the spelling closest to `name`, or None if none is similar.

    A typo seldom changes the first letter, so a name that differs there must be more similar.
    """
    small, by_small_letters = name.lower(), {candidate.lower(): candidate for candidate in known}
    same = [candidate for candidate in by_small_letters if candidate[:1] == small[:1]]
    near = get_close_matches(small, same, 1, cutoff=0.7) or get_close_matches(
        small, by_small_letters, 1, cutoff=0.8
    )
    return by_small_letters[near[0]] if near else None


def with_nearest(message: Message, name: str, known: Iterable[str]) -> Message:
    """Add the `known` name closest to the unknown `name`, if one is similar."""
    near = nearest(name, known)
    return message if near is None else phrase("{said}, is {near} meant?", said=message, near=near)


def with_known(message: Message, name: str, known: Iterable[str]) -> Message:
    """Add a suggestion for an unknown `name`: the most similar `known` one, or all of them."""
    names = tuple(known)
    suggested = with_nearest(message, name, names)
    if suggested is not message or not names:
        return suggested
    if len(names) == 1:
        return phrase("{said}, there is only {name}", said=message, name=names[0])
    return phrase("{said}, there are {names}", said=message, names=", ".join(names))


def written(value: object, base: int = 10) -> str:
    """Return a bool, number, text, list or table as TOML, with integers to `base`."""
    if value is None:
        return "null"  # TOML has no null, but messages about JSON use this function too
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return f"0x{value:02X}" if base == 16 and value >= 0 else str(value)
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    if isinstance(value, str):
        # JSON escapes the same characters as TOML, except DEL.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list | tuple):
        return f"[{', '.join(written(item, base) for item in value)}]"
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {written(item, base)}' for key, item in value.items())} }}"
    return str(value)


def shown(value: object) -> str:
    """Return `value` as quoted in a message, shortened if long."""
    try:
        text = repr(value) if isinstance(value, float) else written(value)
    except RecursionError:
        return "this"
    return text if len(text) <= MAX_SHOWN_LENGTH else f"{text[: MAX_SHOWN_LENGTH - 3]}..."


def describe_type(schema: inspect.Type, base: int = 10) -> Words:
    """Return the description of the values of this type, like "a whole number from 0x08 to
    0x77".
    """
    match schema:
        case inspect.Metadata(extra={"only": only}):
            return written(only)
        case inspect.Metadata(type=inner, extra=extra):
            return describe_type(inner, (extra or {}).get("base", base))
        case inspect.UnionType(types=types):
            # A file leaves out the key of no value.
            kinds = (kind for kind in types if not isinstance(kind, inspect.NoneType))
            described = (describe_type(kind, base) for kind in kinds)
            return reduce(
                lambda first, other: phrase("{one}, or {other}", one=first, other=other), described
            )
        case inspect.BoolType():
            return phrase("true or false")
        case inspect.LiteralType(values=values):
            *others, last = [written(value) for value in values]
            return (
                phrase("{others} or {last}", others=", ".join(others), last=last)
                if others
                else last
            )
        case inspect.IntType():
            return _in_range(phrase("a whole number"), schema, base)
        case inspect.FloatType():
            return _in_range(phrase("a number"), schema, base)
        case inspect.StrType(max_length=longest):
            text = phrase("a text in quotes")
            return (
                phrase("{text} of up to {n} characters", text=text, n=longest) if longest else text
            )
        case inspect.VarTupleType(item_type=item, min_length=fewest):
            each = describe_type(item, base)
            return (
                phrase("a list in square brackets, not empty, each {item}", item=each)
                if fewest
                else phrase("a list in square brackets, each {item}", item=each)
            )
        case inspect.StructType(fields=fields):
            return f"{{ {', '.join(f'{field.encode_name} = ...' for field in fields)} }}"
        case inspect.DictType():
            return phrase("names and values in curly brackets")
    raise NotImplementedError(schema)


def base_of(schema: inspect.Type) -> int:
    """Return the base in which numbers of this type are written, 10 or 16."""
    base: int = (schema.extra or {}).get("base", 10) if isinstance(schema, inspect.Metadata) else 10
    return base


def _in_range(kind: Message, schema: inspect.IntType | inspect.FloatType, base: int) -> Message:
    low, high = written(schema.ge, base), written(schema.le, base)
    if schema.ge is None:
        return kind if schema.le is None else phrase("{kind}, {high} or less", kind=kind, high=high)
    if schema.le is None:
        return phrase("{kind}, {low} or more", kind=kind, low=low)
    return phrase("{kind} from {low} to {high}", kind=kind, low=low, high=high)


_fields = cache(structs.fields)
"""The fields of a struct, cached because finding them takes longer than reading a file."""


def _describe(kind: Any) -> Words:
    return describe_type(inspect.type_info(kind))


def _is_struct(kind: Any) -> TypeGuard[type[Struct]]:
    return isinstance(kind, type) and issubclass(kind, Struct)


def _section(kind: Any, value: object) -> Any:
    """Return the struct or table type in `kind` that fits a table `value`; else `kind` itself."""
    if get_origin(kind) is Annotated:
        return _section(get_args(kind)[0], value)
    if get_origin(kind) in {Union, UnionType}:
        kinds = [allowed for allowed in get_args(kind) if allowed is not UnsetType]
        if len(kinds) == 1:
            return _section(kinds[0], value)
        if isinstance(value, dict):
            return next(filter(_is_struct, kinds), kind)
    return kind


def _fits(value: object, kind: Any) -> bool:
    if value is True and any(
        "only" in (meta.extra or {})
        for member in get_args(kind)
        for meta in getattr(member, "__metadata__", ())
    ):
        return False
    try:
        convert(value, kind)
    except (ValidationError, UnicodeEncodeError):  # a lone surrogate breaks msgspec's message
        return False
    return True
