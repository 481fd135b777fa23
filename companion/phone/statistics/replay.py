"""Replays of the evening's games from the journal, with the calls that were checked."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from companion.core.commands import Judged, Repair
from companion.core.events import Cause
from companion.core.family import HistoryEntry, Rules
from companion.core.frozen import Frozen
from companion.core.seats import State
from companion.errors import JournalError
from companion.message import phrase
from companion.table import recorded
from companion.table.evenings import Calendar
from companion.table.lines import Entry, GameRecord
from companion.table.people import People
from companion.table.replay import counting_entries, valid_prefix
from companion.words.result import Result, result_of

Key = TypeVar("Key")


class ReplayedCommand(Frozen):
    """A valid command: its number in the journal, its time, and its result.

    The time is in seconds since 1970 UTC. `by` is the name of the phone that sent it, or None for
    the box itself.
    """

    sequence: int
    at: float
    moment: HistoryEntry
    by: str | None = None

    @property
    def hand(self) -> int:
        """The number of its hand or round."""
        return self.moment.state.deal_number


class PlayedGame(Frozen):
    """One game of an evening, without undone commands, first deal first, with the latest names.

    `called` are the checked totals and points of plays that were not undone. `slips` counts the
    plays after which a call was wrong, or after which the players admitted a wrong total.
    `repaired` are the causes of the corrections that were not undone. `resumed` means that it is
    the newest game, so that it can continue. `answered` are the players of right calls, with the
    seconds from the play to the call.
    """

    number: int
    rules: Rules
    commands: tuple[ReplayedCommand, ...]
    called: tuple[Judged, ...] = ()
    slips: int = 0
    repaired: tuple[Cause, ...] = ()
    resumed: bool = False
    answered: tuple[tuple[str, float], ...] = ()

    @property
    def state(self) -> State:
        """The state after the last command."""
        return self.commands[-1].moment.state

    @property
    def steps(self) -> Iterator[tuple[ReplayedCommand, ReplayedCommand]]:
        """Each command after the one before it; before the first there is the first itself."""
        return zip(self.commands[:1] + self.commands, self.commands, strict=False)

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.state.players)

    @property
    def stands(self) -> Literal["on", "over", "given up"]:
        """Whether the game can continue, is over, or was given up for another one."""
        if self.state.phase == "game-over":
            return "over"
        return "on" if self.resumed else "given up"

    @property
    def for_chips(self) -> bool:
        return self.state.players[0].chips is not None

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners; empty before the end, and in games that only have losers."""
        return self.state.won_by

    @property
    def losers(self) -> tuple[str, ...]:
        """The losers, in games that have losers."""
        return tuple(self.players[seat] for seat in self.state.losers)

    @property
    def result(self) -> Result | None:
        """The result of the game; None until it is over."""
        if self.stands != "over":
            return None
        return result_of(self.rules, [command.moment for command in self.commands])

    @property
    def for_points(self) -> bool:
        """True if the box keeps the players' points in this game."""
        return bool(self.state.points_of)

    @property
    def has_rounds(self) -> bool:
        """True if the players play rounds instead of hands."""
        return self.state.deals_a == "round"

    @property
    def hands(self) -> int:
        """The number of hands or rounds dealt."""
        return self.commands[-1].hand


def leaders(counts: Mapping[Key, int]) -> tuple[tuple[Key, ...], int]:
    """Return the players with the highest count, and that count."""
    most = max(counts.values(), default=0)
    return tuple(name for name, count in counts.items() if count == most), most


def players_of(games: Sequence[PlayedGame]) -> tuple[str, ...]:
    """Return all players of an evening, those of the newest game first, in the order of their
    seats.
    """
    return tuple(dict.fromkeys(name for game in reversed(games) for name in game.players))


def replayed_game(
    record: GameRecord, people: People, calendar: Calendar
) -> tuple[PlayedGame, recorded.Names]:
    """Return the game of a record as it counts, and its players' ids by their current names.

    It is replayed as far as it agrees with these rules, like the game at the table. Undone plays
    have no calls. A call confirmed by a correction is right: the box had made the mistake, not the
    player.

    Raises:
        JournalError: nothing of it replays; the message is for the user.
    """
    entries, playing = valid_prefix(counting_entries(record.entries))
    if playing.rules is None:
        raise JournalError(phrase("Game {n} cannot be replayed exactly", n=record.number))
    game = recorded.named_game(record, entries, playing, people)
    names = recorded.Every({who: name for name, who in game.ids.items()}, people.name)
    dates = {entry.sequence: calendar.date(entry) for entry in entries}
    entered = tuple(zip(game.kept, game.playing.moments, strict=True))
    commands = tuple(_commands(entered, dates))
    renames = [
        (entry.sequence, command)
        for entry in entries
        if isinstance(command := recorded.read(entry.command), recorded.Rename)
    ]
    repairs = [
        (before.sequence, moment.state.total, moment.command.why)
        for (before, _moment), (_kept, moment) in pairwise(entered)
        if isinstance(moment.command, Repair)
    ]
    mended = {sequence: total for sequence, total, _why in repairs}
    standing = {command.sequence: command.moment.state.total for command in commands}
    times = {kept.sequence: kept.at for kept in game.kept}
    called: list[Judged] = []
    answered: list[tuple[str, float]] = []
    slips: set[int] = set()
    for note in recorded.counting_notes(record.notes):
        stood = game.stood.get(note.after)
        if stood not in standing:
            continue
        if note.kind == "explained" and note.facts.get("why") == "slip":
            total = note.facts.get("total")
            if total not in {
                None,
                standing[stood],
            }:  # If the total is the box's own, only the turn was in question.
                slips.add(note.after)
        if note.kind == "claim" and recorded.is_of_game(note.kind, note.facts):
            judged = msgspec.convert(note.facts, Judged)
            if mended.get(stood) == judged.called:
                judged = replace(judged, actual=judged.called, correct=True)
            if not judged.correct:
                slips.add(note.after)
            player = names[_renamed(judged.player, note.after, renames)]
            called.append(replace(judged, player=player))
            if judged.correct and note.at >= times[stood]:
                answered.append((player, note.at - times[stood]))
    played = PlayedGame(
        record.number,
        playing.rules,
        commands,
        tuple(called),
        len(slips),
        tuple(why for _sequence, _total, why in repairs),
        answered=tuple(answered),
    )
    return played, game.ids


def _commands(
    entered: Iterable[tuple[Entry, HistoryEntry]], dates: Mapping[int, float]
) -> list[ReplayedCommand]:
    """Return the commands that count; those made by a correction replace those it removed."""
    count: list[ReplayedCommand] = []
    for kept, moment in entered:
        made: Sequence[HistoryEntry] = (moment,)
        if isinstance(repair := moment.command, Repair):
            made = moment.mended
            del count[len(count) - repair.back :]
        count += (
            ReplayedCommand(kept.sequence, dates[kept.sequence], counted_moment, kept.origin)
            for counted_moment in made
        )
    return count


def _renamed(player: str, after: int, renames: Iterable[tuple[int, recorded.Rename]]) -> str:
    """Return the current id of a player whose id was `player` after that command."""
    for sequence, rename in renames:
        if sequence > after and rename.player == player:
            player = rename.name
    return player
