"""Contacts become presses: at once, once, held or repeating."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.keypad import DEBOUNCE, FIRST_REPEAT, HOLD, REPEAT, Keypad
from companion.inputs import KEYS, Edge, Key, KeyName, Receipt


def down(key: KeyName, at: float) -> Edge:
    return Edge(key, down=True, at=at)


def up(key: KeyName, at: float) -> Edge:
    return Edge(key, down=False, at=at)


def run(keypad: Keypad, edges: list[Edge], until: float) -> list[Key]:
    """Everything the keypad says when edges and deadlines are served in the order of their times."""
    keys: list[Key] = []
    for edge in edges:
        while (due := keypad.deadline()) is not None and due <= edge.at:
            keys += keypad.tick(due)
        keys += keypad.edge(edge)
    while (due := keypad.deadline()) is not None and due <= until:
        keys += keypad.tick(due)
    return keys


@pytest.mark.parametrize("key", ["OK", "UNDO", "BUST", "LEFT", "RIGHT"])
def test_a_key_acts_when_it_is_pressed(key: KeyName) -> None:
    keypad = Keypad()
    assert keypad.edge(down(key, 1.0)) == [Key(key)]
    assert run(keypad, [up(key, 1.2)], until=9.0) == []


@pytest.mark.parametrize("key", ["OK", "UNDO", "BUST"])
def test_keys_without_repeat_act_once(key: KeyName) -> None:
    assert run(Keypad(), [down(key, 1.0)], until=9.0) == [Key(key)]


@pytest.mark.parametrize("key", ["LEFT", "RIGHT"])
def test_left_and_right_repeat_and_count(key: KeyName) -> None:
    keypad = Keypad()
    held = FIRST_REPEAT + 2.5 * REPEAT
    keys = run(keypad, [down(key, 1.0), up(key, 1.0 + held)], until=9.0)
    assert keys == [Key(key), Key(key, repeat=1), Key(key, repeat=2), Key(key, repeat=3)]
    assert keypad.edge(down(key, 10.0)) == [Key(key)]


def test_repeats_do_not_burst_after_a_stall() -> None:
    keypad = Keypad()
    keypad.edge(down("LEFT", 1.0))
    assert keypad.tick(4.0) == [Key("LEFT", repeat=1)]
    assert keypad.tick(4.0 + REPEAT / 2) == []
    assert keypad.deadline() == 4.0 + REPEAT


def test_more_acts_on_release() -> None:
    keypad = Keypad()
    assert keypad.edge(down("MORE", 1.0)) == []
    assert keypad.edge(up("MORE", 1.3)) == [Key("MORE")]


def test_held_more_acts_once_and_not_on_release() -> None:
    keypad = Keypad()
    keypad.edge(down("MORE", 1.0))
    assert keypad.tick(1.0 + HOLD - 0.01) == []
    assert keypad.deadline() == 1.0 + HOLD
    assert keypad.tick(1.0 + HOLD) == [Key("MORE", held=True)]
    assert run(keypad, [up("MORE", 3.0)], until=9.0) == []


def test_queued_edges_are_timed_by_their_own_times() -> None:
    keypad = Keypad()
    assert keypad.edge(down("MORE", 1.0)) == []
    assert keypad.edge(up("MORE", 2.5)) == [Key("MORE", held=True)]


def test_the_shortest_tap_counts_and_ends() -> None:
    keys = run(Keypad(), [down("MORE", 1.0), up("MORE", 1.001)], until=9.0)
    assert keys == [Key("MORE")]


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
    debounce=st.sampled_from([0.005, DEBOUNCE, 0.04]),
)
def test_bouncing_is_one_press(
    key: KeyName, closing: list[float], opening: list[float], debounce: float
) -> None:
    # Closed for 0.3 s: longer than any bounce, shorter than a hold or a repeat.
    edges = _bouncing(key, down_first=True, at=1.0, debounce=debounce, train=closing)
    edges += _bouncing(key, down_first=False, at=1.3, debounce=debounce, train=opening)
    assert run(Keypad(debounce), edges, until=9.0) == [Key(key)]


def _bouncing(
    key: KeyName, *, down_first: bool, at: float, debounce: float, train: list[float]
) -> list[Edge]:
    """A change that flickers back and forth within the time it is given and ends as it began."""
    times = [at, *(at + share * debounce for share in train[: len(train) // 2 * 2])]
    return [Edge(key, down=down_first == (place % 2 == 0), at=time) for place, time in enumerate(times)]


@given(presses=st.lists(st.tuples(st.sampled_from(KEYS), st.floats(0.03, 0.4)), max_size=12))
def test_every_press_is_reported_once_in_order(presses: list[tuple[KeyName, float]]) -> None:
    edges, at = [], 0.0
    for key, lasts in presses:
        edges += [down(key, at), up(key, at + lasts)]
        at += lasts + 0.05
    assert run(Keypad(), edges, until=at + 9.0) == [Key(key) for key, _ in presses]


def test_keys_of_a_node_that_come_all_at_once_are_each_pressed() -> None:
    """The node has debounced them, and a cable that was out delivers them in one moment."""
    keypad = Keypad()
    edges = [
        Edge("RIGHT", way, 1.0, Receipt("5F3A1C22", number))
        for number, way in enumerate((True, False, True, False), start=1)
    ]
    assert run(keypad, edges, until=9.0) == [Key("RIGHT"), Key("RIGHT")]
