"""The cards of a trick on the table."""

from companion.core.cards import parse_card
from companion.games.tricks.screens import CurrentTrick, current_trick
from companion.games.tricks.state import TrickCard
from tests.drivers.game import TrickGame


def trick(game: TrickGame) -> CurrentTrick:
    return current_trick(game.rules, game.state)


def laid(*cards: tuple[int, str]) -> tuple[TrickCard, ...]:
    return tuple(TrickCard(seat, parse_card(card)) for seat, card in cards)


def round_of(number: int, penalty: int = 0) -> TrickGame:
    """Return Arizona Spaghetti in this round; the points of earlier rounds have been entered."""
    game = TrickGame(players=3, revoke_penalty=penalty)
    for points in (170, 130, 100, 100, 100)[: number - 1]:
        game.score(Ann=points)
        game.deal()
    return game


def test_no_cards_are_shown_before_the_first_lead() -> None:
    assert trick(TrickGame(players=3)) == CurrentTrick(
        cards=(), wins=None, complete=False, number=1
    )


def test_highest_card_of_the_led_suit_is_winning() -> None:
    game = TrickGame(players=3)
    game.play("9H", "AS")
    assert trick(game).cards == laid((0, "9H"), (1, "AS"))
    assert (trick(game).wins, trick(game).complete) == (0, False)


def test_trick_is_shown_with_its_number_until_the_next_lead() -> None:
    game = TrickGame(players=3)
    game.play("9H", "JH", "AS")
    taken = trick(game)
    assert taken.cards == laid((0, "9H"), (1, "JH"), (2, "AS"))
    assert (taken.wins, taken.complete, taken.number) == (1, True, 1)
    game.play("5C")
    assert trick(game).cards == laid((1, "5C"))
    assert (trick(game).complete, trick(game).number) == (False, 2)
    game.undo()
    assert trick(game) == taken
    game.undo()
    assert trick(game).cards == laid((0, "9H"), (1, "JH"))
    assert (trick(game).complete, trick(game).number) == (False, 1)


def test_last_trick_of_a_round_is_shown_until_the_deal() -> None:
    game = round_of(4)
    game.play("2H", "3H", "KS")
    assert trick(game).complete
    assert len(trick(game).cards) == 3
    game.deal()
    assert trick(game).cards == ()


def test_entered_points_show_no_trick() -> None:
    game = TrickGame(players=3)
    game.score(Ann=170)
    assert (trick(game).cards, trick(game).complete) == ((), False)
