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
  const { happened } = await import("/panel/static/js/speech.js");
  return happened(before, after);
}"""
IN_WORDS = """async text => (await import("/shared/js/card-words.js")).inWords(text)"""


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


STANDS = "Bo, king of hearts. No hearts in trick 1, it stands. Cy to play."
DEALT = "Ann deals round 2. Bo leads. Each heart costs 10. No hearts may be led until they are broken."
ENDED = "Nine of clubs takes it, 100. Ann deals. Round 4 is over: Ann 500, Bo 0, Cy 0."
FIVE_ROUNDS: list[New | Step | Undo] = [NEW, *scores(170, 130, 100, 100, 100)]
CASES: list[tuple[list[New | Step | Undo], list[New | Step | Undo], str]] = [
    ([], [NEW], "Arizona Spaghetti. Ann leads. Each trick costs 10."),
    ([NEW], plays("9H"), "Ann, nine of hearts. Bo to play."),
    ([NEW, *plays("9H", "JH")], plays("2S"), "Cy, two of spades. Jack of hearts takes it, 10. Bo leads."),
    ([NEW, *plays("9H", "JH", "2S")], [Undo()], "Taken back: Cy’s two of spades. Cy to play."),
    ([NEW, *plays("9H", "JH", "2S", "3C")], [Undo(3)], "Taken back: Bo’s three of clubs. Bo to play."),
    ([NEW, *plays("9H")], [NEW], "Arizona Spaghetti. Ann leads. Each trick costs 10."),
    ([NEW, *plays("9H", "2S", "3H", "5H")], [Play(card="KH", accept_revoke=True)], STANDS),
    (
        [NEW],
        [Score(points={"Ann": 50, "Cy": 120})],
        "Ann 50, Cy 120. Ann deals. Round 1 is over: Ann 50, Bo 0, Cy 120.",
    ),
    (
        [NEW, Score(points={"Ann": 170})],
        [Deal()],
        DEALT,
    ),
    (
        [],
        [NEW, *scores(170), *plays("9C", "2H")],
        "Arizona Spaghetti. Ann to play. Each heart costs 10.",
    ),
    ([NEW, *scores(170)], [Undo()], "Taken back: Ann deals round 2. Ann deals."),
    (
        [NEW, *scores(170, 130), *plays("9C", "QH")],
        plays("QC"),
        "Bo, queen of clubs. Queen of clubs takes it, 50. Bo leads.",
    ),
    (
        [NEW, *scores(170, 130, 100), *plays("9C", "3C")],
        plays("KS"),
        f"Cy, king of spades. Spades are broken. {ENDED}",
    ),
    (
        FIVE_ROUNDS,
        [Score(points={"Ann": 600})],
        "Ann 600. Bo and Cy win. Round 6 is over: Ann 1200, Bo 0, Cy 0.",
    ),
    (
        FIVE_ROUNDS,
        [Score(points={"Cy": 600})],
        "Cy 600. Bo wins. Round 6 is over: Ann 600, Bo 0, Cy 600.",
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
    for text, words in (
        ("K♠ costs 100", "king of spades costs 100"),
        ("each ♥ costs 10", "each heart costs 10"),
        ("10♦ 5, J♠ 2", "ten of diamonds 5, jack of spades 2"),
        ("first, last, Q♣: 1", "first, last, queen of clubs: 1"),
        ("all of them cost", "all of them cost"),
    ):
        assert page.evaluate(IN_WORDS, text) == words
