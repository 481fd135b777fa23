"""The currents are worked out for the worst that can happen, and stay below what is allowed."""

from typing import Any

import yaml

from hardware.wiring import budget
from hardware.wiring.make_wiring import PAGE, texts


def drawing(name: str) -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(texts()[f"{name}.yaml"])
    return read


def test_all_that_can_happen_at_once_stays_below_what_a_pi_allows() -> None:
    assert sum(budget.at_most().values()) < budget.ALL_PINS_LIMIT
    assert budget.through(budget.LOWEST_FORWARD) < budget.PIN_LIMIT
    assert budget.milliamperes(budget.VOLTS, budget.RESISTOR) < budget.PIN_LIMIT


def test_with_the_smaller_resistor_twelve_lights_would_be_too_much() -> None:
    assert budget.all_lit(budget.OTHER_RESISTOR) > budget.ALL_PINS_LIMIT


def test_an_led_is_fit_if_even_the_highest_of_its_colour_leaves_half_a_volt() -> None:
    fit = [led.colour for led in budget.LEDS if led.fits]
    assert fit == ["red", "amber, yellow", "green, yellowish, 565 to 575 nm"]


def test_the_whole_box_leaves_the_supply_half_of_what_it_gives() -> None:
    drawn = sum(load.milliamperes for load in budget.LOADS) + budget.all_lit()
    assert drawn < budget.SUPPLY / 2


def test_the_resistors_drawn_are_those_of_the_arithmetic() -> None:
    resistors = drawing("lights")["connectors"]["Resistors"]
    assert set(resistors["pinlabels"]) == {f"{budget.RESISTOR:.0f} Ω"}
    assert drawing("buttons-and-sounder")["connectors"]["Resistor"]["pinlabels"] == [
        f"{budget.RESISTOR:.0f} Ω"
    ]
    assert f"through {budget.RESISTOR:.0f} ohm" in PAGE.read_text("utf-8")
