"""The effects of cards, as defined in docs/reference/rules.md section 1.1."""

from collections.abc import Sequence
from typing import Literal, assert_never

import msgspec

from companion.core.cards import Card, bits_of

Operation = Literal["add", "set", "multiply", "divide"]
Numbers = tuple[int, ...] | range
"""The numbers that a player chooses from; a range ends before its `stop`, as in Python."""


class Change(msgspec.Struct, frozen=True):
    """The effect of a card on the total: an operation with its number.

    `by` is the number, or several that the player chooses from. A quotient is rounded down, toward
    minus infinity, or up with `round_up`.
    """

    operation: Operation
    by: int | Numbers
    round_up: bool = False

    @property
    def is_choice(self) -> bool:
        """Whether the player chooses the number."""
        return not isinstance(self.by, int)

    @property
    def offers(self) -> Numbers:
        """The numbers that a player may name: several for a choice, otherwise a single one.

        >>> Change("add", (1, 11)).offers, Change("multiply", 2).offers
        ((1, 11), (2,))
        """
        return (self.by,) if isinstance(self.by, int) else self.by

    def applied(self, total: int, value: int | None) -> int:
        """Return the new total. `value` is the player's choice; it is ignored without a choice.

        >>> Change("add", (10, -10)).applied(90, -10), Change("divide", 2).applied(-5, None)
        (80, -3)
        """
        by = self.by if isinstance(self.by, int) else value or 0
        match self.operation:
            case "add":
                return total + by
            case "set":
                return by
            case "multiply":
                return total * by
            case "divide":
                return -(-total // by) if self.round_up else total // by
            case _:
                assert_never(self.operation)


def add(n: int) -> Change:
    """Return the change that adds `n`, which may be negative or zero."""
    return Change("add", n)


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
        return self.does_the_same_as(Effect(add(pip_value(rank))))


class PlayEffect(msgspec.Struct, frozen=True, gc=False):
    """The cards of one play, their `effects` in order, and the combined effect
    (docs/reference/rules.md 1.1, 1.2).

    `texts` are the cards as named in events, `bits` those of the cards. `adds` is the amount added
    to the total, or its new value if the play `sets` it; None if that depends on the total or on a
    choice. `values` are the numbers of a list from which the player of a single card adds one.
    `asks` is true if there is a choice, `names` if the play names a player, and `turns` if it
    reverses the direction, which two reversals do not. `each_counts` is true if it is true for
    every card that obliges.
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

    @property
    def is_ordinary(self) -> bool:
        """Whether the cards have no effects other than changing the total,
        reversing and skipping.
        """
        by = self.adds is not None or bool(self.values)
        return by and not (self.names or self.again or self.oblige)


def together(cards: tuple[Card, ...], effects: tuple[Effect, ...]) -> PlayEffect:
    """Return the combined effect of `cards` with these `effects`.

    >>> eight = Effect(add(8), reverse=True)
    >>> both = together((Card("8", "C"), Card("8", "D")), (eight, eight))
    >>> both.adds, both.turns
    (16, False)
    """
    adds, sets = _sum([effect.change for effect in effects])
    skip = oblige = 0
    asks = names = turns = again = choose_next = knock_out = False
    for effect in effects:
        asks = asks or effect.change.is_choice
        names = names or effect.names_somebody
        turns = turns is not effect.reverse
        again = again or effect.again
        skip += effect.skip
        oblige += effect.oblige
        choose_next = choose_next or effect.choose_next
        knock_out = knock_out or effect.knock_out
    return PlayEffect(
        cards=cards,
        texts=tuple(map(str, cards)),
        bits=bits_of(cards),
        effects=effects,
        adds=adds,
        sets=sets,
        values=_added(effects[0].change) if len(effects) == 1 else (),
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
    )


def _sum(changes: Sequence[Change]) -> tuple[int | None, bool]:
    """Return the sum of the changes, and whether it is the total itself; None if it depends on the
    total or a choice.
    """
    adds, sets = 0, False
    for change in changes:
        match change:
            case Change("add", int() as n):
                adds += n
            case Change("set", int() as n):
                adds, sets = n, True
            case _:
                return None, False
    return adds, sets


def _added(change: Change) -> tuple[int, ...]:
    """Return the numbers that a player may choose to add."""
    return change.by if change.operation == "add" and isinstance(change.by, tuple) else ()


def pip_value(rank: str) -> int:
    """Return 1 for an ace, the number for 2 to 10, 10 for jack, queen and king.

    >>> pip_value("A"), pip_value("9"), pip_value("K")
    (1, 9, 10)
    """
    return 1 if rank == "A" else 10 if rank in {"J", "Q", "K"} else int(rank)


Show = Literal["wins", "everyone loses"]
"""The consequences of showing three cards of a rank (docs/reference/rules.md section 4.2)."""
