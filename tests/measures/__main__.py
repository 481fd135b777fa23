"""`make measures`: figures about the sources, next to their targets."""

import sys
from pathlib import Path

import grimp

import companion
from tests.cost import SECONDS
from tests.measures.card import one_card
from tests.measures.house import (
    CONTROLLER,
    House,
    classes_twice,
    drivers,
    entries,
    import_share,
    imports_of,
    layers,
    longest_chain,
    naming_families,
    phone,
    prose_asserts,
    retired_names,
    running_examples,
    smallest_family,
    tokens,
)


def test_run(house: House) -> str:
    """Return the duration of the last `make test` that passed, without its installations."""
    kept = house.root / SECONDS
    return kept.read_text("utf-8").splitlines()[0] if kept.exists() else "not run yet"


def rows() -> list[tuple[str, str, str, str]]:
    """Return the rows: the measure, its value in November 2026, its target, its value today."""
    house = House(Path(companion.__file__).parents[1])
    graph = grimp.build_graph("companion", cache_dir=None)
    at_the_top, modules = entries(house)
    flat, folders = phone(house)
    card = one_card()
    code, files = tokens(house), len(list(house.modules()))
    return [
        ("tokens of code in companion/", "312,000", "240,000 and new features", f"{code:,}"),
        ("Python files in companion/, their mean tokens", "499, 626", "340, about 900",
          f"{files}, {code // files:,}"),
        ("imports as a share of lines", "9.4 %", "6 %", f"{import_share(house):.1%}"),
        ("files and lines of the smallest family", "28, 1,488", "8, 1,000",
          "{}, {:,}".format(*smallest_family(house))),
        ("entries at the top of companion/ (of them modules)", "56", "25 (7)",
          f"{at_the_top} ({modules})"),
        ("import-linter layers", "53", "18", str(layers(house))),
        ("files flat in phone/ (folders)", "49", "14 (3)", f"{flat} ({folders})"),
        ("longest chain of imports", "28", "22", str(len(longest_chain(graph)))),
        ("imports of the controller", "27", "15", str(imports_of(graph, CONTROLLER))),
        ("public class names used twice", "34", "0", str(len(classes_twice(house)))),
        ("retired names left", "about 70", "0", str(len(retired_names(house)))),
        ("files outside a family's folders that name its types", "51", "8",
          str(naming_families(house))),
        ("one ordinary card: calls / scenes / judgements / sums", "503 / 3 / 2 / 5",
          "330 / 2 / 1 / 1",
         " / ".join(map(str, card))),
        ("asserts on English prose in tests", "966", "350", str(prose_asserts(house))),
        ("hand-made table drivers in tests", "24", "3", str(len(drivers(house)))),
        ("docstrings with an example that runs", "25", "60", str(running_examples(house))),
        ("make test on two cores", "20 min, 1,890 core-seconds", "6 min, 670 core-seconds",
          test_run(house)),
    ]  # fmt: skip


def main() -> None:
    """Print the table, and with --lists the items behind some figures."""
    table = [("measure", "November 2026", "to reach", "today"), *rows()]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        sys.stdout.write(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            + "\n"
        )
    if "--lists" in sys.argv:
        house = House(Path(companion.__file__).parents[1])
        graph = grimp.build_graph("companion", cache_dir=None)
        for title, found in (
            ("the longest chain", longest_chain(graph)),
            ("class names used twice", classes_twice(house)),
            ("retired names", retired_names(house)),
            ("table drivers", drivers(house)),
        ):
            sys.stdout.write(f"\n{title}:\n" + "".join(f"  {one}\n" for one in found))


if __name__ == "__main__":
    main()
