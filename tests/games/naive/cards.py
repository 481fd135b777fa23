"""Cards as tuples (rank, suit or "", deck or 0), and which of them a hand can still hold."""

from typing import Any

from tests.games.naive.refused import Refused
from tests.games.naive.tables import PIPS, RANKS, SUITS, Effect

Card = tuple[str, str, int]
Rules = dict[str, Any]
Game = dict[str, Any]

WRITTEN = {
    "♣": "C",
    "♦": "D",
    "♥": "H",
    "♠": "S",
    **{letter.lower(): letter for letter in "ATJQKCDHS"},
}


def read_card(text: str) -> Card:
    """Return the card that `text` names, or refuse with `bad-card`."""
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
    """Return whether this is a whole number from 1 in its usual spelling."""
    return text.isascii() and text.isdigit() and not text.startswith("0")


def card_text(card: Card) -> str:
    """Return a card as replies write it."""
    rank, suit, deck = card
    return f"{rank}{suit}/{deck}" if deck else rank + suit


def in_this_deck(card: Card, rules: Rules) -> Card:
    """Return the card in this deck (8H/1 of one deck is 8H); refuse with `not-in-deck`."""
    rank, suit, deck = card
    if rank == "JK":
        there = rules["jokers"] > 0
    else:
        suits = suits_of(rank, rules)
        there = suit in suits if suit else len(suits) > 0
    if not there or deck > rules["decks"]:
        raise Refused("not-in-deck", card=card_text(card))
    return rank, suit, deck if rules["decks"] > 1 else 0


def suits_of(rank: str, rules: Rules) -> list[str]:
    """Return the suits in which one deck has a card of this rank."""
    if rank not in rules["ranks"]:
        return []
    return [suit for suit in SUITS if rank + suit not in rules["out"]]


def effects_of(card: Card, rules: Rules) -> list[Effect]:
    """Return the alternatives of a card, often a single one; refuse with `suit-needed` if its rank
    is not enough.
    """
    rank, suit, _ = card
    if rank == "JK":
        return entries_of("JK", rules)
    if suit:
        return entries_of(rank + suit, rules)
    by_suit = [entries_of(rank + each, rules) for each in suits_of(rank, rules)]
    if any(each != by_suit[0] for each in by_suit) or looks_at_suits(rules):
        raise Refused("suit-needed", card=card_text(card))
    return by_suit[0]


def entries_of(card: str, rules: Rules) -> list[Effect]:
    """Return the entries of a single card, written out."""
    table, rank = rules["table"], card if card == "JK" else card[:-1]
    written = table[card] if card in table else table[rank]
    entries = written if isinstance(written, list) else [written]
    return [written_out(entry, rank, rules) for entry in entries]


def written_out(entry: Effect, rank: str, rules: Rules) -> Effect:
    """Return an entry with `op`, its `numbers`, whether the player may choose (`choice`), and only
    those actions that it has.
    """
    (op,) = [key for key in ("add", "set", "multiply", "divide") if key in entry]
    amount = entry[op]
    if isinstance(amount, dict):
        low, high = number(amount["from"], rules), number(amount["to"], rules)
        numbers = list(range(min(low, high), high + 1))
    elif isinstance(amount, list):
        numbers = []
        for each in amount:
            if number(each, rules) not in numbers:
                numbers.append(number(each, rules))
    elif amount == "pip":
        numbers = [pips(rank, rules)]
    else:
        numbers = [number(amount, rules)]
    effect: Effect = {"op": op, "numbers": numbers, "choice": isinstance(amount, (dict, list))}
    if entry.get("round") == "up":
        effect["up"] = True
    if "when" in entry:
        effect["when"] = entry["when"]
    for action in ("reverse", "skip", "again", "choose_next", "oblige", "knock_out", "shield"):
        if entry.get(action):
            effect[action] = entry[action]
    if "oblige" in effect:
        effect["each_counts"] = entry.get("each_counts", rank != "JK")
    if entry.get("then"):
        effect["then"] = consequences(entry["then"])
    return effect


def consequences(written: Any) -> list[dict[str, Any]]:
    """Return the tables of a value that is one table or a list of them, with every key."""
    tables = written if isinstance(written, list) else [written]
    return [{"who": "player", "how_many": 1, "with": "pot", **table} for table in tables]


def pips(rank: str, rules: Rules) -> int:
    """Return what a rank adds for its pips; in a game that counts down, it takes them off."""
    return -PIPS[rank] if rules["start"] > rules["target"] else PIPS[rank]


def number(written: Any, rules: Rules) -> int:
    return int(rules["target"] if written == "target" else written)


def looks_at_suits(rules: Rules) -> bool:
    """Return whether a condition of a card in this deck depends on suits."""
    in_deck = ["JK"] * min(rules["jokers"], 1)
    in_deck += [rank + suit for rank in rules["ranks"] for suit in suits_of(rank, rules)]
    table = rules["table"]
    for card in in_deck:
        written = table[card] if card in table else table[card[:-1]]
        for entry in written if isinstance(written, list) else [written]:
            when = entry.get("when")
            if not isinstance(when, dict):
                continue
            after = [read_card(text) for text in when.get("after", "").split()]
            if "same_suit" in when or any(suit for _, suit, _ in after):
                return True
    return False


def read_cards(texts: list[str], rules: Rules) -> list[Card]:
    """Read all cards and find them in the deck. Each kind of fault is checked for all cards before
    the next.
    """
    read = [read_card(text) for text in texts]
    cards = [in_this_deck(card, rules) for card in read]
    for card in cards:
        effects_of(card, rules)
    return cards


def check_unplayed(cards: list[Card], pile: list[Card], rules: Rules) -> None:
    """Refuse with `already-played` the first card of which the pile leaves no copy."""
    lying = list(pile)
    for card in cards:
        lying.append(card)
        if too_many_alike(card, lying, rules):
            raise Refused("already-played", card=card_text(card))


def check_drawn(cards: list[Card], game: Game) -> None:
    """Refuse with `not-drawn` a card that can only be at the bottom of the stock."""
    last, rules = last_to_come(game), game["rules"]
    if last is None:
        return
    each = rules["jokers"] if last[0] == "JK" else 1
    lying = [last, *game["pile"]]
    for card in cards:
        lying.append(card)
        if card[:2] == last[:2]:
            alike = [other for other in lying if other[:2] == card[:2]]
            of_its_deck = [other for other in alike if other[2] == card[2] and card[2] > 0]
            if len(alike) > each * rules["decks"] or len(of_its_deck) > each:
                raise Refused("not-drawn", card=card_text(card))


def last_to_come(game: Game) -> Card | None:
    """Return the good card at the bottom of the stock. After a reshuffle it is an ordinary card."""
    rules = game["rules"]
    if rules["last_card"] is None or game["reshuffled"] or game["stock"] == 0:
        return None
    last = in_this_deck(read_card(rules["last_card"]), rules)
    return None if too_many_alike(last, [*game["pile"], last], rules) else last


def too_many_alike(card: Card, lying: list[Card], rules: Rules) -> bool:
    """Return whether the decks lack another card of this rank, of this rank and suit, or this very
    card.
    """
    rank, suit, deck = card
    decks, jokers = rules["decks"], rules["jokers"]
    of_rank = [each for each in lying if each[0] == rank]
    of_suit = [each for each in of_rank if each[1] == suit]
    same = [each for each in of_suit if each[2] == deck]
    if rank == "JK":
        return len(of_rank) > jokers * decks or (deck > 0 and len(same) > jokers)
    if len(of_rank) > len(suits_of(rank, rules)) * decks:
        return True
    return suit != "" and (len(of_suit) > decks or (deck > 0 and len(same) > 1))
