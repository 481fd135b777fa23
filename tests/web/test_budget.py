"""Tests of the onlookers' budget with a manual clock: its shares, and the order
of the onlookers.
"""

from collections import Counter
from collections.abc import Callable

from companion.web.limits import OF_ALL, OF_AN_ORIGIN, Budget
from tests.drivers.box import HandClock

SIXTY = tuple(f"10.0.1.{number}" for number in range(60))


class HandTimer:
    def cancel(self) -> None:
        """Do nothing, because a budget never cancels its timer."""


class Greedy:
    """A connection that always requests another share."""

    def __init__(self, onlookers: "Onlookers", origin: str) -> None:
        self._onlookers, self._origin = onlookers, origin

    def go_on(self) -> None:
        self._onlookers.got[self._origin] += 1
        self._onlookers.come(self._origin, self)


class Onlookers:
    """A budget whose clock advances with its timers; `got` counts the shares of each origin."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.got: Counter[str] = Counter()
        self.budget = Budget(self.clock.monotonic, self._later)
        self._timers: list[tuple[float, Callable[[], None]]] = []

    def come(self, origin: str, connection: Greedy | None = None) -> Greedy:
        """Let a connection take all shares available now, and wait for more."""
        connection = connection or Greedy(self, origin)
        while self.budget.allows(origin):
            self.got[origin] += 1
        self.budget.wait(origin, connection)
        return connection

    def pass_time(self, seconds: float) -> None:
        ends = self.clock.now + seconds
        while self._timers and self._timers[0][0] <= ends:
            due, action = self._timers.pop(0)
            self.clock.now = max(self.clock.now, due)
            action()
        self.clock.now = ends

    def _later(self, seconds: float, action: Callable[[], None]) -> HandTimer:
        assert not self._timers
        self._timers.append((self.clock.now + seconds + 1e-6, action))
        return HandTimer()


def test_one_origin_gets_its_rate_on_any_number_of_connections() -> None:
    onlookers = Onlookers()
    for _ in range(60):
        onlookers.come("10.0.0.1")
    onlookers.pass_time(10)
    most = OF_AN_ORIGIN.at_once + 10 * OF_AN_ORIGIN.each_second
    assert most - 2 <= onlookers.got["10.0.0.1"] <= most


def test_sixty_origins_share_one_rate_equally() -> None:
    onlookers = Onlookers()
    for origin in SIXTY:
        onlookers.come(origin)
    onlookers.pass_time(10)
    before = Counter(onlookers.got)
    onlookers.pass_time(60)
    most = 60 * OF_ALL.each_second
    later = onlookers.got - before
    assert most - 2 <= later.total() <= most + 1
    assert (
        max(later[origin] for origin in SIXTY[2:]) - min(later[origin] for origin in SIXTY[2:]) <= 1
    )


def test_origin_with_many_connections_gets_no_more_than_others() -> None:
    onlookers = Onlookers()
    for origin in (*SIXTY, *SIXTY[:1] * 59):
        onlookers.come(origin)
    onlookers.pass_time(10)
    before = Counter(onlookers.got)
    onlookers.come("10.0.0.1")
    onlookers.pass_time(61)
    later = onlookers.got - before
    assert abs(later["10.0.0.1"] - later[SIXTY[0]]) <= 1


def test_six_phones_behind_one_address_load_the_page_at_once() -> None:
    onlookers = Onlookers()
    of_a_page = 12  # requests, with the line; tests/phones/test_built counts fewer
    assert all(onlookers.budget.allows("10.0.0.1") for _ in range(6 * of_a_page))


def test_disconnected_connection_gets_no_share() -> None:
    onlookers = Onlookers()
    waiting = onlookers.come("10.0.0.1")
    onlookers.budget.leave("10.0.0.1", waiting)
    onlookers.budget.leave("10.0.0.1", waiting)
    before = onlookers.got.total()
    onlookers.pass_time(10)
    assert onlookers.got.total() == before
