"""Describes in plain words what the cards do, as rows of a table to lay beside the deck."""

from collections.abc import Callable
from typing import assert_never

from companion.rules.adding.effects import Add, AddOneOf, Change, Effect, Multiply, SetTo, SetWithin
from companion.rules.adding.rules import AddingRules
from companion.rules.cards import JOKER, RANKS, SUIT_SIGNS, SUITS

Rows = tuple[tuple[str, str], ...]

PIPS = "its pips"

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
"""Small numbers as words, as people say them of cards."""


def number(count: int) -> str:
    """Return a word below ten, digits from ten on."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def card_rows(rules: AddingRules) -> Rows:
    """Return cards with the same effect and its description: ``("4", '0, reverse, say "back on you"')``.

    Every card of the pack is in exactly one row; rows and cards run from the ace to the joker.
    """
    return tuple(
        (cards, f"{words}, ace 1" if words == PIPS and cards.startswith("A") else words)
        for cards, words in grouped(rules, effect_words)
    )


def grouped(rules: AddingRules, words_for: Callable[[Effect, str], str]) -> Rows:
    """Return cards with the same description by `words_for` (effect, rank), and that description."""
    same: dict[str, list[tuple[int, str]]] = {}
    for place, rank in enumerate(RANKS):
        of_suits = {suit: words_for(rules.effects[rank, suit], rank) for suit in SUITS}
        for words in dict.fromkeys(of_suits.values()):
            suits = [suit for suit in SUITS if of_suits[suit] == words]
            whole = len(suits) == len(SUITS)
            names = [rank] if whole else [rank + SUIT_SIGNS[suit] for suit in suits]
            same.setdefault(words, []).extend((place, name) for name in names)
    rows = [(_names(cards), words) for words, cards in same.items()]
    if rules.pack.jokers:
        rows.append(("Joker", words_for(rules.effects[JOKER, None], JOKER)))
    return tuple(rows)


def effect_words(effect: Effect, rank: str) -> str:
    """Return the effect of a card of `rank`, first on the total and then on the turn: "0, reverse"."""
    said = [_change(effect.change, rank)]
    if effect.reverse:
        said.append("reverse")
    if effect.skip:
        said.append("skip a player" if effect.skip == 1 else f"skip {number(effect.skip)} players")
    if effect.again:
        said.append("the same player plays again")
    if effect.choose_next:
        said.append("name who plays next")
    if effect.oblige:
        plays = "play" if effect.oblige == 1 else "plays"
        said.append(f"the next player owes {number(effect.oblige)} {plays}")
    if effect.knock_out:
        said.append("knock out a player")
    if effect.shield:
        said.append("the shield against a knock-out")
    if effect.call:
        said.append(f'say "{effect.call}"')
    return ", ".join(said)


def _change(change: Change, rank: str) -> str:
    match change:
        case Add(n) if n and rank in RANKS[:10] and n == RANKS.index(rank) + 1:
            return PIPS
        case Add(0):
            return "0"
        case Add(n):
            return f"{n:+d}"
        case AddOneOf(numbers):
            *others, last = [f"{n:+d}" if min(numbers) < 0 else str(n) for n in numbers]
            return f"{', '.join(others)} or {last}" if others else last
        case SetTo(n):
            return f"sets {n}"
        case SetWithin(low, high):
            return f"sets any number from {low} to {high}"
        case Multiply(factor):
            return {2: "doubles", 3: "triples"}.get(factor, f"times {factor}")
        case _:
            assert_never(change)


def _names(cards: list[tuple[int, str]]) -> str:
    """Return the cards of a row; three or more consecutive figures become a range, "5-8"."""
    runs: list[list[tuple[int, str]]] = []
    for place, name in cards:
        before = runs[-1][-1] if runs else (place, "")
        if name.isdecimal() and before[1].isdecimal() and place == before[0] + 1:
            runs[-1].append((place, name))
        else:
            runs.append([(place, name)])
    return " ".join(
        f"{run[0][1]}-{run[-1][1]}" if len(run) > 2 else " ".join(name for _, name in run) for run in runs
    )
