"""Tests of the words below the rank on a key: short, and true for every suit."""

import re

import pytest

from companion.core.cards import RANKS
from companion.core.family import Rules
from companion.games import family_of
from companion.games.adding.card_words import ON_A_KEY, what_sets_apart
from companion.games.adding.effects import Change, Effect, add
from companion.games.adding.rules import AddingRules, adding_rules_in_force
from companion.games.adding.variant import AddingVariant
from companion.games.tricks.variant import TrickVariant
from companion.page import CardKey
from tests.phone.drawn_text import as_drawn
from tests.table.tables import VARIANTS
from tests.worded import worded

ADDING = {name: variant for name, variant in VARIANTS.items() if isinstance(variant, AddingVariant)}
TRICKS = {name: variant for name, variant in VARIANTS.items() if isinstance(variant, TrickVariant)}
WITH_JOKERS = {"jokers": 2}
GROUPS = {"red": "HD", "black": "SC", "♠": "S", "♥": "H", "♦": "D", "♣": "C", "♠♥": "SH"}


def rules_of(name: str, **house: object) -> AddingRules:
    return adding_rules_in_force(ADDING[name], house, ADDING[name].players[0])


def keys_of(rules: Rules) -> tuple[CardKey, ...]:
    return family_of(rules).page_keys(rules)


def as_it_reads(words: str) -> tuple[Change, set[str]]:
    """Return what a player understands of the words for one suit."""
    said, *acts = words.split(", ")
    number = r"−?\d+"
    change: Change
    if re.fullmatch(number, said):
        change = add(as_number(said))
    elif re.fullmatch(rf"\+?{number} or \+?{number}", said):
        change = Change(
            "add", tuple(as_number(part) for part in said.replace("+", "").split(" or "))
        )
    elif re.fullmatch(rf"sets {number}", said):
        change = Change("set", as_number(said.removeprefix("sets ")))
    elif said == "any":
        change = Change("set", range(101))
    else:
        assert said == "doubles", words
        change = Change("multiply", 2)
    return change, set(acts)


def as_number(text: str) -> int:
    return int(text.replace("−", "-"))


def acts_of(effect: Effect) -> set[str]:
    said = {
        "reverse": effect.reverse,
        "skip": effect.skip == 1,
        "again": effect.again,
        "names": effect.choose_next,
        f"owe {effect.oblige}": effect.oblige > 0,
        "out": effect.knock_out,
        "shield": effect.shield,
    }
    return {words for words, holds in said.items() if holds}


@pytest.mark.parametrize("name", ADDING)
def test_words_of_a_key_match_the_effect_of_each_suit(name: str) -> None:
    rules = rules_of(name, **WITH_JOKERS)
    for key in keys_of(rules):
        if as_drawn(key.does) == "1 or 11 …":  # the only key without room for all words
            continue
        own, *odd = re.split(r", (?=red|black|[♠♥♦♣])", as_drawn(key.does))
        by_suit = dict.fromkeys("SHDC", own)
        for group in odd:
            who, words = group.split(" ", 1)
            by_suit |= dict.fromkeys(GROUPS[who], words)
        for suit, words in by_suit.items():
            (effect,) = rules.effects[key.rank, None if key.rank == "JK" else suit]
            change, acts = as_it_reads(words)
            assert change == effect.change, (key, suit)
            assert acts - {"pass"} == acts_of(effect), (key, suit)
            if "pass" in acts:
                assert effect.call.startswith("pass")


@pytest.mark.parametrize("name", ADDING)
def test_words_of_a_key_fit_on_it(name: str) -> None:
    for target in (98, 99, 100, 1000, 123_456):
        for key in keys_of(rules_of(name, **WITH_JOKERS, target=target)):
            assert 0 < len(as_drawn(key.does)) <= ON_A_KEY, key


@pytest.mark.parametrize("name", ADDING)
def test_suit_is_required_exactly_where_the_effect_depends_on_it(name: str) -> None:
    rules = rules_of(name)
    for key in keys_of(rules):
        suits = [None] if key.rank == "JK" else "SHDC"
        differ = len({way.silent for suit in suits for way in rules.effects[key.rank, suit]}) > 1
        assert key.suit == differ
        assert worded(bool(what_sets_apart(rules, key.rank))) == worded(differ)


def test_joker_has_a_key_only_in_games_with_jokers() -> None:
    assert [key.rank for key in keys_of(rules_of("ninety-nine"))] == list(RANKS)
    assert [key.rank for key in keys_of(rules_of("ninety-nine", **WITH_JOKERS))] == [*RANKS, "JK"]


@pytest.mark.parametrize("name", TRICKS)
def test_every_rank_of_a_trick_game_has_a_key_that_needs_a_suit(name: str) -> None:
    variant = TRICKS[name]
    keys = keys_of(family_of(variant).rules_of(variant, {}, variant.players[0]))
    assert [key.rank for key in keys] == list(variant.ranks)
    assert all(key.suit and not key.does for key in keys)
