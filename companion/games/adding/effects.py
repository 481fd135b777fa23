"""The effects of cards, as defined in docs/reference/rules.md section 1.1."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, NamedTuple, assert_never

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from companion.core.cards import Card, bits_of, parse_card
from companion.core.consequences import Consequences
from companion.core.frozen import Frozen
from companion.core.options import Operation

Whole = Annotated[int, Meta(ge=-9999, le=9999)]
"""A number in a card's effect. More than four digits do not fit on a score sheet."""

Numbers = tuple[int, ...] | range
"""The numbers that a player chooses from; a range ends before its `stop`, as in Python."""


class Change(Frozen):
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


class FromTo(Frozen, forbid_unknown_fields=True, rename={"low": "from", "high": "to"}):
    """Numbers from `low` to `high`, both included."""


class Bounds(FromTo):
    """The numbers of a condition: from `low` to `high`, or the multiples of a number."""

    low: Whole | UnsetType = UNSET
    high: Whole | UnsetType = UNSET
    multiple_of: Annotated[int, Meta(ge=2, le=9999)] | UnsetType = UNSET

    def include(self, number: int) -> bool:
        """Return whether `number` is one of them.

        >>> Bounds(low=90).include(89), Bounds(multiple_of=10).include(-20)
        (False, True)
        """
        return (
            (self.low is UNSET or number >= self.low)
            and (self.high is UNSET or number <= self.high)
            and (self.multiple_of is UNSET or number % self.multiple_of == 0)
        )


Which = Whole | Literal["even", "odd"] | Bounds
"""The numbers for which a condition holds."""


def is_one(number: int, which: Which | UnsetType) -> bool:
    match which:
        case Bounds():
            return which.include(number)
        case "even" | "odd":
            return number % 2 == (which == "odd")
        case int():
            return number == which
    return True


class Situation(NamedTuple):
    """The table before a play: what the conditions of its cards look at.

    `top` is the top card of the pile, `players` are those still in. `first_round` is true in the
    first turn that the player has in a hand, `first_bust` until a player busts in this game.
    """

    total: int
    top: Card | None
    players: int
    first_round: bool
    first_bust: bool


class When(Frozen, forbid_unknown_fields=True):
    """The condition of an alternative. All parts that are set must hold.

    `after` has ranks and single cards: "7", "J QS".
    """

    total: Which | UnsetType = UNSET
    after: str | UnsetType = UNSET
    same_suit: bool | UnsetType = UNSET
    same_rank: bool | UnsetType = UNSET
    players: Which | UnsetType = UNSET
    first_round: bool | UnsetType = UNSET
    first_bust: bool | UnsetType = UNSET

    def holds(self, now: Situation, card: Card) -> bool:
        """Return whether the condition holds for a `card` played `now`.

        >>> now = Situation(90, Card("7", "S"), 3, first_round=False, first_bust=True)
        >>> When(after="7", same_suit=True).holds(now, Card("8", "S"))
        True
        >>> When(total="odd").holds(now, Card("8", "S"))
        False
        """
        top = now.top
        same_suit = top is not None and top.suit is not None and top.suit == card.suit
        same_rank = top is not None and top.rank == card.rank
        return (
            is_one(now.total, self.total)
            and is_one(now.players, self.players)
            and (self.after is UNSET or _is_after(top, self.after))
            and (self.same_suit is UNSET or self.same_suit == same_suit)
            and (self.same_rank is UNSET or self.same_rank == same_rank)
            and (self.first_round is UNSET or self.first_round == now.first_round)
            and (self.first_bust is UNSET or self.first_bust == now.first_bust)
        )

    @property
    def looks_at_suits(self) -> bool:
        """Whether it depends on the suits of cards."""
        after = "" if self.after is UNSET else self.after
        suited = any(parse_card(card).suit is not None for card in after.split())
        return suited or self.same_suit is not UNSET

    @property
    def looks_back(self) -> bool:
        """Whether it depends on the top card of the pile."""
        return any(part is not UNSET for part in (self.after, self.same_suit, self.same_rank))


def _is_after(top: Card | None, cards: str) -> bool:
    return top is not None and any(
        (card.rank, card.suit or top.suit) == (top.rank, top.suit)
        for card in map(parse_card, cards.split())
    )


def add(n: int) -> Change:
    """Return the change that adds `n`, which may be negative or zero."""
    return Change("add", n)


class Effect(Frozen):
    """The effect of one card on the total and on the turn.

    `each_counts` applies to the plays that the card makes the next player owe: each of them changes
    the total, not only the last one. `call` is the player's announcement with the total ("back on
    you"); it changes nothing. `when` is the condition of an alternative; "otherwise" holds if none
    before it does.
    """

    change: Change
    when: When | Literal["otherwise"] | None = None
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
        named = any(consequence.who == "named" for consequence in self.then)
        return self.choose_next or self.knock_out or named

    @property
    def silent(self) -> "Effect":
        """The effect without its call."""
        return replace(self, call="")


Ways = tuple[Effect, ...]
"""What a card may do: one effect, or the alternatives from which its player chooses."""


def do_the_same(ways: Ways, others: Ways) -> bool:
    """Return whether two cards do the same, apart from their calls."""
    return ways == others or [way.silent for way in ways] == [way.silent for way in others]


def is_plain(ways: Ways | None, rank: str, *, down: bool) -> bool:
    """Return whether a card of `rank` only adds its pip value, or in a game that counts `down` only
    takes it off (docs/reference/rules.md section 2).
    """
    return ways is not None and do_the_same(ways, (Effect(pips(rank, down=down)),))


def conditions(ways: Iterable[Effect]) -> list[When]:
    """Return the conditions of those that have one of their own."""
    return [way.when for way in ways if isinstance(way.when, When)]


def open_ways(ways: Ways, now: Situation, card: Card) -> list[bool]:
    """Return for each alternative of a `card` whether its condition holds `now`.

    >>> ways = (Effect(add(1), When(total="even")), Effect(add(2), "otherwise"), Effect(add(3)))
    >>> now = Situation(7, None, players=2, first_round=True, first_bust=True)
    >>> open_ways(ways, now, Card("8"))
    [False, True, True]
    """
    found = []
    for way in ways:
        match way.when:
            case None:
                found.append(True)
            case When():
                found.append(way.when.holds(now, card))
            case _:
                found.append(not any(found))
    return found


class PlayEffect(Frozen, gc=False):
    """The cards of one play, their `effects` in order, and the combined effect
    (docs/reference/rules.md 1.1, 1.2).

    `way` is the number of the alternative, or None if the cards have none. `texts` are the cards as
    named in events, `bits` those of the cards. `adds` is the amount added
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
    then: Consequences
    way: int | None = None

    @property
    def is_ordinary(self) -> bool:
        """Whether the cards have no effects other than changing the total,
        reversing and skipping.
        """
        by = self.adds is not None or bool(self.values)
        return by and not (self.names or self.again or self.oblige or self.then)


def together(
    cards: tuple[Card, ...], effects: tuple[Effect, ...], way: int | None = None
) -> PlayEffect:
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
        then=tuple(consequence for effect in effects for consequence in effect.then),
        way=way,
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


def pips(rank: str, *, down: bool) -> Change:
    """Return the change by the pip value of `rank`, which is taken off in a game that counts
    `down`.
    """
    return add(-pip_value(rank) if down else pip_value(rank))


def pip_value(rank: str) -> int:
    """Return 1 for an ace, the number for 2 to 10, 10 for jack, queen and king.

    >>> pip_value("A"), pip_value("9"), pip_value("K")
    (1, 9, 10)
    """
    return 1 if rank == "A" else 10 if rank in {"J", "Q", "K"} else int(rank)
