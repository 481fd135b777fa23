"""The page's texts on the state of the table: what is over, who deals, and the notes on players."""

from pathlib import Path
from typing import Any

import pytest

from companion.core.commands import Accept, Bust, Deal, Play, Score, Step
from tests.phone.told_table import ToldTable

STANDING: list[tuple[str, dict[str, Any], list[Step], tuple[str, str, str, dict[str, str]]]] = [
    ("ninety-nine", {}, [Play(card="8H")], ("Bo still to play at 8.", "", "", {})),
    (
        "ninety-nine",
        {"chips": 1},
        [Play(card="8H"), Bust()],
        ("", "Hand 1 is over", "Ann deals hand 2", {"Ann": "deals next", "Bo": "pays 1, out"}),
    ),
    (
        "ninety-nine",
        {"chips": 1},
        [Bust(), Deal(), Bust()],
        ("", "The game is over", "", {"Ann": "out", "Bo": "wins", "Cy": "pays 1, out"}),
    ),
    ("ninety-eight", {}, [Bust()], ("", "The game is over", "", {"Ann": "loses"})),
    (
        "arizona-ninety-eight",
        {},
        [Play(card="JK")],
        ("Bo still to play at 98.", "", "", {"Bo": "owes 2"}),
    ),
    ("ninety-eight-umass", {}, [Play(card="AS", target="Cy")], ("", "", "", {"Cy": "shield?"})),
    (
        "ninety-eight-umass",
        {},
        [Play(card="AS", target="Cy"), Accept()],
        ("Bo still to play at 0.", "", "", {"Cy": "out"}),
    ),
    ("arizona-spaghetti", {}, [Play(card="9H")], ("Bo still to play.", "", "", {"Bo": "to play"})),
    (
        "arizona-spaghetti",
        {},
        [Score(points={"Ann": 170})],
        ("", "Round 1 is over", "Ann deals round 2", {"Ann": "deals next"}),
    ),
]


@pytest.mark.parametrize(("variant", "house", "commands", "stands"), STANDING)
def test_state_of_the_table_is_described(
    tmp_path: Path,
    variant: str,
    house: dict[str, Any],
    commands: list[Step],
    stands: tuple[str, str, str, dict[str, str]],
) -> None:
    table = ToldTable(tmp_path)
    table.new(variant, players=3, **house)
    table.obey(*commands)
    now = table.now()
    assert (now["standing"]["still"], now["over"], now["deal"], now["beside"]) == stands
