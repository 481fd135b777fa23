"""Describes a trick game in plain words, as tables to lay beside the deck: deal, rounds, other rules."""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.rules.cards import SUIT_SIGNS, SUITS, Pack, parse_card
from companion.rules.tricks.rules import Round, TrickRules, cards_meant, pack_for
from companion.rules.tricks.variant import RoundEntry, TrickVariant
from companion.text.cards import each, face, rank_word
from companion.text.packs import taken_out
from companion.variants.card_table import Rows, number


def deal_rows(variant: TrickVariant) -> Rows:
    """Return the pack, and the deal by players: ``("3 players", "17 cards each, without 2♣")``."""
    without = taken_out(Pack(ranks=variant.ranks))
    fewest, most = variant.players
    return (
        ("Pack", f"a deck of 52 without {without}" if without else "a deck of 52"),
        ("High to low", " ".join(reversed(variant.ranks))),
        *((f"{count} players", _dealt(variant, count)) for count in range(fewest, most + 1)),
    )


def _dealt(variant: TrickVariant, players: int) -> str:
    pack = pack_for(variant, players)
    cards = pack.size // players
    dealt = f"{cards} card{'' if cards == 1 else 's'} each"
    return f"{dealt}, without {taken_out(Pack(removed=pack.removed))}" if pack.removed else dealt


def round_rows(game: TrickVariant | TrickRules) -> Rows:
    """Return for each round what costs, what may not be led, and when it ends (docs/rules.md section 6.2)."""
    deck = Pack(ranks=game.ranks if isinstance(game, TrickVariant) else game.pack.ranks)
    rounds: Sequence[RoundEntry | Round] = game.rounds
    always = len(rounds) == 1 and game.until is not None
    return tuple(
        ("Each round" if always else f"Round {place}", "; ".join(_round(_as_said(entry), deck)))
        for place, entry in enumerate(rounds, start=1)
    )


def _as_said(entry: RoundEntry | Round) -> RoundEntry:
    """Return a round in the form of a variant file, also for a round of the rules in force."""
    if isinstance(entry, RoundEntry):
        return entry
    return RoundEntry(
        restricted=entry.restricted,
        trick=entry.trick,
        first_trick=entry.first_trick,
        last_trick=entry.last_trick,
        cards=entry.named,
        sweep=entry.sweep,
        ends=entry.ends,
    )


def _round(entry: RoundEntry, deck: Pack) -> Iterator[str]:
    yield ", ".join(_costs(entry))
    if adding_up := ", ".join(_adding_up(entry, deck)):
        yield f"what fits one card adds up: {adding_up}"
    if entry.sweep:
        yield f"whoever takes all of it pays {entry.sweep} more"
    if entry.restricted is not None:
        yield f"{SUIT_SIGNS[entry.restricted]} may not be led until it is broken"
    yield _ends(entry)


def _costs(entry: RoundEntry) -> Iterator[str]:
    more = " more" if entry.trick else ""
    if entry.trick:
        yield f"each trick costs {entry.trick}"
    if entry.first_trick:
        yield f"the first trick costs {entry.first_trick}{more}"
    if entry.last_trick:
        yield f"the last trick costs {entry.last_trick}{more}"
    for key, points in entry.cards.items():
        cards = _faces(key)
        yield f"{cards[0]} costs {points}" if len(cards) == 1 else f"{' '.join(cards)} cost {points} each"


def _faces(key: str) -> list[str]:
    """Return the parts of a key of ``cards`` for display: a single suit or rank becomes "each ..."."""
    if key in SUITS:
        return [each(key)]
    cards = [parse_card(part) for part in key.split()]
    return [each(card.rank) if card.suit is None and len(cards) == 1 else face(card) for card in cards]


def _adding_up(entry: RoundEntry, deck: Pack) -> Iterator[str]:
    """Yield the cards that match several keys, with the sum of their costs."""
    meant = [(card, points) for key, points in entry.cards.items() for card in cards_meant(key, deck)]
    fitting = Counter(card for card, _ in meant)
    for card in deck.cards():
        if fitting[card] > 1:
            yield f"{face(card)} costs {sum(points for other, points in meant if other == card)}"


def _ends(entry: RoundEntry) -> str:
    if entry.ends == "all cards":
        return "ends when all cards are played"
    (key, *others) = entry.cards
    cards = [parse_card(part) for part in key.split()] if key not in SUITS else []
    match cards:
        case _ if others or len(cards) > 1:
            last = "the last card that costs"
        case [card] if card.suit is not None:
            last = face(card)
        case [card]:
            last = f"the last {rank_word(card.rank) if not card.rank.isdecimal() else card.rank}"
        case _:
            last = f"the last {SUIT_SIGNS[key]}"
    return f"ends after the trick with {last}"


def trick_rows(variant: TrickVariant | TrickRules) -> Rows:
    """Return the rules of every round, and who wins: ``("Wins", "the fewest points; ...")``."""
    return tuple(_rules(variant))


def _rules(variant: TrickVariant | TrickRules) -> Iterator[tuple[str, str]]:
    yield "Lead", "the player to the dealer's left leads; whoever takes a trick leads the next"
    yield "Trick", "goes to the highest card of the led suit"
    if variant.follow:
        yield "Follow", "whoever holds a card of the led suit must play one; else anything may be played"
    else:
        yield "Follow", "nobody must follow the led suit: anything may be played"
    restricted = any(entry.restricted for entry in variant.rounds)
    if restricted:
        yield "Broken", "when a card of the suit is played to the lead of another suit"
        yield "Nothing else", "a leader who holds only the suit that may not be led says so, and leads it"
    if variant.follow or restricted:
        shown = "a card of a suit that its player has shown to have none of is taken back"
        cost = f"costs {variant.revoke_penalty}" if variant.revoke_penalty else "costs nothing by itself"
        yield "Revoke", f"{shown}; if the table lets it stand, it {cost}"
    if variant.until is not None:
        yield "Game", f"rounds until somebody has {variant.until} points or more when one is over"
    else:
        rounds = len(variant.rounds)
        yield "Game", f"{number(rounds)} round{'' if rounds == 1 else 's'}"
    yield "Wins", "the fewest points; players with equally few share the win"
