"""Who has played at this box, for a set-up that begins with names."""

from contextlib import closing
from pathlib import Path

import msgspec

from companion.dialogs.context import MOST_SEATS
from companion.languages import language_codes, load_language
from companion.phone.statistics.lifetime import WinCounter
from companion.screens.lights import light_places
from companion.table.journal import read_only
from companion.table.sessions import PAUSE
from companion.text.language import using
from companion.text.named import seat_name


class People(msgspec.Struct, frozen=True):
    """Everybody `known` by name, whoever played last first; `unnamed` are seats that played without a name.

    `tonight` is whether the last game belongs to the evening that is on. `places` are the lights of so many
    players, 0 at the top, then clockwise.
    """

    known: tuple[str, ...]
    unnamed: tuple[str, ...]
    tonight: bool
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
        everybody, last = self._counter.people(), self._counter.last_played
        seats = _seat_names()
        return People(
            known=tuple(name for name in everybody if name.rstrip("'\u2019") not in seats),
            unnamed=tuple(name for name in everybody if name.rstrip("'\u2019") in seats),
            tonight=last is not None and now - last <= PAUSE,
            places=tuple(light_places(count) for count in range(MOST_SEATS + 1)),
        )


def _seat_names() -> frozenset[str]:
    """Return what a seat without a name is called, in every language that somebody may have set it up in."""
    names: set[str] = set()
    for code in language_codes():
        with using(load_language(code)):
            names |= {seat_name(number, ()) for number in range(1, MOST_SEATS + 1)}
    return frozenset(names)
