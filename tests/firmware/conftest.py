"""Fixtures for the tests of the firmware."""

from collections.abc import Iterator

import pytest

from tests.firmware.bench import Bench
from tests.firmware.board import Board, need_micropython


@pytest.fixture(scope="session", autouse=True)
def micropython() -> None:
    need_micropython()


@pytest.fixture(scope="session")
def pico(micropython: None) -> Iterator[Board]:  # noqa: ARG001  # pytest passes fixtures by name
    with Board() as made:
        yield made


@pytest.fixture
def board(pico: Board) -> Board:
    """A board without supply, and so with an empty memory."""
    pico.switch_off()
    return pico


@pytest.fixture
def bench(board: Board) -> Bench:
    """A node without supply, with a GM65 with factory settings."""
    return Bench(board)
