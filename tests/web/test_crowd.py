"""Who may connect: neighbours, and not too many of them."""

import pytest

from companion.web.crowd import Crowd, Room, is_local


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
        "::1",
        "fe80::1",
        "fe80::1%wlan0",
        "febf::1",
        "fd12:3456::1",
        "fc00::1",
        "::ffff:192.168.1.7",
        "::ffff:127.0.0.1",
    ],
)
def test_neighbours_are_local(address: str) -> None:
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
        "0.0.0.0",  # noqa: S104  # nobody listens on it here
        "255.255.255.255",
        "2001:db8::1",
        "2a00:1450::1",
        "fec0::1",
        "::",
        "::ffff:8.8.8.8",
        "::8.8.8.8",
        "64:ff9b::192.168.1.7",
        "companion",
        "192.168.1",
        "",
    ],
)
def test_everybody_else_is_a_stranger(address: str) -> None:
    assert not is_local(address)


def test_a_stranger_is_never_let_in() -> None:
    crowd = Crowd(Room())
    assert not crowd.enter("8.8.8.8")
    assert len(crowd) == 0


def test_there_is_room_for_so_many_in_all_and_so_many_from_one_place() -> None:
    crowd = Crowd(Room(in_all=3, from_one=2))
    assert [crowd.enter("10.0.0.1") for _ in range(3)] == [True, True, False]
    assert [crowd.enter("10.0.0.2") for _ in range(2)] == [True, False]


def test_whoever_leaves_makes_room() -> None:
    crowd = Crowd(Room(in_all=3, from_one=1))
    assert crowd.enter("10.0.0.1")
    crowd.leave("10.0.0.1")
    assert crowd.enter("10.0.0.1")
    assert len(crowd) == 1
    assert crowd._from == {"10.0.0.1": 1}


def test_two_open_files_for_each_connection_are_fewer_than_a_program_may_have() -> None:
    room = Room()
    assert 2 * room.in_all < 1024 - 100  # the box's own: displays, readers, the journal
    assert 200 < room.from_one < room.in_all
