"""What a screen reader hears of a trick game, sentence by sentence."""

import json
from pathlib import Path
from typing import Any

from companion.rules.commands import Deal, New, Play, Score, Step, Undo
from companion.simulation.box import SimulatedBox
from companion.simulation.view import PanelFeed
from tests.phone.told_table import ToldTable
from tests.simulation.conftest import Open
from tests.simulation.small_box import SmallBox

NEW = New(variant="arizona-spaghetti", players=("Ann", "Bo", "Cy"))
SPOKEN = """async ([before, after]) => {
  const { happened } = await import("/panel/shared/js/speech.js");
  return happened(before, after).said;
}"""
IN_WORDS = """async text => (await import("/panel/shared/js/card-words.js")).inWords(text)"""


class Heard:
    """A game whose table is told to the panel after each command."""

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
    """Rounds entered by their points, which Ann takes, each with the deal of the next."""
    return [step for paid in points for step in (Score(points={"Ann": paid}), Deal())]


GAME = "Arizona Spaghetti. each trick costs 10."
CASES: list[tuple[list[New | Step | Undo], list[New | Step | Undo], str]] = [
    ([], [NEW], f"{GAME} Ann leads."),
    ([NEW], plays("9H"), "Ann, 9 of hearts. Bo to play."),
    ([NEW, *plays("9H", "JH")], plays("2S"), "Cy, 2 of spades. jack of hearts takes it, 10. Bo leads."),
    ([NEW, *plays("9H", "JH", "2S", "3C")], [Undo(3)], "Taken back: Bo's 3 of clubs. Bo to play."),
    ([NEW, *plays("9H")], [NEW], f"{GAME} Ann leads."),
    (
        [NEW, *scores(170, 130, 100, 100, 100)],
        [Score(points={"Ann": 600})],
        "Ann 600. Round 6 is over: Ann 1200, Bo 0, Cy 0. Bo and Cy win.",
    ),
]


def test_events_of_tricks_are_spoken(open_page: Open, bench: SimulatedBox, tmp_path: Path) -> None:
    page = open_page(SmallBox())
    for number, (before, then, sentence) in enumerate(CASES):
        heard = Heard(bench, tmp_path / str(number))
        if before:
            heard.obey(*before)
        heard.obey(*then)
        assert page.evaluate(SPOKEN, [heard.before, heard.after]) == sentence


def test_cards_and_suits_in_words(open_page: Open) -> None:
    page = open_page(SmallBox())
    king, hearts = {"suit": "S", "rank": "K"}, {"suit": "H"}
    for text, words in (
        ([king, " costs 100"], "king of spades costs 100"),
        (["1 or 11, ", {"suit": "S"}, hearts, " 0"], "1 or 11, spades, hearts 0"),
        (["Q♥ had no ", hearts, " in trick 1"], "Q♥ had no hearts in trick 1"),
        ("10♠ takes it", "10♠ takes it"),
    ):
        assert page.evaluate(IN_WORDS, text) == words


def test_points_below_zero_have_a_minus_sign(open_page: Open, bench: SimulatedBox) -> None:
    page = open_page(bench)
    points_of = """async player => (await import("/panel/static/js/trick.js")).pointsOf(player)"""
    assert page.evaluate(points_of, {"points": -5}) == {"all": "\N{MINUS SIGN}5", "fresh": ""}
