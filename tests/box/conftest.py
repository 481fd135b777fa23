"""Fixtures with boxes to play on. Every picture shown during a test must also be drawable."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from msgspec import UNSET, UnsetType

from companion.core.commands import New
from tests.drivers.box import BoxDriver


class Sit(Protocol):
    """Starts a game of a variant. The players are Ann, Bo and Cy unless names are given."""

    def __call__(
        self,
        variant: str,
        *names: str,
        dealer: str = ...,
        up_card: str | UnsetType = ...,
        **house: Any,
    ) -> BoxDriver: ...


@pytest.fixture
def rigs() -> Iterator[list[BoxDriver]]:
    made: list[BoxDriver] = []
    yield made
    for rig in made:
        rig.draw_everything_shown()
        rig.table.journal.close()


@pytest.fixture
def rig(tmp_path: Path, rigs: list[BoxDriver]) -> BoxDriver:
    """Return a box that has never been used."""
    rigs.append(BoxDriver(tmp_path))
    return rigs[-1]


@pytest.fixture
def sit(tmp_path: Path, rigs: list[BoxDriver]) -> Sit:
    def sit(
        variant: str, *names: str, dealer: str = "", up_card: str | UnsetType = UNSET, **house: Any
    ) -> BoxDriver:
        names = names or ("Ann", "Bo", "Cy")
        dealer = dealer or names[-1]
        game = New(variant=variant, players=names, dealer=dealer, house=house, up_card=up_card)
        rigs.append(BoxDriver(tmp_path / str(len(rigs)), game))
        return rigs[-1]

    return sit
