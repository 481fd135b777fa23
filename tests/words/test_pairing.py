"""Messages for a user who enters the display's code on a phone."""

import pytest

from companion.phone.pairing.code import PairingCode
from companion.phone.request import RequestError
from tests.drivers.box import HandClock

CODE, WRONG, PHONE = "482913", "000000", "192.168.1.7"


def answer(pairing: PairingCode, code: str, address: str = PHONE) -> str:
    with pytest.raises(RequestError) as refused:
        pairing.redeem(code, address)
    return str(refused.value)


def test_each_code_gets_its_answer() -> None:
    clock = HandClock()
    pairing = PairingCode(clock, lambda: CODE)
    assert (
        answer(pairing, CODE) == "No code is shown now. On the box hold MORE and choose Phone code."
    )
    pairing.issue()
    assert [answer(pairing, WRONG) for _ in range(5)] == [
        "Wrong code: four tries left.",
        "Wrong code: three tries left.",
        "Wrong code: two tries left.",
        "Wrong code: one try left.",
        "Wrong code. Try again in 20 seconds.",
    ]
    assert answer(pairing, CODE) == (
        "Too many wrong codes from this phone. Try again in 20 seconds."
    )
    clock.now += 19.5
    assert answer(pairing, CODE) == ("Too many wrong codes from this phone. Try again in 1 second.")
    for host in range(9):
        for _ in range(5):
            answer(pairing, WRONG, f"10.0.0.{host}")
    assert (
        answer(pairing, CODE) == "Too many wrong codes. On the box hold MORE and choose Phone code."
    )
