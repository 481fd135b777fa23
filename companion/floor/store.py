"""What a floor knows of its tables: who is admitted, the lines of their journals, names.

The same schema and the same SQL for SQLite and PostgreSQL. Alembic makes and changes the tables
(`migrations/`, which describes them). A row of `lines` is never changed: a line is known by its
journal and number, and its chain covers all lines before it (docs/reference/journal.md).
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from msgspec.structs import asdict
from sqlalchemy.exc import SQLAlchemyError

from companion.core.frozen import Frozen
from companion.errors import DatabaseError, FloorError
from companion.message import phrase


class AdmittedTable(Frozen):
    """A table of a room: its box, its number on the wall, its address, and the box's cookie."""

    box: str
    number: int
    address: str
    cookie: str


class JournalKey(Frozen):
    """A journal: the file with a name, of the game with a number, of a box."""

    box: str
    game: int
    name: str


class StoredJournal(Frozen):
    """How far a journal is stored: the number of its lines and the last chain."""

    lines: int = 0
    chain: str = ""


class NewLines(Frozen):
    """Lines of a journal from the number `start` on, each with its chain."""

    journal: JournalKey
    start: int
    lines: Sequence[str]
    chains: Sequence[str]


class DisagreesError(FloorError):
    """A line at a known number has another chain than the stored one."""

    def __init__(self, journal: JournalKey, number: int) -> None:
        self.journal, self.number = journal, number
        super().__init__(
            phrase(
                "game {n} had another line {line} before: was a backup restored?",
                n=journal.game,
                line=number,
            )
        )


_KEY = "(SELECT key FROM journals WHERE box = :box AND game = :game AND name = :name)"


class Store:
    """The database of a floor, brought to the newest schema. Any thread may call it.

    Args:
        url: as SQLAlchemy takes it, such as ``sqlite:///floor.db`` or ``postgresql://club@db/club``.
        room: the room whose tables are meant; rooms share one database.

    Raises:
        FloorError: the `url` is of no database that a floor can use.
        DatabaseError: from each method too, if the database does not answer.
    """

    def __init__(self, url: str, room: str) -> None:
        self.room = room
        self._engine = _engine(url)
        if self._engine.dialect.name == "sqlite":
            sa.event.listen(self._engine, "connect", _write_ahead)
        with self._begin() as connection:
            config = Config(attributes={"connection": connection})
            config.set_main_option("script_location", "companion.floor:migrations")
            command.upgrade(config, "head")

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def tables(self) -> list[AdmittedTable]:
        """Return the admitted tables by number."""
        found = """
            SELECT box, number, address, cookie FROM tables WHERE room = :room ORDER BY number
        """
        return [AdmittedTable(*row) for row in self._rows(found, room=self.room)]

    def admit(self, table: AdmittedTable) -> None:
        """Store a table, in place of the one with its box."""
        stored = """
            INSERT INTO tables (room, box, number, address, cookie)
            VALUES (:room, :box, :number, :address, :cookie)
            ON CONFLICT (room, box) DO UPDATE
            SET number = excluded.number, address = excluded.address, cookie = excluded.cookie
        """
        self._change(stored, room=self.room, **asdict(table))

    def dismiss(self, box: str) -> None:
        """Remove a table from the room; its journals stay."""
        self._change(
            "DELETE FROM tables WHERE room = :room AND box = :box", room=self.room, box=box
        )

    def journals(self, box: str) -> dict[JournalKey, StoredJournal]:
        """Return how far each journal of a box is stored, oldest game first."""
        found = """
            SELECT box, game, name, number, chain FROM journals JOIN lines ON journal = key
            WHERE box = :box AND number = (SELECT MAX(number) FROM lines WHERE journal = key)
            ORDER BY game
        """
        return {
            JournalKey(*key): StoredJournal(last + 1, chain)
            for *key, last, chain in self._rows(found, box=box)
        }

    def lines(self, journal: JournalKey) -> list[str]:
        """Return the lines of a journal in their order."""
        found = f"SELECT line FROM lines WHERE journal = {_KEY} ORDER BY number"  # noqa: S608  # our own text
        return [line for (line,) in self._rows(found, **asdict(journal))]

    def add(self, batch: Sequence[NewLines]) -> None:
        """Store lines in one transaction; those that are stored already change nothing.

        Raises:
            DisagreesError: one is stored with another chain; nothing of the batch is stored.
        """
        known = sa.text("""
            INSERT INTO journals (box, game, name) VALUES (:box, :game, :name)
            ON CONFLICT DO NOTHING
        """)
        stored = sa.text(f"""
            INSERT INTO lines (journal, number, chain, line)
            VALUES ({_KEY}, :number, :chain, :line) ON CONFLICT DO NOTHING
        """)  # noqa: S608  # our own text
        with self._begin() as connection:
            rows: list[dict[str, Any]] = []
            for new in batch:
                journal = asdict(new.journal)
                connection.execute(known, journal)
                rows += (
                    {**journal, "number": number, "chain": chain, "line": line}
                    for number, (line, chain) in enumerate(
                        zip(new.lines, new.chains, strict=True), start=new.start
                    )
                )
            if connection.execute(stored, rows).rowcount != len(rows):
                for new in batch:
                    self._check(connection, new)

    def _check(self, connection: sa.Connection, new: NewLines) -> None:
        """Compare the chains of new lines with the stored ones.

        Raises:
            DisagreesError: one differs.
        """
        found = sa.text(f"""
            SELECT number, chain FROM lines WHERE journal = {_KEY} AND number >= :start
            ORDER BY number
        """)  # noqa: S608  # our own text
        at = {**asdict(new.journal), "start": new.start}
        expected = dict(enumerate(new.chains, start=new.start))
        for number, chain in connection.execute(found, at):
            if expected.get(number, chain) != chain:
                raise DisagreesError(new.journal, number)

    def names(self, box: str) -> tuple[str, bytes]:
        """Return the digest and the content of a box's file of names; both are empty before it."""
        for digest, names in self._rows(
            "SELECT digest, names FROM people WHERE box = :box", box=box
        ):
            return digest, names
        return "", b""

    def put_people(self, box: str, digest: str, names: bytes) -> None:
        """Replace the names of a box, so that a forgotten person is forgotten here too."""
        stored = """
            INSERT INTO people (box, digest, names) VALUES (:box, :digest, :names)
            ON CONFLICT (box) DO UPDATE SET digest = excluded.digest, names = excluded.names
        """
        self._change(stored, box=box, digest=digest, names=names)

    def _rows(self, query: str, **values: object) -> Sequence[Any]:
        with self._begin() as connection:
            return connection.execute(sa.text(query), values).all()

    def _change(self, statement: str, **values: object) -> None:
        with self._begin() as connection:
            connection.execute(sa.text(statement), values)

    @contextmanager
    def _begin(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", None) or error).splitlines()[0]
            raise DatabaseError(
                phrase("The database does not answer: {reason}", reason=reason)
            ) from None


def _engine(url: str) -> sa.Engine:
    """Return the engine for an address.

    Raises:
        FloorError: it is of no database that a floor can use.
    """
    try:
        at = sa.make_url(url)
    except SQLAlchemyError:
        at = sa.URL.create("")
    drivers = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}
    if at.drivername not in drivers:
        raise FloorError(phrase("{url} is no address of a database: write postgresql://…", url=url))
    return sa.create_engine(at.set(drivername=drivers[at.drivername]), pool_pre_ping=True)


def _write_ahead(connection: Any, _record: object) -> None:
    """Let readers of SQLite not wait for the writer (https://www.sqlite.org/wal.html)."""
    connection.execute("PRAGMA journal_mode=WAL")
