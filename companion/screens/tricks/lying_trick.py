"""The trick on the table."""

import msgspec

from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.scoring import winning
from companion.rules.tricks.state import Laid, TrickState


class LyingTrick(msgspec.Struct, frozen=True):
    """The trick in progress, or the last one until the next lead; empty before a round's first lead.

    `wins` is the seat whose card takes it so far; `taken` says whether it has been taken. `number` counts the
    round's tricks from 1.
    """

    cards: tuple[Laid, ...]
    wins: int | None
    taken: bool
    number: int


def lying_trick(rules: TrickRules, state: TrickState) -> LyingTrick:
    """Return the trick on the table."""
    laid = state.trick or (state.taken.cards if state.taken is not None else ())
    taken = bool(laid) and not state.trick
    return LyingTrick(
        cards=laid,
        wins=winning(rules, laid).seat if laid else None,
        taken=taken,
        number=state.number - taken,
    )
