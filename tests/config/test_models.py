"""Which Pi it is, by what its kernel says."""

import pytest

from companion.config.models import pi_of

MODELS = {
    "Raspberry Pi Model B Rev 2": "Pi 1",
    "Raspberry Pi Model B Plus Rev 1.2": "Pi 1",
    "Raspberry Pi Compute Module Rev 1.0": "Pi 1",
    "Raspberry Pi 2 Model B Rev 1.1": "Pi 2",
    "Raspberry Pi 3 Model B Rev 1.2": "Pi 3",
    "Raspberry Pi 3 Model B Plus Rev 1.3": "Pi 3+",
    "Raspberry Pi 3 Model A Plus Rev 1.0": "Pi 3+",
    "Raspberry Pi Compute Module 3 Plus Rev 1.0": "Compute Module 3",
    "Raspberry Pi 4 Model B Rev 1.5": "Pi 4",
    "Raspberry Pi 400 Rev 1.0": "Pi 400",
    "Raspberry Pi Compute Module 4 Rev 1.1": "Compute Module 4",
    "Raspberry Pi Compute Module 4S Rev 1.0": "Compute Module 4S",
    "Raspberry Pi 5 Model B Rev 1.0": "Pi 5",
    "Raspberry Pi 500 Rev 1.0": "Pi 500",
    "Raspberry Pi Compute Module 5 Lite Rev 1.0": "Compute Module 5",
    "Raspberry Pi Zero Rev 1.3": "Pi Zero",
    "Raspberry Pi Zero W Rev 1.1": "Pi Zero W",
    "Raspberry Pi Zero 2 W Rev 1.0": "Pi Zero 2 W",
}


@pytest.mark.parametrize("model", MODELS)
def test_a_pi_is_known_by_its_model(model: str) -> None:
    pi = pi_of(model)
    assert (pi.name, pi.known) == (MODELS[model], True)


def test_a_pi_5_is_told_from_the_others() -> None:
    assert {MODELS[model] for model in MODELS if pi_of(model).is_5} == {"Pi 5", "Pi 500", "Compute Module 5"}


def test_a_pi_that_nobody_knows_yet_is_taken_for_a_pi_4() -> None:
    model = "Raspberry Pi 9 Model Q Rev 1.0"
    pi, four = pi_of(model), pi_of("Raspberry Pi 4 Model B Rev 1.4")
    assert (pi.known, pi.name) == (False, model)
    assert (pi.filters, pi.header, pi.bluetooth_has_uart) == (four.filters, four.header, True)
