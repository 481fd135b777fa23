"""Tests of the pairing code: six digits, valid once and for two minutes. Guessing delays only the
phone that guesses.
"""

import pytest

from companion.phone.pairing.code import (
    ANOTHER_CODE,
    GOOD_FOR,
    MAX_WRONG_CODES,
    SHUT_OUT,
    ActiveCode,
    Guesser,
    PairingCode,
    RemainingTries,
    WrongCode,
    six_digits,
)
from companion.phone.request import RequestError
from tests.drivers.box import HandClock
from tests.worded import worded

PHONE, GUESSER = "192.168.1.7", "192.168.1.66"


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def pairing(clock: HandClock) -> PairingCode:
    codes = iter(["482913", "017250", "900001"])
    return PairingCode(clock, lambda: next(codes))


def wrong(pairing: PairingCode, code: str, address: str = PHONE) -> int:
    """Return the number of this wrong code, or 0 if no code is valid."""
    with pytest.raises(WrongCode) as refused:
        pairing.redeem(code, address)
    return refused.value.count


def unheard(pairing: PairingCode, code: str, address: str = PHONE) -> str:
    with pytest.raises(RequestError) as refused:
        pairing.redeem(code, address)
    assert refused.value.status == 429
    return str(refused.value)


def guess(pairing: PairingCode, address: str, times: int) -> None:
    for _ in range(times):
        wrong(pairing, "000000", address)


def test_codes_are_six_digits_with_leading_zeros() -> None:
    codes = {six_digits() for _ in range(2000)}
    assert {len(code) for code in codes} == {6}
    assert all(code.isascii() and code.isdigit() for code in codes)
    assert any(code.startswith("0") for code in codes)
    assert len(codes) > 1900


def test_no_code_is_valid_before_one_is_issued(pairing: PairingCode) -> None:
    assert pairing.active is None
    assert wrong(pairing, "482913") == 0


def test_code_is_valid_once(pairing: PairingCode) -> None:
    assert pairing.issue() == "482913"
    pairing.redeem("482913", PHONE)
    assert pairing.active is None
    assert wrong(pairing, "482913") == 0


def test_code_expires_after_two_minutes(pairing: PairingCode, clock: HandClock) -> None:
    pairing.issue()
    assert pairing.active == ActiveCode("482913", clock.now + 120)
    clock.now += GOOD_FOR - 0.001
    assert pairing.active is not None
    clock.now += 0.001
    assert pairing.active is None
    assert wrong(pairing, "482913") == 0


def test_each_wrong_code_is_counted(pairing: PairingCode) -> None:
    pairing.issue()
    said = [wrong(pairing, code) for code in ("482914", "", "82913", "4829131", "٤٨٢٩١٣")]
    assert said == [1, 2, 3, 4, 5]


def test_waiting_address_is_not_checked_even_with_the_right_code(
    pairing: PairingCode, clock: HandClock
) -> None:
    pairing.issue()
    guess(pairing, PHONE, 5)
    unheard(pairing, "482913")
    clock.now += 19.5
    unheard(pairing, "482913")
    clock.now += 0.5
    pairing.redeem("482913", PHONE)


@pytest.mark.attack(
    "code", "guess the code from one address", "ten tries for each code, then it is ignored"
)
def test_one_address_has_ten_tries_for_each_code(pairing: PairingCode, clock: HandClock) -> None:
    pairing.issue()
    heard = 0
    while pairing.active is not None:
        try:
            pairing.redeem("000000", GUESSER)
        except WrongCode:
            heard += 1
        except RequestError:
            clock.now += 1
    assert heard == 10


def test_tries_are_counted_by_address(pairing: PairingCode) -> None:
    pairing.issue()
    guess(pairing, GUESSER, 5)
    guess(pairing, PHONE, 4)
    pairing.redeem("482913", PHONE)


@pytest.mark.attack(
    "code", "guess to keep other phones out", "the first try of another address counts"
)
def test_guessing_from_all_addresses_does_not_lock_a_phone_out(
    pairing: PairingCode, clock: HandClock
) -> None:
    """254 addresses: the box, the phone, and the others. Five guess as often as they can, then all
    except the phone.
    """
    pairing.issue()
    guessers = [f"192.168.1.{host}" for host in range(1, 255) if host not in {1, 7}]
    wrong_codes = 0
    for seconds in range(int(GOOD_FOR)):
        for guesser in guessers[:5] * 5 if seconds <= 100 else guessers:
            with pytest.raises(RequestError) as refused:
                pairing.redeem("000000", guesser)
            wrong_codes += refused.type is WrongCode
        clock.now += 1
    assert wrong_codes == 297
    clock.now -= 1
    pairing.redeem("482913", PHONE)


def test_after_many_wrong_codes_an_address_has_one_try(pairing: PairingCode) -> None:
    pairing.issue()
    for host in range(10):
        guess(pairing, f"10.0.0.{host}", 5)
    assert wrong(pairing, "000000") == 51
    assert worded(unheard(pairing, "482913")) == worded(ANOTHER_CODE)


@pytest.mark.attack(
    "code", "guess the code from many addresses", "300 tries in total, then the code is invalid"
)
def test_all_addresses_together_have_three_hundred_tries_per_code(pairing: PairingCode) -> None:
    pairing.issue()
    counts = []
    for host in range(400):
        with pytest.raises(WrongCode) as refused:
            pairing.redeem("000000", f"10.0.{host // 256}.{host % 256}")
        counts.append(refused.value.count)
    assert counts == [*range(1, MAX_WRONG_CODES + 1), *[0] * 100]
    assert wrong(pairing, "482913") == 0


def test_right_code_is_accepted_at_the_last_try(pairing: PairingCode) -> None:
    pairing.issue()
    guess(pairing, PHONE, 4)
    pairing.redeem("482913", PHONE)


def test_new_code_restores_tries_and_replaces_the_old_one(pairing: PairingCode) -> None:
    pairing.issue()
    guess(pairing, PHONE, 5)
    assert pairing.issue() == "017250"
    assert wrong(pairing, "482913") == 1
    guess(pairing, PHONE, 3)
    pairing.redeem("017250", PHONE)


def test_dismissed_code_is_invalid(pairing: PairingCode) -> None:
    pairing.issue()
    pairing.dismiss()
    assert wrong(pairing, "482913") == 0


@pytest.mark.parametrize("code", ["\ud800", "48291\x00", "4" * 10_000, "482913 ", "+82913"])
def test_malformed_code_counts_as_wrong(pairing: PairingCode, code: str) -> None:
    pairing.issue()
    assert wrong(pairing, code) == 1


def test_chances_contain_the_phones_own_tries_and_the_time_left(
    pairing: PairingCode, clock: HandClock
) -> None:
    assert pairing.chances(PHONE) == RemainingTries(None, 5, guessed=False)
    pairing.issue()
    clock.now += 20.5
    guess(pairing, PHONE, 2)
    assert pairing.chances(PHONE) == RemainingTries(100, 3, guessed=False)
    assert pairing.chances(GUESSER) == RemainingTries(100, 5, guessed=False)


def test_chances_mention_guesses_of_other_phones(pairing: PairingCode, clock: HandClock) -> None:
    pairing.issue()
    guess(pairing, GUESSER, 5)
    assert pairing.chances(PHONE) == RemainingTries(120, 5, guessed=True)
    assert pairing.chances(GUESSER) == RemainingTries(120, 0, guessed=False)
    clock.now += 20
    assert pairing.chances(GUESSER) == RemainingTries(100, 1, guessed=False)


def test_each_address_has_one_try_after_many_wrong_codes(
    pairing: PairingCode, clock: HandClock
) -> None:
    pairing.issue()
    for host in range(10):
        guess(pairing, f"10.0.0.{host}", 5)
    clock.now += 60
    assert [pairing.chances(each).tries for each in (PHONE, "10.0.0.1")] == [1, 0]


def told(pairing: PairingCode, address: str, times: int) -> list[bool]:
    """Return for each of `times` wrong codes whether the players are informed."""
    news = []
    for _ in range(times):
        with pytest.raises(WrongCode) as refused:
            pairing.redeem("000000", address)
        news.append(refused.value.is_news)
    return news


def test_address_without_tries_is_reported_once(pairing: PairingCode, clock: HandClock) -> None:
    pairing.issue()
    begun = clock.time()
    guess(pairing, PHONE, 4)
    clock.now += 7
    assert told(pairing, GUESSER, 5) == [False, False, False, False, True]
    assert pairing.guesser == Guesser(GUESSER, 5, begun + 7)
    assert told(pairing, PHONE, 1) == [False]
    clock.now += 20
    assert told(pairing, GUESSER, 1) == [False]
    assert pairing.guesser == Guesser(GUESSER, 6, begun + 7)


def test_guesses_from_many_addresses_are_reported_once(pairing: PairingCode) -> None:
    pairing.issue()
    news = [told(pairing, f"10.0.0.{host}", 1) for host in range(60)]
    assert [number for number, [is_news] in enumerate(news, 1) if is_news] == [50]


def test_phone_that_mistypes_before_pairing_is_not_reported(
    pairing: PairingCode, clock: HandClock
) -> None:
    pairing.issue()
    guess(pairing, PHONE, 5)
    clock.now += 20
    pairing.redeem("482913", PHONE)
    assert pairing.guesser is None


def test_blocked_address_stays_blocked(pairing: PairingCode, clock: HandClock) -> None:
    pairing.issue()
    guess(pairing, GUESSER, 5)
    pairing.judge(shut=True)
    assert pairing.guesser is None
    clock.now += 30
    assert worded(unheard(pairing, "482913", GUESSER)) == worded(SHUT_OUT)
    pairing.redeem("482913", PHONE)
    pairing.issue()
    assert worded(unheard(pairing, "017250", GUESSER)) == worded(SHUT_OUT)


def test_address_judged_harmless_keeps_its_tries(pairing: PairingCode, clock: HandClock) -> None:
    pairing.issue()
    guess(pairing, PHONE, 5)
    pairing.judge(shut=False)
    assert pairing.guesser is None
    clock.now += 20
    pairing.redeem("482913", PHONE)
