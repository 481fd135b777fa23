"""The people who have played: their names are in a single file, and everything else has ids.

So a name can be changed or forgotten without changing the journal. The file has the form of journal
lines, with a person in each. It is always replaced completely, and there is a copy next to it.

An id is eight hexadecimal digits. A seat that plays without a name has the id ``seat3.12``: that
seat in game 12. It is in the file only after the person has been identified.
"""

import json
import logging
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import count
from pathlib import Path

import msgspec
from msgspec import MsgspecError
from msgspec.structs import replace

from companion.config.names import visible
from companion.config.sections import MAX_NAME_LENGTH
from companion.core.frozen import Frozen
from companion.errors import DamagedError
from companion.foreign.files import content_of
from companion.languages import language_codes, load_language
from companion.message import Message, phrase, render, using
from companion.table.disk_faults import naming_disk_faults
from companion.table.files import write_whole
from companion.table.lines import check, check_form, sealed
from companion.words.numbers import seat_name

PEOPLE = "people.jsonl"

MAX_SEATS = 60
"""Maximum number of seats without a name, more than the players of any game."""

_SEAT = re.compile(r"seat(\d+)\.(\d+)")
_FORM = 1

_log = logging.getLogger(__name__)


class Person(Frozen, omit_defaults=True):
    """A person: the `name`, or the number of a forgotten `guest`, or the id of the person whom this
    `is`.
    """

    id: str
    name: str | None = None
    guest: int | None = None
    is_: str | None = msgspec.field(default=None, name="is")


class People:
    """The people in the file at `path`, which is read immediately and written by `save`.

    With `known` they are these, and the file is not read. The copy replaces a damaged file.
    `changes` counts the changes of names.

    Raises:
        NewerJournalError: a newer program has written it.
    """

    def __init__(self, path: Path, known: Mapping[str, Person] | None = None) -> None:
        self.path, self.changes = path, 0
        self._people = _stored(path) if known is None else dict(known)
        self._saved = dict(self._people)
        self._ids = self._by_name()

    def __iter__(self) -> Iterator[Person]:
        return iter(self._people.values())

    # From ids to names

    def name(self, person: str) -> str:
        """Return the name of a person; an unknown id is its own name."""
        person = self.person(person)
        if (seat := seat_of(person)) is not None:
            return seat_name(seat, ())
        known = self._people.get(person)
        if known is None:
            return person
        return known.name or render(_guest(known.guest or 0))

    def names(self, people: Iterable[str]) -> dict[str, str]:
        """Return distinct names, by id, for the players of one game."""
        names: dict[str, str] = {}
        for person in people:
            name = self.name(person)
            while name in names.values():
                name += "'"
            names[person] = name
        return names

    def person(self, person: str) -> str:
        """Return the id of the person whom an id has been identified with, or the id itself."""
        while (known := self._people.get(person)) is not None and known.is_ is not None:
            person = known.is_
        return person

    # From names to ids

    def find(self, name: str) -> str | None:
        """Return the id of a name regardless of case, or None.

        A forgotten person has the name of a guest, in any language.
        """
        return self._ids.get(name.casefold())

    def id_of(self, name: str, game: int | None = None) -> str:
        """Return the id of a name; an unknown name gets a new id.

        A seat without a name has a separate id in each `game`. An empty name, which the rules
        refuse, has none.
        """
        if not name:
            return name
        if game is not None and (seat := seat_numbers().get(name)) is not None:
            return seat_id(seat, game)
        return self.find(name) or self._add(name)

    def spelling(self, name: str) -> str:
        """Return a name in the stored spelling: ``Ann`` for ``ann``, if she has played."""
        known = self.find(name)
        return name if known is None else self.name(known)

    def _add(self, name: str) -> str:
        person = secrets.token_hex(4)
        self._people[person] = Person(person, name)
        self._ids[name.casefold()] = person
        return person

    # Changes

    def rename(self, person: str, name: str) -> None:
        """Rename a person in all games."""
        self._put(Person(self.person(person), name))

    def merge(self, duplicate: str, person: str) -> None:
        """Record that `duplicate` is the same as `person`, whose name counts."""
        person = self.person(person)
        if self.person(duplicate) != person:
            self._put(Person(self.person(duplicate), is_=person))

    def forget(self, person: str) -> str:
        """Permanently forget the name of a person, also in all copies; return the replacement."""
        self._put(Person(self.person(person), guest=self._next_guest()))
        return self.name(person)

    def next_guest(self) -> str:
        """Return the guest name that the next forgotten person will get."""
        return render(_guest(self._next_guest()))

    def _next_guest(self) -> int:
        return next(
            number
            for number in count(1)
            if not any(self.find(name) for name in _guest_names(number))
        )

    def complete(self, others: Iterable[Person]) -> None:
        """Merge the people of another file: those unknown here, and those forgotten or identified
        there.

        A name that is forgotten in either file stays forgotten. The file may come from any program,
        so only the visible characters of its names are used.
        """
        for other in others:
            known = self._people.get(other.id)
            is_gone = known is not None and known.name is None
            is_merged = other.is_ is not None and not is_gone and self.person(other.is_) != other.id
            name = None if other.name is None else visible(other.name)[:MAX_NAME_LENGTH]
            if (
                other.guest is not None
                or is_merged
                or (known is None and other.is_ is None and name != "")
            ):
                self._people[other.id] = replace(other, name=name)
        self._ids = self._by_name()

    def _put(self, person: Person) -> None:
        self._people[person.id] = person
        self._ids = self._by_name()
        self.changes += 1

    def _by_name(self) -> dict[str, str]:
        forgotten = ((person.id, person.guest) for person in self if person.guest is not None)
        guests = {
            name.casefold(): person for person, number in forgotten for name in _guest_names(number)
        }
        return guests | {
            person.name.casefold(): person.id for person in self if person.name is not None
        }

    def save(self) -> None:
        """Write the file and its copy, if anything has changed; on return they are on the disk.

        Raises:
            DiskError: the disk fails; new people are not kept.
        """
        if self._people == self._saved:
            return
        content = written(self)
        try:
            with naming_disk_faults(self.path):
                # The copy first: once the file is written, a forgotten name is in neither.
                for path in (_copy_of(self.path), self.path):
                    write_whole(path, content)
        except BaseException:
            self._people = dict(self._saved)
            self._ids = self._by_name()
            raise
        self._saved = dict(self._people)


def _stored(path: Path) -> dict[str, Person]:
    """Return the people in the file at `path`, or else in its copy."""
    for file in (path, _copy_of(path)):
        try:
            return read_people(content_of(file))
        except FileNotFoundError:
            continue
        except (OSError, DamagedError) as error:
            _log.error("%s cannot be read: %s", file, error)
    return {}


def written(people: Iterable[Person]) -> bytes:
    """Return the content of a file with `people`."""
    text, chain = sealed({"people": _FORM})
    lines = [text]
    for person in people:
        line, chain = sealed(msgspec.to_builtins(person), chain)
        lines.append(line)
    return b"".join(lines)


def read_people(content: bytes) -> dict[str, Person]:
    """Return the people in the content of a file, by id.

    Raises:
        NewerJournalError: a newer program has written it.
        DamagedError: the content is damaged.
    """
    found = check(content)
    if not found.lines or found.behind:
        raise DamagedError("The file of the players is damaged")
    try:
        check_form(found.lines[0], "people", _FORM)
        # Not msgspec, which rejects a name with a lone surrogate, as a phone may send.
        people = [msgspec.convert(json.loads(line), Person) for line in found.lines[1:]]
    except (MsgspecError, ValueError, RecursionError) as error:
        raise DamagedError(f"The file of the players is none: {error}") from None
    return {person.id: person for person in people}


def seat_number(name: str) -> int | None:
    """Return the number of a seat without a name, or None for a person's name.

    >>> seat_number("Seat 3"), seat_number("Seat 3'"), seat_number("Ann")
    (3, 3, None)
    """
    return seat_numbers().get(name.rstrip("'\N{RIGHT SINGLE QUOTATION MARK}"))


def seat_id(number: int, game: int) -> str:
    """Return the id of a seat without a name in a game."""
    return f"seat{number}.{game}"


def seat_of(person: str) -> int | None:
    """Return the number of the seat that an id denotes, or None for a person.

    >>> seat_of("seat3.12"), seat_of("0a1b2c3d")
    (3, None)
    """
    seat = _SEAT.fullmatch(person)
    return None if seat is None else int(seat[1])


@lru_cache(maxsize=1)
def seat_numbers() -> dict[str, int]:
    """Return the numbers of seats without a name by their names in every language."""
    numbers = range(1, MAX_SEATS + 1)
    return {seat_name(number, ()): number for _language in _languages() for number in numbers}


def _languages() -> Iterator[str]:
    """Yield the code of every language, and use that language until the next one."""
    for code in language_codes():
        with using(load_language(code)):
            yield code


@lru_cache(maxsize=128)
def _guest_names(number: int) -> tuple[str, ...]:
    """Return the name of a forgotten person in every language."""
    return tuple(render(_guest(number)) for _language in _languages())


def _guest(number: int) -> Message:
    return phrase("Guest {number}", number=number)


def _copy_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.copy")
