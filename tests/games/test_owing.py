"""Owed plays: docs/reference/rules.md 1.5 and, with two players left, 4.1, sentence by sentence."""

from typing import Any

import pytest

from companion.core.commands import Accept, Bust, Leave, New, Play, Shield
from companion.core.events import Played, PlaysOwed
from companion.errors import Illegal
from tests.drivers.game import GameDriver

SIXES: dict[str, Any] = {"cards": {"6": {"add": 6, "oblige": 2, "each_counts": False}}}
"""Six adds six and leaves the next player owing two plays, the first without lasting effect."""
EACH: dict[str, Any] = {"cards": {"6": {"add": 6, "oblige": 2}}}
"""Six adds six, and the next player plays two cards."""
AGAIN: dict[str, Any] = {"two_player_reverse": "again", "jokers": 2}
TWO, THREE = ("Ann", "Bo"), ("Ann", "Bo", "Cy")


def begun(players: tuple[str, ...] = TWO, variant: str = "ninety-nine", **house: Any) -> GameDriver:
    game = GameDriver()
    game.new(variant, players, **house)
    return game


def stands(game: GameDriver) -> tuple[int, str | None, int]:
    """Return the total, the player to act, and the number of plays owed."""
    return game.adding.total, game.turn, game.adding.owed


# Any card may oblige.


def test_the_total_returns_after_each_owed_play_but_the_last() -> None:
    game = begun(**SIXES)
    game.play("8 6")
    assert stands(game) == (14, "Ann", 2)
    assert game.obey(Play(card="2")) == (Played("Ann", ("2",), 14),)
    assert stands(game) == (14, "Ann", 1)


def test_last_owed_play_has_its_ordinary_effect() -> None:
    game = begun(**SIXES)
    game.play("8 6 J 5")
    assert stands(game) == (19, "Bo", 1)


def test_total_returns_to_the_target_after_a_joker() -> None:
    game = begun(jokers=2)
    game.play("8 JK")
    game.obey(Play(card="10"))
    assert stands(game) == (99, "Ann", 1)


def test_obligation_begins_at_0_after_a_joker_at_a_reset_total() -> None:
    game = begun(jokers=2, exact={"99": "reset"})
    game.play("8 JK")
    assert stands(game) == (0, "Ann", 2)
    game.play("7")
    assert stands(game) == (0, "Ann", 1)


def test_card_that_obliges_settles_the_debt_with_its_own_effect() -> None:
    game = begun(**SIXES)
    game.play("8 6 6")
    assert stands(game) == (20, "Bo", 2)
    game.play("3")
    assert stands(game) == (20, "Bo", 1)


def test_cards_of_a_set_add_their_owed_plays() -> None:
    game = begun(**SIXES, sets=True, hand_size=5)
    game.obey(Play(cards=("6C", "6D", "6H")))
    assert stands(game) == (18, "Bo", 6)
    game.play("K Q J 9")
    assert stands(game) == (18, "Bo", 2)


def test_target_is_checked_from_the_total_before_the_obligation() -> None:
    game = begun(THREE, **SIXES)
    game.play("K 10 6")
    assert stands(game) == (95, "Ann", 2)
    with pytest.raises(Illegal, match="over-target: total 100, target 99"):
        game.obey(Play(card="5"))
    game.play("9 3")
    assert stands(game) == (98, "Bo", 1)


@pytest.mark.parametrize(("debt_passes", "owed"), [("unmet", 1), ("full", 2)])
@pytest.mark.parametrize("bust", ["out", "chip, play on"])
def test_bust_passes_the_debt_on_with_the_total_at_which_it_began(
    bust: str, debt_passes: str, owed: int
) -> None:
    game = begun(THREE, **SIXES, bust=bust, debt_passes=debt_passes)
    game.play("8 6 2")
    game.obey(Bust())
    assert stands(game) == (14, "Ann", owed)
    game.play("J")
    assert stands(game) == ((14, "Ann", 1) if owed == 2 else (24, "Bo", 1))


def test_new_pile_cancels_the_debt() -> None:
    game = begun(THREE, **SIXES, bust="chip, new pile")
    game.play("8 6 2")
    game.obey(Bust())
    assert stands(game) == (0, "Ann", 1)


@pytest.mark.parametrize(("debt_passes", "owed"), [("unmet", 1), ("full", 2)])
def test_leaving_player_passes_the_debt_on_even_if_a_bust_makes_a_new_pile(
    debt_passes: str, owed: int
) -> None:
    game = begun(THREE, **SIXES, bust="chip, new pile", debt_passes=debt_passes)
    game.play("8 6 2")
    game.obey(Leave(player="Cy"))
    assert stands(game) == (14, "Ann", owed)


def test_debt_after_an_up_card_begins_at_its_total() -> None:
    game = GameDriver()
    game.obey(
        New(variant="ninety-nine", players=TWO, house={**SIXES, "up_card": "apply"}, up_card="6H")
    )
    assert stands(game) == (6, "Ann", 2)
    game.play("8")
    assert stands(game) == (6, "Ann", 1)


def test_undo_restores_the_debt() -> None:
    game = begun(**SIXES)
    game.play("8 6 2 5")
    game.undo()
    assert stands(game) == (14, "Ann", 1)
    game.undo()
    assert stands(game) == (14, "Ann", 2)


# With `each_counts` each owed play counts. It is the default, except for jokers.


def test_both_cards_of_a_player_who_owes_two_count() -> None:
    game = begun(**EACH)
    game.play("8 6 5")
    assert stands(game) == (19, "Ann", 1)
    game.play("3")
    assert stands(game) == (22, "Bo", 1)


def test_joker_settles_counted_plays_and_its_own_do_not_count() -> None:
    game = begun(**EACH, jokers=2)
    game.play("8 6 JK 10")
    assert stands(game) == (99, "Bo", 1)


def test_obliging_card_settles_the_debt_of_a_joker_and_its_own_plays_count() -> None:
    game = begun(hand_size=5, jokers=2, cards={"6": {"add": -6, "oblige": 2}})
    game.play("JK 6 2 3")
    assert stands(game) == (98, "Bo", 1)


def test_each_counted_play_must_stay_within_the_target() -> None:
    game = begun(**EACH)
    game.play("K 10 6")
    with pytest.raises(Illegal, match="over-target: total 100, target 99"):
        game.obey(Play(card="5"))


def test_each_counted_play_may_make_an_exact_total() -> None:
    game = begun(**EACH, exact={"19": "reset"})
    game.play("8 6 5")
    assert stands(game) == (0, "Ann", 1)


@pytest.mark.parametrize(("debt_passes", "owed"), [("unmet", 1), ("full", 2)])
@pytest.mark.parametrize("bust", ["out", "chip, play on"])
def test_bust_passes_the_remaining_plays_on_and_played_cards_count(
    bust: str, debt_passes: str, owed: int
) -> None:
    game = begun(THREE, **EACH, bust=bust, debt_passes=debt_passes)
    game.play("8 6 2")
    game.obey(Bust())
    assert stands(game) == (16, "Ann", owed)
    game.play("5")
    assert stands(game) == ((21, "Ann", 1) if owed == 2 else (21, "Bo", 1))


def test_owed_plays_count_after_the_wait_for_a_shield() -> None:
    game = begun(THREE, "ninety-eight-umass", cards={"6": {"add": 6, "oblige": 3}}, hand_size=6)
    game.play("6")
    game.obey(Play(card="AS", target="Cy"))
    game.obey(Accept())
    game.play("5")
    assert stands(game) == (11, "Bo", 1)


def test_owed_plays_of_a_set_count_only_if_each_of_its_cards_has_each_counts() -> None:
    table = {"6": {"add": 6, "oblige": 1}, "6S": {"add": 6, "oblige": 1, "each_counts": False}}
    game = begun(cards=table, sets=True)
    game.obey(Play(cards=("6C", "6S")))
    game.play("5")
    assert stands(game) == (12, "Bo", 1)


def test_file_can_make_each_play_owed_to_a_joker_count() -> None:
    cards = {"JK": {"set": "target", "oblige": 2, "each_counts": True}}
    game = begun(variant="arizona-ninety-eight", cards=cards)
    game.play("JK J")
    assert stands(game) == (88, "Bo", 1)


# With two players left and "again" the reversals of the whole turn are counted.


@pytest.mark.parametrize(
    ("cards", "turn"),
    [
        ("JK 4C K", "Bo"),
        ("JK 4C 4D", "Ann"),
        ("JK K 4C", "Bo"),
        ("JK K K", "Ann"),
    ],
)
def test_odd_number_of_reversals_gives_the_player_another_turn(cards: str, turn: str) -> None:
    game = begun(**AGAIN)
    game.play(cards)
    assert stands(game) == (99, turn, 1)


def test_reversals_are_not_counted_if_each_passes_the_turn() -> None:
    game = begun(jokers=2)
    game.play("JK 4C K")
    assert stands(game) == (99, "Ann", 1)


def test_new_turn_counts_reversals_from_zero() -> None:
    game = begun(**AGAIN)
    game.play("JK 4C K")
    assert stands(game) == (99, "Bo", 1)
    game.play("9")
    assert stands(game) == (99, "Ann", 1)


def test_reversal_then_joker_leaves_turn_and_debt_with_the_player() -> None:
    game = begun(**AGAIN)
    game.play("JK 4C")
    assert game.obey(Play(card="JK"))[-1] == PlaysOwed("Bo", 2)
    assert stands(game) == (99, "Bo", 2)


def test_reversal_with_three_players_passes_the_turn_in_the_other_direction() -> None:
    game = begun(THREE, **AGAIN)
    game.play("JK 4C K")
    assert stands(game) == (99, "Ann", 1)
    game.play("9")
    assert stands(game) == (99, "Cy", 1)


def test_bust_passes_the_turn_after_a_reversal() -> None:
    game = begun(**AGAIN, bust="chip, play on")
    game.play("JK 4C")
    game.obey(Bust())
    assert stands(game) == (99, "Ann", 1)
    game.play("9")
    assert stands(game) == (99, "Bo", 1)


def test_reversals_count_from_before_the_third_player_left() -> None:
    game = begun(THREE, **AGAIN)
    game.play("JK 4C")
    game.obey(Leave(player="Cy"))
    game.play("K")
    assert stands(game) == (99, "Bo", 1)


@pytest.mark.parametrize("answer", [Accept(), Shield(card="AH")], ids=["without", "with"])
def test_reversals_are_remembered_during_the_wait_for_a_shield(
    answer: Shield | Accept,
) -> None:
    players = THREE if isinstance(answer, Accept) else TWO
    game = begun(players, "ninety-eight-umass", **AGAIN, sets=True)
    game.obey(Play(cards=("JK", "JK")))
    game.play("4C")
    game.obey(Play(card="AS", target=players[-1] if players == THREE else "Ann"))
    game.obey(answer)
    game.play("K J")
    assert stands(game) == (98, "Bo", 1)


def test_reversals_count_from_before_a_knock_out_that_leaves_two() -> None:
    game = begun(THREE, "ninety-eight-umass", **AGAIN)
    game.play("JK 4C")
    game.obey(Play(card="AS", target="Cy"))
    game.obey(Accept())
    assert stands(game) == (98, "Bo", 1)


def test_named_player_acts_next_after_a_reversal() -> None:
    game = begun(TWO, "ninety-eight-umass", **AGAIN)
    game.play("JK 4C")
    game.obey(Play(card="QS", target="Ann"))
    assert stands(game) == (98, "Ann", 1)
