"""Tests of the connection limit: only local addresses may connect, and not too many of them."""

import pytest

from companion.phone.pairing.sessions import MAX_PHONES
from companion.web.limits import ConnectionLimiter, Limits, is_local
from companion.web.protocols import AT_ONCE


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.8.9.10",
        "10.0.0.1",
        "10.255.255.255",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.0.1",
        "192.168.178.40",
        "169.254.7.7",
    ],
)
def test_private_addresses_are_local(address: str) -> None:
    assert is_local(address)


@pytest.mark.parametrize(
    "address",
    [
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.167.255.255",
        "192.169.0.0",
        "100.64.0.1",
        "198.51.100.7",
        "0.0.0.0",  # noqa: S104  # only classified, not bound
        "255.255.255.255",
    ],
)
def test_public_addresses_are_not_local(address: str) -> None:
    assert not is_local(address)


class Hall:
    """A limiter whose connections are numbers; `gone` are those that it has evicted."""

    def __init__(self, in_all: int, of_an_origin: int = 64, of_a_phone: int = 1) -> None:
        self.gone: list[int] = []
        room = Limits(in_all, of_an_origin, of_a_phone)
        self.limiter: ConnectionLimiter[int] = ConnectionLimiter(room, self.gone.append)
        self._next = 0

    def enters(self, address: str, phone: str = "") -> bool:
        """Return whether a connection from `address` gets a place; `phone` is identified soon
        after.
        """
        self._next += 1
        is_in = self.limiter.enter(self._next, address)
        if phone:
            self.limiter.know(self._next, phone)
        return is_in


def test_public_address_is_rejected() -> None:
    hall = Hall(in_all=1)
    assert not hall.enters("8.8.8.8")
    assert hall.limiter.guests == ()


def test_full_limiter_evicts_the_oldest_of_the_largest_origin() -> None:
    hall = Hall(in_all=4)
    for address in ("10.0.0.1", "10.0.0.2", "10.0.0.2", "10.0.0.2"):
        assert hall.enters(address)
    assert hall.enters("10.0.0.3")
    assert hall.gone == [2]
    assert hall.enters("10.0.0.2")
    assert hall.gone == [2, 3]
    assert hall.limiter.guests == (1, 4, 5, 6)


@pytest.mark.attack(
    "crowd", "take all connections from one address", "it gets 64, and loses its oldest"
)
def test_origin_has_a_limited_number_of_places() -> None:
    assert Limits().of_an_origin == 64
    hall = Hall(in_all=9, of_an_origin=2)
    for address in ("10.0.0.1", "10.0.0.2", "10.0.0.1"):
        assert hall.enters(address)
    assert hall.enters("10.0.0.1")
    assert (hall.gone, hall.limiter.guests) == ([1], (2, 3, 4))
    assert hall.enters("10.0.0.1", phone="Cy's")
    assert hall.enters("10.0.0.1")
    assert hall.gone == [1, 3]


def test_phone_that_is_unpaired_may_be_evicted() -> None:
    hall = Hall(in_all=2)
    hall.enters("10.0.0.1", phone="Cy's")
    hall.enters("10.0.0.2")
    hall.limiter.know(1, "")
    assert not hall.limiter.is_known(1)
    hall.enters("10.0.0.1")
    hall.enters("10.0.0.1")
    assert hall.gone == [2, 1]


def test_paired_phone_is_not_evicted() -> None:
    hall = Hall(in_all=2)
    assert hall.enters("10.0.0.1", phone="Cy's")
    for _ in range(3):
        assert hall.enters("10.0.0.1")
    assert hall.gone == [2, 3]


def test_paired_phone_has_a_limited_number_of_protected_places() -> None:
    hall = Hall(in_all=3, of_a_phone=2)
    for _ in range(3):
        assert hall.enters("10.0.0.1", phone="Cy's")
    assert hall.enters("10.0.0.2")
    assert hall.gone == [3]


def test_closed_connection_frees_a_protected_place() -> None:
    hall = Hall(in_all=2)
    hall.enters("10.0.0.1", phone="Cy's")
    hall.limiter.leave(1)
    hall.enters("10.0.0.1", phone="Cy's")
    hall.enters("10.0.0.1")
    hall.enters("10.0.0.1")
    assert hall.gone == [3]


def test_limiter_full_of_paired_phones_rejects_new_connections() -> None:
    hall = Hall(in_all=1)
    assert hall.enters("10.0.0.1", phone="Cy's")
    assert not hall.enters("10.0.0.1")
    assert hall.limiter.guests == (1,)


def test_leave_frees_one_place_once() -> None:
    hall = Hall(in_all=1)
    assert hall.enters("10.0.0.1")
    hall.limiter.leave(1)
    hall.limiter.leave(1)
    assert hall.enters("10.0.0.1")
    assert (hall.limiter.guests, hall.gone) == ((2,), [])


def test_evicted_connection_cannot_be_protected() -> None:
    hall = Hall(in_all=1)
    hall.enters("10.0.0.1")
    hall.enters("10.0.0.2")
    hall.limiter.know(1, "Cy's")
    hall.limiter.leave(1)
    assert hall.limiter.guests == (2,)


def test_limit_stays_below_the_open_file_limit() -> None:
    room = Limits()
    on_their_way = (
        4 * AT_ONCE
    )  # taken, created, admitted or not, closed: each in a separate round of the loop
    assert (
        2 * room.in_all + on_their_way < 1024 - 64
    )  # the box's own files: displays, scanners, the journal


def test_maximum_of_paired_phones_leaves_free_places() -> None:
    room = Limits()
    assert MAX_PHONES * room.of_a_phone < room.in_all
