"""Words what stands beside the names of players:
who is out, owes plays, paid, won or deals next.
"""

from collections.abc import Iterator, Mapping, Sequence

from companion.message import Words, in_context, joined, phrase
from companion.rules.events import Event, Paid
from companion.rules.family import State
from companion.text.busts import bust_words, pays
from companion.text.family import for_family
from companion.text.whose_move import next_deal


def status_badges(state: State, events: Sequence[Event]) -> Mapping[str, Words]:
    """Return what is to be read beside the names of some players: ``owes 2``, ``pays 1, out``.

    `events` led to the state; they say who paid at the end of a hand.
    """
    over = state.phase in {"hand-over", "round-over", "game-over"}
    paid = {event.player: event.chips for event in events if over and isinstance(event, Paid)}
    badges: dict[str, Words] = {}
    for seat in range(len(state.players)):
        name = state.players[seat].name
        if words := joined(", ", _said(state, seat, paid.get(name, 0))):
            badges[name] = words
    return badges


def _said(state: State, seat: int, paid: int) -> Iterator[Words]:
    name = state.players[seat].name
    if paid:
        yield pays(paid)
    if state.players[seat].waits:
        yield in_context("player", "waits")
    elif seat not in state.seats_in:
        yield bust_words("out").short
    if seat in state.losers:
        yield bust_words("lose").short
    if badge := for_family(state).beside(state, seat):
        yield badge
    if name in state.won_by:
        yield in_context("player", "wins")
    if next_deal(state) is not None and name == state.deals_next:
        yield phrase("deals next")
