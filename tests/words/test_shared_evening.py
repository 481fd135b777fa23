"""The sentences of the shared evening, in its picture and its text."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.commands import Bust, Deal, End
from companion.languages import load_language
from companion.message import using
from companion.phone.statistics.shared import SharedEvening, as_text, shared_evening
from tests.phone.statistics.evening_table import EveningTable
from tests.worded import worded


@pytest.fixture
def at(tmp_path: Path) -> EveningTable:
    return EveningTable(tmp_path)


@pytest.fixture(autouse=True)
def in_a_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def shared(at: EveningTable, price: int | None = None) -> SharedEvening:
    return shared_evening(at.read(), price)


def wins(at: EveningTable, *winners: str) -> None:
    """Play a game for one chip for each of the winners; the others bust."""
    for winner in winners:
        names = ("Ann", "Bo", "Cy")
        at.begin(*names, chips=1)
        at.busts(*(name for name in names if name != winner))


def loses(at: EveningTable, *losers: str) -> None:
    """Play a game of Ninety-eight for each of the losers, who exceed the limit."""
    for loser in losers:
        at.begin(*{loser: None, "Ann": None, "Bo": None, "Cy": None}, variant="ninety-eight")
        at.play("KD")
        while at.turn != loser:
            at.play("10")
        at.obey(Bust())


def test_text_has_all_players_and_payments(at: EveningTable) -> None:
    wins(at, "Cy", "Ann", "Cy")
    assert as_text(shared(at, 20)) == (
        "Cy won two of three\n"
        "Tuesday 14 November · 3 games · 6 hands · 14 min\n"
        "\n"
        "Cy 2 won, +0.60\n"
        "Ann 1 won, 0.00\n"
        "Bo 0 won, −0.60\n"
        "\n"
        "Bo pays Cy 0.60.\n"
        "\n"
        "Ninety-nine\n"
    )


def test_amounts_are_chips_without_a_price(at: EveningTable) -> None:
    wins(at, "Cy", "Ann", "Cy")
    told = shared(at)
    assert worded([(row.name, row.won, row.amount, row.leads) for row in told.rows]) == [
        ("Cy", 2, "+3", True),
        ("Ann", 1, "0", False),
        ("Bo", 0, "-3", False),
    ]
    assert worded((told.unit, told.payments)) == ("chips", ("Bo pays Cy 3 chips.",))


def test_payer_with_two_debts_has_one_sentence(at: EveningTable) -> None:
    wins(at, "Ann", "Cy")
    assert worded(shared(at).payments) == ("Bo pays Ann 1 chip and Cy 1 chip.",)


@pytest.mark.parametrize(
    ("winners", "headline"),
    [
        (["Cy"], "Cy wins"),
        (["Cy", "Cy"], "Cy won all two games"),
        (["Cy", "Ann"], "Cy and Ann won one game each"),
        (["Cy", "Ann", "Cy", "Ann", "Bo"], "Cy and Ann won two games each"),
    ],
)
def test_headline_names_who_won_most(at: EveningTable, winners: list[str], headline: str) -> None:
    wins(at, *winners)
    assert worded(shared(at).headline) == worded(headline)


def test_evening_with_only_losers_counts_lost_games(at: EveningTable) -> None:
    loses(at, "Bo", "Cy", "Bo")
    told = shared(at)
    assert worded((told.headline, told.counted)) == ("Bo lost two of three", "lost")
    assert [(row.name, row.won, row.amount) for row in told.rows] == [
        ("Ann", 0, ""),
        ("Cy", 1, ""),
        ("Bo", 2, ""),
    ]
    assert not any(row.leads for row in told.rows)
    assert worded(told.remarks[0]) == "Bo: takes a drink, 2 times."


def test_game_that_is_on_settles_as_if_it_stopped(at: EveningTable) -> None:
    wins(at, "Cy")
    at.begin("Ann", "Bo", "Cy", chips=1)
    told = shared(at)
    assert worded(told.headline) == "Cy won the first game"
    assert worded(told.payments[0]) == "If you stop now: Ann pays Cy 1 chip."


def test_points_of_the_only_game_are_included(at: EveningTable) -> None:
    at.begin("Ann", "Bo", variant="points")
    at.score({"Ann": 7, "Bo": 9}, {"Ann": 11, "Bo": 10})
    at.obey(End())
    told = shared(at)
    assert worded((told.headline, told.unit)) == ("Bo wins", "points")
    assert worded([(row.name, row.amount) for row in told.rows]) == [("Bo", "19"), ("Ann", "18")]
    assert worded(told.about[1:3]) == ("1 game", "2 rounds")
    assert worded(told.remarks) == ("Bo won Points by one point.",)


def test_rounds_next_to_hands_count_as_hands(at: EveningTable) -> None:
    wins(at, "Cy")
    at.begin("Ann", "Bo", "Cy", variant="points")
    assert worded(shared(at).about[1:3]) == ("2 games", "3 hands")


def test_evening_without_a_date_has_no_day_and_no_duration(at: EveningTable) -> None:
    wins(at, "Cy")
    assert worded(shared_evening(at.read(), None, dated=False).about) == ("1 game", "2 hands")


def test_miscounts_are_named_with_the_player_who_had_none(at: EveningTable) -> None:
    at.begin("Ann", "Bo", chips=1)
    for card, called in zip(("8", "9", "9", "9", "9", "4"), (9, 8, 9, 8, 9, 8), strict=True):
        at.play(card)
        at.call(called)
    assert worded(shared(at).remarks[0]) == "Ann miscounted 3 times, Bo never."


def test_longest_hand_has_its_highest_total(at: EveningTable) -> None:
    at.begin("Ann", "Bo", chips=2)
    at.busts("Ann")
    at.obey(Deal())
    at.play("K 9 9 9 9 4 4 4 4 K K K")
    at.obey(Bust())
    assert "Longest hand: 12 cards, up to 99." in worded(shared(at).remarks)


def test_winning_streak_is_named_unless_it_is_the_whole_evening(at: EveningTable) -> None:
    wins(at, "Cy", "Cy", "Cy")
    assert shared(at).remarks == ()
    wins(at, "Ann")
    assert worded(shared(at).remarks) == ("Cy won three games in a row.",)


def test_unremarkable_evening_has_no_remarks(at: EveningTable) -> None:
    wins(at, "Cy", "Ann")
    assert shared(at).remarks == ()


def test_evening_before_the_first_game_has_only_a_headline(at: EveningTable) -> None:
    assert as_text(shared(at)) == "No games yet\n"


def test_sentences_are_in_the_language_in_use(at: EveningTable) -> None:
    wins(at, "Cy", "Ann", "Cy")
    with using(load_language("de")):
        assert as_text(shared(at, 20)).splitlines()[:4] == [
            "Cy gewann 2 von 3",
            "Dienstag, 14. November · 3 Partien · 6 Runden · 14 Min.",
            "",
            "Cy 2 gewonnen, +0,60",
        ]
