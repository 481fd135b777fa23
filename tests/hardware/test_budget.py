"""The worst-case currents are calculated and stay within the limits."""

from typing import Any

import yaml

from hardware.wiring import budget
from hardware.wiring.make_wiring import PAGE, texts


def drawing(name: str) -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(texts()[f"{name}.yaml"])
    return read


def test_worst_case_current_is_below_the_limits_of_a_pi() -> None:
    assert sum(budget.at_most().values()) < budget.ALL_PINS_LIMIT
    assert budget.through(budget.LOWEST_FORWARD) < budget.PIN_LIMIT
    assert budget.milliamperes(budget.VOLTS, budget.RESISTOR) < budget.PIN_LIMIT


def test_twelve_lights_with_the_smaller_resistor_exceed_the_limit() -> None:
    assert budget.all_lit(budget.OTHER_RESISTOR) > budget.ALL_PINS_LIMIT


def test_led_fits_if_its_highest_forward_voltage_leaves_half_a_volt() -> None:
    fit = [led.colour for led in budget.LEDS if led.fits]
    assert fit == ["red", "amber, yellow", "green, yellowish, 565 to 575 nm"]


def test_box_uses_less_than_half_of_the_supply_current() -> None:
    drawn = sum(load.milliamperes for load in budget.LOADS) + budget.all_lit()
    assert drawn < budget.SUPPLY / 2


def test_drawn_resistors_match_the_calculation() -> None:
    resistors = drawing("lights")["connectors"]["Resistors"]
    assert set(resistors["pinlabels"]) == {f"{budget.RESISTOR:.0f} Ω"}
    assert drawing("buttons-and-sounder")["connectors"]["Resistor"]["pinlabels"] == [
        f"{budget.RESISTOR:.0f} Ω"
    ]
    assert f"through {budget.RESISTOR:.0f} ohm" in PAGE.read_text("utf-8")
