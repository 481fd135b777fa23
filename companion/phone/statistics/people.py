"""Who has played at this box, for a set-up that begins with names."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from itertools import count
from pathlib import Path

import msgspec

from companion.dialogs.context import MOST_SEATS
from companion.languages import language_codes, load_language
from companion.phone.statistics.lifetime import WinCounter
from companion.screens.lights import light_places
from companion.table.reader import read_only
from companion.table.sessions import PAUSE, games_of_the_evening
from companion.text.language import gettext as _
from companion.text.language import using
from companion.text.named import seat_name


class UnnamedSeat(msgspec.Struct, frozen=True):
    """A seat that played tonight without a name: its `number`, and the `name` made of that.

    `games` are the numbers of those in which it played, and `beside` is who else sat in them.
    """

    name: str
    number: int
    games: tuple[int, ...]
    beside: tuple[str, ...]


class People(msgspec.Struct, frozen=True):
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
    """Reads who has played from the journal in the file at `path`. Not thread-safe."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._counter = WinCounter()

    def people(self, now: float) -> People:
        """Return everybody who has played until `now`, in seconds since 1970 UTC.

        Raises:
            JournalError: the journal cannot be read; the message is for the person.
        """
        with closing(read_only(self._path)) as journal:
            self._counter.take_in(journal)
            evening = [last.game for last in games_of_the_evening(journal.backwards())]
        last = self._counter.last_played
        tonight = last is not None and now - last <= PAUSE
        seats, guests = _seat_numbers(), _guests()
        everybody = [name for name in self._counter.people() if not guests.fullmatch(name)]
        known = tuple(name for name in everybody if name.rstrip("'\u2019") not in seats)
        return People(
            known=known,
            unnamed=tuple(name for name in everybody if name.rstrip("'\u2019") in seats),
            games=self._counter.games_of(known),
            tonight=tonight,
            seats=tuple(self._seats(evening[::-1], seats)) if tonight else (),
            places=tuple(light_places(count) for count in range(MOST_SEATS + 1)),
        )

    def _seats(self, games: Iterable[int], numbers: Mapping[str, int]) -> Iterator[UnnamedSeat]:
        """Yield the seats that played in these games without a name, in the order of their numbers."""
        tables = {game: self._counter.players(game) for game in games}
        names = {name for players in tables.values() for name in players if name in numbers}
        for name in sorted(names, key=lambda name: (numbers[name], name)):
            theirs = {game: players for game, players in tables.items() if name in players}
            beside = {one for players in theirs.values() for one in players if one != name}
            yield UnnamedSeat(name, numbers[name], tuple(theirs), tuple(sorted(beside)))


def guest_names() -> Iterator[str]:
    """Yield what somebody who is forgotten may be called, in the language in use."""
    for number in count(1):
        yield _("Guest {number}").format(number=number)


def _guests() -> re.Pattern[str]:
    """Return what matches the name of somebody forgotten, in every language that it may have been done in."""
    return re.compile(
        "|".join(f"{re.escape(before)}\\d+{re.escape(after)}" for before, after in _guest_words())
    )


def _guest_words() -> Iterator[tuple[str, str]]:
    for code in language_codes():
        with using(load_language(code)):
            before, _number, after = _("Guest {number}").partition("{number}")
            yield before, after


def _seat_numbers() -> dict[str, int]:
    """Return what a seat without a name is called, in every language that somebody may have set it up in."""
    numbers: dict[str, int] = {}
    for code in language_codes():
        with using(load_language(code)):
            numbers |= {seat_name(number, ()): number for number in range(1, MOST_SEATS + 1)}
    return numbers
