"""The text that a screen reader receives of a trick game, sentence by sentence."""

import json
from pathlib import Path
from typing import Any

from companion.core.commands import Deal, New, Play, Score, Step, Undo
from companion.simulation.box import SimulatedBox
from companion.simulation.panel import PanelFeed
from tests.node import run_module
from tests.phone.told_table import ToldTable

NEW = New(variant="arizona-spaghetti", players=("Ann", "Bo", "Cy"))
SPOKEN = """import { happened } from "/panel/shared/js/speech.js";
export default (tables) => tables.map(([before, after]) => happened(before, after).said);"""
IN_WORDS = """import { inWords } from "/panel/shared/js/card-words.js";
export default (texts) => texts.map(inWords);"""
POINTS = 'export { pointsOf as default } from "/panel/static/js/trick.js";'


class Heard:
    """A game whose table is sent to the panel after each command."""

    def __init__(self, bench: SimulatedBox, folder: Path) -> None:
        self._bench, self._feed = bench, PanelFeed(bench)
        folder.mkdir()
        self._table = ToldTable(folder)
        self.before = self._told()
        self.after = self.before

    def obey(self, *commands: New | Step | Undo) -> None:
        self._table.obey(*commands)
        self.before, self.after = self.after, self._told()

    def _told(self) -> dict[str, Any]:
        self._bench.publish(self._table.snapshot())
        told = json.loads(self._feed.message(None)[1])
        return {**told["parts"], "plays": told["plays"]["rows"]}


def plays(*cards: str) -> list[New | Step | Undo]:
    return [Play(card=card) for card in cards]


def scores(*points: int) -> list[New | Step | Undo]:
    """Return rounds entered as points for Ann, each with the deal of the next."""
    return [step for paid in points for step in (Score(points={"Ann": paid}), Deal())]


GAME = "Arizona Spaghetti. each trick costs 10."
CASES: list[tuple[list[New | Step | Undo], list[New | Step | Undo], str]] = [
    ([], [NEW], f"{GAME} Ann leads."),
    ([NEW], plays("9H"), "Ann, 9 of hearts. Bo to play."),
    (
        [NEW, *plays("9H", "JH")],
        plays("2S"),
        "Cy, 2 of spades. jack of hearts takes it, 10. Bo leads.",
    ),
    ([NEW, *plays("9H", "JH", "2S", "3C")], [Undo(3)], "Undone: Bo's 3 of clubs. Bo to play."),
    ([NEW, *plays("9H")], [NEW], f"{GAME} Ann leads."),
    (
        [NEW, *scores(170, 130, 100, 100, 100)],
        [Score(points={"Ann": 600})],
        "Ann 600. Round 6 is over: Ann 1200, Bo 0, Cy 0. Bo and Cy win.",
    ),
]


def test_events_of_tricks_are_spoken(bench: SimulatedBox, tmp_path: Path) -> None:
    tables = []
    for number, (before, then, _) in enumerate(CASES):
        heard = Heard(bench, tmp_path / str(number))
        if before:
            heard.obey(*before)
        heard.obey(*then)
        tables.append([heard.before, heard.after])
    assert run_module(SPOKEN, tables) == [sentence for _, _, sentence in CASES]


def test_cards_and_suits_are_spoken_in_words() -> None:
    king, hearts = {"suit": "S", "rank": "K"}, {"suit": "H"}
    texts = [
        [king, " costs 100"],
        ["1 or 11, ", {"suit": "S"}, hearts, " 0"],
        ["Q♥ had no ", hearts, " in trick 1"],
        "10♠ takes it",
    ]
    assert run_module(IN_WORDS, texts) == [
        "king of spades costs 100",
        "1 or 11, spades, hearts 0",
        "Q♥ had no hearts in trick 1",
        "10♠ takes it",
    ]


def test_points_below_zero_have_a_minus_sign() -> None:
    assert run_module(POINTS, {"points": -5}) == {"all": "\N{MINUS SIGN}5", "fresh": ""}
