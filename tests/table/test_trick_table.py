"""Trick games at the table: stored, restarted, undone, and stopped if points do not add up."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from companion.core.commands import Deal, New, Play, Score, Step
from companion.core.events import Miscount, Scored
from companion.errors import Illegal, ReplayError, Stopped
from companion.games.tricks import engine as tricks
from companion.games.tricks.state import TrickPlayer, TrickState
from companion.games.tricks.variant import TrickRules
from companion.table.replay import digest, replay
from companion.table.table import Table
from companion.words.causes import miscount_sentence
from tests.table.tables import break_rules, play, started_again, table_in

FOUR = ("Ann", "Bo", "Cy", "Di")
SPAGHETTI = New(variant="arizona-spaghetti", players=FOUR, house={"revoke_penalty": 10})
SLOBBERHANNES = New(variant="slobberhannes", players=FOUR)
PAIR = New(variant="ninety-nine", players=("Ann", "Bo"))

UP_TO_A_REVOKE = "5C 6C 6D 7C 9C KS 10C"
"""Round 4, led by Di. Bo revealed in trick 1 that he has no club, and plays last in trick 2."""
THE_REVOKE = Play(card="8C", accept_revoke=True)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Arizona Spaghetti in round 4, up to a revoke; Ann has all points so far."""
    table = table_in(tmp_path)
    table.obey(SPAGHETTI)
    for due in (130, 130, 100):
        table.obey(Score(points={"Ann": due}))
        table.obey(Deal())
    play(table, *UP_TO_A_REVOKE.split())
    return table


def trick_state(table: Table) -> TrickState:
    assert isinstance(table.state, TrickState)
    return table.state


def points(table: Table) -> list[int]:
    return [player.points for player in trick_state(table).players]


def let_stand(table: Table) -> None:
    table.obey(THE_REVOKE)


def end_game(table: Table) -> None:
    """Let the revoke stand; Ann takes all of the last two rounds, Cy and Di have no points."""
    let_stand(table)
    for due in (100, 560):
        table.obey(Deal())
        table.obey(Score(points={"Ann": due}))


# Storage.


def test_accepted_revokes_and_entered_points_are_stored_as_given(table: Table) -> None:
    let_stand(table)
    table.obey(Deal())
    table.obey(Score(points={"Bo": 100, "Ann": 0}))
    ann, bo = (table.people.id_of(name) for name in ("Ann", "Bo"))
    assert [entry.command for entry in table.journal.record(1).entries[-3:]] == [
        '{"cmd": "play", "card": "8C", "accept_revoke": true}',
        '{"cmd": "deal"}',
        f'{{"cmd": "score", "points": {{"{bo}": 100, "{ann}": 0}}}}',
    ]


def test_round_with_its_voids_survives_a_power_cut(table: Table, tmp_path: Path) -> None:
    again = started_again(tmp_path, tmp_path / "again")
    assert again.moments == table.moments
    with pytest.raises(Illegal, match="revoke: trick 1, suit C"):
        again.obey(Play(card="8C"))
    let_stand(again)
    assert points(again) == [130 + 130 + 100 + 100, 10, 0, 0]
    third = started_again(tmp_path / "again", tmp_path / "third")
    assert (third.state, third.stopped) == (again.state, None)


def test_all_moments_survive_a_restart(table: Table, tmp_path: Path) -> None:
    end_game(table)
    while True:
        again = started_again(tmp_path, tmp_path / "again")
        assert (again.moments, again.rules, again.tally()) == (
            table.moments,
            table.rules,
            table.tally(),
        )
        again.close()
        if len(table.moments) == 1:
            break
        table.take_back()
    assert replay(tmp_path / "journal").commands == table.journal.sequence


def test_changed_cost_of_a_trick_is_found_at_its_command(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.close()
    ann = table.people.id_of("Ann")
    break_rules(monkeypatch, "tricks", fault_at(Score(points={ann: 130}), points=-5))
    with pytest.raises(ReplayError, match=r"Command 2, .*score.* made the state"):
        replay(tmp_path / "journal")


# Undo.


def test_undo_crosses_the_end_of_a_round(table: Table, tmp_path: Path) -> None:
    before = table.state
    let_stand(table)
    table.obey(Deal())
    play(table, "5H")
    table.take_back(3)
    assert (table.state, trick_state(table).revokes) == (before, 0)
    table.take_back(8)
    assert (trick_state(table).phase, trick_state(table).round) == ("round-over", 3)
    again = started_again(tmp_path, tmp_path / "again")
    assert again.state == table.state
    again.obey(Deal())
    assert trick_state(again).round == 4


def test_reopen_crosses_families(table: Table, tmp_path: Path) -> None:
    before = table.moments
    table.obey(PAIR)
    table.reopen()
    assert (table.game, table.moments, table.last_new) == (1, before, SPAGHETTI)
    let_stand(table)
    table.close()
    again = table_in(tmp_path)
    assert (again.game, again.moments) == (1, table.moments)
    again.obey(PAIR)
    again.obey(SLOBBERHANNES)
    again.reopen()
    again.reopen()
    assert again.moments == table.moments


def test_entered_round_can_be_entered_again(table: Table) -> None:
    table.take_back(8)
    table.take_back()
    assert table.obey(Score(points={"Bo": 100}))[0] == Scored(
        3, {"Ann": 0, "Bo": 100, "Cy": 0, "Di": 0}
    )
    assert points(table) == [260, 100, 0, 0]


# Wins.


def test_shared_win_counts_for_all_winners(table: Table) -> None:
    end_game(table)
    assert table.tally() == (("Ann", 0), ("Bo", 0), ("Cy", 1), ("Di", 1))
    table.obey(SLOBBERHANNES)
    assert table.tally() == (("Ann", 0), ("Bo", 0), ("Cy", 1), ("Di", 1))
    for who in ("Ann", "Ann", "Cy"):
        table.obey(Score(points={who: 4}))
        table.obey(Deal())
    table.obey(Score(points={"Ann": 4}))
    assert table.tally() == (("Ann", 0), ("Bo", 1), ("Cy", 1), ("Di", 2))
    table.take_back()
    assert table.tally() == (("Ann", 0), ("Bo", 0), ("Cy", 1), ("Di", 1))


# Faults.


HONEST = tricks.step
Fault = Callable[[TrickRules, TrickState, Step], tricks.TrickResult]


def most_points(state: TrickState) -> int:
    """Return the seat of the player with the most points."""
    return max(range(len(state.players)), key=lambda seat: state.players[seat].points)


def fault_at(moment: Step, **more: int) -> Fault:
    """Return rules with a fault: one command adds `more` to the player with the most points."""

    def faulty(rules: TrickRules, state: TrickState, command: Step) -> tricks.TrickResult:
        after, events = HONEST(rules, state, command)
        if command != moment:
            return after, events
        seat = most_points(after)
        changed = {name: getattr(after.players[seat], name) + by for name, by in more.items()}
        return after.seated(seat, msgspec.structs.replace(after.players[seat], **changed)), events

    return faulty


def forget_penalties(rules: TrickRules, state: TrickState, command: Step) -> tricks.TrickResult:
    """Step the rules with a fault: the points that are penalties are forgotten."""
    after, events = HONEST(rules, state, command)
    players = tuple(msgspec.structs.replace(player, penalty=0) for player in after.players)
    return msgspec.structs.replace(after, players=players), events


@pytest.mark.parametrize(
    ("fault", "miscount"),
    [
        (fault_at(THE_REVOKE, points=-5, round_points=-5), Miscount("points", 95, 100)),
        (fault_at(THE_REVOKE, points=5, round_points=5), Miscount("points", 105, 100)),
        (fault_at(THE_REVOKE, points=-5), Miscount("points before", 355, 360)),
        (fault_at(THE_REVOKE, tricks=1), Miscount("tricks", 3, 2)),
        (fault_at(THE_REVOKE, cards=-1), Miscount("cards", 51, 52)),
        (forget_penalties, Miscount("points", 110, 100)),
    ],
)
def test_inconsistent_points_stop_the_table(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Fault, miscount: Miscount
) -> None:
    with monkeypatch.context() as broken:
        break_rules(broken, "tricks", fault)
        let_stand(table)
        assert started_again(tmp_path, tmp_path / "again").stopped == miscount
    assert table.stopped == miscount
    with pytest.raises(Stopped, match=str(miscount_sentence(miscount))):
        table.obey(Deal())
    table.take_back()
    assert table.stopped is None
    let_stand(table)
    assert points(table) == [460, 10, 0, 0]


@pytest.mark.parametrize(
    ("gained", "miscount"),
    [
        (-1, Miscount("points", 3, 4)),
        (1, Miscount("points", 5, 4)),
        (-2, Miscount("points", 2, 3)),
    ],
)
def test_missing_sweep_stops_the_table(
    table: Table, monkeypatch: pytest.MonkeyPatch, gained: int, miscount: Miscount
) -> None:
    all_of_it = Score(points={"Ann": 4})
    table.obey(SLOBBERHANNES)
    with monkeypatch.context() as broken:
        break_rules(broken, "tricks", fault_at(all_of_it, points=gained, round_points=gained))
        table.obey(all_of_it)
    assert table.stopped == miscount


# The fingerprint.

Value = TypeVar("Value", bound=msgspec.Struct)


def each_changed(value: Value) -> list[Value]:
    """Return copies of `value`, each with another field set to an impossible value."""
    return [msgspec.structs.replace(value, **{name: "other"}) for name in value.__struct_fields__]


def test_digest_depends_on_every_field_of_a_trick_game(table: Table) -> None:
    state = trick_state(table)
    assert state.taken is not None
    assert state.trick
    assert state.voids
    replace = msgspec.structs.replace
    players: list[TrickPlayer] = each_changed(state.players[0])
    changed = [
        *each_changed(state),
        *(state.seated(0, player) for player in players),
        *(replace(state, trick=(laid, *state.trick[1:])) for laid in each_changed(state.trick[0])),
        *(replace(state, voids=(void, *state.voids[1:])) for void in each_changed(state.voids[0])),
        *(replace(state, taken=taken) for taken in each_changed(state.taken)),
        replace(state, played=state.played[::-1]),
    ]
    digests = {digest("", None, each) for each in (state, *changed)}
    assert len(digests) == 1 + len(changed)
