"""Databases of a floor: SQLite, and one PostgreSQL for all tests."""

import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sa

from companion.floor.store import Store
from tests.floor.postgres import Postgres, running

MakeStore = Callable[..., Store]
"""Opens the same database each time, for a room."""


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    # Not pytest's folder, which other users may not enter; and a socket's path is short.
    with tempfile.TemporaryDirectory(prefix="pg") as folder, running(Path(folder)) as cluster:
        yield cluster


_NUMBERS = count(1)


def new_database(cluster: Postgres) -> str:
    """Return the address of a new, empty database."""
    name = f"floor{next(_NUMBERS)}"
    engine = sa.create_engine(
        cluster.url.replace("postgresql", "postgresql+psycopg", 1), isolation_level="AUTOCOMMIT"
    )
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return cluster.url.replace("/postgres?", f"/{name}?")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'floor.db'}"
    return new_database(request.getfixturevalue("postgres"))


@pytest.fixture
def make_store(database: str) -> Iterator[MakeStore]:
    stores: list[Store] = []

    def made(room: str = "Friday") -> Store:
        stores.append(Store(database, room))
        return stores[-1]

    yield made
    for store in stores:
        store.close()
