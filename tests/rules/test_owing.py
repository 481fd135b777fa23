"""Owing plays: docs/rules.md 1.5, one sentence after the other."""

from typing import Any

import pytest

from companion.errors import Illegal
from companion.rules.adding_state import AddingState
from companion.rules.commands import Bust, Leave, New, Play, Undo
from companion.rules.events import Played
from companion.rules.game import Game
from companion.variants import load_variants

SHELF = load_variants().variants
SIXES: dict[str, Any] = {"cards": {"6": {"add": 6, "oblige": 2}}}
"""Six adds six and leaves the next player owing two plays."""
TWO, THREE = ("Ann", "Bo"), ("Ann", "Bo", "Cy")


def begun(players: tuple[str, ...] = TWO, variant: str = "ninety-nine", **house: Any) -> Game:
    game = Game(SHELF)
    game.obey(New(variant=variant, players=players, house=house))
    return game


def play(game: Game, cards: str) -> AddingState:
    """The cards one after the other, and the state they lead to."""
    for card in cards.split():
        game.obey(Play(card=card))
    return now(game)


def now(game: Game) -> AddingState:
    assert isinstance(game.state, AddingState)
    return game.state


def stands(game: Game) -> tuple[int, str | None, int]:
    """The total, whose turn it is, and what that player owes."""
    state = now(game)
    return state.total, state.name_of(state.turn), state.owed


# Any card may oblige.


def test_after_each_play_but_the_last_the_total_returns_to_what_it_was_when_the_obligation_began() -> None:
    game = begun(**SIXES)
    play(game, "8 6")
    assert stands(game) == (14, "Ann", 2)
    assert game.obey(Play(card="2")) == {"events": (Played("Ann", ("2",), 14),)}
    assert stands(game) == (14, "Ann", 1)


def test_the_last_play_has_its_ordinary_effect() -> None:
    game = begun(**SIXES)
    play(game, "8 6 J 5")
    assert stands(game) == (19, "Bo", 1)


def test_after_a_joker_it_returns_to_the_target() -> None:
    game = begun(jokers=2)
    play(game, "8 JK")
    game.obey(Play(card="10"))
    assert stands(game) == (99, "Ann", 1)


def test_a_joker_at_an_exact_total_that_resets_begins_the_obligation_at_0() -> None:
    game = begun(jokers=2, exact={"99": "reset"})
    play(game, "8 JK")
    assert stands(game) == (0, "Ann", 2)
    play(game, "7")
    assert stands(game) == (0, "Ann", 1)


def test_a_card_that_obliges_settles_what_is_owed_with_its_own_effect() -> None:
    game = begun(**SIXES)
    play(game, "8 6 6")
    assert stands(game) == (20, "Bo", 2)
    play(game, "3")
    assert stands(game) == (20, "Bo", 1)


def test_cards_of_a_set_add_their_numbers() -> None:
    game = begun(**SIXES, sets=True, hand_size=5)
    game.obey(Play(cards=("6C", "6D", "6H")))
    assert stands(game) == (18, "Bo", 6)
    play(game, "K Q J 9")
    assert stands(game) == (18, "Bo", 2)


def test_a_card_goes_over_the_target_from_where_the_obligation_began() -> None:
    game = begun(THREE, **SIXES)
    play(game, "K 10 6")
    assert stands(game) == (95, "Ann", 2)
    with pytest.raises(Illegal, match="over-target: total 100, target 99"):
        game.obey(Play(card="5"))
    play(game, "9 3")
    assert stands(game) == (98, "Bo", 1)


@pytest.mark.parametrize(("debt_passes", "owed"), [("unmet", 1), ("full", 2)])
@pytest.mark.parametrize("bust", ["out", "chip, play on"])
def test_a_bust_passes_it_on_with_the_total_at_which_it_began(bust: str, debt_passes: str, owed: int) -> None:
    game = begun(THREE, **SIXES, bust=bust, debt_passes=debt_passes)
    play(game, "8 6 2")
    game.obey(Bust())
    assert stands(game) == (14, "Ann", owed)
    play(game, "J")
    assert stands(game) == ((14, "Ann", 1) if owed == 2 else (24, "Bo", 1))


def test_a_new_pile_lets_it_lapse() -> None:
    game = begun(THREE, **SIXES, bust="chip, new pile")
    play(game, "8 6 2")
    game.obey(Bust())
    assert stands(game) == (0, "Ann", 1)


@pytest.mark.parametrize(("debt_passes", "owed"), [("unmet", 1), ("full", 2)])
def test_who_leaves_passes_it_on_also_where_a_bust_makes_a_new_pile(debt_passes: str, owed: int) -> None:
    game = begun(THREE, **SIXES, bust="chip, new pile", debt_passes=debt_passes)
    play(game, "8 6 2")
    game.obey(Leave(player="Cy"))
    assert stands(game) == (14, "Ann", owed)


def test_what_is_owed_after_a_card_turned_up_began_at_its_total() -> None:
    game = Game(SHELF)
    game.obey(New(variant="ninety-nine", players=TWO, house={**SIXES, "up_card": "apply"}, up_card="6H"))
    assert stands(game) == (6, "Ann", 2)
    play(game, "8")
    assert stands(game) == (6, "Ann", 1)


def test_taking_back_brings_the_obligation_again() -> None:
    game = begun(**SIXES)
    play(game, "8 6 2 5")
    game.obey(Undo())
    assert stands(game) == (14, "Ann", 1)
    game.obey(Undo())
    assert stands(game) == (14, "Ann", 2)
