"""Playing a journal again: what was written down must lead to the same states, digest by digest."""

import json
from collections.abc import Container, Iterable, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Final, assert_never

import msgspec

from companion.errors import Illegal, OlderRulesError, ReplayError
from companion.rules.adding.state import AddingState
from companion.rules.commands import Claim, New, Step, Undo
from companion.rules.family import State
from companion.rules.game import Game
from companion.rules.tricks.state import TrickState
from companion.rules.variant import read_variant
from companion.table.digest import digest
from companion.table.journal import read_only
from companion.table.reader import Entry, JournalReader

EDITION: Final = 2
"""The edition of the rules by which commands are accepted now: one more each time that a rule is mended.

An entry of an older edition that plays otherwise now is no damage. Edition 2: with two players left the
reversals of the whole turn count together, and what is owed returns to the total at which it began
(docs/rules.md 1.5).
"""


class Reopen(msgspec.Struct, frozen=True, tag_field="cmd", tag="reopen", forbid_unknown_fields=True):
    """The game just begun is taken back and the one before it is on again."""


class Rename(msgspec.Struct, frozen=True, tag_field="cmd", tag="rename", forbid_unknown_fields=True):
    """The player called `player` is called `name` from now on, also in what has been played of the game."""

    player: str
    name: str


class Resume(msgspec.Struct, frozen=True, tag_field="cmd", tag="resume", forbid_unknown_fields=True):
    """The game is on again as it was after its entry `after`, and what was written since does not count.

    Written when a rule has been mended by which the next entry was accepted.
    """

    after: int


_RESUMES: Final = '{"cmd": "resume"'
"""How `as_json` begins such a line; others need not be read to know that they are none."""

Recorded = New | Step | Undo | Reopen | Rename | Resume
"""The commands that the journal keeps."""


class Replayed(msgspec.Struct, frozen=True):
    """How much was played again without a difference."""

    games: int
    commands: int


def as_json(command: Recorded | Claim) -> str:
    """The command as a line of ASCII JSON in the form of docs/protocol.md, defaults left out."""
    return json.dumps({"cmd": command.__struct_config__.tag, **_said(command)})


def read(text: str) -> Recorded:
    """The command that `as_json` wrote.

    Raises:
        ValueError: it is none.
    """
    try:
        command: Recorded = msgspec.convert(json.loads(text), Recorded)
    except msgspec.ValidationError as error:  # not a ValueError in trixie's msgspec, 0.19
        raise ValueError(str(error)) from None
    return command


def winners(state: State) -> tuple[str, ...]:
    """Who has won, as the journal notes it with the command that ended the game."""
    match state:
        case AddingState():
            return () if state.winner is None else (state.players[state.winner].name,)
        case TrickState():
            return tuple(state.players[seat].name for seat in state.winners)
        case _:
            assert_never(state)


def standing(entries: Iterable[Entry]) -> list[Entry]:
    """Those of the `entries` of one game that count: a `Resume` is the end of all since its `after`."""
    counting: list[Entry] = []
    for entry in entries:
        if entry.command.startswith(_RESUMES) and isinstance(command := _command(entry), Resume):
            counting = [earlier for earlier in counting if earlier.sequence <= command.after]
        counting.append(entry)
    return counting


def play_again(entries: Iterable[Entry]) -> Game:
    """The game that the `entries` of one game made, each digest compared.

    Raises:
        OlderRulesError: a rule has been mended since one of them was accepted.
        ReplayError: an entry does not lead where it led; the message names it and both digests.
    """
    game = Game({}, stickers=True)
    for entry in entries:
        game = go_on(game, entry)
    if game.state is None:
        raise ReplayError("A game has no commands in the journal")
    return game


def go_on(game: Game, entry: Entry) -> Game:
    """The game after one more entry: a new one for ``new``, else the same one gone on.

    Raises:
        OlderRulesError, ReplayError: as with `play_again`.
    """
    command = _command(entry)
    try:
        if isinstance(command, New):
            variant = read_variant(entry.variant or "")
            game = Game({variant.name: variant}, stickers=True)
        match command:
            case Reopen() | Resume():
                pass
            case Rename(player, name):
                game.rename(player, name)
            case _:
                game.obey(command)
    except Illegal as refused:
        raise _difference(entry, f"is now refused: {refused.code}") from None
    except ValueError as error:
        raise ReplayError(f"{_what(entry)} has a variant that cannot be read: {error}") from None
    if game.state is None:
        raise ReplayError(f"{_what(entry)} has no game")
    found = digest(entry.command, entry.variant, game.state)
    if found != entry.digest:
        raise _difference(entry, f"made the state {entry.digest.hex()} and now makes {found.hex()}")
    if winners(game.state) != entry.winners:
        raise _difference(entry, f"was won by {entry.winners}, now by {winners(game.state)}")
    return game


def _difference(entry: Entry, what: str) -> ReplayError:
    """An entry that plays otherwise now: by rules that have been mended, or by damage."""
    if entry.edition < EDITION:
        by = f"it was accepted by edition {entry.edition} of the rules, these are edition {EDITION}"
        return OlderRulesError(f"{_what(entry)} {what}; {by}")
    return ReplayError(f"{_what(entry)} {what}")


def agreeing(entries: Sequence[Entry]) -> tuple[Sequence[Entry], Game]:
    """Those of the `entries` of one game before the first that a mended rule concerns, and their game."""
    game = Game({}, stickers=True)
    for number, entry in enumerate(entries):
        try:
            game = go_on(game, entry)
        except OlderRulesError:
            # What it was played on may be changed already.
            return entries[:number], play_again(entries[:number]) if number else Game({}, stickers=True)
    return entries, game


def replay(path: Path) -> Replayed:
    """Plays the whole journal in the file at `path` again; the file is only read.

    Raises:
        JournalError: it cannot be read.
        ReplayError: the first difference; the message names the command.
    """
    with closing(read_only(path)) as entries:
        games = range(1, entries.games + 1)
        counting = {entry.sequence for game in games for entry in standing(entries.of_game(game))}
        return _replayed(entries, counting)


def _replayed(entries: JournalReader, counting: Container[int]) -> Replayed:
    games, commands = 0, 0
    game, on, before = Game({}, stickers=True), 0, dict[int, int | None]()
    for entry in entries.forwards():
        commands += 1
        if entry.sequence != commands:
            raise ReplayError(f"{_what(entry)} stands where command {commands} should")
        if entry.sequence not in counting:
            continue
        command = _command(entry)
        match command:
            case New():
                games += 1
                before[games] = on or None
                belongs = (entry.game, entry.previous) == (games, before[games])
            case Reopen():
                belongs = entry.game == before.get(on) and len(game.moments) == 1
                game = play_again(standing(entries.of_game(entry.game, before=entry.sequence)))
            case Resume(after):
                belongs = 1 <= entry.game <= games
                game = play_again(standing(entries.of_game(entry.game, before=after + 1)))
            case _ if isinstance(command, Step | Undo | Rename):
                belongs = entry.game == on
            case _:
                assert_never(command)
        if not belongs:
            raise ReplayError(f"{_what(entry)} is written down for game {entry.game} by mistake")
        game, on = go_on(game, entry), entry.game
    return Replayed(games, commands)


def _command(entry: Entry) -> Recorded:
    try:
        return read(entry.command)
    except ValueError as error:
        raise ReplayError(f"{_what(entry)} cannot be read: {error}") from None


def _what(entry: Entry) -> str:
    return f"Command {entry.sequence}, {entry.command},"


def _said(value: msgspec.Struct) -> dict[str, object]:
    """The fields of a struct that are not at their default."""
    return {name: said for name, default in _fields(type(value)) if (said := getattr(value, name)) != default}


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, object], ...]:
    """The fields of a kind of struct with their defaults; `NODEFAULT` equals no value."""
    return tuple(
        (field.name, {} if field.default_factory is dict else field.default)
        for field in msgspec.structs.fields(kind)
    )
