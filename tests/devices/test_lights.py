"""The twelve lights show their frame, and report failures."""

import msgspec
import pytest
from gpiozero import LED

from companion.devices.lights import DIM, LedRing
from companion.errors import DeviceError
from companion.inputs import PartBack, PartLost
from companion.outputs import Lights
from tests.devices.faults import fail_pin, restore_pin
from tests.devices.parts import Table

PLAY = Lights(
    seats=("act", "in", "dark", "in", "dark", "dark", "dark", "dark"), clockwise=True, accepted=True
)


def ring(table: Table, dim: float = DIM) -> LedRing:
    wired = msgspec.structs.asdict(table.wiring.lights)
    return LedRing(**wired, report=table.reports.append, pin_factory=table.pins.factory, dim=dim)


def test_seats_are_bright_dim_or_dark() -> None:
    table = Table()
    lights = ring(table, dim=0.2)
    lights.show(PLAY)
    assert table.pins.levels()[:8] == [1.0, 0.2, 0.0, 0.2, 0.0, 0.0, 0.0, 0.0]


def test_direction_and_verdict_lights_are_lit() -> None:
    table = Table()
    lights = ring(table)
    lights.show(PLAY)
    assert table.pins.levels()[8:] == [1, 0, 1, 0]
    lights.show(Lights(counterclockwise=True, refused=True))
    assert table.pins.levels() == [*[0.0] * 8, 0, 1, 0, 1]


def test_only_changed_lights_are_set() -> None:
    table = Table()
    lights = ring(table)
    lights.show(PLAY)
    fail_pin(table.pins, table.wiring.lights.seats[0])
    lights.show(msgspec.structs.replace(PLAY, accepted=False))
    assert table.reports == []
    assert table.pins.levels()[10] == 0.0
    restore_pin(table.pins, table.wiring.lights.seats[0])


def test_failure_is_reported_once_and_cleared_on_recovery() -> None:
    table = Table()
    lights = ring(table)
    green = table.wiring.lights.accepted
    fail_pin(table.pins, green)
    lights.show(PLAY)
    lights.show(PLAY)
    assert table.reports == [PartLost("Lights", "OSError: [Errno 5] Input/output error")]
    restore_pin(table.pins, green)
    lights.show(PLAY)
    assert table.reports[1:] == [PartBack("Lights")]
    assert table.pins.levels()[10] == 1.0


def test_occupied_pin_is_named_and_the_others_are_released() -> None:
    table = Table()
    taken = LED(table.wiring.lights.seats[2], pin_factory=table.pins.factory)
    with pytest.raises(
        DeviceError, match=r"Lights: GPIO 27 cannot be used .*wiring table"
    ) as caught:
        ring(table)
    taken.close()
    # A stored exception keeps alive every object that it refers to.
    assert caught.value.__cause__ is not None
    lights = ring(table)
    lights.show(PLAY)
    assert table.pins.levels()[0] == 1.0


def test_close_turns_all_lights_off() -> None:
    table = Table()
    lights = ring(table)
    lights.show(PLAY)
    lights.close()
    assert set(table.pins.levels()[:8]) == {0.0}


# gpiozero tries again to close a light once it is no longer referenced.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_failing_pin_does_not_keep_the_others_lit() -> None:
    table = Table()
    lights = ring(table)
    lights.show(PLAY)
    first = table.wiring.lights.seats[0]
    fail_pin(table.pins, first)
    lights.close()
    restore_pin(table.pins, first)
    assert set(table.pins.levels()[1:8]) == {0.0}


def test_pin_watcher_is_notified_of_each_change() -> None:
    table = Table()
    lights = ring(table)
    before = table.changes
    lights.show(PLAY)
    after_play = table.changes
    lights.show(msgspec.structs.replace(PLAY, accepted=False))
    assert after_play > before
    assert table.changes == after_play + 1
