"""Cards as tuples (rank, suit or "", deck or 0), and whether they can still be in a hand."""

from typing import Any

from tests.rules.naive.refused import Refused
from tests.rules.naive.tables import RANKS, SUITS, Effect

Card = tuple[str, str, int]
Rules = dict[str, Any]

WRITTEN = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", **{letter.lower(): letter for letter in "ATJQKCDHS"}}


def read_card(text: str) -> Card:
    """A card from its text, or `bad-card`."""
    front, slash, number = text.partition("/")
    front = "".join(WRITTEN.get(letter, letter) for letter in front)
    if front == "JK":
        rank, suit = "JK", ""
    elif front[-1:] in SUITS:
        rank, suit = front[:-1], front[-1]
    else:
        rank, suit = front, ""
    rank = "10" if rank == "T" else rank
    good = rank in RANKS or front == "JK"
    if slash:
        good = good and is_counting_number(number) and (suit != "" or rank == "JK")
    if not good:
        raise Refused("bad-card", card=text)
    return rank, suit, int(number) if slash else 0


def is_counting_number(text: str) -> bool:
    """Whether this is a whole number from 1, written as one writes it."""
    return text.isascii() and text.isdigit() and not text.startswith("0")


def card_text(card: Card) -> str:
    """A card as replies write it."""
    rank, suit, deck = card
    return f"{rank}{suit}/{deck}" if deck else rank + suit


def in_this_deck(card: Card, rules: Rules) -> Card:
    """The card as this deck knows it (8H/1 of one deck is 8H), or `not-in-deck`."""
    rank, suit, deck = card
    if (rank == "JK" and rules["jokers"] == 0) or deck > rules["decks"]:
        raise Refused("not-in-deck", card=card_text(card))
    return rank, suit, deck if rules["decks"] > 1 else 0


def effect_of(card: Card, rules: Rules) -> Effect:
    """What the card does, or `suit-needed` where its rank alone does not say."""
    rank, suit, _ = card
    table = rules["table"]
    if rank == "JK":
        return dict(table["JK"])
    if suit:
        return dict(table.get(rank + suit, table[rank]))
    by_suit = [table.get(rank + each, table[rank]) for each in SUITS]
    if any(each != by_suit[0] for each in by_suit):
        raise Refused("suit-needed", card=card_text(card))
    return dict(by_suit[0])


def read_cards(texts: list[str], rules: Rules) -> list[Card]:
    """All cards read and found in the deck, one kind of fault after the other over all of them."""
    read = [read_card(text) for text in texts]
    cards = [in_this_deck(card, rules) for card in read]
    for card in cards:
        effect_of(card, rules)
    return cards


def check_unplayed(cards: list[Card], pile: list[Card], rules: Rules) -> None:
    """`already-played` for the first card that cannot be there besides those on the pile."""
    lying = list(pile)
    for card in cards:
        lying.append(card)
        if too_many_alike(card, lying, rules):
            raise Refused("already-played", card=card_text(card))


def too_many_alike(card: Card, lying: list[Card], rules: Rules) -> bool:
    """More cards of this rank, of this rank and suit, or of this very card than the decks have."""
    rank, suit, deck = card
    decks, jokers = rules["decks"], rules["jokers"]
    of_rank = [each for each in lying if each[0] == rank]
    of_suit = [each for each in of_rank if each[1] == suit]
    same = [each for each in of_suit if each[2] == deck]
    if rank == "JK":
        return len(of_rank) > jokers * decks or (deck > 0 and len(same) > jokers)
    if len(of_rank) > len(SUITS) * decks:
        return True
    return suit != "" and (len(of_suit) > decks or (deck > 0 and len(same) > 1))
