"""The rules of a trick game in plain words, as tables to print: deal, rounds and other rules."""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.core.cards import SUITS, Pack, parse_card
from companion.core.family import InForce
from companion.games.tricks.variant import (
    RoundEntry,
    TrickRules,
    TrickVariant,
    cards_meant,
    pack_for,
)
from companion.message import Words, in_context, joined, phrase, plural
from companion.words.cards import each, face, rank_face, rank_plural, suit_sign
from companion.words.numbers import Count, Rows
from companion.words.numbers import cards as cards_words
from companion.words.refusals import may_not_be_led
from companion.words.rule_keys import rule_title
from companion.words.turns import round_number
from companion.words.variants import taken_out, who_wins


def deal_rows(variant: TrickVariant) -> Rows:
    """Return rows for the pack and for the deal by number of players: ``("3 players", "17 cards
    each, without 2♣")``.
    """
    without = taken_out(Pack(ranks=variant.ranks))
    fewest, most = variant.players
    pack = phrase("a deck of 52 without {cards}") if without else phrase("a deck of 52")
    return (
        (phrase("Deck"), pack.filled(cards=without)),
        (phrase("High to low"), joined(" ", map(rank_face, reversed(variant.ranks)))),
        *(
            (phrase("{n} players", n=count), _dealt(variant, count))
            for count in range(fewest, most + 1)
        ),
    )


def _dealt(variant: TrickVariant, players: int) -> Words:
    pack = pack_for(variant, players)
    dealt = phrase("{cards} each, without {removed}") if pack.removed else phrase("{cards} each")
    return dealt.filled(
        cards=cards_words(pack.size // players), removed=taken_out(Pack(removed=pack.removed))
    )


def round_rows(game: TrickVariant) -> Rows:
    """Return a row for each round: what costs, which suit may not be led, and when it ends
    (docs/reference/rules.md section 6.2).
    """
    deck = Pack(ranks=game.ranks)
    always = len(game.rounds) == 1 and game.until is not None
    return tuple(
        (
            phrase("Each round") if always else round_number(place),
            joined("; ", _round(entry, deck)),
        )
        for place, entry in enumerate(game.rounds, start=1)
    )


def _round(entry: RoundEntry, deck: Pack) -> Iterator[Words]:
    yield joined(", ", _costs(entry))
    if adding_up := joined(", ", _adding_up(entry, deck)):
        yield phrase("if several apply to one card, they add up: {costs}", costs=adding_up)
    if entry.sweep:
        yield phrase("a player who takes everything pays {points} more", points=entry.sweep)
    if entry.restricted is not None:
        yield may_not_be_led(entry.restricted).label
    yield _ends(entry)


def _costs(entry: RoundEntry) -> Iterator[Words]:
    if entry.trick:
        yield phrase("each trick costs {points}", points=entry.trick)
        first, last = (
            phrase("the first trick costs {points} more"),
            phrase("the last trick costs {points} more"),
        )
    else:
        first, last = (
            phrase("the first trick costs {points}"),
            phrase("the last trick costs {points}"),
        )
    if entry.first_trick:
        yield first.filled(points=entry.first_trick)
    if entry.last_trick:
        yield last.filled(points=entry.last_trick)
    for key, points in entry.cards.items():
        yield _cost(_faces(key), points)


def _cost(cards: Sequence[Words], points: int) -> Words:
    cost = plural("{cards} costs {points}", "{cards} cost {points} each", len(cards))
    return cost.filled(cards=joined(" ", cards), points=points)


def _faces(key: str) -> list[Words]:
    """Return the parts of a key of ``cards`` for display.
    A single suit or rank becomes "each ...".
    """
    if key in SUITS:
        return [each(key)]
    cards = [parse_card(part) for part in key.split()]
    return [
        each(card.rank) if card.suit is None and len(cards) == 1 else face(card) for card in cards
    ]


def _adding_up(entry: RoundEntry, deck: Pack) -> Iterator[Words]:
    """Yield the cards that match several keys, with the sum of their costs."""
    meant = [
        (card, points) for key, points in entry.cards.items() for card in cards_meant(key, deck)
    ]
    fitting = Counter(card for card, _points in meant)
    for card in deck.cards():
        if fitting[card] > 1:
            yield _cost([face(card)], sum(points for other, points in meant if other == card))


def _ends(entry: RoundEntry) -> Words:
    if entry.ends == "all cards":
        return phrase("ends when all cards are played")
    (key, *others) = entry.cards
    cards = [parse_card(part) for part in key.split()] if key not in SUITS else []
    match cards:
        case _ if others or len(cards) > 1:
            return phrase("ends after the trick with the last card that costs")
        case [card] if card.suit is not None:
            return phrase("ends after the trick with {card}", card=face(card))
        case [card]:
            return phrase(
                "ends after the trick with the last of the {ranks}", ranks=rank_plural(card.rank)
            )
    return phrase("ends after the trick with the last {suit}", suit=suit_sign(key))


def trick_rows(variant: TrickVariant | TrickRules) -> Rows:
    """Return the rows for all rounds and for who wins: ``("Wins", "the fewest points; ...")``."""
    return tuple(_rules(variant))


def _rules(variant: TrickVariant | TrickRules) -> Iterator[tuple[Words, Words]]:
    yield (
        phrase("Lead"),
        phrase("the player to the dealer's left leads; the winner of a trick leads the next"),
    )
    yield phrase("Trick"), phrase("goes to the highest card of the led suit")
    if variant.follow:
        follow = phrase(
            "a player who has a card of the led suit must play one; otherwise any card may "
            "be played"
        )
    else:
        follow = phrase("players need not follow suit: any card may be played")
    yield phrase("Follow"), follow
    restricted = any(entry.restricted for entry in variant.rounds)
    if restricted:
        yield (
            phrase("Broken"),
            phrase("when a card of the suit is played to the lead of another suit"),
        )
        only = phrase("a leader who has only the barred suit announces it and leads it")
        yield phrase("Nothing else"), only
    if variant.follow or restricted:
        yield phrase("Revoke"), _revoke(variant.revoke_penalty)
    if variant.until is not None:
        until = phrase("rounds until a player has {points} points or more at the end of one")
        yield in_context("rule", "Game"), until.filled(points=variant.until)
    else:
        rounds = len(variant.rounds)
        yield in_context("rule", "Game"), plural("one round", "{n} rounds", rounds, n=Count(rounds))
    yield rule_title("wins").short, who_wins("lowest").sentence


def _revoke(penalty: int) -> Words:
    if not penalty:
        return phrase(
            "a card of a suit that its player did not follow earlier goes back to the hand; "
            "if the table accepts it, it costs nothing by itself"
        )
    return phrase(
        "a card of a suit that its player did not follow earlier goes back to the hand; if "
        "the table accepts it, it costs {points}",
        points=penalty,
    )


def rule_tables(variant: TrickVariant) -> tuple[Rows, ...]:
    return deal_rows(variant), round_rows(variant), trick_rows(variant)


def in_force(rules: TrickRules) -> InForce:
    dealt = phrase("{what} each", what=cards_words(rules.hand_size))
    return InForce(round_rows(rules), ((phrase("Dealt"), dealt), *trick_rows(rules)))
