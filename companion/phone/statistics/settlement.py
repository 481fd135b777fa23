"""Who pays whom at the end of the evening, in chips, with the fewest payments."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from companion.phone.statistics.pots import shares_of_pot, where_pots_go
from companion.phone.statistics.replay import PlayedGame
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState

EXACT: Final = 10
"""Up to so many who owe or are owed the payments are the fewest possible: that looks at 2 to the power of
so many groups of people. More people get few payments, but perhaps not the fewest."""


class Payment(msgspec.Struct, frozen=True):
    """One player pays another so many chips."""

    payer: str
    payee: str
    chips: int


class Settled(msgspec.Struct, frozen=True):
    """What the evening comes to: `nets` are chips won (or lost, below 0), `pot` says where the pots go."""

    nets: dict[str, int]
    payments: tuple[Payment, ...]
    pot: str


def settle(games: Sequence[PlayedGame]) -> Settled | None:
    """What is to be paid for the `games` of an evening; None when none of them was for chips.

    A game that is over or still on counts; one that was given up does not, each keeps their chips.
    """
    ours = [game for game in games if game.for_chips]
    if not ours:
        return None
    nets: dict[str, int] = {}
    for game in ours:
        if game.stands != "given up":
            for name, chips in net(game).items():
                nets[name] = nets.get(name, 0) + chips
    return Settled(nets, payments(nets), where_pots_go(games))


def net(game: PlayedGame) -> dict[str, int]:
    """Chips that each player of a game for chips would take home more than they began with; the sum is 0."""
    rules, state = game.rules, game.state
    if not isinstance(rules, AddingRules) or not isinstance(state, AddingState) or rules.chips is None:
        return {}
    shares = shares_of_pot(state).chips
    return {
        player.name: (player.chips or 0) + shares.get(player.name, 0) - rules.chips
        for player in state.players
    }


def payments(nets: Mapping[str, int]) -> tuple[Payment, ...]:
    """Payments after which nobody has won or lost, largest first.

    People whose nets add up to nothing settle among themselves; the more such groups, the fewer payments:
    a group of so many needs one payment less than that.
    """
    open_ones = {name: chips for name, chips in nets.items() if chips}
    found: list[Payment] = []
    if len(open_ones) > EXACT:
        found.extend(_pairs(open_ones))
    groups = _groups(tuple(open_ones), open_ones) if len(open_ones) <= EXACT else [tuple(open_ones)]
    for group in groups:
        found.extend(_largest_first({name: open_ones[name] for name in group}))
    return tuple(sorted(found, key=lambda payment: -payment.chips))


def _pairs(open_ones: dict[str, int]) -> list[Payment]:
    """Takes out those who owe exactly what another is owed."""
    found: list[Payment] = []
    for payer in [name for name, chips in open_ones.items() if chips < 0]:
        owed = -open_ones[payer]
        payee = next((name for name, chips in open_ones.items() if chips == owed), None)
        if payee is not None:
            found.append(Payment(payer, payee, owed))
            del open_ones[payer], open_ones[payee]
    return found


def _groups(names: tuple[str, ...], nets: Mapping[str, int]) -> list[tuple[str, ...]]:
    """The most groups into which people can be parted so that each adds up to nothing.

    A group of people is a number with a bit for each of them. `most` counts how often the sum is 0 on the
    best way from nobody to that group, one person at a time.
    """
    everybody = (1 << len(names)) - 1
    sums, most, last = [0], [0], [0]
    for group in range(1, everybody + 1):
        lowest = (group & -group).bit_length() - 1
        sums.append(sums[group & (group - 1)] + nets[names[lowest]])
        one = max(
            (seat for seat in range(len(names)) if group >> seat & 1),
            key=lambda seat: most[group ^ (1 << seat)],
        )
        most.append(most[group ^ (1 << one)] + (sums[group] == 0))
        last.append(one)
    parted: list[tuple[str, ...]] = []
    under_way: list[str] = []
    group = everybody
    while group:
        if sums[group] == 0 and under_way:
            parted.append(tuple(under_way))
            under_way = []
        under_way.append(names[last[group]])
        group ^= 1 << last[group]
    return [*parted, tuple(under_way)] if under_way else parted


def _largest_first(nets: dict[str, int]) -> list[Payment]:
    """Whoever owes most pays whoever is owed most, until nobody owes or nobody is owed any more."""
    found: list[Payment] = []
    while True:
        payer, payee = min(nets, key=lambda name: nets[name]), max(nets, key=lambda name: nets[name])
        chips = min(-nets[payer], nets[payee])
        if chips <= 0:
            return found
        found.append(Payment(payer, payee, chips))
        nets[payer] += chips
        nets[payee] -= chips
