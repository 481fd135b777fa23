"""The output of `companion variants`: a list of variants, the rules of one, or the problems of a
file.

All text is plain, at most `COLUMNS` wide, and ends with a line feed.
"""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple, get_args

from companion.core.family import Variant
from companion.core.options import Provenance
from companion.errors import VariantError
from companion.games import family_of
from companion.message import Words, phrase, render
from companion.variants import Shelf, extended_beside, load_variants, own_files, read_file
from companion.variants.reading import read_content
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
    names = {name: f"{name} *" if name in shelf.own else name for name in shelf.variants}
    players = {name: _players(variant) for name, variant in shelf.variants.items()}
    provenances = {
        provenance: str(provenance_words(provenance).label) for provenance in get_args(Provenance)
    }
    width = min(NAME, max(map(len, names.values()), default=0))
    players_width = max(map(len, players.values()), default=0)
    title_width = (
        COLUMNS - width - players_width - max(map(len, provenances.values())) - 3 * len(GAP)
    )
    lines: list[Words] = []
    for variant in shelf.variants.values():
        name = names[variant.name]
        if len(name) > width:
            lines.append(name)
            name = ""
        title, *more = wrap(str(translated(variant.title)), title_width)
        columns = (
            name.ljust(width),
            title.ljust(title_width),
            players[variant.name].ljust(players_width),
            provenances[variant.provenance],
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
    lines: list[Words] = []
    plays = True
    for path in paths:
        read = str(lying.get(path.resolve(), path))
        wrong = [problem for problem in shelf.problems if problem.file == read]
        plays = plays and not wrong
        lines += [
            str(VariantError(problem.reason, problem.key, str(path), line=problem.line))
            for problem in wrong
        ]
        if not wrong:
            variant = shelf.variants[path.stem]
            line = phrase("{file}: OK. {title}")
            lines.append(line.filled(file=path, title=translated(variant.title)))
            own = read_content(read_file(path).text)
            below = shelf.contents.get(own.get("extends", ""), {})
            lines += [
                str(VariantError(doubt, key, str(path)))
                for key, doubt in family_of(variant).doubts(variant, own, below)
            ]
    if not plays:
        from_beside = [
            problem for path in beside for problem in shelf.problems if problem.file == str(path)
        ]
        lines += [str(problem) for problem in from_beside]
    return CheckReport(_text([*lines, *unread]), plays)


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
