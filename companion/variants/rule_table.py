"""Describes the rules of an adding game in plain words, all but the cards: bust, stock, chips, players."""

from collections.abc import Iterator
from typing import assert_never

from msgspec import UNSET

from companion.rules.adding.in_force import adding_rules_in_force
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.variant import AddingVariant, ChipsLook, FromPlayers
from companion.rules.variant import Variant
from companion.variants.card_table import Rows, number

_BUST = {
    "out": "the player is out, the total stays; the last one in wins",
    "lose": "the game is over and the player has lost",
    "chip, new hand": "costs a chip, and a new hand is dealt",
    "chip, play on": "costs a chip; total, pile and hands stay",
    "chip, new pile": "costs a chip; the pile goes, hands stay, the next player starts at 0",
}
_STOCK = {
    "play on": "when empty nobody draws; on a turn without cards a player is out",
    "reshuffle": "when empty, all of the pile but its last card is shuffled",
}
_EXACT = {
    "chip": "a chip from the pot",
    "reset": "the total becomes 0",
    "point": "a point, to be written down",
    "drink": "a drink",
}
_SHOWS = {"wins": "shown at any time: that player wins", "everyone loses": "shown at any time: all in lose"}
_LOOKS: dict[ChipsLook, tuple[str, str]] = {
    "dots": ("chip", "chips"),
    "corners": ("corner of a banknote", "corners of a banknote"),
    "pennies": ("penny", "pennies"),
}
_PROVENANCE = {
    "published": "published, as printed",
    "derived": "derived from an example and the text",
    "reconstructed": "reconstructed, the table was not printed",
    "own": "own, the game of a table",
}


def rule_rows(variant: AddingVariant) -> Rows:
    """Return the rules of the game: ``("Bust", "costs a chip, and a new hand is dealt")``."""
    rules = adding_rules_in_force(variant, {}, variant.players[0])
    return (*_goal(rules), *_deal(variant, rules), *_special(rules))


def table_rows(rules: AddingRules) -> Rows:
    """Return the rules in force at one table with its house rules, without the number of players."""
    return (*_goal(rules), *_of_pack(rules), *_start(rules), *_special(rules))


def provenance_line(variant: Variant) -> str:
    """Return the source of the card table (docs/rules.md, "Provenance")."""
    return f"Provenance: {_PROVENANCE[variant.provenance]}."


def _goal(rules: AddingRules) -> Iterator[tuple[str, str]]:
    over = "is refused" if rules.over == "refuse" else "is a bust at once"
    yield "Target", f"{rules.target}; a card that would go over {over}"
    yield "Bust", _BUST[rules.bust]
    if rules.bust.startswith("chip"):
        last = "plays on once, on their honor" if rules.honor else "is out; the last one in wins"
        yield "Without chips", f"a player {last}"
    if rules.winner_takes_all:
        yield "The pot", "goes to the winner"
    if rules.floor is not None:
        yield "Lowest total", str(rules.floor)


def _deal(variant: AddingVariant, rules: AddingRules) -> Iterator[tuple[str, str]]:
    fewest, most = variant.players
    yield "Players", f"{fewest} or more" if most is None else f"{fewest} to {most}"
    yield from _of_pack(rules)
    for count, change in sorted(variant.from_players.items()):
        yield f"From {count} players", ", ".join(_changes(variant, change))
    yield from _start(rules)


def _of_pack(rules: AddingRules) -> Iterator[tuple[str, str]]:
    yield "Pack", _pack(rules.pack.decks, rules.pack.jokers)
    yield "Dealt", f"{cards_words(rules.hand_size)} each"
    yield "Chips", f"{chips_words(rules.chips, rules.chips_look)} each" if rules.chips else "none"


def _start(rules: AddingRules) -> Iterator[tuple[str, str]]:
    match rules.up_card:
        case "apply":
            yield "Start", "the dealer turns up a card, which counts as played by the dealer"
        case "plain":
            yield "Start", "the dealer turns up cards until one only adds its pips: the first total"
        case "none":
            pass
        case _:
            assert_never(rules.up_card)
    yield "Stock", _STOCK[rules.stock_out]


def _special(rules: AddingRules) -> Iterator[tuple[str, str]]:
    if rules.sets:
        yield "Sets", "two, three or four cards of a rank may be played together"
    if rules.pack.jokers or any(effect.oblige for (rank, _), effect in rules.effects.items() if rank != "JK"):
        left = "only the plays still owed" if rules.debt_passes == "unmet" else "all that was owed at first"
        back = "the total goes back to what it was when the owing began"
        yield "Owing", f"after each play but the last {back}; who busts passes on {left}"
    if rules.two_player_reverse == "again":
        yield "Two left", "whoever reverses plays again"
    for total, what in sorted(rules.exact.items()):
        yield f"Exactly {total}", f"a play that makes it: {_EXACT[what]}"
    for rank, turns in rules.first_turns_without.items():
        yield f"No {rank}", f"in a player's first {number(turns)} turns of a hand"
    for rank, shown in rules.shows.items():
        yield f"Three {rank}", _SHOWS[shown]


def _changes(variant: AddingVariant, change: FromPlayers) -> Iterator[str]:
    if change.decks is not UNSET:
        yield _pack(change.decks, variant.jokers)
    if change.hand_size is not UNSET:
        yield f"{cards_words(change.hand_size)} each"
    if change.chips is not UNSET and variant.chips is not None:
        yield f"{chips_words(change.chips, variant.chips_look)} each"


def _pack(decks: int, jokers: int) -> str:
    of_cards = "a deck of 52" if decks == 1 else f"{number(decks)} decks of 52"
    if not jokers:
        return of_cards
    with_jokers = f"{number(jokers)} joker{'s' if jokers > 1 else ''}"
    return f"{of_cards} and {with_jokers}{'' if decks == 1 else ' in each'}"


def cards_words(count: int) -> str:
    """Return a number of cards as people say it: ``three cards``."""
    return f"{number(count)} card{'' if count == 1 else 's'}"


def chips_words(count: int, look: ChipsLook) -> str:
    """Return a number of chips as people say it: ``five chips``, ``four corners of a banknote``."""
    return f"{number(count)} {_LOOKS[look][count != 1]}"
