"""A game of a table's own with alternatives that have consequences, and totals passed downwards."""

from pathlib import Path

import pytest

from companion.core.commands import Bust, Play
from companion.core.events import Paid, PileStarted, TotalPassed
from companion.core.refusals import BadHouseRule, NotInDeck, WayNeeded
from companion.errors import Illegal
from companion.variants.show import check
from tests.drivers.game import GameDriver
from tests.variants.shown_games import shown


def chips(game: GameDriver) -> list[int | None]:
    """Return the chips of all players, and those in the pot."""
    return [*(player.chips for player in game.adding.players), game.adding.pot]


def test_seven_reverses_for_a_chip_or_takes_its_pips_off() -> None:
    game = shown("turn-or-pay")
    with pytest.raises(Illegal) as refused:
        game.play("7")
    assert isinstance(refused.value.refusal, WayNeeded)
    game.obey(Play(card="7", way=1))
    assert (game.adding.total, game.adding.clockwise, chips(game)) == (60, False, [2, 3, 3, 1])
    game.obey(Play(card="7", way=2))
    assert (game.adding.total, game.adding.clockwise, chips(game)) == (53, False, [2, 3, 3, 1])


def test_player_who_passes_30_on_the_way_down_takes_a_chip_from_the_pot() -> None:
    game = shown("turn-or-pay")
    game.obey(Play(card="7", way=1))
    game.play("10", "10", "9")
    assert (game.adding.total, chips(game)) == (31, [2, 3, 3, 1])
    events = game.play("K")
    assert TotalPassed("Cy", 30) in events
    assert (game.adding.total, chips(game)) == (21, [2, 3, 4, 0])


def test_next_player_pays_the_one_who_played_a_jack() -> None:
    game = shown("turn-or-pay")
    assert Paid("Bo", 2, to="Ann") in game.play("J")
    assert chips(game) == [4, 2, 3, 0]


def test_bust_begins_the_next_pile_at_60_again() -> None:
    game = shown("turn-or-pay")
    game.play("10")
    assert PileStarted(1) in game.obey(Bust())
    assert game.adding.total == 60


def test_card_that_is_not_in_the_deck_is_refused() -> None:
    game = shown("turn-or-pay")
    with pytest.raises(Illegal) as refused:
        game.play("6")
    assert isinstance(refused.value.refusal, NotInDeck)


REFUSED = {
    '4 = [{ add = 4 }, { add = 0, then = { does = "pays" } }]': "cards.4.2.then: needs chips",
    '4 = [{ add = 4 }, { add = 0, then = { who = "others", does = "wins the hand" } }]': (
        "cards.4.2.then: only one player can win"
    ),
}


@pytest.mark.parametrize(("line", "why"), REFUSED.items())
def test_checker_names_the_alternative_whose_consequence_cannot_happen(
    line: str, why: str, tmp_path: Path
) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(
        f'extends = "ninety-nine"\ntitle = "Ours"\nbust = "out"\nchips = false\n[cards]\n{line}\n'
    )
    checked = check([file])
    assert not checked.plays
    assert why in checked.text


def test_house_rule_cannot_let_a_card_pay_in_a_game_without_chips() -> None:
    pays = {"4": {"add": 4, "then": {"does": "pays"}}}
    with pytest.raises(Illegal) as refused:
        GameDriver().new("ninety-nine-ishihara", 3, up_card="none", cards=pays)
    assert isinstance(refused.value.refusal, BadHouseRule)
    assert refused.value.refusal.rule == "cards"
