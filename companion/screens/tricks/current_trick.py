"""The trick on the table."""

import msgspec

from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.scoring import winning
from companion.rules.tricks.state import TrickCard, TrickState


class CurrentTrick(msgspec.Struct, frozen=True):
    """The trick in progress, or the last one until the next lead; empty before a round's first lead.

    `wins` is the seat whose card takes it so far; `taken` says whether it has been taken. `number` counts the
    round's tricks from 1.
    """

    cards: tuple[TrickCard, ...]
    wins: int | None
    taken: bool
    number: int


def current_trick(rules: TrickRules, state: TrickState) -> CurrentTrick:
    """Return the trick on the table."""
    laid = state.trick or (state.taken.cards if state.taken is not None else ())
    taken = bool(laid) and not state.trick
    return CurrentTrick(
        cards=laid,
        wins=winning(rules, laid).seat if laid else None,
        taken=taken,
        number=state.number - taken,
    )
