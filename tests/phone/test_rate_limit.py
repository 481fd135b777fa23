"""A phone that orders as people key is never slowed; one gone wild is."""

from companion.phone.rate_limit import AT_ONCE, EACH_SECOND, REMEMBERED, RateLimiter
from tests.drivers.box import HandClock


def allowed(pace: RateLimiter, orders: int, phone: str = "Ann's") -> int:
    return sum(pace.allows(phone) for _ in range(orders))


def test_burst_is_limited() -> None:
    assert allowed(RateLimiter(HandClock().monotonic), 3 * AT_ONCE) == AT_ONCE


def test_sustained_rate_is_limited() -> None:
    clock = HandClock()
    pace = RateLimiter(clock.monotonic)
    allowed(pace, AT_ONCE)
    for _ in range(3):
        clock.now += 1.0
        assert allowed(pace, AT_ONCE) == EACH_SECOND


def test_pause_restores_the_burst() -> None:
    clock = HandClock()
    pace = RateLimiter(clock.monotonic)
    allowed(pace, AT_ONCE)
    clock.now += 3600.0
    assert allowed(pace, 2 * AT_ONCE) == AT_ONCE


def test_phones_are_limited_separately() -> None:
    pace = RateLimiter(HandClock().monotonic)
    allowed(pace, AT_ONCE)
    assert not pace.allows("Ann's")
    assert pace.allows("Bo's")


def test_fast_human_input_is_never_limited() -> None:
    clock = HandClock()
    pace = RateLimiter(clock.monotonic)
    for _ in range(500):
        clock.now += 0.15
        assert pace.allows("Ann's")


def test_only_the_least_recently_active_phone_is_forgotten() -> None:
    pace = RateLimiter(HandClock().monotonic)
    for phone in ("Ann's", "Bo's"):
        allowed(pace, AT_ONCE, phone)
    for number in range(REMEMBERED - 1):
        assert pace.allows(f"phone {number}")
    assert not pace.allows("Bo's")
    assert pace.allows("Ann's")
