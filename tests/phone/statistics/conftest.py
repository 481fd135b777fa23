from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.phone.statistics.served import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    house.server.start()
    yield house
    house.server.close()
