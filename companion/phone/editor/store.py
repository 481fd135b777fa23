"""Stores the user's variants: judges drafts, saves files in the user's folder, reloads all variants.

The same file reader as in `companion variants check` decides what is valid, and nothing here does. A game in
progress keeps the variant that it began with, whatever is saved meanwhile.
"""

import threading
from collections.abc import Callable, Mapping
from importlib import resources
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.errors import CompanionError, VariantError, reason
from companion.phone.editor.draft import Draft, file_of, full_draft, whole_draft, yours
from companion.phone.editor.files import LONGEST_NAME, plain_name, write_whole
from companion.phone.editor.fixes import Diagnostic, problems_of
from companion.phone.editor.form import TurnChoice, editor_rows, turn_choices
from companion.phone.editor.reachability import SHORT_OF, Warned, preview_row, warnings
from companion.rules.adding.effects import Effect
from companion.rules.adding.file import read_cards
from companion.rules.adding.in_force import adding_rules_in_force, effect_of
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.variant import AddingVariant
from companion.rules.cards import SUITS, parse_card
from companion.rules.points.variant import PointsVariant
from companion.rules.variant import Variant
from companion.rules.variant_file import finish_variant, parse_variant
from companion.text.card_table import Rows, card_rows
from companion.text.language import gettext as _
from companion.text.reasons import worded
from companion.text.variants import translated
from companion.variants import Shelf, load_variants

replace = msgspec.structs.replace

MOST_DOTS: Final = 500
"""Dots in a line of a variant file: a key of thousands of parts takes a TOML parser minutes."""

LARGEST: Final = 60 * 1024
"""Bytes of a variant file; the largest bundled one has two thousand."""

MOST: Final = 200
"""Maximum number of user variants, so that a phone cannot fill the disk."""


class VariantStoreError(CompanionError):
    """A variant was not saved; the message is one sentence, `exists` the variant that it would replace."""

    def __init__(self, sentence: str, *, exists: str = "") -> None:
        self.exists = exists
        super().__init__(sentence)


class DraftReport(msgspec.Struct, frozen=True, rename="camel"):
    """The check of a draft: `wrong` are the rows of cards with a problem, `yours` those that differ.

    `parent` has its title, and `calls` what is said with cards, as the phone reads them. `turns` is what a
    card may do besides the total, `rows` are the other rules. `preview_row` shows each card's result for
    `total`; `name` is its file's name, `exists` whether another variant of the user has it.
    """

    draft: Draft
    parent: Draft | None
    problems: tuple[Diagnostic, ...]
    warnings: list[Warned]
    wrong: list[str]
    yours: list[str]
    turns: list[TurnChoice]
    rows: list[dict[str, Any]]
    cards: Rows
    calls: dict[str, str]
    total: int
    preview: list[Any] = msgspec.field(name="strip")
    toml: str
    name: str
    exists: bool


class VariantStore:
    """The loaded variants, and the folder of the user's own. Thread-safe.

    Args:
        folder: the folder of the user's variants, created at the first save; None disables saving.
        shelve: receives all variants that can be played, after each save.
    """

    def __init__(self, folder: Path | None, shelve: Callable[[Mapping[str, Variant]], None]) -> None:
        self._folder = folder
        self._shelve = shelve
        self._writing = threading.Lock()
        self._shelf = load_variants(folder)

    @property
    def shelf(self) -> Shelf:
        """The variants that can be played now."""
        return self._shelf

    def open(self, name: str) -> Draft:
        """Return a variant for the editor: the user's own unchanged, others as the base of a new one.

        Raises:
            VariantStoreError: there is no such variant, or it is no adding game.
        """
        shelf = self._shelf
        variant = shelf.variants.get(name)
        if variant is None:
            raise VariantStoreError(_("There is no game {name} here.").format(name=repr(name[:LONGEST_NAME])))
        if not isinstance(variant, AddingVariant):
            raise _not_editable(variant)
        game = full_draft(name, shelf.said[name])
        if name in shelf.own:
            return game
        title = _("Our {title}").format(title=translated(game.title))[:LONGEST_NAME]
        rules = game.rules | {"provenance": "own", "source": "", "listed": ""}
        return replace(game, name="", extends=name, title=title, rules=rules)

    def check(self, draft: Draft) -> DraftReport:
        """Return everything known about a draft; save nothing.

        Raises:
            VariantStoreError: it is based on a trick game or a points game.
        """
        shelf = self._shelf
        below = self._below(draft, shelf)
        whole = whole_draft(draft, below)
        problems, settled = problems_of(whole, below, lambda other: self._wrong(other, shelf))
        rules = self._rules(settled, shelf)
        wrong = list(dict.fromkeys(card for problem in problems for card in problem.cards))
        if rules is not None:
            rules = _as_written(rules, whole, wrong)
        name = self._file_name(draft, shelf)
        return DraftReport(
            draft=whole,
            parent=below and replace(below, title=translated(below.title)),
            problems=problems,
            warnings=warnings(rules) if rules is not None and not problems else [],
            wrong=wrong,
            yours=yours(whole, below),
            turns=turn_choices(whole.cards),
            rows=editor_rows(whole.rules),
            cards=card_rows(rules) if rules is not None else (),
            calls={said: translated(said) for said in _calls(whole)},
            total=rules.target - SHORT_OF if rules is not None else 0,
            preview=preview_row(rules, rules.target - SHORT_OF) if rules is not None else [],
            toml=file_of(whole, below),
            name=name,
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
            error = self._wrong(draft, shelf)
            if error is not None:
                raise _unplayable(error)
            return self._put(self._file_name(draft, shelf), text, shelf, instead=instead)

    def load(self, file: str, text: str, *, instead: bool = False) -> str:
        """Save the text of a whole `file`, of either family of games; return its name.

        Raises:
            VariantStoreError: as for `save`.
        """
        with self._writing:
            name = plain_name(Path(file.replace("\\", "/")).name.removesuffix(".toml"))
            shelf = load_variants(self._folder)
            return self._put(_not_bundled(name, shelf), text.removeprefix("\N{BOM}"), shelf, instead=instead)

    def text(self, name: str) -> str | None:
        """Return the file of a loaded variant; None if there is none of this name."""
        shelf = self._shelf
        if name not in shelf.variants:
            return None
        if name not in shelf.own:
            return (resources.files("companion.variants") / f"{name}.toml").read_text("utf-8")
        try:
            return None if self._folder is None else (self._folder / f"{name}.toml").read_text("utf-8-sig")
        except (OSError, UnicodeDecodeError):  # it was deleted or replaced since
            return None

    def _below(self, draft: Draft, shelf: Shelf) -> Draft | None:
        """Return the base of a draft; None for none, or if that variant cannot be one."""
        if not draft.extends or draft.extends not in shelf.said:
            return None
        said = shelf.said[draft.extends]
        if not isinstance(shelf.variants[draft.extends], AddingVariant):
            raise _not_editable(shelf.variants[draft.extends])
        return full_draft(draft.extends, said)

    def _wrong(self, draft: Draft, shelf: Shelf) -> VariantError | None:
        """Return the first problem in the file of a draft; None if it can be played."""
        try:
            self._judged(draft, shelf)
        except VariantError as error:
            return error
        return None

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
                reason("goes in a circle: it is built on a game that is built on it"), "extends"
            )
        return finish_variant(name, parse_variant(file_of(draft, self._below(draft, shelf)), shelf.said))

    def _rules(self, draft: Draft, shelf: Shelf) -> AddingRules | None:
        try:
            variant = self._judged(draft, shelf)
        except VariantError:
            return None
        if not isinstance(variant, AddingVariant):
            return None
        return adding_rules_in_force(variant, {}, variant.players[0])

    def _file_name(self, draft: Draft, shelf: Shelf) -> str:
        """Return the file's name: an existing one stays, a new one is made from the title."""
        if draft.name in shelf.own and draft.name:
            return draft.name
        return _not_bundled(plain_name(draft.title), shelf)

    def _put(self, name: str, text: str, shelf: Shelf, *, instead: bool) -> str:
        """Judge a text among the other files, write it, and reload all variants."""
        folder = self._folder
        if folder is None:
            raise VariantStoreError(
                _("This box has no folder for games of its own: companion.toml says where.")
            )
        written = text.encode("utf-8", "replace")
        if len(written) > LARGEST:
            raise VariantStoreError(_("A game's file has at most {n} KiB.").format(n=LARGEST // 1024))
        if any(line.count(".") > MOST_DOTS for line in text.splitlines()):
            raise VariantStoreError(_("A line of a game's file has at most {n} dots.").format(n=MOST_DOTS))
        self._check_place(folder, name, shelf, instead=instead)
        after = load_variants(folder, unsaved={name: text})
        for problem in after.problems:
            if problem.file == f"{name}.toml":
                raise _unplayable(VariantError(problem.reason, problem.key))
        lost = [other for other in shelf.own if other not in after.variants]
        if lost:
            built = _("{title} is built on this game and could not be played any more.")
            raise VariantStoreError(built.format(title=translated(shelf.variants[lost[0]].title)))
        try:
            write_whole(folder, f"{name}.toml", written)
        except OSError as error:
            raise VariantStoreError(_("The game was not saved: {why}.").format(why=error.strerror)) from None
        self._shelf = load_variants(folder)
        self._shelve(self._shelf.variants)
        return name

    def _check_place(self, folder: Path, name: str, shelf: Shelf, *, instead: bool) -> None:
        """Raise VariantStoreError if a file of this `name` cannot be written."""
        if (folder / f"{name}.toml").exists():
            if not instead:
                title = shelf.variants[name].title if name in shelf.variants else f"{name}.toml"
                exists = _("There is a game {title} of yours already.").format(title=title)
                raise VariantStoreError(exists, exists=name)
        elif len(list(folder.glob("*.toml")) if folder.is_dir() else []) >= MOST:
            raise VariantStoreError(_("The folder has {n} games already.").format(n=MOST))


def _calls(draft: Draft) -> set[str]:
    """Return what is said with cards, in the words of the file."""
    said = (entry.get("call") for entry in draft.cards.values())
    return {call for call in said if isinstance(call, str) and call}


def _not_editable(variant: Variant) -> VariantStoreError:
    if isinstance(variant, PointsVariant):
        why = _("{title} is a points game: change its file with a text editor.")
    else:
        why = _("{title} is a trick game: change its file with a text editor.")
    return VariantStoreError(why.format(title=translated(variant.title)))


def _unplayable(error: VariantError) -> VariantStoreError:
    return VariantStoreError(_("This game cannot be played: {why}.").format(why=worded(error.placed)))


def _not_bundled(name: str, shelf: Shelf) -> str:
    """Return the name, or another one if a bundled variant has it."""
    taken = {other for other in shelf.variants if other not in shelf.own}
    return f"our-{name}" if name in taken else name


def _as_written(rules: AddingRules, draft: Draft, wrong: list[str]) -> AddingRules:
    """Return the rules with the cards of `wrong` doing what the draft says, if that is unambiguous."""
    effects: dict[tuple[str, str | None], Effect] = dict(rules.effects)
    for key in wrong:
        try:
            entry = read_cards({key: draft.cards.get(key, {})})[key]
        except VariantError:
            continue
        card = parse_card(key)
        effect = effect_of(card.rank, entry, rules.target)
        keys = [card.suit] if card.suit or card.is_joker else [*SUITS, None]
        effects |= {(card.rank, suit): effect for suit in keys}
    return replace(rules, effects=effects)
