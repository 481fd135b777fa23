"""A long game with many corrections, manual changes, undos, and players who join and leave."""

import random
from pathlib import Path

import pytest

from companion.core.commands import (
    Bust,
    ChangeSeat,
    Deal,
    Join,
    Leave,
    New,
    Play,
    Repair,
    Set,
    Step,
)
from companion.core.history import counting
from companion.errors import Illegal
from companion.table.replay import replay
from companion.table.table import Table
from tests.table.tables import adding_state, started_again, table_in

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CARDS = tuple(rank + suit for rank in RANKS for suit in "CDHS")


class Table200:
    """Players who play legal cards, and correct the game after every twentieth play."""

    def __init__(self, table: Table) -> None:
        self.table, self.luck = table, random.Random(15)  # noqa: S311  # a game, not a secret
        self.plays = self.repairs = self.undos = 0

    def play(self) -> None:
        if self.table.state is not None and self.table.state.phase == "hand-over":
            self.table.obey(Deal())
        cards = self.luck.sample(CARDS, len(CARDS))
        if any(self.does(Play(card=card)) for card in cards):
            self.plays += 1
        else:
            self.table.obey(Bust())

    def does(self, command: Step | Repair) -> bool:
        try:
            self.table.obey(command)
        except Illegal:
            return False
        return True

    def put_right(self) -> None:
        """Correct the last play: replace it, insert a missed one before it, or remove it."""
        last = counting(self.table.moments)[-1].command
        again = (last,) if isinstance(last, Play) else ()
        for card in self.luck.sample(CARDS, len(CARDS)):
            if self.does(
                Repair(back=len(again), steps=(Play(card=card), *again), why="card-missed")
            ):
                self.repairs += 1
                return

    def undo(self, count: int) -> None:
        self.table.take_back(count)
        self.undos += 1


@pytest.fixture
def long_game(tmp_path: Path) -> Table200:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo", "Cy", "Di"), house={"chips": 99}))
    people = Table200(table)
    meanwhile: tuple[Step, ...] = (
        Join(player="Eva", after="Bo", chips=3),
        ChangeSeat(player="Ann", after="Cy"),
        Set(total=50, turn="Di", direction="counterclockwise"),
        Leave(player="Cy", chips="taken"),
        Set(chips={"Bo": 7}),
        Join(player="Flo", when="now"),
        Leave(player="Bo", chips="shared"),
        Set(chips={"Di": 2}, against="Ann", still_in={"Eva": True}),
        ChangeSeat(player="Flo", after="Ann"),
        Set(total=98),
    )
    for what in meanwhile:
        for _ in range(20):
            people.play()
        people.put_right()
        if adding_state(table).phase == "hand-over":
            table.obey(Deal())
        people.does(what)
        people.play()
        people.undo(1)
    return people


@pytest.mark.slow("plays 200 cards and replays them")
def test_game_of_200_plays_with_ten_corrections_and_undos_replays(
    long_game: Table200, tmp_path: Path
) -> None:
    table = long_game.table
    assert (long_game.plays >= 200, long_game.repairs, long_game.undos) == (True, 10, 10)
    assert table.stopped is None
    assert replay(tmp_path / "journal").commands == table.journal.sequence
    again = started_again(tmp_path, tmp_path / "again")
    assert (again.state, again.moments, again.last_new) == (
        table.state,
        table.moments,
        table.last_new,
    )


def test_whole_game_can_be_undone(long_game: Table200) -> None:
    table = long_game.table
    begun = table.moments[0].state
    table.take_back(len(table.moments) - 1)
    assert table.state == begun


def test_next_game_offers_the_players_in_their_current_seats(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo"), dealer="Bo"))
    table.obey(Join(player="Eva", after="Ann"))
    table.rename("Eva", "Zoe")
    table.obey(ChangeSeat(player="Ann", after="Zoe"))
    assert table.last_new == New(variant="ninety-nine", players=("Zoe", "Ann", "Bo"), dealer="Bo")
    assert table.known_names == ("Zoe", "Ann", "Bo")
    table.take_back(2)
    assert set(table.known_names) == {"Ann", "Bo"}


def test_player_who_left_is_not_dealt_in_again(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo", "Cy", "Di"), dealer="Di"))
    table.obey(Leave(player="Bo"))
    assert table.last_new == New(variant="ninety-nine", players=("Ann", "Cy", "Di"), dealer="Di")
    assert table.known_names == ("Ann", "Cy", "Di", "Bo"), "who comes back is offered by name"
    table.obey(Leave(player="Cy"))
    assert (again := table.last_new) is not None
    assert again.players == ("Ann", "Di")
    table.take_back(2)
    assert (again := table.last_new) is not None
    assert again.players == ("Ann", "Bo", "Cy", "Di")


def test_player_who_left_a_points_game_is_not_seated_again(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="points", players=("Ann", "Bo", "Cy"), dealer="Cy"))
    table.obey(Leave(player="Cy"))
    assert (again := table.last_new) is not None
    assert again.players == ("Ann", "Bo")
    table.obey(Set(still_in={"Cy": True}))
    assert (again := table.last_new) is not None
    assert again.players == ("Ann", "Bo", "Cy"), "who sits down again plays again"
