"""A test that the tables of all evenings follow the journal after each hand."""

from pathlib import Path

from companion.app.web_site import HistoryKeeper
from companion.phone.statistics.standings import all_evenings
from companion.table.reader import Verified
from tests.app.test_verifier import ByHand
from tests.phone.statistics.evening_table import EveningTable


def test_restored_game_counts_again(tmp_path: Path) -> None:
    at = EveningTable(tmp_path)
    for _ in range(3):
        at.begin("Ann", "Bo", chips=1)
        at.busts("Bo")
    path = at.table.journal.path_of(1)
    assert path is not None
    whole = path.read_bytes()
    path.write_bytes(b"")
    found = [Verified(0.0, 3, ())]
    keeper = HistoryKeeper(at.all_games, lambda: found[-1], ByHand)
    keeper.wake()
    assert [one.deals for one in all_evenings(at.all_games).evenings] == [2]
    path.write_bytes(whole)
    keeper.wake()
    assert [one.deals for one in all_evenings(at.all_games).evenings] == [2]
    found.append(Verified(1.0, 3, ()))
    keeper.wake()
    assert [one.deals for one in all_evenings(at.all_games).evenings] == [3]
