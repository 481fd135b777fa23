"""The user's variants: the text of each file, with its mistakes and the changes that a tap makes,
and the store that saves the files and reloads all variants.

Validity is decided only by the file reader of `companion variants check`. A game in progress keeps
the variant that it began with, even if another is saved in the meantime.
"""

import re
import threading
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from companion.core.family import Variant
from companion.core.frozen import Frozen
from companion.core.variant_keys import Content
from companion.errors import ForeignError, VariantError
from companion.foreign.files import text_of
from companion.games.adding import editor
from companion.games.adding.description import intro
from companion.games.adding.rules import adding_rules_in_force
from companion.games.adding.variant import AddingVariant, CardEntry
from companion.message import Words, phrase, render
from companion.phone.request import RequestError
from companion.table.files import write_whole
from companion.variants import MAX_FILES, Shelf, bundled_text, load_variants, parent_of
from companion.variants.reading import FileJudgement, judge, read_content
from companion.words.variants import translated


def written(content: Mapping[str, Any]) -> str:
    """Return a file with this content: its plain keys first, then its tables.

    >>> print(written({"cards": {"A": {"add": [1, 11]}}, "title": "Ours"}), end="")
    title = "Ours"
    <BLANKLINE>
    [cards]
    A = { add = [1, 11] }
    """
    tables = {key: value for key, value in content.items() if isinstance(value, dict) and value}
    lines = [_line(key, value) for key, value in content.items() if key not in tables]
    for name, table in tables.items():
        lines += ["", f"[{_key(name)}]", *(_line(key, value) for key, value in table.items())]
    return "\n".join([*lines, ""])


def house_in_file(house: Mapping[str, Any], inherited: Content) -> Content:
    """Return house rules as the keys of a file that extends a variant.

    A house rule without a key is left out. A house rule applies to any number of players, so it
    removes the variant's changes from a number of players on.

    Args:
        house: the house rules.
        inherited: the merged content of the variant.
    """
    keys = {key: value for key, value in house.items() if key in inherited}
    before: Content = msgspec.to_builtins(inherited.get("from_players", {}))
    after = {
        count: left
        for count, change in before.items()
        if (left := {key: value for key, value in change.items() if key not in keys})
    }
    return keys if after == before else keys | {"from_players": after}


def _line(key: str, value: object) -> str:
    return f"{_key(key)} = {_value(value)}"


def _key(key: str) -> str:
    return key if key.isascii() and key.replace("_", "").replace("-", "").isalnum() else _value(key)


def _value(value: object) -> str:
    match value:
        case dict() if value:
            return "{ " + ", ".join(_line(key, inner) for key, inner in value.items()) + " }"
        case list() | tuple():
            return "[" + ", ".join(map(_value, value)) + "]"
        case _:
            return msgspec.json.encode(value).decode()  # JSON is valid TOML here.


class FileChange(Frozen, forbid_unknown_fields=True):
    """The change made by a tap: an `add_on` to use or remove, or the new `entry` of a `card`.

    The entry None restores that of the base.
    """

    add_on: str = ""
    card: str = ""
    entry: CardEntry | None = None

    def applied(self, raw: Content, merged: Content, below: Content) -> Content:
        """Return the changed content of a file.

        `merged` is its complete content, and `below` that of its base.
        """
        for add_on in editor.load_add_ons():
            if add_on.name == self.add_on:
                return editor.with_or_without_add_on(raw, merged, below, add_on)
        return editor.with_card(raw, merged, self.card, self.entry)


class FileProblem(Frozen):
    """A mistake as ``companion variants check`` prints it, with its line; None if it has none."""

    line: int | None
    text: str


class FileReport(Frozen):
    """The report on a file with this `text`, and the rows that a tap can change.

    `name` is that of the file without ``.toml``, and `exists` is whether another variant of the
    user has it. `refused` is the reason why a tap changed nothing, or "". Only an adding game
    without mistakes has `cards`, `add_ons`, a `target`, and in `intro` its most important other
    rules in two sentences.
    """

    text: str
    name: str
    title: str
    exists: bool
    problems: list[FileProblem]
    refused: str
    target: int = 0
    intro: str = ""
    cards: list[editor.CardLine] = []
    add_ons: list[editor.AddOnRow] = []


def report_on(
    text: str, name: str, judged: FileJudgement, below: Content, refused: str, *, exists: bool
) -> FileReport:
    """Return the report on a text that was judged; `below` is the merged content of its base."""
    variant, error = judged.variant, judged.error
    problems = []
    if error is not None:
        why = VariantError(error.reason, error.key, line=error.line)
        problems = [FileProblem(error.line, str(why))]
    report = FileReport(text, name, judged.content.get("title", ""), exists, problems, refused)
    if not isinstance(variant, AddingVariant):
        return report
    return msgspec.structs.replace(
        report,
        target=variant.target,
        intro=intro(adding_rules_in_force(variant, {}, variant.players[0])),
        cards=editor.card_rows(variant, below),
        add_ons=editor.add_on_rows(variant.target, judged.content, below),
    )


MAX_NAME_LENGTH = 40
"""Maximum characters of a file's name without ``.toml``, the same as for its title."""

NAMELESS = "our-game"
"""The name of a file whose title has no ASCII letter or digit."""


class VariantStore:
    """The loaded variants, and the folder of the user's own. Thread-safe.

    Attributes:
        shelf: the variants that can be played now.

    Args:
        folder: the folder of the user's variants, created at the first save; None disables saving.
        shelve: receives all playable variants, after each save or deletion.
    """

    def __init__(
        self, folder: Path | None, shelve: Callable[[Mapping[str, Variant]], None]
    ) -> None:
        self._folder = folder
        self._shelve = shelve
        self._writing = threading.Lock()
        self.shelf = load_variants(folder)

    def open(self, name: str, house: Mapping[str, Any], *, itself: bool = False) -> FileReport:
        """Return the report on a new file that extends a variant with these house rules.

        With `itself`, return the report on the variant's own file.

        Raises:
            RequestError: there is no such variant, or it is not the user's own.
        """
        shelf = self.shelf
        text = self.text(name) if itself and name in shelf.own else None
        if text is not None:
            return self.check(text, name)
        variant = shelf.variants.get(name)
        if variant is None or itself:
            raise RequestError(_not_found(name))
        ours = phrase("Another {title}") if name in shelf.own else phrase("Our {title}")
        title = render(ours.filled(title=translated(variant.title)))[:MAX_NAME_LENGTH]
        return self.check(
            written({"extends": name, "title": title, **house_in_file(house, shelf.contents[name])})
        )

    def check(self, text: str, name: str = "", change: FileChange | None = None) -> FileReport:
        """Return the report on a text, changed by a tap if the result can be played; save nothing.

        Args:
            text: the text of the file.
            name: the user's variant being edited, or "" for a new one.
            change: the change made by the tap.
        """
        shelf = self.shelf
        stem, judged, below = self._judged(text, name, shelf)
        refused = ""
        if change is not None and isinstance(judged.variant, AddingVariant):
            changed = written(change.applied(read_content(text), judged.content, below))
            again = self._judged(changed, name, shelf)
            if (error := again[1].error) is not None:
                refused = f"{VariantError(error.reason, error.key)}."
            else:
                text, (stem, judged, below) = changed, again
        return report_on(
            text, stem, judged, below, refused, exists=stem in shelf.own and stem != name
        )

    def save(self, text: str, file: str = "", *, instead: bool = False) -> str:
        """Save the text of a variant of any family and reload all variants.

        Return the name of its file.

        Args:
            text: the text of the file.
            file: its name; for "" a new one is made from the title.
            instead: whether it may replace the user's variant of that name.

        Raises:
            RequestError: it cannot be played, the name is taken, or the folder cannot be
                written.
        """
        text = text.removeprefix("\N{BOM}")
        name = Path(file.replace("\\", "/")).name.removesuffix(".toml")
        with self._writing:
            shelf = load_variants(self._folder)
            stem, _, _ = self._judged(text, name, shelf)
            return self._put(stem, text, shelf, instead=instead)

    def text(self, name: str) -> str | None:
        """Return the file of a loaded variant; None if there is none of this name."""
        shelf = self.shelf  # Another thread may replace it.
        if name not in shelf.variants:
            return None
        if name not in shelf.own:
            return bundled_text(shelf.variants[name])
        try:
            return None if self._folder is None else text_of(self._folder / f"{name}.toml")
        except ForeignError:  # It was deleted or replaced in the meantime.
            return None

    def _judged(self, text: str, name: str, shelf: Shelf) -> tuple[str, FileJudgement, Content]:
        """Return the name of a text's file, its judgment, and the merged content of its base."""
        extended = {other: content.get("extends", "") for other, content in shelf.contents.items()}
        base = parent_of(text)
        judged = judge(name, text, shelf.contents, extended | {name: base})
        title = judged.content.get("title", NAMELESS)
        return _file_name(name, title, shelf), judged, shelf.contents.get(base, {})

    def _put(self, name: str, text: str, shelf: Shelf, *, instead: bool) -> str:
        """Judge a text among the other files, write it, and reload all variants."""
        folder = self._folder
        if folder is None:
            raise RequestError(
                phrase("This box has no folder for your own games: set one in companion.toml.")
            )
        data = text.encode("utf-8", "replace")
        self._check_place(folder, name, shelf, instead=instead)
        after = load_variants(folder, unsaved={name: text})
        for problem in after.problems:
            if problem.file == f"{name}.toml":
                error = VariantError(problem.reason, problem.key, line=problem.line)
                raise RequestError(phrase("This game cannot be played: {why}.", why=error.placed))
        _check_extended(shelf, [other for other in shelf.own if other not in after.variants])
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(folder / f"{name}.toml", data)
        except OSError as error:
            raise RequestError(
                phrase("The game was not saved: {why}.", why=error.strerror)
            ) from None
        self._reload(folder)
        return name

    def delete(self, name: str) -> None:
        """Delete the user's variant of this name.

        Raises:
            RequestError: there is none, another one extends it, or the folder cannot be written.
        """
        with self._writing:
            folder, shelf = self._folder, load_variants(self._folder)
            if folder is None or name not in shelf.own:
                raise RequestError(_not_found(name))
            own = [other for other in shelf.own if shelf.contents[other].get("extends") == name]
            _check_extended(shelf, own)
            try:
                (folder / f"{name}.toml").unlink()
            except OSError as error:
                raise RequestError(
                    phrase("The game was not deleted: {why}.", why=error.strerror)
                ) from None
            self._reload(folder)

    def _reload(self, folder: Path) -> None:
        self.shelf = load_variants(folder)
        self._shelve(self.shelf.variants)

    def _check_place(self, folder: Path, name: str, shelf: Shelf, *, instead: bool) -> None:
        """Raise RequestError if a file of this `name` cannot be written."""
        if (folder / f"{name}.toml").exists():
            if not instead:
                title = shelf.variants[name].title if name in shelf.variants else f"{name}.toml"
                exists = phrase("You already have a game {title}.", title=title)
                raise RequestError(exists, 409, {"exists": name})
        elif len(list(folder.glob("*.toml")) if folder.is_dir() else []) >= MAX_FILES:
            raise RequestError(phrase("The folder already has {n} games.", n=MAX_FILES))


def _not_found(name: str) -> Words:
    return phrase("Game {name} not found.", name=repr(name[:MAX_NAME_LENGTH]))


def _check_extended(shelf: Shelf, names: Sequence[str]) -> None:
    """Raise RequestError if one of these variants could no longer be played."""
    if names:
        title = translated(shelf.variants[names[0]].title)
        raise RequestError(
            phrase("{title} extends this game and could no longer be played.", title=title)
        )


def _plain_name(title: str) -> str:
    """Return a name of lower-case letters, digits and hyphens: "Our 99" is ``our-99``."""
    letters = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters)[:MAX_NAME_LENGTH].strip("-") or NAMELESS


def _file_name(name: str, title: str, shelf: Shelf) -> str:
    """Return the name of a file: a user's variant keeps its own, any other is made plain."""
    if name in shelf.own:
        return name
    plain = _plain_name(name or title)
    return f"our-{plain}" if plain in shelf.variants and plain not in shelf.own else plain
