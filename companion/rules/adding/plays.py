"""Plays, from the checks to passing the turn (docs/rules.md sections 1.1, 1.2, 1.5 and 3.3)."""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from companion.errors import Illegal
from companion.rules.adding import busts
from companion.rules.adding.checks import acting, check_holds, check_phase
from companion.rules.adding.effects import Effect
from companion.rules.adding.evaluate import (
    Evaluation,
    check_not_played,
    effects_of,
    evaluate,
    is_too_soon,
    read_cards,
)
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState, Call, Onward, Player, Result
from companion.rules.adding.turns import draw, last_one_wins, pass_on, put_out
from companion.rules.cards import Card
from companion.rules.commands import Play
from companion.rules.events import Event, NamedBy, Played, Reversed, TargetReached
from companion.rules.refusals import MixedRanks, OneAtATime, OverTarget, SetsNotAllowed, TooSoon

replace = msgspec.structs.replace


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


def _is_last(state: AddingState, effects: Sequence[Effect]) -> bool:
    """Return whether this is the last play owed: a card that obliges settles the rest (docs/rules.md 1.5)."""
    return state.owed <= 1 or any(effect.oblige for effect in effects)


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
    last = _is_last(state, outcome.effects)
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


def reach_exactly(
    rules: AddingRules, state: AddingState, seat: int, before: int, events: list[Event]
) -> AddingState:
    """Apply the effect of a total that came from `before` to exactly some number (section 4.2)."""
    what = rules.exact.get(state.total) if state.total != before else None
    if what is None:
        return state
    player = state.players[seat]
    events.append(TargetReached(player.name, state.total, what))
    if what == "reset":
        return replace(state, total=0)
    if what == "chip" and state.pot > 0 and player.chips is not None:
        return replace(state.seated(seat, replace(player, chips=player.chips + 1)), pot=state.pot - 1)
    return state


def act_on_turn(
    rules: AddingRules, state: AddingState, seat: int, outcome: Evaluation, events: list[Event]
) -> AddingState:
    """Apply reversals and knock-outs, draw cards, and pass the turn."""
    effects = outcome.effects
    last = _is_last(state, effects)
    turned = sum(effect.reverse for effect in effects) % 2 == 1
    turned_in_all = turned != state.turned
    if turned:
        state = replace(state, clockwise=not state.clockwise)
        events.append(Reversed("clockwise" if state.clockwise else "counterclockwise"))
    if last:
        owed = sum(effect.oblige for effect in effects) or 1
        plays_again = turned_in_all and rules.two_player_reverse == "again" and len(state.seats_in) == 2
        onward = Onward(
            seat,
            again=plays_again or any(effect.again for effect in effects),
            skip=sum(effect.skip for effect in effects),
            chosen=outcome.named if any(effect.choose_next for effect in effects) else None,
            owed=owed,
            debt=owed,
        )
    else:
        onward = Onward(seat, stays=True, owed=state.owed - 1, debt=state.debt, made=state.made)
        if rules.two_player_reverse == "again":
            # Only under this rule: the digest omits a false `turned`, so that older journals stay valid.
            state = replace(state, turned=turned_in_all)
    knocks_out = any(effect.knock_out for effect in effects)
    can_shield = knocks_out and not _shields_gone(rules, state)
    # The player draws before the named one may show the shield (docs/rules.md 3.3).
    if last:
        state = draw(rules, state, seat, state.made, events)
    if outcome.named is not None:
        events.append(NamedBy(state.players[seat].name, state.players[outcome.named].name))
    # The named player has time to show the shield, so the rest of the turn waits in `onward`.
    if can_shield:
        return replace(_wait_for_shield(state), named=outcome.named, onward=onward)
    if knocks_out and outcome.named is not None:
        state = put_out(state, outcome.named, "knocked out", events)
        if (over := last_one_wins(rules, state, events)) is not None:
            return over
    return pass_on(rules, state, onward, events)


def _wait_for_shield(state: AddingState) -> AddingState:
    """Return the state that waits for a shield; after it a forgotten draw may still be declared."""
    return replace(state, phase="shield", turn=None, owed=0, debt=0, made=0)


def _shields_gone(rules: AddingRules, state: AddingState) -> bool:
    faces = sum(1 for _, suit in rules.shields if suit is not None)
    lying = sum(1 for card in state.pile if (effect := rules.effect(card)) is not None and effect.shield)
    return lying >= faces * rules.pack.decks
