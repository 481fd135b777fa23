"""Games of journals as texts: `companion export` and `companion replay`."""

import time
from pathlib import Path
from typing import Any

import pytest

from companion.cli.commands import main
from companion.core.commands import Deal, New, Play
from companion.games.history import GameHistory
from companion.protocol.exported import export, to_read
from companion.protocol.lines import read_game
from companion.table.reader import read_only
from companion.table.recorded import game_with, names_in
from companion.table.replay import counting_entries, replay_entries
from companion.variants import load_variants
from tests.cli.played import a_journal
from tests.cli.process import program
from tests.drivers.game import GameDriver
from tests.table.test_golden import JOURNALS, name
from tests.worded import worded

BUNDLED = load_variants().variants


@pytest.fixture(autouse=True)
def in_a_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()


def read(text: str) -> GameHistory:
    return read_game(text, BUNDLED)


def shown(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = main([str(one) for one in arguments])
    return status, *capsys.readouterr()


@pytest.mark.parametrize("journal", JOURNALS, ids=name)
def test_every_game_of_an_older_journal_is_restored_from_its_text(journal: Path) -> None:
    reader = read_only(journal)
    *games, _before_any = reader.numbers()
    assert games
    for number in games:
        played = replay_entries(counting_entries(reader.record(number).entries))
        named = game_with(played, names_in(played, reader.people))
        assert read(export(journal, number)).public() == named.public()


def test_text_begins_with_title_date_and_players(tmp_path: Path) -> None:
    a_journal(tmp_path / "journal")
    assert export(tmp_path / "journal").splitlines() == [
        "# Ninety-nine, 2023-11-14, Ann, Bo",
        '{"cmd": "new", "variant": "ninety-nine", "players": ["Ann", "Bo"]}',
        '{"cmd": "play", "card": "8H"}',
        '{"cmd": "play", "card": "KD"}',
    ]


def test_readable_text_has_every_play_and_the_result(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    driver = GameDriver(tmp_path)
    driver.new("ninety-nine", ("Ann", "Bo", "Cy"), chips=1)
    driver.play("8H", "4", "KD", "9C")
    driver.busts("Bo", "Cy")
    driver.table.close()
    status, out, err = shown(capsys, "export", tmp_path / "journal")
    assert (status, err) == (0, "")
    assert out == (
        "Ninety-nine\n"
        "Tuesday 14 November 2023\n"
        "Ann, Bo and Cy\n"
        "\n"
        "Cy deals hand 1\n"
        "  Ann: 8♥ → 8\n"
        "  Bo: 4, “back on you” → 8\n"
        "  Ann: K♦, set it → 99\n"
        "  Cy: 9♣, “pass to you” → 99\n"
        "  Bo busts at 99. Bo pays the last chip. Bo is out. Ann deals\n"
        "\n"
        "Ann deals hand 2\n"
        "  Cy busts at 0. Cy pays the last chip. Cy is out. Ann wins\n"
        "\n"
        "Ann wins\n"
        "1. Ann, 1 chip\n"
        "2. Cy, out in hand 2\n"
        "3. Bo, out in hand 1\n"
        "The pot goes to Ann: 2 chips.\n"
    )


def test_readable_text_has_the_forfeit_of_the_losers(tmp_path: Path) -> None:
    driver = GameDriver(tmp_path)
    driver.new("ninety-eight", ("Ann", "Bo"))
    driver.play("KD", "5H")
    driver.table.close()
    *_, row, empty, ended, first, last = to_read(tmp_path / "journal").splitlines()
    assert row == "  Bo: 5♥, 98 + 5 = 103 is over 98. Bo loses"
    assert (empty, ended, first, last) == ("", "Bo loses: takes a drink", "Ann", "Bo, loses")


def test_readable_text_of_a_running_game_has_its_standing(tmp_path: Path) -> None:
    driver = GameDriver(tmp_path)
    driver.new("arizona-spaghetti", 4)
    driver.play("5C", "6C", "6D", "7C")
    driver.table.close()
    told = to_read(tmp_path / "journal").splitlines()
    assert told[-7:] == [
        "  Di: 7♣. Di takes it, 10",
        "",
        "The game is not over.",
        "Ann, 0 points",
        "Bo, 0 points",
        "Cy, 0 points",
        "Di, 10 points",
    ]


@pytest.mark.parametrize("journal", JOURNALS, ids=name)
def test_every_game_of_an_older_journal_has_a_readable_text(journal: Path) -> None:
    *games, _before_any = read_only(journal).numbers()
    for number in games:
        lines = to_read(journal, number).splitlines()
        assert len(lines) > 5
        assert "Put right" not in "".join(lines)


def journal_of_three(folder: Path) -> Path:
    """Write a journal of three games, the last one undone; return its folder."""
    driver = GameDriver(folder)
    for card in ("2H", "3H"):
        driver.obey(New(variant="ninety-nine", players=("Ann", "Bo")), Play(card=card))
    driver.obey(New(variant="points", players=("Ann", "Bo")))
    driver.table.reopen()
    driver.table.close()
    return folder / "journal"


def test_game_is_chosen_by_number_and_defaults_to_the_last_one_played(tmp_path: Path) -> None:
    journal = journal_of_three(tmp_path)
    totals = {number: read(export(journal, number)).public() for number in (1, 2, 3, None)}
    assert [getattr(state, "total", None) for state in totals.values()] == [2, 3, None, 3]


def test_missing_game_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    journal = journal_of_three(tmp_path)
    for number in (0, -1, 4):
        status, out, err = shown(capsys, "export", journal, "--game", number)
        assert (status, out) == (1, "")
        assert err == f"companion: {journal}: Game {number} does not exist, only 1 to 3\n"
    a_journal(tmp_path / "one.db")
    _, _, err = shown(capsys, "export", tmp_path / "one.db", "--game", 2)
    assert err.endswith("Game 2 does not exist, only game 1\n")


@pytest.mark.parametrize(
    "content", [None, b"", b"no database at all, but long enough to be one" * 9]
)
def test_invalid_journal_is_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes | None
) -> None:
    file = tmp_path / "journal"
    if content is not None:
        file.write_bytes(content)
    status, out, err = shown(capsys, "export", file)
    assert (status, out) == (1, "")
    assert err.startswith(f"companion: {file}: ")


def test_journal_without_games_is_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    GameDriver(tmp_path).table.close()
    _, _, err = shown(capsys, "export", tmp_path / "journal")
    assert err == f"companion: {tmp_path / 'journal'}: This journal has no games\n"


def test_referee_replays_the_output_of_export(tmp_path: Path) -> None:
    a_journal(tmp_path / "journal")
    text = program("export", str(tmp_path / "journal"), "--json").stdout
    *_, last = program("referee", given=text).stdout.splitlines()
    assert b'"total": 99' in last


def test_text_is_replayed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    a_journal(tmp_path / "journal")
    file.write_text(export(tmp_path / "journal"), "utf-8-sig")
    status, out, err = shown(capsys, "replay", file)
    assert (status, err) == (0, "")
    assert out == f"{file}: Ninety-nine with Ann, Bo, 3 commands, each accepted\n"


@pytest.mark.parametrize(
    ("added", "says"),
    [
        (b'{"cmd": "play", "card": "KD"}\n', "Line 5: K♦ lies on the pile already"),
        (b"\xff", "is not UTF-8 text: save it as UTF-8"),
    ],
)
def test_text_that_cannot_be_replayed_is_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, added: bytes, says: str
) -> None:
    file = tmp_path / "game.txt"
    a_journal(tmp_path / "journal")
    file.write_bytes(export(tmp_path / "journal").encode() + added)
    assert shown(capsys, "replay", file) == (1, "", f"companion: {file}: {says}\n")


def test_line_break_in_a_name_does_not_end_the_comment(tmp_path: Path) -> None:
    driver = GameDriver(tmp_path)
    players: Any = ("Ann\n{}", "Bo\u2028")
    driver.obey(New(variant="ninety-nine", players=players), Play(card="8H"))
    driver.table.close()
    text = export(tmp_path / "journal")
    assert text.splitlines()[0] == "# Ninety-nine, 2023-11-14, Ann {}, Bo "
    assert worded(to_read(tmp_path / "journal").splitlines()[2:5]) == [
        "Ann {} and Bo ",
        "",
        "Bo  deals hand 1",
    ]
    state = read(text).state
    assert state is not None
    assert tuple(player.name for player in state.players) == players


def test_trick_game_is_exported_with_all_its_rounds(tmp_path: Path) -> None:
    driver = GameDriver(tmp_path)
    driver.new("slobberhannes", 4)
    driver.score({"Ann": 4})
    if driver.phase == "round-over":
        driver.obey(Deal())
    state = driver.state
    driver.table.close()
    assert read(export(tmp_path / "journal")).state == state
