from pathlib import Path

import pytest

from tests.maintenance.doctor.fake_pi import FakePi, install_nothing


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakePi:
    """A Pi in good order, whose pins are moved in memory."""
    fake = FakePi(tmp_path / "pi")
    for user in ("companion.maintenance.doctor.pins", "companion.app.parts"):
        monkeypatch.setattr(f"{user}.choose_pin_factory", lambda _name: fake.factory)
    return fake


@pytest.fixture
def without_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    install_nothing(monkeypatch)
