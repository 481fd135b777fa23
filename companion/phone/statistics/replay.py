"""The evening as the journal has it: its games played again, and what was called wrong in them."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Literal

import msgspec

from companion.errors import JournalError, OlderRulesError, ReplayError
from companion.phone.statistics.lifetime import LifetimeWins, WinCounter
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.family import Rules, State
from companion.rules.game import Game, HistoryEntry
from companion.table.journal import read_only
from companion.table.reader import Entry, JournalNote
from companion.table.replay import Rename, agreeing, go_on, read, standing
from companion.table.sessions import games_of_the_evening
from companion.table.table import Judged


class ReplayedCommand(msgspec.Struct, frozen=True):
    """A command that stands: its number in the journal, when it was (seconds since 1970 UTC), what it made.

    `by` is where it came from: a phone's name, or None for the box itself.
    """

    sequence: int
    at: float
    moment: HistoryEntry
    by: str | None = None

    @property
    def hand(self) -> int:
        """In which hand it was, or in which round of a trick game."""
        state = self.moment.state
        return state.hand if isinstance(state, AddingState) else state.round


class PlayedGame(msgspec.Struct, frozen=True):
    """One game of an evening, as it stands: first deal first, everybody by the last name they were given.

    `called` are the totals and points that were called, of plays that stand. `resumed` says that it is the
    newest game, so that it can go on.
    """

    number: int
    rules: Rules
    deeds: tuple[ReplayedCommand, ...]
    called: tuple[Judged, ...] = ()
    resumed: bool = False

    @property
    def state(self) -> State:
        """How it stood after the last command."""
        return self.deeds[-1].moment.state

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.state.players)

    @property
    def stands(self) -> Literal["on", "over", "given up"]:
        """Whether it can go on, is over, or was given up for another one."""
        if self.state.phase == "game-over":
            return "over"
        return "on" if self.resumed else "given up"

    @property
    def for_chips(self) -> bool:
        return isinstance(self.rules, AddingRules) and self.rules.chips is not None

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won; nobody before the end, and where a game only names losers."""
        state = self.state
        if isinstance(state, AddingState):
            return () if state.winner is None else (state.players[state.winner].name,)
        return tuple(state.players[seat].name for seat in state.winners)

    @property
    def losers(self) -> tuple[str, ...]:
        """Who has lost, where a game names losers."""
        state = self.state
        if isinstance(state, AddingState):
            return tuple(state.players[seat].name for seat in state.losers)
        return ()

    @property
    def has_rounds(self) -> bool:
        """Whether it goes in rounds of tricks, for points, and not in hands."""
        return not isinstance(self.state, AddingState)

    @property
    def hands(self) -> int:
        """How many hands or rounds were dealt."""
        return self.deeds[-1].hand


class Evening(msgspec.Struct, frozen=True):
    """The games of one evening, oldest first, and how often who sits in the newest has ever won at this box.

    A game that was given up before anything was played is none of them.
    """

    games: tuple[PlayedGame, ...] = ()
    won: Mapping[str, LifetimeWins] = {}

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who played, those of the newest game first and in the order of their seats."""
        return tuple(dict.fromkeys(name for game in reversed(self.games) for name in game.players))


class _Replayed(msgspec.Struct, frozen=True):
    """A game played again; `stood` tells for each of its commands which one was the last that stood then."""

    game: PlayedGame
    stood: dict[int, int]
    renames: tuple[tuple[int, Rename], ...]


class Evenings:
    """Reads the newest evening of the journal in the file at `path`, which may be in use.

    The games that were played again are remembered by their last commands, so that only what has changed
    is played again. Not for more than one thread at a time.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._replayed: dict[tuple[int, int], _Replayed] = {}
        self._since = WinCounter()

    def read(self) -> Evening:
        """The evening of the newest command; without games when there is no command.

        Raises:
            JournalError: it cannot be read or does not play again, in a sentence for people.
        """
        with closing(read_only(self.path)) as journal:
            newest = list(games_of_the_evening(journal.backwards()))[::-1]
            keys = [(last.game, last.sequence) for last in newest]
            entries = {key: standing(journal.of_game(key[0])) for key in keys if key not in self._replayed}
            self._since.take_in(journal)
            known = {key: self._replayed[key] for key in keys if key in self._replayed}
            firsts = [game.game.deeds[0].sequence for game in known.values()]
            firsts += [commands[0].sequence for commands in entries.values()]
            notes = journal.notes(min(firsts)) if firsts else ()
        fresh = {key: _play_again(key[0], commands) for key, commands in entries.items()}
        self._replayed = known | fresh
        games = [_with_calls(self._replayed[key], notes) for key in keys]
        if not games:
            return Evening()
        *before, newest_game = games
        begun = [game for game in before if len(game.deeds) > 1 or game.stands == "over"]
        last = msgspec.structs.replace(newest_game, resumed=True)
        return Evening((*begun, last), self._since.of(last.players))


def _play_again(number: int, entries: Sequence[Entry]) -> _Replayed:
    game = Game({}, stickers=True)
    counting: list[Entry] = []
    stood: dict[int, int] = {}
    renames: list[tuple[int, Rename]] = []
    try:
        for entry in entries:
            game = go_on(game, entry)
            del counting[len(game.moments) :]
            if len(game.moments) > len(counting):
                counting.append(entry)
            stood[entry.sequence] = counting[-1].sequence
            if isinstance(command := read(entry.command), Rename):
                renames.append((entry.sequence, command))
    except OlderRulesError:
        return _play_again(number, agreeing(entries)[0])
    except ReplayError as reason:
        raise JournalError(f"Game {number} does not play again as it was played") from reason
    if game.rules is None:
        raise JournalError(f"Game {number} has no commands")
    deeds = tuple(
        ReplayedCommand(entry.sequence, entry.at, moment, entry.origin)
        for entry, moment in zip(counting, game.moments, strict=True)
    )
    return _Replayed(PlayedGame(number, game.rules, deeds), stood, tuple(renames))


def _with_calls(replayed: _Replayed, notes: Iterable[JournalNote]) -> PlayedGame:
    """The game with what was called in it: not of plays taken back, and by the names people have now."""
    standing = {deed.sequence for deed in replayed.game.deeds}
    called: list[Judged] = []
    for note in notes:
        if note.kind == "claim" and replayed.stood.get(note.after) in standing:
            try:
                judged = msgspec.convert(note.facts, Judged)
            except msgspec.ValidationError:
                raise JournalError(f"What was called after command {note.after} cannot be read") from None
            called.append(_renamed(judged, note.after, replayed.renames))
    return msgspec.structs.replace(replayed.game, called=tuple(called))


def _renamed(judged: Judged, after: int, renames: Iterable[tuple[int, Rename]]) -> Judged:
    name = judged.player
    for sequence, rename in renames:
        if sequence > after and rename.player == name:
            name = rename.name
    return msgspec.structs.replace(judged, player=name)
