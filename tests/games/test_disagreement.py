"""The search for causes of a difference between table and box in an adding game:
docs/disagreement.md.
"""

import pytest

from companion.core.cards import parse_card
from companion.core.commands import Accept, Bust, Deal, New, Play, Repair, Set, Shield
from companion.core.disagreement import Edit, Observed, expand_equivalent_cards
from companion.core.history import repaired
from companion.core.search import explain
from companion.games import family_of
from companion.games.adding.faults import WEIGHTS
from companion.games.adding.state import AddingState
from tests.drivers.game import NAMES, GameDriver
from tests.games.explained import explained, played, the, turned_up

# No difference, and mistakes of the players


def test_total_alone_is_explained() -> None:
    game = played("8", "3")
    assert explained(game, 18, None)[0].edits


def test_matching_total_and_turn_need_no_explanation() -> None:
    game = played("8", "3")
    assert explained(game, 11, "Cy") == []
    assert explained(game, None, "Cy") == []


def test_wrong_total_with_the_right_turn_may_be_a_miscount() -> None:
    game = played("8", "3", "7")
    slip = next(one for one in explained(game, 28, "Di") if not one.edits)
    assert not slip.edits
    assert slip.repair is None
    assert slip.state is game.state


# Each cause once


def test_missed_ten_is_found_with_its_alternatives() -> None:
    found = explained(played("3", "8", "7"), 28, "Ann")
    (edit,) = found[0].edits
    assert (edit.cause, edit.place, edit.player) == ("card-missed", 4, "Di")
    assert [str(card) for card in edit.alike] == ["J", "Q", "10"]
    assert found[0].repair == Repair(back=0, steps=(Play(card="J"),), why="card-missed")


def test_picking_a_card_narrows_the_explanation_to_it() -> None:
    game = played("3", "8", "7")
    found = explained(game, 28, "Ann")
    picked = expand_equivalent_cards(
        family_of(game.rules), game.rules, game.history.moments, found[0], 0, parse_card("10")
    )
    assert picked.edits[0].now == Play(card="10", value=10)
    assert picked.repair is not None
    assert (
        repaired(family_of(game.rules), game.rules, game.history.moments, picked.repair).state
        == picked.state
    )
    assert (picked.state.total, picked.state.turn) == (28, 0)


def test_picking_a_card_keeps_the_other_edits() -> None:
    game = played("3", "8", "7")
    double = next(one for one in explained(game, 20, "Bo") if len(one.edits) == 2)
    card = double.edits[0].alike[-1]
    picked = expand_equivalent_cards(
        family_of(game.rules), game.rules, game.history.moments, double, 0, card
    )
    assert picked.edits[0].alike == (card,)
    assert picked.edits[1:] == double.edits[1:]


def test_card_with_all_copies_on_the_pile_was_not_missed() -> None:
    found = explained(played("8", "8", "8", "8", "7"), 47, "Cy")
    assert not any(one.edits[0].now == Play(card="8") for one in found if one.edits)


def test_card_entered_twice_in_a_row_is_removed_first() -> None:
    found = explained(played("3", "8", "8", "7"), 18, "Di")
    (edit,) = found[0].edits
    assert (edit.cause, edit.entered, edit.now) == ("card-twice", Play(card="8"), None)


def test_card_that_was_not_played_is_removed() -> None:
    found = explained(played("3", "8", "6", "7"), 18, "Di")
    assert the("card-twice", found).edits[0] == Edit("card-twice", 3, "Cy", Play(card="6"))


def test_play_can_be_replaced_by_another_card() -> None:
    (edit,) = the("other-card", explained(played("3", "8", "2", "7"), 21, "Ann")).edits
    assert (edit.entered, edit.now, edit.player) == (Play(card="7"), Play(card="8"), "Di")


def test_ten_can_be_counted_down_instead_of_up() -> None:
    found = explained(played("J", "Q", Play(card="10", value=10), "5"), 15, "Ann")
    assert (found[0].edits[0].cause, found[0].edits[0].now) == (
        "other-choice",
        Play(card="10", value=-10),
    )


def test_changed_choice_is_compared_with_its_own_entry() -> None:
    ten_down, ten_up = Play(card="10", value=-10), Play(card="10", value=10)
    edit = the("other-choice", explained(played("J", "Q", ten_down, ten_up, "5"), 5, "Bo")).edits[0]
    assert (edit.player, edit.entered, edit.now) == ("Di", ten_up, ten_down)


def test_total_set_by_a_black_ace_is_solved() -> None:
    game = played(Play(card="AS", value=50), "3", "6", variant="one-hundred")
    assert the("other-choice", explained(game, 49, "Di")).edits[0].now == Play(card="AS", value=40)


def test_missed_black_ace_is_solved() -> None:
    found = explained(played("9H", "3H", "5H", variant="one-hundred"), -3, "Ann")
    assert (3, Play(card="AC", value=2)) in [
        (edit.place, edit.now) for one in found for edit in one.edits
    ]


def test_total_beyond_the_black_ace_rules_out_another_choice() -> None:
    game = played(Play(card="AS", value=50), "3H", "6H", variant="one-hundred")
    assert "other-choice" not in [
        edit.cause for one in explained(game, 8, "Di") for edit in one.edits
    ]


def test_turned_up_ten_can_be_counted_down_instead_of_up() -> None:
    game = turned_up("10C", 10)
    game.play("9C", "8C")
    game.obey(Bust(), Deal(up_card="10H", up_value=10))
    game.play("5C", "3C")
    edit = the("other-choice", explained(game, -2, game.turn)).edits[0]
    assert (edit.player, edit.now) == ("Ann", Deal(up_card="10H", up_value=-10))


def test_up_card_may_have_named_another_player() -> None:
    house = {"up_card": "apply", "bust": "chip, new hand", "over": "refuse", "chips": 3}
    game = GameDriver()
    game.obey(New(variant="ninety-eight-umass", players=NAMES[:4], house=house, up_card="8C"))
    game.play("9C")
    game.obey(Bust(), Deal(up_card="QS", up_target="Cy"))
    found = the("other-choice", explained(game, game.adding.total, "Di"))
    assert found.edits[0].now == Deal(up_card="QS", up_target="Di")


def test_card_may_have_named_another_player() -> None:
    game = played("8", Play(card="QS", target="Ann"), variant="ninety-eight-umass")
    edit = the("other-choice", explained(game, 8, "Di")).edits[0]
    assert edit.now == Play(card="QS", target="Di")


def test_missed_card_may_have_named_another_player() -> None:
    found = explained(played("8C", "8D", "8H", "8S", variant="ninety-eight-umass"), 32, "Bo")
    assert Play(card="QS", target="Bo") in [edit.now for one in found for edit in one.edits]


def test_shield_that_was_shown_but_not_entered_is_found() -> None:
    game = played("8", Play(card="AS", target="Cy"), Accept(), variant="ninety-eight-umass")
    found = explained(game, 8, "Cy")
    assert Edit("other-choice", 3, "Cy", Accept(), Shield(card="AH")) in [
        one.edits[0] for one in found
    ]


def test_shield_that_was_entered_but_not_shown_is_found() -> None:
    game = played(
        "8", Play(card="AS", target="Cy"), Shield(card="AH"), variant="ninety-eight-umass"
    )
    found = explained(game, 8, "Di")
    assert Edit("other-choice", 3, "Cy", Shield(card="AH"), Accept()) in [
        one.edits[0] for one in found
    ]


def test_pair_entered_as_one_card_is_found() -> None:
    found = explained(played("8", "7", variant="arizona-ninety-eight"), 22, "Cy")
    assert the("set", found).edits[0].now == Play(cards=("7", "7"))


def test_four_of_a_rank_entered_as_one_card_are_found() -> None:
    found = explained(played("8", "7", variant="arizona-ninety-eight"), 36, "Cy")
    assert the("set", found).edits[0].now == Play(cards=("7",) * 4)


def test_missed_pair_is_found() -> None:
    found = explained(played("7", "7", variant="arizona-ninety-eight"), 28, "Di")
    assert Play(cards=("7", "7")) in [edit.now for one in found for edit in one.edits]


def test_missed_pair_has_a_value_only_if_it_offers_a_choice() -> None:
    game = played(*("10",) * 4, *("8",) * 4, *("7",) * 3, variant="arizona-ninety-eight", players=2)
    done = [edit.now for one in explained(game, 95, "Ann") for edit in one.edits]
    assert Play(cards=("A", "A")) in done
    done = [
        edit.now
        for one in explained(played("8", variant="arizona-ninety-eight"), 10, "Cy")
        for edit in one.edits
    ]
    assert Play(cards=("A", "A"), value=1) in done


def test_missed_pair_needs_two_remaining_cards_of_its_rank() -> None:
    found = explained(played("4", "4", "4", variant="arizona-ninety-eight"), 0, "Ann")
    (pair,) = (edit for one in found for edit in one.edits if edit.now == Play(cards=("9", "9")))
    assert [str(card) for card in pair.alike] == ["9", "Q"]


def test_two_entries_of_one_set_are_found() -> None:
    found = explained(played("8", "7", "7", variant="arizona-ninety-eight"), 22, "Cy")
    assert (found[0].edits[0].cause, found[0].edits[0].now) == ("set", Play(cards=("7", "7")))


def test_set_that_was_one_card_is_found() -> None:
    game = played("8", Play(cards=("7", "7")), variant="arizona-ninety-eight")
    assert the("set", explained(game, 15, "Cy")).edits[0].now == Play(card="7")


def test_two_plays_in_the_wrong_order_are_found() -> None:
    found = explained(played("9", "K", "10", players=3), 99, "Ann")
    assert found[0].edits == (Edit("order", 2, "Bo", Play(card="K"), Play(card="10")),)


def test_missed_bust_is_inserted_with_its_deal() -> None:
    found = explained(played("K", "9", "9"), 0, "Bo")
    missed = the("bust-missed", found)
    assert missed.edits[0].now == Bust()
    assert [entry.command for entry in missed.mended][-2:] == [Bust(), Deal()]
    assert missed.state.pot == 1


def test_missed_bust_is_found_before_later_plays() -> None:
    found = explained(played("K", "9", "4", variant="ninety-nine-boyer"), 99, "Ann")
    assert the("bust-missed", found).state.seats_in == (0, 2, 3)


def test_bust_missed_after_another_bust_is_the_next_players() -> None:
    found = explained(played("8C", Bust(), variant="one-hundred"), 8, "Di")
    assert the("bust-missed", found).edits == (Edit("bust-missed", 3, "Cy", None, Bust()),)


def test_extra_bust_is_removed_with_its_deal() -> None:
    found = explained(played("8", "9", Bust(), Deal(), "9"), 8, "Di")
    assert found[0].edits == (Edit("bust-twice", 3, "Cy", Bust()),)
    assert found[0].repair == Repair(back=3, steps=(Play(card="9"),), why="bust-twice")


def test_extra_bust_is_removed_alone_if_play_continues_without_a_deal() -> None:
    found = explained(played("8", "9", Bust(), "9", variant="ninety-nine-boyer"), 8, "Di")
    taken = the("bust-twice", found)
    assert taken.edits == (Edit("bust-twice", 3, "Cy", Bust()),)
    assert taken.state.seats_in == (0, 1, 2, 3)


# Likelihoods


def test_missed_card_is_as_likely_as_its_share_of_all_cards() -> None:
    two = the("card-missed", explained(played(), 2, "Bo"))
    assert two.likelihood == pytest.approx(WEIGHTS["card-missed"] * 4 / 52)


def test_missed_card_is_equally_likely_with_each_value() -> None:
    ten_down = the("card-missed", explained(played("J", "Q"), 10, "Di"))
    two = the("card-missed", explained(played("J", "Q"), 22, "Di"))
    assert two.likelihood == pytest.approx(2 * ten_down.likelihood)


def test_reset_total_may_come_from_another_card() -> None:
    found = explained(played("8", "2", exact={"11": "reset"}), 0, "Cy")
    assert Play(card="3") in [
        edit.now for one in found for edit in one.edits if edit.cause == "other-card"
    ]


# Checks of the later plays


def test_corrected_game_with_an_illegal_play_is_not_an_explanation() -> None:
    found = explained(played("J", "Q", "J", "Q", "J", "Q", "J", "Q", "9", "8"), 98, "Cy")
    assert not any(one.edits[0].now == Play(card="A") for one in found if one.edits)


def test_later_choice_keeps_its_value() -> None:
    missed = explained(played("8", Play(card="10", value=-10), "7"), 13, "Ann")[0]
    assert missed.edits[0].now == Play(card="8")
    game = played("J", "Q", "J", "Q", "J", "Q", "J", "Q", "8", "2", "9", "10")
    assert game.adding.total == 80
    kept = explained(game, 70, "Bo")[0]
    assert kept.mended[-1].command == Play(card="10", value=-10)


def test_later_play_belongs_to_the_player_to_act_in_the_corrected_game() -> None:
    game = played("8", Play(card="3", player="Bo"), Play(card="7", player="Cy"))
    taken = the("card-twice", explained(game, 11, "Cy"))
    assert taken.repair is not None
    assert taken.repair.steps == ()
    taken = the("card-twice", explained(game, 15, "Cy"))
    assert taken.repair == Repair(back=2, steps=(Play(card="7"),), why="card-twice")


def test_later_cards_keep_their_suits() -> None:
    found = explained(played("8H", "3S", "7D"), 15, "Cy")
    assert the("card-twice", found).repair == Repair(
        back=2, steps=(Play(card="7D"),), why="card-twice"
    )


def test_choice_of_swapped_cards_keeps_its_value() -> None:
    (best, *_) = explained(played("9", "K", "10", players=3), 99, "Ann")
    assert best.mended[0].command == Play(card="10", value=-10)


# The depth of the search

LONG = ("8", "7", "2", "5", "2", "5", "2", "5", "2", "5")


@pytest.mark.parametrize(("too_many", "is_found"), [("7", True), ("8", False)])
def test_the_last_nine_plays_are_searched(too_many: str, *, is_found: bool) -> None:
    game = played(*LONG)
    found = explained(game, game.adding.total - int(too_many), "Bo")
    assert (
        Play(card=too_many) in [edit.entered for one in found for edit in one.edits]
    ) is is_found


# Combinations


def test_edits_with_the_same_result_are_one_explanation() -> None:
    found = explained(played("3", "8", "7"), 20, "Ann")
    assert len([one for one in found if one.edits and one.edits[0].now == Play(card="2")]) == 1


def test_two_missed_cards_are_one_explanation_with_equivalent_cards() -> None:
    found = explained(played("8"), 28, "Di")
    tens = [[sorted(map(str, edit.alike)) for edit in one.edits] for one in found]
    assert tens == [[["10", "J", "Q"], ["10", "J", "Q"]]]


def test_pairs_of_edits_are_searched_if_single_edits_explain_little() -> None:
    found = explained(played("8", "3"), 5, "Cy")
    assert {len(one.edits) for one in found} == {0, 1, 2}


def test_explanations_are_limited_to_the_length_of_the_list() -> None:
    assert len(explained(played("9H", "3H", "5H", variant="one-hundred"), None, "Ann")) == 24


def test_explanations_that_differ_only_in_earlier_players_are_one() -> None:
    found = explained(played(Bust(), "QS", variant="one-hundred"), 0, "Cy")
    ends = [
        (
            sorted(map(str, state.pile)),
            state.total,
            [(one.chips, one.drew) for one in state.players],
        )
        for state in (one.state for one in found)
        if isinstance(state, AddingState)
    ]
    assert all(ends.count(end) == 1 for end in ends)


def test_two_mistakes_are_found_together() -> None:
    found = explained(played("3", "8", "7"), 20, "Bo")
    double = next(one for one in found if len(one.edits) == 2)
    assert {edit.cause for edit in double.edits} == {"card-missed"}
    assert double.repair is not None
    assert double.repair.why == "card-missed"


def test_repaired_game_is_searched_from_its_valid_plays() -> None:
    game = played("3", "8", "7")
    missed = the("card-missed", explained(game, 20, "Ann"))
    assert missed.repair is not None
    game.history.obey(missed.repair)
    assert explained(game, 20, "Ann") == []
    taken = the("card-twice", explained(game, 18, "Di"))
    assert taken.edits == (Edit("card-twice", 4, "Di", Play(card="2")),)


def test_last_plays_are_searched_even_after_the_time_limit() -> None:
    game = played("3", "8", "7", "2", "5")
    found = explain(
        family_of(game.rules), game.rules, game.history.moments, Observed(27, 2), lambda: True
    )
    assert found[0].edits[0].now == Play(card="2")
    assert all(len(one.edits) < 2 for one in found)


def test_explanations_must_match_the_counted_chips() -> None:
    game = played("K", "9", "9", variant="ninety-nine-new-pile")
    fits = explained(game, 0, "Ann", chips={"Di": 4})
    assert all(one.state.players[3].chips == 4 for one in fits)
    assert fits


def test_missed_card_among_equal_ones_is_the_last() -> None:
    (edit,) = the("card-missed", explained(played("8", "5", "7"), 27, "Ann")).edits
    assert (edit.place, edit.player) == (4, "Di")


def test_changes_by_hand_count_in_the_searched_plays() -> None:
    game = played("8H", "7S", Set(turn="Ann"), "2D")
    assert explained(game, 27, "Cy")[0].state.total == 27


def test_unpaid_last_chip_leaves_its_player_in() -> None:
    game = played("8H", Bust(), players=3, chips=1)
    (best, *_) = explained(game, None, None, chips={"Bo": 1})
    assert isinstance(best.state, AddingState)
    assert [player.still_in for player in best.state.players] == [True, True, True]
