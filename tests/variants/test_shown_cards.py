"""Games of a table's own whose cards divide, offer alternatives or conditions, or count down."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from companion.core.commands import Bust, Deal, New, Play, Set
from companion.core.legal import legal
from companion.core.questions import WhichWay
from companion.core.refusals import BadHouseRule, OverTarget
from companion.dialogs.context import Scene
from companion.dialogs.questions import question_for
from companion.errors import Illegal
from companion.game import Game
from companion.games import FAMILIES, family_of
from companion.games.adding.editor import cards_in_force
from companion.games.adding.rules import adding_rules_in_force
from companion.games.adding.variant import AddingVariant
from companion.phone.orders import question_view
from companion.screens.model import ListScreen
from companion.variants import load_variants
from companion.variants.reading import read_variant, write_variant
from companion.variants.show import check
from tests.drivers.game import GameDriver
from tests.games.explained import explained, the
from tests.games.own_games import own_game
from tests.variants.shown_games import SHOWN, shown
from tests.worded import worded


def totals(game: GameDriver, cards: str) -> list[int]:
    """Return the total after each of the cards."""
    found = []
    for card in cards.split():
        game.play(card)
        found.append(game.adding.total)
    return found


def question(game: GameDriver, play: Play, refused: Illegal) -> object:
    """Return the question that a refused play raises."""
    refusal: Any = refused.refusal
    return family_of(game.rules).question(game.rules, game.state, play, refusal)


def options(game: GameDriver, command: Play) -> tuple[str, Any]:
    """Return the code of a refusal and the options that it names."""
    refused = game.refused(command)
    facts: Any = refused.refusal
    return refused.code, facts.facts.get("options")


def test_king_is_99_or_0_as_called() -> None:
    game = shown("king-is-99-or-0")
    assert options(game, Play(card="K")) == ("choice-needed", [0, 99])
    game.obey(Play(card="KS", value=99))
    assert game.adding.total == 99
    game.obey(Play(card="KH", value=0))
    assert game.adding.total == 0


def test_king_follows_the_target_of_the_house() -> None:
    game = shown("king-is-99-or-0", target=50)
    assert options(game, Play(card="K")) == ("choice-needed", [0, 50])
    assert options(game, Play(card="K", value=99)) == ("bad-value", [0, 50])


def test_two_halves_an_even_total_and_adds_2_to_an_odd_one() -> None:
    game = shown("halves-an-even-total")
    assert totals(game, "8H 2S 5H 2H 2D") == [8, 4, 9, 11, 13]


def test_three_divides_by_three_and_rounds_up() -> None:
    game = shown("halves-an-even-total")
    assert totals(game, "8H 3S") == [8, 3]
    game.obey(Set(total=-7))
    assert totals(game, "3H") == [-2]


def test_two_that_does_not_round_up_rounds_toward_minus_infinity() -> None:
    game = shown("halves-an-even-total", cards={"2": {"divide": 2}})
    game.obey(Set(total=-5))
    assert totals(game, "2S") == [-3]


def test_repeated_rank_doubles() -> None:
    game = shown("repeated-rank-doubles")
    assert totals(game, "5H 5S 7D 7C 5D") == [5, 10, 17, 34, 39]


def test_eight_on_its_own_suit_doubles_if_its_player_likes() -> None:
    game = shown("repeated-rank-doubles")
    game.play("7H")
    assert options(game, Play(card="8H")) == ("way-needed", [1, 2])
    game.obey(Play(card="8H", way=2))
    assert game.adding.total == 14
    game.play("8S")
    assert game.adding.total == 22


def test_every_card_needs_its_suit_if_a_condition_looks_at_suits() -> None:
    game = shown("repeated-rank-doubles")
    assert game.refused(Play(card="3")).code == "suit-needed"


def test_from_99_down_a_total_below_0_is_over_and_a_new_pile_starts_at_99() -> None:
    game = shown("from-99-down")
    assert totals(game, "8H AH JH K") == [91, 90, 80, 0]
    refused = game.refused(Play(card="5H"))
    assert refused.refusal == OverTarget(-5, 0, was=0)
    assert game.refused(Set(total=-1)).code == "over-target"
    game.obey(Bust())
    assert game.adding.total == 99


@pytest.mark.parametrize("target", [99, 120])
def test_house_cannot_turn_the_count_round(target: int) -> None:
    with pytest.raises(Illegal) as refused:
        shown("from-99-down", target=target)
    assert isinstance(refused.value.refusal, BadHouseRule)
    assert refused.value.refusal.rule == "target"


def test_house_sets_no_floor_to_a_game_that_counts_down() -> None:
    with pytest.raises(Illegal) as refused:
        shown("from-99-down", floor=0)
    assert isinstance(refused.value.refusal, BadHouseRule)
    assert refused.value.refusal.rule == "floor"


def test_aces_change_from_90_on() -> None:
    game = shown("nihon-university")
    assert totals(game, "AS AD AH AC 9S 4S 10S JS") == [1, 99, 0, 1, 10, 14, 24, 34]
    game.new("nihon-university", 3)
    game.obey(Set(total=90))
    assert options(game, Play(card="AS")) == ("target-needed", ["Bo", "Cy"])
    game.obey(Play(card="AS", target="Cy"))
    assert (game.adding.total, game.turn) == (90, "Cy")


def test_other_cards_change_from_90_on_too() -> None:
    game = shown("nihon-university")
    game.obey(Set(total=95))
    assert (totals(game, "4S"), game.turn) == ([95], "Cy")
    assert (totals(game, "JS"), game.turn) == ([95], "Ann")
    assert totals(game, "9S 10S 9H") == [99, 89, 98]
    game.play("KS")
    assert (game.phase, game.state.losers) == ("game-over", (0,))


def test_four_turns_or_adds_4_as_its_player_calls() -> None:
    game = shown("turn-or-plus-four")
    game.play("8H")
    assert options(game, Play(card="4S")) == ("way-needed", [1, 2])
    game.obey(Play(card="4S", way=2))
    assert (game.adding.total, game.turn) == (12, "Cy")
    game.obey(Play(card="4H", way=1))
    assert (game.adding.total, game.turn) == (12, "Bo")


def test_four_turns_without_a_question_if_4_more_are_too_many() -> None:
    game = shown("turn-or-plus-four")
    game.play("K")
    game.play("4S")
    assert (game.adding.total, game.adding.clockwise) == (99, False)


def test_named_alternative_may_go_over() -> None:
    game = shown("turn-or-plus-four")
    game.play("K")
    assert game.refused(Play(card="4S", way=2)).code == "over-target"
    assert options(game, Play(card="4S", way=3)) == ("bad-way", [1, 2])
    assert options(game, Play(card="8S", way=2)) == ("bad-way", [1])


def test_both_fours_of_a_set_take_the_same_alternative() -> None:
    game = shown("turn-or-plus-four")
    game.obey(Play(cards=("4S", "4H"), way=2))
    assert game.adding.total == 8
    game.obey(Play(cards=("4C", "4D"), way=1))
    assert (game.adding.total, game.adding.clockwise) == (8, True)


def test_after_a_six_the_next_player_plays_two_and_both_count() -> None:
    game = shown("two-after-a-six")
    game.play("6H")
    assert (game.turn, game.adding.owed) == ("Bo", 2)
    game.play("5H")
    assert (game.turn, game.adding.total) == ("Bo", 11)
    game.play("3H")
    assert (game.turn, game.adding.total) == ("Cy", 14)


def late(players: int = 3, up_card: str = "JH", **fields: Any) -> GameDriver:
    """Return a game in which kings may be played only late, with a card turned up."""
    game = shown("only-late-kings", players, up_card="none")
    names = tuple(player.name for player in game.state.players)
    game.obey(New(variant="only-late-kings", players=names, up_card=up_card, **fields))
    return game


def test_king_whose_condition_does_not_hold_cannot_be_played() -> None:
    game = late()
    refused = game.refused(Play(card="KS"))
    assert refused.code == "no-way"
    assert question(game, Play(card="KS"), refused) is None


def test_king_can_be_played_from_90_on_after_the_first_turn() -> None:
    game = late(2)
    game.obey(Set(total=95))
    assert game.refused(Play(card="KS")).code == "no-way"
    game.play("9H 9S")
    game.play("KS")
    assert game.adding.total == 99


def test_king_adds_10_until_a_player_busts_and_sets_99_from_then_on() -> None:
    game = shown("kings-after-a-bust")
    assert totals(game, "8H KS") == [8, 18]
    game.obey(Bust())
    game.obey(Deal())
    assert totals(game, "8H KS") == [8, 99]


def test_each_new_game_waits_for_its_first_bust() -> None:
    game = shown("kings-after-a-bust")
    game.obey(Bust())
    game.new("kings-after-a-bust", 3)
    assert totals(game, "KC") == [10]


def test_queen_looks_at_the_players_and_at_the_card_before() -> None:
    assert options(late(3), Play(card="QH")) == ("way-needed", [1, 3])
    assert options(late(2), Play(card="QH")) == ("way-needed", [1, 2, 3])
    assert totals(late(3, "8H"), "QH") == [18]


def test_up_card_is_played_in_a_way_that_the_dealer_names() -> None:
    assert late(2, "QH", up_way=2).adding.total == -10
    assert late(3, "QH").adding.total == 10


def test_question_for_an_alternative_labels_each() -> None:
    game = shown("turn-or-plus-four")
    play = Play(card="4S")
    asked = question(game, play, game.refused(play))
    assert isinstance(asked, WhichWay)
    assert worded(asked.labels) == ("+0, reverse", "+4")
    assert asked.answered(2) == Play(card="4S", way=2)


def scene_of(game: GameDriver) -> Scene:
    variants = {game.rules.variant: game.history.variants[game.rules.variant]}
    moments = tuple(game.history.moments)
    return Scene(variants, game.rules, game.state, moments, families=FAMILIES)


def test_display_lists_each_alternative_with_the_total_that_it_makes() -> None:
    game, play = shown("turn-or-plus-four"), Play(card="4S")
    scene, refused = scene_of(game), game.refused(play)
    dialog = question_for(scene, play, refused, None)
    assert dialog is not None
    screen = dialog.picture(scene)
    assert isinstance(screen, ListScreen)
    assert worded([(row.text, row.value) for row in screen.rows]) == worded(
        [("+0, reverse", "→ 0"), ("+4", "→ 4")]
    )


def test_phone_offers_each_alternative_as_a_complete_order() -> None:
    game, play = shown("turn-or-plus-four"), Play(card="4S")
    view = question_view(scene_of(game), play, game.refused(play))
    assert view is not None
    assert worded([option.makes for option in view.options]) == ["0", "4"]
    assert [option.order for option in view.options] == [
        {"cmd": "play", "card": "4S", "way": way} for way in (1, 2)
    ]


def test_legal_plays_list_each_possible_alternative() -> None:
    game = shown("turn-or-plus-four")
    plays = legal(family_of(game.rules), game.rules, game.state, ["4S", "8H"]).plays
    assert [(play.total, play.way) for play in plays] == [(0, 1), (4, 2), (8, UNSET)]
    game.play("K")
    plays = legal(family_of(game.rules), game.rules, game.state, ["4S", "8H"]).plays
    assert [(play.total, play.way) for play in plays] == [(99, UNSET)]


def test_program_names_the_alternative_of_a_card() -> None:
    variants = load_variants(SHOWN).variants
    house = Game(variants["turn-or-plus-four"], ["Ann", "Bo"])
    house.play("4♠", way=2)
    house.play("4♥", way=1)
    assert house.state.total == 4
    late_kings = Game(variants["only-late-kings"], ["Ann", "Bo"], up_card="QH", up_way=2)
    assert late_kings.state.total == -10


def test_box_finds_that_the_other_alternative_was_taken() -> None:
    game = shown("turn-or-plus-four")
    game.play("8H")
    game.obey(Play(card="4S", way=2))
    game.play("7H")
    edit = the("other-choice", explained(game, 15, "Cy")).edits[0]
    assert edit.now == Play(card="4S", way=1)


@pytest.mark.parametrize("seed", range(40))
def test_random_cards_survive_the_journal_and_the_rules_in_force(seed: int) -> None:
    _, variant = own_game(seed, "ours")
    assert isinstance(variant, AddingVariant)
    assert read_variant(write_variant(variant)) == variant
    rules = adding_rules_in_force(variant, {}, 4)
    told = json.loads(json.dumps(cards_in_force(rules)))
    again = adding_rules_in_force(variant, {"cards": told}, 4)
    assert again.effects == rules.effects


REFUSED = {
    "limit = 50": "limit: unknown key, is target meant?",
    "[cards]\n4 = { divide = [2, 0] }": "cards.4: no total can be divided by 0",
    "[cards]\n4 = { divide = { from = -1, to = 1 } }": "cards.4: no total can be divided by 0",
    '[cards]\n4 = { add = 2, round = "up" }': "cards.4: round applies to a quotient",
    "[cards]\n4 = [{ add = 2 }]": "cards.4: a list has two or more alternatives",
    "[cards]\n4 = { add = 2, when = {} }": "cards.4: when has no condition",
    "[cards]\n4 = { add = 2, when = { total = {} } }": "cards.4: the condition has no number",
    "[cards]\n4 = { add = 2, when = { total = { from = 9, to = 8 } } }": "holds for no number",
    '[cards]\n4 = { add = 2, when = { after = "Z" } }': "cards.4: 'Z' is no card",
    "[cards]\n4 = { add = 0, knock_out = true }\n5 = [{ add = 5, shield = true }, { add = 4 }]": (
        "cards.5: a shield has no alternatives"
    ),
    "start = 99": "target: a hand begins at the target",
    "start = 100\nfloor = 0": "floor: the target is the lowest total",
    'start = 100\n[exact]\n69 = "reset"': "exact: 69 is below the target 99",
    "start = 100\n[cards]\nQH = { set = 50 }": "cards.QH: sets 50, below the target 99",
}


@pytest.mark.parametrize(("text", "why"), REFUSED.items())
def test_checker_refuses_contradictions_in_one_sentence(
    text: str, why: str, tmp_path: Path
) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(f'extends = "ninety-nine"\ntitle = "Ours"\n{text}\n')
    checked = check([file])
    assert not checked.plays
    assert why in checked.text
