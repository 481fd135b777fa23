"""A player renamed during a game: the whole game is that of the new name."""

import errno
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.commands import Bust, Claim, Deal, Leave, New, Play, Score, Set, Step
from companion.core.history import renamed, with_names
from companion.errors import Illegal, JournalError
from companion.games.history import GameHistory
from companion.table.replay import replay
from companion.table.table import Table
from tests.table.failing_disk import FailingDisk
from tests.table.tables import VARIANTS, started_again, table_in

STEPS: tuple[Step, ...] = (
    Play(card="KH"),
    Play(card="9"),
    Play(card="4"),
    Bust(),
    Deal(),
    Play(card="JK"),
    Play(card="9"),
    Play(card="10", value=-10),
    Play(card="8"),
    Bust(),
)
HOUSE = {"jokers": 2}


def new(*players: str) -> New:
    return New(variant="ninety-nine", players=players, house=HOUSE)


@given(st.integers(0, len(STEPS)), st.sampled_from(["Seat 1", "Seat 2", "Seat 3"]))
def test_renamed_game_equals_a_game_with_that_name_from_the_start(when: int, player: str) -> None:
    names = ["Seat 1", "Seat 2", "Seat 3"]
    later, always = GameHistory(VARIANTS), GameHistory(VARIANTS)
    later.obey(new(*names))
    always.obey(new(*("Zoë" if name == player else name for name in names)))
    for number, step in enumerate(STEPS):
        if number == when:
            later.rename(player, "Zoë")
        later.obey(step)
        always.obey(step)
    if when == len(STEPS):
        later.rename(player, "Zoë")
    assert later.moments == always.moments


def test_points_are_stored_under_the_new_name() -> None:
    game = GameHistory(VARIANTS)
    game.obey(New(variant="arizona-spaghetti", players=("Ann", "Bo", "Cy")))
    points = {"Ann": 50, "Bo": 60, "Cy": 60}
    game.obey(Score(points=points))
    moment = renamed(game.moments[-1], {"Bo": "Bob"})
    assert {"Ann": 50, "Bob": 60, "Cy": 60} in [
        getattr(event, "points", None) for event in moment.events
    ]
    assert renamed(moment, {"Bo": "Nobody"}) == moment


def test_numbers_set_by_hand_are_stored_under_the_new_name() -> None:
    def everything_of(name: str) -> Set:
        return Set(chips={name: 1}, points={name: 2}, hands={name: 3}, still_in={name: True})

    assert with_names(everything_of("Ann"), {"Ann": "Bob"}) == everything_of("Bob")


def test_rename_survives_a_power_cut(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(new("Seat 1", "Seat 2", "Seat 3"))
    table.obey(Play(card="KH"))
    table.rename("Seat 1", "Ann", "Cy's phone")
    table.take_back()
    again = started_again(tmp_path, tmp_path / "elsewhere")
    assert names(again) == ["Ann", "Seat 2", "Seat 3"]
    assert [(each.at, each.sequence, each.origin) for each in again.kept] == [
        (each.at, each.sequence, each.origin) for each in table.kept
    ]
    assert again.journal.record(1).entries[2].origin == f"{again.people.find('Cy')}'s phone"
    table.close()
    again.close()
    assert replay(tmp_path / "journal").commands == 4


def test_earlier_calls_and_refusals_have_the_new_name(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(new("Seat 1", "Seat 2", "Seat 3"))
    with pytest.raises(Illegal):
        table.obey(Play(card="8H", player="Seat 3"))
    table.obey(Play(card="8H"))
    table.judge(Claim(total=7))
    table.rename("Seat 1", "Ann")
    table.rename("Ann", "Anna")
    again = started_again(tmp_path, tmp_path / "elsewhere")
    for refusal, call in (table.game_notes, again.game_notes):
        assert refusal.facts["fields"] == {"turn": "Anna", "player": "Seat 3"}
        assert (call.kind, call.facts["player"]) == ("claim", "Anna")
    table.close()
    again.close()


def test_next_game_begins_with_the_new_names(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("Seat 1", "Seat 2"), dealer="Seat 1"))
    table.rename("Seat 1", "Ann")
    assert table.last_new == New(variant="ninety-nine", players=("Ann", "Seat 2"), dealer="Ann")


@pytest.mark.parametrize(
    ("player", "name", "code"),
    [("Zoe", "Ann", "unknown-player"), ("Bo", "Ann", "bad-players"), ("Bo", "", "bad-players")],
)
def test_invalid_name_changes_nothing(tmp_path: Path, player: str, name: str, code: str) -> None:
    table = table_in(tmp_path)
    table.obey(new("Ann", "Bo"))
    with pytest.raises(Illegal, match=code):
        table.rename(player, name)
    assert names(table) == ["Ann", "Bo"]
    assert table.journal.sequence == 1
    assert [note.facts["code"] for note in table.game_notes] == [code]


def test_rename_without_a_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Illegal, match="no-game"):
        table_in(tmp_path).rename("Ann", "Anna")


def test_renaming_to_the_same_name_is_accepted(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(new("Ann", "Bo"))
    table.rename("Ann", "Ann")
    assert names(table) == ["Ann", "Bo"]


def test_failed_write_of_rename_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_in(tmp_path)
    table.obey(new("Ann", "Bo"))
    FailingDisk(monkeypatch).number = errno.EIO
    with pytest.raises(JournalError):
        table.rename("Ann", "Anna")
    assert names(table) == ["Ann", "Bo"]


def test_refusals_and_calls_belong_to_their_game(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(new("Ann", "Bo", "Cy"))
    table.obey(Play(card="KH"))
    with pytest.raises(Illegal):
        table.obey(Play(card="8"), "Cy's phone")
    table.judge(Claim(total=98))
    table.note("part lost", part="Reader", reason="unplugged")
    assert [note.kind for note in table.game_notes] == ["refused", "claim"]
    table.obey(new("Ann", "Bo"))
    assert not table.game_notes
    with pytest.raises(Illegal):
        table.obey(Leave(player="Zoe"))
    table.reopen()
    assert [note.kind for note in table.game_notes] == ["refused", "claim"]


def names(table: Table) -> list[str]:
    assert table.state is not None
    return [player.name for player in table.state.players]
