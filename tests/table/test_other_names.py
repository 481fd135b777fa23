"""Players of games already played get other names: the journal replays, and holds the old ones nowhere."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import Illegal, JournalError, NameInUseError, OlderRulesError, ReplayError
from companion.phone.statistics.replay import Evenings
from companion.rules.commands import Bust, Claim, New, Play
from companion.table.journal import Journal, connect
from companion.table.names import note_with_other_names, with_other_names
from companion.table.reader import JournalNote, read_only
from companion.table.recorded import Rename, as_json, noted_refusal, read, refusal_facts
from companion.table.replay import Replayed, replay
from companion.table.rewriter import Rewriter
from companion.table.rewriting import Rewriting
from companion.table.table import Table
from tests.depth import one_in
from tests.journals import journal_at
from tests.table.evenings import Evening, do
from tests.table.failing_disk import connect_unsynced
from tests.table.tables import play, started_again, table_in
from tests.table.test_golden import JOURNALS, made, name

ANN, ORIGINS = {"Ann": "Guest 1"}, {"Ann's phone": "Guest 1's phone"}


def changes(path: Path, names: dict[str, str] = ANN) -> Rewriting:
    with closing(read_only(path)) as journal:
        return Rewriter(names, ORIGINS).read(journal)


def forget(table: Table, names: dict[str, str] = ANN) -> bool:
    return table.take_names(changes(table.journal.path, names), forgets=True)


def holding(folder: Path, person: str) -> list[str]:
    """The files in which the name stands, as the journal or as a text writes it."""
    written = (person.encode(), json.dumps(person)[1:-1].encode())
    found = [file for file in folder.iterdir() if any(one in file.read_bytes() for one in written)]
    return [file.name for file in found if "version" not in file.name]


def outcome(path: Path) -> Replayed | str:
    try:
        return replay(path)
    except OlderRulesError as older:
        return str(older).partition(",")[0]


@pytest.mark.parametrize("person", ["Ann", "Jörg", "李小龍", "Bo"])
@pytest.mark.parametrize("sql", JOURNALS, ids=name)
def test_a_journal_of_any_version_replays_as_before(sql: Path, person: str, tmp_path: Path) -> None:
    path = made(sql, tmp_path)
    journal = journal_at(path)
    before, count = outcome(path), journal.sequence
    assert journal.rewrite(changes(path, {person: "Guest 1"}))
    assert outcome(path) == before
    assert [entry.sequence for entry in journal.forwards()] == list(range(1, count + 1))
    if person != "Bo":  # which is short enough to stand in a word
        assert not holding(tmp_path, person)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        journal.database.execute("UPDATE commands SET game = 1")


@given(seed=st.integers(0, 2**32))
@one_in(10)
def test_an_evening_is_the_same_under_another_name(seed: int) -> None:
    with TemporaryDirectory() as folder:
        table, path = table_in(Path(folder)), Path(folder) / "journal.db"
        for command in Evening(seed).commands(120):
            do(table, command)
        before = [(game.players, game.winners) for game in Evenings(path).read().games]
        assert table.journal.rewrite(changes(path))
        assert replay(path).commands == table.journal.sequence
        after = [(game.players, game.winners) for game in Evenings(path).read().games]
        assert after == [
            tuple(tuple(ANN.get(one, one) for one in names) for names in game) for game in before
        ]
        table.close()


def test_names_that_are_out_of_date_change_nothing(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    found = changes(tmp_path / "journal.db")
    play(table, "8H")
    assert table.journal.rewrite(found) is False
    assert "Ann" in table.journal.of_game(1)[0].command
    table.close()


def test_a_player_called_like_a_card_is_not_the_card(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("8", "QS", "pot")))
    play(table, "8", "QS")
    with pytest.raises(Illegal):
        table.obey(Play(card="8", player="QS"))
    table.obey(Bust(player="pot"))
    entries = table.journal.of_game(1)
    rewritten = with_other_names(entries, {"8": "Guest 1", "QS": "Guest 2"})
    assert [as_json(read(one.command)) for one in rewritten] == [one.command for one in rewritten]
    assert '"players": ["Guest 1", "Guest 2", "pot"]' in rewritten[0].command
    assert [one.command for one in rewritten[1:]] == [one.command for one in entries[1:]]
    (note,) = table.journal.notes()
    refused = note_with_other_names(note, {"8": "Guest 1", "QS": "Guest 2"})
    assert json.loads(str(refused.facts["command"])) == {"cmd": "play", "card": "8", "player": "Guest 2"}


def test_the_name_before_a_renaming_is_the_same_persons(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("An", "Bo", "Cy")))
    table.rename("An", "Ann")
    table.rename("Bo", "An")
    rewritten = with_other_names(table.journal.of_game(1), ANN)
    assert [read(one.command) for one in rewritten[1:]] == [
        Rename("Guest 1", "Guest 1"),
        Rename("Bo", "An"),
    ]
    assert '"Guest 1", "Bo"' in rewritten[0].command


def test_another_players_name_is_refused(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    with pytest.raises(ReplayError):
        changes(tmp_path / "journal.db", {"Ann": "Bo"})


def test_damage_stays_damage(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    play(table, "8", "9")
    path = tmp_path / "journal.db"
    table.journal.database.execute("DROP TRIGGER commands_update")
    table.journal.database.execute("UPDATE commands SET digest = x'00' WHERE sequence = 2")
    assert table.journal.rewrite(changes(path))
    with pytest.raises(ReplayError, match=r"Command 2, .* made the state 00"):
        replay(path)


NOTES: dict[str, tuple[dict[str, object], dict[str, object]]] = {
    "claim": ({"player": "Ann", "called": 8}, {"player": "Guest 1", "called": 8}),
    "explained": ({"why": "slip", "turn": "Ann"}, {"why": "slip", "turn": "Guest 1"}),
    "lot": ({"player": "Ann", "players": ["Ann", "Bo"]}, {"player": "Guest 1", "players": ["Guest 1", "Bo"]}),
    "part lost": ({"part": "Ann"}, {"part": "Ann"}),
    "refused": (
        {"command": '{"cmd": "bust"}', "code": "revoke", "sentence": "Ann had no heart"},
        {"command": '{"cmd": "bust"}', "code": "revoke", "sentence": "revoke"},
    ),
}


@pytest.mark.parametrize("kind", NOTES)
def test_notes_have_the_name_in_the_facts_of_their_kind(kind: str) -> None:
    before, after = NOTES[kind]
    assert note_with_other_names(JournalNote(1, 0.0, kind, before), ANN).facts == after


@pytest.mark.parametrize(
    ("steps", "fact"),
    [
        ((Play(card="8", player="Bo"),), "Guest 1"),
        ((New(variant="ninety-nine", players=("Ann", "Ann")),), "Guest 1"),
    ],
)
def test_a_refusal_is_worded_with_the_other_name(steps: tuple[New | Play], fact: str, tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    for step in steps:
        with pytest.raises(Illegal):
            table.obey(step)
    (note,) = table.journal.notes()
    changed = note_with_other_names(note, ANN)
    refusal = noted_refusal(changed.facts)
    assert refusal is not None
    assert changed.facts["sentence"] == refusal_facts(Illegal(refusal))["sentence"]
    assert fact in str(changed.facts["sentence"])
    assert "Ann" not in json.dumps(changed.facts)


def two_games(folder: Path, connect: Callable[[Path], sqlite3.Connection] = sqlite3.connect) -> Table:
    """One with Ann, in which a call is wrong, and one without her, in which somebody uses her phone."""
    table = table_in(folder) if connect is sqlite3.connect else table_in(folder, connect=connect)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo", "Cy")))
    table.obey(Play(card="8H"))
    table.judge(Claim(total=9))
    with pytest.raises(Illegal):
        table.obey(Play(card="9", player="Ann"))
    table.obey(Play(card="9H"))
    table.obey(New(variant="ninety-nine", players=("Bo", "Cy")))
    table.obey(Play(card="8H"), "Ann's phone")
    return table


def test_forgotten_name_is_nowhere_and_the_game_goes_on(tmp_path: Path) -> None:
    table = two_games(tmp_path)
    assert forget(table)
    assert not holding(tmp_path, "Ann")
    assert [kept.origin for kept in table.kept] == [None, "Guest 1's phone"]
    play(table, "9H")
    table.take_back(2)
    table.reopen()
    assert table.known_names == ("Guest 1", "Bo", "Cy")
    table.take_back()
    play(table, "KD")
    again = started_again(tmp_path, tmp_path / "again")
    assert again.known_names == ("Guest 1", "Bo", "Cy")
    again.close()
    table.close()
    assert replay(tmp_path / "journal.db") == Replayed(games=2, commands=10)


def test_an_sqlite_that_overwrites_nothing_keeps_no_forgotten_name(tmp_path: Path) -> None:
    """SQLite is built with `secure_delete` in Debian, without it elsewhere."""

    def connect_careless(path: Path) -> sqlite3.Connection:
        database = connect(path)
        database.execute("PRAGMA secure_delete = OFF")
        return database

    table = two_games(tmp_path, connect_careless)
    assert holding(tmp_path, "Ann")
    assert forget(table, {"Ann": "Guest 1 who has a longer name"})
    assert not holding(tmp_path, "Ann")


def test_nobody_is_forgotten_who_plays_or_may_again(tmp_path: Path) -> None:
    table = two_games(tmp_path)
    with pytest.raises(NameInUseError, match="Bo is in the game that is on"):
        forget(table, {"Bo": "Guest 1"})
    table.take_back()
    with pytest.raises(NameInUseError, match="Ann was in the game before, which taking back opens again"):
        forget(table)
    assert table.take_names(changes(tmp_path / "journal.db"), forgets=False)
    table.reopen()
    assert table.known_names[0] == "Guest 1"


def test_what_was_read_before_something_was_written_is_out_of_date(tmp_path: Path) -> None:
    table = two_games(tmp_path)
    read_before = changes(tmp_path / "journal.db")
    with pytest.raises(Illegal):
        play(table, "8H")
    assert not table.take_names(read_before, forgets=True)
    assert holding(tmp_path, "Ann")


def test_only_changed_games_are_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = two_games(tmp_path)
    rewriter = Rewriter(ANN, ORIGINS)
    with closing(read_only(tmp_path / "journal.db")) as journal:
        rewriter.read(journal)
    table.take_back()
    table.reopen()
    play(table, "KD")
    table.obey(New(variant="ninety-nine", players=("Bo", "Cy")))
    play(table, "8H")
    with closing(read_only(tmp_path / "journal.db")) as journal:
        again = rewriter.read(journal)
        monkeypatch.setattr("companion.table.rewriter.with_other_names", None)
        assert rewriter.read(journal) == again
    assert table.take_names(again, forgets=True)
    assert replay(tmp_path / "journal.db").commands == table.journal.sequence


def test_failed_commit_leaves_the_old_names(tmp_path: Path) -> None:
    table = two_games(tmp_path, connect_unsynced)
    disk = table.journal.database
    disk.fails = True  # type: ignore[attr-defined]  # such a disk
    with pytest.raises(JournalError, match="The disk fails"):
        forget(table)
    again = started_again(tmp_path, tmp_path / "again")
    assert replay(tmp_path / "again" / "journal.db").commands == table.journal.sequence
    again.take_back()
    again.reopen()
    assert again.known_names[0] == "Ann"
    again.close()
    disk.fails = False  # type: ignore[attr-defined]
    assert forget(table)
    disk.close()


def test_a_cut_at_any_moment_leaves_all_names_or_none(tmp_path: Path) -> None:
    table = two_games(tmp_path)
    for _game in range(40):
        table.obey(New(variant="ninety-nine", players=("Ann", "Bo", "Cy")))
        play(table, "8H", "9H", "2C")
    table.obey(New(variant="ninety-nine", players=("Bo", "Cy")))
    play(table, "8H")
    todo = changes(tmp_path / "journal.db")
    cuts: list[dict[str, bytes]] = []

    def cut() -> int:
        files = (tmp_path / "journal.db", tmp_path / "journal.db-wal")
        cuts.append({file.name: file.read_bytes() for file in files if file.exists()})
        return 0

    table.journal.database.execute("PRAGMA cache_size = 4")  # so that much is written before the commit
    table.journal.database.set_progress_handler(cut, 500)
    assert table.take_names(todo, forgets=True)
    table.journal.database.set_progress_handler(None, 0)
    cut()
    found = set()
    for number, files in enumerate(cuts):
        folder = tmp_path / f"cut-{number}"
        folder.mkdir()
        for file, content in files.items():
            (folder / file).write_bytes(content)
        assert replay(folder / "journal.db").commands == table.journal.sequence
        with closing(Journal(folder / "journal.db")) as journal:
            names = {len(journal.games_naming(one)) for one in ("Ann", "Guest 1")}
            found.add("Ann" if journal.games_naming("Ann") else "Guest 1")
            assert names == {0, 41}
    assert found == {"Ann", "Guest 1"}
    assert len(cuts) > 10
