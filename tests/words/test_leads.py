"""Texts about the suit that may not be led in a round until it is broken."""

from pathlib import Path

import pytest

from companion.core.commands import Deal, Score
from companion.words.refusals import may_not_be_led
from tests.phone.told_table import ToldTable
from tests.worded import worded


def test_page_shows_if_the_restricted_suit_may_be_led(tmp_path: Path) -> None:
    table = ToldTable(tmp_path)
    table.new("arizona-spaghetti", players=3)
    assert table.now()["trick"]["lead"] == ""
    table.obey(Score(points={"Ann": 170}), Deal())
    assert table.now()["trick"]["bound"] == "not hearts"
    table.play("9C", "2H")
    assert table.now()["trick"]["bound"] == ""
    assert table.now()["trick"]["lead"] == "The hearts are broken."


@pytest.mark.parametrize(
    ("suit", "sentence"),
    [
        ("C", "No clubs may be led until one is discarded"),
        ("D", "No diamonds may be led until one is discarded"),
        ("H", "No hearts may be led until one is discarded"),
        ("S", "No spades may be led until one is discarded"),
    ],
)
def test_restricted_suit_is_named(suit: str, sentence: str) -> None:
    assert worded(may_not_be_led(suit).sentence) == worded(sentence)
