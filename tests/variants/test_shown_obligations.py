"""Manille with hearts as trump: players who cannot follow must trump, and all must beat the trick
if they can. The ten is the highest card, above the ace.
"""

import pytest

from companion import TrickGame
from companion.core.commands import Play
from companion.core.events import Event, Revoked, VoidShown
from companion.core.family import PlayerView
from companion.core.refusals import AlreadyPlayed, Revoke
from companion.games.tricks import bots
from tests.variants.test_shown_choices import game_of, refused


@pytest.fixture
def manille() -> TrickGame:
    return game_of("manille", trump="H")


def shown_by(game: TrickGame, *cards: str) -> list[tuple[object, ...]]:
    """Play cards in turn; return the suits that the last one shows to be missing."""
    events: tuple[Event, ...] = ()
    for card in cards:
        events = game.play(card)
    shown = [event for event in events if isinstance(event, VoidShown)]
    return [
        (event.player, event.suit, event.above) if event.above else (event.player, event.suit)
        for event in shown
    ]


def allowed(game: TrickGame, hand: str) -> str:
    return " ".join(play.all_cards[0] for play in game.legal(hand.split()))


def test_card_that_does_not_beat_the_trick_shows_that_no_higher_one_is_held(
    manille: TrickGame,
) -> None:
    assert shown_by(manille, "KC", "QC") == [("Bo", "C", "K")]
    assert shown_by(manille, "AC") == []
    assert shown_by(manille, "JC") == [("Di", "C", "A")]


def test_discard_shows_neither_the_led_suit_nor_a_trump(manille: TrickGame) -> None:
    assert shown_by(manille, "KC", "9D") == [("Bo", "C"), ("Bo", "H")]


def test_lower_trump_shows_that_no_higher_one_is_held(manille: TrickGame) -> None:
    assert shown_by(manille, "KC", "JH") == [("Bo", "C")]
    assert shown_by(manille, "9H") == [("Cy", "C"), ("Cy", "H", "J")]


def test_card_of_the_led_suit_need_not_beat_a_trump(manille: TrickGame) -> None:
    assert shown_by(manille, "KC", "7H", "9C") == []


def test_discard_on_a_trump_lead_shows_one_suit(manille: TrickGame) -> None:
    assert shown_by(manille, "KH", "9D") == [("Bo", "H")]


def test_without_a_trump_a_discard_shows_only_the_led_suit() -> None:
    assert shown_by(game_of("manille", trump="none"), "KC", "9D") == [("Bo", "C")]


@pytest.fixture
def no_club_above_the_king(manille: TrickGame) -> TrickGame:
    """A game in which Bo holds no club above the king since trick 1; Ann has led a diamond."""
    shown_by(manille, "KC", "QC", "7C", "8C", "7D")
    return manille


def test_card_that_should_have_been_played_earlier_is_a_revoke(
    no_club_above_the_king: TrickGame,
) -> None:
    refusal = refused(no_club_above_the_king, "10C")
    assert refusal == Revoke(1, "C", "Bo", "K")
    assert refusal.facts == {"trick": 1, "suit": "C", "above": "K"}
    events = no_club_above_the_king.play("10C", accept_revoke=True)
    assert Revoked("Bo", "C", 1, 0, "K") in events


def test_lower_card_of_the_suit_is_no_revoke(no_club_above_the_king: TrickGame) -> None:
    assert shown_by(no_club_above_the_king, "JC") == [("Bo", "D"), ("Bo", "H")]


def test_revoke_names_the_first_trick_in_which_the_card_was_missing(manille: TrickGame) -> None:
    assert shown_by(manille, "KC", "QC") == [("Bo", "C", "K")]
    assert shown_by(manille, "7C", "8C", "9C", "9D") == [("Bo", "C"), ("Bo", "H")]
    shown_by(manille, "JC", "8D", "7D", "KD", "AD")
    assert manille.turn == "Bo"
    assert refused(manille, "10C") == Revoke(1, "C", "Bo", "K")
    assert refused(manille, "JC") == AlreadyPlayed("JC", "tricks")
    assert refused(manille, "AH") == Revoke(2, "H", "Bo")


def test_what_was_shown_is_not_shown_again(manille: TrickGame) -> None:
    shown_by(manille, "KC", "QC", "7C", "8C", "AC")
    assert shown_by(manille, "JC") == []


def test_legal_plays_of_a_hand_keep_the_obligations(manille: TrickGame) -> None:
    manille.play("KC")
    assert allowed(manille, "9C AC 10D JH") == "AC"
    assert allowed(manille, "9C 10D JH") == "9C"
    manille.play("9H")
    assert allowed(manille, "10D 7H JH QH") == "JH QH"
    assert allowed(manille, "10D 7H") == "7H"
    assert allowed(manille, "10D 7S") == "10D 7S"


def test_bot_that_must_trump_does(manille: TrickGame) -> None:
    manille.play("KC")
    view = PlayerView(manille.rules, manille.state, 1, ("10D/1", "7H/1"))
    assert bots.commands(view) == ((Play(card="7H/1"),),)
