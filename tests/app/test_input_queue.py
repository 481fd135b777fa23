"""Tests of the box's input queue: cards in order, and noise as one input."""

import queue
from contextlib import suppress

import pytest

from companion.app.input_queue import MAX_CARDS, InputQueue
from companion.inputs import Edge, Input, Noise, Receipt, Scan
from tests.drivers.box import sticker

CARDS = [sticker(card) for card in ("8H", "KD", "3C")]
FOREIGN = "4006381333931"


def card(text: str, receipt: Receipt | None = None, reader: str = "Reader") -> Scan:
    return Scan(text, 1.0, reader, receipt)


def taken(*given: Input) -> list[Input]:
    """Return what a queue returns after these inputs were put into it."""
    waiting = InputQueue[Input]()
    for one in given:
        waiting.put(one)
    out = []
    with suppress(queue.Empty):
        while True:
            out.append(waiting.get(0.0))
    return out


def test_messages_come_out_in_their_order() -> None:
    given: list[Input] = [
        card(CARDS[0]),
        Edge("OK", down=True, at=1.0),
        card(CARDS[1]),
        Noise("odd bytes", 1),
    ]
    assert taken(*given) == given


def test_empty_queue_returns_nothing() -> None:
    with pytest.raises(queue.Empty):
        InputQueue[Input]().get(0)


def test_noise_of_one_kind_waits_as_one_input() -> None:
    burst: list[Input] = [
        Noise("odd bytes", 3),
        Noise("long line", 64),
        card("2K"),
        card(FOREIGN),
    ] * 1000
    assert taken(*burst) == [
        Noise("odd bytes", 3000, times=1000),
        Noise("long line", 64, times=1000),
        Scan(FOREIGN, 1.0, times=2000),
    ]


def test_noise_of_two_scanners_stays_separate() -> None:
    given = [Noise("odd bytes", 1), Noise("odd bytes", 2, "Second reader")]
    assert taken(*given) == given


def test_noise_stays_on_its_side_of_a_card() -> None:
    """A receipt acknowledges everything that came before it."""
    first, second = (card(FOREIGN, Receipt("5F3A1C22", number)) for number in (1, 3))
    between = card(CARDS[0], Receipt("5F3A1C22", 2))
    assert taken(first, between, second) == [first, between, second]


def test_noise_that_was_taken_is_not_extended() -> None:
    waiting = InputQueue[Input]()
    for count in (1, 2):
        waiting.put(Noise("odd bytes", count))
        assert waiting.get(0) == Noise("odd bytes", count)


def test_noise_does_not_displace_cards() -> None:
    burst = [Noise("odd bytes", 1)] * 1000
    out = taken(*burst, card(CARDS[0]), *burst, card(CARDS[1]), *burst)
    assert [one.text for one in out if isinstance(one, Scan)] == CARDS[:2]
    assert len(out) == 5


def test_cards_beyond_the_scanners_limit_are_counted_as_dropped() -> None:
    given = [card(CARDS[number % 2]) for number in range(MAX_CARDS + 10)]
    out = taken(*given, card(CARDS[2], reader="Second reader"))
    assert out == [
        *given[:MAX_CARDS],
        Noise("not kept", 10, times=10),
        card(CARDS[2], reader="Second reader"),
    ]


def test_cards_that_were_taken_leave_room() -> None:
    waiting = InputQueue[Input]()
    for number in range(3 * MAX_CARDS):
        waiting.put(card(CARDS[number % 2]))
        assert waiting.get(0) == card(CARDS[number % 2])


def test_no_card_of_a_node_is_dropped() -> None:
    given = [card(CARDS[0], Receipt("5F3A1C22", number)) for number in range(1, 2 * MAX_CARDS)]
    assert taken(*given) == given


def test_stop_follows_a_burst_closely() -> None:
    waiting = InputQueue[str]()
    for _ in range(10_000):
        waiting.put(card("2K"))
    waiting.put("stop")
    assert [waiting.get(0), waiting.get(0)] == [Scan("2K", 1.0, times=10_000), "stop"]
