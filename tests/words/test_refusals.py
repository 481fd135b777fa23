"""Every refusal of the rules is a plain sentence that fits on the display."""

import pytest

from companion.core import refusals
from companion.drawing.dialogs import pages_of
from companion.errors import Illegal
from companion.message import render
from companion.screens.model import NoticeScreen
from companion.words.events import refused_aloud
from companion.words.refusals import refusal_sentence, sentence
from tests.drawing.whole import drawn_whole
from tests.worded import worded

EXAMPLES: list[tuple[refusals.Refusal, str]] = [
    (refusals.BadJson("it is empty"), "This line is no JSON object: it is empty; write one like"),
    (refusals.UnknownCommand("fly"), "There is no command 'fly'"),
    (refusals.BadField("up_card", "turns-up"), "These rules turn a card up: say which"),
    (refusals.UnknownVariant("bridge"), "There is no variant 'bridge' here"),
    (refusals.BadHouseRule("bust", "no-chips"), "A bust costs a chip, but nobody has chips"),
    (refusals.BadPlayers("empty"), "Everybody needs a name"),
    (refusals.TooManyPlayers(80, 52), "That needs 80 cards, and the deck has 52"),
    (refusals.StockShort(3, 2), "That needs 3 cards, and the stock has 2"),
    (refusals.ChipsShort(2, 1), "That needs 2 chips, and the pot has 1"),
    (refusals.NoGame(), "No game is on"),
    (refusals.NotInThisGame("show"), "Nobody shows cards in this game"),
    (refusals.GameOver(), "The game is over"),
    (refusals.HandOver("Maximilian"), "The hand is over. Maximilian deals"),
    (refusals.RoundOver("Maximilian"), "The round is over. Maximilian deals"),
    (refusals.ShieldPending("Cy"), "First: has Cy a shield?"),
    (refusals.WrongPhase("forgot", "Bo"), "Bo has nothing to give back now"),
    (refusals.UnknownPlayer("Zoë"), "Nobody here is called Zoë"),
    (refusals.PlayerOut("Bo"), "Bo is out already"),
    (refusals.NotYourTurn("Ann", "Bo"), "It is Ann's turn, not Bo's"),
    (refusals.BadCard("17"), '"17" is no card'),
    (refusals.NotInDeck("JK", 1), "Joker is not in this deck"),
    (refusals.PlainCardNeeded("KH"), "K♥ is no plain card: turn another"),
    (refusals.SuitNeeded("Q"), "Which Q? The suit counts here"),
    (refusals.SetsNotAllowed(), "One card at a time in this game"),
    (refusals.MixedRanks(("8", "9")), "8 and 9 are no set"),
    (refusals.OneAtATime("Bo", 4), "Bo owes 4: one card at a time"),
    (refusals.AlreadyPlayed("10H"), "10♥ lies on the pile already"),
    (refusals.NotDrawn("KS"), "K♠ is still at the bottom of the stock"),
    (refusals.NotEnoughCards("Bo", 1, 2), "Bo holds 1 card, not 2"),
    (refusals.TooSoon(2, "Bo", "KH"), "K♥ is too soon in Bo's turn 2"),
    (refusals.MustLead("2C"), "2♣ is led first, by the player who holds it"),
    (refusals.LeaderNeeded(("Ann", "Bo")), "Who leads: Ann or Bo?"),
    (refusals.ContractNeeded((1, 3), "Ann"), "Ann chooses a round: 1 or 3?"),
    (refusals.BadContract((1, 3), 2), "Round 2 cannot be chosen, only 1 or 3"),
    (refusals.TrumpNeeded(), "Which suit is trump?"),
    (refusals.RestrictedLead("S"), "♠ may not be led until broken"),
    (refusals.FirstTrick("QS"), "Q♠ may not be played to the first trick"),
    (refusals.Revoke(12, "D", "Maximilian"), "Maximilian had no ♦ in trick 12"),
    (refusals.NoWay("7H", "at 90 or more"), "7♥ can be played only at 90 or more"),
    (refusals.BadWay((2,), 1, ("adds 4",)), "Way 1 is not possible, only 2 adds 4"),
    (
        refusals.WayNeeded((1, 2), ("adds nothing", "adds 4")),
        "Which way: 1 adds nothing, 2 adds 4?",
    ),
    (refusals.TargetNeeded(("Ann", "Bo", "Cy")), "Who: Ann, Bo or Cy?"),
    (refusals.BadTarget(("Ann", "Bo"), "Di"), "Di cannot be named, only Ann or Bo"),
    (refusals.BadValue((1, 11), 5), "5 cannot be chosen, only 1 or 11"),
    (refusals.ChoiceNeeded((1, 11)), "1 or 11?"),
    (refusals.OverTarget(103, 98, was=95), "95 + 8 = 103 is over 98"),
    (refusals.WrongHandSize(3, "Bo", 2), "Bo holds 3 cards, 2 were shown"),
    (refusals.CanPlay(("4C", "9H"), "Bo"), "Bo can play 4♣ or 9♥"),
    (refusals.NoSuchShow(("K", "6")), "Show three kings or three sixes"),
    (refusals.NotAShield("8H"), "8♥ is no shield"),
    (refusals.NothingToUndo(1, possible=0), "Nothing left to take back"),
    (
        refusals.NotRepaired(2, refusals.OverTarget(103, 98, was=95)),
        "Then play 2 is not possible: 95 + 8 = 103",
    ),
    (refusals.BadLine(7, refusals.OverTarget(103, 98, was=95)), "Line 7: 95 + 8 = 103 is over 98"),
    (refusals.NothingToClaim(), "Nobody has called a total"),
    (refusals.BadAmount(4, 3), "4 cannot be shared out evenly among 3"),
    (refusals.BadSum(20, 130, 10, (110,)), "20 points missing: together it must be 130"),
]


def test_every_refusal_has_an_example_and_a_unique_code() -> None:
    kinds = refusals.Refusal.__subclasses__()
    assert [type(refusal) for refusal, _ in EXAMPLES] == kinds
    assert len({kind.code for kind in kinds}) == len(kinds)


@pytest.mark.parametrize(("refusal", "said"), EXAMPLES)
def test_refusal_has_a_sentence_that_fits_on_the_display(
    refusal: refusals.Refusal, said: str
) -> None:
    words = sentence(Illegal(refusal))
    assert render(words).startswith(said)
    for page in pages_of(NoticeScreen("Not allowed", words, mark="cross")):
        for width in (128, 256):
            drawn_whole(page, width)


@pytest.mark.parametrize(
    ("refusal", "said"),
    [
        (
            refusals.UnknownCommand(["play", 7]),
            '["play", 7] is no command: write one in quotes, like "cmd": "play"',
        ),
        (refusals.NotInDeck("8H/2", 1), "8♥ is of deck 2; this game has one deck"),
        (refusals.NotInDeck("QS/3", 2), "Q♠ is of deck 3; this game has only 2"),
        (
            refusals.NotInDeck("8H/" + "9" * 4300, 1),
            f"8♥ is of deck {'9' * 20}; this game has one deck",
        ),
        (refusals.BadTarget((), "Bo"), "This card names nobody"),
        (refusals.BadValue((), 10, "KH"), "K♥ has no value to choose"),
        (refusals.AlreadyPlayed("QS", "tricks"), "Q♠ has been played already"),
        (refusals.WrongPhase("deal-round"), "The round is not over yet"),
        (refusals.WrongPhase("score"), "Cards of this round have been played already"),
        (refusals.BadSum(1, 130, 10, (129,)), "1 point missing: together it must be 130"),
        (refusals.BadSum(-20, 130, 10, (150,)), "20 points too many: together it must be 130"),
        (refusals.BadSum(0, 130, 10, (140, -10)), "Nobody can have less than no points"),
        (refusals.BadSum(0, 130, 10, (121, 9)), "Points of this round go in steps of 10"),
        (refusals.NothingToClaim("points"), "Points are counted when the round is over"),
        (refusals.NotInThisGame("total"), "There is no total in this game"),
        (refusals.NotInThisGame("forgot"), "Nobody draws in this game"),
        (
            refusals.BadPlayers("count", count=9, title="Polignac", fewest=3, most=6),
            "Polignac is for 3 to 6 players, not 9",
        ),
        (
            refusals.BadPlayers("count", count=5, title="Hearts", fewest=4, most=4),
            "Hearts is for 4 players, not 5",
        ),
        (refusals.BadField("up_card", "turns-none"), "These rules turn no card up"),
    ],
)
def test_each_case_of_a_refusal_has_its_own_sentence(refusal: refusals.Refusal, said: str) -> None:
    assert render(refusal_sentence(refusal)) == said


@pytest.mark.parametrize(
    ("options", "said"),
    [((0, 1, 2, 3, 4, 5), "only 0 to 5"), ((1, 2, 3, 8, 20), "only 1, 2, 3, 8 or 20")],
)
def test_only_contiguous_numbers_are_given_as_a_range(options: tuple[int, ...], said: str) -> None:
    assert worded(sentence(Illegal(refusals.BadValue(options, 7)))) == f"7 cannot be chosen, {said}"


def test_refusal_with_a_question_has_no_period() -> None:
    asks = refusal_sentence(refusals.ChoiceNeeded((1, 11)))
    assert render(refused_aloud(asks, None)) == "Not allowed. 1 or 11?"
