"""The effects of cards, as defined in docs/reference/rules.md section 1.1."""

from collections.abc import Sequence
from typing import Literal, assert_never

import msgspec

from companion.core.cards import Card, bits_of
from companion.core.consequences import Consequences


class Add(msgspec.Struct, frozen=True, tag="add"):
    """Total + `n`; `n` may be negative or zero."""

    n: int


class AddOneOf(msgspec.Struct, frozen=True, tag="add-one-of"):
    """Total + one of `numbers`, which the player chooses."""

    numbers: tuple[int, ...]


class SetTo(msgspec.Struct, frozen=True, tag="set"):
    """The total becomes `n`."""

    n: int


class SetWithin(msgspec.Struct, frozen=True, tag="set-within"):
    """The total becomes any whole number from `low` to `high`, which the player chooses."""

    low: int
    high: int


class Multiply(msgspec.Struct, frozen=True, tag="multiply"):
    """Total x `factor`."""

    factor: int


Change = Add | AddOneOf | SetTo | SetWithin | Multiply


class Effect(msgspec.Struct, frozen=True):
    """The effect of one card on the total and on the turn.

    `each_counts` applies to the plays that the card makes the next player owe: each of them changes
    the total, not only the last one. `call` is the player's announcement with the total ("back on
    you"); it changes nothing.
    """

    change: Change
    reverse: bool = False
    skip: int = 0
    again: bool = False
    choose_next: bool = False
    oblige: int = 0
    each_counts: bool = False
    knock_out: bool = False
    shield: bool = False
    call: str = ""
    then: Consequences = ()

    @property
    def names_somebody(self) -> bool:
        return self.choose_next or self.knock_out

    def does_the_same_as(self, other: "Effect") -> bool:
        """Return whether both effects are the same, apart from their calls."""
        if self is other:
            return True
        return msgspec.structs.replace(self, call="") == msgspec.structs.replace(other, call="")

    def is_plain(self, rank: str) -> bool:
        """Return whether the only effect is to add the pip
        value of `rank` (docs/reference/rules.md section 2).
        """
        return self.does_the_same_as(Effect(Add(pip_value(rank))))


class PlayEffect(msgspec.Struct, frozen=True, gc=False):
    """The cards of one play, their `effects` in order, and the combined effect
    (docs/reference/rules.md 1.1, 1.2).

    `texts` are the cards as named in events, `bits` those of the cards. `adds` is the amount added
    to the total, or its new value if the play `sets` it; None if that depends on the total or on a
    choice. `values` are the choices of a single card's player. `asks` is true if there is a choice,
    `names` if the play names a player, and `turns` if it reverses the direction, which two
    reversals do not. `each_counts` is true if it is true for every card that obliges.
    """

    cards: tuple[Card, ...]
    texts: tuple[str, ...]
    bits: int
    effects: tuple[Effect, ...]
    adds: int | None
    sets: bool
    values: tuple[int, ...]
    asks: bool
    names: bool
    turns: bool
    again: bool
    skip: int
    oblige: int
    each_counts: bool
    choose_next: bool
    knock_out: bool
    call: str
    then: Consequences

    @property
    def is_ordinary(self) -> bool:
        """Whether the cards have no effects other than changing the total,
        reversing and skipping.
        """
        by = self.adds is not None or bool(self.values)
        return by and not (self.names or self.again or self.oblige or self.then)


def together(cards: tuple[Card, ...], effects: tuple[Effect, ...]) -> PlayEffect:
    """Return the combined effect of `cards` with these `effects`.

    >>> eight = Effect(Add(8), reverse=True)
    >>> both = together((Card("8", "C"), Card("8", "D")), (eight, eight))
    >>> both.adds, both.turns
    (16, False)
    """
    adds, sets = _sum([effect.change for effect in effects])
    skip = oblige = 0
    asks = names = turns = again = choose_next = knock_out = False
    for effect in effects:
        asks = asks or is_choice(effect.change)
        names = names or effect.names_somebody
        turns = turns is not effect.reverse
        again = again or effect.again
        skip += effect.skip
        oblige += effect.oblige
        choose_next = choose_next or effect.choose_next
        knock_out = knock_out or effect.knock_out
    first = effects[0].change
    return PlayEffect(
        cards=cards,
        texts=tuple(map(str, cards)),
        bits=bits_of(cards),
        effects=effects,
        adds=adds,
        sets=sets,
        values=first.numbers if isinstance(first, AddOneOf) and len(effects) == 1 else (),
        asks=asks,
        names=names,
        turns=turns,
        again=again,
        skip=skip,
        oblige=oblige,
        each_counts=all(effect.each_counts for effect in effects if effect.oblige) and oblige > 0,
        choose_next=choose_next,
        knock_out=knock_out,
        call=effects[-1].call,
        then=tuple(consequence for effect in effects for consequence in effect.then),
    )


def _sum(changes: Sequence[Change]) -> tuple[int | None, bool]:
    """Return the sum of the changes, and whether it is the total itself; None if it depends on the
    total or a choice.
    """
    adds, sets = 0, False
    for change in changes:
        match change:
            case Add(n):
                adds += n
            case SetTo(n):
                adds, sets = n, True
            case _:
                return None, False
    return adds, sets


def pip_value(rank: str) -> int:
    """Return 1 for an ace, the number for 2 to 10, 10 for jack, queen and king.

    >>> pip_value("A"), pip_value("9"), pip_value("K")
    (1, 9, 10)
    """
    return 1 if rank == "A" else 10 if rank in {"J", "Q", "K"} else int(rank)


def offers(change: Change) -> Sequence[int]:
    """Return the values that a player may name for `change`: several for a choice, otherwise a
    single one.

    >>> offers(AddOneOf((1, 11)))
    (1, 11)
    """
    match change:
        case AddOneOf(numbers):
            return numbers
        case SetWithin(low, high):
            return range(low, high + 1)
        case Add(n) | SetTo(n):
            return (n,)
        case Multiply(factor):
            return (factor,)
        case _:
            assert_never(change)


def is_choice(change: Change) -> bool:
    """Return whether the player chooses the effect of `change`.

    >>> is_choice(Add(8)), is_choice(SetWithin(0, 50))
    (False, True)
    """
    return isinstance(change, AddOneOf | SetWithin)


def changed(total: int, change: Change, value: int | None) -> int:
    """Return the new total. `value` is the player's choice; it is ignored without a choice.

    >>> changed(90, Add(8), None), changed(90, AddOneOf((10, -10)), -10)
    (98, 80)
    """
    match change:
        case Add(n):
            return total + n
        case SetTo(n):
            return n
        case Multiply(factor):
            return total * factor
        case AddOneOf():
            return total + (value or 0)
        case SetWithin():
            return value or 0
        case _:
            assert_never(change)


Show = Literal["wins", "everyone loses"]
"""The consequences of showing three cards of a rank (docs/reference/rules.md section 4.2)."""
