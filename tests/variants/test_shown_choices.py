"""Trick games in which the players announce a round, a trump or a leader."""

from typing import Any

import pytest

from companion import IllegalCommand, TrickGame
from companion.core.commands import Play, Score
from companion.core.events import TrickTaken
from companion.core.refusals import (
    BadContract,
    BadField,
    BadSum,
    ContractNeeded,
    FirstTrick,
    LeaderNeeded,
    MustLead,
    Refusal,
    TrumpNeeded,
    WrongPhase,
)
from companion.games.tricks.engine import miscounted_points
from tests.drivers.game import NAMES
from tests.variants.test_shown_tricks import SHELF

FOUR = NAMES[:4]


def game_of(name: str, players: int = 4, **said: Any) -> TrickGame:
    """Return a game of a file in the folder `shown`, with what is `said` at its first deal."""
    return TrickGame(SHELF.variants[name], NAMES[:players], **said)


def why_not(game: TrickGame, **said: Any) -> Refusal:
    """Return why the next round is not dealt with what is `said`."""
    with pytest.raises(IllegalCommand) as refused:
        game.deal(**said)
    return refused.value.refusal


def refused(game: TrickGame, card: str, player: str | None = None) -> Refusal:
    with pytest.raises(IllegalCommand) as illegal:
        game.play(card, player=player)
    return illegal.value.refusal


@pytest.fixture
def hearts() -> TrickGame:
    return game_of("two-of-clubs-leads")


def test_holder_of_the_two_of_clubs_leads_it(hearts: TrickGame) -> None:
    assert (hearts.turn, hearts.state.opens) == (None, hearts.rules.cards["2C"])
    assert refused(hearts, "3C", "Bo") == MustLead("2C")
    assert refused(hearts, "2C") == LeaderNeeded(FOUR)
    hearts.play("2C", player="Cy")
    assert (hearts.turn, hearts.state.opens) == ("Di", None)


def test_dealer_may_choose_a_round_again_until_points_end_the_game() -> None:
    game = game_of("polignac-with-general", contract=2)
    game.score({"Ann": 5, "Bo": 5, "Cy": 5})
    game.deal(contract=2)
    game.score({"Ann": 5, "Bo": 5, "Di": 5})
    assert why_not(game) == ContractNeeded((1, 2), "Bo")
    game.deal(contract=1)
    game.score({"Cy": 5})
    game.deal(contract=2)
    game.score({"Ann": 5, "Cy": 5, "Bo": 11})
    assert game.state.phase == "game-over"
    assert [NAMES[seat] for seat in game.state.winners] == ["Di"]


def test_dealer_may_choose_the_same_round_at_each_deal() -> None:
    game = game_of("polignac-with-general", contract=2)
    for _ in FOUR:
        game.score({"Ann": 1})
        game.deal(contract=2)
    assert game.state.deal_number == 5


def test_any_player_may_hold_the_card_that_is_led_first(hearts: TrickGame) -> None:
    assert hearts.due() == tuple(Play(card="2C", player=name) for name in FOUR)


def test_next_higher_club_leads_if_the_two_is_taken_out() -> None:
    assert str(game_of("two-of-clubs-leads", 6).state.opens) == "4C"


def test_no_heart_is_played_to_the_first_trick_but_from_a_hand_of_hearts(
    hearts: TrickGame,
) -> None:
    hearts.play("2C", player="Ann")
    assert refused(hearts, "QS") == FirstTrick("QS")
    hearts.play("5H", only_suit=True)
    assert [void.suit for void in hearts.state.voids] == ["C"]
    hearts.play("KC")
    hearts.play("AC")
    hearts.play("QS")
    assert hearts.turn == "Ann"


def test_legal_plays_of_the_first_trick_leave_hearts_out(hearts: TrickGame) -> None:
    hearts.play("2C", player="Ann")
    assert tuple(hearts.legal(["5H", "KD", "QS"])) == (Play(card="KD"),)
    declared = tuple(Play(card=card, only_suit=True) for card in ("5H", "QS"))
    assert tuple(hearts.legal(["5H", "QS"])) == declared


def test_cards_left_over_go_to_the_last_trick() -> None:
    game = game_of("hearts-with-a-kitty", 3)
    suits = {
        suit: [f"{rank}{suit}" for rank in game.rules.ranks if rank + suit != "AH"]
        for suit in "CDHS"
    }
    hands = [suits[suit] + suits["H"][4 * seat : 4 * seat + 4] for seat, suit in enumerate("CDS")]
    taken: list[TrickTaken] = []
    for seat in range(3 * 17):
        events = game.play(hands[seat % 3][seat // 3], only_suit=True)
        taken += [event for event in events if isinstance(event, TrickTaken)]
    assert [trick.points for trick in taken] == [0] * 10 + [13] + [0] * 2 + [3] * 3 + [4]


def test_dealer_chooses_a_contract_that_the_same_player_has_not_dealt() -> None:
    game = game_of("barbu-of-the-dealer", contract=3)
    assert (game.state.contract, game.rules.last_round) == (3, 24)
    for _ in range(3):
        game.score({"Ann": -24})
        game.deal(contract=3)
    game.score({"Ann": -24})
    assert why_not(game) == ContractNeeded((1, 2, 4, 5, 6), "Di")
    assert why_not(game, contract=3) == BadContract((1, 2, 4, 5, 6), 3)
    assert why_not(game, contract=1, trump="H") == BadField("trump", "names-none")
    game.deal(contract=1)
    assert [player.chosen for player in game.state.players] == [(3,), (3,), (3,), (3, 1)]


def test_dealer_leads_and_deals_all_contracts_in_a_row() -> None:
    game = game_of("barbu-all-in-a-row", contract=1)
    for contract in range(2, 7):
        assert (game.turn, game.state.deals_next) == ("Di", "Di")
        game.score({"Ann": game.rules.round(game.state.contract).total})
        game.deal(contract=contract, trump="S" if contract == 6 else None)
    game.score({"Ann": 65})
    game.deal(contract=6, trump="none")
    assert (game.turn, game.state.deals_next, game.rules.last_round) == ("Ann", "Ann", 24)


def test_dealer_names_the_trump_of_a_contract() -> None:
    with pytest.raises(IllegalCommand) as unnamed:
        game_of("barbu-of-the-dealer", contract=6)
    assert unnamed.value.refusal == TrumpNeeded()
    game = game_of("barbu-of-the-dealer", contract=6, trump="D")
    for card in ("AS", "2D", "KS", "3D"):
        events = game.play(card)
    assert events[-1] == TrickTaken("Di", "3D", 1, 5)


def test_named_trump_may_be_none() -> None:
    game = game_of("barbu-of-the-dealer", contract=6, trump="none")
    for card in ("AS", "2D", "KS", "3D"):
        events = game.play(card)
    assert events[-1] == TrickTaken("Ann", "AS", 1, 5)


def test_dominoes_have_no_tricks_and_only_points_by_place() -> None:
    game = game_of("barbu-with-dominoes", contract=7)
    assert (game.turn, game.state.opens, game.rules.last_round) == (None, None, 28)
    assert refused(game, "7H") == WrongPhase("places")
    with pytest.raises(IllegalCommand) as wrong:
        game.score({"Ann": 40, "Bo": 25})
    assert wrong.value.refusal == BadSum(0, 65, 5, (40, 25, 0, 0), below_zero=True)
    assert game.due() == (Score(points={"Ann": 40, "Bo": 25, "Cy": 10, "Di": -10}),)
    game.score({"Ann": 10, "Bo": -10, "Cy": 40, "Di": 25})
    assert [player.points for player in game.state.players] == [10, -10, 40, 25]


def test_points_of_a_domino_are_entered_as_the_table_counts_them() -> None:
    game = game_of("our-lorum", contract=7)
    assert refused(game, "7H") == WrongPhase("places")
    game.score({"Ann": 0, "Bo": 3, "Cy": 5, "Di": -8})
    assert [player.points for player in game.state.players] == [0, 3, 5, -8]
    assert miscounted_points(game.rules, game.state) is None


def test_jack_that_is_left_over_counts_for_nobody() -> None:
    game = game_of("knaves-turned-up", 3, trump="none")
    suits = {suit: [f"{rank}{suit}" for rank in game.rules.ranks] for suit in "CDHS"}
    hearts = suits["H"]
    hands = {
        "Ann": suits["C"] + hearts[:4],
        "Bo": suits["D"] + hearts[4:8],
        "Cy": [card for card in suits["S"] if card != "JS"] + hearts[8:],
    }
    while game.turn is not None:
        game.play(hands[game.turn].pop(0), only_suit=True)
    assert [player.points for player in game.state.players] == [13 - 2 - 3, 0, 4 - 4]
    assert miscounted_points(game.rules, game.state) is None


def test_player_who_takes_everything_but_the_card_left_over_makes_a_sweep() -> None:
    game = game_of("one-card-out", 3)
    hands = {
        "Ann": ["AC", "KC", "QC", "JC", "AS"],
        "Bo": ["AD", "JH", "KD", "QD", "JD"],
        "Cy": ["QH", "KH", "JS", "QS", "KS"],
    }
    while game.turn is not None:
        game.play(hands[game.turn].pop(0))
    assert [player.points for player in game.state.players] == [3 + 5, 0, 0]
    assert miscounted_points(game.rules, game.state) is None


@pytest.mark.parametrize(("lost", "out"), [(-10, "7C"), (-9, "JS"), (-6, "JH")])
def test_entered_points_fit_whichever_card_is_left_over(lost: int, out: str) -> None:
    game = game_of("knaves-turned-up", 3, trump="S")
    with pytest.raises(IllegalCommand) as refused:
        game.score({"Ann": 17, "Bo": -5})
    assert refused.value.refusal.code == "bad-sum", out
    game.score({"Ann": 17, "Bo": lost})
    assert miscounted_points(game.rules, game.state) is None


def test_last_contract_needs_no_choice_and_ends_the_game() -> None:
    game = game_of("king-with-trumps", contract=3)
    game.score({"Ann": -16})
    assert why_not(game) == ContractNeeded((1, 2), "Ann")
    game.deal(contract=2, trump="S")
    game.score({"Bo": 16})
    game.deal()
    game.score({"Ann": -16})
    assert (game.state.phase, game.state.contract) == ("game-over", 1)


def test_rounds_of_a_fixed_order_are_not_chosen() -> None:
    game = game_of("king")
    game.score({"Ann": -16})
    assert why_not(game, contract=2) == BadField("contract", "in-order")


def test_dealer_who_has_had_all_contracts_deals_one_that_is_left() -> None:
    game = game_of("barbu-of-the-dealer", contract=1)
    other = {"Ann": "Di", "Di": "Ann"}  # They deal in turn, because the other one moves.
    for deals in range(1, 13):
        game.score({"Cy": game.rules.round(game.state.contract).total})
        dealer = game.state.players[game.state.dealer].name
        if game.state.deals_next != other[dealer]:
            game.seat(other[dealer], after=dealer)
        if deals < 12:
            game.deal(contract=deals // 2 + 1, trump="S" if deals > 9 else None)
    assert why_not(game) == ContractNeeded((1, 2, 3, 4, 5, 6), "Di")
