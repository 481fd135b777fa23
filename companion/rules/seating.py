"""Where a player sits down, and which seats the others then have; the families share it."""

from msgspec import UNSET, UnsetType

from companion.errors import Illegal
from companion.message import phrase
from companion.rules.checks import check_names, seat_called
from companion.rules.commands import ChangeSeat, Join
from companion.rules.refusals import BadField, BadPlayers
from companion.rules.seats import GameState


def place_for(state: GameState, after: str | UnsetType) -> int:
    """Return the seat behind the player `after`, or the one behind the last player.

    Raises:
        Illegal: ``unknown-player``.
    """
    return len(state.players) if after is UNSET else seat_called(state, after) + 1


def check_newcomer(
    state: GameState, join: Join, playing: int, title: str, players: tuple[int, int | None]
) -> None:
    """Check the name of a latecomer, and that the variant is for one more than `playing`.

    Raises:
        Illegal: ``bad-players``.
    """
    check_names((*(player.name for player in state.players), join.player))
    fewest, most = players
    if most is not None and playing >= most:
        raise Illegal(BadPlayers("count", count=playing + 1, title=title, fewest=fewest, most=most))


def order_with(state: GameState, command: ChangeSeat) -> tuple[int, ...]:
    """Return the seats in the order in which a change of seat puts them:
    `order[new]` is the old seat.

    Raises:
        Illegal: ``unknown-player``, or ``bad-field`` if the player sits there already.
    """
    moving, after = seat_called(state, command.player), seat_called(state, command.after)
    count = len(state.players)
    if moving == (after + 1) % count:
        sits = phrase("{name} sits there already", name=command.player)
        raise Illegal(BadField("after", sits))
    others = [seat for seat in range(count) if seat != moving]
    behind = others.index(after) + 1
    return (*others[:behind], moving, *others[behind:])
