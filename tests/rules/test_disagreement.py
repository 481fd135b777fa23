"""What may have happened where table and box differ: docs/disagree.md, one cause after the other."""

from typing import Any

import pytest

from companion.rules.adding.state import AddingState
from companion.rules.alike import with_card
from companion.rules.cards import parse_card
from companion.rules.commands import Accept, Bust, Deal, New, Play, Repair, Set, Shield, Step
from companion.rules.disagreement import Edit, Explanation, Observed
from companion.rules.explain import explain
from companion.rules.game import repaired
from tests.drivers.game import NAMES, GameDriver


def played(*commands: str | Step, variant: str = "ninety-nine", players: int = 4, **house: Any) -> GameDriver:
    """A game as the box has it: cards, and whatever else was entered."""
    game = GameDriver()
    game.new(variant, players, **house)
    for command in commands:
        if isinstance(command, str):
            game.play(command)
        else:
            game.obey(command)
    return game


def explained(game: GameDriver, total: int | None, turn: str | None, **seen: Any) -> list[Explanation]:
    """What the search says; each repair is accepted and leads to the state that it promises."""
    seat = None if turn is None else NAMES.index(turn)
    moments = game.history.moments
    found = explain(game.rules, moments, Observed(total, seat, **seen))
    for explanation in found:
        if explanation.repair is not None:
            entry = repaired(game.rules, moments, explanation.repair)
            assert (entry.state, entry.mended) == (explanation.state, explanation.mended)
            assert explanation.repair.why == explanation.edits[0].cause
    return found


def the(cause: str, found: list[Explanation]) -> Explanation:
    """The likeliest explanation of that cause."""
    return next(one for one in found if one.edits and one.edits[0].cause == cause)


def turned_up(card: str, value: int, variant: str = "ninety-nine") -> GameDriver:
    """A game in which the dealer has turned up a card, and chosen its value."""
    game = GameDriver()
    house = {"up_card": "apply"}
    game.obey(New(variant=variant, players=NAMES[:4], house=house, up_card=card, up_value=value))
    return game


# Nothing, or nobody to blame


def test_the_total_alone_is_enough_to_be_explained() -> None:
    game = played("8", "3")
    assert explained(game, 18, None)[0].edits


def test_where_the_box_shows_what_the_players_say_there_is_nothing_to_explain() -> None:
    game = played("8", "3")
    assert explained(game, 11, "Cy") == []
    assert explained(game, None, "Cy") == []


def test_a_wrong_total_with_the_right_light_may_be_a_slip_of_the_players() -> None:
    game = played("8", "3", "7")
    slip = next(one for one in explained(game, 28, "Di") if not one.edits)
    assert slip.slip
    assert slip.repair is None
    assert slip.state is game.state


# Each cause once


def test_a_10_not_passed_after_the_7() -> None:
    found = explained(played("3", "8", "7"), 28, "Ann")
    (edit,) = found[0].edits
    assert (edit.cause, edit.place, edit.player) == ("card-missed", 4, "Di")
    assert [str(card) for card in edit.alike] == ["J", "Q", "10"]
    assert found[0].repair == Repair(back=0, steps=(Play(card="J"),), why="card-missed")


def test_the_table_picks_the_card_that_it_was() -> None:
    game = played("3", "8", "7")
    found = explained(game, 28, "Ann")
    picked = with_card(game.rules, game.history.moments, found[0], 0, parse_card("10"))
    assert picked.edits[0].now == Play(card="10", value=10)
    assert picked.repair is not None
    assert repaired(game.rules, game.history.moments, picked.repair).state == picked.state
    assert (picked.state.total, picked.state.turn) == (28, 0)


def test_a_card_of_which_all_lie_on_the_pile_is_not_missed() -> None:
    found = explained(played("8", "8", "8", "8", "7"), 47, "Cy")
    assert not any(one.edits[0].now == Play(card="8") for one in found if one.edits)


def test_a_card_that_was_entered_twice_in_a_row_is_taken_out_first() -> None:
    found = explained(played("3", "8", "8", "7"), 18, "Di")
    (edit,) = found[0].edits
    assert (edit.cause, edit.was, edit.now) == ("card-twice", Play(card="8"), None)


def test_a_card_that_nobody_played_is_taken_out() -> None:
    found = explained(played("3", "8", "6", "7"), 18, "Di")
    assert the("card-twice", found).edits[0] == Edit("card-twice", 3, "Cy", Play(card="6"))


def test_another_card_of_the_same_player() -> None:
    (edit,) = the("other-card", explained(played("3", "8", "2", "7"), 21, "Ann")).edits
    assert (edit.was, edit.now, edit.player) == (Play(card="7"), Play(card="8"), "Di")


def test_a_ten_down_that_was_entered_as_up() -> None:
    found = explained(played("J", "Q", Play(card="10", value=10), "5"), 15, "Ann")
    assert (found[0].edits[0].cause, found[0].edits[0].now) == ("other-choice", Play(card="10", value=-10))


def test_a_total_that_a_black_ace_set_is_solved() -> None:
    game = played(Play(card="AS", value=50), "3", "6", variant="one-hundred")
    assert the("other-choice", explained(game, 49, "Di")).edits[0].now == Play(card="AS", value=40)


def test_a_ten_that_was_turned_up_counts_down_and_was_entered_as_up() -> None:
    game = turned_up("10C", 10)
    game.play("9C", "8C")
    game.obey(Bust(), Deal(up_card="10H", up_value=10))
    game.play("5C", "3C")
    edit = the("other-choice", explained(game, -2, game.turn)).edits[0]
    assert (edit.player, edit.now) == ("Ann", Deal(up_card="10H", up_value=-10))


def test_the_up_card_with_which_a_game_begins_is_put_right_by_its_total() -> None:
    game = turned_up("10C", 10)
    game.play("5C", "3C")
    found = the("other-choice", explained(game, -2, "Cy"))
    assert found.edits[0] == Edit("other-choice", 1, "Di", None, Set(total=-10))
    assert found.state.total == -2


def test_an_up_card_that_sets_the_total_is_solved() -> None:
    game = turned_up("AS", 50, variant="one-hundred")
    game.play("3", "6")
    assert the("other-choice", explained(game, 49, "Cy")).edits[0].now == Set(total=40)


def test_the_player_whom_an_up_card_named_was_another_one() -> None:
    house = {"up_card": "apply", "bust": "chip, new hand", "over": "refuse", "chips": 3}
    game = GameDriver()
    game.obey(New(variant="ninety-eight-umass", players=NAMES[:4], house=house, up_card="8C"))
    game.play("9C")
    game.obey(Bust(), Deal(up_card="QS", up_target="Cy"))
    found = the("other-choice", explained(game, game.adding.total, "Di"))
    assert found.edits[0].now == Deal(up_card="QS", up_target="Di")


def test_the_player_named_was_another_one() -> None:
    game = played("8", Play(card="QS", target="Ann"), variant="ninety-eight-umass")
    edit = the("other-choice", explained(game, 8, "Di")).edits[0]
    assert edit.now == Play(card="QS", target="Di")


def test_a_shield_that_was_shown_and_not_entered() -> None:
    game = played("8", Play(card="AS", target="Cy"), Accept(), variant="ninety-eight-umass")
    found = explained(game, 8, "Cy")
    assert Edit("other-choice", 3, "Cy", Accept(), Shield(card="AH")) in [one.edits[0] for one in found]


def test_two_alike_that_were_entered_as_one() -> None:
    found = explained(played("8", "7", variant="arizona-ninety-eight"), 22, "Cy")
    assert the("set", found).edits[0].now == Play(cards=("7", "7"))


def test_two_entries_that_were_one_set() -> None:
    found = explained(played("8", "7", "7", variant="arizona-ninety-eight"), 22, "Cy")
    assert (found[0].edits[0].cause, found[0].edits[0].now) == ("set", Play(cards=("7", "7")))


def test_a_set_that_was_one_card() -> None:
    game = played("8", Play(cards=("7", "7")), variant="arizona-ninety-eight")
    assert the("set", explained(game, 15, "Cy")).edits[0].now == Play(card="7")


def test_two_players_in_the_wrong_order() -> None:
    found = explained(played("9", "K", "10", players=3), 99, "Ann")
    assert found[0].edits == (Edit("order", 2, "Bo", Play(card="K"), Play(card="10")),)


def test_a_bust_that_was_not_entered_brings_its_deal() -> None:
    found = explained(played("K", "9", "9"), 0, "Bo")
    missed = the("bust-missed", found)
    assert missed.edits[0].now == Bust()
    assert [entry.command for entry in missed.mended][-2:] == [Bust(), Deal()]
    assert missed.state.pot == 1


def test_a_bust_that_was_not_entered_before_later_plays() -> None:
    found = explained(played("K", "9", "4", variant="ninety-nine-boyer"), 99, "Ann")
    assert the("bust-missed", found).state.seats_in == (0, 2, 3)


def test_a_bust_too_many_is_taken_out_with_its_deal() -> None:
    found = explained(played("8", "9", Bust(), Deal(), "9"), 8, "Di")
    assert found[0].edits == (Edit("bust-twice", 3, "Cy", Bust()),)
    assert found[0].repair == Repair(back=3, steps=(Play(card="9"),), why="bust-twice")


# How the later plays are judged


def test_a_mended_game_with_an_illegal_play_explains_nothing() -> None:
    found = explained(played("J", "Q", "J", "Q", "J", "Q", "J", "Q", "9", "8"), 98, "Cy")
    assert not any(one.edits[0].now == Play(card="A") for one in found if one.edits and not one.slip)


def test_a_later_choice_stays_what_it_was() -> None:
    missed = explained(played("8", Play(card="10", value=-10), "7"), 13, "Ann")[0]
    assert missed.edits[0].now == Play(card="8")
    game = played("J", "Q", "J", "Q", "J", "Q", "J", "Q", "8", "2", "9", "10")
    assert game.adding.total == 80
    kept = explained(game, 70, "Bo")[0]
    assert kept.mended[-1].command == Play(card="10", value=-10)


def test_a_later_play_is_by_whoever_is_to_act_in_the_mended_game() -> None:
    game = played("8", Play(card="3", player="Bo"), Play(card="7", player="Cy"))
    taken = the("card-twice", explained(game, 12, "Cy"))
    assert taken.repair is not None
    assert taken.repair.steps == ()
    taken = the("card-twice", explained(game, 15, "Cy"))
    assert taken.repair == Repair(back=2, steps=(Play(card="7"),), why="card-twice")


def test_cards_keep_their_suits() -> None:
    found = explained(played("8H", "3S", "7D"), 15, "Cy")
    assert the("card-twice", found).repair == Repair(back=2, steps=(Play(card="7D"),), why="card-twice")


# All together


def test_ways_to_the_same_state_are_one_explanation() -> None:
    found = explained(played("3", "8", "7"), 20, "Ann")
    assert len([one for one in found if one.edits and one.edits[0].now == Play(card="2")]) == 1


def test_two_things_may_have_gone_wrong() -> None:
    found = explained(played("3", "8", "7"), 20, "Bo")
    double = next(one for one in found if len(one.edits) == 2)
    assert {edit.cause for edit in double.edits} == {"card-missed"}
    assert double.repair is not None
    assert double.repair.why == "card-missed"


def test_a_repaired_game_is_explained_from_what_counts_in_it() -> None:
    game = played("3", "8", "7")
    missed = the("card-missed", explained(game, 20, "Ann"))
    assert missed.repair is not None
    game.history.obey(missed.repair)
    assert explained(game, 20, "Ann") == []
    taken = the("card-twice", explained(game, 18, "Di"))
    assert taken.edits == (Edit("card-twice", 4, "Di", Play(card="2")),)


def test_when_the_time_is_up_the_last_plays_are_still_looked_at() -> None:
    game = played("3", "8", "7", "2", "5")
    found = explain(game.rules, game.history.moments, Observed(27, 2), lambda: True)
    assert found[0].edits[0].now == Play(card="2")
    assert all(len(one.edits) < 2 for one in found)


def test_chips_that_were_counted_must_fit() -> None:
    game = played("K", "9", "9", variant="ninety-nine-new-pile")
    fits = explained(game, 0, "Ann", chips={"Di": 4})
    assert all(one.state.players[3].chips == 4 for one in fits)
    assert fits


# Trick games


@pytest.fixture
def tricks() -> GameDriver:
    return played("5C", "9C", "KC", "2C", "4D", "9D", "QD", variant="arizona-spaghetti")


def test_a_card_that_was_missed_in_a_trick(tricks: GameDriver) -> None:
    at_the_end = next(one for one in explained(tricks, None, "Bo", trick=0) if one.edits[0].place == 8)
    (edit,) = at_the_end.edits
    assert (edit.cause, edit.player) == ("card-missed", "Bo")
    assert {str(card) for card in edit.alike} == {"KD", "AD"}


def test_a_card_that_nobody_played_in_a_trick(tricks: GameDriver) -> None:
    found = explained(tricks, None, "Ann", trick=2)
    assert found[0].edits[0].cause == "card-twice"


def test_two_cards_of_a_trick_in_the_wrong_order() -> None:
    game = played("5C", "KC", "9C", "2C", variant="arizona-spaghetti")
    found = explained(game, None, "Cy", trick=0)
    assert found[0].edits[0] == Edit("order", 2, "Bo", Play(card="KC"), Play(card="9C"))


def test_two_cards_of_a_trick_further_apart_may_have_changed_places() -> None:
    game = played("KC", "9C", "5C", "2C", variant="arizona-spaghetti")
    found = explained(game, None, "Cy", trick=0)
    assert Edit("order", 1, "Ann", Play(card="KC"), Play(card="5C")) in found[0].edits


def test_a_card_of_a_trick_that_was_entered_as_another_one() -> None:
    game = played("5C", "2C", "9C", "3C", variant="arizona-spaghetti")
    (edit,) = the("other-card", explained(game, None, "Di", trick=0)).edits
    assert (edit.player, edit.was) == ("Di", Play(card="3C"))
    assert {str(card) for card in edit.alike} == {"10C", "JC", "QC", "KC", "AC"}


def test_players_of_a_trick_game_may_be_wrong_about_who_is_next() -> None:
    found = explained(played("5C", "KC", variant="arizona-spaghetti"), None, "Ann")
    assert (found[0].slip, found[0].repair) == (True, None)


def test_whoever_does_not_follow_suit_makes_an_explanation_unlikely() -> None:
    game = played("5C", "KC", "9C", "2D", "3D", "7D", "JD", variant="arizona-spaghetti")
    found = explained(game, None, "Ann", trick=0)
    assert (found[0].edits[0].cause, found[0].edits[0].place) == ("card-missed", 4)


def test_points_games_are_not_searched() -> None:
    game = GameDriver()
    game.new("points", 3)
    assert explain(game.rules, game.history.moments, Observed(turn=1)) == []


def test_of_equal_cards_one_after_the_other_the_last_one_was_missed() -> None:
    (edit,) = the("card-missed", explained(played("8", "5", "7"), 27, "Ann")).edits
    assert (edit.place, edit.player) == (4, "Di")


def test_what_was_set_by_hand_counts_in_the_last_plays() -> None:
    game = played("8H", "7S", Set(turn="Ann"), "2D")
    assert explained(game, 27, "Cy")[0].state.total == 27


def test_a_last_chip_that_was_not_paid_leaves_its_player_in() -> None:
    game = played("8H", Bust(), players=3, chips=1)
    (best, *_) = explained(game, None, None, chips={"Bo": 1})
    assert isinstance(best.state, AddingState)
    assert [player.still_in for player in best.state.players] == [True, True, True]
