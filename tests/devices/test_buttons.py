"""Buttons and encoder report presses and turns with the time of the given clock."""

import threading

import pytest
from gpiozero import Button

from companion.devices.buttons import KeyButtons, KeyEncoder
from companion.errors import DeviceError
from companion.inputs import KEYS, Edge, Key, KeyName
from tests.devices.parts import Table


def buttons(table: Table) -> KeyButtons:
    keys = {**table.wiring.keys, "OK": table.wiring.ok}
    made = KeyButtons(keys, clock=table.clock, pin_factory=table.pins.factory)
    table.kept.append(made)
    return made


def encoder(table: Table) -> KeyEncoder:
    wired = table.wiring.encoder
    assert wired is not None
    made = KeyEncoder(wired.a, wired.b, pin_factory=table.pins.factory)
    table.kept.append(made)
    return made


@pytest.mark.parametrize("key", KEYS)
def test_press_and_release_are_two_edges(key: KeyName) -> None:
    table = Table()
    buttons(table).start(table.reports.append)
    table.pins.press(key)
    table.clock.now += 0.25
    table.pins.release(key)
    assert table.reports == [Edge(key, down=True, at=100.0), Edge(key, down=False, at=100.25)]


def test_bounces_are_reported_unfiltered() -> None:
    table = Table()
    buttons(table).start(table.reports.append)
    for _ in range(3):
        table.pins.press("OK")
        table.pins.release("OK")
    assert len(table.reports) == 6


def test_key_held_at_start_is_silent_until_released() -> None:
    table = Table()
    wired = buttons(table)
    table.pins.press("BUST")
    wired.start(table.reports.append)
    assert table.reports == []
    table.pins.release("BUST")
    assert table.reports == [Edge("BUST", down=False, at=100.0)]


def test_buttons_and_encoder_start_no_polling_thread() -> None:
    before = threading.enumerate()
    table = Table(encoder=True)
    buttons(table).start(table.reports.append)
    encoder(table).start(table.reports.append)
    assert threading.enumerate() == before


def test_closed_buttons_report_nothing() -> None:
    table = Table()
    wired = buttons(table)
    wired.start(table.reports.append)
    wired.close()
    table.pins.press("OK")
    assert table.reports == []


def test_occupied_pin_is_named_with_its_key() -> None:
    table = Table()
    taken = Button(7, pin_factory=table.pins.factory)
    with pytest.raises(
        DeviceError, match=r"Buttons: RIGHT at GPIO 7 cannot be used .*wiring table"
    ) as caught:
        buttons(table)
    taken.close()
    # A stored exception keeps alive every object that it refers to.
    assert caught.value.__cause__ is not None
    buttons(table).start(table.reports.append)
    table.pins.press("OK")
    assert len(table.reports) == 1


def test_encoder_steps_right_and_left() -> None:
    table = Table(encoder=True)
    encoder(table).start(table.reports.append)
    table.pins.turn(clockwise=True)
    table.pins.turn(clockwise=True)
    table.pins.turn(clockwise=False)
    assert table.reports == [Key("RIGHT"), Key("RIGHT"), Key("LEFT")]


def test_encoder_turns_without_end() -> None:
    table = Table(encoder=True)
    encoder(table).start(table.reports.append)
    for _ in range(40):
        table.pins.turn(clockwise=True)
    assert table.reports == [Key("RIGHT")] * 40


def test_pushing_the_encoder_presses_ok() -> None:
    table = Table(encoder=True)
    buttons(table).start(table.reports.append)
    table.pins.press("OK")
    table.pins.release("OK")
    table.pins.press("MORE")
    assert table.reports == [
        Edge("OK", down=True, at=100.0),
        Edge("OK", down=False, at=100.0),
        Edge("MORE", down=True, at=100.0),
    ]


def test_unavailable_encoder_pins_are_named() -> None:
    table = Table(encoder=True)
    taken = Button(4, pin_factory=table.pins.factory)
    with pytest.raises(DeviceError, match="Encoder: GPIO 4 and 7 cannot be used") as caught:
        encoder(table)
    taken.close()
    # A stored exception keeps alive every object that it refers to.
    assert caught.value.__cause__ is not None
    encoder(table).start(table.reports.append)
    table.pins.turn(clockwise=True)
    assert table.reports == [Key("RIGHT")]


def test_wiring_without_encoder_creates_none() -> None:
    with pytest.raises(KeyError):
        Table().pins.turn(clockwise=True)
