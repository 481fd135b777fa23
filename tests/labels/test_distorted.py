"""A seeded sample of the bad pictures, larger with `DEPTH=full`; `make distorted` takes all 10,000.

The comparison with the other symbols does not depend on our code, so only `make test-full` runs it.
"""

import pytest

from companion.labels.print.sheets import SymbolName
from tests.depth import FULL
from tests.labels.distorted import ENOUGH, figures, labels_of, size_beside_data_matrix

DEEPER = 20 if FULL else 1


@pytest.mark.parametrize(
    ("symbol", "pictures", "turn"),
    [("datamatrix", 60, 180.0), ("qr", 15, 180.0), ("code128", 15, 5.0)],
)
def test_bad_pictures_are_read_and_never_as_another_card(
    symbol: SymbolName, pictures: int, turn: float
) -> None:
    found = figures(labels_of(symbol), range(pictures * DEEPER), turn)
    assert found.misread == 0, found
    assert found.read >= ENOUGH * found.pictures, found


@pytest.mark.full
def test_qr_code_is_read_far_worse_by_the_same_scanner() -> None:
    size = size_beside_data_matrix("qr")
    found = figures(labels_of("qr"), range(200), size=size)
    assert found.misread == 0, found
    assert found.read < 0.9 * found.pictures, found


@pytest.mark.full
def test_bars_tilted_by_more_than_ten_degrees_are_not_read() -> None:
    found = figures(labels_of("code128"), range(100), turn=180.0)
    assert found.misread == 0, found
    assert found.read < 0.5 * found.pictures, found
