"""Printed descriptions of custom games; a golden file has those of the bundled games."""

from pathlib import Path

import msgspec
import pytest

from companion.games.points.words import points_event_row
from companion.games.tricks.description import deal_rows, round_rows
from companion.games.tricks.variant import RoundEntry, TrickVariant, trick_rules_in_force
from companion.games.tricks.words import what_costs
from companion.message import render
from companion.variants import load_variants
from companion.variants.show import list_text, show_text
from companion.words.form import as_markup
from tests.games.points_games import PointsGame
from tests.worded import worded

OURS = (
    'family = "tricks"\ntitle = "Ours"\nshort = "O"\nplayers = [4, 4]\nranks = "7 8 9 10 J Q K A"\n'
)


def ours(folder: Path, text: str) -> TrickVariant:
    file = folder / "ours.toml"
    file.write_text(text, "utf-8")
    shelf = load_variants(extra=[file])
    assert shelf.problems == ()
    variant = shelf.variants["ours"]
    assert isinstance(variant, TrickVariant)
    return variant


def round_of(folder: Path, text: str) -> str:
    """Return the printed text of the only round of a custom game."""
    ((name, words),) = round_rows(ours(folder, f"{OURS}[[rounds]]\n{text}\n"))
    assert worded(name) == "Round 1"
    return render(words)


def test_custom_game_is_distinguished_from_bundled_ones(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('extends = "ninety-nine"\ntitle = "Ours"\n')
    shelf = load_variants(tmp_path)
    assert list_text(shelf).endswith("\n* a game of your own\n")
    assert show_text(shelf.variants["ours"]).endswith("\n\nProvenance: own, the game of a table.\n")


def test_unusual_order_of_ranks_is_printed(tmp_path: Path) -> None:
    text = OURS.replace("7 8 9 10 J Q K A", "10") + "[[rounds]]\ntrick = 1\n"
    assert worded(deal_rows(ours(tmp_path, text))[1:]) == (
        ("High to low", "10"),
        ("4 players", "1 card each"),
    )
    text = OURS.replace("7 8 9 10 J Q K A", "A 10 K") + "[[rounds]]\ntrick = 1\n"
    assert worded(deal_rows(ours(tmp_path, text))[:2]) == (
        ("Deck", "a deck of 52 without 2 3 4 5 6 7 8 9 J Q"),
        ("High to low", "K 10 A"),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "trick = 2\nfirst_trick = 3",
            "each trick costs 2, first trick costs 3; ends when all cards are played",
        ),
        (
            'cards = { 10 = 5, "A K" = 1 }\nends = "last card"',
            "each 10 costs 5, A K cost 1 each; ends after the trick with the last card that costs",
        ),
        (
            'cards = { "Q KS" = 4 }\nends = "last card"',
            "Q K♠ cost 4 each; ends after the trick with the last card that costs",
        ),
        (
            'cards = { A = 5 }\nends = "last card"',
            "each ace costs 5; ends after the trick with the last card that costs",
        ),
        (
            "cards = { S = 1, Q = 2, QS = 10 }",
            ("each ♠ costs 1, each queen costs 2, Q♠ costs 10; ends when all cards are played"),
        ),
        (
            "cards = { S = 1, KS = 2, QS = 10 }\nsweep = 7",
            (
                "each ♠ costs 1, K♠ costs 2, Q♠ costs 10; "
                "a player who takes everything gets 7 more; ends when all cards are played"
            ),
        ),
    ],
)
def test_round_is_described_in_words(tmp_path: Path, text: str, said: str) -> None:
    assert worded(round_of(tmp_path, text)) == worded(said)


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ({"H": 10}, "each ♥ costs 10"),
        ({"Q": 25}, "each queen costs 25"),
        ({"KS": 100}, "K♠ costs 100"),
        ({"7H 8H 9H 10H JH QH": 5}, "7♥ 8♥ 9♥ 10♥ J♥ Q♥ 5"),
        ({"7H 8H 9H 10H JH QH": 55}, "6 cards cost"),
        ({"QH QD": 1000}, "Q♥ Q♦ cost 1000 each"),
        ({"JH JD": 5}, "J♥ J♦ cost 5 each"),
        ({"JH JD JC": 1, "JS": 2}, "J♥ J♦ J♣ 1, J♠ 2"),
        ({"H": 1, "QS": 13}, "each ♥ 1, Q♠ 13"),
        ({"H": 1, "D": 2, "QS": 13}, "3 things cost"),
    ],
)
def test_costs_have_the_names_from_the_file(cards: dict[str, int], says: str) -> None:
    entry = RoundEntry(cards=cards)
    polignac = load_variants().variants["polignac"]
    assert isinstance(polignac, TrickVariant)
    variant = msgspec.structs.replace(polignac, rounds=(entry,))
    assert worded(what_costs(trick_rules_in_force(variant, {}, 4).round(1))) == worded(says)


def test_cards_in_the_name_of_a_points_round_are_drawn_and_spoken() -> None:
    game = PointsGame('last_round = 1\n[[rounds]]\nsays = "♥ 1"\n')
    row = points_event_row(game.rules, None, game.state, game.begun)
    assert tuple(map(as_markup, row.after)) == (({"suit": "H"}, " 1"),)
    assert render(row.said).endswith("deals round 1. hearts 1.")
