"""Loads variants, one TOML file each: the bundled ones and those in the user's folder."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib import resources
from os.path import realpath
from pathlib import Path
from typing import NamedTuple

from companion.core.family import Variant
from companion.core.frozen import Frozen
from companion.core.variant_keys import Content
from companion.errors import ForeignError, VariantError
from companion.foreign.files import answer_in_time, text_of
from companion.games import FAMILIES
from companion.message import phrase
from companion.variants.reading import judge, read_content

MAX_FILES = 200
"""The maximum number of variant files that are read from a folder,
and that phones may save there.
"""


class Shelf(NamedTuple):
    """The playable variants by name, and the problems of the files that cannot be played.

    `own` are the names of the variants that are not bundled. `contents` has each file merged over
    those that it extends, in the form of `merge_content`, for files that extend it in turn.
    """

    variants: dict[str, Variant]
    problems: tuple[VariantError, ...]
    own: frozenset[str] = frozenset()
    contents: Mapping[str, Content] = {}


class _File(Frozen):
    name: str
    label: str
    text: str


@cache
def bundled_variants() -> Mapping[str, Variant]:
    """Return the bundled variants by name, which are read once."""
    return load_variants().variants


def bundled_text(variant: Variant) -> str:
    """Return the file of a bundled variant."""
    folder = resources.files("companion.games") / variant.family / "tables"
    return (folder / f"{variant.name}.toml").read_text("utf-8")


def _bundled() -> Iterator[_File]:
    for family in FAMILIES:
        for entry in (resources.files("companion.games") / family / "tables").iterdir():
            yield _File(entry.name.removesuffix(".toml"), entry.name, entry.read_text("utf-8"))


def read_file(path: Path) -> _File:
    """Read the file of one variant.

    Raises:
        VariantError: it is not a file, is too large, is not UTF-8, or cannot be read.
    """
    try:
        return _File(path.stem, str(path), text_of(path))
    except ForeignError as error:
        raise VariantError(error.why, "", str(path)) from None


def own_files(folder: Path | None) -> list[Path]:
    """Return the variant files in `folder`, sorted by name; empty if the folder does not exist.

    Raises:
        VariantError: the folder cannot be read.
    """
    if folder is None:
        return []
    try:
        files = answer_in_time(folder, lambda: list(folder.iterdir()))
        return sorted(path for path in files if path.suffix == ".toml")
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        why = phrase("cannot be read: {why}")
        if isinstance(error, PermissionError):
            # An installed box lets only the service and root read the folder.
            why = phrase("cannot be read: {why}, try it with sudo")
        raise VariantError(why.filled(why=error.strerror), "", str(folder)) from None


def load_variants(
    folder: Path | None = None, extra: Iterable[Path] = (), unsaved: Mapping[str, str] | None = None
) -> Shelf:
    """Load the bundled variants, then those in `folder`, then the files of `extra`.

    A file may extend any other playable one. A file of `extra` that is in `folder`, too, is loaded
    once, and named as in `extra`. A bad file, or a folder that cannot be read, is reported as a
    problem; the other variants are loaded. `unsaved` maps names of the user's files to texts that
    replace their content.
    """
    files = {file.name: file for file in _bundled()}
    bundled = frozenset(files)
    problems: list[VariantError] = []
    unsaved = unsaved or {}
    own: list[Path] = []
    try:
        own = own_files(folder)
    except VariantError as error:
        problems.append(error)
    if len(own) > MAX_FILES:
        many = phrase(
            "has {n} game files: only the first {most} are read", n=len(own), most=MAX_FILES
        )
        problems.append(VariantError(many, "", str(folder)))
    found = [_File(name, f"{name}.toml", text) for name, text in unsaved.items()]
    given = {realpath(path): path for path in extra}
    own = [given.pop(realpath(path), path) for path in own[:MAX_FILES]]
    for path in (*own, *given.values()):
        if path.stem not in unsaved:
            try:
                found.append(read_file(path))
            except VariantError as error:
                problems.append(error)
    for file in found:
        if file.name in files:
            reason = phrase(
                "the variant {name} already exists: rename the file", name=repr(file.name)
            )
            problems.append(VariantError(reason, "", file.label))
        else:
            files[file.name] = file
    variants: dict[str, Variant] = {}
    contents: dict[str, Content] = {}
    extended = {name: parent_of(file.text) for name, file in files.items()}
    for file in _parents_first(files, extended):
        judged = judge(file.name, file.text, contents, extended, file.label)
        if judged.error is not None:
            problems.append(judged.error)
        if judged.variant is not None:
            variants[file.name], contents[file.name] = judged.variant, judged.content
    names = sorted(variants, key=lambda name: (*variants[name].place, name))
    return Shelf(
        {name: variants[name] for name in names},
        tuple(problems),
        frozenset(names) - bundled,
        contents,
    )


def extended_beside(paths: Iterable[Path]) -> list[Path]:
    """Return files in the same folders as `paths` that they extend,
    directly or through each other.
    """
    ways = list(paths)
    named = len(ways)
    for path in ways:  # The loop body appends to it.
        with suppress(VariantError):
            parent = parent_of(read_file(path).text)
            ways += [
                file
                for file in path.parent.glob("*.toml")
                if file.stem == parent and file not in ways
            ]
    return ways[named:]


def load_named(
    files: Iterable[Path], folder: Path | None = None
) -> tuple[Shelf, tuple[VariantError, ...]]:
    """Load the bundled variants, those in `folder`, and `files` with those that they extend.

    Return the variants with the problems of all other files, and the problems of `files`.
    """
    paths = [*files]
    shelf = load_variants(folder, [*paths, *extended_beside(paths)])
    asked = set(map(str, paths))
    theirs = tuple(problem for problem in shelf.problems if problem.file in asked)
    others = tuple(problem for problem in shelf.problems if problem.file not in asked)
    return shelf._replace(problems=others), theirs


def _parents_first(files: Mapping[str, _File], extended: Mapping[str, str]) -> list[_File]:
    """Return every file after the one it extends;
    files that extend each other in a circle come last.
    """
    waiting = dict(files)
    ordered: list[_File] = []
    while waiting:
        ready = [name for name in waiting if extended[name] not in waiting]
        ordered.extend(waiting.pop(name) for name in ready or list(waiting))
    return ordered


def parent_of(text: str) -> str:
    """Return the variant that a file extends; "" if there is none or the file is invalid."""
    try:
        parent = read_content(text).get("extends")
    except VariantError:
        return ""
    return parent if isinstance(parent, str) else ""
