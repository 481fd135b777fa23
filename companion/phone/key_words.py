"""The keys of a page: each rank, and what it does in the few characters that fit on it."""

from typing import assert_never

import msgspec

from companion.dialogs.adding.ranks import ranks_of
from companion.rules.adding.rules import AddingRules
from companion.rules.family import Rules
from companion.rules.tricks.rules import TrickRules
from companion.text.suits import key_words


class CardKey(msgspec.Struct, frozen=True):
    """A rank and its effect; `suit` if the rank alone does not define the effect."""

    rank: str
    does: str
    suit: bool


def keys_of(rules: Rules) -> tuple[CardKey, ...]:
    """Return a key for each rank of the pack, in adding games with its effect; the joker is last."""
    match rules:
        case AddingRules():
            return tuple(
                CardKey(rank, key_words(rules, rank), suit=(rank, None) not in rules.effects)
                for rank in ranks_of(rules)
            )
        case TrickRules():
            return tuple(CardKey(rank, "", suit=True) for rank in rules.pack.ranks)
        case _:
            assert_never(rules)
