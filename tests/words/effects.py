"""The effects of cards, in the words of each place that describes them."""

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.core.cards import JOKER, RANKS
from companion.games import family_of
from companion.games.adding.card_words import (
    alike,
    call_sentence,
    card_rows,
    change_label,
    change_sentence,
    effect_signs,
    made,
    turn_words,
    what_sets_apart,
)
from companion.games.adding.description import intro
from companion.games.adding.effects import Change, Effect, add
from companion.games.adding.rules import AddingRules
from companion.message import joined
from companion.variants import load_variants
from tests.phone.drawn_text import as_drawn
from tests.words.once import Once

replace = msgspec.structs.replace

SHORT_OF = 10

BEYOND = (
    ("8", Effect(add(0), skip=2, call="skip you")),
    ("8", Effect(add(8), skip=12)),
    ("9", Effect(add(9), again=True)),
    ("Q", Effect(add(0), choose_next=True, again=True, shield=True)),
    ("J", Effect(add(0), oblige=1)),
    ("J", Effect(add(0), oblige=1, each_counts=True)),
    ("6", Effect(add(6), oblige=2, each_counts=True)),
    ("J", Effect(add(-1), oblige=4, reverse=True)),
    ("K", Effect(add(0), knock_out=True, reverse=True)),
    ("A", Effect(Change("add", (1, 2, 11)))),
    ("A", Effect(Change("add", (1, 2, 3, 4, 5)))),
    ("A", Effect(Change("add", (10,)))),
    ("5", Effect(Change("add", (5, -5, -20)))),
    ("6", Effect(Change("set", -6))),
    ("6", Effect(Change("set", range(-3, 51)))),
    ("7", Effect(Change("multiply", 2))),
    ("7", Effect(Change("multiply", 3))),
    ("7", Effect(Change("multiply", -4), reverse=True)),
    (JOKER, Effect(Change("set", 98), oblige=2)),
)
"""Effects that occur only in variants of the players' own."""

HOUSE_CARDS: tuple[dict[str, Any], ...] = (
    {"A": {"add": [1, 2, 3, 30, -40]}, "5": {"set": {"from": -3, "to": "target"}}},
    {
        "6": {"add": 6, "again": True},
        "6C": {"add": 6},
        "7S": {"multiply": 3},
        "7H": {"add": 0, "reverse": True},
    },
    {
        "8": {"add": 0, "knock_out": True},
        "9H": {"add": 0, "shield": True},
        "10": {"add": 20, "skip": 2},
    },
    {"2": {"add": 2, "oblige": 2}, "3H 3D": {"add": -3}, "4S": {"multiply": 2}, "QS": {"set": 50}},
    {"J": {"add": 99}, "Q": {"add": 99}, "K": {"add": 99}},
    {rank: {"add": 40} for rank in (*RANKS[1:], "A")},
    {rank: {"add": 40} for rank in RANKS[1:]} | {"A": {"add": 0}},
    {rank: {"add": 40} for rank in RANKS[1:]} | {"A": {"add": -1}},
    {"K": {"add": 500}, "QS": {"add": 400}},
    {rank: {"add": 99} for rank in RANKS},
    {
        "8H 8C 8D": {"add": 8},
        "8S": {"add": 1},
        "7H 7S": {"add": -7},
        "A": {"add": [1, 11], "reverse": True},
    },
)
"""Cards of the players' own, laid over ninety-nine."""


def rules_of_every_variant() -> Iterator[AddingRules]:
    for variant in load_variants().variants.values():
        rules = family_of(variant).rules_of(variant, {}, variant.players[0])
        if isinstance(rules, AddingRules):
            yield rules


def rules_of_the_house() -> Iterator[AddingRules]:
    ours = load_variants().variants["ninety-nine"]
    for over in ("refuse", "bust"):
        for cards in HOUSE_CARDS:
            rules = family_of(ours).rules_of(ours, {"cards": cards, "over": over}, 4)
            assert isinstance(rules, AddingRules)
            yield rules


def said_of_one(effect: Effect, target: int) -> Iterator[str]:
    yield f"display: {made(effect.change, None)}"
    if effect.change.is_choice:
        for value in (effect.change.offers[0], effect.change.offers[-1]):
            yield f"display, chosen: {made(effect.change, value)}"
    yield f"display, of a suit: {effect_signs(effect)}"
    label, call = change_label(effect.change, target), ["pass"] if effect.call else []
    yield f"key: {joined(', ', (label, *(turn.label for turn in turn_words(effect)), *call))}"
    for cards, explained in ((1, "explained"), (2, "explained, several")):
        sentence = change_sentence(effect.change, cards)
        turns = [turn.sentence for turn in turn_words(effect, cards)]
        said = [call_sentence(effect)] if effect.call and cards == 1 else []
        yield f"{explained}: {joined(', ', (sentence, *turns, *said))}"


def said_of_ranks(rules: AddingRules, once: Once) -> Iterator[str]:
    for key in family_of(rules).page_keys(rules):
        yield from once(f"key {key.rank}: {as_drawn(key.does)}")
        if len(alike(rules, key.rank)) > 1:
            yield from once(f"suits of {key.rank}: {what_sets_apart(rules, key.rank)}")
    yield from once.each(f"card table {cards}: {words}" for cards, words in card_rows(rules))


def identity(rank: str, effect: Effect) -> str:
    """Return the effect as its data, without default values."""
    plain = Effect(effect.change)
    also = [
        f"{name}={getattr(effect, name)!r}"
        for name in effect.__struct_fields__
        if getattr(effect, name) != getattr(plain, name)
    ]
    return " ".join([rank, repr(effect.change), *also])


def effects() -> Iterator[str]:
    """Yield every effect of every bundled variant once, from the ace to the joker."""
    found: dict[tuple[str, Effect], int] = {}
    for rules in rules_of_every_variant():
        for (rank, _), (effect,) in rules.effects.items():
            found.setdefault((rank, effect), rules.target)
    found |= dict.fromkeys(BEYOND, 99)
    for rank, effect in sorted(found, key=lambda one: (*RANKS, JOKER).index(one[0])):
        yield f"# {identity(rank, effect)}"
        yield from said_of_one(effect, found[rank, effect])


def ranks() -> Iterator[str]:
    """Yield the wording of ranks whose suits differ, and of a whole card table."""
    once = Once()
    for rules in rules_of_every_variant():
        yield f"# {rules.variant}"
        yield f"intro: {intro(rules)}"
        yield from said_of_ranks(rules, once)
    for rules, cards in zip(rules_of_the_house(), HOUSE_CARDS * 2, strict=True):
        yield f"# cards of the house: {', '.join(cards)}; over: {rules.over}"
        yield from said_of_ranks(rules, once)
