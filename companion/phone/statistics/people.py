"""Who has played at this box, for a set-up that begins with names."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from companion.dialogs.context import MOST_SEATS
from companion.phone.statistics.lifetime import WinCounter
from companion.screens.lights import light_places
from companion.table.evenings import Instant, PlayedBy
from companion.table.moments import boot_id
from companion.table.people import People, seat_id, seat_number, seat_numbers, seat_of
from companion.table.reader import JournalReader, read_only
from companion.table.table import WallClock
from companion.text.named import seat_name


class UnnamedSeat(msgspec.Struct, frozen=True):
    """A seat that played tonight without a name: its `number`, and the `name` made of that.

    `games` are the numbers of those in which it played, and `beside` is who else sat in them.
    """

    name: str
    number: int
    games: tuple[int, ...]
    beside: tuple[str, ...]


class KnownPeople(msgspec.Struct, frozen=True):
    """Everybody `known` by name, whoever played last first; `unnamed` are seats that played without a name.

    Whoever was forgotten is not known. `games` is in how many games each who is known sat. `tonight` is
    whether the last game belongs to the evening that is on; `seats` are those that played in it without a
    name. `places` are the lights of so many players, 0 at the top, then clockwise.
    """

    known: tuple[str, ...]
    unnamed: tuple[str, ...]
    games: dict[str, int]
    tonight: bool
    seats: tuple[UnnamedSeat, ...]
    places: tuple[tuple[int, ...], ...]


class Roster:
    """Reads who has played from the journal in the folder at `path`. Not thread-safe."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._counter = WinCounter()

    def people(self, clock: WallClock) -> KnownPeople:
        """Return everybody who has played until now.

        Raises:
            JournalError: the journal cannot be read; the message is for the person.
        """
        names = self._read().people
        sat = self._counter.people()
        named = {person: name for name, person in _named(names).items()}
        games = {named[one]: count for one, count in sat.items() if one in named}
        numbers = {seat_of(one) for one in sat} - {None}
        tonight = self._is_tonight(clock)
        return KnownPeople(
            known=tuple(games),
            unnamed=tuple(name for name, number in seat_numbers().items() if number in numbers),
            games=games,
            tonight=tonight,
            seats=tuple(_seats(self._counter.evening(), names)) if tonight else (),
            places=tuple(light_places(count) for count in range(MOST_SEATS + 1)),
        )

    def ids(self, clock: WallClock) -> dict[str, tuple[str, ...]]:
        """Return the ids of everybody by name, and of seats that played tonight before the game that is on.

        Raises:
            JournalError: the journal cannot be read.
        """
        names = self._read().people
        earlier = self._counter.evening()[:-1] if self._is_tonight(clock) else []
        seats = {
            seat.name: tuple(seat_id(seat.number, game) for game in seat.games)
            for seat in _seats(earlier, names)
        }
        return seats | {name: (person,) for name, person in _named(names).items()}

    def who_met(self, merged: Mapping[str, str]) -> tuple[str, str] | None:
        """Return the names of two who sat in one game and would be one person, None if nobody would.

        `merged` leads from ids to those of others.

        Raises:
            JournalError: the journal cannot be read.
        """
        names = self._read().people
        for one in self._counter.games:
            sat: dict[str, str] = {}
            for person in () if one.is_taken_back else one.players:
                met = sat.setdefault(merged.get(person, person), person)
                if met != person:
                    return names.name(met), names.name(person)
        return None

    def _read(self) -> JournalReader:
        journal = read_only(self._path)
        self._counter.take_in(journal)
        return journal

    def _is_tonight(self, clock: WallClock) -> bool:
        return self._counter.is_on(Instant(clock.time(), clock.monotonic(), boot_id()))


def _named(people: People) -> dict[str, str]:
    """Return the ids of all who are known by name."""
    return {one.name: one.id for one in people if one.name and seat_number(one.name) is None}


def _seats(games: Sequence[PlayedBy], names: People) -> Iterator[UnnamedSeat]:
    """Yield the seats that played in these games without a name, in the order of their numbers."""
    numbers = {number for one in games for person in one.players if (number := seat_of(person)) is not None}
    for number in sorted(numbers):
        theirs = [one for one in games if number in map(seat_of, one.players)]
        others = (person for one in theirs for person in one.players if seat_of(person) != number)
        beside = {names.name(person) for person in others}
        name = seat_name(number, ())
        yield UnnamedSeat(name, number, tuple(one.game for one in theirs), tuple(sorted(beside)))
