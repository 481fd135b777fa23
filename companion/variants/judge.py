"""Reads the text of one variant and finds every mistake in it, each with its line."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from companion.config.reading import lines_of
from companion.core.family import Content, Variant
from companion.core.variant_keys import key_path
from companion.errors import VariantError
from companion.message import phrase
from companion.variants.reading import finish_variant, merge_content, read_content

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
            is_here = _holds(rest, entry)
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


def _holds(raw: Mapping[str, Any], path: tuple[str, ...]) -> bool:
    return path[0] in raw and (len(path) == 1 or path[1] in raw[path[0]])


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
    ways = list(_ways(raw, key))
    found = lines_of(text, ways)
    return next((found[way] for way in ways if way in found), None)


def _ways(raw: Mapping[str, Any], key: str) -> Iterator[tuple[str, ...]]:
    path = key_path(key)
    for length in range(len(path), 1, -1):
        yield path[:length]
    yield _entry(raw, key)
    yield path[:1]
