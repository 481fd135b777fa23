"""The arithmetic of LEFT, RIGHT and MORE on rings and dials."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dialogs.toolkit import around, dial_value
from companion.inputs import Key


@pytest.mark.parametrize(
    ("value", "key", "reached"),
    [
        (5, Key("RIGHT"), 6),
        (5, Key("LEFT"), 4),
        (5, Key("RIGHT", repeat=1), 15),
        (25, Key("LEFT", repeat=9), 15),
        (5, Key("MORE"), 15),
        (100, Key("RIGHT"), 0),
        (0, Key("LEFT"), 100),
        (95, Key("RIGHT", repeat=1), 100),
        (95, Key("MORE"), 100),
        (100, Key("MORE"), 0),
        (4, Key("LEFT", repeat=1), 0),
    ],
)
def test_dial_from_0_to_100_stops_at_its_ends(value: int, key: Key, reached: int) -> None:
    assert dial_value(value, key, 0, 100) == reached


@pytest.mark.parametrize(
    ("value", "key", "reached"),
    [
        (91, Key("RIGHT", repeat=10), 101),
        (101, Key("RIGHT", repeat=11), 201),
        (0, Key("LEFT", repeat=30), -100),
        (9950, Key("RIGHT", repeat=99), 9999),
        (0, Key("MORE"), 10),
        (0, Key("MORE", held=True), 100),
    ],
)
def test_dial_to_9999_moves_by_hundreds_after_ten_tens(value: int, key: Key, reached: int) -> None:
    assert dial_value(value, key, -9999, 9999) == reached


@pytest.mark.parametrize("key", [Key("RIGHT", repeat=11), Key("MORE", held=True)])
def test_dial_to_999_moves_by_tens_while_a_key_is_held(key: Key) -> None:
    assert dial_value(0, key, -999, 999) == 10


KEYS = st.builds(Key, st.sampled_from(["LEFT", "RIGHT", "MORE"]), repeat=st.integers(0, 5))


@given(st.lists(KEYS, max_size=60), st.integers(-999, 0), st.integers(0, 999))
def test_dial_stays_within_its_ends(keys: list[Key], low: int, high: int) -> None:
    value = 0
    for key in keys:
        value = dial_value(value, key, low, high)
        assert low <= value <= high


@given(st.integers(-99, 0), st.integers(1, 99))
def test_both_ends_of_a_dial_can_be_reached_by_tens_alone(low: int, high: int) -> None:
    seen, value = set(), 0
    for _ in range(30):
        value = dial_value(value, Key("MORE"), low, high)
        seen.add(value)
    assert {low, high} <= seen


@given(st.integers(1, 30), st.data())
def test_ring_returns_to_its_place_when_turned_back(length: int, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, length - 1))
    assert around(around(place, 1, length), -1, length) == place
    assert 0 <= around(place, -1, length) < length
