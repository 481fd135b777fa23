"""The start and the range of the choices offered for a question."""

import pytest

from companion.core.cards import Card, Pack
from companion.core.commands import Bust, Deal, Play, Shield, Step
from companion.core.questions import WhichSuit, WhichValue

WITHOUT_THE_SPADE = Pack(removed=(Card("8", "S"),))


def suit_at_the_start(led: str | None) -> str:
    return WhichSuit.of(Play(card="8"), "Ann", "8", WITHOUT_THE_SPADE, led).start


def test_choice_of_a_suit_starts_at_the_led_suit() -> None:
    assert suit_at_the_start("H") == "H"


def test_choice_of_a_suit_starts_at_the_first_if_the_led_suit_lacks_the_card() -> None:
    first = WhichSuit.of(Play(card="8"), "Ann", "8", WITHOUT_THE_SPADE).answers[0]
    assert suit_at_the_start("S") == suit_at_the_start(None) == first


def test_dial_ranges_from_the_lowest_value_to_the_highest() -> None:
    which = WhichValue(Play(card="A"), "Ann", answers=(1, 11), start=1)
    assert (which.low, which.high) == (1, 11)


@pytest.mark.parametrize(
    ("command", "answered"),
    [
        (Play(card="8"), Play(card="8H")),
        (Shield(card="8"), Shield(card="8H")),
        (Bust(hand=("KS", "8")), Bust(hand=("KS", "8H"))),
        (Deal(up_card="8"), Deal(up_card="8H")),
    ],
)
def test_answer_adds_the_suit_to_the_card_without_one(command: Step, answered: Step) -> None:
    assert WhichSuit.of(command, "Ann", "8", Pack()).answered("H") == answered
