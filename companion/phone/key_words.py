"""Describes what each rank does, in the few characters that fit on a key."""

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

import msgspec

from companion.dialogs.ranks import ranks_of
from companion.phone.adding.suits import Alike, alike, either, sets_any
from companion.rules.adding.effects import Add, AddOneOf, Change, Effect, Multiply, SetTo, SetWithin
from companion.rules.adding.rules import AddingRules
from companion.rules.family import Rules
from companion.rules.tricks.rules import TrickRules
from companion.text.numbers import figure

LONGEST: Final = 16
"""Maximum characters below the rank on a key."""


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


def key_words(rules: AddingRules, rank: str) -> str:
    """Return the effects of `rank`: ``0, reverse``, ``+10 or −10``, ``2, ♠ doubles``, ``1, black any``."""
    return next(said for said in _from_long_to_short(*alike(rules, rank)) if len(said) <= LONGEST)


def _from_long_to_short(most: Alike, *odd: Alike) -> Iterator[str]:
    """Yield the whole text, then shorter ones with less about the exceptions."""
    for briefly in (False, True):
        does = _of(most, briefly=briefly)
        for turn in (True, False):
            yield ", ".join([does, *_of_odd(most, odd, turn=turn, briefly=briefly)])
    yield f"{_of(most, turn=False, briefly=True)} …"
    yield "see the rules"


def _of_odd(most: Alike, odd: Sequence[Alike], *, turn: bool, briefly: bool) -> list[str]:
    """Return the effect of each of the other groups; groups with the same words share one text."""
    called: dict[str, str] = {}
    for group in odd:
        does = _of(group, turn=turn, briefly=briefly)
        if turn and group.effect.change == most.effect.change:
            does = ", ".join(_acts(group.effect)) or does
        called[does] = called.get(does, "") + group.called
    return [f"{who} {does}" for does, who in called.items()]


def _of(group: Alike, *, turn: bool = True, briefly: bool = False) -> str:
    change = group.effect.change
    if briefly and isinstance(change, AddOneOf) and len(change.numbers) <= 3:
        changes = "/".join(figure(n) for n in change.numbers)
    else:
        changes = _changes(change, group.target)
    return ", ".join([changes, *(_acts(group.effect) if turn else ())])


def _acts(effect: Effect) -> list[str]:
    acts = []
    if effect.reverse:
        acts.append("reverse")
    if effect.skip:
        acts.append("skip" if effect.skip == 1 else f"skip {effect.skip}")
    if effect.again:
        acts.append("again")
    if effect.choose_next:
        acts.append("names")
    if effect.oblige:
        acts.append(f"owe {effect.oblige}")
    if effect.knock_out:
        acts.append("out")
    if effect.shield:
        acts.append("shield")
    if not acts and effect.change == Add(0) and effect.call.startswith("pass"):
        acts.append("pass")
    return acts


def _changes(change: Change, target: int) -> str:
    match change:
        case Add(n):
            return figure(n)
        case AddOneOf(numbers):
            return either(numbers)
        case SetTo(n):
            return f"sets {figure(n)}"
        case SetWithin() if sets_any(change, target):
            return "any"
        case SetWithin(low, high):
            return f"{figure(low)} to {figure(high)}"
        case Multiply(2):
            return "doubles"
        case Multiply(factor):
            return f"times {figure(factor)}"
        case _:
            assert_never(change)
