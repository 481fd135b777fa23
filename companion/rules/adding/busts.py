"""Giving up the turn: all kinds of busts (docs/rules.md section 1.3)."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState, Player, Result
from companion.rules.adding.turns import (
    begin_turn,
    draw_back,
    end_hand,
    last_one_wins,
    nobody_to_act,
    pass_debt,
    put_out,
)
from companion.rules.cards import Card
from companion.rules.events import Busted, Event, GameEnded, Paid, PileStarted, WentOver


def bust(rules: AddingRules, state: AddingState, seat: int) -> Result:
    """Apply a bust of the player to act, at the cost of the variant's `bust`."""
    events: list[Event] = [Busted(state.players[seat].name)]
    return _costs(rules, state, seat, events), tuple(events)


def went_over(
    rules: AddingRules, state: AddingState, seat: int, cards: Sequence[Card], total: int
) -> Result:
    """Return a card that went over under ``over = "bust"`` to the hand; the total stays."""
    events: list[Event] = [
        WentOver(state.players[seat].name, tuple(str(card) for card in cards), total)
    ]
    return _costs(rules, state, seat, events), tuple(events)


def payment(rules: AddingRules, player: Player) -> Paid | None:
    """Return what a bust makes a player pay; None for a player who does not pay,
    but is out or has lost.
    """
    if not rules.bust.startswith("chip") or not player.chips:
        return None
    chips = min(rules.bust_chips, player.chips)
    return Paid(player.name, player.chips - chips, chips)


def _costs(rules: AddingRules, state: AddingState, seat: int, events: list[Event]) -> AddingState:
    if rules.bust == "lose":
        events.append(GameEnded(None, (state.players[seat].name,)))
        return replace(nobody_to_act(state), phase="game-over", losers=(seat,))
    made = state.made
    if rules.bust == "out":
        state, is_out = put_out(state, seat, "bust", events), True
    else:
        state, is_out = _pay(rules, state, seat, events)
    if rules.bust == "chip, new pile":
        events.append(PileStarted(len(state.pile)))
        state = replace(
            state, aside=state.aside + len(state.pile), pile=(), lying=0, total=0, call=None
        )
    if (over := last_one_wins(rules, state, events)) is not None:
        return over
    if rules.bust == "chip, new hand":
        return end_hand(state, events)
    if not is_out:
        state = draw_back(rules, state, seat, made, events)
    # What is owed lapses with the old pile (docs/rules.md 1.5).
    if rules.bust == "chip, new pile":
        return begin_turn(rules, state, state.next_seat(seat), 1, events)
    return pass_debt(rules, state, events)


def _pay(
    rules: AddingRules, state: AddingState, seat: int, events: list[Event]
) -> tuple[AddingState, bool]:
    """Take the chips of a bust from the player, who is out without chips unless on their honor."""
    player = state.players[seat]
    paid = payment(rules, player)
    if paid is None:
        return put_out(state, seat, "bust", events), True
    events.append(paid)
    state = replace(
        state.seated(seat, replace(player, chips=paid.left)), pot=state.pot + paid.chips
    )
    if paid.left or rules.honor:
        return state, False
    return put_out(state, seat, "no chips", events), True
