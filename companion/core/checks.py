"""Checks of players, seats, cards and calls shared by all families.

docs/reference/referee-protocol.md defines their errors.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import UNSET, UnsetType

from companion.core.cards import Card, Pack
from companion.core.commands import ChangeSeat, Claim, Deal, Join, Judged, New
from companion.core.refusals import (
    BadCard,
    BadField,
    BadPlayers,
    NotInDeck,
    NotInThisGame,
    PlayerOut,
    UnknownPlayer,
)
from companion.core.seats import State
from companion.errors import CardError, Illegal
from companion.message import phrase


def check_names(names: tuple[str, ...]) -> None:
    """Raise ``bad-players`` if a name is empty or occurs twice.

    >>> check_names(("Ann", "Bo", "Ann"))
    Traceback (most recent call last):
    companion.errors.Illegal: bad-players
    """
    if "" in names:
        raise Illegal(BadPlayers("empty"))
    if len(set(names)) < len(names):
        twice, _ = Counter(names).most_common(1)[0]
        raise Illegal(BadPlayers("twice", name=twice))


def seat_called(state: State, name: str) -> int:
    """Return the seat of a player; raise ``unknown-player`` if no player has that name."""
    seat = state.seat_of(name)
    if seat is None:
        raise Illegal(UnknownPlayer(name))
    return seat


def seat_in(state: State, name: str) -> int:
    """Return the seat of a player still in; raise ``unknown-player`` or ``player-out``."""
    seat = seat_called(state, name)
    if seat not in state.seats_in:
        raise Illegal(PlayerOut(name))
    return seat


def first_dealer(names: Sequence[str], dealer: str | UnsetType) -> int:
    """Return the seat of the first dealer, by default the last seat; raise ``unknown-player``."""
    if dealer is UNSET:
        return len(names) - 1
    if dealer not in names:
        raise Illegal(UnknownPlayer(dealer))
    return names.index(dealer)


def check_turns_none(command: New | Deal) -> None:
    """Raise ``bad-field`` for an up-card in a game without one."""
    if command.up_card is not UNSET:
        raise Illegal(BadField("up_card", "turns-none"))


def check_chooses_none(command: New | Deal) -> None:
    """Raise ``bad-field`` for a chosen round or trump in a game without them."""
    if command.contract is not UNSET:
        raise Illegal(BadField("contract", "in-order"))
    if command.trump is not UNSET:
        raise Illegal(BadField("trump", "names-none"))


def judge_points(state: State, command: Claim, points: Sequence[int]) -> Judged:
    """Return whether a player's call of their `points`, which are in seat order, is right.

    Raises:
        Illegal: ``not-in-this-game`` for a total, ``unknown-player``.
    """
    if command.player is UNSET or command.points is UNSET:
        raise Illegal(NotInThisGame("total"))
    actual = points[seat_called(state, command.player)]
    return Judged(command.player, command.points, actual, correct=command.points == actual)


def cards_of(pack: Pack, texts: Iterable[str]) -> tuple[Card, ...]:
    """Return the cards of this pack named by `texts`;
    raise ``bad-card`` or else ``not-in-deck``.
    """
    cards = []
    for text in texts:
        try:
            cards.append(pack.read(text))
        except CardError:
            raise Illegal(BadCard(text)) from None
    for card in cards:
        if card not in pack:
            raise Illegal(NotInDeck(str(card), pack.decks))
    return tuple(pack.named(card) for card in cards)


def place_for(state: State, after: str | UnsetType) -> int:
    """Return the seat following the player `after`, by default following the last player.

    Raises:
        Illegal: ``unknown-player``.
    """
    return len(state.players) if after is UNSET else seat_called(state, after) + 1


def check_newcomer(
    state: State, join: Join, playing: int, title: str, players: tuple[int, int | None]
) -> None:
    """Check a latecomer's name, and that the variant allows one player more than `playing`.

    Raises:
        Illegal: ``bad-players``.
    """
    check_names((*(player.name for player in state.players), join.player))
    fewest, most = players
    if most is not None and playing >= most:
        raise Illegal(BadPlayers("count", count=playing + 1, title=title, fewest=fewest, most=most))


def order_with(state: State, command: ChangeSeat) -> tuple[int, ...]:
    """Return the seats in their order after a change of seat: `order[new]` is the old seat.

    Raises:
        Illegal: ``unknown-player``, or ``bad-field`` if the player already has that seat.
    """
    moving, after = seat_called(state, command.player), seat_called(state, command.after)
    count = len(state.players)
    if moving == (after + 1) % count:
        raise Illegal(BadField("after", phrase("{name} sits there already", name=command.player)))
    others = [seat for seat in range(count) if seat != moving]
    behind = others.index(after) + 1
    return (*others[:behind], moving, *others[behind:])


def check_players(title: str, players: tuple[int, int | None], names: tuple[str, ...]) -> None:
    """Raise ``bad-players`` for empty or repeated names, or too few or many for the variant."""
    fewest, most = players
    if len(names) < fewest or (most is not None and len(names) > most):
        raise Illegal(BadPlayers("count", count=len(names), title=title, fewest=fewest, most=most))
    check_names(names)
