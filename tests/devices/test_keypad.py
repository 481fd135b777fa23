"""Contacts become key presses once they are steady: single, held or repeating."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.keypad import DEBOUNCE, FIRST_REPEAT, HOLD, PRESS, REPEAT, Keypad
from companion.inputs import KEYS, Edge, Key, KeyName, Receipt


def down(key: KeyName, at: float) -> Edge:
    return Edge(key, down=True, at=at)


def up(key: KeyName, at: float) -> Edge:
    return Edge(key, down=False, at=at)


def run(keypad: Keypad, edges: list[Edge], until: float) -> list[Key]:
    """Return all keys reported when edges and deadlines are handled in chronological order."""
    keys: list[Key] = []
    for edge in edges:
        while (due := keypad.deadline()) is not None and due <= edge.at:
            keys += keypad.tick(due)
        keys += keypad.edge(edge)
    while (due := keypad.deadline()) is not None and due <= until:
        keys += keypad.tick(due)
    return keys


@pytest.mark.parametrize("key", ["OK", "UNDO", "BUST", "LEFT", "RIGHT"])
def test_key_acts_when_its_contact_has_been_closed_for_a_moment(key: KeyName) -> None:
    keypad = Keypad()
    assert keypad.edge(down(key, 1.0)) == []
    assert keypad.deadline() == 1.0 + PRESS
    assert keypad.tick(1.0 + PRESS) == [Key(key)]
    assert run(keypad, [up(key, 1.2)], until=9.0) == []


def test_press_needs_three_to_five_milliseconds() -> None:
    assert 0.003 <= PRESS <= 0.005


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seconds", [1e-6, 0.9 * PRESS])
def test_spike_is_not_a_press(key: KeyName, seconds: float) -> None:
    keypad = Keypad()
    assert run(keypad, [down(key, 1.0), up(key, 1.0 + seconds)], until=9.0) == []
    assert keypad.deadline() is None


def test_spike_during_a_hold_does_not_release_the_key() -> None:
    spikes = [
        up("MORE", 1.4),
        down("MORE", 1.400001),
        up("MORE", 1.6),
        down("MORE", 1.6 + 0.9 * DEBOUNCE),
    ]
    assert run(Keypad(), [down("MORE", 1.0), *spikes], until=9.0) == [Key("MORE", held=True)]


def test_spike_at_the_moment_of_the_hold_only_delays_it() -> None:
    keypad = Keypad()
    run(keypad, [down("MORE", 1.0), up("MORE", 0.999 + HOLD)], until=1.001 + HOLD)
    assert keypad.edge(down("MORE", 1.002 + HOLD)) == [Key("MORE", held=True)]


def test_key_that_is_released_just_before_the_hold_is_not_held() -> None:
    assert run(Keypad(), [down("MORE", 1.0), up("MORE", 0.999 + HOLD)], until=9.0) == [Key("MORE")]


@pytest.mark.parametrize("key", ["OK", "UNDO", "BUST"])
def test_keys_without_repeat_act_once(key: KeyName) -> None:
    assert run(Keypad(), [down(key, 1.0)], until=9.0) == [Key(key)]


@pytest.mark.parametrize("key", ["LEFT", "RIGHT"])
def test_left_and_right_repeat_and_count(key: KeyName) -> None:
    keypad = Keypad()
    held = FIRST_REPEAT + 2.5 * REPEAT
    keys = run(keypad, [down(key, 1.0), up(key, 1.0 + held)], until=9.0)
    assert keys == [Key(key), Key(key, repeat=1), Key(key, repeat=2), Key(key, repeat=3)]
    assert run(keypad, [down(key, 10.0)], until=10.1) == [Key(key)]


def test_repeats_do_not_burst_after_a_stall() -> None:
    keypad = Keypad()
    run(keypad, [down("LEFT", 1.0)], until=1.1)
    assert keypad.tick(4.0) == [Key("LEFT", repeat=1)]
    assert keypad.tick(4.0 + REPEAT / 2) == []
    assert keypad.deadline() == 4.0 + REPEAT


def test_more_acts_on_release() -> None:
    keypad = Keypad()
    assert run(keypad, [down("MORE", 1.0)], until=1.2) == []
    assert run(keypad, [up("MORE", 1.3)], until=1.3 + DEBOUNCE) == [Key("MORE")]


def test_held_more_acts_once_and_not_on_release() -> None:
    keypad = Keypad()
    assert run(keypad, [down("MORE", 1.0)], until=1.0 + HOLD - 0.01) == []
    assert keypad.deadline() == 1.0 + HOLD
    assert keypad.tick(1.0 + HOLD) == [Key("MORE", held=True)]
    assert run(keypad, [up("MORE", 3.0)], until=9.0) == []


def test_queued_edges_keep_their_own_times() -> None:
    keypad = Keypad()
    assert keypad.edge(down("MORE", 1.0)) == []
    assert keypad.edge(up("MORE", 2.5)) == [Key("MORE", held=True)]


@pytest.mark.parametrize("key", KEYS)
def test_tap_of_five_milliseconds_counts_even_if_it_is_handled_late(key: KeyName) -> None:
    keypad = Keypad()
    keys = keypad.edge(down(key, 1.0)) + keypad.edge(up(key, 1.005)) + keypad.tick(1.2)
    assert keys == [Key(key)]


def test_keys_handled_late_act_in_the_order_of_their_presses() -> None:
    keypad = Keypad()
    for place, key in enumerate(reversed(KEYS)):
        keypad.edge(down(key, 1.0 + place * 0.0005))
    assert [key.name for key in keypad.tick(1.2)] == [
        key for key in reversed(KEYS) if key != "MORE"
    ]


def test_keypad_without_debounce_acts_at_once() -> None:
    keypad = Keypad(0)
    assert keypad.edge(down("OK", 1.0)) == [Key("OK")]
    assert keypad.edge(up("OK", 1.0)) == []
    assert keypad.edge(down("OK", 1.0)) == [Key("OK")]


def test_two_keys_at_once_do_not_disturb_each_other() -> None:
    edges = [down("MORE", 1.0), down("OK", 1.005), up("OK", 1.1), up("MORE", 1.2)]
    assert run(Keypad(), edges, until=9.0) == [Key("OK"), Key("MORE")]


def test_nothing_is_pending_when_nothing_is_pressed() -> None:
    keypad = Keypad()
    assert keypad.deadline() is None
    run(keypad, [down("OK", 1.0), up("OK", 1.5)], until=2.0)
    assert keypad.deadline() is None


bounces = st.lists(st.floats(0.0001, 0.9), max_size=8, unique=True).map(sorted)


@given(
    key=st.sampled_from(KEYS),
    closing=bounces,
    opening=bounces,
    debounce=st.sampled_from([0.01, DEBOUNCE, 0.04]),
)
def test_contact_that_bounces_for_less_than_the_debounce_is_one_press(
    key: KeyName, closing: list[float], opening: list[float], debounce: float
) -> None:
    # Closed for 0.3 s: longer than any bounce, shorter than a hold or a repeat.
    edges = _bouncing(key, down_first=True, at=1.0, debounce=debounce, train=closing)
    edges += _bouncing(key, down_first=False, at=1.3, debounce=debounce, train=opening)
    assert run(Keypad(debounce), edges, until=9.0) == [Key(key)]


def _bouncing(
    key: KeyName, *, down_first: bool, at: float, debounce: float, train: list[float]
) -> list[Edge]:
    """Return a change that bounces within `debounce` seconds and ends as it began."""
    times = [at, *(at + share * debounce for share in train[: len(train) // 2 * 2])]
    return [
        Edge(key, down=down_first == (place % 2 == 0), at=time) for place, time in enumerate(times)
    ]


@given(presses=st.lists(st.tuples(st.sampled_from(KEYS), st.floats(0.03, 0.4)), max_size=12))
def test_every_press_is_reported_once_in_order(presses: list[tuple[KeyName, float]]) -> None:
    edges, at = [], 0.0
    for key, lasts in presses:
        edges += [down(key, at), up(key, at + lasts)]
        at += lasts + 0.05
    assert run(Keypad(), edges, until=at + 9.0) == [Key(key) for key, _ in presses]


def test_simultaneous_keys_of_a_node_are_each_pressed() -> None:
    """The node has debounced them, and reconnecting its cable delivers them all at once."""
    keypad = Keypad()
    edges = [
        Edge("RIGHT", way, 1.0, Receipt("5F3A1C22", number))
        for number, way in enumerate((True, False, True, False), start=1)
    ]
    assert run(keypad, edges, until=9.0) == [Key("RIGHT"), Key("RIGHT")]


def test_key_of_a_node_that_has_restarted_is_pressed_again() -> None:
    """The box releases the keys of a node that is gone; it may restart in the same moment."""
    keypad = Keypad()
    edges = [
        Edge("RIGHT", True, 1.0, Receipt("5F3A1C22", 1)),
        up("RIGHT", 1.1),
        Edge("RIGHT", True, 1.1, Receipt("00C0FFEE", 1)),
    ]
    assert run(keypad, edges, until=1.2) == [Key("RIGHT"), Key("RIGHT")]
