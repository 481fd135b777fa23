"""The effects of cards in words: on the total, on the turn, in a table, and by suit."""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from companion.core.cards import JOKER, RANKS, SUIT_ORDER, Card, parse_card
from companion.core.frozen import Frozen
from companion.core.options import Operation
from companion.games.adding.effects import (
    Bounds,
    Change,
    Effect,
    Numbers,
    Ways,
    When,
    Which,
    add,
    do_the_same,
    is_plain,
    pips,
)
from companion.games.adding.rules import AddingRules
from companion.message import (
    Fitting,
    Form,
    Marked,
    Words,
    in_context,
    joined,
    phrase,
    plural,
    render,
)
from companion.words.cards import face, rank_plural, suit_sign
from companion.words.consequences import consequence_words
from companion.words.numbers import Count, Rows, Wording, cards, either, figure, minus
from companion.words.variants import translated

_SIGNS: Mapping[Operation, str] = {"set": "=", "multiply": "x", "divide": ":"}


def change_sign(change: Change) -> Words:
    """Return a change of the total in the fewest characters, for the display.

    >>> change_sign(Change("set", 98)), change_sign(Change("add", (1, 11)))
    ('= 98', '1/11')
    """
    match change.by:
        case range() as numbers:
            return joined("-", (figure(numbers.start), figure(numbers.stop - 1)))
        case tuple() as numbers:
            return joined("/", map(figure, numbers))
        case number if change.operation == "add":
            return signed(number)
        case number:
            return joined(" ", (_SIGNS[change.operation], figure(number)))


def change_label(change: Change, target: int) -> Words:
    """Return a change of the total for the key of a card, in a game to `target`.
    The key of a card that sets any total up to it reads "any".

    >>> change_label(add(-10), 99), change_label(Change("set", range(100)), 99)
    ('-10', 'any')
    """
    match change:
        case Change("add", range() as numbers):
            return in_context("card key", "adds {numbers}", numbers=choice(numbers))
        case Change("add", by):
            return choice(by)
        case Change("set", range() as numbers):
            is_any = numbers.start == 0 and numbers.stop > target
            return in_context("card key", "any") if is_any else choice(numbers)
        case Change("set", by):
            return in_context("card key", "sets {n}", n=_any_of(by))
        case Change("multiply", 2):
            return in_context("card key", "doubles")
        case Change("multiply", by):
            return in_context("card key", "times {factor}", factor=choice(by))
        case Change("divide", 2):
            return in_context("card key", "halves")
        case Change(_, by):
            return in_context("card key", "divided by {n}", n=choice(by))


def change_sentence(change: Change, cards: int = 1) -> Words:
    """Return a change of the total as the predicate of a sentence about so many `cards` or ranks.

    >>> change_sentence(add(-10)), change_sentence(Change("set", (0, 99)))
    ('takes 10 off', 'sets the total to 0 or 99, as called')
    """
    match change:
        case Change("add", 0):
            return plural("adds nothing", "add nothing", cards)
        case Change("add", int() as n) if n < 0:
            return plural("takes {n} off", "take {n} off", cards, n=-n)
        case Change("add", (n, other)) if n == -other:
            does = plural(
                "goes {n} up or {n} down, as called", "go {n} up or {n} down, as called", cards
            )
            return does.filled(n=abs(n))
        case Change("add", by):
            does = plural("adds {n}", "add {n}", cards)
        case Change("set", by):
            does = plural("sets the total to {n}", "set the total to {n}", cards)
        case Change("multiply", 2):
            return plural("doubles the total", "double the total", cards)
        case Change("multiply", by):
            does = plural("multiplies the total by {n}", "multiply the total by {n}", cards)
        case Change(_, by):
            does = plural("divides the total by {n}", "divide the total by {n}", cards)
            if by == 2:
                does = plural("halves the total", "halve the total", cards)
    if isinstance(by, range):
        to: Words = phrase("any number from {low} to {high}", low=by.start, high=by.stop - 1)
    elif isinstance(by, tuple):
        to = phrase("{numbers}, as called", numbers=choice(by))
    else:
        to = figure(by)
    does = does.filled(n=to)
    return phrase("{does}, rounded up", does=does) if change.round_up else does


def made(change: Change, value: int | None) -> Words:
    """Return the change that a play made to the total, for the display, given the chosen `value`.

    >>> made(Change("add", (1, 11)), 11), made(Change("set", 98), None)
    ('+ 11', '= 98')
    """
    if change.is_choice and value is not None:
        change = replace(change, by=value)
    return change_sign(change)


def signed(number: int) -> Words:
    """Return a number with its sign: ``+ 8``, ``- 10``.

    >>> signed(10), signed(-10)
    ('+ 10', '- 10')
    """
    return joined(" ", (minus() if number < 0 else "+", str(abs(number))))


def turn_words(effect: Effect, cards: int = 1) -> Iterator[Wording]:
    """Yield the words for each effect on the turn;
    `cards` is the number of cards in the subject.
    """
    if effect.reverse:
        yield Wording(
            "", in_context("card key", "reverse"), plural("reverses play", "reverse play", cards)
        )
    if effect.skip == 1:
        skips = plural("skips a player", "skip a player", cards)
        yield Wording("", in_context("card key", "skip"), skips)
    if effect.skip > 1:
        label = in_context("card key", "skip {n}", n=effect.skip)
        skips = plural("skips {n} players", "skip {n} players", cards, n=Count(effect.skip))
        yield Wording("", label, skips)
    if effect.again:
        again = plural("gives another turn", "give another turn", cards)
        yield Wording("", in_context("card key", "again"), again)
    if effect.choose_next:
        names = plural("names who plays next", "name who plays next", cards)
        yield Wording(in_context("display", "next"), in_context("card key", "names"), names)
    if effect.oblige:
        yield _oblige(effect, cards)
    if effect.knock_out:
        out = plural("knocks a player out", "knock a player out", cards)
        yield Wording(in_context("display", "out"), in_context("card key", "out"), out)
    if effect.shield:
        shields = plural("shields against a knock-out", "shield against a knock-out", cards)
        yield Wording(in_context("display", "shield"), in_context("card key", "shield"), shields)
    yield from map(consequence_words, effect.then)


class Unspaced(Marked):
    """Words without their spaces, such as the sum ``+10``.

    >>> Unspaced(signed(10))
    '+10'
    """

    def worded(self, form: Form) -> Words:
        return render(self.words, form).replace(" ", "")


def effect_signs(*ways: Effect) -> Words:
    """Return what a card may do in the fewest characters: ``+10``, ``=0``, ``out``, ``next``.

    >>> effect_signs(Effect(Change("set", 0))), effect_signs(Effect(add(0), knock_out=True))
    ('=0', 'out')
    """
    found = []
    for effect in ways:
        acts = [wording.short for wording in turn_words(effect) if wording.short]
        found.append(acts[-1] if acts else Unspaced(change_sign(effect.change)))
    return joined("/", found)


def choice(by: int | Numbers) -> Words:
    """Return a number, or those to choose from: ``+10 or −10``, ``1 or 11``; ``5 to 8`` if there
    are no gaps.

    >>> choice((10, -10)), choice((5, 6, 7, 8)), choice(7)
    ('+10 or -10', '5 to 8', '7')
    """
    numbers = (by,) if isinstance(by, int) else by
    low, high = min(numbers), max(numbers)
    gapless = len(numbers) > 3 and set(numbers) == set(range(low, high + 1))
    if gapless or isinstance(numbers, range):
        return phrase("{low} to {high}", low=low, high=high)
    return either([f"+{n}" if low < 0 < n else figure(n) for n in numbers])


def _any_of(by: int | Numbers) -> Words:
    return figure(by) if isinstance(by, int) else either([figure(n) for n in by])


def _oblige(effect: Effect, subjects: int) -> Wording:
    n = effect.oblige
    if effect.each_counts:
        label, owed = in_context("card key", "play {n}", n=n), cards(n)
        does = plural("makes the next player play {n}", "make the next player play {n}", subjects)
    else:
        label, owed = in_context("card key", "owe {n}", n=n), plural("{n} play", "{n} plays", n)
        does = plural("makes the next player owe {n}", "make the next player owe {n}", subjects)
    return Wording("", label, does.filled(n=owed))


class CardRow(Frozen):
    """The cards that do the same: ranks or single cards. With `add_pips` they add their pips."""

    ways: Ways
    add_pips: bool
    cards: tuple[Card, ...]


def grouped(rules: AddingRules) -> tuple[CardRow, ...]:
    """Return the cards grouped by effect; every card of the pack is in exactly one row.

    Rows and cards run from the ace to the joker.
    """
    down = rules.counts_down
    same: dict[tuple[Ways, bool], list[Card]] = {}
    for rank in rules.pack.ranks:
        of_suits = {
            suit: _shared(rules.effects[rank, suit], rank, down=down)
            for suit in rules.pack.suits(rank)
        }
        for shared in dict.fromkeys(of_suits.values()):
            suits = [suit for suit in of_suits if of_suits[suit] == shared]
            whole = len(suits) == len(of_suits)
            cards = [Card(rank)] if whole else [Card(rank, suit) for suit in suits]
            same.setdefault(shared, []).extend(cards)
    rows = [CardRow(*shared, tuple(cards)) for shared, cards in same.items()]
    if rules.pack.jokers:
        rows.append(CardRow(rules.effects[JOKER, None], add_pips=False, cards=(Card(JOKER),)))
    return tuple(rows)


def _shared(ways: Ways, rank: str, *, down: bool) -> tuple[Ways, bool]:
    """Return what the cards of a row may do, and whether they add their pips. The number of pips
    itself is not shared.
    """
    effect, *others = ways
    add_pips = not others and rank in RANKS[:10] and effect.change == pips(rank, down=down)
    return ((replace(effect, change=add(0)),) if add_pips else ways), add_pips


def card_rows(rules: AddingRules) -> Rows:
    """Return the cards with the same effect, and that effect: ``("A 2 3 5–8", "add their pips; an
    ace is 1")``.
    """
    return tuple((_names(row.cards), _does(row, rules)) for row in grouped(rules))


def _does(row: CardRow, rules: AddingRules) -> Words:
    cards = len(row.cards)
    if not row.add_pips:
        return ways_sentence(row.ways, cards)
    pip_words = plural("adds its pips", "add their pips", cards)
    if rules.counts_down:
        pip_words = plural("takes its pips off", "take their pips off", cards)
    does = joined(", ", (pip_words, *_besides(row.ways[0], cards)))
    has_ace = any(card.rank == "A" for card in row.cards)
    return phrase("{does}; an ace is 1", does=does) if has_ace else does


def ways_sentence(ways: Ways, cards: int = 1) -> Words:
    """Return everything that a card may do in words.

    >>> reverses, adds = Effect(add(0), reverse=True), Effect(add(4))
    >>> ways_sentence((reverses, adds))
    'adds nothing, reverses play; or adds 4'
    """
    sentence: Words = ""
    for way in ways:
        does = effect_sentence(way, cards)
        if way.when is not None:
            does = phrase("{condition}: {does}", condition=condition_words(way.when), does=does)
        if sentence and way.when is None:
            sentence = phrase("{does}; or {other}", does=sentence, other=does)
        else:
            sentence = joined("; ", (sentence, does))
    return sentence


def condition_words(when: When | Literal["otherwise"]) -> Words:
    """Return a condition in words.

    >>> condition_words(When(total=Bounds(low=90), after="7"))
    'at 90 or more, after 7'
    """
    if not isinstance(when, When):
        return phrase("otherwise")
    return joined(", ", _conditions(when))


def _conditions(when: When) -> Iterator[Words]:
    if when.total is not UNSET:
        yield phrase("at {numbers}", numbers=_numbers(when.total))
    if when.after is not UNSET:
        cards = [face(parse_card(card)) for card in when.after.split()]
        yield phrase("after {cards}", cards=either(cards))
    if when.same_suit is not UNSET:
        yield phrase("on its own suit") if when.same_suit else phrase("on another suit")
    if when.same_rank is not UNSET:
        yield phrase("on its own rank") if when.same_rank else phrase("on another rank")
    if when.players is not UNSET:
        yield phrase("if {numbers} play", numbers=_numbers(when.players))
    if when.first_round is not UNSET:
        first, later = phrase("in the player's first turn"), phrase("after the player's first turn")
        yield first if when.first_round else later
    if when.first_bust is not UNSET:
        before, since = phrase("before the first bust"), phrase("after the first bust")
        yield before if when.first_bust else since


def _numbers(which: Which) -> Words:
    """Return the numbers for which a condition holds: "90 or more"."""
    match which:
        case int():
            return figure(which)
        case "even":
            return phrase("an even number")
        case "odd":
            return phrase("an odd number")
    some: Words = ""
    match which:
        case Bounds(int() as low, int() as high):
            some = phrase("{low} to {high}", low=low, high=high)
        case Bounds(low=int() as low):
            some = phrase("{n} or more", n=low)
        case Bounds(high=int() as high):
            some = phrase("{n} or less", n=high)
    if which.multiple_of is UNSET:
        return some
    return joined(", ", (some, phrase("a multiple of {n}", n=which.multiple_of)))


def way_label(effect: Effect, target: int) -> Words:
    """Return what an alternative does, in a row of the display's list.

    >>> as_text = way_label(Effect(add(0), reverse=True), 99)
    >>> render(as_text)
    '+0, reverse'
    """
    is_set = effect.change.operation == "set"
    does = change_label(effect.change, target) if is_set else Unspaced(change_sign(effect.change))
    acts = [wording.label for wording in turn_words(effect)]
    return Fitting([joined(", ", (does, *acts)), joined(", ", (does, *acts[:1])), does], IN_A_ROW)


def effect_sentence(effect: Effect, cards: int = 1) -> Words:
    """Return a whole effect in words; `cards` is the number of cards or ranks in the subject.

    >>> effect_sentence(Effect(add(4), reverse=True))
    'adds 4, reverses play'
    """
    return joined(", ", (change_sentence(effect.change, cards), *_besides(effect, cards)))


def _besides(effect: Effect, cards: int) -> Iterator[Words]:
    yield from (turn.sentence for turn in turn_words(effect, cards))
    if effect.call:
        yield call_sentence(effect)


def call_sentence(effect: Effect) -> Words:
    """Return the words for the call of a card as part of a sentence."""
    return phrase("with the words “{call}”", call=translated(effect.call))


def _names(cards: tuple[Card, ...]) -> Words:
    """Return the cards of a row; three or more consecutive numbers become a range, "5–8"."""
    runs: list[list[Card]] = []
    for card in cards:
        if runs and _follows(card, runs[-1][-1]):
            runs[-1].append(card)
        else:
            runs.append([card])
    return joined(
        " ",
        (
            f"{run[0].rank}–{run[-1].rank}" if len(run) > 2 else joined(" ", map(face, run))
            for run in runs
        ),
    )


def _follows(card: Card, before: Card) -> bool:
    figures = card.suit is before.suit is None and card.rank.isdecimal() and before.rank.isdecimal()
    return figures and RANKS.index(card.rank) == RANKS.index(before.rank) + 1


IN_A_ROW = 11
"""The maximum number of characters of an alternative in a row, next to the total that it makes."""

ON_A_KEY = 16
"""The maximum number of characters below the rank on a key."""

SENTENCE = 90
"""The maximum number of characters of the sentence about the suits of a rank."""


class Alike(Frozen):
    """The suits of a `rank` that may do the same in a game to `target`, in the usual order."""

    rank: str
    suits: tuple[str, ...]
    ways: Ways
    target: int

    @property
    def called(self) -> Words:
        """The suits in the form of a key: ``red``, ``black``, or their signs."""
        match self.suits:
            case ("H", "D"):
                return in_context("card key", "red")
            case ("S", "C"):
                return in_context("card key", "black")
        return joined("", map(suit_sign, self.suits))

    @property
    def cards(self) -> Words:
        """The cards in the form of a sentence: ``red fives``, ``Q♠``, ``fives of ♠♥♦``."""
        match self.suits:
            case ("H", "D"):
                return phrase("red {ranks}", ranks=rank_plural(self.rank))
            case ("S", "C"):
                return phrase("black {ranks}", ranks=rank_plural(self.rank))
        if len(self.suits) == 1:
            return face(Card(self.rank, self.suits[0]))
        return phrase("{ranks} of {suits}", ranks=rank_plural(self.rank), suits=self.called)


def alike(rules: AddingRules, rank: str) -> tuple[Alike, ...]:
    """Return the suits of `rank` grouped by effect:
    the largest group first, then the one that adds pips.
    """
    if rank == JOKER:
        return (Alike(rank, (), rules.effects[JOKER, None], rules.target),)
    groups: list[Alike] = []
    for suit in SUIT_ORDER:
        ways = rules.effects.get((rank, suit))
        if ways is None:  # This card is taken out.
            continue
        for place, group in enumerate(groups):
            if do_the_same(group.ways, ways):
                groups[place] = replace(group, suits=(*group.suits, suit))
                break
        else:
            groups.append(Alike(rank, (suit,), ways, rules.target))
    return tuple(
        sorted(
            groups,
            key=lambda group: (
                -len(group.suits),
                not is_plain(group.ways, rank, down=rules.counts_down),
            ),
        )
    )


def key_words(rules: AddingRules, rank: str) -> Words:
    """Return the effects of `rank` for its key: ``0, reverse``, ``+10 or −10``, ``2, ♠ doubles``,
    ``1, black any``; the change of the total alone if there is no room: ``1 or 11 …``.
    """
    most, *odd = alike(rules, rank)
    others = (
        in_context("card key", "{suits} {does}", suits=group.called, does=_on_a_key(group))
        for group in odd
    )
    counts = joined(" / ", (change_label(way.change, rules.target) for way in most.ways))
    texts = (joined(", ", (_on_a_key(most), *others)), joined(" ", (counts, "…")))
    return Fitting((*texts, in_context("card key", "see the rules")), ON_A_KEY)


def suit_signs(rules: AddingRules, rank: str, suit: str) -> Words:
    """Return the effect of a card in the fewest characters; "" if it is not known."""
    return effect_signs(*rules.effects.get((rank, suit), ()))


def what_sets_apart(rules: AddingRules, rank: str) -> Words:
    """Return the sentence about the suits of `rank` that differ ("Here: red fives take 5 off.");
    "" if all are alike and no condition looks at suits.
    """
    _most, *odd = alike(rules, rank)
    suit_counts = phrase("The suit counts here.")
    if not odd:
        return "" if (rank, None) in rules.effects else suit_counts
    differ = joined(
        "; ",
        (joined(" ", (group.cards, ways_sentence(group.ways, len(group.suits)))) for group in odd),
    )
    return Fitting([phrase("Here: {differ}.", differ=differ), suit_counts], SENTENCE)


def _on_a_key(group: Alike) -> Words:
    return joined(
        " / ",
        (joined(", ", (change_label(way.change, group.target), *_acts(way))) for way in group.ways),
    )


def _acts(effect: Effect) -> list[Words]:
    """Return the acts of an effect; that of a card which is only called reads "pass"."""
    acts = [wording.label for wording in turn_words(effect)]
    if not acts and effect.change == add(0) and effect.call:
        return [in_context("card key", "pass")]
    return acts
