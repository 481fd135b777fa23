"""The replay of a journal: equal to the last digest, or an error that names the command."""

from pathlib import Path

import pytest

from companion.core.commands import New
from companion.errors import DamagedError, JournalError, ReplayError
from companion.table.reader import read_only
from companion.table.replay import Replayed, replay
from companion.table.table import Table
from tests.table.evenings import Evening, do
from tests.table.forge import forge
from tests.table.tables import break_rules, play, table_in
from tests.table.test_table import lose_a_card

PAIR = New(variant="ninety-nine", players=("Ann", "Bo"))


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Ann 8, Bo 9: undone, and a second game started, undone and started again."""
    table = table_in(tmp_path)
    table.obey(PAIR)
    play(table, "8H", "9H")
    table.take_back()
    table.obey(PAIR)
    table.reopen()
    table.obey(PAIR)
    play(table, "KD")
    return table


def test_evening_replays_to_the_same_digests(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    for deed in Evening(seed=3).commands(300):
        do(table, deed)
    table.close()
    assert replay(tmp_path / "journal") == Replayed(table.journal.games, table.journal.sequence)
    assert table.journal.games > 3


def test_journal_in_use_can_be_replayed(table: Table, tmp_path: Path) -> None:
    assert replay(tmp_path / "journal") == Replayed(games=3, commands=8)
    play(table, "9C")
    assert replay(tmp_path / "journal") == Replayed(games=3, commands=9)


def test_replay_writes_no_file(table: Table, tmp_path: Path) -> None:
    table.close()

    def content() -> dict[Path, bytes]:
        return {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}

    before = content()
    replay(tmp_path / "journal")
    assert content() == before


def test_first_difference_names_the_command_and_both_digests(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.close()
    break_rules(monkeypatch, "adding", lose_a_card)
    with pytest.raises(ReplayError) as difference:
        replay(tmp_path / "journal")
    second = read_only(tmp_path / "journal").record(1).entries[1]
    assert second.command == '{"cmd": "play", "card": "8H"}'
    says = f"Command 2, {second.command}, made the state {second.digest.hex()} and now makes "
    assert str(difference.value).startswith(says)


@pytest.mark.parametrize(
    ("game", "line", "was", "now", "says"),
    [
        (1, 0, '"variant":{', '"other":{', "Command 1, .* has a variant that cannot be read"),
        (3, 0, '"target":99', '"target":9', "Command 7, .* made the state"),
        (1, 2, "8H", "7H", "Command 2, .*7H.* made the state"),
        (1, 2, ', "card": "8H"', "", "Command 2, .* cannot be read"),
        (1, 3, "9H", "8H", "Command 3, .* is now refused: already-played"),
        (2, 2, '"digest":"', '"digest":"0f', "Command 6, .* made the state 0f.* and now makes"),
        (3, 2, '"edition"', '"winners":["Bo"],"edition"', "Command 8, .* was won by"),
    ],
)
def test_every_kind_of_change_is_detected(
    table: Table, tmp_path: Path, game: int, line: int, was: str, now: str, says: str
) -> None:
    table.close()
    forge(tmp_path / "journal", game, line, was, now)
    with pytest.raises(ReplayError, match=says):
        replay(tmp_path / "journal")


def test_damaged_line_is_named_by_the_command_before_it(table: Table, tmp_path: Path) -> None:
    table.close()
    path = read_only(tmp_path / "journal").path_of(1)
    assert path is not None
    path.write_bytes(path.read_bytes().replace(b"9H", b"7H"))
    with pytest.raises(DamagedError, match="The file of game 1 is damaged after command 2"):
        replay(tmp_path / "journal")


@pytest.mark.parametrize("is_there", [False, True])
def test_folder_without_a_journal_is_reported(tmp_path: Path, *, is_there: bool) -> None:
    path = tmp_path / "other"
    if is_there:
        path.mkdir()
        (path / "journal.db").write_bytes(b"of another form")
    with pytest.raises(JournalError, match="No journal in"):
        replay(path)
    assert path.is_dir() == is_there
