"""The table, which owns the game: the commands it accepts or refuses, and its memory."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar, get_args

import msgspec
import pytest
from msgspec.structs import replace

from companion.core.cards import Card
from companion.core.commands import Accept, Bust, Claim, Deal, Judged, Leave, New, Play, Step
from companion.core.events import CardDrawn, Miscount, Played
from companion.core.seats import State
from companion.errors import Illegal, Stopped
from companion.games.adding import engine as adding
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import AddingState, Result
from companion.games.points.engine import PointsState
from companion.games.tricks.state import TrickState
from companion.table.evenings import EVENING
from companion.table.replay import FIELDS, LATER, digest
from companion.table.table import Table
from companion.words.causes import miscount_sentence
from tests.journals import journal_at
from tests.table.forge import forge
from tests.table.tables import (
    VARIANTS,
    StillClock,
    adding_state,
    break_rules,
    play,
    started_again,
    table_in,
)

PAIR = New(variant="ninety-nine", players=("Ann", "Bo"))
TRIO = New(variant="arizona-ninety-eight", players=("Ann", "Bo", "Cy"))


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return table_in(tmp_path)


def total(table: Table) -> int:
    return adding_state(table).total


def notes(table: Table, kind: str) -> list[dict[str, object]]:
    return [dict(note.facts) for note in table.game_notes if note.kind == kind]


def refused(table: Table, command: New | Step) -> str:
    with pytest.raises(Illegal) as illegal:
        table.obey(command)
    return illegal.value.code


def test_table_is_empty_before_the_first_game(table: Table) -> None:
    assert (table.game, table.rules, table.state, table.moments) == (None, None, None, ())
    assert (table.last_new, table.tally(), table.journal.sequence, table.stopped) == (
        None,
        (),
        0,
        None,
    )
    assert not table.can_reopen
    assert refused(table, Play(card="8H")) == "no-game"
    with pytest.raises(Illegal, match="no-game"):
        table.judge(Claim(total=8))


def test_obey_returns_the_events(table: Table) -> None:
    table.obey(PAIR)
    assert table.obey(Play(card="8H")) == (Played("Ann", ("8H",), 8), CardDrawn("Ann", 1, 1))
    assert [
        moment.state.total for moment in table.moments if isinstance(moment.state, AddingState)
    ] == [0, 8]


def test_refused_command_changes_nothing_and_is_noted(table: Table) -> None:
    table.obey(PAIR)
    play(table, "8H")
    before = table.moments
    with pytest.raises(Illegal, match="already-played"):
        table.obey(Play(card="8H"), origin="reader 7")
    assert table.moments == before
    assert table.journal.sequence == 2
    (note,) = table.journal.record(table.journal.game).notes
    assert (note.kind, note.after, note.origin) == ("refused", 2, "reader 7")
    assert note.facts == {
        "command": '{"cmd": "play", "card": "8H"}',
        "code": "already-played",
        "fields": {"card": "8H", "where": "pile"},
    }


def test_refused_new_game_keeps_the_current_one(table: Table) -> None:
    table.obey(PAIR)
    play(table, "8H")
    assert refused(table, New(variant="ninety-nine", players=("Ann", "Ann"))) == "bad-players"
    assert refused(table, New(variant="patience", players=("Ann", "Bo"))) == "unknown-variant"
    assert (table.game, total(table), table.last_new) == (1, 8, PAIR)


def test_called_total_is_judged_and_noted(table: Table) -> None:
    table.obey(PAIR)
    play(table, "8H")
    assert table.judge(Claim(total=9)) == Judged("Ann", 9, 8, correct=False)
    assert table.judge(Claim(total=8)) == Judged("Ann", 8, 8, correct=True)
    assert notes(table, "claim") == [
        {"player": "Ann", "called": 9, "actual": 8, "correct": False},
        {"player": "Ann", "called": 8, "actual": 8, "correct": True},
    ]
    assert total(table) == 8


def test_claim_without_a_call_is_refused(table: Table) -> None:
    table.obey(PAIR)
    with pytest.raises(Illegal, match="nothing-to-claim"):
        table.judge(Claim(total=0))
    assert [note["code"] for note in notes(table, "refused")] == ["nothing-to-claim"]


def test_undo_keeps_notes(table: Table) -> None:
    table.obey(PAIR)
    play(table, "8H")
    table.judge(Claim(total=9))
    table.take_back()
    assert len(notes(table, "claim")) == 1


def test_undone_call_is_removed_from_the_game(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(PAIR)
    play(table, "8H")
    for total in (8, 9):
        table.judge(Claim(total=total))
    assert table.undo_call(table.game_notes[-1].at)
    assert [note.facts["called"] for note in table.game_notes] == [8]
    assert started_again(tmp_path, tmp_path / "again").game_notes == table.game_notes


@pytest.mark.parametrize("is_started_again", [False, True])
def test_call_can_be_undone_while_its_total_is_current(
    tmp_path: Path, *, is_started_again: bool
) -> None:
    table = table_in(tmp_path)
    table.obey(PAIR)
    play(table, "8H", "7H")
    table.take_back()
    table.judge(Claim(total=9))
    play(table, "6H")
    assert table.undoable_call is None
    table.take_back()
    if is_started_again:
        table = started_again(tmp_path, tmp_path / "again")
    call = table.undoable_call
    assert call is not None
    assert table.undo_call(call.note.at)
    assert table.game_notes == ()
    assert not table.undo_call(call.note.at)


@pytest.mark.parametrize(
    ("line", "was", "now"),
    [
        (4, r"{\"cmd\":", r"{\"cmd\";"),
        (4, r"\"play\"", r"\"pl y\""),
        (4, '"code"', '"cobe"'),
        (3, '"actual":8', '"actual":"8"'),
    ],
)
def test_note_of_an_unknown_form_is_ignored(tmp_path: Path, line: int, was: str, now: str) -> None:
    table = table_in(tmp_path)
    table.obey(PAIR)
    play(table, "8H")
    table.judge(Claim(total=8))
    refused(table, Play(card="8H"))
    assert len(table.game_notes) == 2
    forge(tmp_path / "journal", 1, line, was, now)
    assert len(started_again(tmp_path, tmp_path / "again").game_notes) == 1


def test_any_note_is_stored_with_its_time(tmp_path: Path) -> None:
    clock = StillClock(now=1000.0)
    table = table_in(tmp_path, clock)
    table.note("part lost", part="Reader", reason=OSError(5, "gone"))
    (note,) = table.journal.record(table.journal.game).notes
    assert (note.kind, note.at, note.facts["part"]) == ("part lost", 1000.0, "Reader")


def test_undo_crosses_hands_down_to_the_first_deal(table: Table) -> None:
    table.obey(PAIR)
    play(table, "8H")
    table.obey(Bust())
    table.obey(Deal())
    play(table, "2C")
    table.take_back(3)
    assert total(table) == 8
    table.take_back()
    assert len(table.moments) == 1
    with pytest.raises(Illegal, match="nothing-to-undo"):
        table.take_back()


@pytest.mark.parametrize("count", [3, 0, -1])
def test_undo_of_too_many_changes_nothing(table: Table, count: int) -> None:
    table.obey(PAIR)
    play(table, "8H", "7C")
    with pytest.raises(Illegal, match=r"nothing-to-undo|bad-field"):
        table.take_back(count)
    assert total(table) == 15
    assert table.journal.sequence == 3


def test_reopen_resumes_the_previous_game(table: Table) -> None:
    table.obey(PAIR)
    play(table, "8H")
    table.obey(TRIO)
    assert table.can_reopen
    table.reopen()
    assert (table.game, total(table), table.last_new) == (1, 8, PAIR)
    play(table, "7C")
    assert total(table) == 15


def test_reopen_is_possible_only_at_the_first_moment(table: Table) -> None:
    table.obey(PAIR)
    assert not table.can_reopen
    with pytest.raises(Illegal, match="nothing-to-undo"):
        table.reopen()
    table.obey(TRIO)
    play(table, "8H")
    assert not table.can_reopen
    with pytest.raises(Illegal, match="nothing-to-undo"):
        table.reopen()
    table.take_back()
    table.reopen()
    assert table.game == 1


def test_reopen_can_be_repeated(table: Table) -> None:
    for names in (("Ann", "Bo"), ("Bo", "Cy"), ("Cy", "Di")):
        table.obey(New(variant="ninety-nine", players=names))
    table.reopen()
    table.obey(TRIO)
    assert table.game == 4
    table.reopen()
    table.reopen()
    assert table.game == 1
    assert not table.can_reopen


def test_reopen_works_after_a_restart(table: Table, tmp_path: Path) -> None:
    table.obey(PAIR)
    play(table, "8H", "KD")
    table.obey(TRIO)
    again = started_again(tmp_path, tmp_path / "again")
    again.reopen()
    assert again.state is not None
    assert adding_state(again).total == 99
    third = started_again(tmp_path / "again", tmp_path / "third")
    assert third.state == again.state
    assert third.game == 1


def test_journal_stores_the_origin(table: Table) -> None:
    table.obey(PAIR)
    table.obey(Play(card="8H"), origin="phone")
    new, card = table.journal.record(1).entries
    assert (new.origin, card.origin) == (None, "phone")
    assert (card.sequence, card.command, card.game) == (2, '{"cmd": "play", "card": "8H"}', 1)


def win(table: Table, winner: str) -> None:
    """Play a game of two that `winner` wins because the other player leaves."""
    table.obey(PAIR)
    table.obey(Leave(player="Bo" if winner == "Ann" else "Ann"))


def test_tally_counts_the_wins_of_the_evening(table: Table) -> None:
    win(table, "Ann")
    win(table, "Bo")
    win(table, "Ann")
    assert table.tally() == (("Ann", 2), ("Bo", 1))
    table.obey(New(variant="ninety-nine", players=("Cy", "Bo", "Di")))
    assert table.tally() == (("Cy", 0), ("Bo", 1), ("Di", 0), ("Ann", 2))
    table.obey(New(variant="ninety-nine", players=("Eva", "Flo")))
    assert table.tally() == (("Eva", 0), ("Flo", 0), ("Ann", 2), ("Bo", 1)), (
        "whoever won first comes first"
    )


def test_tally_restarts_when_the_players_confirm_a_new_evening(tmp_path: Path) -> None:
    clock = StillClock()
    before = table_in(tmp_path, clock)
    win(before, "Ann")
    before.close()
    table = Table(VARIANTS, journal_at(tmp_path / "journal", boot="b0070002"), clock)
    table.obey(PAIR)
    assert table.tally() == (("Ann", 1), ("Bo", 0))
    table.note(EVENING, new=True)
    assert table.tally() == (("Ann", 0), ("Bo", 0))


def test_tally_counts_losses_in_games_with_only_a_loser(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    loses = New(variant="ninety-eight", players=("Ann", "Bo", "Cy"), dealer="Cy")
    for loser in ("Ann", "Bo", "Ann"):
        table.obey(msgspec.structs.replace(loses, dealer="Cy" if loser == "Ann" else "Ann"))
        table.obey(Bust())
    assert table.tally() == (("Ann", 2), ("Bo", 1), ("Cy", 0))
    table.take_back()
    assert table.tally() == (("Ann", 0), ("Bo", 0), ("Cy", 0)), (
        "while it is on, games won are counted"
    )
    table.obey(Bust())
    assert table.tally() == started_again(tmp_path, tmp_path / "again").tally()


def test_undone_win_does_not_count(table: Table) -> None:
    win(table, "Ann")
    table.take_back()
    assert table.tally() == (("Ann", 0), ("Bo", 0))
    table.obey(Leave(player="Ann"))
    assert table.tally() == (("Ann", 0), ("Bo", 1))


def test_reopened_game_counts_once(table: Table) -> None:
    win(table, "Ann")
    table.obey(PAIR)
    table.reopen()
    assert table.tally() == (("Ann", 1), ("Bo", 0))
    table.take_back()
    table.obey(Leave(player="Ann"))
    assert table.tally() == (("Ann", 0), ("Bo", 1))


def test_new_evening_begins_after_six_hours(tmp_path: Path) -> None:
    clock = StillClock()
    table = table_in(tmp_path, clock)
    win(table, "Ann")
    clock.now += 6 * 3600
    win(table, "Bo")
    assert table.tally() == (("Ann", 1), ("Bo", 1))
    clock.now += 6 * 3600 + 1
    assert table.tally() == (("Ann", 1), ("Bo", 1))
    win(table, "Bo")
    assert table.tally() == (("Ann", 0), ("Bo", 1))


def lose_a_card(rules: AddingRules, state: AddingState, command: Step) -> Result:
    """Step the rules with a fault: a card vanishes from the stock with every step."""
    after, events = HONEST(rules, state, command)
    return replace(after, stock=after.stock - 1), events


def lose_a_chip(rules: AddingRules, state: AddingState, command: Step) -> Result:
    """Step the rules with a fault: the first player loses a chip."""
    after, events = HONEST(rules, state, command)
    first = after.players[0]
    return after.seated(0, replace(first, chips=(first.chips or 0) - 1)), events


HONEST = adding.step
Value = TypeVar("Value", bound=msgspec.Struct)


@pytest.mark.parametrize(
    ("fault", "miscount"),
    [
        (lose_a_card, Miscount("cards", 51, 52)),
        (lose_a_chip, Miscount("chips", 9, 10)),
    ],
)
def test_inconsistent_table_stops(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: object, miscount: Miscount
) -> None:
    table.obey(PAIR)
    with monkeypatch.context() as broken:
        break_rules(broken, "adding", fault)
        play(table, "8H")
        assert started_again(tmp_path, tmp_path / "again").stopped == miscount
    assert table.stopped == miscount
    for command in (Play(card="7H"), Accept()):
        with pytest.raises(Stopped, match=str(miscount_sentence(miscount))):
            table.obey(command)
    with pytest.raises(Stopped):
        table.judge(Claim(total=8))
    table.take_back()
    assert table.stopped is None
    play(table, "8H")
    assert total(table) == 8


def test_stopped_table_accepts_a_new_game(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.obey(PAIR)
    with monkeypatch.context() as broken:
        break_rules(broken, "adding", lose_a_card)
        play(table, "8H")
    table.obey(TRIO)
    assert table.stopped is None
    assert table.game == 2


def each_changed(value: Value) -> list[Value]:
    """Return copies of `value`, each with another field set to an impossible value.

    `lying` follows from the pile.
    """
    return [
        replace(value, **{name: "other"}) for name in value.__struct_fields__ if name != "lying"
    ]


def test_digest_depends_on_every_field(table: Table) -> None:
    table.obey(New(variant="ninety-eight-umass", players=("Ann", "Bo", "Cy")))
    table.obey(Play(card="AS", target="Cy"))
    state = table.state
    assert isinstance(state, AddingState)
    assert state.phase == "shield"
    assert state.onward is not None
    assert state.call is not None
    changed = [
        *each_changed(state),
        *(replace(state, onward=onward) for onward in each_changed(state.onward)),
        *(replace(state, call=call) for call in each_changed(state.call)),
        *(state.seated(0, player) for player in each_changed(state.players[0])),
    ]
    digests = {digest("", None, each) for each in (state, *changed)}
    assert len(digests) == 1 + len(changed)
    assert digest("another", None, state) not in digests
    assert digest("", "another", state) not in digests


def structs_in(kind: object) -> Iterator[type[msgspec.Struct]]:
    """Yield the structs that a value of this type may hold, including itself."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
        for field in msgspec.structs.fields(kind):
            yield from structs_in(field.type)
    for inner in get_args(kind):
        yield from structs_in(inner)


def test_digest_covers_every_struct_in_a_state_of_any_family() -> None:
    assert set(FIELDS) == {*structs_in(AddingState | TrickState | PointsState)} - {Card}


def test_every_field_is_in_the_digest_or_added_later() -> None:
    # `deals_counted` counts commands, which have their own digests, and older journals lack it.
    # The other field follows from the pile.
    assert (PointsState.derived, AddingState.derived) == (("deals_counted",), ("lying",))
    for kind, fields in FIELDS.items():
        later = LATER[kind]
        assert msgspec.NODEFAULT not in later.values()
        derived = kind.derived if issubclass(kind, State) else ()
        assert {*fields, *later, *derived} == set(kind.__struct_fields__)
