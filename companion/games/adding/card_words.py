"""The effects of cards in words: on the total, on the turn, in a table, and by suit."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal, assert_never

import msgspec
from msgspec import UNSET

from companion.core.cards import JOKER, RANKS, SUIT_ORDER, Card, parse_card
from companion.games.adding.effects import (
    Bounds,
    Change,
    Effect,
    Operation,
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
    Value,
    Words,
    in_context,
    joined,
    phrase,
    plural,
    render,
)
from companion.words.cards import face, rank_plural, suit_sign
from companion.words.consequences import consequence_words
from companion.words.numbers import Count, Rows, Wording, either, figure, minus, number, together
from companion.words.variants import translated


def change_words(
    change: Change, target: int, *, cards: int = 1, say: Callable[[int], Words] = figure
) -> Wording:
    """Return the words for a change of the total in a game to `target`.

    Args:
        change: the effect on the total.
        target: the maximum total; the key of a card that sets any total up to it reads "any".
        cards: the number of cards or ranks that are the subject of the sentence.
        say: formats an added number within the sentence.

    >>> change_words(add(-10), 99)
    Wording(short='- 10', label='-10', sentence='takes 10 off')
    """
    match change:
        case Change("add", 0):
            return Wording(signed(0), figure(0), plural("adds nothing", "add nothing", cards))
        case Change("add", int() as n):
            does = (
                plural("adds {n}", "add {n}", cards)
                if n > 0
                else plural("takes {n} off", "take {n} off", cards)
            )
            return Wording(signed(n), figure(n), does.filled(n=say(abs(n))))
        case Change("set", int() as n):
            does = plural("sets the total to {n}", "set the total to {n}", cards)
            return Wording(
                joined(" ", ("=", figure(n))),
                in_context("card key", "sets {n}", n=n),
                does.filled(n=n),
            )
        case Change("multiply", int() as factor):
            return Wording(joined(" ", ("x", figure(factor))), *_times(factor, cards))
        case Change("divide", int() as by):
            return Wording(joined(" ", (":", figure(by))), *_divided(change, by, cards))
        case Change(operation, range() as numbers):
            return _of_a_range(operation, numbers, target, cards)
        case Change(operation, tuple() as numbers):
            return _of_a_list(operation, numbers, cards)
    raise TypeError(change)


def _of_a_range(operation: Operation, numbers: range, target: int, cards: int) -> Wording:
    low, high = numbers.start, numbers.stop - 1
    span = _span(low, high)
    match operation:
        case "add":
            does = plural(
                "adds any number from {low} to {high}", "add any number from {low} to {high}", cards
            )
            label: Words = in_context("card key", "adds {numbers}", numbers=span)
        case "set":
            does = plural(
                "sets the total anywhere from {low} to {high}",
                "set the total anywhere from {low} to {high}",
                cards,
            )
            is_any = low == 0 and high >= target
            label = in_context("card key", "any") if is_any else span
        case "multiply":
            does = plural(
                "multiplies the total by any number from {low} to {high}",
                "multiply the total by any number from {low} to {high}",
                cards,
            )
            label = in_context("card key", "times {factor}", factor=span)
        case "divide":
            does = plural(
                "divides the total by any number from {low} to {high}",
                "divide the total by any number from {low} to {high}",
                cards,
            )
            label = in_context("card key", "divided by {n}", n=span)
        case _:
            assert_never(operation)
    short = joined("-", (figure(low), figure(high)))
    return Wording(short, label, does.filled(low=low, high=high))


def _of_a_list(operation: Operation, numbers: tuple[int, ...], cards: int) -> Wording:
    short, which = joined("/", map(figure, numbers)), choice(numbers)
    match operation:
        case "add":
            return Wording(short, which, _one_of(numbers, cards))
        case "set":
            does = plural(
                "sets the total to {numbers}, as called",
                "set the total to {numbers}, as called",
                cards,
            )
            label: Words = in_context(
                "card key", "sets {n}", n=either([figure(n) for n in numbers])
            )
        case "multiply":
            does = plural(
                "multiplies the total by {numbers}, as called",
                "multiply the total by {numbers}, as called",
                cards,
            )
            label = in_context("card key", "times {factor}", factor=which)
        case "divide":
            does = plural(
                "divides the total by {numbers}, as called",
                "divide the total by {numbers}, as called",
                cards,
            )
            label = in_context("card key", "divided by {n}", n=which)
        case _:
            assert_never(operation)
    return Wording(short, label, does.filled(numbers=either([figure(n) for n in numbers])))


def made(change: Change, value: int | None) -> Words:
    """Return the change that a play made to the total, for the display, given the chosen `value`.

    >>> made(Change("add", (1, 11)), 11), made(Change("set", 98), None)
    ('+ 11', '= 98')
    """
    if change.is_choice and value is not None:
        change = msgspec.structs.replace(change, by=value)
    return change_words(change, 0).short


def signed(number: int) -> Words:
    """Return a number with its sign: ``+ 8``, ``- 10``.

    >>> signed(10), signed(-10)
    ('+ 10', '- 10')
    """
    return joined(" ", (minus() if number < 0 else "+", str(abs(number))))


def pips_words(cards: int = 1, *, down: bool = False) -> Words:
    """Return the phrase for adding pips, or for taking them off in a game that counts `down`. It is
    used only in sentences.
    """
    if down:
        return plural("takes its pips off", "take their pips off", cards)
    return plural("adds its pips", "add their pips", cards)


def turn_words(effect: Effect, cards: int = 1) -> Iterator[Wording]:
    """Yield the words for each effect on the turn;
    `cards` is the number of cards in the subject.
    """
    if effect.reverse:
        yield Wording(
            "", in_context("card key", "reverse"), plural("reverses play", "reverse play", cards)
        )
    if effect.skip:
        yield _skip(effect.skip, cards)
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


def call_words(effect: Effect) -> Wording:
    """Return the words for the call of a card.
    The key of a card with no other effect reads "pass".
    """
    return Wording(
        translated(effect.call),
        in_context("card key", "pass"),
        phrase("with the words “{call}”", call=translated(effect.call)),
    )


class _Tight(Value):
    """Words without spaces."""

    __slots__ = ("words",)

    def __init__(self, words: Words) -> None:
        self.words = words

    def worded(self, form: Form) -> Words:
        return render(self.words, form).replace(" ", "")


def tight(words: Words) -> Words:
    """Return a sum without its spaces: ``+10``.

    >>> tight(signed(10))
    '+10'
    """
    return _Tight(words)


def effect_signs(*ways: Effect) -> Words:
    """Return what a card may do in the fewest characters: ``+10``, ``=0``, ``out``, ``next``.

    >>> effect_signs(Effect(Change("set", 0))), effect_signs(Effect(add(0), knock_out=True))
    ('=0', 'out')
    """
    found = []
    for effect in ways:
        acts = [wording.short for wording in turn_words(effect) if wording.short]
        found.append(acts[-1] if acts else tight(change_words(effect.change, 0).short))
    return joined("/", found)


def choice(numbers: Sequence[int]) -> Words:
    """Return the numbers to choose from: ``+10 or −10``, ``1 or 11``; ``5 to 8`` if there are no
    gaps.

    >>> choice((10, -10)), choice((5, 6, 7, 8))
    ('+10 or -10', '5 to 8')
    """
    if len(numbers) > 3 and set(numbers) == set(range(min(numbers), max(numbers) + 1)):
        return _span(min(numbers), max(numbers))
    has_minus = min(numbers) < 0
    return either([f"+{n}" if has_minus and n > 0 else figure(n) for n in numbers])


def _span(low: int, high: int) -> Words:
    return phrase("{low} to {high}", low=low, high=high)


def _one_of(numbers: Sequence[int], cards: int) -> Words:
    match numbers:
        case (number, other) if number == -other:
            does = plural(
                "goes {n} up or {n} down, as called", "go {n} up or {n} down, as called", cards
            )
            return does.filled(n=abs(number))
    does = plural("adds {numbers}, as called", "add {numbers}, as called", cards)
    return does.filled(numbers=choice(numbers))


def _times(factor: int, cards: int) -> tuple[Words, Words]:
    if factor == 2:
        return in_context("card key", "doubles"), plural(
            "doubles the total", "double the total", cards
        )
    does = plural("multiplies the total by {factor}", "multiply the total by {factor}", cards)
    label = in_context("card key", "times {factor}")
    return label.filled(factor=factor), does.filled(factor=factor)


def _divided(change: Change, by: int, cards: int) -> tuple[Words, Words]:
    if by == 2:
        label: Words = in_context("card key", "halves")
        does: Words = plural("halves the total", "halve the total", cards)
    else:
        label = in_context("card key", "divided by {n}", n=by)
        does = plural("divides the total by {n}", "divide the total by {n}", cards).filled(n=by)
    return label, phrase("{does}, rounded up", does=does) if change.round_up else does


def _skip(players: int, cards: int) -> Wording:
    if players == 1:
        return Wording(
            "", in_context("card key", "skip"), plural("skips a player", "skip a player", cards)
        )
    does = plural("skips {n} players", "skip {n} players", cards)
    return Wording("", in_context("card key", "skip {n}", n=players), does.filled(n=Count(players)))


def _oblige(effect: Effect, cards: int) -> Wording:
    plays = effect.oblige
    if effect.each_counts:
        does = (
            plural(
                "makes the next player play one card", "make the next player play one card", cards
            )
            if plays == 1
            else plural(
                "makes the next player play {n} cards", "make the next player play {n} cards", cards
            )
        )
        return Wording("", in_context("card key", "play {n}", n=plays), does.filled(n=Count(plays)))
    does = (
        plural("makes the next player owe one play", "make the next player owe one play", cards)
        if plays == 1
        else plural(
            "makes the next player owe {n} plays", "make the next player owe {n} plays", cards
        )
    )
    return Wording("", in_context("card key", "owe {n}", n=plays), does.filled(n=Count(plays)))


class CardRow(msgspec.Struct, frozen=True):
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
    return ((msgspec.structs.replace(effect, change=add(0)),) if add_pips else ways), add_pips


def card_rows(rules: AddingRules) -> Rows:
    """Return the cards with the same effect, and that effect: ``("A 2 3 5–8", "add their pips; an
    ace is 1")``.
    """
    return tuple((_names(row.cards), _does(row, rules)) for row in grouped(rules))


def _does(row: CardRow, rules: AddingRules) -> Words:
    does = ways_sentence(row.ways, rules.target, len(row.cards))
    if row.add_pips:
        does = _with_pips(row.ways[0], len(row.cards), down=rules.counts_down)
    has_ace = any(card.rank == "A" for card in row.cards)
    return phrase("{does}; an ace is 1", does=does) if row.add_pips and has_ace else does


def ways_sentence(ways: Ways, target: int, cards: int = 1) -> Words:
    """Return everything that a card may do in words.

    >>> reverses, adds = Effect(add(0), reverse=True), Effect(add(4))
    >>> ways_sentence((reverses, adds), 99)
    'adds nothing, reverses play; or adds 4'
    """
    sentence: Words = ""
    for way in ways:
        does = effect_sentence(way, target, cards)
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
    parts: list[Words] = []
    if when.total is not UNSET:
        parts += _at_totals(when.total)
    if when.after is not UNSET:
        cards = [face(parse_card(card)) for card in when.after.split()]
        parts.append(phrase("after {cards}", cards=either(cards)))
    if when.same_suit is not UNSET:
        parts.append(phrase("on its own suit") if when.same_suit else phrase("on another suit"))
    if when.same_rank is not UNSET:
        parts.append(phrase("on its own rank") if when.same_rank else phrase("on another rank"))
    if when.players is not UNSET:
        parts += _with_players(when.players)
    if when.first_round is not UNSET:
        first, later = phrase("in the player's first turn"), phrase("after the player's first turn")
        parts.append(first if when.first_round else later)
    if when.first_bust is not UNSET:
        before, since = phrase("before the first bust"), phrase("after the first bust")
        parts.append(before if when.first_bust else since)
    return joined(", ", parts)


def _at_totals(which: Which) -> Iterator[Words]:
    match which:
        case int():
            yield phrase("at {n}", n=figure(which))
        case "even":
            yield phrase("at an even total")
        case "odd":
            yield phrase("at an odd total")
        case Bounds(int() as low, int() as high):
            yield phrase("at {low} to {high}", low=figure(low), high=figure(high))
        case Bounds(low=int() as low):
            yield phrase("at {n} or more", n=figure(low))
        case Bounds(high=int() as high):
            yield phrase("at {n} or less", n=figure(high))
    if isinstance(which, Bounds) and which.multiple_of is not UNSET:
        yield phrase("at a multiple of {n}", n=which.multiple_of)


def _with_players(which: Which) -> Iterator[Words]:
    match which:
        case int():
            yield phrase("with {n} players", n=which)
        case "even":
            yield phrase("with an even number of players")
        case "odd":
            yield phrase("with an odd number of players")
        case Bounds(int() as low, int() as high):
            yield phrase("with {low} to {high} players", low=low, high=high)
        case Bounds(low=int() as low):
            yield phrase("with {n} players or more", n=low)
        case Bounds(high=int() as high):
            yield phrase("with {n} players or fewer", n=high)
    if isinstance(which, Bounds) and which.multiple_of is not UNSET:
        yield phrase("with a multiple of {n} players", n=which.multiple_of)


def way_label(effect: Effect, target: int) -> Words:
    """Return what an alternative does, in a row of the display's list.

    >>> as_text = way_label(Effect(add(0), reverse=True), 99)
    >>> render(as_text)
    '+0, reverse'
    """
    change = change_words(effect.change, target)
    does = change.label if effect.change.operation == "set" else tight(change.short)
    acts = [wording.label for wording in turn_words(effect)]
    return Fitting([joined(", ", (does, *acts)), joined(", ", (does, *acts[:1])), does], IN_A_ROW)


def effect_sentence(effect: Effect, target: int, cards: int = 1) -> Words:
    """Return a whole effect in words; `cards` is the number of cards or ranks in the subject.

    >>> effect_sentence(Effect(add(4), reverse=True), 99)
    'adds 4, reverses play'
    """
    change = change_words(effect.change, target, cards=cards).sentence
    return joined(", ", (change, *_besides(effect, cards)))


def _with_pips(effect: Effect, cards: int, *, down: bool) -> Words:
    """Return the words for cards that change the total by their pips."""
    return joined(", ", (pips_words(cards, down=down), *_besides(effect, cards)))


def _besides(effect: Effect, cards: int) -> Iterator[Words]:
    yield from (turn.sentence for turn in turn_words(effect, cards))
    if effect.call:
        yield call_words(effect).sentence


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


IN_A_ROW: Final = 11
"""The maximum number of characters of an alternative in a row, next to the total that it makes."""

ON_A_KEY: Final = 16
"""The maximum number of characters below the rank on a key."""

SENTENCE: Final = 80
"""The maximum number of characters of the sentence about the suits of a rank."""


class Alike(msgspec.Struct, frozen=True):
    """The suits of a `rank` that may do the same in a game to `target`."""

    rank: str
    suits: tuple[str, ...]
    ways: Ways
    target: int

    @property
    def called(self) -> Words:
        """The suits in the form of a key: ``red``, ``black``, or their signs."""
        match set(self.suits):
            case suits if suits == {"H", "D"}:
                return in_context("card key", "red")
            case suits if suits == {"S", "C"}:
                return in_context("card key", "black")
        return joined("", map(suit_sign, self.suits))

    @property
    def cards(self) -> Words:
        """The cards in the form of a sentence: ``red fives``, ``Q♠``, ``fives of ♠♥♦``."""
        match set(self.suits):
            case suits if suits == {"H", "D"}:
                return phrase("red {ranks}", ranks=rank_plural(self.rank))
            case suits if suits == {"S", "C"}:
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
                groups[place] = msgspec.structs.replace(group, suits=(*group.suits, suit))
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
    ``1, black any``.
    """
    groups = alike(rules, rank)
    return Fitting(_from_long_to_short(*groups), ON_A_KEY)


def suit_signs(rules: AddingRules, rank: str, suit: str) -> Words:
    """Return the effect of a card in the fewest characters; "" if it is not known."""
    return effect_signs(*rules.effects.get((rank, suit), ()))


def what_sets_apart(rules: AddingRules, rank: str) -> Words:
    """Return the sentence about the suits of `rank` that differ ("In One Hundred: red fives take
    five off."); "" if all are alike and no condition looks at suits.
    """
    _most, *odd = alike(rules, rank)
    if not odd:
        return "" if (rank, None) in rules.effects else phrase("The suit counts here.")
    return Fitting(_of_those(odd, rules), SENTENCE)


def _of_those(odd: Sequence[Alike], rules: AddingRules) -> Iterator[Words]:
    differ = together(
        [phrase("{cards} {does}", cards=group.cards, does=_in_a_sentence(group)) for group in odd]
    )
    yield phrase("In {title}: {differ}.", title=translated(rules.title), differ=differ)
    yield phrase("Here: {differ}.", differ=differ)
    yield phrase("The suit counts here.")


def _in_a_sentence(group: Alike) -> Words:
    cards, (effect, *others) = len(group.suits), group.ways
    if others or effect.when is not None:
        return ways_sentence(group.ways, group.target, cards)
    turns = [wording.sentence for wording in turn_words(effect, cards)]
    if turns and effect.change == add(0):
        return together(turns)
    return together(
        [change_words(effect.change, group.target, cards=cards, say=number).sentence, *turns]
    )


def _from_long_to_short(most: Alike, *odd: Alike) -> Iterator[Words]:
    """Yield the complete text, then shorter ones with less about the exceptions."""
    for briefly in (False, True):
        does = _on_a_key(most, briefly=briefly)
        for turn in (True, False):
            yield joined(", ", [does, *_of_odd(most, odd, turn=turn, briefly=briefly)])
    yield joined(" ", (_on_a_key(most, turn=False, briefly=True), "…"))
    yield in_context("card key", "see the rules")


def _of_odd(most: Alike, odd: Sequence[Alike], *, turn: bool, briefly: bool) -> list[Words]:
    """Return the effect of each other group; groups with the same words share one text."""
    called: dict[Words, Words] = {}
    for group in odd:
        does = _on_a_key(group, turn=turn, briefly=briefly)
        if turn and [way.change for way in group.ways] == [way.change for way in most.ways]:
            does = joined(" / ", (joined(", ", _acts(way)) for way in group.ways)) or does
        called[does] = joined("", (called.get(does, ""), group.called))
    return [
        in_context("card key", "{suits} {does}", suits=who, does=does)
        for does, who in called.items()
    ]


def _on_a_key(group: Alike, *, turn: bool = True, briefly: bool = False) -> Words:
    texts = []
    for way in group.ways:
        match way.change:
            case Change("add", tuple() as numbers) if briefly and len(numbers) <= 3:
                does = joined("/", map(figure, numbers))
            case change:
                does = change_words(change, group.target).label
        texts.append(joined(", ", [does, *(_acts(way) if turn else ())]))
    return joined(" / ", texts)


def _acts(effect: Effect) -> list[Words]:
    acts = [wording.label for wording in turn_words(effect)]
    if not acts and effect.change == add(0) and effect.call:
        return [call_words(effect).label]
    return acts
