"""Tests of refusals and calls among the rows of plays, in their place."""

from pathlib import Path

import pytest

from companion.core.commands import Deal, Forget, New, Play, Score, Shield
from companion.core.refusals import BadCard, NotAShield, OverTarget
from companion.errors import Illegal
from companion.languages import load_language
from companion.message import render, using
from companion.words.refusals import sentence
from tests.phone.drawn_text import as_drawn
from tests.phone.told_table import ToldTable
from tests.worded import worded


@pytest.fixture
def table(tmp_path: Path) -> ToldTable:
    return ToldTable(tmp_path)


def test_refusal_row_has_player_card_and_total(table: ToldTable) -> None:
    table.new("ninety-nine")
    table.play("K")
    table.refused(Play(card="8C"), origin="Cy's phone")
    table.play("9H")
    _, _, refused, last = table.rows()
    over = sentence(Illegal(OverTarget(107, 99, was=99)))
    assert worded((refused.pop("text"), refused.pop("brief"))) == worded((over, over))
    assert refused.pop("said")
    assert refused == {
        "id": "2.1",
        "at": 1_700_000_020.0,
        "kind": "refused",
        "hand": 1,
        "player": "Bo",
        "cards": ["8C"],
        "total": 99,
        "turns": False,
        "after": [],
        "undone": "",
        "headline": "",
        "paid": None,
        "struck": None,
        "by": "Cy's phone",
        "step": None,
    }
    assert last["id"] == "3"


def test_several_refusals_after_a_play_have_distinct_ids(table: ToldTable) -> None:
    table.new("ninety-nine")
    table.play("K")
    table.refused(Play(card="8C"))
    table.refused(Deal())
    table.refused(Forget(player="Cy"))
    assert [(row["id"], row["player"]) for row in table.rows()[2:]] == [
        ("2.1", "Bo"),
        ("2.2", None),
        ("2.3", "Cy"),
    ]


def test_refusal_of_an_invalid_card_shows_none(table: ToldTable) -> None:
    table.new("ninety-nine")
    table.refused(Play(card="<b>"))
    row = table.last()
    assert worded((row["cards"], row["text"])) == worded(([], sentence(Illegal(BadCard("<b>")))))


def test_refusal_is_worded_in_the_language_of_the_phone(table: ToldTable) -> None:
    table.new("ninety-nine")
    refused = table.refused(
        New(variant="ninety-nine", players=("Ann",), house={"exact": {"9": "luck"}})
    )
    in_english = render(sentence(refused))
    with using(load_language("de")):
        assert table.last()["text"] == render(sentence(refused)) != in_english


def test_refusal_of_another_version_of_the_rules_shows_its_code(table: ToldTable) -> None:
    table.new("ninety-nine")
    table.table.note(
        "refused", command='{"cmd": "play", "card": "8H"}', code="too-lucky", fields={}
    )
    assert (table.last()["kind"], table.last()["text"]) == ("refused", "too-lucky")


def test_refused_shield_belongs_to_the_named_player(table: ToldTable) -> None:
    table.new("ninety-eight-umass")
    table.obey(Play(card="AS", target="Cy"))
    table.refused(Shield(card="8H"))
    row = table.last()
    no_shield = sentence(Illegal(NotAShield("8H")))
    assert worded((row["player"], row["cards"], as_drawn(row["text"]))) == worded(
        ("Cy", ["8H"], no_shield)
    )


def test_called_totals_have_rows_with_their_verdict(table: ToldTable) -> None:
    table.new("ninety-nine")
    table.play("J")
    table.call(10)
    row = table.last()
    assert (row["kind"], row["player"], row["total"], row["id"]) == ("right", "Ann", 10, "2.1")
    table.call(-3)
    row = table.last()
    assert (row["kind"], row["player"], row["total"], row["id"]) == ("miscount", "Ann", 10, "2.2")
    assert "−3" in row["text"]


def test_drawn_dealer_is_listed_after_the_deal(table: ToldTable) -> None:
    table.new("ninety-nine")
    table.table.note("lot", player="Cy", players=("Ann", "Bo", "Cy"))
    row = table.last()
    assert (row["kind"], row["id"]) == ("lot", "1.1")
    assert "Cy" in row["text"]
    assert row["said"] == f"{row['text']}."


def test_points_called_after_a_round_have_a_row(table: ToldTable) -> None:
    table.new("arizona-spaghetti", 3)
    table.obey(Score(points={"Ann": 170}))
    table.claim("Bo", 10)
    row = table.last()
    assert (row["kind"], row["player"], row["total"]) == ("miscount", "Bo", None)
    assert "10" in row["text"]


def test_undo_removes_plays_and_keeps_refusals(table: ToldTable) -> None:
    table.new("ninety-nine")
    table.play("J", "Q")
    table.refused(Play(card="JK"))
    table.table.take_back()
    rows = table.rows()
    assert [row["kind"] for row in rows] == ["deal", "play", "refused"]
    # The card was refused while Bo's card was on the pile, and that card has been undone.
    assert (rows[-1]["id"], rows[-1]["player"], rows[-1]["total"]) == ("3.1", None, None)


def test_refusal_after_undo_belongs_to_the_player_to_act(table: ToldTable) -> None:
    table.new("ninety-nine")
    table.play("J", "Q")
    table.table.take_back()
    table.refused(Play(card="JK"))
    assert (table.last()["id"], table.last()["player"], table.last()["total"]) == ("4.1", "Bo", 10)
    table.play("K")
    refused = table.rows()[-2]
    assert (refused["id"], refused["player"], refused["total"]) == ("4.1", "Bo", 10)
