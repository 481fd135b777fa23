"""A game in progress with its history for undo, used by the referee and the table."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import UNSET, Struct, UnsetType

from companion.core import refusals
from companion.core.checks import check_names, check_players
from companion.core.commands import POT, Claim, Judged, New, Play, Repair, Step, Undo, checked
from companion.core.events import Events
from companion.core.family import Family, HistoryEntry, Rules, Variant
from companion.core.history import renamed, repaired
from companion.core.legal import DueKind, Legal, due, kinds_due, legal, legal_plays
from companion.core.seats import State
from companion.errors import Illegal
from companion.games import FAMILIES, family_of
from companion.message import phrase


class GameHistory:
    """A game in progress: `moments` holds every state from the first deal to now.

    `rules` is None until a game has started. `stickers` enables sticker numbers, which distinguish
    the jokers of a deck; the line protocol does not support them.

    >>> from companion.core.commands import Play
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

    def copy(self) -> "GameHistory":
        """Return an independent copy."""
        other = GameHistory(self.variants, stickers=self.stickers)
        other.rules, other.moments = self.rules, self.moments.copy()
        return other

    @property
    def state(self) -> State | None:
        """The current state, or None before the first game."""
        return self.moments[-1].state if self.moments else None

    def public(self) -> Struct | None:
        """Return the state in the form of the line protocol."""
        if self.state is None:
            return None
        family, rules, state = self._under_way()
        return family.public_state(rules, state)

    def obey(self, command: New | Step | Repair | Undo) -> Events:
        """Apply a command and return its events, which are empty for an undo.

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
                return self.push(step)

    def push(self, command: Step | Repair) -> Events:
        """Apply a command whose fields are known to have the right types, and return its events.

        Raises:
            Illegal: the rules refuse it; the game is unchanged.
        """
        entry = self._decide(command)
        self.moments.append(entry)
        return entry.events

    def judge(self, claim: Claim) -> Judged:
        """Return whether a player's call is right. The game does not change.

        Raises:
            Illegal: ``no-game``, ``not-in-this-game``, or there is nothing to judge.
        """
        family, _, state = self._under_way()
        return family.judge(state, checked(claim))

    def decide(self, command: Step | Repair) -> HistoryEntry:
        """Return the moment that `command` would lead to. The game does not change.

        Raises:
            Illegal: the rules would refuse it, or a field has the wrong type.
        """
        return self._decide(checked(command))

    def _decide(self, command: Step | Repair) -> HistoryEntry:
        family, rules, state = self._under_way()
        if isinstance(command, Repair):
            return repaired(family, rules, self.moments, command)
        state, events = family.step(rules, state, command)
        return HistoryEntry(state, events, command)

    def legal_plays(self, hand: Sequence[str] | UnsetType = UNSET) -> list[Play]:
        """Return the plays of one card by the player to act, each with everything it declares.

        Raises:
            Illegal: ``no-game``, or `hand` names an invalid card.
        """
        return legal_plays(*self._under_way(), hand)

    def due(self) -> Iterator[Step]:
        """Yield the commands of which one continues the game.

        Raises:
            Illegal: ``no-game``.
        """
        return due(*self._under_way())

    @property
    def kinds_due(self) -> tuple[DueKind, ...]:
        """The names of the commands of which one continues the game; none without a game."""
        return () if self.state is None else kinds_due(family_of(self.state), self.state)

    def legal(self, hand: Sequence[str] | UnsetType = UNSET) -> Legal:
        """Return the legal plays of the player to act, limited to the cards of `hand` if given.

        Raises:
            Illegal: there is no game, no player is to act, or `hand` names an invalid card.
        """
        return legal(*self._under_way(), hand)

    def in_force(self) -> Rules:
        """Return the rules in force.

        Raises:
            Illegal: ``no-game``.
        """
        _, rules, _ = self._under_way()
        return rules

    def rename(self, player: str, name: str) -> None:
        """Rename a player in every moment of the game.

        Raises:
            Illegal: ``no-game``; ``unknown-player``; ``bad-players`` if the name is invalid or
                another player of this game had it; ``bad-field`` if it is the word for the pot.
        """
        _, _, state = self._under_way()
        if state.seat_of(player) is None:
            raise Illegal(refusals.UnknownPlayer(player))
        names = tuple(name if seated.name == player else seated.name for seated in state.players)
        check_names(names)
        if name == POT:
            raise Illegal(
                refusals.BadField(
                    "name", phrase("this is the word for the pot: choose another name")
                )
            )
        if name != player and any(_meets(moment, player, name) for moment in self.moments):
            raise Illegal(refusals.BadPlayers("twice", name=name))
        self.moments = [renamed(moment, {player: name}) for moment in self.moments]

    def _under_way(self) -> tuple[Family, Rules, State]:
        if self.rules is None or not self.moments:
            raise Illegal(refusals.NoGame())
        return FAMILIES[self.rules.family], self.rules, self.moments[-1].state

    def _new(self, command: New) -> Events:
        variant = self.variants.get(command.variant)
        if variant is None:
            raise Illegal(refusals.UnknownVariant(command.variant, tuple(self.variants)))
        family = family_of(variant)
        rules = family.rules_of(
            variant, command.house, len(command.players), stickers=self.stickers
        )
        check_players(variant.title, variant.players, command.players)
        state, events = family.start(rules, command)
        self.rules, self.moments = rules, [HistoryEntry(state, events, command)]
        return events

    def _undo(self, count: int) -> None:
        self._under_way()
        if not 1 <= count < len(self.moments):
            raise Illegal(refusals.NothingToUndo(count, possible=len(self.moments) - 1))
        del self.moments[-count:]


def _meets(moment: HistoryEntry, player: str, name: str) -> bool:
    """Return whether both players were seated in this moment,
    or in an entry that a correction added.
    """
    seated = {seat.name for seat in moment.state.players}
    return {player, name} <= seated or any(_meets(entry, player, name) for entry in moment.mended)
