"""Tests of the verifier: all games are verified once an evening, and a damaged one is restored from
its backup.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.app.after_hands import Verifier
from companion.box.state import Snapshot
from companion.core.commands import Bust, New
from companion.devices.ports import Worker
from companion.dialogs.context import Scene
from companion.games import FAMILIES
from companion.table.evenings import PAUSE
from companion.table.reader import Flaw
from tests.table.backups import BackedUp
from tests.table.tables import VARIANTS, StillClock, table_in


class ByHand(Worker):
    """A worker without a thread: `wake` runs a step at once."""

    def __init__(self, step: Callable[[], float | None], _name: str) -> None:
        self._by_hand = step

    def wake(self) -> None:
        self._by_hand()

    def start(self) -> None: ...

    def close(self, timeout: float = 2.0) -> bool:
        return timeout == 0.0


class Evening:
    """A box of three games, the first of which cannot be continued, and the snapshots of finished
    hands.
    """

    def __init__(self, folder: Path) -> None:
        self.box = BackedUp(folder)
        for _game in range(3):
            self.box.begin(cards=2)
        self.clock = StillClock()
        self.verifier = Verifier(self.box.path, lambda: [self.box.folder], self.clock, ByHand)
        self._hands = 0
        other = table_in(folder / "other")
        other.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
        self._state = other.state
        other.obey(Bust())
        self._over = other.state

    def end_hand(self) -> None:
        """Start a hand and end it."""
        for state in (self._state, self._over):
            self.verifier.look(Snapshot(Scene(VARIANTS, state=state, families=FAMILIES)))


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_games_are_verified_once_an_evening(evening: Evening) -> None:
    assert evening.verifier.found is None
    evening.end_hand()
    found = evening.verifier.found
    assert found is not None
    assert (found.games, found.flaws) == (3, ())
    evening.clock.now += 60
    evening.end_hand()
    assert evening.verifier.found == found
    evening.clock.now += PAUSE + 1
    evening.end_hand()
    assert evening.verifier.found is not found


def test_damaged_game_is_named(evening: Evening) -> None:
    evening.box.damage(1)
    evening.end_hand()
    found = evening.verifier.found
    assert found is not None
    assert found.flaws == (Flaw(1, 1),)


def test_damaged_game_is_restored_from_its_backup(evening: Evening) -> None:
    evening.box.keep_up()
    evening.box.damage(1)
    evening.end_hand()
    found = evening.verifier.found
    assert found is not None
    assert found.flaws == ()


@pytest.mark.parametrize("game", [2, 3])
def test_game_that_may_continue_is_left_to_the_next_start(evening: Evening, game: int) -> None:
    """The box writes to this file, or will when the new game is undone."""
    evening.box.keep_up()
    evening.box.damage(game)
    damaged = evening.box.file(game).read_bytes()
    evening.end_hand()
    found = evening.verifier.found
    assert found is not None
    assert found.flaws == (Flaw(game, 1),)
    assert evening.box.file(game).read_bytes() == damaged
