"""The code on the display: six digits, good once, for two minutes, five tries."""

import pytest

from companion.phone.pairing import GOOD_FOR, Pairing, Showing, WrongCode, six_digits
from tests.box.rig import HandClock


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def pairing(clock: HandClock) -> Pairing:
    codes = iter(["482913", "017250", "900001"])
    return Pairing(clock.monotonic, lambda: next(codes))


def wrong(pairing: Pairing, code: str) -> str:
    with pytest.raises(WrongCode) as refused:
        pairing.spend(code)
    return str(refused.value)


def test_codes_are_six_digits_and_zeros_in_front_stay() -> None:
    codes = {six_digits() for _ in range(2000)}
    assert {len(code) for code in codes} == {6}
    assert all(code.isascii() and code.isdigit() for code in codes)
    assert any(code.startswith("0") for code in codes)
    assert len(codes) > 1900


def test_before_anybody_asks_the_box_for_a_code_none_is_good(pairing: Pairing) -> None:
    assert pairing.showing is None
    assert wrong(pairing, "482913") == "No code is shown now. On the box hold MORE and choose Phone code."


def test_a_code_is_good_once(pairing: Pairing) -> None:
    assert pairing.arm() == "482913"
    pairing.spend("482913")
    assert pairing.showing is None
    assert wrong(pairing, "482913").startswith("No code is shown now.")


def test_a_code_is_good_for_two_minutes(pairing: Pairing, clock: HandClock) -> None:
    pairing.arm()
    assert pairing.showing == Showing("482913", 5, clock.now + 120)
    clock.now += GOOD_FOR - 0.001
    assert pairing.showing is not None
    clock.now += 0.001
    assert pairing.showing is None
    assert wrong(pairing, "482913").startswith("No code is shown now.")


def test_each_wrong_code_says_how_many_tries_are_left_and_the_fifth_spends_it(pairing: Pairing) -> None:
    pairing.arm()
    said = [wrong(pairing, code) for code in ("482914", "", "82913", "4829131", "٤٨٢٩١٣")]
    assert said == [
        "Not that code. Four tries left.",
        "Not that code. Three tries left.",
        "Not that code. Two tries left.",
        "Not that code. One try left.",
        "Not that code. Press OK on the box for a new one.",
    ]
    assert pairing.showing is None
    assert wrong(pairing, "482913").startswith("No code is shown now.")


def test_only_the_last_wrong_code_is_told_as_the_one_that_spends_it(pairing: Pairing) -> None:
    pairing.arm()
    spent = []
    for _ in range(6):
        with pytest.raises(WrongCode) as refused:
            pairing.spend("000000")
        spent.append(refused.value.spent)
    assert spent == [False, False, False, False, True, False]


def test_a_right_code_is_taken_at_the_last_try(pairing: Pairing) -> None:
    pairing.arm()
    for _ in range(4):
        wrong(pairing, "000000")
    pairing.spend("482913")


def test_a_new_code_has_all_its_tries_and_ends_the_one_before(pairing: Pairing) -> None:
    pairing.arm()
    wrong(pairing, "000000")
    assert pairing.arm() == "017250"
    assert wrong(pairing, "482913") == "Not that code. Four tries left."
    pairing.spend("017250")


def test_a_code_that_is_put_away_is_good_no_more(pairing: Pairing) -> None:
    pairing.arm()
    pairing.dismiss()
    assert wrong(pairing, "482913").startswith("No code is shown now.")


@pytest.mark.parametrize("code", ["\ud800", "48291\x00", "4" * 10_000, "482913 ", "+82913"])
def test_what_no_display_shows_is_just_a_wrong_code(pairing: Pairing, code: str) -> None:
    pairing.arm()
    assert wrong(pairing, code) == "Not that code. Four tries left."
