"""Describes the cards and how a bust ends in full words, as one explains the game."""

from typing import assert_never

from companion.rules.adding.effects import (
    Add,
    AddOneOf,
    Change,
    Effect,
    Multiply,
    SetTo,
    SetWithin,
    pip_value,
)
from companion.rules.adding.rules import AddingRules
from companion.rules.cards import RANKS
from companion.variants.card_table import Rows, grouped, number
from companion.variants.rule_table import cards_words, chips_words

_BUST = {
    "out": "is out; the last one in wins",
    "lose": "has lost, and the game is over",
    "chip, new hand": "pays a chip; a new hand is dealt",
    "chip, play on": "pays a chip; total, pile and hands stay",
    "chip, new pile": "pays a chip; the pile goes, hands stay",
}


def plain_rows(rules: AddingRules) -> Rows:
    """Return cards with the same effect, and it: ``("A 2 3 5-8", "add their pips; an ace is 1")``."""
    of_several: dict[str, str] = {}

    def said(effect: Effect, rank: str) -> str:
        one = plain_words(effect, rank)
        of_several[one] = plain_words(effect, rank, several=True)
        return one

    rows = []
    for cards, one in grouped(rules, said):
        several = " " in cards or "-" in cards
        words = of_several[one] if several else one
        if several and cards.startswith("A") and "pips" in words:
            words += "; an ace is 1"
        rows.append((cards.replace("-", "–"), words))  # a range, not a minus
    return tuple(rows)


def plain_words(effect: Effect, rank: str, *, several: bool = False) -> str:
    """Return the effect of a card of `rank`, or of `several` ranks: "adds nothing, reverses play"."""
    said = [_change(effect.change, rank, several=several)]
    s = "" if several else "s"
    if effect.reverse:
        said.append(f"reverse{s} play")
    if effect.skip:
        said.append(f"skip{s} a player" if effect.skip == 1 else f"skip{s} {number(effect.skip)} players")
    if effect.again:
        said.append("and one plays again")
    if effect.choose_next:
        said.append("and one names who plays next")
    if effect.oblige:
        plays = "play" if effect.oblige == 1 else "plays"
        said.append(f"the next player owes {number(effect.oblige)} {plays}")
    if effect.knock_out:
        said.append(f"knock{s} a player out")
    if effect.shield:
        said.append(f"shield{s} against a knock-out")
    if effect.call:
        said.append(f"“{effect.call}”")
    return ", ".join(said)


def intro(rules: AddingRules) -> str:
    """Return what each player gets and what a bust is, in two sentences."""
    chips = f" and {chips_words(rules.chips, rules.chips_look)}" if rules.chips else ""
    dealt = f"{cards_words(rules.hand_size)}{chips} each"
    who = (
        f"Whoever goes over {rules.target} busts and"
        if rules.over == "bust"
        else f"Whoever cannot play without going over {rules.target} busts and"
    )
    return f"{dealt[:1].upper()}{dealt[1:]}. {who} {_BUST[rules.bust]}."


def _change(change: Change, rank: str, *, several: bool) -> str:
    s = "" if several else "s"
    match change:
        case Add(n) if rank in RANKS[:10] and n == pip_value(rank):
            return "add their pips" if several else "adds its pips"
        case Add(0):
            return f"add{s} nothing"
        case Add(n):
            return f"add{s} {n}" if n > 0 else f"take{s} {-n} off"
        case AddOneOf((up, down)) if up == -down:
            return f"{abs(up)} up or {abs(up)} down, as called"
        case AddOneOf(numbers):
            *others, last = [str(n) if min(numbers) >= 0 else f"{n:+d}".replace("-", "−") for n in numbers]
            choice = f"{', '.join(others)} or {last}" if others else last
            return f"add{s} {choice}, as called" if min(numbers) >= 0 else f"{choice}, as called"
        case SetTo(n):
            return f"set{s} the total to {n}"
        case SetWithin(low, high):
            return f"set{s} the total anywhere from {low} to {high}"
        case Multiply(factor):
            verb = {2: "double", 3: "triple"}.get(factor)
            return f"{verb}{s} the total" if verb else f"multipl{'y' if several else 'ies'} by {factor}"
        case _:
            assert_never(change)
