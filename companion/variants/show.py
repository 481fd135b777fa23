"""`companion variants`: what can be played, what one variant is like, what is wrong with a file.

Plain text of at most `COLUMNS` columns, each function ending its last line.
"""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

from companion.errors import VariantError
from companion.rules.adding.rules import adding_rules_in_force
from companion.rules.adding.variant import AddingVariant
from companion.rules.variant import Variant
from companion.variants import Shelf, extended_beside, load_variants, own_files
from companion.variants.card_table import Rows, card_rows
from companion.variants.round_table import deal_rows, round_rows, trick_rows
from companion.variants.rule_table import provenance_line, rule_rows

COLUMNS = 78
LEFT = 20
"""The widest left column of a table; longer names go on to a second line."""

NAME = 32
"""The widest column of names; a longer name has a line of its own, so that it can be copied."""

GAP = "  "


class CheckReport(NamedTuple):
    """What `check` found: a line or more for each file, and whether all of them can be played."""

    text: str
    plays: bool


def list_text(shelf: Shelf) -> str:
    """Every variant on a line: name, title, players, provenance; own ones are marked with a star."""
    names = {name: f"{name} *" if name in shelf.own else name for name in shelf.variants}
    players = {name: _players(variant) for name, variant in shelf.variants.items()}
    width = min(NAME, max(map(len, names.values()), default=0))
    players_width = max(map(len, players.values()), default=0)
    title_width = COLUMNS - width - players_width - len("reconstructed") - 3 * len(GAP)
    lines = []
    for variant in shelf.variants.values():
        name = names[variant.name]
        if len(name) > width:
            lines.append(name)
            name = ""
        title, *more = wrap(variant.title, title_width)
        columns = (
            name.ljust(width),
            title.ljust(title_width),
            players[variant.name].ljust(players_width),
            variant.provenance,
        )
        lines += [GAP.join(columns), *(" " * width + GAP + rest for rest in more)]
    if shelf.own:
        lines += ["", "* a game of your own"]
    return _text(lines)


def problems_text(shelf: Shelf) -> str:
    """What is wrong with the files that cannot be played, a line for each; empty when all can."""
    return _text([str(problem) for problem in shelf.problems])


def show_text(variant: Variant) -> str:
    """The rules of `variant` as tables to lay beside the deck; its last line is the provenance."""
    tables = _tables(variant)
    width = min(LEFT, max(len(left) for rows in tables for left, _ in rows))
    return _text(
        [
            *wrap(f"{variant.title} ({variant.name})", COLUMNS),
            "",
            *(line for rows in tables for line in (*_table(rows, width), "")),
            *wrap(variant.source, COLUMNS),
            provenance_line(variant),
        ]
    )


def _tables(variant: Variant) -> tuple[Rows, ...]:
    if isinstance(variant, AddingVariant):
        rules = adding_rules_in_force(variant, {}, variant.players[0])
        return card_rows(rules), rule_rows(variant)
    return deal_rows(variant), round_rows(variant), trick_rows(variant)


def check(files: Iterable[Path], folder: Path | None = None) -> CheckReport:
    """Whether each of `files` can be played, beside the variants of `folder` and those that come along.

    A file may extend another of `files`, or one that lies beside it; what is wrong with that is told when
    they cannot be played. One that lies in `folder` is not taken for its own double. A `folder` that cannot
    be read has a line of its own, as the variants in it were not looked at.
    """
    paths = list(dict.fromkeys(files))
    lying = {}
    unread = []
    try:
        lying = {path.resolve(): path for path in own_files(folder)}
    except VariantError as error:
        unread.append(str(error))
    named = [path for path in paths if path.resolve() not in lying]
    beside = extended_beside(named)
    shelf = load_variants(folder, [*named, *beside])
    lines = []
    plays = True
    for path in paths:
        read = str(lying.get(path.resolve(), path))
        wrong = [problem for problem in shelf.problems if problem.file == read]
        plays = plays and not wrong
        lines += [str(VariantError(problem.reason, problem.key, str(path))) for problem in wrong]
        if not wrong:
            lines.append(f"{path}: plays. {shelf.variants[path.stem].title}")
    if not plays:
        lines += [str(problem) for path in beside for problem in shelf.problems if problem.file == str(path)]
    return CheckReport(_text([*lines, *unread]), plays)


def _players(variant: Variant) -> str:
    fewest, most = variant.players
    return f"{fewest}+" if most is None else f"{fewest}-{most}"


def _table(rows: Sequence[tuple[str, str]], width: int) -> list[str]:
    lines = []
    for left, right in rows:
        halves = zip_longest(wrap(left, width), wrap(right, COLUMNS - width - len(GAP)), fillvalue="")
        lines += [(one.ljust(width) + GAP + other).rstrip() for one, other in halves]
    return lines


def _text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
