"""The report on the text of a variant file: its mistakes, and the changes that a tap can make."""

import msgspec

from companion.core.family import Content
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


class FileChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


class FileProblem(msgspec.Struct, frozen=True):
    """A mistake as ``companion variants check`` prints it, with its line; None if it has none."""

    line: int | None
    text: str


class FileReport(msgspec.Struct, frozen=True):
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
    problems = [
        FileProblem(error.line, str(VariantError(error.reason, error.key, line=error.line)))
        for error in judged.errors
    ]
    variant = judged.variant
    report = FileReport(text, name, judged.content.get("title", ""), exists, problems, refused)
    if not isinstance(variant, AddingVariant):
        return report
    return msgspec.structs.replace(
        report,
        target=variant.target,
        intro=intro(adding_rules_in_force(variant, {}, variant.players[0])),
        cards=card_rows(variant, below),
        add_ons=add_on_rows(variant.target, judged.content, below),
    )
