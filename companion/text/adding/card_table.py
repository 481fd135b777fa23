"""Tabulates what the cards of a game do, as rows of a table to lay beside the deck."""

import msgspec

from companion.message import Words, joined, phrase
from companion.rules.adding.effects import Add, Effect, pip_value
from companion.rules.adding.rules import AddingRules
from companion.rules.cards import JOKER, RANKS, SUITS, Card
from companion.text.adding.effects import call_words, change_words, pips_words, turn_words
from companion.text.cards import face
from companion.text.lengths import Rows


class CardRow(msgspec.Struct, frozen=True):
    """Cards with the same effect: a rank, or a single card, and which of them `add_pips`."""

    effect: Effect
    add_pips: bool
    cards: tuple[Card, ...]


def grouped(rules: AddingRules) -> tuple[CardRow, ...]:
    """Return the cards by effect; every card of the pack is in exactly one row.

    Rows and cards run from the ace to the joker.
    """
    same: dict[tuple[Effect, bool], list[Card]] = {}
    for rank in RANKS:
        of_suits = {suit: _shared(rules.effects[rank, suit], rank) for suit in SUITS}
        for shared in dict.fromkeys(of_suits.values()):
            suits = [suit for suit in SUITS if of_suits[suit] == shared]
            cards = (
                [Card(rank)] if len(suits) == len(SUITS) else [Card(rank, suit) for suit in suits]
            )
            same.setdefault(shared, []).extend(cards)
    rows = [CardRow(*shared, tuple(cards)) for shared, cards in same.items()]
    if rules.pack.jokers:
        rows.append(CardRow(rules.effects[JOKER, None], add_pips=False, cards=(Card(JOKER),)))
    return tuple(rows)


def _shared(effect: Effect, rank: str) -> tuple[Effect, bool]:
    """Return what the cards of a row share; the number
    that they add is not shared if it is the pips.
    """
    add_pips = rank in RANKS[:10] and effect.change == Add(pip_value(rank))
    return (msgspec.structs.replace(effect, change=Add(0)) if add_pips else effect), add_pips


def card_rows(rules: AddingRules) -> Rows:
    """Return cards with the same effect, and it: ``("A 2 3 5–8", "add their pips;
    an ace is 1")``.
    """
    return tuple((_names(row.cards), _does(row, rules.target)) for row in grouped(rules))


def _does(row: CardRow, target: int) -> Words:
    does = effect_sentence(row.effect, target, len(row.cards), add_pips=row.add_pips)
    has_ace = any(card.rank == "A" for card in row.cards)
    return phrase("{does}; an ace is 1", does=does) if row.add_pips and has_ace else does


def effect_sentence(
    effect: Effect, target: int, cards: int = 1, *, add_pips: bool = False
) -> Words:
    """Return all that an effect does; `cards` is the number of cards or ranks that are the subject.

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
    """Return the cards of a row; three or more consecutive figures become a range, "5–8"."""
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
