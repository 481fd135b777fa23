"""A table for tests of the evening: whole games in few words, a clock that goes on with each of them."""

from pathlib import Path

from companion.phone.statistics.replay import Evening, Evenings
from companion.rules.adding.state import AddingState
from companion.rules.commands import Bust, Claim, Deal, New, Play, Score, Step
from tests.table.tables import StillClock, table_in

FOUR = ("Ann", "Bo", "Cy", "Di")
HOUR = 3600.0
SPAGHETTI = {1: 130, 2: 130, 3: 100, 4: 100, 5: 100, 6: 560}
"""What the rounds of Arizona Spaghetti bring with four players."""


class EveningTable:
    """A table in a folder at which each command takes a minute, and its evening as it is read back."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "journal.db"
        self.clock = StillClock()
        self.table = table_in(folder, self.clock)
        self.evenings = Evenings(self.path)

    def read(self) -> Evening:
        return self.evenings.read()

    def obey(self, command: New | Step, origin: str | None = None) -> None:
        self.table.obey(command, origin)
        self.clock.now += 60

    def new(self, *players: str, variant: str = "ninety-nine", **house: object) -> None:
        """A new game; the last of the `players` deals, the first one acts first."""
        self.obey(New(variant=variant, players=players or FOUR, house=house))

    def play(self, *cards: str) -> None:
        for card in cards:
            self.obey(Play(card=card))

    def busts(self, *people: str) -> None:
        """Each of `people` busts, one after the other; the others pass with nines until it is their turn."""
        for name in people:
            if self.state.phase == "hand-over":
                self.obey(Deal())
            while self.turn != name:
                self.play("9")
            self.obey(Bust())

    def score(self, *rounds: dict[str, int]) -> None:
        """The points of rounds of a trick game, each dealt after the one before."""
        for points in rounds:
            if self.table.state is not None and self.table.state.phase == "round-over":
                self.obey(Deal())
            self.obey(Score(points=points))

    def call(self, total: int) -> None:
        self.table.judge(Claim(total=total))

    @property
    def state(self) -> AddingState:
        assert isinstance(self.table.state, AddingState)
        return self.table.state

    @property
    def turn(self) -> str | None:
        return self.state.name_of(self.state.turn)
