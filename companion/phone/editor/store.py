"""Stores the user's variants: judges drafts, saves files in the user's folder, reloads all variants.

The same file reader as in `companion variants check` decides what is valid, and nothing here does. A game in
progress keeps the variant that it began with, whatever is saved meanwhile.
"""

import re
import threading
import unicodedata
from collections.abc import Callable, Mapping
from importlib import resources
from pathlib import Path
from typing import Final

import msgspec

from companion.errors import CompanionError, ForeignError, VariantError
from companion.foreign.files import text_of
from companion.message import Words, phrase, render
from companion.phone.editor.adding.draft import Draft, file_of, full_draft, whole_draft
from companion.phone.editor.adding.recipes import tapped
from companion.phone.editor.adding.report import DraftReport, report_on
from companion.rules.family import Variant
from companion.rules.variant_file import finish_variant, parse_variant
from companion.table.files import write_whole
from companion.text.variants import translated
from companion.variants import MOST_FILES, Shelf, load_variants
from companion.variants.family import for_family as description_of

replace = msgspec.structs.replace

LONGEST_NAME: Final = 40
"""Maximum characters of a file's name without ``.toml``, as many as its title may have."""

NAMELESS: Final = "our-game"
"""The name of a file whose title has no ASCII letter or digit."""


class VariantStoreError(CompanionError):
    """A variant was not saved; the message is one sentence, `exists` the variant that it would replace."""

    def __init__(self, sentence: Words, *, exists: str = "") -> None:
        self.exists = exists
        super().__init__(sentence)


class VariantStore:
    """The loaded variants, and the folder of the user's own. Thread-safe.

    Attributes:
        shelf: the variants that can be played now.

    Args:
        folder: the folder of the user's variants, created at the first save; None disables saving.
        shelve: receives all variants that can be played, after each save.
    """

    def __init__(self, folder: Path | None, shelve: Callable[[Mapping[str, Variant]], None]) -> None:
        self._folder = folder
        self._shelve = shelve
        self._writing = threading.Lock()
        self.shelf = load_variants(folder)

    def open(self, name: str) -> Draft:
        """Return a variant for the editor: the user's own unchanged, others as the base of a new one.

        Raises:
            VariantStoreError: there is no such variant, or it is no adding game.
        """
        shelf = self.shelf
        variant = shelf.variants.get(name)
        if variant is None:
            raise VariantStoreError(phrase("There is no game {name} here.", name=repr(name[:LONGEST_NAME])))
        _check_editable(variant)
        game = full_draft(name, shelf.said[name])
        if name in shelf.own:
            return game
        title = render(phrase("Our {title}", title=translated(game.title)))[:LONGEST_NAME]
        rules = game.rules | {"provenance": "own", "source": "", "listed": ""}
        return replace(game, name="", extends=name, title=title, rules=rules)

    def check(self, draft: Draft, recipe: str = "") -> DraftReport:
        """Return everything known about a draft; save nothing.

        A `recipe` is first laid over it, or lifted if it lies there.

        Raises:
            VariantStoreError: it is based on a trick game or a points game.
            DraftError: there is no such recipe.
        """
        shelf = self.shelf
        name = self._file_name(draft, shelf)
        below = self._below(draft, shelf)
        if recipe:
            draft = tapped(whole_draft(draft, below), below, recipe)
        return report_on(
            draft,
            below,
            lambda other: self._judged(other, shelf),
            name,
            exists=name in shelf.own and name != draft.name,
        )

    def save(self, draft: Draft, *, instead: bool = False) -> str:
        """Save a draft and reload all variants; return the name of its file.

        `instead` lets it replace the user's variant of that name.

        Raises:
            VariantStoreError: it cannot be played, the name is taken, or the folder cannot be written.
        """
        with self._writing:
            shelf = load_variants(self._folder)
            text = file_of(draft, self._below(draft, shelf))
            try:
                self._judged(draft, shelf)
            except VariantError as error:
                raise _unplayable(error) from None
            return self._put(self._file_name(draft, shelf), text, shelf, instead=instead)

    def load(self, file: str, text: str, *, instead: bool = False) -> str:
        """Save the text of a whole `file`, of any family of games; return its name.

        Raises:
            VariantStoreError: as for `save`.
        """
        with self._writing:
            name = _plain_name(Path(file.replace("\\", "/")).name.removesuffix(".toml"))
            shelf = load_variants(self._folder)
            return self._put(_not_bundled(name, shelf), text.removeprefix("\N{BOM}"), shelf, instead=instead)

    def text(self, name: str) -> str | None:
        """Return the file of a loaded variant; None if there is none of this name."""
        shelf = self.shelf  # another thread may replace it
        if name not in shelf.variants:
            return None
        if name not in shelf.own:
            return (resources.files("companion.variants") / f"{name}.toml").read_text("utf-8")
        try:
            return None if self._folder is None else text_of(self._folder / f"{name}.toml")
        except ForeignError:  # it was deleted or replaced since
            return None

    def _below(self, draft: Draft, shelf: Shelf) -> Draft | None:
        """Return the base of a draft; None for none, or if that variant cannot be one."""
        if not draft.extends or draft.extends not in shelf.said:
            return None
        _check_editable(shelf.variants[draft.extends])
        return full_draft(draft.extends, shelf.said[draft.extends])

    def _judged(self, draft: Draft, shelf: Shelf) -> Variant:
        """Return the variant that the file of a draft makes.

        Raises:
            VariantError: the file is invalid; the error names key and reason.
        """
        name = self._file_name(draft, shelf)
        way = draft.extends
        while way and way != name:
            way = shelf.said.get(way, {}).get("extends", "")
        if way:
            raise VariantError(
                phrase("goes in a circle: it is built on a game that is built on it"), "extends"
            )
        return finish_variant(name, parse_variant(file_of(draft, self._below(draft, shelf)), shelf.said))

    def _file_name(self, draft: Draft, shelf: Shelf) -> str:
        """Return the file's name: an existing one stays, a new one is made from the title."""
        if draft.name in shelf.own and draft.name:
            return draft.name
        return _not_bundled(_plain_name(draft.title), shelf)

    def _put(self, name: str, text: str, shelf: Shelf, *, instead: bool) -> str:
        """Judge a text among the other files, write it, and reload all variants."""
        folder = self._folder
        if folder is None:
            raise VariantStoreError(
                phrase("This box has no folder for games of its own: companion.toml says where.")
            )
        written = text.encode("utf-8", "replace")
        self._check_place(folder, name, shelf, instead=instead)
        after = load_variants(folder, unsaved={name: text})
        for problem in after.problems:
            if problem.file == f"{name}.toml":
                raise _unplayable(VariantError(problem.reason, problem.key))
        lost = [other for other in shelf.own if other not in after.variants]
        if lost:
            title = translated(shelf.variants[lost[0]].title)
            raise VariantStoreError(
                phrase("{title} is built on this game and could not be played any more.", title=title)
            )
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(folder / f"{name}.toml", written)
        except OSError as error:
            raise VariantStoreError(phrase("The game was not saved: {why}.", why=error.strerror)) from None
        self.shelf = load_variants(folder)
        self._shelve(self.shelf.variants)
        return name

    def _check_place(self, folder: Path, name: str, shelf: Shelf, *, instead: bool) -> None:
        """Raise VariantStoreError if a file of this `name` cannot be written."""
        if (folder / f"{name}.toml").exists():
            if not instead:
                title = shelf.variants[name].title if name in shelf.variants else f"{name}.toml"
                exists = phrase("There is a game {title} of yours already.", title=title)
                raise VariantStoreError(exists, exists=name)
        elif len(list(folder.glob("*.toml")) if folder.is_dir() else []) >= MOST_FILES:
            raise VariantStoreError(phrase("The folder has {n} games already.", n=MOST_FILES))


def _check_editable(variant: Variant) -> None:
    """Raise VariantStoreError for a variant of a family that the page cannot edit."""
    why = description_of(variant).why_not_edited(variant.title)
    if why:
        raise VariantStoreError(why)


def _unplayable(error: VariantError) -> VariantStoreError:
    return VariantStoreError(phrase("This game cannot be played: {why}.", why=error.placed))


def _plain_name(title: Words) -> str:
    """Return a name of lower-case letters, digits and hyphens: "Our 99" is ``our-99``."""
    letters = unicodedata.normalize("NFKD", render(title)).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "-", letters)[:LONGEST_NAME].strip("-")
    return name or NAMELESS


def _not_bundled(name: str, shelf: Shelf) -> str:
    """Return the name, or another one if a bundled variant has it."""
    taken = {other for other in shelf.variants if other not in shelf.own}
    return f"our-{name}" if name in taken else name
