"""A game in progress with its history for undo; referee and table both hold one."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from companion.errors import Illegal
from companion.rules import family
from companion.rules.checks import check_names
from companion.rules.commands import Claim, Judged, New, Play, Step, Undo
from companion.rules.events import Event
from companion.rules.family import HistoryEntry, Rules, State, Variant
from companion.rules.refusals import NoGame, NothingToUndo, UnknownPlayer, UnknownVariant

NAMING: Final = frozenset({"player", "named", "deals", "winner", "losers", "winners", "points"})
"""The event fields that hold names, or have names as keys; numbers in them stay."""


class GameHistory:
    """Applies commands in order: `moments` runs from the first deal to now.

    `rules` is None until a game has started. With `stickers` the numbers on stickers tell jokers apart, which
    the line protocol does not support.

    >>> from companion.rules.commands import Play
    >>> from companion.variants import load_variants
    >>> game = GameHistory(load_variants().variants)
    >>> _ = game.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    >>> game.obey(Play(card="8H"))[0]
    Played(player='Ann', cards=('8H',), total=8, call='')
    >>> game.obey(Undo())
    ()
    >>> len(game.moments)
    1
    """

    def __init__(self, variants: Mapping[str, Variant], *, stickers: bool = False) -> None:
        self.variants = variants
        self.stickers = stickers
        self.rules: Rules | None = None
        self.moments: list[HistoryEntry] = []

    @property
    def state(self) -> State | None:
        """The current state; None before any game."""
        return self.moments[-1].state if self.moments else None

    def public(self) -> dict[str, object] | None:
        """Return the state in the protocol's form."""
        if self.rules is None or not self.moments:
            return None
        return family.public_state(self.rules, self.moments[-1].state)

    def listing(self) -> list[dict[str, object]]:
        """Return the variants in the form of the protocol's ``variants``."""
        return [
            {
                "name": variant.name,
                "title": variant.title,
                "players": list(variant.players),
                "provenance": variant.provenance,
            }
            for variant in self.variants.values()
        ]

    def obey(self, command: New | Step | Undo) -> tuple[Event, ...]:
        """Apply a command and return its events; an undo has none.

        Raises:
            Illegal: the rules refuse it; the game is unchanged.
        """
        match command:
            case New():
                return self._new(command)
            case Undo(count):
                self._undo(count)
                return ()
        moment = self.decide(command)
        self.moments.append(moment)
        return moment.events

    def judge(self, claim: Claim) -> Judged:
        """Return whether what a player called is right; change nothing.

        Raises:
            Illegal: there is no game, it has no such calls, or nothing to judge.
        """
        _, state = self._under_way()
        return family.judge(state, claim)

    def decide(self, command: Step) -> HistoryEntry:
        """Return the moment that `command` would lead to; change nothing.

        Raises:
            Illegal: the rules would refuse it.
        """
        rules, state = self._under_way()
        return HistoryEntry(*family.step(rules, state, command))

    def legal_plays(self) -> Iterator[Play]:
        """Yield the plays of one card by the player to act.

        Raises:
            Illegal: ``no-game``.
        """
        return family.legal_plays(*self._under_way())

    def rename(self, player: str, name: str) -> None:
        """Rename a player in every moment of the game.

        Raises:
            Illegal: ``no-game``, ``unknown-player``, or ``bad-players`` for an invalid name.
        """
        _, state = self._under_way()
        if state.seat_of(player) is None:
            raise Illegal(UnknownPlayer(player))
        names = tuple(name if seated.name == player else seated.name for seated in state.players)
        check_names(names)
        self.moments = [renamed(moment, player, name) for moment in self.moments]

    def _under_way(self) -> tuple[Rules, State]:
        if self.rules is None or not self.moments:
            raise Illegal(NoGame())
        return self.rules, self.moments[-1].state

    def _new(self, command: New) -> tuple[Event, ...]:
        variant = self.variants.get(command.variant)
        if variant is None:
            raise Illegal(UnknownVariant(command.variant, tuple(self.variants)))
        rules = family.rules_in_force(variant, command.house, len(command.players), stickers=self.stickers)
        family.check_players(variant, command.players)
        state, events = family.start(rules, command)
        self.rules, self.moments = rules, [HistoryEntry(state, events)]
        return events

    def _undo(self, count: int) -> None:
        self._under_way()
        if not 1 <= count < len(self.moments):
            raise Illegal(NothingToUndo(count, possible=len(self.moments) - 1))
        del self.moments[-count:]


def renamed(moment: HistoryEntry, player: str, name: str) -> HistoryEntry:
    """Return the moment with one player renamed, in its state and in its events."""
    seat = moment.state.seat_of(player)
    if seat is None:
        return moment
    state = moment.state.renamed(seat, name)
    return HistoryEntry(state, tuple(_event_with(event, player, name) for event in moment.events))


def _event_with(event: Event, player: str, name: str) -> Event:
    said = {
        field: _name_in(getattr(event, field), player, name)
        for field in event.__struct_fields__
        if field in NAMING
    }
    return replace(event, **said)


def _name_in(said: Any, player: str, name: str) -> Any:
    match said:
        case str():
            return name if said == player else said
        case tuple():
            return tuple(_name_in(one, player, name) for one in said)
        case dict():
            return {_name_in(one, player, name): points for one, points in said.items()}
    return said
