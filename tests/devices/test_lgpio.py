"""The box's drivers on gpiozero's real factories: lgpio, and RPi.GPIO as rpi-lgpio provides it."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import msgspec
import pytest

from companion.devices.buttons import KeyButtons, KeyEncoder
from companion.devices.lights import LedRing
from companion.devices.pin_factory import FactoryName, choose_pin_factory
from companion.devices.sounder import Piezo
from companion.errors import DeviceError
from companion.inputs import KEYS, Edge, Input, Key
from companion.outputs import Lights
from hardware.wiring.table import pins_for
from tests.devices.lgpio_in_memory import PULL_UP, Header, install
from tests.devices.parts import SetClock

WIRED = pins_for()


@pytest.fixture
def header(monkeypatch: pytest.MonkeyPatch) -> Header:
    """The header of a Pi, controlled through lgpio."""
    return install(monkeypatch)


@pytest.fixture(params=["lgpio", "rpigpio"])
def factory(request: pytest.FixtureRequest, header: Header) -> Iterator[Any]:
    """Each factory that controls the pins of `header`."""
    del header
    name: FactoryName = request.param
    with closing(choose_pin_factory(name)) as made:
        yield made


def test_chosen_factory_leaves_no_pin_claimed(header: Header, factory: Any) -> None:
    factory.close()
    assert {line.owner for line in header.lines} == {None}


def test_lights_are_lit_and_dimmed(header: Header, factory: Any) -> None:
    lights = msgspec.structs.asdict(WIRED.lights)
    reports: list[Input] = []
    with closing(LedRing(**lights, report=reports.append, pin_factory=factory)) as ring:
        ring.show(Lights(seats=("act", "in", *("dark",) * 6), clockwise=True, refused=True))
        seats = [header.lines[pin].pwm for pin in WIRED.lights.seats]
        assert [pwm[1] for pwm in seats if pwm] == [100, 15, 0, 0, 0, 0, 0, 0]
        others = (WIRED.lights.clockwise, WIRED.lights.counterclockwise)
        assert [header.lines[pin].level for pin in others] == [1, 0]
        assert [
            header.lines[pin].level for pin in (WIRED.lights.accepted, WIRED.lights.refused)
        ] == [0, 1]
    assert reports == []


def test_each_button_reports_both_edges(header: Header, factory: Any) -> None:
    reports: list[Input] = []
    with closing(KeyButtons(WIRED.keys, clock=SetClock(), pin_factory=factory)) as buttons:
        buttons.start(reports.append)
        for key in KEYS:
            assert header.lines[WIRED.keys[key]].mode & PULL_UP
            header.close_contact(WIRED.keys[key])
            header.open_contact(WIRED.keys[key])
    assert reports == [Edge(key, down=down, at=100.0) for key in KEYS for down in (True, False)]


def test_encoder_turns(header: Header, factory: Any) -> None:
    wired = pins_for(encoder=True).encoder
    assert wired is not None
    reports: list[Input] = []
    with closing(KeyEncoder(wired.a, wired.b, pin_factory=factory)) as encoder:
        encoder.start(reports.append)
        for first, second in ((wired.a, wired.b), (wired.b, wired.a)):
            header.close_contact(first)
            header.close_contact(second)
            header.open_contact(first)
            header.open_contact(second)
    assert reports == [Key("RIGHT"), Key("LEFT")]


@pytest.mark.parametrize("kind", ["passive", "active"])
def test_buzzer_sounds_and_stops(header: Header, factory: Any, kind: Any) -> None:
    clock, line = SetClock(), header.lines[WIRED.sounder.pin]
    reports: list[Input] = []
    piezo = Piezo(
        WIRED.sounder.pin, clock=clock, report=reports.append, kind=kind, pin_factory=factory
    )
    with closing(piezo):
        piezo.play("accepted")
        clock.now += piezo.step() or 0
        sounding = (round(line.pwm[0]), line.pwm[1]) if line.pwm else line.level
        assert sounding == ((1568, 50) if kind == "passive" else 1)
        piezo.step()
        assert (line.pwm, line.level) in {(None, 0), ((1568, 0), 0)}
    assert reports == []


@pytest.mark.parametrize("name", ["lgpio", "rpigpio"])
def test_pin_in_use_by_another_program_is_not_blamed_on_the_wiring(
    header: Header, name: FactoryName
) -> None:
    header.gpio_claim_input(header.gpiochip_open(0), 5)
    with pytest.raises(DeviceError, match="GPIO busy") as caught:
        choose_pin_factory(name)
    assert str(caught.value.advice) == "stop the program or turn off the bus that uses the pin"
