"""The model of the Pi, as named by its kernel."""

import pytest

from companion.config.board import is_pi_5


@pytest.mark.parametrize(
    ("model", "is_5"),
    [
        ("Compute Module Rev 1.0", False),
        ("4 Model B Rev 1.5", False),
        ("Zero 2 W Rev 1.0", False),
        ("5 Model B Rev 1.0", True),
        ("500 Rev 1.0", True),
        ("Compute Module 5 Lite Rev 1.0", True),
    ],
)
def test_pi_5_is_identified_by_its_model_text(model: str, is_5: bool) -> None:
    assert is_pi_5(f"Raspberry Pi {model}") == is_5
