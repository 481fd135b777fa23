"""The model of the Pi, as named by its kernel."""

import pytest

from companion.config.board import bluetooth_has_uart, is_pi_5

MODELS = {
    "Model B Rev 2": "alone",
    "Model B Plus Rev 1.2": "alone",
    "Compute Module Rev 1.0": "alone",
    "2 Model B Rev 1.1": "alone",
    "3 Model B Rev 1.2": "Bluetooth",
    "3 Model B Plus Rev 1.3": "Bluetooth",
    "3 Model A Plus Rev 1.0": "Bluetooth",
    "Compute Module 3 Plus Rev 1.0": "alone",
    "4 Model B Rev 1.5": "Bluetooth",
    "400 Rev 1.0": "Bluetooth",
    "Compute Module 4 Rev 1.1": "Bluetooth",
    "Compute Module 4S Rev 1.0": "alone",
    "5 Model B Rev 1.0": "5",
    "500 Rev 1.0": "5",
    "Compute Module 5 Lite Rev 1.0": "5",
    "Zero Rev 1.3": "alone",
    "Zero W Rev 1.1": "Bluetooth",
    "Zero 2 W Rev 1.0": "Bluetooth",
    "9 Model Q Rev 1.0": "Bluetooth",
}
"""The models with the better UART; an unknown Pi is treated as a Pi 4."""


@pytest.mark.parametrize("model", MODELS)
def test_pi_is_identified_by_its_model_text(model: str) -> None:
    called = f"Raspberry Pi {model}"
    assert is_pi_5(called) == (MODELS[model] == "5")
    assert bluetooth_has_uart(called) == (MODELS[model] == "Bluetooth")
