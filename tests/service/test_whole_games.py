"""Tests of two games from the first deal to the last card, on a companion in its own process."""

import termios
from pathlib import Path

import pytest

from companion.core.commands import New, Play
from companion.screens.model import CardRowScreen, ChoiceOption, ChoiceScreen, KeyHint, NoticeScreen
from tests.drivers.expected import played
from tests.drivers.process import SEATS, evening
from tests.worded import named


@pytest.mark.slow("a whole game through a process")
def test_ninety_nine_is_played_over_two_hands(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        assert table.scanner.settings() == (termios.B9600, termios.B9600, termios.CS8, True)
        table.begin(New(variant="ninety-nine", players=SEATS, house={"chips": 1}), "99 Ninety-nine")
        table.plays("8C", 8, "Bo")
        table.plays("KH", 99, "Cy")
        table.refuses("8C", "8♣ lies on the pile already")
        table.plays("9D", 99, "Ann")
        table.plays("4S", 99, "Cy")
        table.plays("10C", 89, "Bo")
        table.plays("8D", 97, "Ann")
        table.refuses("5H", "97 + 5 = 102 is over 99")
        table.scanner.send(b"1QSE\r")
        table.refused('misread: "1QSE" has a wrong check character', "Not scanned")
        table.scanner.send(b"2\r")
        table.refused('misread: "2" is only part of a label', "Not scanned")
        table.plays("4H", 97, "Bo")
        table.busts(sound="hand-over")
        table.takes_back("Bo's bust", 97, "Bo")
        table.busts(shown=("QS", "JD", "6H"), sound="hand-over")
        table.refuses("2S", "The hand is over. Ann deals")
        table.press("OK")
        table.deals(0, "Cy")
        question = ChoiceScreen(
            "10♥ counts as?",
            named("Cy"),
            (ChoiceOption("-10", "→ -10"), ChoiceOption("+10", "→ 10")),
            0,
            table=SEATS,
            keys=(KeyHint("OK", "play -10"), KeyHint("UNDO", "no")),
        )
        table.asks("10H", question)
        table.press("LEFT")
        table.answers("OK", played_as("10H", 10), 10, "Ann")
        table.plays("4C", 10, "Cy")
        table.plays("8C", 18, "Ann")
        table.plays("KS", 99, "Cy")
        table.refuses("7H", "99 + 7 = 106 is over 99")
        table.plays("9C", 99, "Ann")
        table.busts(sound="game-over")
        table.ends((("Ann", 0), ("Bo", 0), ("Cy", 1)))
        table.stops_in_peace()


@pytest.mark.full
def test_arizona_ninety_eight_is_played_with_a_chain_of_jokers(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        table.begin(New(variant="arizona-ninety-eight", players=SEATS), "98 Arizona 98")
        title, keys = "A♥ counts as?", (KeyHint("OK", "play 11"), KeyHint("UNDO", "no"))
        question = ChoiceScreen(
            title,
            named("Ann"),
            (ChoiceOption("1", "→ 1"), ChoiceOption("11", "→ 11")),
            1,
            table=SEATS,
            keys=keys,
        )
        table.asks("AH", question)
        table.scan("2C")
        table.refused("Answer first: A♥ 1 or 11?")
        table.tap("OK")
        table.shows(question)
        table.press("LEFT")
        table.press("RIGHT")
        table.answers("OK", played_as("AH", 11), 11, "Bo")
        table.press("MORE")
        table.scan("8C")
        table.scan("8D")
        row = CardRowScreen(
            "Set of 8s", "11", ("8♣", "8♦"), 1, table=SEATS, keys=(KeyHint("OK", "→ 27"), LESS)
        )
        table.shows(row)
        table.answers("OK", played("8C", "8D"), 27, "Cy")
        table.plays("JK1", 98, "Ann", owed=2)
        table.scan("JK1")
        table.shows(NoticeScreen("Already scanned", "Joker has been scanned"))
        table.plays("9C", 98, "Ann", owed=1)
        table.refuses("JK1", "Joker lies on the pile already")
        table.plays("JK2", 98, "Cy", owed=2)
        table.refuses("10S", "98 + 10 = 108 is over 98")
        table.plays("JC", 98, "Cy", owed=1)
        table.takes_back("jack of clubs by Cy", 98, "Cy", owed=2)
        table.plays("4D", 98, "Cy", owed=1)
        table.busts()
        table.plays("JD", 88, "Ann")
        table.plays("KC", 98, "Bo")
        table.refuses("AS", "98 + 1 = 99 is over 98")
        table.busts(sound="game-over")
        table.ends((("Ann", 1), ("Bo", 0), ("Cy", 0)))
        table.stops_in_peace()


LESS = KeyHint("UNDO", "less")


def played_as(card: str, value: int) -> Play:
    play = played(card)
    return Play(card=play.card, value=value)
