"""A test of a game whose file is ruined: it is restored from the box's backup and continues."""

from pathlib import Path

import pytest

from companion.core.commands import New
from tests.drivers.process import SEATS, configured, switched_on
from tests.drivers.watching import says


@pytest.mark.slow("starts the program three times")
def test_ruined_game_is_restored_from_the_backup_and_continues(tmp_path: Path) -> None:
    scanner = configured(tmp_path)
    scanner.plug()
    with switched_on(tmp_path, scanner) as table:
        table.begin(New(variant="arizona-ninety-eight", players=SEATS), "98 Arizona 98")
        table.plays("8C", 8, "Bo")
        table.plays("KH", 98, "Cy")
        assert table.program.stop() == 0
        played, (game,) = table.expected, table.journal.glob("*/000/1-*.jsonl")
    game.write_bytes(b"no game" * 500)
    with switched_on(tmp_path, scanner, played) as table:
        table.onlooker.until(says("The disk had lost 3 entries"))
        table.tap("OK")
        table.tap("OK")
        table.shows(table.expected.picture())
        table.plays("QD", 98, "Ann")
        assert table.program.stop() == 0
    assert game.with_name(f"{game.stem}.damaged-1").read_bytes() == b"no game" * 500
    with switched_on(tmp_path, scanner, table.expected) as table:
        table.shows(table.expected.picture())
    scanner.unplug()
