"""Check that a new switch `double_trouble` is found wherever rule keys are read or listed, and that
older journals replay.

`tests.games.one_key_more` runs this file with a games/adding/variant.py that has one more line.
"""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.dialogs.house_rules import rows_of
from companion.games import family_of
from companion.games.adding.reading import DEFAULTS, MUST_SAY
from companion.games.adding.rules import HOUSE_RULES
from companion.games.adding.variant import AddingFile, AddingOptions
from companion.phone.editor.catalogue import house_rows
from companion.table.replay import replay
from companion.variants import load_variants
from companion.variants.show import show_text
from tests.docs import test_referee_protocol_page as protocol
from tests.docs import test_variant_files_page as variants
from tests.worded import worded

KEY = "double_trouble"
OURS = f'extends = "ninety-nine"\ntitle = "Ours"\n{KEY} = true\n'


def main(folder: Path, journals: list[Path]) -> None:
    (folder / "ours.toml").write_text(OURS)
    shelf = load_variants(folder)
    assert not shelf.problems, shelf.problems
    printed, ours = (
        family_of(shelf.variants[name]).rules_of(shelf.variants[name], {}, 4)
        for name in ("ninety-nine", "ours")
    )
    laid = family_of(shelf.variants["ninety-nine"]).rules_of(
        shelf.variants["ninety-nine"], {KEY: True}, 4
    )
    assert [getattr(rules, KEY) for rules in (printed, ours, laid)] == [False, True, True]

    assert KEY in HOUSE_RULES
    assert (KEY, "·yes") in worded(rows_of(family_of(laid), laid, {KEY: True}))
    rows = house_rows(printed, printed, {})
    assert (KEY, "switch") in {(row["name"], row["kind"]) for row in rows}
    assert ["double", "trouble", "yes"] in [
        line.split() for line in show_text(shelf.variants["ours"]).splitlines()
    ]
    assert "double trouble" not in show_text(shelf.variants["ninety-nine"])

    assert journals
    assert all(replay(journal).commands > 0 for journal in journals)

    described = variants.test_every_key_is_described_with_its_default
    fails(partial(described, variants.ADDING, AddingFile, AddingOptions, DEFAULTS, MUST_SAY))
    fails(protocol.test_exactly_the_existing_house_rules_are_described)


def fails(check: Callable[[], None]) -> None:
    """Require the check of a document to fail, because the document lacks the key."""
    try:
        check()
    except AssertionError:
        return
    raise AssertionError(f"{check} passes without {KEY}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(journal) for journal in sys.argv[2:]])
