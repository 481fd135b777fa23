"""Tests of all evenings as tables, built from the journal and rebuilt whenever
they are incorrect.
"""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.core.commands import Play, Score
from companion.errors import JournalError
from companion.phone.statistics.history import AllGames
from companion.phone.statistics.routes import evening_page
from companion.phone.statistics.standings import EVER, all_evenings, person_page, season_wins
from companion.table.evenings import CLOCK, PAUSE
from companion.table.lines import GameRecord
from companion.table.reader import JournalReader, read_only
from tests.phone.statistics.evening_table import EveningTable
from tests.worded import worded

WEEK = 7 * 24 * 3600


@pytest.fixture
def at(tmp_path: Path) -> EveningTable:
    return EveningTable(tmp_path)


def won_game(at: EveningTable, *players: str, loser: str) -> None:
    at.begin(*players, chips=1)
    at.busts(loser)


def three_fridays(at: EveningTable) -> None:
    """Ann wins two games on the first Friday, Bo one on the second, Cy one on the third."""
    won_game(at, "Ann", "Bo", loser="Bo")
    won_game(at, "Ann", "Bo", loser="Bo")
    at.clock.now += WEEK
    won_game(at, "Ann", "Bo", loser="Ann")
    at.clock.now += WEEK
    won_game(at, "Ann", "Cy", loser="Ann")


def tables(history: AllGames) -> dict[str, list[object]]:
    history.look()
    kept = ("person", "evening", "game", "seat", "call", "correction")
    return {table: sorted(history.rows(f"SELECT * FROM {table}")) for table in kept}  # noqa: S608  # own names


def test_each_friday_is_an_evening_with_its_games_and_winners(at: EveningTable) -> None:
    three_fridays(at)
    at.all_games.look()
    page = all_evenings(at.all_games)
    assert worded([(one.games, one.winners) for one in page.evenings]) == [
        (("Ninety-nine",), ("Cy",)),
        (("Ninety-nine",), ("Bo",)),
        (("Ninety-nine", "Ninety-nine"), ("Ann",)),
    ]
    assert [(one.name, one.won, one.games) for one in page.standings] == [
        ("Ann", 2, 4),
        ("Cy", 1, 1),
        ("Bo", 1, 3),
    ]
    first = at.evenings.read(page.evenings[-1].number)
    assert first[1].winners == ("Ann",)
    assert "Ann" in worded(evening_page(first).ahead.title)


def test_game_without_plays_neither_makes_nor_enters_an_evening(at: EveningTable) -> None:
    won_game(at, "Ann", "Bo", loser="Bo")
    at.begin("Ann", "Bo")
    for _ in range(2):
        at.clock.now += WEEK
        at.begin("Ann", "Bo")
    at.all_games.look()
    page = all_evenings(at.all_games)
    assert [(one.number, len(one.games)) for one in page.evenings] == [(4, 1), (1, 1)]
    assert page.count == 2
    assert [game.number for game in at.evenings.read(1)] == [1]


def test_season_is_a_year(at: EveningTable) -> None:
    three_fridays(at)
    at.clock.now += 53 * WEEK
    won_game(at, "Ann", "Bo", loser="Ann")
    at.all_games.look()
    newest, ever = all_evenings(at.all_games), all_evenings(at.all_games, EVER)
    assert [(one.name, one.won) for one in newest.standings] == [("Bo", 1), ("Ann", 0)]
    assert (newest.count, ever.count) == (1, 4)
    assert all_evenings(at.all_games, newest.seasons[1]).count == 3
    assert dict(season_wins(at.all_games).won) == {"Bo": 1, "Ann": 0}


def test_clock_that_is_set_late_dates_all_evenings_since_the_start(at: EveningTable) -> None:
    three_fridays(at)
    at.clock.now += WEEK
    won_game(at, "Ann", "Bo", loser="Ann")
    at.all_games.look()
    boot = read_only(at.path).record(1).entries[0].boot
    at.table.note(CLOCK, boot=boot, offset=at.clock.time() - at.clock.monotonic() + 53 * WEEK)
    won_game(at, "Ann", "Bo", loser="Ann")
    at.all_games.look()
    assert all_evenings(at.all_games, EVER).seasons == ("2024",)


def test_older_evenings_come_after_the_last_one_shown(at: EveningTable) -> None:
    for _ in range(22):
        won_game(at, "Ann", "Bo", loser="Bo")
        at.clock.now += PAUSE + 1
    at.all_games.look()
    first = all_evenings(at.all_games, EVER)
    rest = all_evenings(at.all_games, EVER, before=first.evenings[-1].number)
    assert (len(first.evenings), first.more, len(rest.evenings), rest.more) == (20, True, 2, False)


def test_person_has_seasons_games_and_a_longest_run(at: EveningTable) -> None:
    three_fridays(at)
    won_game(at, "Ann", "Bo", loser="Bo")
    at.begin("Ann", "Bo")
    at.play("8H")
    at.call(9)
    at.all_games.look()
    page = all_evenings(at.all_games)
    ann = person_page(at.all_games, page.standings[0].id)
    assert ann is not None
    (season,) = ann.seasons
    assert (season.evenings, season.games, season.won, season.lost, season.net) == (3, 5, 3, 0, 1)
    assert (season.calls, season.miscounts) == (1, 1)
    assert worded([(one.title, one.games, one.won) for one in ann.games]) == [("Ninety-nine", 5, 3)]
    assert ann.run == 2
    assert person_page(at.all_games, "nobody") is None


@pytest.mark.parametrize("harm", [Path.unlink, lambda file: file.write_bytes(b"no table" * 999)])
def test_missing_or_damaged_tables_are_rebuilt(at: EveningTable, harm: object) -> None:
    three_fridays(at)
    before = tables(at.all_games)
    at.all_games.close()
    assert callable(harm)
    harm(at.all_games.path)
    assert tables(AllGames(at.all_games.path, at.path)) == before


def test_unreadable_file_is_reported_until_it_can_be_opened(
    at: EveningTable, tmp_path: Path
) -> None:
    three_fridays(at)
    path = tmp_path / "again.db"
    path.mkdir()
    history = AllGames(path, at.path)
    for _ in range(2):
        with pytest.raises(JournalError, match="cannot be used: check if"):
            history.look()
    path.rmdir()
    assert tables(history) == tables(at.all_games)


def test_tables_damaged_while_open_are_rebuilt(at: EveningTable) -> None:
    three_fridays(at)
    before = tables(at.all_games)
    at.all_games.path.write_bytes(b"no table" * 9999)
    at.all_games.look_at_all()
    with pytest.raises(JournalError):
        at.all_games.look()
    assert tables(at.all_games) == before


def test_incrementally_built_tables_equal_rebuilt_ones(at: EveningTable, tmp_path: Path) -> None:
    at.all_games.look()
    for _ in range(2):
        at.begin("Ann", "Bo", chips=1)
        for card in ("8H", "9H"):
            at.obey(Play(card=card))
            at.all_games.look()
        at.busts("Bo")
        at.clock.now += WEEK
    at.begin("Ann", "Cy")
    at.all_games.look()
    at.table.reopen()
    at.table.rename("Bo", "Bob")
    assert tables(at.all_games) == tables(AllGames(tmp_path / "again.db", at.path))


def test_temporarily_reopened_game_is_read_again(at: EveningTable) -> None:
    at.begin("Ann", "Bo", chips=1)
    at.begin("Ann", "Cy", chips=1)
    at.all_games.look()
    at.table.reopen()
    at.busts("Bo")
    at.begin("Ann", "Di", chips=1)
    at.all_games.look()
    assert season_wins(at.all_games).won[0] == ("Ann", 1)


def test_damaged_game_counts_its_valid_part_and_is_marked(at: EveningTable) -> None:
    three_fridays(at)
    path = at.table.journal.path_of(1)
    assert path is not None
    content = path.read_bytes()
    head, bust, rest = content.rpartition(b'{"cmd": "bust"')
    path.write_bytes(head + bust.upper() + rest)
    at.all_games.look_at_all()
    at.all_games.look()
    first = all_evenings(at.all_games).evenings[-1]
    assert (len(first.games), first.winners, first.missing) == (2, ("Ann",), 1)


def test_tables_can_be_read_while_a_game_is_replayed(
    at: EveningTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    three_fridays(at)
    honest = JournalReader.record

    def asked_meanwhile(journal: JournalReader, game: int) -> GameRecord:
        reading = other.submit(all_evenings, at.all_games)
        assert reading.result(timeout=10).count == 0
        return honest(journal, game)

    with ThreadPoolExecutor(1) as other:
        monkeypatch.setattr(JournalReader, "record", asked_meanwhile)
        at.all_games.look()
    assert all_evenings(at.all_games).count == 3


def test_points_too_large_for_the_tables_do_not_stop_the_update(at: EveningTable) -> None:
    for _ in range(2):
        at.begin("Ann", "Bo", variant="points", last_round=1)
        at.table.obey(Score(points={"Ann": 10**30, "Bo": -(10**30)}))
    at.all_games.look()
    assert [evening.winners for evening in all_evenings(at.all_games).evenings] == [("Ann",)]
    assert at.all_games.rows("SELECT SUM(has) FROM seat") == [(0,)]


def test_payment_undone_by_two_phones_at_once_does_no_harm(at: EveningTable) -> None:
    three_fridays(at)
    for _ in range(2):
        at.table.keep("payment-undone", at=5.0)
    at.all_games.look()
    assert at.all_games.rows("SELECT at FROM payment_undone") == [(5.0,)]


def test_forgotten_person_is_in_no_byte_of_the_tables(at: EveningTable) -> None:
    three_fridays(at)
    at.all_games.look()
    assert b"Cy" in at.all_games.path.read_bytes()
    at.begin("Ann", "Bo")
    at.table.forget("Cy")
    at.all_games.look()
    assert b"Cy" not in at.all_games.path.read_bytes()
    assert [one.name for one in all_evenings(at.all_games).standings] == ["Ann", "Bo"]
