"""Tests of the rate limit: a sender as fast as a person is never slowed, a runaway one is."""

from companion.web.limits import REMEMBERED, Rate, RateLimiter
from tests.drivers.box import HandClock

RATE = Rate(each_second=10, at_once=40)


def limiter(clock: HandClock | None = None) -> RateLimiter:
    return RateLimiter((clock or HandClock()).monotonic, RATE)


def allowed(pace: RateLimiter, times: int, sender: str = "Ann's") -> int:
    return sum(pace.allows(sender) for _ in range(times))


def test_burst_is_limited() -> None:
    assert allowed(limiter(), 3 * RATE.at_once) == RATE.at_once


def test_sustained_rate_is_limited() -> None:
    clock = HandClock()
    pace = limiter(clock)
    allowed(pace, RATE.at_once)
    for _ in range(3):
        clock.now += 1.0
        assert allowed(pace, RATE.at_once) == RATE.each_second


def test_pause_restores_the_burst() -> None:
    clock = HandClock()
    pace = limiter(clock)
    allowed(pace, RATE.at_once)
    clock.now += 3600.0
    assert allowed(pace, 2 * RATE.at_once) == RATE.at_once


def test_senders_are_limited_separately() -> None:
    pace = limiter()
    allowed(pace, RATE.at_once)
    assert not pace.allows("Ann's")
    assert pace.allows("Bo's")


def test_fast_human_input_is_never_limited() -> None:
    clock = HandClock()
    pace = limiter(clock)
    for _ in range(500):
        clock.now += 0.15
        assert pace.allows("Ann's")


def test_wait_ends_when_the_sender_is_allowed() -> None:
    clock = HandClock()
    pace = limiter(clock)
    allowed(pace, RATE.at_once)
    clock.now += 0.05
    assert 0.04 < pace.wait("Ann's") < 0.06
    clock.now += pace.wait("Ann's") + 0.001
    assert pace.allows("Ann's")


def test_only_the_least_recently_active_sender_is_forgotten() -> None:
    pace = limiter()
    for sender in ("Ann's", "Bo's"):
        allowed(pace, RATE.at_once, sender)
    for number in range(REMEMBERED - 1):
        assert pace.allows(f"phone {number}")
    assert not pace.allows("Bo's")
    assert pace.allows("Ann's")
