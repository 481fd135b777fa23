"""Plays, from the checks to the pile (docs/rules.md sections 1.1, 1.2 and 1.5)."""

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from companion.errors import Illegal
from companion.rules.adding import busts
from companion.rules.adding.checks import acting, check_holds, check_phase
from companion.rules.adding.evaluate import (
    Evaluation,
    check_not_played,
    effects_of,
    evaluate,
    is_too_soon,
    read_cards,
)
from companion.rules.adding.outcome import act_on_turn, is_last, reach_exactly
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState, Call, Player, Result
from companion.rules.cards import Card
from companion.rules.commands import Play
from companion.rules.events import Event, Played
from companion.rules.refusals import MixedRanks, OneAtATime, OverTarget, SetsNotAllowed, TooSoon


def play(rules: AddingRules, state: AddingState, command: Play) -> Result:
    """Play one card, or several as a set, for the player to act.

    Raises:
        Illegal: the first code that applies.
    """
    check_phase(state)
    seat = acting(state, command.player)
    cards = read_cards(rules, command.all_cards)
    player = state.players[seat]
    _check_set(rules, state, player, cards)
    check_not_played(rules, state, cards)
    check_holds(player, len(cards))
    for card in cards:
        if is_too_soon(rules, state, seat, card):
            raise Illegal(TooSoon(player.turns, player.name, str(card)))
    value = None if command.value is UNSET else command.value
    target = None if command.target is UNSET else command.target
    try:
        outcome = evaluate(rules, state, seat, effects_of(rules, cards), value, target)
    except Illegal as illegal:
        match illegal.refusal:
            case OverTarget(total) if rules.over == "bust":
                return busts.went_over(rules, state, seat, cards, total)
        raise
    events: list[Event] = []
    state = _put_on_pile(rules, state, seat, cards, outcome, events)
    return act_on_turn(rules, state, seat, outcome, events), tuple(events)


def _check_set(rules: AddingRules, state: AddingState, player: Player, cards: Sequence[Card]) -> None:
    if len(cards) < 2:
        return
    if not rules.sets:
        raise Illegal(SetsNotAllowed())
    if len({card.rank for card in cards}) > 1:
        raise Illegal(MixedRanks(tuple(dict.fromkeys(card.rank for card in cards))))
    if state.owed > 1:
        raise Illegal(OneAtATime(player.name, state.owed))


def _put_on_pile(
    rules: AddingRules,
    state: AddingState,
    seat: int,
    cards: tuple[Card, ...],
    outcome: Evaluation,
    events: list[Event],
) -> AddingState:
    """Move the cards to the pile, change the total, and apply what an exact total brings."""
    player = state.players[seat]
    last = is_last(state, outcome.effects)
    call = Call(seat, cards, outcome.value, state.total)
    # After a play that is not the last one owed, the total returns to where the debt began: it stays.
    before, total = state.total, outcome.total if last else state.total
    words = outcome.effects[-1].call
    events.append(Played(player.name, tuple(str(card) for card in cards), total, words))
    state = replace(
        state.seated(seat, replace(player, cards=player.cards - len(cards), drew=False)),
        pile=state.pile + cards,
        total=total,
        call=call,
        made=state.made + len(cards),
    )
    return reach_exactly(rules, state, seat, before, events) if last else state
