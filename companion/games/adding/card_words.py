"""The effects of cards in words: on the total, on the turn, in a table, and by suit."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, assert_never

import msgspec

from companion.core.cards import JOKER, RANKS, SUIT_ORDER, Card
from companion.games.adding.effects import (
    Add,
    AddOneOf,
    Change,
    Effect,
    Multiply,
    SetTo,
    SetWithin,
    pip_value,
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

    >>> change_words(Add(-10), 99)
    Wording(short='- 10', label='-10', sentence='takes 10 off')
    """
    match change:
        case Add(0):
            return Wording(signed(0), figure(0), plural("adds nothing", "add nothing", cards))
        case Add(n):
            does = (
                plural("adds {n}", "add {n}", cards)
                if n > 0
                else plural("takes {n} off", "take {n} off", cards)
            )
            return Wording(signed(n), figure(n), does.filled(n=say(abs(n))))
        case AddOneOf(numbers):
            return Wording(
                joined("/", map(figure, numbers)), choice(numbers), _one_of(numbers, cards)
            )
        case SetTo(n):
            does = plural("sets the total to {n}", "set the total to {n}", cards)
            return Wording(
                joined(" ", ("=", figure(n))),
                in_context("card key", "sets {n}", n=n),
                does.filled(n=n),
            )
        case SetWithin(low, high):
            span = (
                in_context("card key", "any") if low == 0 and high >= target else _span(low, high)
            )
            does = plural(
                "sets the total anywhere from {low} to {high}",
                "set the total anywhere from {low} to {high}",
                cards,
            )
            return Wording(
                joined("-", (figure(low), figure(high))), span, does.filled(low=low, high=high)
            )
        case Multiply(factor):
            return Wording(joined(" ", ("x", figure(factor))), *_times(factor, cards))
        case _:
            assert_never(change)


def made(change: Change, value: int | None) -> Words:
    """Return the change that a play made to the total, for the display, given the chosen `value`.

    >>> made(AddOneOf((1, 11)), 11), made(SetTo(98), None)
    ('+ 11', '= 98')
    """
    match change:
        case SetWithin() if value is not None:
            change = SetTo(value)
        case AddOneOf() if value is not None:
            change = Add(value)
    return change_words(change, 0).short


def signed(number: int) -> Words:
    """Return a number with its sign: ``+ 8``, ``- 10``.

    >>> signed(10), signed(-10)
    ('+ 10', '- 10')
    """
    return joined(" ", (minus() if number < 0 else "+", str(abs(number))))


def pips_words(cards: int = 1) -> Words:
    """Return the phrase for adding pips, which is used only in sentences."""
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


def effect_signs(effect: Effect) -> Words:
    """Return the effect in the fewest characters: ``+10``, ``=0``, ``out``, ``next``.

    >>> effect_signs(Effect(SetTo(0))), effect_signs(Effect(Add(0), knock_out=True))
    ('=0', 'out')
    """
    acts = [wording.short for wording in turn_words(effect) if wording.short]
    return acts[-1] if acts else tight(change_words(effect.change, 0).short)


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
    """The cards with the same effect: ranks or single cards.
    With `add_pips` they add their pips.
    """

    effect: Effect
    add_pips: bool
    cards: tuple[Card, ...]


def grouped(rules: AddingRules) -> tuple[CardRow, ...]:
    """Return the cards grouped by effect; every card of the pack is in exactly one row.

    Rows and cards run from the ace to the joker.
    """
    same: dict[tuple[Effect, bool], list[Card]] = {}
    for rank in rules.pack.ranks:
        of_suits = {
            suit: _shared(rules.effects[rank, suit], rank) for suit in rules.pack.suits(rank)
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


def _shared(effect: Effect, rank: str) -> tuple[Effect, bool]:
    """Return the effect shared by the cards of a row, and whether they add their pips. The number
    of pips itself is not part of the shared effect.
    """
    add_pips = rank in RANKS[:10] and effect.change == Add(pip_value(rank))
    return (msgspec.structs.replace(effect, change=Add(0)) if add_pips else effect), add_pips


def card_rows(rules: AddingRules) -> Rows:
    """Return the cards with the same effect, and that effect: ``("A 2 3 5–8", "add their pips; an
    ace is 1")``.
    """
    return tuple((_names(row.cards), _does(row, rules.target)) for row in grouped(rules))


def _does(row: CardRow, target: int) -> Words:
    does = effect_sentence(row.effect, target, len(row.cards), add_pips=row.add_pips)
    has_ace = any(card.rank == "A" for card in row.cards)
    return phrase("{does}; an ace is 1", does=does) if row.add_pips and has_ace else does


def effect_sentence(
    effect: Effect, target: int, cards: int = 1, *, add_pips: bool = False
) -> Words:
    """Return a whole effect in words; `cards` is the number of cards or ranks in the subject.

    >>> effect_sentence(Effect(Add(4), reverse=True), 99)
    'adds 4, reverses play'
    """
    clauses = [
        pips_words(cards)
        if add_pips
        else change_words(effect.change, target, cards=cards).sentence,
        *(turn.sentence for turn in turn_words(effect, cards)),
        *([call_words(effect).sentence] if effect.call else ()),
    ]
    return joined(", ", clauses)


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


ON_A_KEY: Final = 16
"""The maximum number of characters below the rank on a key."""

SENTENCE: Final = 80
"""The maximum number of characters of the sentence about the suits of a rank."""


class Alike(msgspec.Struct, frozen=True):
    """The suits of a `rank` that share an `effect` in a game to `target`."""

    rank: str
    suits: tuple[str, ...]
    effect: Effect
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
        effect = rules.effects.get((rank, suit))
        if effect is None:  # This card is taken out.
            continue
        for place, group in enumerate(groups):
            if group.effect.does_the_same_as(effect):
                groups[place] = msgspec.structs.replace(group, suits=(*group.suits, suit))
                break
        else:
            groups.append(Alike(rank, (suit,), effect, rules.target))
    return tuple(
        sorted(groups, key=lambda group: (-len(group.suits), not group.effect.is_plain(rank)))
    )


def key_words(rules: AddingRules, rank: str) -> Words:
    """Return the effects of `rank` for its key: ``0, reverse``, ``+10 or −10``, ``2, ♠ doubles``,
    ``1, black any``.
    """
    groups = alike(rules, rank)
    return Fitting(_from_long_to_short(*groups), ON_A_KEY)


def suit_signs(rules: AddingRules, rank: str, suit: str) -> Words:
    """Return the effect of a card in the fewest characters; "" if it is not known."""
    effect = rules.effects.get((rank, suit))
    return "" if effect is None else effect_signs(effect)


def what_sets_apart(rules: AddingRules, rank: str) -> Words:
    """Return the sentence about the suits of `rank` that differ ("In One Hundred: red fives take
    five off."); "" if all are alike.
    """
    _most, *odd = alike(rules, rank)
    if not odd:
        return ""
    return Fitting(_of_those(odd, rules), SENTENCE)


def _of_those(odd: Sequence[Alike], rules: AddingRules) -> Iterator[Words]:
    differ = together(
        [phrase("{cards} {does}", cards=group.cards, does=_in_a_sentence(group)) for group in odd]
    )
    yield phrase("In {title}: {differ}.", title=translated(rules.title), differ=differ)
    yield phrase("Here: {differ}.", differ=differ)
    yield phrase("The suit counts here.")


def _in_a_sentence(group: Alike) -> Words:
    effect, cards = group.effect, len(group.suits)
    turns = [wording.sentence for wording in turn_words(effect, cards)]
    if turns and effect.change == Add(0):
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
        if turn and group.effect.change == most.effect.change:
            does = joined(", ", _acts(group.effect)) or does
        called[does] = joined("", (called.get(does, ""), group.called))
    return [
        in_context("card key", "{suits} {does}", suits=who, does=does)
        for does, who in called.items()
    ]


def _on_a_key(group: Alike, *, turn: bool = True, briefly: bool = False) -> Words:
    change = group.effect.change
    match change:
        case AddOneOf(numbers) if briefly and len(numbers) <= 3:
            does = joined("/", map(figure, numbers))
        case _:
            does = change_words(change, group.target).label
    return joined(", ", [does, *(_acts(group.effect) if turn else ())])


def _acts(effect: Effect) -> list[Words]:
    acts = [wording.label for wording in turn_words(effect)]
    if not acts and effect.change == Add(0) and effect.call:
        return [call_words(effect).label]
    return acts
