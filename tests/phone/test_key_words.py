"""What stands below the rank on a key: short, and true for every suit."""

import re

import msgspec
import pytest

from companion.phone.adding.suits import what_sets_apart
from companion.phone.editor.reachability import preview_row
from companion.phone.key_words import LONGEST, key_words, keys_of
from companion.rules.adding.effects import Add, AddOneOf, Change, Effect, Multiply, SetTo, SetWithin
from companion.rules.adding.in_force import adding_rules_in_force
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.variant import AddingVariant
from companion.rules.cards import RANKS
from companion.rules.family import rules_in_force
from companion.rules.tricks.variant import TrickVariant
from tests.table.tables import VARIANTS

ADDING = {name: variant for name, variant in VARIANTS.items() if isinstance(variant, AddingVariant)}
TRICKS = {name: variant for name, variant in VARIANTS.items() if isinstance(variant, TrickVariant)}
WITH_JOKERS = {"jokers": 2}
GROUPS = {"red": "HD", "black": "SC", "♠": "S", "♥": "H", "♦": "D", "♣": "C", "♠♥": "SH"}


def rules_of(name: str, **house: object) -> AddingRules:
    return adding_rules_in_force(ADDING[name], house, ADDING[name].players[0])


def as_it_reads(words: str) -> tuple[Change, set[str]]:
    """What a player understands of the words for one suit."""
    said, *acts = words.split(", ")
    number = r"−?\d+"
    change: Change
    if re.fullmatch(number, said):
        change = Add(as_number(said))
    elif re.fullmatch(rf"\+?{number} or \+?{number}", said):
        change = AddOneOf(tuple(as_number(part) for part in said.replace("+", "").split(" or ")))
    elif re.fullmatch(rf"sets {number}", said):
        change = SetTo(as_number(said.removeprefix("sets ")))
    elif said == "any":
        change = SetWithin(0, 100)
    else:
        assert said == "doubles", words
        change = Multiply(2)
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
def test_what_a_key_says_is_what_each_suit_does(name: str) -> None:
    rules = rules_of(name, **WITH_JOKERS)
    for key in keys_of(rules):
        own, *odd = re.split(r", (?=red|black|[♠♥♦♣])", key.does)
        by_suit = dict.fromkeys("SHDC", own)
        for group in odd:
            who, words = group.split(" ", 1)
            by_suit |= dict.fromkeys(GROUPS[who], words)
        for suit, words in by_suit.items():
            effect = rules.effects[key.rank, None if key.rank == "JK" else suit]
            if words in acts_of(effect):
                words = f"{own.split(', ')[0]}, {words}"  # noqa: PLW2901  # the rank's own number holds
            change, acts = as_it_reads(words)
            assert change == effect.change, (key, suit)
            assert acts - {"pass"} <= acts_of(effect), (key, suit)
            if key.does != "1 or 11, ♠♥ 0":  # the one key on which there is no room for all
                assert acts - {"pass"} == acts_of(effect), (key, suit)
            if "pass" in acts:
                assert effect.call.startswith("pass")


@pytest.mark.parametrize("name", ADDING)
def test_a_key_has_room_for_its_words(name: str) -> None:
    for target in (98, 99, 100, 1000, 123_456):
        for key in keys_of(rules_of(name, **WITH_JOKERS, target=target)):
            assert 0 < len(key.does) <= LONGEST, key


@pytest.mark.parametrize("name", ADDING)
def test_suit_is_required_exactly_where_the_effect_depends_on_it(name: str) -> None:
    rules = rules_of(name)
    for key in keys_of(rules):
        suits = [None] if key.rank == "JK" else "SHDC"
        differ = len({msgspec.structs.replace(rules.effects[key.rank, suit], call="") for suit in suits}) > 1
        assert key.suit == differ
        assert bool(what_sets_apart(rules, key.rank)) == differ


def test_the_joker_has_a_key_only_where_there_are_jokers() -> None:
    assert [key.rank for key in keys_of(rules_of("ninety-nine"))] == list(RANKS)
    assert [key.rank for key in keys_of(rules_of("ninety-nine", **WITH_JOKERS))] == [*RANKS, "JK"]


@pytest.mark.parametrize("name", TRICKS)
def test_in_a_trick_game_every_rank_of_the_pack_has_a_key_and_wants_its_suit(name: str) -> None:
    variant = TRICKS[name]
    keys = keys_of(rules_in_force(variant, {}, variant.players[0]))
    assert [key.rank for key in keys] == list(variant.ranks)
    assert all(key.suit and not key.does for key in keys)


@pytest.mark.parametrize(
    ("name", "rank", "words"),
    [
        ("ninety-nine", "A", "1"),
        ("ninety-nine", "4", "0, reverse"),
        ("ninety-nine", "9", "0, pass"),
        ("ninety-nine", "10", "+10 or −10"),
        ("ninety-nine", "K", "sets 99"),
        ("ninety-nine-king-pass", "K", "0, pass"),
        ("ninety-nine-wilson", "3", "3, skip"),
        ("ninety-eight", "10", "−10"),
        ("ninety-eight-umass", "A", "1 or 11, ♠♥ 0"),
        ("ninety-eight-umass", "Q", "0, ♠ names"),
        ("arizona-ninety-eight", "A", "1 or 11"),
        ("arizona-ninety-eight", "JK", "sets 98, owe 2"),
        ("one-hundred", "A", "1, black any"),
        ("one-hundred", "2", "2, ♠ doubles"),
        ("one-hundred", "5", "5, red −5"),
        ("one-hundred", "Q", "10, ♥ sets 0"),
    ],
)
def test_a_key_says_in_few_words_what_its_rank_does(name: str, rank: str, words: str) -> None:
    assert key_words(rules_of(name), rank) == words


@pytest.mark.parametrize(
    ("cards", "rank", "words"),
    [
        ({"10": {"add": [10, -10], "reverse": True}}, "10", "10/−10, reverse"),
        ({"8": {"add": [1, 2, 8, 20]}}, "8", "1, 2, 8 or 20"),
        ({"8": {"add": [5, 6, 7, 8]}}, "8", "5 to 8"),
        ({"QS": {"set": {"from": 0, "to": 50}}}, "Q", "10, ♠ 0 to 50"),
        ({"QS": {"set": {"from": 0, "to": 99}}}, "Q", "10, ♠ any"),
        ({"QS": {"set": {"from": 0, "to": "target"}}}, "Q", "10, ♠ any"),
        ({"8": {"set": {"from": 20, "to": 50}}}, "8", "20 to 50"),
        ({"8": {"multiply": -3}}, "8", "times −3"),
        ({"8": {"add": -9999, "reverse": True, "knock_out": True}}, "8", "−9999 …"),
        ({"8": {"add": 8, "again": True}}, "8", "8, again"),
        ({"8": {"add": 8, "skip": 2}}, "8", "8, skip 2"),
        ({"8S": {"add": 1}, "8H": {"add": 2}, "8D": {"add": 3}}, "8", "8, ♠ 1, ♥ 2, ♦ 3"),
        ({"8S": {"add": 1000}, "8H": {"add": 2000}, "8D": {"add": 3000}}, "8", "8 …"),
    ],
)
def test_house_rule_is_shown_on_the_key_if_it_fits(cards: dict[str, object], rank: str, words: str) -> None:
    assert key_words(rules_of("ninety-nine", cards=cards), rank) == words


@pytest.mark.parametrize(
    ("name", "rank", "sentence"),
    [
        ("one-hundred", "A", "In One Hundred black aces set any total."),
        ("one-hundred", "2", "In One Hundred 2♠ doubles the total."),
        ("one-hundred", "5", "In One Hundred red fives take five off."),
        ("one-hundred", "Q", "In One Hundred Q♥ sets 0."),
        ("one-hundred-strict", "5", "Red fives take five off."),
        ("ninety-eight-umass", "A", "A♠ knocks out and A♥ is the shield."),
        ("ninety-eight-umass", "Q", "Q♠ names who plays next."),
        ("ninety-nine", "5", ""),
    ],
)
def test_which_suits_do_something_else_is_said_in_a_sentence(name: str, rank: str, sentence: str) -> None:
    assert what_sets_apart(rules_of(name), rank) == sentence


@pytest.mark.parametrize(
    ("does", "sentence"),
    [
        ({"set": {"from": 0, "to": 50}}, "In Ninety-nine Q♠ sets any total from 0 to 50."),
        ({"set": {"from": -9, "to": 99}}, "In Ninety-nine Q♠ sets any total from −9 to 99."),
        ({"set": {"from": 0, "to": "target"}}, "In Ninety-nine Q♠ sets any total."),
        ({"add": [1, 2, 8, 20]}, "In Ninety-nine Q♠ adds 1, 2, 8 or 20."),
    ],
)
def test_the_sentence_has_no_number_that_cannot_be_chosen(does: dict[str, object], sentence: str) -> None:
    assert what_sets_apart(rules_of("ninety-nine", cards={"QS": does}), "Q") == sentence


def test_range_below_a_higher_target_is_not_any_total() -> None:
    cards = {"QS": {"set": {"from": 0, "to": 99}}}
    assert key_words(rules_of("ninety-nine", cards=cards, target=120), "Q") == "10, ♠ 0 to 99"


@pytest.mark.parametrize(("high", "makes"), [(50, "0–50"), ("target", "0–99"), (120, "0–99")])
def test_editor_preview_ends_at_the_choice_or_target(high: object, makes: str) -> None:
    cards = {"QS": {"set": {"from": 0, "to": high}}}
    columns = preview_row(rules_of("ninety-nine", cards=cards), 89)
    assert [column.makes for column in columns if column.card == "Q♠"] == [makes]


def test_long_title_is_left_out_of_the_sentence() -> None:
    rules = msgspec.structs.replace(
        rules_of("one-hundred"), title="One Hundred as they play it at the harbour"
    )
    assert what_sets_apart(rules, "5") == "Red fives take five off."


def test_many_exceptions_are_only_mentioned() -> None:
    odd = {f"8{suit}": {"add": 1000 * n, "reverse": True} for n, suit in enumerate("SHD", 1)}
    assert what_sets_apart(rules_of("ninety-nine", cards=odd), "8") == "The suit counts here."
