"""The games: one TOML file a variant, those that come along and those of a folder of one's own."""

import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from companion.errors import VariantError
from companion.rules.adding.variant import AddingVariant
from companion.rules.variant import Variant
from companion.rules.variant_file import finish_variant, parse_variant, read_toml


class Shelf(NamedTuple):
    """All variants that can be played, by name, and what is wrong with the files that cannot.

    `own` are the names of those that did not come along. `said` is what each file says over those that
    it extends, in the form of `parse_variant`, for a file that extends one of them.
    """

    variants: dict[str, Variant]
    problems: tuple[VariantError, ...]
    own: frozenset[str] = frozenset()
    said: Mapping[str, dict[str, Any]] = {}


class _File(msgspec.Struct, frozen=True):
    name: str
    shown: str
    text: str


def _bundled() -> list[_File]:
    folder = resources.files(__name__)
    return [
        _File(entry.name.removesuffix(".toml"), entry.name, entry.read_text("utf-8"))
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".toml")
    ]


def read_file(path: Path) -> _File:
    """One file of a variant.

    Raises:
        VariantError: it cannot be read, or is not UTF-8.
    """
    try:
        return _File(path.stem, str(path), path.read_text("utf-8-sig"))
    except OSError as error:
        raise VariantError(f"cannot be read: {error.strerror}", "", str(path)) from None
    except UnicodeDecodeError:
        raise VariantError("is not UTF-8 text", "", str(path)) from None


def own_files(folder: Path | None) -> list[Path]:
    """The variant files in `folder`, sorted by name; none where there is no such folder.

    Raises:
        VariantError: the folder cannot be read.
    """
    if folder is None:
        return []
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == ".toml")
    except (FileNotFoundError, NotADirectoryError):
        return []
    except PermissionError as error:  # the installed box's folder is open to the service and to root only
        raise VariantError(f"cannot be read: {error.strerror}, try it with sudo", "", str(folder)) from None
    except OSError as error:
        raise VariantError(f"cannot be read: {error.strerror}", "", str(folder)) from None


def load_variants(
    folder: Path | None = None, extra: Iterable[Path] = (), unsaved: Mapping[str, str] | None = None
) -> Shelf:
    """Every variant that comes along, then those in `folder`, then the files of `extra`.

    A file may extend any other that can be played. A bad file of one's own, or a folder that cannot be
    read, is a problem and not the end: the rest can be played. `unsaved` are texts by the name of the
    file of one's own that each would be, in place of what is there under that name now.
    """
    files = _bundled()
    along = {file.name for file in files}
    problems: list[VariantError] = []
    unsaved = unsaved or {}
    try:
        own = [*own_files(folder), *extra]
    except VariantError as error:
        problems.append(error)
        own = [*extra]
    found = [_File(name, f"{name}.toml", text) for name, text in unsaved.items()]
    for path in own:
        if path.stem not in unsaved:
            try:
                found.append(read_file(path))
            except VariantError as error:
                problems.append(error)
    for file in found:
        if any(other.name == file.name for other in files):
            problems.append(
                VariantError(f"there is a variant {file.name!r} already: rename the file", "", file.shown)
            )
        else:
            files.append(file)
    variants: dict[str, Variant] = {}
    said: dict[str, dict[str, Any]] = {}
    extended = {file.name: _parent(file.text) for file in files}
    for file in _parents_first(files, extended):
        try:
            _check_no_circle(file, extended)
            merged = parse_variant(file.text, said, file.shown)
            variants[file.name] = finish_variant(file.name, merged, file.shown)
            said[file.name] = merged
        except VariantError as error:
            problems.append(error)
    names = sorted(variants, key=lambda name: _place(variants[name]))
    return Shelf({name: variants[name] for name in names}, tuple(problems), frozenset(names) - along, said)


def extended_beside(paths: Iterable[Path]) -> list[Path]:
    """The files that those at `paths` extend and that lie beside them, with all that these extend there."""
    ways = list(paths)
    named = len(ways)
    for path in ways:  # grows while it is gone through
        with suppress(VariantError):
            parent = _parent(read_file(path).text)
            ways += [file for file in path.parent.glob("*.toml") if file.stem == parent and file not in ways]
    return ways[named:]


def _place(variant: Variant) -> tuple[int, str]:
    """Adding games by their target, then the trick games."""
    return (variant.target if isinstance(variant, AddingVariant) else sys.maxsize, variant.name)


def _parents_first(files: list[_File], extended: Mapping[str, str]) -> list[_File]:
    """Every file after the one it extends; files that extend in a circle come last, in any order."""
    waiting = {file.name: file for file in files}
    ordered: list[_File] = []
    while waiting:
        ready = [name for name in waiting if extended[name] not in waiting]
        ordered.extend(waiting.pop(name) for name in ready or list(waiting))
    return ordered


def _check_no_circle(file: _File, extended: Mapping[str, str]) -> None:
    """Raises VariantError when the way over what a file extends leads back to it."""
    way = [file.name]
    while (parent := extended.get(way[-1], "")) not in {"", *way}:
        way.append(parent)
    if parent == file.name:
        raise VariantError(f"goes in a circle: {' extends '.join([*way, parent])}", "extends", file.shown)


def _parent(text: str) -> str:
    """The variant that a file extends, "" for none; what else is wrong with the file is found later."""
    try:
        parent = read_toml(text).get("extends")
    except VariantError:
        return ""
    return parent if isinstance(parent, str) else ""
