"""Shows variants: as plain text for `companion variants`, as data for files and the protocol."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from os.path import realpath
from pathlib import Path
from textwrap import wrap
from typing import Any, NamedTuple

from companion.core.family import Rules, Variant
from companion.core.options import Option
from companion.core.variant_keys import Content, plain
from companion.errors import VariantError
from companion.games import family_of
from companion.message import ENGLISH, Words, phrase, render, using
from companion.variants import Shelf, extended_beside, load_named, read_file
from companion.variants.reading import read_content
from companion.words.numbers import Rows
from companion.words.variants import provenance_words, translated

COLUMNS = 78
LEFT = 20
"""The maximum width of a table's left column; longer names continue on a second line."""

NAME = 32
"""The maximum width of the column of names;
a longer name gets a line of its own, to be copied whole.
"""

GAP = "  "


class CheckReport(NamedTuple):
    """The result of `check`: one or more lines for each file, doubts about keys included,
    and whether all files can be played.
    """

    text: str
    plays: bool


def list_text(shelf: Shelf) -> str:
    """Return every variant on a line: name, title, players and provenance;
    a star marks the user's own.
    """
    rows = [
        (
            f"{name} *" if name in shelf.own else name,
            str(translated(variant.title)),
            _players(variant),
            str(provenance_words(variant.provenance).label),
        )
        for name, variant in shelf.variants.items()
    ]
    names, _titles, players, provenances = (
        max(map(len, column), default=0) for column in zip(*rows, strict=True)
    )
    width = min(NAME, names)
    title_width = COLUMNS - width - players - provenances - 3 * len(GAP)
    lines: list[Words] = []
    for name, title, count, provenance in rows:
        is_long = len(name) > width
        if is_long:
            lines.append(name)
        first, *more = wrap(title, title_width)
        columns = (
            ("" if is_long else name).ljust(width),
            first.ljust(title_width),
            count.ljust(players),
            provenance,
        )
        lines += [GAP.join(columns), *(" " * width + GAP + rest for rest in more)]
    if shelf.own:
        lines += ["", phrase("* a game of your own")]
    return _text(lines)


def problems_text(shelf: Shelf) -> str:
    """Return a line for each problem of the files that cannot be played; "" if there are none."""
    return _text([str(problem) for problem in shelf.problems])


def show_text(variant: Variant) -> str:
    """Return the rules of `variant` as tables to print, with the provenance at the end."""
    tables = [
        [(render(left), render(right)) for left, right in rows]
        for rows in family_of(variant).rule_tables(variant)
    ]
    width = min(LEFT, max(len(left) for rows in tables for left, _ in rows))
    return _text(
        [
            *wrap(f"{translated(variant.title)} ({variant.name})", COLUMNS),
            "",
            *(line for rows in tables for line in (*_table(rows, width), "")),
            *wrap(str(translated(variant.source)), COLUMNS),
            provenance_words(variant.provenance).sentence,
        ]
    )


def check(files: Iterable[Path], folder: Path | None = None) -> CheckReport:
    """Check whether `files` can be played, together with the bundled variants and those of
    `folder`.

    A file may extend another of `files`, or one in the same folder, whose problems are reported if
    the files cannot be played. A file in `folder` does not clash with itself. A `folder` that
    cannot be read gets a line of its own, because the variants in it were not checked.
    """
    paths = {realpath(path): path for path in files}.values()
    shelf, wrong = load_named(paths, folder)
    lines: list[Words] = []
    for path in paths:
        problems = [str(problem) for problem in wrong if problem.file == str(path)]
        lines += problems
        if not problems:
            variant = shelf.variants[path.stem]
            lines.append(phrase("{file}: OK. {title}", file=path, title=translated(variant.title)))
            own = read_content(read_file(path).text)
            below = shelf.contents.get(own.get("extends", ""), {})
            lines += [
                str(VariantError(doubt, key, str(path)))
                for key, doubt in family_of(variant).doubts(variant, own, below)
            ]
    for other in (*(extended_beside(paths) if wrong else ()), folder):
        lines += [str(problem) for problem in shelf.problems if problem.file == str(other)]
    return CheckReport(_text(lines), not wrong)


def _players(variant: Variant) -> str:
    fewest, most = variant.players
    if fewest == most:
        return str(fewest)
    return f"{fewest}+" if most is None else f"{fewest}-{most}"


def _table(rows: Sequence[tuple[str, str]], width: int) -> list[str]:
    lines = []
    for left, right in rows:
        halves = zip_longest(
            wrap(left, width), wrap(right, COLUMNS - width - len(GAP)), fillvalue=""
        )
        lines += [(left.ljust(width) + GAP + other).rstrip() for left, other in halves]
    return lines


def _text(lines: Sequence[Words]) -> str:
    return "".join(f"{line}\n" for line in lines)


def variant_content(variant: Variant) -> Content:
    """Return the whole content of a file that describes `variant` and does not extend another one.

    >>> from companion.variants import load_variants
    >>> variant_content(load_variants().variants["ninety-nine"])["players"]
    [2]
    """
    return {
        "family": variant.family,
        "title": variant.title,
        "short": variant.short,
        "provenance": variant.provenance,
        "source": variant.source,
        "players": [count for count in variant.players if count is not None],
        "dealer_by_lot": variant.dealer_by_lot,
        **key_values(variant),
        **family_of(variant).content(variant),
    }


def key_values(game: Rules | Variant) -> Content:
    """Return every rule key of a game with its value in the form of a file: false for none."""
    return {
        name: _written(option, getattr(game, name))
        for name, option in family_of(game).options.items()
    }


def _written(option: Option, value: Any) -> Any:
    if value is None and option.is_optional:
        return False
    if isinstance(value, dict):
        return {str(key): plain(what) for key, what in value.items()}
    return plain(value)


def rules_described(rules: Rules) -> Content:
    """Return the rules in force at a table in the form of the protocol's ``rules``: the variant and
    its title, the rule keys, the cards or rounds, and the table.

    The cards have numbers instead of "pip" and "target", except jokers.
    """
    family = family_of(rules)
    in_force = family.in_force(rules)
    return {
        "variant": rules.variant,
        "title": rules.title,
        "family": rules.family,
        "keys": key_values(rules) | family.further_content(rules),
        **family.content_in_force(rules),
        "table": _rows([in_force.main, in_force.others]),
    }


_NAMES = ("title", "family", "short", "players", "provenance", "source")
"""The keys of a variant file that are not rules, except its tables."""


def variant_described(variant: Variant) -> Content:
    """Return a variant in the form of the protocol's ``rules``, with the name of the game."""
    content = variant_content(variant)
    names = {name: content.pop(name) for name in _NAMES} | {"players": list(variant.players)}
    cards: Content = {name: content.pop(name) for name in ("cards", "rounds") if name in content}
    table = _rows(family_of(variant).rule_tables(variant))
    return {"variant": variant.name, **names, "keys": content, **cards, "table": table}


def _rows(tables: Iterable[Rows]) -> list[list[str]]:
    with using(ENGLISH):
        return [list(map(render, row)) for rows in tables for row in rows]
