"""A backup has the lines of the journal, and restores lines that the journal has lost."""

import errno
import os
import shutil
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.table import backup
from companion.table.backup import Backup
from companion.table.lines import sealed
from companion.table.people import PEOPLE, People
from companion.table.reader import RecordCache, box_in, read_only
from companion.table.restore import Completed, Offer, complete, holding, offer, take
from companion.words.disk import LastGame
from tests.journals import journal_at
from tests.table.backups import BackedUp, entries


@pytest.fixture
def box(tmp_path: Path) -> BackedUp:
    """Three games of three cards; the last one is in progress."""
    box = BackedUp(tmp_path)
    for _game in range(3):
        box.begin(cards=3)
    box.keep_up()
    return box


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def held(box: BackedUp) -> tuple[int, int, int]:
    """Return the games and entries in a backup, and the number of damaged games."""
    found = holding(box.there)
    return found.games, found.entries, found.damaged


# The content of a backup.


def test_finished_games_share_a_file_and_growing_games_have_their_own(
    box: BackedUp,
) -> None:
    assert names(box.there) == ["000.jsonl", box.file(2).name, box.file(3).name]
    assert (box.there / "000.jsonl").read_bytes() == box.file(0).read_bytes() + box.file(
        1
    ).read_bytes()


def test_backup_receives_new_lines_after_a_hand(box: BackedUp) -> None:
    box.play(2)
    box.keep_up()
    assert (
        box.file(3).read_bytes().rstrip(b"\n") + b"\n"
        == (box.there / box.file(3).name).read_bytes()
    )


def test_finished_game_moves_into_the_file_of_its_thousand(box: BackedUp) -> None:
    second = box.file(2)
    box.begin()
    box.keep_up()
    assert second.name not in names(box.there)
    assert (box.there / "000.jsonl").read_bytes().endswith(second.read_bytes())


def test_reopened_game_is_backed_up_again(box: BackedUp) -> None:
    box.begin()
    box.keep_up()
    box.reopen()
    box.reopen()
    box.play(1)
    box.begin()
    box.begin()
    box.keep_up()
    assert held(box) == (6, box.journal.sequence, 0)


def test_torn_line_on_the_stick_is_rewritten(box: BackedUp) -> None:
    third = box.there / box.file(3).name
    third.write_bytes(third.read_bytes()[:-9])
    with (box.there / "000.jsonl").open("ab") as file:
        file.write(b'{"journal":1,"box"')
    box.begin()
    box.keep_up()
    assert held(box) == (4, 13, 0)


def test_damaged_game_does_not_replace_its_backup(box: BackedUp) -> None:
    kept = {path.name: path.read_bytes() for path in box.there.iterdir()}
    box.damage(1)
    box.damage(3)
    box._backup = Backup(box.folder)  # noqa: SLF001  # as after a start, with an empty cache
    box.keep_up()
    assert {path.name: path.read_bytes() for path in box.there.iterdir()} == kept


def test_lines_before_the_damage_are_backed_up_if_there_is_no_backup_yet(box: BackedUp) -> None:
    box.damage(1)
    box.damage(3)
    shutil.rmtree(box.folder)
    box.keep_up()
    assert held(box) == (3, 8, 0)


def test_lines_not_accepted_yet_are_not_backed_up(box: BackedUp) -> None:
    accepted = box.journal.box / "accepted"
    before = accepted.read_bytes()
    box.play(1)
    accepted.write_bytes(before)
    box.keep_up()
    assert held(box) == (3, 12, 0)


def test_lines_that_only_the_stick_has_are_preserved(box: BackedUp) -> None:
    whole = (box.there / box.file(3).name).read_bytes()
    box.journal.abandon()
    box.shorten(3)
    (box.journal.box / "accepted").unlink()
    box.journal = journal_at(box.path)
    third = box.file(3).name
    box.begin()
    box.begin()
    box.keep_up()
    assert (box.there / third).read_bytes() == whole


def test_backup_that_reads_back_differently_is_rejected(
    box: BackedUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def loses_a_bit(descriptor: int, data: bytes, offset: int) -> None:
        os.pwrite(descriptor, data.replace(b'"play"', b'"plax"'), offset)

    before = (box.there / box.file(3).name).read_bytes()
    box.play(1)
    monkeypatch.setattr(backup, "write_at", loses_a_bit)
    with pytest.raises(OSError, match="does not hold what was written"):
        box.keep_up()
    assert (box.there / box.file(3).name).read_bytes() == before


def test_long_journal_is_read_only_once(box: BackedUp, monkeypatch: pytest.MonkeyPatch) -> None:
    box.play(1)
    monkeypatch.setattr(backup, "games_in", None)
    box.keep_up()
    box.begin()
    box.keep_up()


# Restoring.


def test_complete_journal_is_not_changed(box: BackedUp) -> None:
    before = {path: path.read_bytes() for path in box.path.rglob("*") if path.is_file()}
    assert box.complete() == Completed()
    assert {path: path.read_bytes() for path in box.path.rglob("*") if path.is_file()} == before


def test_lost_end_of_a_game_is_restored(box: BackedUp) -> None:
    box.shorten(3)
    assert box.start() == Completed(entries=2)
    assert (entries(box.journal), box.journal.missing, box.journal.trouble) == (
        [4, 4, 4, 0],
        0,
        None,
    )


def test_damaged_game_is_restored_and_its_damaged_file_kept(box: BackedUp) -> None:
    box.damage(3)
    damaged = box.file(3).read_bytes()
    assert box.start() == Completed(entries=2)
    assert box.file(3).with_name(f"{box.file(3).stem}.damaged-1").read_bytes() == damaged
    assert box.journal.was_cut_off, "that the box was in use is still known"


@pytest.mark.parametrize("game", [1, 2, 3])
def test_missing_game_is_restored(box: BackedUp, game: int) -> None:
    box.file(game).unlink()
    assert box.start() == Completed(entries=4)
    assert entries(box.journal) == [4, 4, 4, 0]


def test_all_games_are_restored_to_an_empty_journal_folder(box: BackedUp) -> None:
    shutil.rmtree(box.journal.box)
    box.journal.box.mkdir()
    assert box.start() == Completed(entries=12)
    assert (box.journal.game, box.journal.sequence) == (3, 12)


def test_damaged_finished_game_is_restored_once_it_is_known(box: BackedUp) -> None:
    first = box.damage(1)
    assert box.complete() == Completed()
    done = complete(box.path, [box.folder], games={1})
    assert (done.entries, box.file(1).read_bytes()) == (2, first)


def test_game_restored_during_play_is_read_again(box: BackedUp) -> None:
    first = box.file(1).read_bytes()
    box.file(1).write_bytes(first.replace(b'"card":"1"', b'"card":"2"'))
    missing = RecordCache(lambda record: record.missing)
    assert [*missing.newest_first(box.journal)] == [0, 0, 2, 0]
    complete(box.path, [box.folder], games={1})
    assert [*missing.newest_first(box.journal)] == [0, 0, 0, 0]


def test_file_with_the_lines_of_another_game_is_restored(box: BackedUp) -> None:
    first = box.file(1).read_bytes()
    box.file(1).write_bytes(box.file(2).read_bytes())
    assert complete(box.path, [box.folder], games={1}) == Completed(entries=4)
    assert box.file(1).read_bytes() == first


def test_conflicting_history_of_a_game_is_stored_next_to_the_own_one(
    box: BackedUp,
) -> None:
    theirs = box.shorten(3).rstrip(b"\n") + b"\n"
    (box.journal.box / "accepted").unlink()
    box.journal.abandon()
    box.journal = journal_at(box.path)
    box.play(2)
    ours = box.file(3).read_bytes()
    assert box.complete() == Completed(others=1)
    assert box.complete() == Completed(), "once"
    assert box.file(3).read_bytes() == ours
    assert box.file(3).with_name(f"{box.file(3).stem}.other-1").read_bytes() == theirs
    box.keep_up()
    assert (box.there / f"{box.file(3).stem}.other-1").read_bytes() == theirs
    assert (box.there / box.file(3).name).read_bytes() == ours.rstrip(b"\n") + b"\n"


def test_games_after_a_conflicting_history_are_stored_separately(
    box: BackedUp, tmp_path: Path
) -> None:
    shutil.copytree(box.path, tmp_path / "earlier")  # an older state of the memory card
    for _game in range(3):
        box.begin(cards=1)
        box.keep_up()
    box.journal.abandon()
    shutil.rmtree(box.path)
    (tmp_path / "earlier").rename(box.path)
    box.journal = journal_at(box.path)
    box.begin(cards=2)
    assert box.complete() == Completed(others=3)
    assert box.complete() == Completed(), "once"
    assert entries(box.journal) == [3, 4, 4, 4, 0]


# Names.


def people_of(path: Path) -> dict[str, str]:
    people = People(path / PEOPLE)
    return {person.id: people.name(person.id) for person in people}


def test_names_are_backed_up_and_forgotten_ones_removed_from_the_backup(box: BackedUp) -> None:
    people = People(box.path / PEOPLE)
    ann, anna, bo = (people.id_of(name) for name in ("Ann", "Anna", "Bo"))
    people.save()
    box.keep_up()
    assert people_of(box.there) == {ann: "Ann", anna: "Anna", bo: "Bo"}
    people.forget(ann)
    people.merge(anna, bo)
    people.rename(bo, "Bob")
    people.save()
    box.keep_up()
    now = {ann: "Guest 1", anna: "Bob", bo: "Bob"}
    assert people_of(box.there) == now
    assert [name for name in (b"Ann", b'"Bo"') if name in (box.there / PEOPLE).read_bytes()] == []
    assert box.complete() == Completed()
    assert people_of(box.path) == now


def test_lost_names_are_restored_except_those_forgotten_since(box: BackedUp) -> None:
    people = People(box.path / PEOPLE)
    ann, anna, bo = (people.id_of(name) for name in ("Ann", "Anna", "Bo"))
    people.save()
    older = (box.path / PEOPLE).read_bytes()
    people.forget(ann)
    people.merge(anna, bo)
    people.save()
    box.keep_up()
    (box.path / PEOPLE).write_bytes(older)
    box.complete()
    assert people_of(box.path) == {ann: "Guest 1", anna: "Bo", bo: "Bo"}


def test_names_of_a_newer_backup_do_not_prevent_a_start(box: BackedUp) -> None:
    box.begin()
    box.keep_up()
    (box.there / PEOPLE).write_bytes(sealed({"people": 2})[0])
    assert box.start() == Completed()


# Another box.


def test_box_without_games_is_offered_the_newest_backup_of_another(
    box: BackedUp, tmp_path: Path
) -> None:
    box.play(1)
    box.keep_up()
    new = tmp_path / "new" / "journal"
    journal_at(new).abandon()
    offered = offer(new, [box.folder], [])
    assert offered is not None
    last = LastGame("Ninety-nine", ("a1", "b2"), 3)
    assert offered == Offer(box.there, 1_700_000_012.0, last)
    assert offer(box.path, [box.folder], []) is None, "this one has games"


def test_accepted_backup_becomes_the_journal(box: BackedUp, tmp_path: Path) -> None:
    new = tmp_path / "new" / "journal"
    own = journal_at(new)
    seen: list[tuple[int, int]] = []
    take(new, box.there, lambda done, of: seen.append((done, of)), last=3)
    assert seen[-1] == (3, 3)
    assert box_in(new) == new / box.there.name
    assert own.box.is_dir(), "the box's own is kept"
    taken = journal_at(new)
    assert (entries(taken), taken.game, taken.trouble) == ([4, 4, 4, 0], 3, None)
    assert [path.read_bytes() for path in sorted(taken.box.rglob("*.jsonl"))][:3] == [
        path.read_bytes() for path in sorted(box.journal.box.rglob("*.jsonl"))
    ][:3]


def test_unreadable_backup_changes_nothing(box: BackedUp, tmp_path: Path) -> None:
    new = tmp_path / "new" / "journal"
    own = journal_at(new)
    shutil.rmtree(box.there)
    with pytest.raises(JournalError, match="It has no games"):
        take(new, box.there)
    assert read_only(new).box == own.box


def test_power_cut_while_accepting_a_backup_keeps_the_own_journal(
    box: BackedUp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = tmp_path / "new" / "journal"
    own = journal_at(new)
    with monkeypatch.context() as cut:
        cut.setattr(Path, "rename", lambda *_: (_ for _ in ()).throw(OSError(errno.EIO, "cut")))
        with pytest.raises(OSError, match="cut"):
            take(new, box.there)
    assert box_in(new) == own.box
    take(new, box.there)
    assert box_in(new) == new / box.there.name
