"""The box's clock on a machine without a real-time clock.

The tests cover it with and without a time server and a phone.
"""

import math
from pathlib import Path
from typing import Any

import pytest

from companion.host.clock import LATEST, TOLERANCE, BoxClock, clock_is_synchronized
from tests.drivers.box import HandClock

WEEK = 7 * 86_400.0


class Machine(HandClock):
    """A machine whose clock a time server may set; until then it is `late`."""

    def __init__(self) -> None:
        super().__init__()
        self.late, self.synchronized = WEEK, False

    def time(self) -> float:
        return super().time() - self.late

    @property
    def right(self) -> float:
        """The right time."""
        return super().time()

    def synchronize(self) -> None:
        self.late, self.synchronized = 0.0, True


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def clock(machine: Machine) -> BoxClock:
    return BoxClock(machine, lambda: machine.synchronized)


def test_clock_of_the_machine_counts_until_a_phone_sends_the_time(
    machine: Machine, clock: BoxClock
) -> None:
    assert (clock.is_set, clock.time()) == (False, machine.time())
    assert clock.hear(machine.right)
    assert (clock.is_set, clock.time()) == (True, machine.right)
    machine.now += 3600
    assert clock.time() == machine.right


def test_only_the_first_phone_sets_the_clock(machine: Machine, clock: BoxClock) -> None:
    clock.hear(machine.right)
    assert not clock.hear(machine.right + WEEK)
    assert clock.time() == machine.right


def test_time_server_replaces_the_phone_and_lasts(machine: Machine, clock: BoxClock) -> None:
    clock.hear(machine.right + 500)
    machine.synchronize()
    assert clock.time() == machine.right
    machine.synchronized = False
    assert (clock.is_set, clock.time()) == (True, machine.right)
    assert not clock.hear(machine.right + WEEK)


@pytest.mark.parametrize("ahead", [-TOLERANCE, 0.0, TOLERANCE])
def test_phone_within_the_tolerance_does_not_move_the_clock(
    machine: Machine, clock: BoxClock, ahead: float
) -> None:
    assert clock.hear(machine.time() + ahead)
    assert (clock.is_set, clock.time()) == (True, machine.time())


@pytest.mark.parametrize("ahead", [-TOLERANCE - 1, -WEEK, LATEST, math.nan, math.inf])
def test_phone_with_the_wrong_time_is_ignored(
    machine: Machine, clock: BoxClock, ahead: float
) -> None:
    assert not clock.hear(machine.time() + ahead)
    assert not clock.is_set
    assert clock.hear(machine.right)


@pytest.mark.parametrize(
    ("returns", "status", "synchronized"),
    [(0, 0x2001, True), (5, 0x40, False), (0, 0x2041, False), (-1, 0, False)],
)
def test_synchronization_is_read_from_the_kernel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, returns: int, status: int, synchronized: bool
) -> None:
    def adjtimex(asked: Any) -> int:
        assert asked.contents.modes == 0, "it only asks"
        asked.contents.status = status
        return returns

    monkeypatch.setattr("companion.host.clock._kernel", lambda: adjtimex)
    assert clock_is_synchronized(tmp_path / "synchronized") == synchronized


def test_synchronization_is_read_from_the_file_of_the_time_service(tmp_path: Path) -> None:
    file = tmp_path / "synchronized"
    unknown = clock_is_synchronized(file)  # the answer of this machine's kernel
    assert unknown in {True, False}
    file.touch()
    assert clock_is_synchronized(file)
