"""Trick games in words, for whoever cannot see the picture."""

from companion.screens.model import (
    Chips,
    KeyHint,
    PlayerRow,
    PlayerTableScreen,
    Slot,
    TrickScreen,
    WinnerScreen,
)
from companion.screens.spoken import spoken
from companion.text.named import Named

SLOTS = (Slot("Ann", "7♦"), Slot("Bo", "J♦", "wins"), Slot("Cy", "3♣"), Slot("Di", mark="act"), Slot("Eva"))


def trick(does: str, *slots: Slot, who: str = "Di", missing: bool = False) -> str:
    return spoken(TrickScreen("Round 4", "K♠ costs 100", slots, Named(who), does, missing))


def test_a_trick_is_what_costs_who_is_to_do_what_and_which_cards_lie() -> None:
    assert trick("follow ♦", *SLOTS) == (
        "Round 4. king of spades costs 100. Di to follow diamonds. "
        "Ann 7 of diamonds; Bo jack of diamonds, winning; Cy 3 of clubs."
    )


def test_a_leader_leads_and_hears_what_may_not_be_led() -> None:
    assert trick("lead", SLOTS[3], SLOTS[4]) == "Round 4. king of spades costs 100. Di to lead."
    assert trick("not ♠", SLOTS[3]) == "Round 4. king of spades costs 100. Di to lead, not spades."


def test_where_nobody_has_to_follow_one_plays() -> None:
    assert "Di to play. Ann 7" in trick("play", *SLOTS)


def test_who_takes_a_trick_is_said_once() -> None:
    assert trick("takes 25", *SLOTS[:3], who="Bo") == (
        "Round 4. king of spades costs 100. Bo takes 25. "
        "Ann 7 of diamonds; Bo jack of diamonds; Cy 3 of clubs."
    )
    assert "Bo takes it. Ann" in trick("takes it", *SLOTS[:3], who="Bo")


def test_a_missing_part_is_said_last() -> None:
    assert trick("lead", SLOTS[3], missing=True).endswith("Di to lead. A part is missing.")


def test_points_say_who_is_leading() -> None:
    table = PlayerTableScreen(
        Named("Cy", " +100"), "after 4 of 6",
        (
            PlayerRow("Ann", text="75"), PlayerRow("Bo", text="40", crowned=True),
            PlayerRow("Cy", text="155", marked=True),
        ),
        KeyHint("OK", Named("Ann", " deals")), KeyHint("", "low wins"),
    )  # fmt: skip
    assert spoken(table) == "Cy +100. Ann 75; Bo 40, leading; Cy 155. OK Ann deals, low wins."


def test_chips_are_counted_as_before() -> None:
    table = PlayerTableScreen(
        Named("Bo", " pays 1"), "", (PlayerRow("Ann", Chips(3, 3)), PlayerRow("Bo", text="out"))
    )
    assert spoken(table) == "Bo pays 1. Ann 3, Bo out."


def test_several_winners_are_one_sentence() -> None:
    assert spoken(WinnerScreen("Ann and Bo win", (("Ann", 2),))) == "Ann and Bo win. Ann 2."


def test_a_name_that_ends_in_a_figure_is_parted_from_what_it_has_won() -> None:
    tally = (("Seat 3", 1), ("Seat 1", 0))
    assert spoken(WinnerScreen("Seat 3 wins", tally)) == "Seat 3 wins. Seat 3: 1, Seat 1: 0."
