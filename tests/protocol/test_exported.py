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
    comment, *lines = export(tmp_path / "journal").splitlines()
    assert comment[0] == "#"
    assert all(part in comment for part in ("2023-11-14", "Ann", "Bo"))
    assert lines == [
        '{"cmd": "new", "variant": "ninety-nine", "players": ["Ann", "Bo"]}',
        '{"cmd": "play", "card": "8H"}',
        '{"cmd": "play", "card": "KD"}',
    ]


@pytest.mark.parametrize("journal", JOURNALS, ids=name)
def test_every_game_of_an_older_journal_has_a_readable_text(journal: Path) -> None:
    *games, _before_any = read_only(journal).numbers()
    for number in games:
        lines = to_read(journal, number).splitlines()
        assert len(lines) > 5


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
        assert str(journal) in err


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
    status, out, _err = shown(capsys, "export", tmp_path / "journal")
    assert (status, out) == (1, "")


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
    assert out.startswith(f"{file}: ")


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
    comment, game, *_ = text.splitlines()
    assert (comment[0], game[0]) == ("#", "{")
    assert "Ann {} and Bo " in to_read(tmp_path / "journal").splitlines()
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
