from pathlib import Path

import pytest

from tests.maintenance.setup.fresh_pi import FreshPi


@pytest.fixture
def pi(tmp_path: Path) -> FreshPi:
    """A Pi 4 as Raspberry Pi OS leaves it, with nothing of the box switched on."""
    return FreshPi(tmp_path / "pi")
