"""The cost of one ordinary card: an accepted scan, from the input to the picture."""

import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import NamedTuple

import companion
from companion.core.commands import New
from companion.inputs import Scan
from tests.drivers.box import BoxDriver, sticker

HOUSE = str(Path(companion.__file__).parent)
GAME = New(variant="ninety-nine", players=("Ann", "Bo", "Cy", "Di"))
BEFORE = ("9H", "4C", "5D", "3C")
"""Played first, so that no first-time work is counted."""

SCENE, JUDGEMENT, SUM = "_scene", "step", "miscounted_cards"


class CardCost(NamedTuple):
    """Calls of functions of `companion/`, and how many of them built a scene, judged or summed."""

    calls: int
    scenes: int
    judgements: int
    sums: int


def one_card() -> CardCost:
    """Count the calls between the scan of a card and the picture that follows it."""
    with TemporaryDirectory() as folder:
        rig = BoxDriver(Path(folder), GAME)
        rig.show_cards(*BEFORE)
        rig.wait(10)
        called = _called(rig, Scan(sticker("5C"), rig.clock.now))
        rig.table.close()
    by_name = Counter(
        {name: sum(n for (_, said), n in called.items() if said == name) for _, name in called}
    )
    judged = called["games/adding/engine.py", JUDGEMENT]
    return CardCost(called.total(), by_name[SCENE], judged, by_name[SUM])


def _called(rig: BoxDriver, scan: Scan) -> Counter[tuple[str, str]]:
    called: Counter[tuple[str, str]] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(HOUSE):
            called[code.co_filename[len(HOUSE) + 1 :], code.co_name] += 1

    sys.setprofile(count)
    try:
        rig.box.handle(scan)
    finally:
        sys.setprofile(None)
    return called
