"""What the display says in moments that no walk through the dialogs reaches, key by key."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.cards import RANKS, Card
from companion.core.commands import New, Play, Set
from companion.dialogs.context import UseLearning
from companion.errors import DiskFault
from companion.games.history import GameHistory
from companion.inputs import KeyName, PartName
from companion.message import render
from companion.screens.table_pictures import not_safe
from companion.variants import load_variants
from companion.words.disk import disk_sentence
from companion.words.parts import advice
from tests.box.test_trouble import GAME, damaged_after
from tests.drivers.box import BoxDriver
from tests.variants.shown_games import SHOWN

VARIANTS = load_variants(extra=sorted(SHOWN.glob("*.toml"))).variants
FOUR = ("Ann", "Bo", "Cy", "Di")
WINNERS = {"entry": "winners"}


def at(folder: Path, variant: str, *keys: KeyName, **fields: object) -> BoxDriver:
    """Return a box with a game of four players after these keys."""
    game = New(variant=variant, players=FOUR, **fields)  # type: ignore[arg-type]
    return BoxDriver(folder, game, variants=VARIANTS).press(*keys)


def learning(rig: BoxDriver) -> BoxDriver:
    rig.rule(UseLearning(on=True))
    rig.rule(Play(card="6H"))
    return rig.wait(5)


def entered(rig: BoxDriver, *points: int) -> BoxDriver:
    rig.press("OK")
    for each in points:
        rig.dial(each)
    return rig


def hidden_refusal(folder: Path) -> BoxDriver:
    rig = learning(at(folder, "ninety-nine"))
    rig.rule(Set(total=97))
    rig.rule(Play(card="2H"))
    return rig.wait(5).show_card("8H")


def judged(folder: Path) -> BoxDriver:
    return at(folder, "ninety-nine").play("8").press("OK").dial(7).press("UNDO", "UNDO")


def closed_by_a_phone(folder: Path) -> BoxDriver:
    rig = at(folder, "ninety-nine").hold("MORE")
    rig.rule(Play(card="5"))
    return rig


def shot_the_moon(folder: Path) -> BoxDriver:
    rig = at(folder, "hearts")
    for rank in reversed(RANKS):
        rig.show_cards(*(rank + suit for suit in "CDHS"))
    return rig


def missing(folder: Path) -> BoxDriver:
    first = BoxDriver(folder, GAME)
    first.show_card("8H").show_card("7H")
    damaged_after(first, 3)
    return BoxDriver(folder)


@pytest.mark.parametrize(
    ("do", "says"),
    [
        (
            lambda folder: learning(at(folder, "ninety-nine")),
            "? Bo to play, clockwise. 6 of hearts call it with OK.",
        ),
        (
            lambda folder: (
                learning(at(folder, "ninety-nine")).hold("MORE").choose("That's not right")
            ),
            "Your total? box: ? 0. OK next, UNDO leave.",
        ),
        (hidden_refusal, "Not allowed. ? plus 8 is ?, over 99."),
        (judged, "Undo? Ann called 7. the call no longer counts. OK yes, UNDO earlier."),
        (closed_by_a_phone, "Closed. A phone continued the game."),
        (
            missing,
            (
                "1 entry missing. Complete up to 8, Bo to play. Play on, or enter it. "
                "OK play on, MORE enter."
            ),
        ),
        (
            lambda folder: entered(at(folder, "points"), 1, 2, 3, 4).press("OK"),
            "Ann in round 2. 1 of 4. 0. 1 makes 1. OK next, UNDO no.",
        ),
        (
            lambda folder: at(folder, "points", "OK", "LEFT", "OK", house=WINNERS),
            "Nobody won. First mark who has won.",
        ),
        (
            lambda folder: at(folder, "points", "OK", "LEFT", house=WINNERS),
            "Who won round 1? Enter the amount. 5 of 5.",
        ),
        (
            lambda folder: entered(at(folder, "hearts"), 20, 6, 0).press("OK"),
            "Pass 3 cards. to the right.",
        ),
        (
            lambda folder: entered(at(folder, "seven-to-one", trump="S"), 7).press("OK", "OK"),
            "6 cards each. Round 2.",
        ),
        (shot_the_moon, "Ann has all. all others: +26."),
        (
            lambda folder: at(folder, "barbu-with-dominoes", contract=7),
            "Round 1. dominoes. Round 1 is being played.",
        ),
    ],
)
def test_display_says(tmp_path: Path, do: Callable[[Path], BoxDriver], says: str) -> None:
    assert do(tmp_path).says == says


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ("full", "The disk is full: 7♦ does not count. Run sudo apt clean, then play 7♦ again"),
        (
            "read-only",
            "The disk is read-only: 7♦ does not count. Restart the box, then play 7♦ again",
        ),
        ("failing", "The disk is failing: 7♦ does not count. Restart the box, then play 7♦ again"),
        (
            "gone",
            (
                "The journal is missing: 7♦ does not count. Put it back and restart, "
                "then play 7♦ again"
            ),
        ),
    ],
)
def test_each_disk_fault_has_its_own_sentence(fault: DiskFault, says: str) -> None:
    assert render(disk_sentence(fault, Card("7", "D"))) == says


def test_command_that_a_full_disk_refuses_is_not_named() -> None:
    assert render(disk_sentence("full")) == (
        "The disk is full: plays are not counted. Run sudo apt clean, then try again"
    )


def test_points_are_written_down_in_games_without_a_total() -> None:
    game = GameHistory(VARIANTS)
    game.obey(New(variant="polignac", players=FOUR))
    assert game.state is not None
    assert render(not_safe(game.state).sentence) == (
        "Some plays may be lost: Round 1: Ann 0, Bo 0, Cy 0, Di 0"
    )


@pytest.mark.parametrize(
    ("part", "says"),
    [
        (
            "Reader",
            "Is its lamp on? Plug it in again. It must read Data Matrix and end with Enter.",
        ),
        ("Network", "Choose Network in the menu, or write the card again with your Wi-Fi."),
        ("Sounder", "Switch off, and check its plug."),
    ],
)
def test_part_that_failed_comes_with_advice(part: PartName, says: str) -> None:
    assert render(advice(part)) == says
