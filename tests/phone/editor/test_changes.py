"""Tests of editing a variant: a tap on a card or an add-on changes its file, and a second tap
reverts the change.
"""

import tomllib
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.adding.editor import AddOnRow, CardLine, load_add_ons
from companion.games.adding.variant import CardEntry
from companion.languages import load_language
from companion.message import using
from companion.phone.editor.store import FileChange, FileReport, VariantStore
from tests.depth import FULL
from tests.worded import worded

STORE = VariantStore(None, lambda _: None)
ADD_ONS = {add_on.name: add_on for add_on in load_add_ons()}
ADDING = [name for name, said in STORE.shelf.contents.items() if said["family"] == "adding"]


def opened(name: str = "ninety-nine", **house: Any) -> FileReport:
    return STORE.open(name, house)


def tapped(report: FileReport, *names: str) -> FileReport:
    """Return the report after taps on these add-ons."""
    for name in names:
        report = STORE.check(report.text, "", FileChange(add_on=name))
        assert report.refused == ""
    return report


def with_card(report: FileReport, card: str, **entry: Any) -> FileReport:
    return STORE.check(
        report.text, "", FileChange(card=card, entry=msgspec.convert(entry, CardEntry))
    )


def cards(report: FileReport) -> dict[str, Any]:
    """Return the cards that the text defines."""
    said: dict[str, Any] = tomllib.loads(report.text).get("cards", {})
    return said


def row(report: FileReport, card: str) -> CardLine:
    return next(each for each in report.cards if each.card == card)


def add_on(report: FileReport, name: str) -> AddOnRow:
    return next(each for each in report.add_ons if each.name == name)


def applied(report: FileReport) -> set[str]:
    return {each.name for each in report.add_ons if each.applied and not each.printed}


# A new file


def test_new_file_contains_only_differences() -> None:
    assert tomllib.loads(opened().text).keys() == {"extends", "title"}
    assert opened().problems == []


def test_house_rules_become_keys_of_the_file() -> None:
    house: dict[str, Any] = {
        "chips": 4,
        "exact": {"69": "chip"},
        "cards": {"A": {"add": [1, 11]}},
        "last_card": "KH",
    }
    content = tomllib.loads(opened(**house).text)
    assert content.pop("title")
    assert content == {
        "extends": "ninety-nine",
        "chips": 4,
        "exact": {"69": "chip"},
        "cards": {"A": {"add": [1, 11]}},
        "from_players": {"5": {"decks": 2}},
    }


def test_every_family_has_a_text_and_adding_games_have_rows() -> None:
    spaghetti = opened("arizona-spaghetti", revoke_penalty=5)
    assert tomllib.loads(spaghetti.text)["revoke_penalty"] == 5
    assert (spaghetti.problems, spaghetti.cards, spaghetti.add_ons) == ([], [], [])
    assert opened("points").problems == []
    assert [each.card for each in opened().cards] == [*"A23456789", "10", *"JQK"]
    assert opened(jokers=2).cards[-1].card == "JK"


# Cards


def test_card_of_a_row_is_written_and_marked() -> None:
    report = with_card(opened(), "3", add=3, skip=1)
    assert cards(report) == {"3": {"add": 3, "skip": 1}}
    assert [each.card for each in report.cards if each.yours] == ["3"]
    assert worded(row(report, "3").does) == "adds 3, skips a player"
    assert STORE.check(report.text, "", FileChange(card="3")).text == opened().text


def test_single_cards_keep_their_effect_when_their_rank_changes() -> None:
    report = with_card(opened("one-hundred"), "5", add=6)
    assert cards(report) == {"5": {"add": 6}, "5H": {"add": -5}, "5D": {"add": -5}}


def test_entry_for_several_cards_keeps_the_others() -> None:
    text = 'extends = "ninety-nine"\ntitle = "Ours"\n[cards]\n"J Q K" = { add = 5 }\n'
    report = with_card(STORE.check(text), "Q", add=7)
    assert cards(report) == {"J K": {"add": 5}, "Q": {"add": 7}}


@pytest.mark.parametrize(
    ("entry", "is_simple"),
    [
        ({"add": [1, 11], "reverse": True, "call": "back"}, True),
        ({"set": "target", "again": True}, True),
        ({"add": 3, "skip": 2}, False),
        ({"add": 3, "reverse": True, "again": True}, False),
        ({"multiply": 2}, False),
        ({"set": {"from": 0, "to": 50}}, False),
        ({"add": 0, "choose_next": True}, False),
        ({"add": 0, "oblige": 2}, False),
    ],
)
def test_row_changes_simple_cards_only(entry: dict[str, Any], *, is_simple: bool) -> None:
    report = with_card(opened(), "8", **entry)
    assert row(report, "8").simple == is_simple
    assert msgspec.json.decode(msgspec.json.encode(row(report, "8").entry)) == cards(report)["8"]


def test_tap_that_makes_the_variant_unplayable_changes_nothing() -> None:
    report = with_card(opened(), "K", set=100)
    assert report.text == opened().text
    assert report.refused.startswith("cards.K: ")
    report = STORE.check(opened("ninety-eight").text, "", FileChange(add_on="new-pile"))
    assert report.refused.startswith("bust: ")


# Add-ons


@st.composite
def compatible(draw: st.DrawFn) -> list[str]:
    """Draw add-ons that do not contradict each other."""
    chosen: list[str] = []
    for name in draw(st.lists(st.sampled_from(list(ADD_ONS)), max_size=5, unique=True)):
        if not any(ADD_ONS[name].contradicts(ADD_ONS[other]) for other in chosen):
            chosen.append(name)
    return chosen


@given(data=st.data(), base=st.sampled_from(ADDING), names=compatible())
@settings(max_examples=200 if FULL else 8)
def test_removing_add_ons_in_any_order_restores_the_file(
    data: st.DataObject, base: str, names: list[str]
) -> None:
    before = with_card(with_card(opened(base), "4", add=40), "7", add=-7)
    names = [name for name in names if not add_on(before, name).applied]
    names = [
        name for name in names if not STORE.check(before.text, "", FileChange(add_on=name)).refused
    ]
    after = before
    used: list[str] = []
    for name in names:
        changed = STORE.check(after.text, "", FileChange(add_on=name))
        if (
            not changed.refused
            and "7" not in ADD_ONS[name].cards
            and "4" not in ADD_ONS[name].cards
        ):
            after, used = changed, [*used, name]
    assert applied(after) >= set(used)
    back = tapped(after, *data.draw(st.permutations(used)))
    assert tomllib.loads(back.text) == tomllib.loads(before.text)


def test_add_on_that_contradicts_another_replaces_it() -> None:
    nine = tapped(opened(), "nine-turns")
    assert applied(nine) == {"nine-turns"}
    both = tapped(nine, "king-passes")
    assert applied(both) == {"king-passes"}
    assert "4" not in cards(both)
    assert tapped(both, "king-passes").text == opened().text


def test_add_on_of_the_base_cannot_be_removed() -> None:
    report = opened("ninety-nine-ten-minus")
    assert add_on(report, "ten-down").printed
    assert tapped(report, "ten-down").text == report.text


def test_add_on_for_a_rank_replaces_its_single_cards() -> None:
    report = tapped(with_card(opened(), "AS", add=5), "aces")
    assert cards(report) == {"A": {"add": [1, 11]}}


def test_add_on_is_described_in_words() -> None:
    report = opened()
    assert all(each.title and each.about for each in report.add_ons)
    aces = add_on(report, "aces")
    assert worded(aces.about).endswith(worded(row(tapped(report, "aces"), "A").does))


# The text


def test_mistakes_have_a_line_and_the_language_of_the_phone() -> None:
    text = 'extends = "ninety-nine"\ntitle = "Ours"\ntarget = "x"\n'
    (mistake,) = STORE.check(text).problems
    with using(load_language("de")):
        (german,) = STORE.check(text).problems
    assert (mistake.line, german.line) == (3, 3)
    assert mistake.text != german.text


def test_text_with_mistakes_has_no_rows_and_no_tap_changes_it() -> None:
    report = STORE.check("title = ", "", FileChange(add_on="aces"))
    assert (report.text, report.cards, report.add_ons) == ("title = ", [], [])
    assert len(report.problems) == 1
