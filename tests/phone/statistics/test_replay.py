"""Tests of the evening as it is read back from the journal after undo, renaming and leaving."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.commands import Judged, Play
from companion.core.family import HistoryEntry
from companion.errors import JournalError
from companion.phone.statistics.history import HISTORY, AllGames
from companion.phone.statistics.routes import Evenings
from companion.table.evenings import CLOCK, PAUSE
from companion.table.replay import EDITION
from tests.depth import one_in
from tests.drivers.game import SUM
from tests.phone.statistics.evening_table import FOUR, HOUR, EveningTable
from tests.table.evenings import Evening as SeededEvening
from tests.table.evenings import do
from tests.table.forge import forge_edition
from tests.table.tables import table_in


@pytest.fixture
def at(tmp_path: Path) -> EveningTable:
    return EveningTable(tmp_path)


def titles(at: EveningTable) -> list[tuple[str, str]]:
    return [(game.rules.title, game.stands) for game in at.read()]


def test_evening_is_missing_before_the_first_game(at: EveningTable) -> None:
    assert at.read() == ()


def test_replayed_game_equals_the_tables(at: EveningTable) -> None:
    at.begin()
    at.play("8H", "4", "KD")
    at.busts("Ann")
    (game,) = at.read()
    assert tuple(command.moment for command in game.commands) == at.table.moments
    assert [(command.at, command.sequence) for command in game.commands] == [
        (kept.at, kept.sequence) for kept in at.table.kept
    ]
    assert (game.players, game.stands, game.hands) == (FOUR, "on", 1)


@given(seed=st.integers(0, 2**32))
@one_in(10)
def test_replayed_current_game_equals_the_tables_after_undo(seed: int) -> None:
    with TemporaryDirectory() as folder:
        table, seeded = table_in(Path(folder)), SeededEvening(seed)
        evenings = Evenings(AllGames(Path(folder) / HISTORY, Path(folder) / "journal"))
        for command in seeded.commands(60):
            do(table, command)
            games = evenings.read()
            assert [game.number for game in games][-1:] == ([table.game] if table.game else [])
            if games:
                assert tuple(each.moment for each in games[-1].commands) == table.moments, command
                assert tuple(each.sequence for each in games[-1].commands) == tuple(
                    kept.sequence for kept in table.kept
                )
        evening = evenings.read()
        won = [name for game in evening for name in game.winners]
        assert {name: won.count(name) for name in won} == {
            name: n for name, n in table.tally() if n
        }
        table.close()


def test_evening_begins_after_a_pause_of_six_hours(at: EveningTable) -> None:
    at.begin("Ann", "Bo", chips=1)
    at.busts("Bo")
    at.clock.now += PAUSE + HOUR
    at.begin("Cy", "Di", chips=1)
    at.busts("Di")
    at.clock.now += PAUSE - HOUR
    at.begin("Cy", "Ed")
    at.play("8H")
    assert [game.players for game in at.read()] == [("Cy", "Di"), ("Cy", "Ed")]


def test_game_started_the_evening_before_is_shown_whole(at: EveningTable) -> None:
    at.begin("Ann", "Bo")
    at.play("8H")
    at.clock.now += PAUSE + HOUR
    at.play("9H")
    (game,) = at.read()
    assert [command.moment.state.phase for command in game.commands] == ["play"] * 3


def test_games_have_the_status_on_over_or_abandoned(at: EveningTable) -> None:
    at.begin("Ann", "Bo", chips=1)
    at.busts("Bo")
    at.begin("Ann", "Bo", variant="ninety-eight")
    at.play("8H")
    at.begin("Ann", "Bo")
    assert titles(at) == [
        ("Ninety-nine", "over"),
        ("Ninety-eight", "given up"),
        ("Ninety-nine", "on"),
    ]


def test_game_without_plays_does_not_count(at: EveningTable) -> None:
    at.begin(variant="ninety-eight")
    at.begin()
    at.play("8H")
    assert titles(at) == [("Ninety-nine", "on")]


def test_undone_game_resumes_the_previous_one(at: EveningTable) -> None:
    at.begin("Ann", "Bo", chips=1)
    at.busts("Bo")
    before = at.read()
    at.begin("Ann", "Bo")
    at.table.reopen()
    assert at.read() == before
    at.table.take_back()
    assert titles(at) == [("Ninety-nine", "on")]


def test_rename_applies_to_the_whole_game_and_its_calls(at: EveningTable) -> None:
    at.begin("Seat 1", "Bo")
    at.play("8H")
    at.call(9)
    at.table.rename("Seat 1", "Ann")
    at.table.rename("Bo", "Seat 1")
    at.play("9H")
    at.call(7)
    (game,) = at.read()
    assert game.players == ("Ann", "Seat 1")
    assert game.called == (
        Judged("Ann", 9, 8, correct=False),
        Judged("Seat 1", 7, 8, correct=False),
    )
    assert [command.moment.events[0] for command in game.commands] == [
        moment.events[0] for moment in at.table.moments
    ]


def test_call_of_an_undone_play_does_not_count(at: EveningTable) -> None:
    at.begin("Ann", "Bo")
    at.play("8H")
    at.call(9)
    at.play("7H")
    at.call(16)
    at.table.take_back()
    at.call(8)
    (game,) = at.read()
    assert [judged.called for judged in game.called] == [9, 8]


def test_undone_call_and_its_explanation_do_not_count(at: EveningTable) -> None:
    at.begin("Ann", "Bo")
    at.play("8H")
    at.call(9)
    at.table.note("explained", why="slip", total=9, turn=None)
    at.table.undo_call(at.table.game_notes[0].at)
    (game,) = at.read()
    assert (game.called, game.slips) == ((), 0)


def test_plays_name_the_phone_that_sent_them(at: EveningTable) -> None:
    at.begin("Ann", "Bo")
    at.obey(Play(card="8H"), origin="Cy's phone")
    assert [command.by for command in at.read()[0].commands] == [None, "Cy's phone"]


def test_clock_that_is_set_later_corrects_the_times(at: EveningTable) -> None:
    at.begin("Ann", "Bo")
    at.play("8H")
    boot = at.table.journal.boot
    at.table.note(CLOCK, boot=boot, offset=1_800_000_000.0)
    assert [command.at for command in at.read()[0].commands] == [
        1_800_003_600.0,
        1_800_003_660.0,
    ]


def test_evening_uses_current_names(at: EveningTable) -> None:
    at.begin("Ann", "Bo", chips=1)
    at.play("8H")
    at.call(9)
    at.obey(Play(card="9H"), origin="Ann's phone")
    at.begin("Bo", "Cy")
    at.play("8H")
    at.read()
    at.table.forget("Ann")
    first, _second = at.read()
    assert first.players == ("Guest 1", "Bo")
    assert [judged.player for judged in first.called] == ["Guest 1"]
    assert first.commands[-1].by == "Guest 1's phone"


def test_only_changed_games_are_replayed(at: EveningTable) -> None:
    at.begin("Ann", "Bo", chips=1)
    at.busts("Bo")
    at.begin("Ann", "Bo")
    at.play("8H")
    before, again = moments(at), moments(at)
    assert all(one is other for one, other in zip(before, again, strict=True))
    at.play("9H")
    after = moments(at)
    assert len(after) == len(before) + 1
    over = len(at.read()[0].commands)
    assert all(one is other for one, other in zip(before[:over], after, strict=False))


def moments(at: EveningTable) -> list[HistoryEntry]:
    """Return all moments of the evening; a replayed one is a new object."""
    return [command.moment for game in at.read() for command in game.commands]


def test_replay_does_not_write_to_the_journal(at: EveningTable) -> None:
    at.begin()
    at.play("8H")
    before = content_of(at.path)
    at.read()
    assert content_of(at.path) == before


def content_of(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_damaged_game_is_omitted_and_the_others_stay(at: EveningTable) -> None:
    at.begin("Ann", "Bo", chips=1)
    at.busts("Bo")
    at.begin(variant="ninety-eight")
    at.play("8H")
    damaged = at.table.journal.path_of(1)
    assert damaged is not None
    damaged.write_bytes(b"no journal at all")
    assert [game.number for game in Evenings(at.all_games).read()] == [2]


def test_missing_journal_raises_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="No journal"):
        Evenings(AllGames(tmp_path / HISTORY, tmp_path / "journal")).read()


def test_unreadable_call_does_not_count(at: EveningTable) -> None:
    at.begin("Ann", "Bo")
    at.play("8H")
    at.table.note("claim", player="Ann", called="eight")
    at.call(8)
    (game,) = at.read()
    assert [judged.called for judged in game.called] == [8]


def test_game_is_replayed_as_far_as_it_agrees(at: EveningTable) -> None:
    at.begin("Ann", "Bo")
    at.play("8H", "9H")
    forge_edition(at.path, 1, EDITION, differing=3)
    (game,) = at.read()
    assert [command.sequence for command in game.commands] == [1, 2]


def test_game_of_which_nothing_replays_is_omitted(at: EveningTable) -> None:
    at.begin("Ann", "Bo")
    at.play("8H")
    forge_edition(at.path, 1, EDITION, differing=1)
    assert at.read() == ()


def test_rounds_of_a_trick_game_are_read_back(at: EveningTable) -> None:
    at.begin(variant="arizona-spaghetti")
    at.score({"Ann": SUM[1]}, {"Bo": SUM[2]})
    (game,) = at.read()
    assert (game.hands, game.has_rounds, game.for_chips, game.winners) == (2, True, False, ())
