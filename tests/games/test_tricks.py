"""The play of tricks: docs/reference/rules.md 6.1, 6.3 and 6.4, sentence by sentence."""

from typing import Any

import pytest

from companion.core import refusals
from companion.core.commands import New, Play
from companion.core.events import (
    Broken,
    OnlySuitDeclared,
    Revoked,
    RoundDealt,
    TrickCardPlayed,
    TrickTaken,
    VoidShown,
)
from companion.errors import Illegal
from tests.drivers.game import NAMES, SLOBBERHANNES, SPAGHETTI, TrickGame
from tests.games.trick_laws import LAWS, Law

# Tricks.


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_cards_are_taken_out_so_that_all_hands_are_equal(law: Law) -> None:
    for players, cards in law.cards.items():
        game = TrickGame(law.name, players)
        assert [player.cards for player in game.state.players] == [cards] * players
        dealt = [str(card) for card in game.rules.pack.cards()]
        assert sorted(dealt) == sorted(law.deck(players))
        for card in law.removed.get(players, "").split():
            assert game.refused(Play(card=card)).code == "not-in-deck"


@pytest.mark.parametrize("players", [0, 1, 2, 9])
def test_three_to_eight_players_can_play(players: int) -> None:
    with pytest.raises(Illegal) as illegal:
        TrickGame().obey(New(variant=SPAGHETTI, players=(*NAMES, "Ida")[:players]))
    assert illegal.value.refusal == refusals.BadPlayers(
        "count", count=players, title="Arizona Spaghetti", fewest=3, most=8
    )


def test_the_player_to_the_dealers_left_leads_the_first_trick() -> None:
    assert (TrickGame().turn, TrickGame().begun) == ("Ann", (RoundDealt(1, "Di", 13),))
    game = TrickGame()
    game.obey(New(variant=SPAGHETTI, players=NAMES[:5], dealer="Bo"))
    assert game.turn == "Cy"


def test_each_player_plays_one_card_clockwise() -> None:
    game = TrickGame()
    turns = []
    for card in ("5C", "9C", "2C", "4C"):
        turns.append(game.turn)
        game.play(card)
    assert turns == ["Ann", "Bo", "Cy", "Di"]
    assert [player.cards for player in game.state.players] == [12] * 4


def test_the_first_card_of_a_trick_is_its_lead() -> None:
    game = TrickGame()
    assert game.state.led is None
    assert game.play("5D 9D") == (
        TrickCardPlayed("Ann", "5D", led=True),
        TrickCardPlayed("Bo", "9D", led=False),
    )
    assert game.state.led == "D"


def test_player_who_does_not_follow_shows_a_void() -> None:
    game = TrickGame()
    assert game.play("5C 9D") == (
        TrickCardPlayed("Ann", "5C", led=True),
        TrickCardPlayed("Bo", "9D", led=False),
        VoidShown("Bo", "C"),
    )


@pytest.mark.parametrize(
    ("trick", "taker", "best"),
    [
        ("5C 9C 2C 4C", "Bo", "9C"),
        ("9C 10C 2C 4C", "Bo", "10C"),
        ("KC QC JC AC", "Di", "AC"),
        ("2C AD AH AS", "Ann", "2C"),
        ("2C AD 3C KS", "Cy", "3C"),
    ],
)
def test_the_highest_card_of_the_led_suit_takes_the_trick(
    trick: str, taker: str, best: str
) -> None:
    game = TrickGame()
    assert game.play(trick)[-1] == TrickTaken(taker, best, trick=1, points=10)
    assert game.taken == {taker: 1}


def test_the_ace_is_high_in_a_pack_from_the_seven_too() -> None:
    assert TrickGame(SLOBBERHANNES).play("KC AC 10C 7C")[-1] == TrickTaken(
        "Bo", "AC", trick=1, points=1
    )


def test_player_who_takes_the_trick_leads_the_next() -> None:
    game = TrickGame()
    game.play("5C 9C 2C 4C")
    assert (game.turn, game.state.led, game.state.trick) == ("Bo", None, ())
    assert [game.play("3D")[0], game.turn] == [TrickCardPlayed("Bo", "3D", led=True), "Cy"]
    game.play("4D 5D 6D")
    assert (game.turn, game.taken) == ("Ann", {"Bo": 1, "Ann": 1})


def test_the_deal_passes_clockwise_each_round() -> None:
    game = TrickGame()
    dealers = []
    for number in range(1, 7):
        game.to_round(number)
        dealers.append((game.state.name_of(game.state.dealer), game.turn))
    around = [("Di", "Ann"), ("Ann", "Bo"), ("Bo", "Cy"), ("Cy", "Di")]
    assert dealers == [*around, *around[:2]]
    assert TrickGame().to_round(2).game.moments[-1].events == (RoundDealt(2, "Ann", 13),)


# Restricted suit.


@pytest.mark.parametrize(
    ("number", "suit"), [(1, None), (2, "H"), (3, None), (4, "S"), (5, None), (6, "H")]
)
def test_hearts_are_restricted_in_rounds_2_and_6_and_spades_in_round_4(
    number: int, suit: str | None
) -> None:
    game = TrickGame().to_round(number)
    for card in ("5C", "5D", "5H", "5S"):
        if card[-1] == suit:
            refused = game.refused(Play(card=card))
            assert (refused.code, refused.facts) == ("restricted-lead", {"suit": suit})
        else:
            game.play(card)
            game.undo()


def test_restricted_lead_is_refused() -> None:
    refused = TrickGame().to_round(2).refused(Play(card="5H"))
    assert refused.refusal == refusals.RestrictedLead("H")


def test_the_restricted_suit_is_broken_when_it_is_played_to_another_lead() -> None:
    game = TrickGame().to_round(2)
    told = game.play("5C 2H")
    assert told[1:] == (
        TrickCardPlayed("Cy", "2H", led=False),
        VoidShown("Cy", "C"),
        Broken("Cy", "H"),
    )
    assert game.state.broken
    assert [event for event in game.play("3H 9C") if isinstance(event, Broken)] == []
    assert game.play("6D 7D 8D 9D")[-1] == TrickTaken("Di", "9D", 2, 0)
    assert game.play("5H") == (TrickCardPlayed("Di", "5H", led=True),)


def test_discard_of_another_suit_does_not_break_the_restricted_one() -> None:
    game = TrickGame().to_round(2)
    game.play("5C 2S")
    assert not game.state.broken


def test_following_the_restricted_suit_does_not_break_it() -> None:
    game = TrickGame().to_round(2)
    game.only("5H")
    assert [type(event) for event in game.play("2H 3H")] == [TrickCardPlayed, TrickCardPlayed]
    game.play("4H")
    assert not game.state.broken
    assert game.refused(Play(card="9H")).code == "restricted-lead"


def test_suit_must_be_broken_again_in_another_round() -> None:
    game = TrickGame().to_round(4)
    game.play("5C KS 6C 7C")
    assert (game.state.phase, game.state.broken) == ("round-over", True)
    game.deal()
    assert not game.state.broken
    assert game.to_round(6).refused(Play(card="5H")).code == "restricted-lead"


# A leader with only the restricted suit.


def test_leader_may_lead_the_restricted_suit_by_declaring_it_the_only_one() -> None:
    game = TrickGame().to_round(2)
    assert game.only("5H") == (TrickCardPlayed("Bo", "5H", led=True), OnlySuitDeclared("Bo", "H"))
    assert (game.state.led, game.turn) == ("H", "Cy")


def test_declared_lead_does_not_break_the_suit() -> None:
    game = TrickGame().to_round(2)
    game.only("AH")
    assert not game.state.broken
    game.play("2H 3H 4H")
    assert game.turn == "Bo"
    assert game.refused(Play(card="KH")).code == "restricted-lead"
    assert game.only("KH") == (TrickCardPlayed("Bo", "KH", led=True), OnlySuitDeclared("Bo", "H"))


@pytest.mark.parametrize("suit", ["C", "D", "S"])
def test_declared_lead_shows_voids_in_all_other_suits(suit: str) -> None:
    game = TrickGame().to_round(2)
    game.play("2D 3D 4D AD 5C 6C 7C 8C")
    assert game.turn == "Di"
    game.only("AH")
    game.play("5H 6H 7H")
    game.only("KH")
    game.play("8H 9H 10H")
    refused = game.refused(Play(card=f"Q{suit}"))
    assert (refused.code, refused.facts) == ("revoke", {"trick": 3, "suit": suit})


def test_declared_lead_does_not_excuse_an_earlier_void() -> None:
    game = TrickGame().to_round(2)
    game.only("5H")
    game.play("9C 6H 7H 2D")
    game.let_stand("3D")
    game.play("AD 4D")
    assert (game.turn, game.state.broken) == ("Cy", False)
    assert game.refused(Play(card="KH")).code == "restricted-lead"
    assert game.refused(Play(card="KH", accept_revoke=True)).code == "restricted-lead"
    refused = game.refused(Play(card="KH", only_suit=True))
    assert (refused.code, refused.facts) == ("revoke", {"trick": 1, "suit": "H"})
    assert game.obey(Play(card="KH", only_suit=True, accept_revoke=True)) == (
        TrickCardPlayed("Cy", "KH", led=True),
        OnlySuitDeclared("Cy", "H"),
        Revoked("Cy", "H", 1, 0),
    )


def test_meaningless_declaration_shows_no_void() -> None:
    game = TrickGame()
    assert game.only("5H") == (TrickCardPlayed("Ann", "5H", led=True),)
    assert game.only("6H") == (TrickCardPlayed("Bo", "6H", led=False),)
    game.play("7H 8H 2C 3C")
    assert game.play("9C") == (TrickCardPlayed("Bo", "9C", led=False),)


def test_restricted_card_played_as_a_revoke_breaks_the_suit() -> None:
    game = TrickGame().to_round(2)
    game.only("5H")
    game.play("9C 6H 7H 2D")
    game.let_stand("3D")
    assert game.let_stand("KH") == (
        TrickCardPlayed("Cy", "KH", led=False),
        Revoked("Cy", "H", 1, 0),
        VoidShown("Cy", "D"),
        Broken("Cy", "H"),
    )


# Voids and revokes.


def bo_without_clubs(**house: Any) -> TrickGame:
    """Return a game with Bo void in clubs since tricks 1 and 2, and a club led by Cy."""
    game = TrickGame(**house)
    assert game.play("5C 9D AC 2C KC 3C 4C 8D QC").count(VoidShown("Bo", "C")) == 1
    game.play("6C 7C")
    assert game.turn == "Bo"
    return game


def test_later_card_of_a_void_suit_is_a_revoke_that_names_the_first_trick() -> None:
    refused = bo_without_clubs().refused(Play(card="8C"))
    assert refused.refusal == refusals.Revoke(1, "C", "Bo")


def test_revoke_names_the_later_trick_in_which_a_void_was_shown() -> None:
    game = TrickGame()
    game.play("5C 9C 2C 3C 4D 5H 6D 2D 8D 9D 10D")
    assert game.turn == "Cy"
    assert game.refused(Play(card="7D")).facts == {"trick": 2, "suit": "D"}


def test_lead_of_a_void_suit_is_a_revoke() -> None:
    game = TrickGame()
    game.play("5C 9D 2C 3C 2D AD 3D 4D")
    assert game.turn == "Bo"
    assert game.refused(Play(card="KC")).facts == {"trick": 1, "suit": "C"}


def test_discard_of_a_void_suit_is_a_revoke() -> None:
    game = TrickGame()
    game.play("5C 9D 2C 3C 2S")
    assert game.refused(Play(card="KC")).facts == {"trick": 1, "suit": "C"}


def test_void_binds_only_the_player_who_did_not_follow() -> None:
    game = bo_without_clubs()
    game.play("7D")
    game.play("8C 9C 10C")


def test_deal_clears_all_voids() -> None:
    game = TrickGame().to_round(4)
    game.play("5C KS 6C 7C")
    game.deal()
    game.play("5C 6C 7C 8C")


def test_refused_revoke_leaves_no_trace_and_another_card_is_accepted() -> None:
    game = bo_without_clubs(revoke_penalty=10)
    game.refused(Play(card="8C"))
    game.play("7D")
    assert (game.state.revokes, game.points["Bo"]) == (0, 0)


def test_accepted_revoke_is_recorded_and_costs_its_penalty_at_once() -> None:
    game = bo_without_clubs(revoke_penalty=10)
    assert game.let_stand("8C")[:2] == (
        TrickCardPlayed("Bo", "8C", led=False),
        Revoked("Bo", "C", 1, 10),
    )
    assert (game.state.revokes, game.points["Bo"], game.round_points["Bo"]) == (1, 10, 10)


def test_revoke_costs_nothing_without_a_house_rule() -> None:
    game = bo_without_clubs()
    game.let_stand("8C")
    assert (game.state.revokes, game.points["Bo"]) == (1, 0)


def test_void_keeps_its_first_trick_after_a_revoke() -> None:
    game = bo_without_clubs(revoke_penalty=10)
    game.let_stand("8C")
    game.play("JC 9C 2H")
    assert game.refused(Play(card="10C")).facts == {"trick": 1, "suit": "C"}
    assert game.let_stand("10C")[1] == Revoked("Bo", "C", 1, 10)
    assert (game.state.revokes, game.points["Bo"]) == (2, 20)


def test_revokes_are_counted_per_game_and_round_points_per_deal() -> None:
    game = TrickGame(revoke_penalty=10).to_round(4)
    game.play("5C 6D 7C 8C 9C KS")
    game.let_stand("10C")
    game.play("JC")
    assert (game.state.revokes, game.round_points) == (1, {"Ann": 10, "Bo": 100})
    game.deal()
    assert (game.state.revokes, game.round_points) == (1, {})
    assert game.points == {"Ann": 130 + 130 + 100 + 10, "Bo": 100, "Cy": 0, "Di": 0}


def test_accept_revoke_is_ignored_without_a_revoke() -> None:
    game = TrickGame(revoke_penalty=10)
    assert game.let_stand("5C") == (TrickCardPlayed("Ann", "5C", led=True),)
    assert game.state.revokes == 0
