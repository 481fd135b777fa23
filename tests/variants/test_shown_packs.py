"""Games of a table's own with other packs and deals."""

from pathlib import Path

import pytest

from companion.core.commands import Bust, Join, New, Play
from companion.variants import load_variants
from tests.drivers.game import NAMES
from tests.variants.shown_games import shown


@pytest.mark.parametrize(("players", "cards", "each"), [(4, 52, 3), (5, 156, 4), (7, 156, 5)])
def test_five_players_or_more_shuffle_three_decks(players: int, cards: int, each: int) -> None:
    game = shown("three-decks-for-five", players)
    assert game.adding.stock + players * each == cards


def test_card_is_there_once_in_each_of_three_decks() -> None:
    game = shown("three-decks-for-five", 5)
    game.play("8H/1 8H/2 8H/3")
    assert game.refused(Play(card="8H")).code == "already-played"
    assert game.refused(Play(card="9H/4")).code == "not-in-deck"


def test_free_joker_sets_any_total() -> None:
    game = shown("free-joker")
    game.play("K")
    assert game.refused(Play(card="JK")).code == "choice-needed"
    game.obey(Play(card="JK", value=50))
    assert (game.adding.total, game.adding.owed) == (50, 1)


def test_three_jokers_can_be_played_and_a_fourth_one_cannot() -> None:
    game = shown("free-joker")
    game.obey(*(Play(card="JK", value=value) for value in (50, 0, 99)))
    assert game.refused(Play(card="JK", value=7)).code == "already-played"


def test_einundfuenfzig_is_played_with_32_cards() -> None:
    game = shown("einundfuenfzig", 4, up_card="none")
    game.obey(New(variant="einundfuenfzig", players=NAMES[:4], up_card="KS"))
    assert game.adding.stock == 32 - 4 * 5 - 1
    assert game.refused(Play(card="6H")).code == "not-in-deck"
    game.obey(Play(card="7H", value=7))
    game.play("8H 8S 10C 9C QD KD J")
    assert game.adding.total == 4 + 7 + 8 + 8 - 1 + 0 + 3 + 4 + 2
    game.play("8C AS 8D")
    assert (game.adding.total, game.state.losers) == (44, (2,))


def test_each_hand_has_a_card_less_until_the_last_number_stays() -> None:
    game = shown("one-card-less-each-hand", 2)
    dealt = []
    for _hand in range(4):
        dealt.append(game.adding.players[0].cards)
        game.obey(Bust())
        game.deal()
    assert dealt == [5, 4, 3, 3]


def test_all_cards_are_dealt_and_the_rest_is_the_stock() -> None:
    game = shown("all-cards-dealt", 4)
    assert [player.cards for player in game.adding.players] == [5, 5, 5, 5]
    assert game.adding.stock == 24 - 2 - 20
    assert game.refused(Play(card="9C")).code == "not-in-deck"
    game.play("9")  # Both nines that are left add nine.
    assert game.refused(Join(player="Zoë")).code == "stock-short"
    game.play("9")
    assert game.refused(Play(card="9")).code == "already-played"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('ranks = "7 8 1"', "ranks: '1' is not a rank"),
        ('ranks = "9 10 J Q K A"\ncards_out = "2C"', "cards_out: 2C is not in this deck"),
        ('cards_out = "JK"', "cards_out: 'JK' is not a single card of one deck"),
        ('ranks = "A K"\nhand_size = [3, 5]', "hand_size: 2 players cannot be dealt 5 cards each"),
    ],
)
def test_contradiction_of_the_deck_is_named(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "ours.toml").write_text(f'extends = "ninety-eight"\ntitle = "Ours"\n{text}\n')
    (problem,) = load_variants(tmp_path).problems
    assert f"{problem.key}: {problem.reason}".startswith(said)
