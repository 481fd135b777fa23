"""Asks for the suit, the value or the named player that a command of an adding game leaves open."""

from companion.rules.adding.effects import Effect, SetWithin
from companion.rules.adding.rules import AddingRules
from companion.rules.cards import bare_card
from companion.rules.commands import Deal, New, Play, Step
from companion.rules.questions import Missing, WhichPlayer, WhichSuit, WhichValue, named_cards
from companion.rules.refusals import ChoiceNeeded, Refusal, SuitNeeded, TargetNeeded


def adding_question(
    rules: AddingRules, total: int, command: New | Step, refusal: Refusal, player: str
) -> Missing | None:
    """Return the question that a refusal of `command` asks `player` for;
    None if the refusal is final.

    A value opens at the one that the card offers last; a dial at the `total`.
    """
    match refusal, command:
        case SuitNeeded(rank), _:
            return WhichSuit.of(command, player, rank, rules.pack)
        case ChoiceNeeded(values), Play() | New() | Deal():
            effect = _effect(rules, command)
            sets = effect is not None and isinstance(effect.change, SetWithin)
            asked = WhichValue(command, player, tuple(sorted(values)), values[-1], sets)
            if not asked.is_dial:
                return asked
            return WhichValue(
                command, player, asked.answers, min(max(total, asked.low), asked.high), sets
            )
        case TargetNeeded(names), Play() | New() | Deal():
            effect = _effect(rules, command)
            return WhichPlayer(command, player, names, effect is not None and effect.knock_out)
    return None


def _effect(rules: AddingRules, command: New | Step) -> Effect | None:
    return rules.effect(rules.pack.named(bare_card(named_cards(command)[0])))
