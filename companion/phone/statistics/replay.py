"""Replays the games of the evening from the journal, with the calls that were checked."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path
from typing import Literal

import msgspec

from companion.errors import JournalError, OlderRulesError, ReplayError
from companion.phone.statistics.lifetime import LifetimeWins, WinCounter
from companion.rules.causes import Cause
from companion.rules.commands import Judged, Repair
from companion.rules.family import HistoryEntry, Rules, State
from companion.rules.game import GameHistory
from companion.rules.seats import Seated
from companion.table.reader import Entry, JournalNote, read_only
from companion.table.recorded import Rename, read, standing_notes
from companion.table.replay import agreeing, go_on, standing
from companion.table.sessions import games_of_the_evening
from companion.text.language import gettext as _
from companion.text.result import Result, result_of


class ReplayedCommand(msgspec.Struct, frozen=True):
    """A valid command: its number in the journal, its time (seconds since 1970 UTC), and its result.

    `by` is the name of the phone that sent it, or None for the box itself.
    """

    sequence: int
    at: float
    moment: HistoryEntry
    by: str | None = None

    @property
    def hand(self) -> int:
        """The number of its hand or round."""
        return self.moment.state.deal_number


class PlayedGame(msgspec.Struct, frozen=True):
    """One game of an evening, without commands taken back, first deal first, with the players' latest names.

    `called` are the checked totals and points of plays that were not taken back. `slips` counts
    the plays after which a call was wrong, and those after which the players said that their total was.
    `repaired` is what had gone wrong between the table and the box, for each repair that was not taken back.
    `resumed` says that it is the newest game, so that it can continue.
    """

    number: int
    rules: Rules
    commands: tuple[ReplayedCommand, ...]
    called: tuple[Judged, ...] = ()
    slips: int = 0
    repaired: tuple[Cause, ...] = ()
    resumed: bool = False

    @property
    def state(self) -> State:
        """The state after the last command."""
        return self.commands[-1].moment.state

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.state.players)

    @property
    def stands(self) -> Literal["on", "over", "given up"]:
        """Whether it can continue, is over, or was given up for another one."""
        if self.state.phase == "game-over":
            return "over"
        return "on" if self.resumed else "given up"

    @property
    def for_chips(self) -> bool:
        return self.state.players[0].chips is not None

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners; nobody before the end, and in games that only name losers."""
        return self.state.won_by

    @property
    def losers(self) -> tuple[str, ...]:
        """The losers, in games that name losers."""
        return tuple(self.players[seat] for seat in self.state.losers)

    @property
    def result(self) -> Result | None:
        """What became of the game; None until it is over."""
        if self.stands != "over":
            return None
        return result_of(self.rules, [command.moment for command in self.commands])

    @property
    def for_points(self) -> bool:
        """True if the box keeps everybody's points in this game."""
        return bool(self.state.points_of)

    @property
    def has_rounds(self) -> bool:
        """True if the players play rounds instead of hands."""
        return self.state.deals_a == "round"

    @property
    def hands(self) -> int:
        """The number of hands or rounds dealt."""
        return self.commands[-1].hand


def counted(players: Iterable[Seated]) -> dict[str, int]:
    """Return the points of each of these players, in a game without points the chips."""
    return {
        player.name: (player.chips or 0) if player.points is None else player.points for player in players
    }


class Evening(msgspec.Struct, frozen=True):
    """The games of one evening, oldest first, and the lifetime wins of the newest game's players.

    A game that was given up before anything was played does not count.
    """

    games: tuple[PlayedGame, ...] = ()
    won: Mapping[str, LifetimeWins] = {}

    @property
    def players(self) -> tuple[str, ...]:
        """All players, those of the newest game first and in the order of their seats."""
        return tuple(dict.fromkeys(name for game in reversed(self.games) for name in game.players))


class _Replayed(msgspec.Struct, frozen=True):
    """A replayed game; `stood` has for each of its commands the last one valid at that time.

    `mended` has for each command that a repair follows the total that the repair makes.
    """

    game: PlayedGame
    stood: dict[int, int]
    mended: dict[int, int | None]
    renames: tuple[tuple[int, Rename], ...]


class Evenings:
    """Reads the newest evening of the journal in the file at `path`, which may be in use. Not thread-safe.

    Replayed games are cached by their last commands, so that only changed games are replayed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._rewritten = 0
        self._replayed: dict[tuple[int, int], _Replayed] = {}
        self._since = WinCounter()

    def read(self) -> Evening:
        """Return the evening of the newest command; without games if there is no command.

        Raises:
            JournalError: the journal cannot be read or does not replay; the message is for the person.
        """
        with closing(read_only(self.path)) as journal:
            if journal.rewritten != self._rewritten:
                self._rewritten, self._replayed = journal.rewritten, {}
            newest = list(games_of_the_evening(journal.backwards()))[::-1]
            keys = [(last.game, last.sequence) for last in newest]
            entries = {key: standing(journal.of_game(key[0])) for key in keys if key not in self._replayed}
            self._since.take_in(journal)
            known = {key: self._replayed[key] for key in keys if key in self._replayed}
            firsts = [game.game.commands[0].sequence for game in known.values()]
            firsts += [commands[0].sequence for commands in entries.values()]
            notes = journal.notes(min(firsts)) if firsts else ()
        fresh = {key: _play_again(key[0], commands) for key, commands in entries.items()}
        self._replayed = known | fresh
        counting = standing_notes(notes)
        games = [_with_calls(self._replayed[key], counting) for key in keys]
        if not games:
            return Evening()
        *before, newest_game = games
        begun = [game for game in before if len(game.commands) > 1 or game.stands == "over"]
        last = msgspec.structs.replace(newest_game, resumed=True)
        return Evening((*begun, last), self._since.of(last.players))


def _play_again(number: int, entries: Sequence[Entry]) -> _Replayed:
    game = GameHistory({}, stickers=True)
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
    except ReplayError as reason:
        with suppress(ReplayError):
            if isinstance(reason, OlderRulesError):
                return _play_again(number, agreeing(entries)[0])
        raise JournalError(_("Game {n} does not play again as it was played").format(n=number)) from reason
    if game.rules is None:
        raise JournalError(_("Game {n} has no commands").format(n=number))
    entered = tuple(zip(counting, game.moments, strict=True))
    repairs = [
        (before.sequence, moment)
        for (before, _moment), (_entry, moment) in pairwise(entered)
        if isinstance(moment.command, Repair)
    ]
    causes = tuple(moment.command.why for _, moment in repairs if isinstance(moment.command, Repair))
    played = PlayedGame(number, game.rules, tuple(_commands(entered)), repaired=causes)
    mended = {sequence: moment.state.total for sequence, moment in repairs}
    return _Replayed(played, stood, mended, tuple(renames))


def _commands(entered: Iterable[tuple[Entry, HistoryEntry]]) -> list[ReplayedCommand]:
    """Return the commands that count: after a repair those that it made, in place of those it took back."""
    count: list[ReplayedCommand] = []
    for entry, moment in entered:
        made: Sequence[HistoryEntry] = (moment,)
        if isinstance(repair := moment.command, Repair):
            made = moment.mended
            del count[len(count) - repair.back :]
        count += (ReplayedCommand(entry.sequence, entry.at, one, entry.origin) for one in made)
    return count


def _with_calls(replayed: _Replayed, notes: Iterable[JournalNote]) -> PlayedGame:
    """Return the game with its checked calls, without those of plays taken back, under current names.

    A call that a repair has shown to be right is right: the box had missed something, not the player.
    """
    standing = {command.sequence: command.moment.state.total for command in replayed.game.commands}
    called: list[Judged] = []
    slips: set[int] = set()
    for note in notes:
        stood = replayed.stood.get(note.after)
        if stood not in standing:
            continue
        if note.kind == "explained" and note.facts.get("why") == "slip":
            total = note.facts.get("total")
            if total not in {None, standing[stood]}:  # with the box's own total only the turn was asked about
                slips.add(note.after)
        if note.kind == "claim":
            try:
                judged = msgspec.convert(note.facts, Judged)
            except msgspec.ValidationError:
                unread = _("What was called after command {n} cannot be read").format(n=note.after)
                raise JournalError(unread) from None
            if replayed.mended.get(stood) == judged.called:
                judged = msgspec.structs.replace(judged, actual=judged.called, correct=True)
            if not judged.correct:
                slips.add(note.after)
            called.append(_renamed(judged, note.after, replayed.renames))
    return msgspec.structs.replace(replayed.game, called=tuple(called), slips=len(slips))


def _renamed(judged: Judged, after: int, renames: Iterable[tuple[int, Rename]]) -> Judged:
    name = judged.player
    for sequence, rename in renames:
        if sequence > after and rename.player == name:
            name = rename.name
    return msgspec.structs.replace(judged, player=name)
