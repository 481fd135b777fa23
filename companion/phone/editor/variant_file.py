"""The file of a variant as text: its writer, its mistakes, and the changes that a tap can make."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.core.frozen import Frozen
from companion.core.variant_keys import Content
from companion.errors import VariantError
from companion.games.adding.description import intro
from companion.games.adding.editor import (
    AddOnRow,
    CardLine,
    add_on_rows,
    card_rows,
    load_add_ons,
    with_card,
    with_or_without_add_on,
)
from companion.games.adding.rules import adding_rules_in_force
from companion.games.adding.variant import AddingVariant, CardEntry
from companion.variants.reading import FileJudgement


def written(content: Content) -> str:
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
        for add_on in load_add_ons():
            if add_on.name == self.add_on:
                return with_or_without_add_on(raw, merged, below, add_on)
        return with_card(raw, merged, self.card, self.entry)


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
    cards: list[CardLine] = []
    add_ons: list[AddOnRow] = []


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
    return replace(
        report,
        target=variant.target,
        intro=intro(adding_rules_in_force(variant, {}, variant.players[0])),
        cards=card_rows(variant, below),
        add_ons=add_on_rows(variant.target, judged.content, below),
    )
