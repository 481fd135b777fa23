"""Buttons and encoder report what fingers do, with the time of the clock that was handed in."""

import threading

import pytest
from gpiozero import Button

from companion.devices.buttons import KeyButtons
from companion.devices.encoder import KeyEncoder
from companion.errors import DeviceError
from companion.inputs import KEYS, Edge, Key, KeyName
from tests.devices.parts import Table


def buttons(table: Table) -> KeyButtons:
    made = KeyButtons(table.wiring.keys, clock=table.clock, pin_factory=table.pins.factory)
    table.kept.append(made)
    return made


def encoder(table: Table) -> KeyEncoder:
    wired = table.wiring.encoder
    assert wired is not None
    made = KeyEncoder(
        wired.a, wired.b, wired.push, clock=table.clock, pin_factory=table.pins.factory
    )
    table.kept.append(made)
    return made


@pytest.mark.parametrize("key", KEYS)
def test_pressing_and_letting_go_are_two_edges(key: KeyName) -> None:
    table = Table()
    buttons(table).start(table.reports.append)
    table.pins.press(key)
    table.clock.now += 0.25
    table.pins.release(key)
    assert table.reports == [Edge(key, down=True, at=100.0), Edge(key, down=False, at=100.25)]


def test_bounces_are_reported_as_they_are() -> None:
    table = Table()
    buttons(table).start(table.reports.append)
    for _ in range(3):
        table.pins.press("OK")
        table.pins.release("OK")
    assert len(table.reports) == 6


def test_a_key_that_is_down_when_the_box_starts_says_nothing_until_it_is_let_go() -> None:
    table = Table()
    wired = buttons(table)
    table.pins.press("BUST")
    wired.start(table.reports.append)
    assert table.reports == []
    table.pins.release("BUST")
    assert table.reports == [Edge("BUST", down=False, at=100.0)]


def test_nothing_wakes_up_to_look_for_a_press() -> None:
    before = threading.enumerate()
    table = Table(encoder=True)
    buttons(table).start(table.reports.append)
    encoder(table).start(table.reports.append)
    assert threading.enumerate() == before


def test_closed_buttons_say_nothing() -> None:
    table = Table()
    wired = buttons(table)
    wired.start(table.reports.append)
    wired.close()
    table.pins.press("OK")
    assert table.reports == []


def test_a_taken_pin_is_named_with_its_key() -> None:
    table = Table()
    taken = Button(7, pin_factory=table.pins.factory)
    with pytest.raises(
        DeviceError, match=r"Buttons: RIGHT at GPIO 7 cannot be used .*wiring table"
    ) as caught:
        buttons(table)
    taken.close()
    # While the error is kept, so is all that it refers to.
    assert caught.value.__cause__ is not None
    buttons(table).start(table.reports.append)
    table.pins.press("OK")
    assert len(table.reports) == 1


def test_the_encoder_steps_right_and_left() -> None:
    table = Table(encoder=True)
    encoder(table).start(table.reports.append)
    table.pins.turn(clockwise=True)
    table.pins.turn(clockwise=True)
    table.pins.turn(clockwise=False)
    assert table.reports == [Key("RIGHT"), Key("RIGHT"), Key("LEFT")]


def test_the_encoder_never_comes_to_an_end() -> None:
    table = Table(encoder=True)
    encoder(table).start(table.reports.append)
    for _ in range(40):
        table.pins.turn(clockwise=True)
    assert table.reports == [Key("RIGHT")] * 40


def test_pushing_the_encoder_is_ok() -> None:
    table = Table(encoder=True)
    encoder(table).start(table.reports.append)
    buttons(table).start(table.reports.append)
    table.pins.press("OK")
    table.pins.release("OK")
    table.pins.press("MORE")
    assert table.reports == [
        Edge("OK", down=True, at=100.0),
        Edge("OK", down=False, at=100.0),
        Edge("MORE", down=True, at=100.0),
    ]


def test_pins_that_an_encoder_cannot_have_are_named() -> None:
    table = Table(encoder=True)
    taken = Button(5, pin_factory=table.pins.factory)
    with pytest.raises(DeviceError, match="Encoder: GPIO 4, 7 and 5 cannot be used") as caught:
        encoder(table)
    taken.close()
    # While the error is kept, so is all that it refers to.
    assert caught.value.__cause__ is not None
    encoder(table).start(table.reports.append)
    table.pins.turn(clockwise=True)
    assert table.reports == [Key("RIGHT")]


def test_a_wiring_without_encoder_has_none_to_turn() -> None:
    with pytest.raises(KeyError):
        Table().pins.turn(clockwise=True)
