"""Words the sum of one card in an adding game; a game of any other family has none."""

from companion.message import Words, joined
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.cards import bare_card
from companion.rules.commands import Play
from companion.rules.family import Rules, State
from companion.text.adding.effects import made, signed, tight
from companion.text.numbers import figure


def last_sum(rules: Rules, state: State) -> Words:
    """Return the sum of the last card, ``87 + 9 = 96``, or only its total; "" before any card."""
    if not isinstance(rules, AddingRules) or not isinstance(state, AddingState) or state.call is None:
        return ""
    call, total = state.call, figure(state.total)
    effect, change = rules.effect(call.cards[-1]), state.total - call.was
    adds = effect is None or made(effect.change, call.value) == signed(change) or len(call.cards) > 1
    return joined(" ", (figure(call.was), signed(change), "=", total)) if adds else total


def made_with(rules: Rules, play: Play, value: object) -> Words:
    """Return what a card made of the total with this value: ``+10``, ``=50``; "" if nobody knows."""
    if not isinstance(value, int) or not isinstance(rules, AddingRules):
        return ""
    effect = rules.effect(bare_card(play.all_cards[0]))
    return "" if effect is None else tight(made(effect.change, value))
