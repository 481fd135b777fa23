"""A journal that cannot be saved: the box offers the copy that it has kept, and the game goes on."""

from pathlib import Path

import pytest

from companion.rules.commands import New
from tests.drivers.process import SEATS, configured, switched_on
from tests.drivers.watching import says


@pytest.mark.slow("starts the program three times")
def test_a_ruined_journal_is_replaced_by_the_copy_and_the_game_goes_on(tmp_path: Path) -> None:
    scanner = configured(tmp_path)
    scanner.plug()
    with switched_on(tmp_path, scanner) as table:
        table.begin(New(variant="arizona-ninety-eight", players=SEATS), "98 Arizona 98")
        table.plays("8C", 8, "Bo")
        table.plays("KH", 98, "Cy")
        assert table.program.stop() == 0
        played, journal = table.expected, table.journal
    journal.write_bytes(b"no database" * 500)
    with switched_on(tmp_path, scanner, played) as table:
        table.onlooker.until(says("The disk cannot be read"))
        table.press("MORE")
        table.onlooker.until(says("98, Cy to play. 1 game"))
        table.tap("OK")
        table.shows(table.expected.picture())
        table.plays("QD", 98, "Ann")
        assert table.program.stop() == 0
    assert (journal.parent / "journal-damaged-1.db").read_bytes() == b"no database" * 500
    with switched_on(tmp_path, scanner, table.expected) as table:
        table.shows(table.expected.picture())
    scanner.unplug()
