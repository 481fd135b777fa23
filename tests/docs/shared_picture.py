"""Draw docs/evening-shared.png, an evening as a phone shares it: `python -m
tests.docs.shared_picture`.

The evening was played: ninety-nine twice, Arizona Spaghetti and a points game.
"""

import io
import tempfile
from pathlib import Path

from PIL import Image

from companion.core.commands import Bust, End
from companion.phone.statistics.picture import picture
from companion.phone.statistics.shared import shared_evening
from tests.docs.pages import ROOT
from tests.phone.statistics.evening_table import EveningTable

PICTURE = ROOT / "docs" / "evening-shared.png"
PEOPLE = ("Ann", "Bo", "Cy", "Eva")
PRICE = 20  # cents
COLORS = 64

FIRST_HAND = (
    *(
        ("8", None),
        ("7", 16),
        ("3", None),
        ("6", 24),
        ("9", None),
        ("9", 23),
        ("A", None),
        ("J", 35),
    ),
    *(
        ("4", None),
        ("2", 37),
        ("5", None),
        ("3", 44),
        ("K", None),
        ("4", None),
        ("9", 98),
        ("4", None),
    ),
    *(("K", None), ("9", None), ("4", None), ("K", None)),
)
"""Cards, and the totals called with them; Bo calls wrong."""


def play(at: EveningTable) -> None:
    """Play the four games."""
    at.begin(*PEOPLE, chips=2)
    for card, call in FIRST_HAND:
        at.play(card)
        if call is not None:
            at.call(call)
    at.obey(Bust())
    wins(at, "Cy")
    at.begin(*PEOPLE, chips=2)
    wins(at, "Ann")
    at.begin(*PEOPLE, variant="arizona-spaghetti")
    at.score(
        {"Ann": 70, "Bo": 20, "Cy": 20, "Eva": 20},
        {"Ann": 30, "Bo": 60, "Cy": 10, "Eva": 30},
        {"Ann": 25, "Bo": 50, "Cy": 0, "Eva": 25},
        {"Ann": 0, "Bo": 100, "Cy": 0, "Eva": 0},
        {"Ann": 0, "Bo": 0, "Cy": 0, "Eva": 100},
        {"Ann": 200, "Bo": 160, "Cy": 40, "Eva": 160},
    )
    at.begin(*PEOPLE, variant="points")
    at.score({"Ann": 20, "Bo": 45, "Cy": 10, "Eva": 5}, {"Ann": 15, "Bo": 20, "Cy": 53, "Eva": 40})
    at.obey(End())


def wins(at: EveningTable, winner: str) -> None:
    """Play the game of ninety-nine to its end: the other players bust when they are to act."""
    while at.phase != "game-over":
        if at.phase == "hand-over":
            at.deal()
        elif at.turn == winner:
            at.play("2")
        else:
            at.obey(Bust())


def main() -> None:
    """Write the picture."""
    with tempfile.TemporaryDirectory() as folder:
        at = EveningTable(Path(folder))
        play(at)
        drawn = Image.open(io.BytesIO(picture(shared_evening(at.read(), PRICE))))
        at.table.close()
    drawn.quantize(COLORS, dither=Image.Dither.NONE).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
