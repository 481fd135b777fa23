"""Drawing from the stock and its reshuffling: docs/reference/rules.md 1.4."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.cards import Card
from companion.core.commands import Bust, Deal, Forget, Join, New, Play, Shield, Show
from companion.core.events import CardDrawn, Eliminated, LastCardDrawn, Played, Reshuffled
from companion.core.refusals import NotDrawn, NotEnoughCards
from companion.errors import Illegal
from companion.games import family_of
from tests.drivers.game import GameDriver
from tests.table.tables import VARIANTS


def begun(variant: str, players: int = 2, **house: object) -> GameDriver:
    game = GameDriver()
    game.new(variant, players, **house)
    return game


def test_empty_stock_is_refilled_from_the_pile_without_its_top_card() -> None:
    game = begun("ninety-nine", hand_size=25)
    game.play("2C", "2D")
    assert game.adding.stock == 0
    assert game.play("2H") == (Played("Ann", ("2H",), 6), Reshuffled(2), CardDrawn("Ann", 1, 1))
    assert (game.adding.stock, [str(card) for card in game.adding.pile]) == (1, ["2H"])


def test_without_a_stock_players_draw_nothing_and_go_out_without_cards() -> None:
    game = begun("ninety-eight", 3, hand_size=17, stock_out="play on")
    game.play("2C")
    assert game.play("2D")[-1] == CardDrawn("Bo", 0, 1)
    state = game.adding
    state = replace(
        state, players=state.players_with(0, replace(state.players[0], cards=0)), aside=17
    )
    _, events = family_of(game.rules).step(game.rules, state, Play(card="2H"))
    assert events[-1] == Eliminated("Ann", "no cards")


def test_player_without_cards_shows_no_shield() -> None:
    game = begun("ninety-eight-umass", 3)
    game.obey(Play(card="AS", target="Cy"))
    state = game.adding
    state = replace(state, players=state.players_with(2, replace(state.players[2], cards=0)))
    with pytest.raises(Illegal) as illegal:
        family_of(game.rules).step(game.rules, state, Shield(card="AH"))
    assert illegal.value.refusal == NotEnoughCards("Cy", 0, 1)


def test_every_card_is_in_a_hand_the_pile_or_the_stock() -> None:
    game = begun("ninety-nine", 3)
    game.play("2C", "2D")
    held, pile, called, stock, aside, has_stock = game.adding.card_counts
    assert (held, list(map(str, pile)), list(map(str, called))) == ((3, 3, 3), ["2C", "2D"], ["2D"])
    assert (stock, aside, has_stock) == (41, 0, True)


# The good card that the house puts at the bottom of the stock (`last_card`).


def drawing_the_last(variant: str = "arizona-ninety-eight", hand_size: int = 26) -> GameDriver:
    """Return a game of two whose stock has two cards, with the king of spades at the bottom."""
    return begun(variant, hand_size=hand_size, last_card="KS")


@pytest.mark.parametrize("command", [Play(card="KS"), Play(cards=("ks",)), Bust(hand=("KS",))])
def test_last_card_cannot_be_played_before_it_is_drawn(command: Play | Bust) -> None:
    game = drawing_the_last()
    assert game.refused(command).refusal == NotDrawn("KS")


def test_last_card_is_announced_and_playable_once_drawn() -> None:
    game = drawing_the_last()
    assert game.play("2C")[-1] == CardDrawn("Ann", 1, 1)
    assert game.play("2D")[-1] == LastCardDrawn("Bo", "KS")
    game.play("2H", "KS")
    assert game.adding.pile[-1] == Card("K", "S")


def test_a_set_and_a_rank_alone_do_not_count_as_the_last_card() -> None:
    game = drawing_the_last()
    game.play("KC", "K")
    game.undo()
    game.obey(Play(cards=("KS", "KH")))
    assert game.adding.total == 98


def test_forgotten_draw_leaves_the_last_card_in_the_stock() -> None:
    game = drawing_the_last()
    game.play("2C", "2D")
    game.obey(Forget(player="Bo"))
    assert game.refused(Play(card="KS")).refusal == NotDrawn("KS")
    assert game.play("2H")[-1] == LastCardDrawn("Ann", "KS")


def test_last_card_is_ordinary_after_a_reshuffle() -> None:
    game = drawing_the_last("ninety-nine", hand_size=25)
    game.play("2C", "2D", "2H")
    assert game.adding.stock == 1
    game.play("KS")


def test_last_card_is_not_turned_up() -> None:
    game = GameDriver()
    house = {"up_card": "apply", "last_card": "8H"}
    new = New(variant="arizona-ninety-eight", players=("Ann", "Bo"), house=house, up_card="8H")
    with pytest.raises(Illegal, match="not-drawn"):
        game.obey(new)


def test_last_card_cannot_be_shown_before_it_is_drawn() -> None:
    game = begun("ninety-nine-ishihara-shows", up_card="none", last_card="KS")
    assert game.refused(Show(player="Bo", cards=("KC", "KD", "KS"))).refusal == NotDrawn("KS")
    shielded = begun("ninety-eight-umass", last_card="AH")
    shielded.obey(Play(card="AS", target="Bo"))
    assert shielded.refused(Shield(card="AH")).refusal == NotDrawn("AH")


def test_another_joker_may_be_played_while_the_last_card_is_a_joker() -> None:
    game = begun("arizona-ninety-eight", last_card="JK")
    game.play("JK", "J")
    assert game.refused(Play(card="JK")).refusal == NotDrawn("JK")


def test_copy_on_the_pile_is_not_the_last_card_with_two_decks() -> None:
    game = begun("ninety-nine", decks=2, last_card="8H/2")
    assert game.refused(Play(card="8H/2")).refusal == NotDrawn("8H/2")
    game.play("8H")
    assert game.refused(Play(card="8H")).refusal == NotDrawn("8H")


def test_last_card_is_announced_if_a_latecomer_takes_it() -> None:
    game = begun("arizona-ninety-eight", players=2, hand_size=18, last_card="KS")
    assert game.obey(Join(player="Cy"))[-1] == LastCardDrawn("Cy", "KS")


# Forgotten draws.


def forgetful(forgotten: str, **house: Any) -> GameDriver:
    """Return a game in which Ann played and forgot to draw."""
    game = begun("ninety-nine", forgotten=forgotten, **house)
    game.play("2C")
    game.obey(Forget(player="Ann"))
    assert held_by_ann(game) == 2
    return game


def held_by_ann(game: GameDriver) -> int:
    return game.adding.players[0].cards


def test_lost_forgotten_draw_leaves_the_hand_shorter() -> None:
    game = forgetful("lost")
    game.play("2D", "2H", "2S", "3C")
    assert held_by_ann(game) == 2


def test_forgotten_draw_is_made_up_at_the_end_of_the_next_turn() -> None:
    game = forgetful("made up")
    game.play("2D")
    assert held_by_ann(game) == 2
    assert game.play("2H")[-1] == CardDrawn("Ann", 2, 2)
    game.play("2S")
    assert game.play("3C")[-1] == CardDrawn("Ann", 1, 1)


def test_arizona_players_draw_back_up_to_four_cards_and_others_lose_the_card() -> None:
    made_up = {
        name for name, variant in VARIANTS.items() if getattr(variant, "forgotten", "") == "made up"
    }
    assert made_up == {"arizona-ninety-eight", "arizona-ninety-eight-original"}


def test_forgotten_draw_is_made_up_after_all_owed_plays() -> None:
    game = forgetful("made up", jokers=2)
    game.play("JK", "9C")
    assert held_by_ann(game) == 1
    assert game.play("9D")[-1] == CardDrawn("Ann", 3, 3)


def test_forgotten_draw_is_made_up_after_a_bust_that_leaves_the_player_in() -> None:
    game = forgetful("made up", bust="chip, play on")
    game.play("2D")
    assert game.obey(Bust())[-1] == CardDrawn("Ann", 1, 1)


def test_forgotten_draw_is_declared_once_and_before_the_next_turn() -> None:
    game = forgetful("made up")
    assert game.refused(Forget(player="Ann")).code == "not-now"
    game.play("2D")
    assert game.refused(Forget(player="Ann")).code == "not-now"


def test_new_hand_clears_the_forgotten_draw() -> None:
    game = forgetful("made up")
    game.obey(Bust())
    game.obey(Deal())
    game.play("2C")
    assert game.play("2D")[-1] == CardDrawn("Ann", 1, 1)


def test_forgotten_draw_is_lost_if_the_stock_runs_out() -> None:
    game = begun("arizona-ninety-eight", hand_size=26)
    game.play("2C", "2D")
    game.obey(Forget(player="Bo"))
    game.play("2H")
    assert game.play("2S")[-1] == CardDrawn("Bo", 0, 2)


def test_draw_for_a_shield_does_not_end_a_turn() -> None:
    game = begun("ninety-eight-umass", forgotten="made up")
    game.play("2C", "2D")
    game.obey(Forget(player="Bo"))
    game.obey(Play(card="AS", target="Bo"))
    assert game.obey(Shield(card="AH"))[-1] == CardDrawn("Bo", 1, 1)
    assert game.play("2H")[-1] == CardDrawn("Bo", 2, 2)
