"""The verification of all games: its report on each incomplete one."""

import shutil
from pathlib import Path

import pytest

from companion.table import reader as module
from companion.table.files import ACCEPTED
from companion.table.journal import Journal
from companion.table.reader import Flaw, read_only, verify
from tests.journals import journal_at
from tests.table.test_journal import file_of, new, note, play, reopen


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """Four games; the fourth was left in favor of the third."""
    journal = journal_at(tmp_path / "journal")
    journal.note(note())
    for game in (1, 2, 3):
        journal.append(new(game))
        journal.append(play(game))
    journal.append(new(4))
    journal.append(reopen(3))
    journal.append(play(3, "9H"))
    return journal


def flaws(journal: Journal) -> list[Flaw]:
    return list(verify(journal.path))


def lines(path: Path) -> list[bytes]:
    return [line for line in path.read_bytes().splitlines(keepends=True) if line.strip()]


def test_complete_journal_has_no_flaw_and_shows_progress(journal: Journal) -> None:
    seen: list[tuple[int, int]] = []
    assert list(verify(journal.path, lambda done, of: seen.append((done, of)))) == []
    assert seen == [(0, 5)]


@pytest.mark.parametrize(("game", "missing"), [(0, 0), (1, 2), (2, 2), (3, 3), (4, 0)])
def test_missing_game_is_named(journal: Journal, game: int, missing: int) -> None:
    file_of(journal, game).unlink()
    assert flaws(journal) == [Flaw(game, missing)]


@pytest.mark.parametrize("game", [1, 2, 3])
def test_shortened_game_is_named_with_the_missing_entries(journal: Journal, game: int) -> None:
    file = file_of(journal, game)
    file.write_bytes(b"".join(lines(file)[:-1]))
    assert flaws(journal) == [Flaw(game, 1)]


def test_missing_notes_are_detected(journal: Journal) -> None:
    file = file_of(journal, 0)
    file.write_bytes(lines(file)[0])
    assert flaws(journal) == [Flaw(0, 1)]


@pytest.mark.parametrize(("game", "line", "missing"), [(1, 0, 2), (2, 1, 2), (3, 3, 1), (4, 2, 1)])
def test_damaged_game_is_the_only_one_named(
    journal: Journal, game: int, line: int, missing: int
) -> None:
    file = file_of(journal, game)
    content = lines(file)
    content[line] = content[line].replace(b"at", b"ta")
    file.write_bytes(b"".join(content))
    assert flaws(journal) == [Flaw(game, missing)]


@pytest.mark.attack(
    "card", "put another game in the place of one", "it is named; other games are not affected"
)
def test_game_stored_under_the_number_of_another_is_detected(journal: Journal) -> None:
    shutil.copy(file_of(journal, 1), file_of(journal, 2))
    assert flaws(journal) == [Flaw(2, 1)]


def test_journal_without_its_count_is_verified_by_its_lines(journal: Journal) -> None:
    (journal.box / ACCEPTED).unlink()
    assert flaws(journal) == []


def test_game_that_grows_during_verification_is_read_again(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The count was read during game 4; now the next line of game 3 is half written."""
    before, now = read_only(journal.path), read_only(journal.path)
    before.accepted = None
    readers = iter((before, now))
    monkeypatch.setattr(module, "read_only", lambda _path: next(readers))
    file = file_of(journal, 3)
    content = file.read_bytes()
    end = content.index(b"\n\n") + 1
    file.write_bytes(content[:end] + b'{"n":99' + content[end + 7 :])
    assert flaws(journal) == []
    assert list(readers) == []
