"""What a floor knows of its tables: who is admitted, the lines of their journals, names.

The same schema in SQLite and PostgreSQL, made and changed by Alembic (`migrations/`). A row of
`lines` is never changed: a line is known by its journal and number, and its chain covers all lines
before it (docs/reference/journal.md).
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from companion.errors import DatabaseError, FloorError
from companion.message import phrase

ROOM: Final = 64
"""The longest name of a room, in characters."""

METADATA: Final = sa.MetaData()

TABLES: Final = sa.Table(
    "tables",
    METADATA,
    sa.Column("room", sa.String(ROOM), primary_key=True),
    sa.Column("box", sa.String(8), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("cookie", sa.Text, nullable=False),
)
"""The admitted tables of each room; `cookie` is what the box gave."""

JOURNALS: Final = sa.Table(
    "journals",
    METADATA,
    sa.Column("key", sa.Integer, primary_key=True),
    sa.Column("box", sa.String(8), nullable=False),
    sa.Column("game", sa.Integer, nullable=False),
    sa.Column("name", sa.String(24), nullable=False),
    sa.UniqueConstraint("box", "name"),
)
"""The journals, one a game of a box, and the key of each in `LINES`."""

LINES: Final = sa.Table(
    "lines",
    METADATA,
    sa.Column("journal", sa.ForeignKey("journals.key"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("chain", sa.String(16), nullable=False),
    sa.Column("line", sa.Text, nullable=False),
)
"""The lines of each journal; line 0 is its first."""

PEOPLE: Final = sa.Table(
    "people",
    METADATA,
    sa.Column("box", sa.String(8), primary_key=True),
    sa.Column("digest", sa.String(16), nullable=False),
    sa.Column("names", sa.LargeBinary, nullable=False),
)
"""The file of the names of each box, the only place of names: replaced as a whole."""


class AdmittedTable(msgspec.Struct, frozen=True):
    """A table of a room: its box, its number on the wall, its address, and the box's cookie."""

    box: str
    number: int
    address: str
    cookie: str


class JournalKey(msgspec.Struct, frozen=True):
    """A journal: the file with a name, of the game with a number, of a box."""

    box: str
    game: int
    name: str


class StoredJournal(msgspec.Struct, frozen=True):
    """How far a journal is stored: the number of its lines and the last chain."""

    lines: int = 0
    chain: str = ""


class NewLines(msgspec.Struct, frozen=True):
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
        self._keys: dict[JournalKey, int] = {}
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
        columns = (getattr(TABLES.c, name) for name in AdmittedTable.__struct_fields__)
        found = sa.select(*columns).where(TABLES.c.room == self.room).order_by(TABLES.c.number)
        with self._begin() as connection:
            return [AdmittedTable(*row) for row in connection.execute(found)]

    def admit(self, table: AdmittedTable) -> None:
        """Store a table, in place of the one with its box."""
        with self._begin() as connection:
            connection.execute(self._of_room(table.box))
            connection.execute(
                TABLES.insert().values(room=self.room, **msgspec.structs.asdict(table))
            )

    def dismiss(self, box: str) -> None:
        """Remove a table from the room; its journals stay."""
        with self._begin() as connection:
            connection.execute(self._of_room(box))

    def _of_room(self, box: str) -> sa.Delete:
        return TABLES.delete().where(TABLES.c.room == self.room, TABLES.c.box == box)

    def journals(self, box: str) -> dict[JournalKey, StoredJournal]:
        """Return how far each journal of a box is stored, oldest game first."""
        numbers = LINES.alias()
        last = (
            sa.select(sa.func.max(numbers.c.number))
            .where(numbers.c.journal == JOURNALS.c.key)
            .scalar_subquery()
        )
        found = (
            sa.select(
                JOURNALS.c.box, JOURNALS.c.game, JOURNALS.c.name, LINES.c.number, LINES.c.chain
            )
            .select_from(JOURNALS)
            .join(LINES, (LINES.c.journal == JOURNALS.c.key) & (LINES.c.number == last))
            .where(JOURNALS.c.box == box)
            .order_by(JOURNALS.c.game)
        )
        with self._begin() as connection:
            return {
                JournalKey(*key): StoredJournal(last + 1, chain)
                for *key, last, chain in connection.execute(found)
            }

    def lines(self, journal: JournalKey) -> list[str]:
        """Return the lines of a journal in their order."""
        found = (
            sa.select(LINES.c.line)
            .join(JOURNALS, JOURNALS.c.key == LINES.c.journal)
            .where(_is(journal))
            .order_by(LINES.c.number)
        )
        with self._begin() as connection:
            return list(connection.execute(found).scalars())

    def add(self, batch: Sequence[NewLines]) -> None:
        """Store lines in one transaction; those that are stored already change nothing.

        Raises:
            DisagreesError: one is stored with another chain; nothing of the batch is stored.
        """
        with self._begin() as connection:
            rows: list[dict[str, Any]] = []
            for new in batch:
                key = self._key(connection, new.journal)
                rows += (
                    {"journal": key, "number": number, "chain": chain, "line": line}
                    for number, (line, chain) in enumerate(
                        zip(new.lines, new.chains, strict=True), start=new.start
                    )
                )
            done = connection.execute(self._insert(LINES).on_conflict_do_nothing(), rows)
            if done.rowcount != len(rows):
                for new in batch:
                    self._check(connection, new)

    def _check(self, connection: sa.Connection, new: NewLines) -> None:
        """Compare the chains of new lines with the stored ones.

        Raises:
            DisagreesError: one differs.
        """
        found = sa.select(LINES.c.number, LINES.c.chain).where(
            LINES.c.journal == self._key(connection, new.journal), LINES.c.number >= new.start
        )
        expected = dict(enumerate(new.chains, start=new.start))
        for number, chain in connection.execute(found.order_by(LINES.c.number)):
            if expected.get(number, chain) != chain:
                raise DisagreesError(new.journal, number)

    def _key(self, connection: sa.Connection, journal: JournalKey) -> int:
        key = self._keys.get(journal)
        if key is None:
            connection.execute(
                self._insert(JOURNALS).on_conflict_do_nothing(), msgspec.structs.asdict(journal)
            )
            found = connection.execute(sa.select(JOURNALS.c.key).where(_is(journal)))
            key = found.scalar_one()
            self._keys[journal] = key
        return key

    def names(self, box: str) -> tuple[str, bytes]:
        """Return the digest and the content of a box's file of names; both are empty before it."""
        found = sa.select(PEOPLE.c.digest, PEOPLE.c.names).where(PEOPLE.c.box == box)
        with self._begin() as connection:
            for digest, names in connection.execute(found):
                return digest, names
        return "", b""

    def put_people(self, box: str, digest: str, names: bytes) -> None:
        """Replace the names of a box, so that a forgotten person is forgotten here too."""
        with self._begin() as connection:
            connection.execute(PEOPLE.delete().where(PEOPLE.c.box == box))
            connection.execute(PEOPLE.insert().values(box=box, digest=digest, names=names))

    def _insert(self, table: sa.Table) -> "postgresql.Insert | sqlite.Insert":
        if self._engine.dialect.name == "postgresql":
            return postgresql.insert(table)
        return sqlite.insert(table)

    @contextmanager
    def _begin(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except FloorError:
            self._keys.clear()  # some may be of journals that were just rolled back
            raise
        except SQLAlchemyError as error:
            self._keys.clear()
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


def _is(journal: JournalKey) -> sa.ColumnElement[bool]:
    wanted: Mapping[str, object] = msgspec.structs.asdict(journal)
    return sa.and_(*(JOURNALS.c[name] == value for name, value in wanted.items()))


def _write_ahead(connection: Any, _record: object) -> None:
    """Let readers of SQLite not wait for the writer (https://www.sqlite.org/wal.html)."""
    connection.execute("PRAGMA journal_mode=WAL")
