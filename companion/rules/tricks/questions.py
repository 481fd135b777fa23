"""Asks for the suit that a play of a trick game leaves open, and whether a disputed card stands."""

from companion.rules.commands import New, Play, Step
from companion.rules.questions import Disputed, Question, WhichSuit
from companion.rules.refusals import Refusal, RestrictedLead, Revoke, SuitNeeded
from companion.rules.tricks.rules import TrickRules


def trick_question(
    rules: TrickRules, led: str | None, command: New | Step, refusal: Refusal, player: str
) -> Question | None:
    """Return the question that a refusal of `command` asks `player` for;
    None if the refusal is final.

    The choice of a suit opens at the suit `led`.
    """
    match refusal, command:
        case SuitNeeded(rank), _:
            return WhichSuit.of(command, player, rank, rules.pack, led)
        case Revoke(), Play():
            return Disputed(command, player, refusal, rules.revoke_penalty)
        case RestrictedLead(), Play():
            return Disputed(command, player, refusal)
    return None
