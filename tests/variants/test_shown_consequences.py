"""Games of a table's own in which something happens to people."""

from pathlib import Path

import pytest

from companion.core.commands import Bust, Deal, Play
from companion.core.events import (
    Eliminated,
    GameEnded,
    Got,
    HandEnded,
    Paid,
    TargetReached,
    TotalPassed,
)
from companion.variants import load_variants
from companion.variants.show import show_text
from tests.drivers.game import GameDriver
from tests.variants.shown_games import SHOWN, shown


def chips(game: GameDriver) -> list[int | None]:
    """Return the chips of all players, and those in the pot."""
    return [*(player.chips for player in game.adding.players), game.adding.pot]


def test_queen_takes_a_chip_from_each_other_player() -> None:
    game = shown("queen-takes", 4)
    events = game.play("Q")
    assert chips(game) == [8, 4, 4, 4, 0]
    assert [event for event in events if isinstance(event, Paid)] == [
        Paid(name, 4, to="Ann") for name in ("Bo", "Cy", "Di")
    ]


def test_player_who_pays_the_last_chip_for_a_queen_is_out() -> None:
    game = shown("queen-takes", 3, chips=1)
    game.play("8")
    events = game.play("Q")
    assert events[-2:] == (Eliminated("Cy", "no chips"), GameEnded("Bo"))
    assert chips(game) == [0, 3, 0, 0]


def test_player_on_honor_stays_in_after_paying_for_a_queen() -> None:
    game = shown("queen-takes", 3, chips=1, honor=True)
    game.play("Q")
    assert [player.still_in for player in game.adding.players] == [True, True, True]
    game.play("Q")
    assert chips(game) == [2, 1, 0, 0]


def test_player_on_honor_without_a_chip_to_pay_is_out() -> None:
    game = shown("queen-takes", 3, chips=1, honor=True)
    assert Eliminated("Cy", "no chips") not in game.play("Q")
    assert Eliminated("Cy", "no chips") in game.play("Q")


def test_card_names_who_drinks_and_the_turn_passes_on_as_always() -> None:
    game = shown("king-names-who-drinks")
    asked = game.refused(Play(card="K"))
    assert asked.code == "target-needed"
    assert Got("Cy", "drinks", 1) in game.obey(Play(card="K", target="Cy"))
    assert game.turn == "Bo"


def test_card_lets_the_next_player_draw() -> None:
    game = shown("king-names-who-drinks")
    assert Got("Bo", "cards", 2) in game.play("Q")
    assert [player.cards for player in game.adding.players] == [3, 5, 3]


def test_bust_costs_two_chips() -> None:
    game = shown("bust-costs-two")
    assert game.obey(Bust())[1:] == (Paid("Ann", 3, 2), HandEnded("Ann"))
    assert chips(game) == [3, 5, 5, 2]


def test_bust_costs_what_is_left_and_the_event_says_so() -> None:
    game = shown("bust-costs-two", chips=1)
    events = game.obey(Bust())
    assert events[1:3] == (Paid("Ann", 0, 1, due=2), Eliminated("Ann", "no chips"))
    assert chips(game) == [0, 1, 1, 1]


def test_exactly_99_wins_the_hand_and_two_chips_of_each() -> None:
    game = shown("exactly-99-wins")
    game.play("8")
    events = game.play("K")
    assert TargetReached("Bo", 99, "more") in events
    assert events[-1] == HandEnded("Ann", "Bo")
    assert chips(game) == [3, 9, 3, 0]
    assert game.phase == "hand-over"


def test_past_fifty_the_others_drink_and_the_next_one_pays() -> None:
    game = shown("past-fifty")
    game.play("J J J J 8")
    events = game.play("5")
    assert events[1:5] == (
        TotalPassed("Cy", 50),
        Got("Ann", "drinks", 2),
        Got("Bo", "drinks", 2),
        Paid("Ann", 1),
    )


def test_total_of_exactly_fifty_is_not_passed() -> None:
    game = shown("past-fifty")
    game.play("J J J J")
    events = game.obey(Play(card="10S", value=10))
    assert game.adding.total == 50
    assert not any(isinstance(event, TotalPassed) for event in events)
    events = game.play("5")
    assert not any(isinstance(event, TotalPassed) for event in events)


def test_total_is_passed_downwards_too() -> None:
    game = shown("past-fifty")
    game.play("J J J J 8 5")
    events = game.obey(Play(card="10S", value=-10))
    assert TotalPassed("Ann", 50) in events


def test_last_payer_goes_out_with_the_ace_of_spades() -> None:
    game = shown("past-fifty")
    game.play("J J J J 8 5")
    events = game.play("AS")  # Ann paid, and plays it herself.
    assert Eliminated("Ann", "rule") in events
    assert game.turn == "Bo"


def test_named_player_pays_the_one_who_names() -> None:
    game = shown("past-fifty")
    events = game.obey(Play(card="QH", target="Cy"))
    assert Paid("Cy", 1, to="Ann") in events
    assert (chips(game), game.turn) == ([3, 2, 1, 0], "Cy")


def test_winner_takes_what_is_in_the_pot() -> None:
    game = shown("past-fifty")
    game.play("J J J J 8 5")
    game.obey(Bust())
    events = game.obey(Bust())
    assert events[-2:] == (Paid(None, 0, 1, to="Cy", due=9), GameEnded("Cy"))
    assert chips(game) == [1, 2, 3, 0]


def test_loser_pays_each_other_player_and_drinks() -> None:
    game = shown("loser-pays-all")
    events = game.obey(Bust())
    assert events[1:] == (
        Paid("Ann", 4, to="Bo"),
        Paid("Ann", 3, to="Cy"),
        Got("Ann", "drinks", 1),
        GameEnded(None, ("Ann",)),
    )


def of_a_file(folder: Path, text: str, players: int) -> GameDriver:
    """Return a game by a file with this text."""
    (folder / "ours.toml").write_text(f'title = "Ours"\n{text}\n')
    game = GameDriver(variants=load_variants(folder).variants)
    game.new("ours", players)
    return game


def test_player_whose_bust_puts_all_others_out_wins(tmp_path: Path) -> None:
    out = 'on_bust = { who = "others", does = "is out" }'
    game = of_a_file(tmp_path, f'extends = "ninety-nine-boyer"\n{out}', 4)
    assert game.obey(Bust())[-1] == GameEnded("Ann")


def test_last_player_in_cannot_be_knocked_out(tmp_path: Path) -> None:
    spade = 'cards.AS = { add = 5, knock_out = true, then = { does = "is out" } }'
    game = of_a_file(tmp_path, f'extends = "ninety-eight-umass"\n{spade}', 2)
    game.play("AH")
    assert game.obey(Play(card="AS", target="Ann"))[-1] == GameEnded("Ann")


def test_hand_is_led_after_a_bust_by_the_player_whom_it_put_out(tmp_path: Path) -> None:
    loser = 'leads = "loser"\non_bust = { who = "next", does = "is out" }'
    game = of_a_file(tmp_path, f'extends = "ninety-nine"\n{loser}', 4)
    game.obey(Bust(), Deal())
    assert game.adding.name_of(game.adding.turn) == "Cy"  # Bo, who went out, sits before


def test_everyone_acts_clockwise_and_the_player_last(tmp_path: Path) -> None:
    drinks = 'on_bust = { who = "everyone", does = "drinks" }'
    game = of_a_file(tmp_path, f'extends = "ninety-nine"\n{drinks}', 3)
    got = [event.player for event in game.obey(Bust()) if isinstance(event, Got)]
    assert got == ["Bo", "Cy", "Ann"]


def test_last_payer_does_not_pay_themselves(tmp_path: Path) -> None:
    cards = 'Q.then = { does = "pays" }\nQ.add = 10\nK.set = 0\n'
    cards += 'K.then = { who = "last payer", does = "pays", with = "player" }'
    game = of_a_file(tmp_path, f'extends = "ninety-nine"\n[cards]\n{cards}', 2)
    game.play("Q", "9")
    assert not [event for event in game.play("K") if isinstance(event, Paid)]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("queen-takes", "the player takes a chip from each other player"),
        ("bust-costs-two", "the player pays two chips; a new hand is dealt"),
        ("exactly-99-wins", "a play that hits it: the player wins the hand"),
        ("past-fifty", "each other player drinks two times, the next player pays a chip"),
        ("past-fifty", "the last player who paid is out"),
        ("loser-pays-all", "the player pays each other player a chip, the player drinks"),
    ],
)
def test_printed_rules_name_the_consequences(name: str, said: str) -> None:
    shelf = load_variants(extra=[SHOWN / f"{name}.toml"])
    assert said in " ".join(show_text(shelf.variants[name]).split())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            'extends = "ninety-eight"\non_bust = { does = "pays" }',
            "on_bust: needs chips: give each player some (chips = 5)",
        ),
        (
            'extends = "ninety-nine"\nreward = { does = "takes", with = "player" }',
            "reward: who and with are the same",
        ),
        (
            'extends = "ninety-nine"\non_bust = { does = "drinks", with = "others" }',
            "on_bust: with is for chips only: leave it out",
        ),
        (
            'extends = "ninety-nine"\non_bust = { does = "is out", how_many = 2 }',
            "on_bust: there is nothing to count here: leave how_many out",
        ),
        (
            'extends = "ninety-nine"\nexact = { 9 = { who = "others", does = "wins the hand" } }',
            "exact.9: only one player can win: write another who",
        ),
        (
            'extends = "ninety-nine"\nreward = { who = "everyone", does = "wins the game" }',
            "reward: only one player can win: write another who",
        ),
        (
            'extends = "ninety-nine"\nforfeit = { does = "is out" }',
            "forfeit: the hand is over then: write pays, takes, drinks or scores",
        ),
        (
            'extends = "ninety-nine"\non_bust = { who = "named", does = "drinks" }',
            "on_bust: only a card can name a player",
        ),
        (
            'extends = "ninety-nine"\npassing = { 99 = { does = "drinks" } }',
            "passing: a total of 99 is never passed: lower it, or raise the target",
        ),
    ],
)
def test_contradiction_of_consequences_is_named(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "ours.toml").write_text(f'title = "Ours"\n{text}\n')
    (problem,) = load_variants(tmp_path).problems
    assert f"{problem.key}: {problem.reason}".startswith(said)
