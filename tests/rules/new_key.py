"""Finds a new switch `double_trouble` wherever rule keys are read or listed, and replays older journals.

`test_options` runs this file on a copy of the program whose rules/options.py has that line more.
"""

import sys
from pathlib import Path

from companion.dialogs.house_rules import rows_of
from companion.phone.editor.adding.draft import Draft, file_of
from companion.phone.editor.adding.form import editor_rows
from companion.phone.editor.house_rule_form import house_rows
from companion.rules.adding.in_force import HOUSE_RULES
from companion.rules.family import rules_in_force
from companion.table.replay import replay
from companion.variants import load_variants
from companion.variants.show import show_text

KEY = "double_trouble"
OURS = f'extends = "ninety-nine"\ntitle = "Ours"\n{KEY} = true\n'


def main(folder: Path, journals: list[Path]) -> None:
    (folder / "ours.toml").write_text(OURS)
    shelf = load_variants(folder)
    assert not shelf.problems, shelf.problems
    printed, ours = (rules_in_force(shelf.variants[name], {}, 4) for name in ("ninety-nine", "ours"))
    laid = rules_in_force(shelf.variants["ninety-nine"], {KEY: True}, 4)
    assert [getattr(rules, KEY) for rules in (printed, ours, laid)] == [False, True, True]

    assert KEY in HOUSE_RULES
    assert (KEY, "·yes") in rows_of(laid, {KEY: True}, ())
    for rows in (house_rows(printed, printed, {}, ()), editor_rows({})):
        assert (KEY, "switch") in {(row["name"], row["kind"]) for row in rows}
    assert f"{KEY} = true" in file_of(Draft(title="Mine", extends="ninety-nine", rules={KEY: True}), None)
    assert ["double", "trouble", "yes"] in [
        line.split() for line in show_text(shelf.variants["ours"]).splitlines()
    ]
    assert "double trouble" not in show_text(shelf.variants["ninety-nine"])

    assert journals
    assert all(replay(journal).commands > 0 for journal in journals)


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(journal) for journal in sys.argv[2:]])
