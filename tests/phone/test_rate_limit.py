"""A phone that orders as people key is never slowed; one gone wild is."""

from companion.phone.rate_limit import AT_ONCE, EACH_SECOND, REMEMBERED, RateLimiter
from tests.box.rig import HandClock


def allowed(pace: RateLimiter, orders: int, phone: str = "Ann's") -> int:
    return sum(pace.allows(phone) for _ in range(orders))


def test_so_many_may_come_in_a_moment_and_no_more() -> None:
    assert allowed(RateLimiter(HandClock().monotonic), 3 * AT_ONCE) == AT_ONCE


def test_then_so_many_each_second() -> None:
    clock = HandClock()
    pace = RateLimiter(clock.monotonic)
    allowed(pace, AT_ONCE)
    for _ in range(3):
        clock.now += 1.0
        assert allowed(pace, AT_ONCE) == EACH_SECOND


def test_a_phone_that_has_rested_has_all_of_them_again() -> None:
    clock = HandClock()
    pace = RateLimiter(clock.monotonic)
    allowed(pace, AT_ONCE)
    clock.now += 3600.0
    assert allowed(pace, 2 * AT_ONCE) == AT_ONCE


def test_one_phone_does_not_slow_another() -> None:
    pace = RateLimiter(HandClock().monotonic)
    allowed(pace, AT_ONCE)
    assert not pace.allows("Ann's")
    assert pace.allows("Bo's")


def test_whoever_keys_as_fast_as_people_can_is_never_slowed() -> None:
    clock = HandClock()
    pace = RateLimiter(clock.monotonic)
    for _ in range(500):
        clock.now += 0.15
        assert pace.allows("Ann's")


def test_phones_that_have_gone_are_forgotten() -> None:
    pace = RateLimiter(HandClock().monotonic)
    for number in range(10 * REMEMBERED):
        pace.allows(f"phone {number}")
    assert len(pace._left) <= REMEMBERED
