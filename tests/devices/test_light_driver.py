"""The lights at a PCA9685 show their frame, and the chip is found again after any failure."""

import errno

import pytest

from companion.devices.lights import ADDRESS, CHECK_EVERY, RETRY_EVERY, DrivenLights
from companion.inputs import Input, PartBack, PartLost
from companion.outputs import Lights
from companion.simulation.displays import SimulatedI2c
from companion.simulation.pins import Pca9685
from tests.devices.faults import Faults

PLAY = Lights(
    seats=("act", "in", "dark", "in", "dark", "dark", "dark", "dark"), clockwise=True, accepted=True
)
SHOWN = [1.0, 0.25, 0.0, 0.25, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0]


class Board:
    """The chip on its bus, its driver, and what that reported."""

    def __init__(self) -> None:
        self.chip = Pca9685()
        self.bus = SimulatedI2c({ADDRESS: self.chip})
        self.faults = Faults(self.bus)
        self.reports: list[Input] = []
        self.lights = DrivenLights(lambda: self.bus, report=self.reports.append, dim=0.25)

    def show(self, lights: Lights) -> float:
        self.lights.show(lights)
        return self.lights.step()

    def levels(self) -> list[float]:
        return [self.chip.level(output) for output in range(12)]


def test_each_light_has_its_output_and_brightness() -> None:
    board = Board()
    assert board.show(PLAY) == CHECK_EVERY
    assert board.levels() == SHOWN
    board.show(Lights(counterclockwise=True, refused=True))
    assert board.levels() == [0.0] * 9 + [1.0, 0.0, 1.0]


def test_all_lights_shine_until_the_box_has_started() -> None:
    board = Board()
    assert board.levels() == [1.0] * 12
    board.show(Lights())
    assert board.levels() == [0.0] * 12


def test_unchanged_lights_are_not_sent_again() -> None:
    board = Board()
    board.show(PLAY)
    before = board.faults.sent
    board.lights.step()
    assert board.faults.sent == before + 4  # reads one register
    assert board.levels() == SHOWN


def test_missing_chip_is_reported_once_and_found_again() -> None:
    board = Board()
    board.faults.unplug(ADDRESS)
    assert [board.show(PLAY), board.lights.step()] == [RETRY_EVERY, RETRY_EVERY]
    (lost,) = board.reports
    assert isinstance(lost, PartLost)
    assert (lost.part, f"[Errno {errno.EREMOTEIO}]" in lost.reason) == ("Lights", True)
    board.faults.plug(ADDRESS)
    assert board.lights.step() == CHECK_EVERY
    assert board.reports[1:] == [PartBack("Lights")]
    assert board.levels() == SHOWN


def test_chip_that_falls_silent_is_noticed_without_a_play() -> None:
    board = Board()
    board.show(PLAY)
    board.faults.fail()
    board.lights.step()
    board.faults.mend()
    board.lights.step()
    assert [type(report) for report in board.reports] == [PartLost, PartBack]
    assert board.levels() == SHOWN


def test_chip_reset_by_a_voltage_dip_is_set_up_again() -> None:
    board = Board()
    board.show(PLAY)
    board.chip.power_up()
    board.lights.step()
    assert board.levels() == SHOWN
    assert board.reports == []


def test_transfer_cut_short_is_repeated() -> None:
    board = Board()
    board.show(Lights())
    board.faults.fail(after=1, arrives=5)
    board.show(PLAY)
    board.faults.mend()
    board.lights.step()
    assert board.levels() == SHOWN


def test_close_turns_all_lights_off() -> None:
    board = Board()
    board.show(PLAY)
    board.lights.close()
    assert board.levels() == [0.0] * 12


@pytest.mark.parametrize(("dim", "level"), [(0.0, 0.0), (0.9999999, 1.0), (1.0, 1.0)])
def test_brightness_is_rounded_to_what_the_chip_can_show(dim: float, level: float) -> None:
    chip = Pca9685()
    bus = SimulatedI2c({ADDRESS: chip})
    lights = DrivenLights(lambda: bus, report=lambda _: None, dim=dim)
    lights.show(PLAY)
    lights.step()
    assert chip.level(1) == level
