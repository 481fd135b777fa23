"""Applies what cards do once they lie on the pile:
an exact total, reversals, knock-outs, who is next.

A play and an up-card both end here (docs/rules.md sections 1.1, 1.5, 3.3 and 4.2).
"""

from msgspec.structs import replace

from companion.rules.adding.effects import PlayEffect
from companion.rules.adding.evaluate import Evaluation
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState, NextTurn
from companion.rules.adding.turns import draw_back, last_one_wins, pass_on, put_out
from companion.rules.events import Event, NamedBy, Reversed, TargetReached


def is_last(state: AddingState, play: PlayEffect) -> bool:
    """Return whether this is the last play owed:
    a card that obliges settles the rest (docs/rules.md 1.5).
    """
    return state.owed <= 1 or bool(play.oblige)


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
        return replace(
            state.seated(seat, replace(player, chips=player.chips + 1)), pot=state.pot - 1
        )
    return state


def act_on_turn(
    rules: AddingRules, state: AddingState, seat: int, outcome: Evaluation, events: list[Event]
) -> AddingState:
    """Apply reversals and knock-outs, draw cards, and pass the turn."""
    played = outcome.play
    last = is_last(state, played)
    state = replace(state, turned=played.turns != state.turned)
    if played.turns:
        state = replace(state, clockwise=not state.clockwise)
        events.append(Reversed("clockwise" if state.clockwise else "counterclockwise"))
    if last:
        owed = played.oblige or 1
        onward = NextTurn(
            seat,
            again=played.again,
            skip=played.skip,
            chosen=outcome.named if played.choose_next else None,
            owed=owed,
            debt=owed,
            each_counts=played.each_counts,
        )
    else:
        onward = NextTurn(
            seat,
            stays=True,
            owed=state.owed - 1,
            debt=state.debt,
            made=state.made,
            each_counts=state.each_counts,
        )
    can_shield = played.knock_out and not _shields_gone(rules, state)
    # The player draws before the named one may show the shield (docs/rules.md 3.3).
    if last:
        state = draw_back(rules, state, seat, state.made, events)
    if outcome.named is not None:
        events.append(NamedBy(state.players[seat].name, state.players[outcome.named].name))
    # The named player has time to show the shield, so the rest of the turn waits in `onward`; after
    # it a forgotten draw may still be declared.
    if can_shield:
        return replace(
            state,
            phase="shield",
            turn=None,
            owed=0,
            debt=0,
            made=0,
            each_counts=False,
            named=outcome.named,
            onward=onward,
        )
    if played.knock_out and outcome.named is not None:
        state = put_out(state, outcome.named, "knocked out", events)
        if (over := last_one_wins(rules, state, events)) is not None:
            return over
    return pass_on(rules, state, onward, events)


def _shields_gone(rules: AddingRules, state: AddingState) -> bool:
    faces = sum(1 for _, suit in rules.shields if suit is not None)
    lying = sum(
        1 for card in state.pile if (effect := rules.effect(card)) is not None and effect.shield
    )
    return lying >= faces * rules.pack.decks
