"""The readable text of a game, and what `companion export` and `companion replay` answer."""

import time
from pathlib import Path

import pytest

from companion.cli.commands import main
from companion.protocol.exported import export, to_read
from tests.cli.played import a_journal
from tests.drivers.game import GameDriver


@pytest.fixture(autouse=True)
def in_a_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()


def shown(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = main([str(one) for one in arguments])
    return status, *capsys.readouterr()


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


def test_answers_to_impossible_exports(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    driver = GameDriver(tmp_path)
    driver.table.close()
    assert shown(capsys, "export", journal)[2] == (
        f"companion: {journal}: This journal has no games\n"
    )
    driver = GameDriver(tmp_path)
    driver.new("ninety-eight", ("Ann", "Bo"))
    driver.table.close()
    assert shown(capsys, "export", journal, "--game", 4)[2] == (
        f"companion: {journal}: Game 4 does not exist, only game 1\n"
    )
    driver = GameDriver(tmp_path)
    driver.new("ninety-eight", ("Ann", "Bo"))
    driver.table.close()
    assert shown(capsys, "export", journal, "--game", 4)[2] == (
        f"companion: {journal}: Game 4 does not exist, only 1 to 2\n"
    )


def test_replayed_text_is_summed_up(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    a_journal(tmp_path / "journal")
    file = tmp_path / "game.txt"
    file.write_text(export(tmp_path / "journal"), "utf-8")
    assert file.read_text("utf-8").startswith("# Ninety-nine, 2023-11-14, Ann, Bo\n")
    assert shown(capsys, "replay", file)[1] == (
        f"{file}: Ninety-nine with Ann, Bo, 3 commands, each accepted\n"
    )
