"""What is printed of a trick game, to lay beside the deck."""

from pathlib import Path

import msgspec
import pytest

from companion.rules.tricks.rules import trick_rules_in_force
from companion.rules.tricks.variant import RoundEntry, TrickVariant
from companion.rules.variant import Variant
from companion.text.cards import face
from companion.text.costs import what_costs
from companion.variants import load_variants
from companion.variants.round_table import deal_rows, round_rows, trick_rows
from companion.variants.show import show_text

SHELF = load_variants()
ALONG = {name: variant for name, variant in SHELF.variants.items() if isinstance(variant, TrickVariant)}

OURS = 'family = "tricks"\ntitle = "Ours"\nshort = "O"\nplayers = [4, 4]\nranks = "7 8 9 10 J Q K A"\n'


def ours(folder: Path, text: str) -> TrickVariant:
    file = folder / "ours.toml"
    file.write_text(text, "utf-8")
    shelf = load_variants(extra=[file])
    assert shelf.problems == ()
    return trick_game(shelf.variants["ours"])


def trick_game(variant: Variant) -> TrickVariant:
    assert isinstance(variant, TrickVariant)
    return variant


def round_of(folder: Path, text: str) -> str:
    """What is printed of the only round of a game of one's own."""
    ((name, words),) = round_rows(ours(folder, f"{OURS}[[rounds]]\n{text}\n"))
    assert name == "Round 1"
    return words


# What is dealt.


def test_the_pack_of_arizona_spaghetti() -> None:
    assert deal_rows(ALONG["arizona-spaghetti"]) == (
        ("Pack", "a deck of 52"),
        ("High to low", "A K Q J 10 9 8 7 6 5 4 3 2"),
        ("3 players", "17 cards each, without 2♣"),
        ("4 players", "13 cards each"),
        ("5 players", "10 cards each, without 2♣ 2♦"),
        ("6 players", "8 cards each, without 2♣ 3♣ 2♦ 3♦"),
        ("7 players", "7 cards each, without 2♣ 3♣ 2♦"),
        ("8 players", "6 cards each, without 2♣ 3♣ 2♦ 3♦"),
    )


def test_a_short_pack_is_a_deck_without_the_low_ranks() -> None:
    assert deal_rows(ALONG["polignac"]) == (
        ("Pack", "a deck of 52 without 2 to 6"),
        ("High to low", "A K Q J 10 9 8 7"),
        ("4 players", "8 cards each"),
        ("5 players", "6 cards each, without 7♣ 7♠"),
        ("6 players", "5 cards each, without 7♣ 7♠"),
    )


def test_ranks_that_take_tricks_in_an_order_of_their_own(tmp_path: Path) -> None:
    text = OURS.replace("7 8 9 10 J Q K A", "10") + "[[rounds]]\ntrick = 1\n"
    assert deal_rows(ours(tmp_path, text))[1:] == (("High to low", "10"), ("4 players", "1 card each"))
    text = OURS.replace("7 8 9 10 J Q K A", "A 10 K") + "[[rounds]]\ntrick = 1\n"
    assert deal_rows(ours(tmp_path, text))[:2] == (
        ("Pack", "a deck of 52 without 2 3 4 5 6 7 8 9 J Q"),
        ("High to low", "K 10 A"),
    )


@pytest.mark.parametrize("name", ALONG)
def test_what_is_printed_of_the_deal_is_what_is_dealt(name: str) -> None:
    variant = ALONG[name]
    fewest, most = variant.players
    dealt = deal_rows(variant)[2:]
    assert [left for left, _ in dealt] == [f"{count} players" for count in range(fewest, most + 1)]
    for count, (_, words) in enumerate(dealt, start=fewest):
        rules = trick_rules_in_force(variant, {}, count)
        assert words.split(" ")[0] == str(rules.hand_size)
        assert words.partition("without ")[2].split() == [face(card) for card in rules.pack.removed]


# The rounds.


def test_the_rounds_of_arizona_spaghetti() -> None:
    assert round_rows(ALONG["arizona-spaghetti"]) == (
        ("Round 1", "each trick costs 10; ends when all cards are played"),
        (
            "Round 2",
            "each ♥ costs 10; ♥ may not be led until it is broken; ends after the trick with the last ♥",
        ),
        ("Round 3", "each queen costs 25; ends after the trick with the last queen"),
        ("Round 4", "K♠ costs 100; ♠ may not be led until it is broken; ends after the trick with K♠"),
        ("Round 5", "the last trick costs 100; ends when all cards are played"),
        (
            "Round 6",
            (
                "each trick costs 10, the last trick costs 100 more, each ♥ costs 10, each queen costs 25, "
                "K♠ costs 100; what fits one card adds up: Q♥ costs 35; "
                "♥ may not be led until it is broken; ends when all cards are played"
            ),
        ),
    )


def test_a_round_that_is_played_again_and_again_has_no_number() -> None:
    assert round_rows(ALONG["slobberhannes"]) == (
        (
            "Each round",
            (
                "the first trick costs 1, the last trick costs 1, Q♣ costs 1; "
                "whoever takes all of it pays 1 more; ends when all cards are played"
            ),
        ),
    )
    assert round_rows(ALONG["polignac"]) == (
        ("Each round", "J♥ J♦ J♣ cost 1 each, J♠ costs 2; ends when all cards are played"),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "trick = 2\nfirst_trick = 3",
            "each trick costs 2, the first trick costs 3 more; ends when all cards are played",
        ),
        (
            'cards = { 10 = 5, "A K" = 1 }\nends = "last card"',
            "each 10 costs 5, A K cost 1 each; ends after the trick with the last card that costs",
        ),
        (
            'cards = { "Q KS" = 4 }\nends = "last card"',
            "Q K♠ cost 4 each; ends after the trick with the last card that costs",
        ),
        ('cards = { A = 5 }\nends = "last card"', "each ace costs 5; ends after the trick with the last ace"),
        (
            "cards = { S = 1, Q = 2, QS = 10 }",
            (
                "each ♠ costs 1, each queen costs 2, Q♠ costs 10; what fits one card adds up: Q♠ costs 13; "
                "ends when all cards are played"
            ),
        ),
        (
            "cards = { S = 1, KS = 2, QS = 10 }\nsweep = 7",
            (
                "each ♠ costs 1, K♠ costs 2, Q♠ costs 10; "
                "what fits one card adds up: Q♠ costs 11, K♠ costs 3; "
                "whoever takes all of it pays 7 more; ends when all cards are played"
            ),
        ),
    ],
)
def test_a_round_in_words(tmp_path: Path, text: str, said: str) -> None:
    assert round_of(tmp_path, text) == said


def test_the_display_and_the_sheet_name_a_rank_alike(tmp_path: Path) -> None:
    variant = ours(tmp_path, f"{OURS.replace('7 8 9', '6 8 9')}[[rounds]]\ncards = {{ 6 = 5 }}\n")
    assert round_rows(variant)[0][1] == "each 6 costs 5; ends when all cards are played"
    assert what_costs(trick_rules_in_force(variant, {}, 4).round(1)) == "each 6 costs 5"


# Everything else.


def test_the_rules_of_every_round() -> None:
    spaghetti = dict(trick_rows(ALONG["arizona-spaghetti"]))
    assert spaghetti["Lead"].startswith("the player to the dealer's left leads")
    assert spaghetti["Follow"].startswith("whoever holds a card of the led suit must play one")
    assert spaghetti["Broken"] == "when a card of the suit is played to the lead of another suit"
    assert spaghetti["Nothing else"].endswith("says so, and leads it")
    assert spaghetti["Revoke"].endswith("if the table lets it stand, it costs nothing by itself")
    assert spaghetti["Game"] == "six rounds"
    assert spaghetti["Wins"] == "the fewest points; players with equally few share the win"
    slobberhannes = dict(trick_rows(ALONG["slobberhannes"]))
    assert slobberhannes["Game"] == "rounds until somebody has 10 points or more when one is over"
    assert "Broken" not in slobberhannes
    assert "Nothing else" not in slobberhannes


def test_a_game_of_one_round_in_which_anything_may_be_played(tmp_path: Path) -> None:
    rows = dict(trick_rows(ours(tmp_path, f"follow = false\n{OURS}[[rounds]]\ntrick = 1\n")))
    assert rows["Follow"] == "nobody must follow the led suit: anything may be played"
    assert rows["Game"] == "one round"
    assert "Revoke" not in rows


def test_what_a_revoke_costs(tmp_path: Path) -> None:
    rows = dict(trick_rows(ours(tmp_path, 'extends = "polignac"\ntitle = "Ours"\nrevoke_penalty = 5\n')))
    assert rows["Revoke"].endswith("if the table lets it stand, it costs 5")
    # Only ♥ left, and then another suit: a revoke, though nobody must follow.
    free = f'follow = false\n{OURS}[[rounds]]\ntrick = 1\nrestricted = "H"\n'
    assert "Revoke" in dict(trick_rows(ours(tmp_path, free)))


def test_the_whole_sheet() -> None:
    assert show_text(SHELF.variants["slobberhannes"]) == (
        """\
Slobberhannes (slobberhannes)

Pack         a deck of 52 without 2 to 6
High to low  A K Q J 10 9 8 7
3 players    10 cards each, without 7♣ 7♠
4 players    8 cards each
5 players    6 cards each, without 7♣ 7♠
6 players    5 cards each, without 7♣ 7♠

Each round   the first trick costs 1, the last trick costs 1, Q♣ costs 1;
             whoever takes all of it pays 1 more; ends when all cards are
             played

Lead         the player to the dealer's left leads; whoever takes a trick
             leads the next
Trick        goes to the highest card of the led suit
Follow       whoever holds a card of the led suit must play one; else anything
             may be played
Revoke       a card of a suit that its player has shown to have none of is
             taken back; if the table lets it stand, it costs nothing by
             itself
Game         rounds until somebody has 10 points or more when one is over
Wins         the fewest points; players with equally few share the win

A traditional game. With 3, 5 or 6 players the black sevens are taken out;
taking all three costs a fourth point; at ten points the fewest win.
Provenance: reconstructed, the table was not printed.
"""
    )


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ({"H": 10}, "each ♥ costs 10"),
        ({"Q": 25}, "each queen costs 25"),
        ({"KS": 100}, "K♠ costs 100"),
        ({"7H 8H 9H 10H JH QH": 5}, "7♥ 8♥ 9♥ 10♥ J♥ Q♥ 5"),
        ({"7H 8H 9H 10H JH QH": 55}, "6 cards cost"),
        ({"QH QD": 1000}, "Q♥ Q♦ cost 1000"),
        ({"JH JD": 5}, "J♥ J♦ cost 5"),
        ({"JH JD JC": 1, "JS": 2}, "J♥ J♦ J♣ 1, J♠ 2"),
        ({"H": 1, "QS": 13}, "each ♥ 1, Q♠ 13"),
        ({"H": 1, "D": 2, "QS": 13}, "3 things cost"),
    ],
)
def test_what_costs_is_said_as_the_file_names_it(cards: dict[str, int], says: str) -> None:
    entry = RoundEntry(cards=cards)
    polignac = load_variants().variants["polignac"]
    assert isinstance(polignac, TrickVariant)
    variant = msgspec.structs.replace(polignac, rounds=(entry,))
    assert what_costs(trick_rules_in_force(variant, {}, 4).round(1)) == says
