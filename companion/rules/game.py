"""A game in progress with its history for undo; referee and table both hold one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar, cast, get_args

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.errors import Illegal
from companion.message import phrase
from companion.rules import family
from companion.rules.checks import check_names
from companion.rules.commands import (
    POT,
    Claim,
    Judged,
    LeftChips,
    New,
    Play,
    Repair,
    Step,
    Undo,
    checked,
)
from companion.rules.events import Event, Repaired
from companion.rules.family import HistoryEntry, PublicState, Rules, State, Variant
from companion.rules.legal import Legal, legal
from companion.rules.refusals import (
    BadField,
    BadPlayers,
    NoGame,
    NothingToUndo,
    NotRepaired,
    Refusal,
    UnknownPlayer,
    UnknownVariant,
)

NAMING: Final = frozenset(
    {"player", "players", "dealer", "named", "deals", "winner", "losers", "winners", "points"}
    | {"target", "up_target", "steps", "after", "turn", "chips", "shared"}
    | {"still_in", "against", "was", "now"}
)
"""The fields of events and commands that hold names, or have names as keys;
numbers in them stay.
"""
KEYWORDS: Final = {"chips": frozenset(get_args(LeftChips)), "against": frozenset({POT})}
"""The words of these fields that are no names, also where a player is called so."""

_Action = TypeVar("_Action", bound=msgspec.Struct)


class GameHistory:
    """Applies commands in order: `moments` runs from the first deal to now.

    `rules` is None until a game has started. With `stickers` the numbers on stickers tell jokers
    apart, which the line protocol does not support.

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

    def public(self) -> PublicState | None:
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

    def obey(self, command: New | Step | Repair | Undo) -> tuple[Event, ...]:
        """Apply a command and return its events; an undo has none.

        Raises:
            Illegal: the rules refuse it, or a field has the wrong type; the game is unchanged.
        """
        match checked(command):
            case New() as new:
                return self._new(new)
            case Undo(count):
                self._undo(count)
                return ()
            case step:
                entry = self._decide(step)
        self.moments.append(entry)
        return entry.events

    def judge(self, claim: Claim) -> Judged:
        """Return whether what a player called is right; change nothing.

        Raises:
            Illegal: there is no game, it has no such calls, or nothing to judge.
        """
        _, state = self._under_way()
        return family.judge(state, checked(claim))

    def decide(self, command: Step | Repair) -> HistoryEntry:
        """Return the moment that `command` would lead to; change nothing.

        Raises:
            Illegal: the rules would refuse it, or a field has the wrong type.
        """
        return self._decide(checked(command))

    def _decide(self, command: Step | Repair) -> HistoryEntry:
        rules, state = self._under_way()
        if isinstance(command, Repair):
            return repaired(rules, self.moments, command)
        state, events = family.step(rules, state, command)
        return HistoryEntry(state, events, command)

    def legal_plays(
        self, *, only_suit: bool = False, accept_revoke: bool = False
    ) -> Iterator[Play]:
        """Yield the plays of one card by the player to act, each with what the players declare.

        Raises:
            Illegal: ``no-game``.
        """
        rules, state = self._under_way()
        return family.legal_plays(rules, state, only_suit=only_suit, accept_revoke=accept_revoke)

    def legal(self, hand: Sequence[str] | UnsetType = UNSET) -> Legal:
        """Return what the player to act may do, who holds `hand` if that is said.

        Raises:
            Illegal: there is no game, nobody is to act, or a card of the hand is none.
        """
        return legal(*self._under_way(), hand)

    def in_force(self) -> Rules:
        """Return the rules in force.

        Raises:
            Illegal: ``no-game``.
        """
        rules, _ = self._under_way()
        return rules

    def rename(self, player: str, name: str) -> None:
        """Rename a player in every moment of the game.

        Raises:
            Illegal: ``no-game``, ``unknown-player``, or ``bad-players`` for an invalid name, or
                one that another player had in this game; ``bad-field`` for the word of the pot.
        """
        _, state = self._under_way()
        if state.seat_of(player) is None:
            raise Illegal(UnknownPlayer(player))
        names = tuple(name if seated.name == player else seated.name for seated in state.players)
        check_names(names)
        if name == POT:
            raise Illegal(
                BadField("name", phrase("this is the word for the pot: choose another name"))
            )
        if name != player and any(_meets(moment, player, name) for moment in self.moments):
            raise Illegal(BadPlayers("twice", name=name))
        self.moments = [renamed(moment, {player: name}) for moment in self.moments]

    def _under_way(self) -> tuple[Rules, State]:
        if self.rules is None or not self.moments:
            raise Illegal(NoGame())
        return self.rules, self.moments[-1].state

    def _new(self, command: New) -> tuple[Event, ...]:
        variant = self.variants.get(command.variant)
        if variant is None:
            raise Illegal(UnknownVariant(command.variant, tuple(self.variants)))
        rules = family.rules_in_force(
            variant, command.house, len(command.players), stickers=self.stickers
        )
        family.check_players(variant, command.players)
        state, events = family.start(rules, command)
        self.rules, self.moments = rules, [HistoryEntry(state, events, command)]
        return events

    def _undo(self, count: int) -> None:
        self._under_way()
        if not 1 <= count < len(self.moments):
            raise Illegal(NothingToUndo(count, possible=len(self.moments) - 1))
        del self.moments[-count:]


def counting(moments: Iterable[HistoryEntry]) -> list[HistoryEntry]:
    """Return the moments that count: after a repair those that it made,
    in place of those it took back.
    """
    count: list[HistoryEntry] = []
    for moment in moments:
        if isinstance(moment.command, Repair):
            del count[len(count) - moment.command.back :]
            count.extend(moment.mended)
        else:
            count.append(moment)
    return count


def repaired(rules: Rules, moments: Iterable[HistoryEntry], repair: Repair) -> HistoryEntry:
    """Return the moment that `repair` makes of a game: its steps are judged one after the other.

    Raises:
        Illegal: ``nothing-to-undo``, or ``not-repaired`` with the first step that is illegal, and
            why.
    """
    before = counting(moments)
    if repair.back >= len(before):
        raise Illegal(NothingToUndo(repair.back, possible=len(before) - 1))
    state = before[-1 - repair.back].state
    mended = []
    for number, command in enumerate(repair.steps, start=1):
        try:
            state, events = family.step(rules, state, command)
        except Illegal as illegal:
            # errors.py lies below the rules and knows only that a refusal has a code.
            raise Illegal(NotRepaired(number, cast("Refusal", illegal.refusal))) from None
        mended.append(HistoryEntry(state, events, command))
    event = Repaired(repair.why, repair.back, len(repair.steps))
    return HistoryEntry(state, (event,), repair, tuple(mended))


def _meets(moment: HistoryEntry, player: str, name: str) -> bool:
    """Return whether both sat at the table in this moment, or in what a repair made of it."""
    seated = {seat.name for seat in moment.state.players}
    return {player, name} <= seated or any(_meets(entry, player, name) for entry in moment.mended)


def state_with(state: State, names: Mapping[str, str]) -> State:
    """Return a state with other names for its players: `names` leads from each to the new one."""
    for seat, player in enumerate(state.players):
        if player.name in names:
            state = state.renamed(seat, names[player.name])
    return state


def renamed(moment: HistoryEntry, names: Mapping[str, str]) -> HistoryEntry:
    """Return the moment with other names for players: `names` leads from each to the new one."""
    return HistoryEntry(
        state_with(moment.state, names),
        tuple(with_names(event, names) for event in moment.events),
        None if moment.command is None else with_names(moment.command, names),
        tuple(renamed(entry, names) for entry in moment.mended),
    )


def with_names(action: _Action, names: Mapping[str, str]) -> _Action:
    """Return an event or a command with other names for players:
    `names` leads from each to the new one.
    """
    others = {
        field: _names_in(value, names)
        for field in action.__struct_fields__
        if field in NAMING and not _is_keyword(field, value := getattr(action, field))
    }
    return replace(action, **others)


def _is_keyword(field: str, value: object) -> bool:
    return isinstance(value, str) and value in KEYWORDS.get(field, ())


def _names_in(value: Any, names: Mapping[str, str]) -> Any:
    match value:
        case str():
            return names.get(value, value)
        case tuple():
            return tuple(_names_in(part, names) for part in value)
        case dict():
            return {_names_in(name, names): points for name, points in value.items()}
        case msgspec.Struct():
            return with_names(value, names)
    return value
