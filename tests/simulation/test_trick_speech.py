"""What a screen reader hears of a trick game, sentence by sentence."""

from companion.rules.commands import Deal, New, Play, Score, Step, Undo
from companion.rules.game import GameHistory
from companion.simulation.box import SimulatedBox
from companion.simulation.view import Views
from companion.variants import load_variants
from tests.simulation.conftest import Open
from tests.simulation.small_box import SmallBox

VARIANTS = load_variants().variants
NEW = New(variant="arizona-spaghetti", players=("Ann", "Bo", "Cy"))
SPOKEN = """async ([before, after]) => {
  const { happened } = await import("/panel/static/js/speech.js");
  return happened(before && JSON.parse(before), JSON.parse(after));
}"""
IN_WORDS = """async text => (await import("/panel/static/js/cards.js")).inWords(text)"""


class Heard:
    """A game whose table is told to the panel after each command."""

    def __init__(self, bench: SimulatedBox) -> None:
        self._bench, self._views = bench, Views(bench)
        self._game = GameHistory(VARIANTS)
        self._number = 0
        self.before: bytes | None = None
        self.after: bytes | None = None

    def obey(self, *commands: New | Step | Undo) -> None:
        for command in commands:
            self._number += isinstance(command, New)
            self._game.obey(command)
        self._bench.publish(self._number, self._game.rules, self._game.moments, "", asking=False)
        self.before, self.after = self.after, self._views.view()["table"]

    def told(self) -> list[str | None]:
        return [table.decode() if table else None for table in (self.before, self.after)]


def plays(*cards: str) -> list[New | Step | Undo]:
    return [Play(card=card) for card in cards]


def scores(*points: int) -> list[New | Step | Undo]:
    """Rounds entered by their points, which Ann takes, each with the deal of the next."""
    return [step for paid in points for step in (Score(points={"Ann": paid}), Deal())]


STANDS = "Bo, king of hearts. Bo had no hearts in trick 1, it stands. Cy to play."
ENDED = "Cy, king of spades. Spades are broken. Ann takes it, 100. Round 4 is over: Ann 500, Bo 0, Cy 0."
FIVE_ROUNDS: list[New | Step | Undo] = [NEW, *scores(170, 130, 100, 100, 100)]
CASES: list[tuple[list[New | Step | Undo], list[New | Step | Undo], str]] = [
    ([], [NEW], "Arizona Spaghetti. Each trick costs 10. Ann leads."),
    ([NEW], plays("9H"), "Ann, nine of hearts. Bo to play."),
    ([NEW, *plays("9H", "JH")], plays("2S"), "Cy, two of spades. Bo takes it, 10. Bo leads."),
    ([NEW, *plays("9H", "JH", "2S")], [Undo()], "Taken back: Cy’s two of spades. Cy to play."),
    ([NEW, *plays("9H", "JH", "2S", "3C")], [Undo(3)], "Taken back. Bo to play."),
    ([NEW, *plays("9H")], [NEW], "Arizona Spaghetti. Each trick costs 10. Ann leads."),
    ([NEW, *plays("9H", "2S", "3H", "5H")], [Play(card="KH", accept_revoke=True)], STANDS),
    (
        [NEW],
        [Score(points={"Ann": 50, "Cy": 120})],
        "Round 1 is over: Ann 50, Bo 0, Cy 120.",
    ),
    (
        [NEW, Score(points={"Ann": 170})],
        [Deal()],
        "Ann deals round 2. Each heart costs 10. No hearts may be led until they are broken. Bo leads.",
    ),
    ([NEW, *scores(170)], [Undo()], "Taken back."),
    (
        [NEW, *scores(170, 130), *plays("9C", "QH")],
        plays("QC"),
        "Bo, queen of clubs. Bo takes it, 50. Bo leads.",
    ),
    (
        [NEW, *scores(170, 130, 100), *plays("9C", "3C")],
        plays("KS"),
        "Cy, king of spades. Spades are broken. Ann takes it, 100. Round 4 is over: Ann 500, Bo 0, Cy 0.",
    ),
    (
        FIVE_ROUNDS,
        [Score(points={"Ann": 600})],
        "Round 6 is over: Ann 1200, Bo 0, Cy 0. Bo and Cy win.",
    ),
    (
        FIVE_ROUNDS,
        [Score(points={"Cy": 600})],
        "Round 6 is over: Ann 600, Bo 0, Cy 600. Bo wins.",
    ),
]


def test_what_is_heard(open_page: Open, bench: SimulatedBox) -> None:
    page = open_page(SmallBox())
    for before, then, sentence in CASES:
        heard = Heard(bench)
        if before:
            heard.obey(*before)
        heard.obey(*then)
        assert page.evaluate(SPOKEN, heard.told()) == sentence


def test_cards_and_suits_in_words(open_page: Open) -> None:
    page = open_page(SmallBox())
    for text, words in (
        ("K♠ costs 100", "king of spades costs 100"),
        ("each ♥ costs 10", "each heart costs 10"),
        ("10♦ 5, J♠ 2", "ten of diamonds 5, jack of spades 2"),
        ("first, last, Q♣: 1", "first, last, queen of clubs: 1"),
        ("S", "spades"),
        ("all of them cost", "all of them cost"),
    ):
        assert page.evaluate(IN_WORDS, text) == words
