from pathlib import Path

import pytest

from tests.maintenance.doctor.fake_pi import FakePi, install_nothing, pi_in


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakePi:
    return pi_in(tmp_path / "pi", monkeypatch)


@pytest.fixture
def without_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    install_nothing(monkeypatch)
