"""The rules of a trick game in plain words, as tables to print: deal, rounds and other rules; and
the doubts about keys of its file that are often meant otherwise.
"""

from collections.abc import Iterator, Sequence

from companion.core.cards import RANKS, SUITS, Pack, parse_card
from companion.core.family import InForce
from companion.core.options import Wins
from companion.core.variant_keys import Content, Doubt, dotted
from companion.games.tricks.variant import (
    LEADERS,
    OthersPay,
    RoundEntry,
    TrickRules,
    TrickVariant,
    cards_each,
    pack_for,
    packs,
    points_by_card,
)
from companion.games.tricks.words import passing_words, things, trump
from companion.message import Message, Words, in_context, joined, phrase, plural
from companion.words.cards import face, rank_face, suit_sign
from companion.words.numbers import Count, Row, Rows, figure, points
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
    deck = phrase("a deck of 52 without {cards}") if without else phrase("a deck of 52")
    return (
        (phrase("Deck"), deck.filled(cards=without)),
        (phrase("High to low"), joined(" ", map(rank_face, reversed(variant.ranks)))),
        *(
            (phrase("{n} players", n=count), _dealt(variant, count, pack))
            for count, pack in packs(variant)
        ),
    )


def _dealt(variant: TrickVariant, players: int, pack: Pack) -> Words:
    dealt = phrase("{cards} each, without {removed}") if pack.removed else phrase("{cards} each")
    sizes = [cards_each(entry, pack, players) for entry in variant.rounds]
    return dealt.filled(cards=_cards(sizes), removed=taken_out(Pack(removed=pack.removed)))


def _cards(sizes: Sequence[int]) -> Words:
    """Return the cards of each player: in every round, or round by round."""
    if len(set(sizes)) == 1:
        return cards_words(sizes[0])
    return phrase("{numbers} cards", numbers=joined(", ", map(figure, sizes)))


def round_rows(game: TrickVariant) -> Rows:
    """Return a row for each round: what costs, which suit may not be led, and when it ends
    (docs/reference/rules.md section 6.2).
    """
    always = len(game.rounds) == 1 and game.until is not None
    return tuple(
        (
            phrase("Each round") if always else round_number(place),
            joined("; ", _round(entry, game.wins)),
        )
        for place, entry in enumerate(game.rounds, start=1)
    )


def _round(entry: RoundEntry, wins: Wins) -> Iterator[Words]:
    if entry.places == "any":
        yield phrase("no tricks; the points are entered")
        return
    if entry.places:
        by_place = phrase("no tricks; the players get, from first to last: {points}")
        yield by_place.filled(points=joined(", ", map(figure, entry.by_place)))
        return
    yield joined(", ", (thing.sentence(thing.what) for thing in things(entry, wins)))
    match entry.sweep:
        case OthersPay(others):
            yield phrase("a player who takes everything that costs pays nothing for it")
            yield phrase("every other player gets {points}", points=figure(others))
        case int(more) if more:
            yield phrase("a player who takes everything gets {points} more", points=figure(more))
    if entry.restricted is not None:
        yield may_not_be_led(entry.restricted, opens=entry.restricted_opens).label
    if entry.trump is not None:
        yield trump(entry.trump).label
    yield (
        phrase("ends when all cards are played")
        if entry.ends == "all cards"
        else phrase("ends after the trick with the last card that costs")
    )


def trick_rows(variant: TrickVariant) -> Rows:
    """Return the rows for all rounds and for who wins: ``("Wins", "the fewest points; ...")``."""
    return tuple(_rules(variant))


def _rules(variant: TrickVariant) -> Iterator[Row]:
    if variant.pass_cards:
        yield phrase("Passing"), _passing(variant)
    yield from _order(variant)
    if any(entry.trump for entry in variant.rounds):
        takes = phrase("goes to the highest trump; without one to the highest card of the led suit")
    else:
        takes = phrase("goes to the highest card of the led suit")
    yield phrase("Trick"), takes
    yield from _further(variant)
    follow = phrase("players need not follow suit: any card may be played")
    if variant.must_trump:
        follow = phrase(
            "a player who has a card of the led suit must play one; otherwise a trump; without "
            "either any card may be played"
        )
    elif variant.follow:
        follow = phrase(
            "a player who has a card of the led suit must play one; otherwise any card may "
            "be played"
        )
    yield phrase("Follow"), follow
    if variant.must_beat:
        beat = phrase("a player who must follow suit or trump must beat the trick, if they can")
        yield phrase("Beat"), beat
    restricted = any(entry.restricted for entry in variant.rounds)
    if any(entry.restricted and entry.restricted_opens for entry in variant.rounds):
        yield (
            phrase("Broken"),
            phrase("when a card of the suit is played to the lead of another suit"),
        )
    if restricted:
        only = phrase("a leader who has only the barred suit announces it and leads it")
        yield phrase("Nothing else"), only
    if variant.follow or restricted:
        revoke = phrase(
            "a card that its player had to play earlier goes back to the hand; if the table "
            "accepts it, the player gets {points}"
        )
        yield phrase("Revoke"), revoke.filled(points=points(variant.revoke_penalty))
    yield in_context("rule", "Points"), phrase("all that counts for one trick or card adds up")
    yield in_context("rule", "Game"), _length(variant)
    yield rule_title("wins").short, who_wins(variant.wins).sentence


def _order(variant: TrickVariant) -> Iterator[Row]:
    """Yield the rows for the choice of a round, and for the player who leads."""
    choice = {
        "once each": phrase("the dealer chooses the round, each of them once in a game"),
        "any": phrase("the dealer chooses the round"),
        "once a dealer": phrase(
            "the dealer chooses the round, and each player deals each of them once"
        ),
        "all of a dealer": phrase(
            "the dealer chooses the round, and deals on until each of them has been dealt"
        ),
    }
    if variant.contracts in choice:
        yield phrase("Choice"), choice[variant.contracts]
    lead = phrase("the player to the dealer's left leads; the winner of a trick leads the next")
    if variant.leads == "dealer":
        lead = phrase("the dealer leads; the winner of a trick leads the next")
    elif variant.leads not in LEADERS:
        lead = phrase(
            "{card} is led first, by the player who holds it; the winner of a trick leads the next",
            card=face(parse_card(variant.leads)),
        )
    yield phrase("Lead"), lead


def _further(variant: TrickVariant) -> Iterator[Row]:
    """Yield the rows for the first trick, and for cards that are not dealt."""
    if variant.first_trick_without:
        barred = phrase("no {cards}, except from a player who has nothing else")
        faces = joined(" ", (*map(_faces_one, variant.first_trick_without.split()),))
        yield phrase("First trick"), barred.filled(cards=faces)
    if variant.left_over == "last trick":
        yield (
            phrase("Left over"),
            phrase("cards that cannot be dealt out evenly go to the player of the last trick"),
        )
    if variant.left_over == "out":
        yield phrase("Left over"), phrase("cards that cannot be dealt out evenly do not count")


def _faces_one(key: str) -> Words:
    return suit_sign(key) if key in SUITS else face(parse_card(key))


def _length(variant: TrickVariant) -> Words:
    """Return how long a game lasts."""
    if variant.until is not None:
        until = phrase("rounds until a player has {points} points or more at the end of one")
        return until.filled(points=variant.until)
    rounds = len(variant.rounds)
    if variant.contracts not in {"in order", "once each"}:
        each = plural("one round for each dealer", "{n} rounds for each dealer", rounds)
        return each.filled(n=Count(rounds))
    return plural("one round", "{n} rounds", rounds, n=Count(rounds))


def _passing(variant: TrickVariant) -> Words:
    ways = [passing_words(variant.pass_cards, to).short for to in variant.passing]
    passes = phrase("before the first trick each player passes {cards} {ways}")
    if len(ways) > 1:
        passes = phrase("before the first trick each player passes {cards}; in turn {ways}")
    fewest, most = variant.players
    if "across" in variant.passing and (fewest % 2 or fewest < most):
        passes = phrase(
            "before the first trick each player passes {cards}; in turn {ways}, with an odd "
            "number of players never across"
        )
    return passes.filled(cards=cards_words(variant.pass_cards), ways=joined(", ", ways))


def rule_tables(variant: TrickVariant) -> tuple[Rows, ...]:
    return deal_rows(variant), round_rows(variant), trick_rows(variant)


def in_force(rules: TrickRules) -> InForce:
    dealt = phrase("{what} each", what=_cards([costs.cards_each for costs in rules.costs]))
    return InForce(round_rows(rules), ((phrase("Dealt"), dealt), *trick_rows(rules)))


USUAL_ORDER = (*RANKS[1:], RANKS[0])
"""The ranks as most trick games order them: the ace is the highest."""


def doubts(variant: TrickVariant, _own: Content, _below: Content) -> Iterator[Doubt]:
    """Yield the doubts about a `variant`."""
    lowest, highest = variant.ranks[0], variant.ranks[-1]
    if USUAL_ORDER.index(lowest) > USUAL_ORDER.index(highest):
        order = phrase(
            "the ranks go from low to high, so {low} takes no trick from {high}: is that meant? "
            "Else write the highest last",
            low=lowest,
            high=highest,
        )
        yield "ranks", order
    for place, entry in enumerate(variant.rounds, start=1):
        for key, doubt in _about_round(variant, entry):
            yield dotted("rounds", str(place), *key), doubt


def _about_round(
    variant: TrickVariant, entry: RoundEntry
) -> Iterator[tuple[tuple[str, ...], Message]]:
    if variant.wins == "lowest" and entry.places != "any" and max(entry.written) <= 0:
        gains = phrase(
            "this round only takes points off, and the lowest number wins: is that meant? Else "
            'write wins = "highest", or numbers above 0'
        )
        yield (), gains
    if isinstance(entry.sweep, OthersPay):
        others = entry.sweep.others
        if others < 0 if variant.wins == "lowest" else others > 0:
            helps = phrase("{n} is good for the others: is that meant? Else write {other}")
            yield ("sweep", "others"), helps.filled(n=others, other=-others)
    named = [
        (key, parse_card(part)) for key in entry.cards if key not in SUITS for part in key.split()
    ]
    ranks = {card.rank for _, card in named if card.suit is None}
    points = points_by_card(entry, pack_for(variant, variant.players[0]))
    for key, card in named:
        if card.suit and card.rank in ranks:
            added = phrase(
                "{card} counts {n}, as the points of {rank} are added: is that meant? Else write "
                "the other cards of that rank by suit",
                card=card,
                n=points[card],
                rank=card.rank,
            )
            yield ("cards", key), added
