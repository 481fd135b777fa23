"""Replays a journal: every stored command must lead to the same state, compared by digest.

The fields of a digest are listed by name instead of taken from the structs, so that a journal
written today replays to the same digests even if attributes are renamed or added.
"""

import json
import logging
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from companion.core.cards import Card
from companion.core.commands import New
from companion.core.frozen import Frozen
from companion.core.seats import State
from companion.errors import DamagedError, Illegal, ReplayError
from companion.games import FAMILIES
from companion.games.history import GameHistory
from companion.message import Message, Words, phrase
from companion.table.lines import Entry, GameRecord
from companion.table.reader import Progress, read_only, unseen, with_progress
from companion.table.recorded import RESUMES, Recorded, Rename, Reopen, Resume, read
from companion.variants.reading import read_variant

EDITION = 4
"""The current edition of the rules; it is incremented for every corrected rule.

An entry of an older edition that replays differently is not damage. Edition 2: with two players
left, all reversals of a turn count together, and an owed play returns to the total at which the
turn began (docs/reference/rules.md 1.5). Edition 3: owed plays caused by a card other than a joker
count, a forgotten draw may be made up for, and the last card of the stock cannot be played before
it is drawn (1.4, 1.5, 3.2). Edition 4: each partner bids, and a round of 0 points changes no
standing (9.4, 9.5).
"""


_log = logging.getLogger(__name__)


class Replayed(Frozen):
    """The numbers of games and commands that replayed without a difference."""

    games: int
    commands: int


def counting_entries(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries of one game that count; a `Resume` cancels all those since its `after`."""
    counting: list[Entry] = []
    for entry in entries:
        if entry.command.startswith(RESUMES) and isinstance(command := command_of(entry), Resume):
            counting = [earlier for earlier in counting if earlier.sequence <= command.after]
        counting.append(entry)
    return counting


def replay_entries(entries: Iterable[Entry]) -> GameHistory:
    """Replay the `entries` of one game, compare each digest, and return the game.

    Raises:
        ReplayError: an entry leads to a different state, because of damage or a changed rule; the
            message names it and both digests.
    """
    game = GameHistory({}, stickers=True)
    for entry in entries:
        game = resume(game, entry)
    if game.state is None:
        raise ReplayError(phrase("A game has no commands in the journal"))
    return game


def resume(game: GameHistory, entry: Entry) -> GameHistory:
    """Replay one more entry and return the game, a new one after ``new``.

    Raises:
        ReplayError: as for `replay_entries`; or the entry cannot be read, or is refused now.
    """
    command = command_of(entry)
    try:
        if isinstance(command, New):
            variant = read_variant(entry.variant or "")
            game = GameHistory({variant.name: variant}, stickers=True)
        match command:
            case Reopen() | Resume():  # the caller has already returned to the right game and entry
                pass
            case Rename(player, name):
                game.rename(player, name)
            case _:
                game.obey(command)
    except Illegal as refused:
        now = phrase("{command} is now refused: {code}", code=refused.code)
        raise _difference(entry, now) from None
    except (ValueError, LookupError, TypeError, ArithmeticError) as error:
        # A damaged variant may still be well-formed, but lack a card or have a number out of range.
        says = phrase(
            "{command} has a variant that cannot be read: {error}",
            command=_what(entry),
            error=repr(error),
        )
        raise ReplayError(says) from None
    if game.state is None:
        raise ReplayError(phrase("{command} has no game", command=_what(entry)))
    found = digest(entry.command, entry.variant, game.state)
    if found != entry.digest:
        made = phrase(
            "{command} made the state {before} and now makes {now}",
            before=entry.digest.hex(),
            now=found.hex(),
        )
        raise _difference(entry, made)
    if game.state.won_by != entry.winners:
        won = phrase(
            "{command} was won by {before}, now by {now}",
            before=entry.winners,
            now=game.state.won_by,
        )
        raise _difference(entry, won)
    return game


def _difference(entry: Entry, what: Message) -> ReplayError:
    """Return the error for an entry that replays differently: a changed rule if older, else
    damage.
    """
    says = what.filled(command=_what(entry))
    if entry.edition < EDITION:
        says = phrase(
            "{difference}; it was accepted by edition {before} of the rules, these are edition "
            "{now}",
            difference=says,
            before=entry.edition,
            now=EDITION,
        )
    return ReplayError(says)


def valid_prefix(entries: Sequence[Entry]) -> tuple[Sequence[Entry], GameHistory]:
    """Return the entries before the first one that replays differently, and their game."""
    game = GameHistory({}, stickers=True)
    for number, entry in enumerate(entries):
        try:
            game = resume(game, entry)
        except ReplayError as difference:
            _log.warning("%s", difference)
            # The failed entry may have changed the game already, so replay from the start.
            agreed = entries[:number]
            return agreed, replay_entries(agreed) if agreed else GameHistory({}, stickers=True)
    return entries, game


def replay(path: Path, progress: Progress = unseen) -> Replayed:
    """Replay the whole journal in the folder `path` read-only.

    Raises:
        JournalError: a file cannot be read or is damaged.
        ReplayError: a command leads to a different state; the message names the first one.
    """
    journal = read_only(path)
    games, commands = 0, 0
    for number in with_progress(sorted(journal.numbers()), progress):
        record = journal.record(number)
        if record.missing:
            raise DamagedError(_damaged(number, record))
        game = GameHistory({}, stickers=True)
        for entry in counting_entries(record.entries):
            game = resume(game, entry)
        games, commands = games + bool(record.entries), commands + len(record.entries)
    return Replayed(games, commands)


def _damaged(number: int, record: GameRecord) -> Words:
    if not record.entries:
        return phrase("The file of game {n} is damaged after its first line", n=number)
    last = record.entries[-1].sequence
    return phrase("The file of game {n} is damaged after command {last}", n=number, last=last)


def command_of(entry: Entry) -> Recorded:
    """Return the command of an entry.

    Raises:
        ReplayError: it cannot be read.
    """
    try:
        return read(entry.command)
    except ValueError as error:
        says = phrase("{command} cannot be read: {error}", command=_what(entry), error=error)
        raise ReplayError(says) from None


def _what(entry: Entry) -> Words:
    return phrase("Command {n}, {command},", n=entry.sequence, command=entry.command)


DIGEST_BYTES = 16

FIELDS = {
    kind: tuple(fields.split())
    for family in FAMILIES.values()
    for kind, fields in family.digest.items()
}
"""Every field in the first version of each struct; a field must not be removed or change its
meaning.
"""

LATER: dict[type, dict[str, Any]] = {
    kind: {
        field.name: field.default
        for field in msgspec.structs.fields(kind)
        if field.name not in first and not (issubclass(kind, State) and field.name in kind.derived)
    }
    for kind, first in FIELDS.items()
}
"""Fields added later, with their default, which is their value in older journals; the digest omits
them at that value.
"""


_NESTED = {Card, tuple, *FIELDS}
"""The types of fields that are not JSON values already."""

_ENCODER = msgspec.json.Encoder(order="sorted")


def digest(command: str, variant: str | None, state: State) -> bytes:
    """Return 16 bytes of blake2b over a command, its variant if any, and the resulting state."""
    return blake2b(_written([command, variant, _plain(state)]), digest_size=DIGEST_BYTES).digest()


def _written(value: object) -> bytes:
    """Return `value` as the `json` module writes it in ASCII, using msgspec if that gives the
    same.
    """
    try:
        written = _ENCODER.encode(value)
    except UnicodeEncodeError:  # a lone surrogate in a name
        pass
    else:
        # otherwise json escapes characters that msgspec does not
        if written.isascii() and b"\x7f" not in written:
            return written
    return json.dumps(value, separators=(",", ":"), sort_keys=True).encode("ascii")


def _plain(value: Any) -> Any:
    kind = type(value)
    if kind is Card:
        return value.sticker
    if kind is tuple:
        return [_plain_once(each) for each in value]
    if kind not in FIELDS:
        return value
    fields = {name: getattr(value, name) for name in FIELDS[kind]}
    for name, before in LATER[kind].items():
        if (now := getattr(value, name)) != before:
            fields[name] = now
    for name, each in fields.items():
        if type(each) in _NESTED:
            fields[name] = _plain(each)
    return fields


_plain_once = lru_cache(maxsize=1024, typed=True)(_plain)
"""Cached `_plain` for the players and cards of a state, most of which are also in the previous
state.
"""
