"""Tests of the evening over a real socket: requested by the page, and as downloads."""

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import rmtree

import pytest

from companion.phone.statistics import routes
from companion.phone.statistics.history import AllGames
from companion.phone.statistics.replay import PlayedGame, replayed_game
from companion.phone.statistics.routes import Evenings
from companion.phone.statistics.standings import SeasonWins, season_wins
from companion.table.evenings import Calendar
from companion.table.lines import GameRecord
from companion.table.people import People
from companion.table.reader import JournalReader
from companion.table.recorded import Names
from tests.phone.statistics.served import House


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the thread of each replay of a game."""
    threads: list[str] = []
    honest = replayed_game

    def replayed(
        record: GameRecord, people: People, calendar: Calendar
    ) -> tuple[PlayedGame, Names]:
        threads.append(threading.current_thread().name)
        return honest(record, people, calendar)

    monkeypatch.setattr(routes, "replayed_game", replayed)
    return threads


def play_a_game(house: House) -> None:
    house.at.begin("Ann", "Bo", chips=1)
    house.at.busts("Bo")
    house.publish()


def test_each_phone_gets_the_file_in_its_language(house: House) -> None:
    play_a_game(house)
    files = [
        house.get("/evening.csv", language)[2].decode("utf-8-sig")
        for language in ("en", "de", "en")
    ]
    assert [file.partition(",")[0] for file in files] == ["time", "Zeit", "time"]


def test_each_phone_receives_the_games_in_its_language(house: House) -> None:
    house.at.begin("Ann", "Bo", chips=1)
    house.publish()
    told = [json.loads(house.get("/evening", language)[2])["games"][0] for language in ("en", "de")]
    assert [game["title"] for game in told] == ["Game 1, Ninety-nine", "Game 1, Neunundneunzig"]


def test_page_receives_the_evening(house: House) -> None:
    play_a_game(house)
    status, headers, body = house.get("/evening")
    told = json.loads(body)
    assert (status, headers["content-type"]) == (200, "application/json")
    assert set(told["ahead"]) == {"title", "by", "text"}
    assert told["settled"]["payments"] == [{"payer": "Bo", "payee": "Ann", "chips": 1}]
    assert set(told) == {
        "start",
        "ahead",
        "games",
        "settled",
        "paid",
        "price",
        "tally",
        "players",
        "repaired",
        "verified",
    }


def test_evening_is_empty_before_the_first_game(house: House) -> None:
    status, _, body = house.get("/evening")
    assert (status, json.loads(body)["games"]) == (200, [])
    assert house.get("/evening.csv")[1]["content-disposition"].endswith('"evening.csv"')


def test_page_is_updated_while_all_games_are_being_read(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_a_game(house)
    asked, begun = threading.Event(), threading.Event()
    honest = JournalReader.numbers

    def slow(self: JournalReader) -> Iterator[int]:
        begun.set()
        assert asked.wait(10)
        return honest(self)

    monkeypatch.setattr(JournalReader, "numbers", slow)
    reading = threading.Thread(target=house.at.all_games.catch_up)
    reading.start()
    assert begun.wait(10)
    assert json.loads(house.get("/evening")[2])["games"] == []
    asked.set()
    reading.join()
    assert len(json.loads(house.get("/evening")[2])["games"]) == 1


def test_games_won_are_counted_once_for_all_onlookers(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[AllGames] = []

    def counting(history: AllGames) -> SeasonWins:
        counted.append(history)
        return season_wins(history)

    monkeypatch.setattr(routes, "season_wins", counting)
    for games in (1, 2):
        play_a_game(house)
        for _ in range(3):
            assert json.loads(house.get("/standings")[2])["won"] == [["Ann", games], ["Bo", 0]]
    assert len(counted) == 2


def test_files_are_downloads_named_after_the_day(house: House) -> None:
    play_a_game(house)
    status, headers, body = house.get("/evening.csv")
    assert (status, headers["content-type"].partition(";")[0]) == (200, "text/csv")
    assert '"evening-2023-11-1' in headers["content-disposition"]
    assert body.startswith(b"\xef\xbb\xbftime,")
    status, headers, body = house.get("/evening.json")
    assert (status, headers["content-type"]) == (200, "application/json")
    assert headers["content-disposition"].endswith('.json"')
    assert json.loads(body)["games"][0]["winners"] == ["Ann"]


def test_files_have_no_dates_while_the_clock_is_unset(house: House) -> None:
    play_a_game(house)
    house.is_set = False
    _, headers, body = house.get("/evening.csv")
    assert headers["content-disposition"].endswith('"evening.csv"')
    assert b"2023" not in body
    _, headers, body = house.get("/evening.json")
    assert headers["content-disposition"].endswith('"evening.json"')
    assert json.loads(body)["games"][0]["plays"][0]["at"] is None
    house.is_set = True
    assert '"evening-2023-11-1' in house.get("/evening.csv")[1]["content-disposition"]


def test_simultaneous_requests_share_one_replay(house: House, replays: list[str]) -> None:
    play_a_game(house)
    with ThreadPoolExecutor(20) as phones:
        bodies = {body for _, _, body in phones.map(house.get, ["/evening"] * 40)}
    assert len(bodies) == 1
    assert [name.split("_")[0] for name in replays] == ["evening"]


def test_command_or_call_invalidates_the_cache(house: House, replays: list[str]) -> None:
    house.at.begin("Ann", "Bo")
    house.at.play("8H")
    house.publish()
    house.get("/evening")
    house.at.call(9)
    house.publish()
    assert json.loads(house.get("/evening")[2])["players"][0]["miscounts"] == 1
    house.at.play("9H")
    house.publish()
    assert json.loads(house.get("/evening")[2])["players"][1]["plays"] == 1
    house.get("/evening.json")
    assert len(replays) == 3


def test_unreadable_journal_is_answered_with_one_sentence(house: House, tmp_path: Path) -> None:
    play_a_game(house)
    house.at.table.close()
    rmtree(tmp_path / "journal")
    status, _, body = house.get("/evening")
    assert (status, set(json.loads(body))) == (503, {"problem"})
    assert house.get("/evening.csv")[0] == 503


def test_play_continues_while_the_evening_is_replayed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_a_game(house)
    is_reading, may_end = threading.Event(), threading.Event()
    honest = Evenings.read

    def slow(self: Evenings, number: int | None = None) -> tuple[PlayedGame, ...]:
        is_reading.set()
        assert may_end.wait(20)
        return honest(self, number)

    monkeypatch.setattr(Evenings, "read", slow)
    with ThreadPoolExecutor(1) as phone:
        asked = phone.submit(house.get, "/evening")
        assert is_reading.wait(20)
        house.at.begin("Ann", "Bo")
        house.at.play("8H")
        may_end.set()
        assert len(json.loads(asked.result(20)[2])["games"]) == 2


def test_evening_is_served_as_a_picture_and_as_a_text(house: House) -> None:
    play_a_game(house)
    status, headers, body = house.get("/evening.png")
    assert (status, headers["content-type"]) == (200, "image/png")
    assert headers["content-disposition"].endswith('.png"')
    assert body.startswith(b"\x89PNG")
    status, headers, body = house.get("/evening.txt")
    assert (status, headers["content-type"].partition(";")[0]) == (200, "text/plain")
    assert b"Ann" in body


def test_shared_amounts_are_money_once_a_chip_has_a_price(house: House) -> None:
    play_a_game(house)
    house.get("/evening.txt")
    house.at.table.note("price", cents=20)
    house.publish()
    assert b"Bo pays Ann 0.20." in house.get("/evening.txt")[2]
