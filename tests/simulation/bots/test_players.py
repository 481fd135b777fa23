"""Bots at the real box with a clock set by hand: their commands, their timing, their pauses."""

from pathlib import Path
from random import Random

import pytest
from msgspec import UNSET

from companion.box.requests import Accepted, TableRequest, TableResponse
from companion.core.commands import New, Step
from companion.core.history import counting
from companion.inputs import KeyName
from companion.outputs import Lights
from companion.simulation import bots as players
from companion.simulation.bots import Bots
from companion.simulation.box import PanelView
from companion.simulation.pack import Hands, SimulatedPack
from tests.drivers.box import BoxDriver

NAMES = ("Ann", "Bo", "Cy", "Di")
LONGEST = 20_000.0
"""Seconds of the box's clock after which a test abandons a game."""


class Table:
    """A box, and bots at its panel; Ann deals, so that Bo acts first."""

    def __init__(self, folder: Path, variant: str, **house: object) -> None:
        card = "7S/1" if "up_card" in house else UNSET
        new = New(variant=variant, players=NAMES, dealer="Ann", house=house, up_card=card)
        self.box, self.pack, self.seed = BoxDriver(folder, new), SimulatedPack(), "a seed"
        self.entered: list[tuple[float, Step]] = []
        self.answers: list[TableResponse] = []
        self.bots = Bots(self.enter, self.hands, Random(1))  # noqa: S311
        self.bots.level = "sharp"

    def enter(self, step: Step, seen: int) -> None:
        self.entered.append((self.box.clock.now, step))
        self.box.box.answer(TableRequest(step, None, seen, self.answers.append))

    def hands(self, showing: PanelView) -> Hands | None:
        scene = self.box.snapshot.scene
        pack = None if scene.rules is None else scene.rules.pack
        return (
            None if pack is None else self.pack.follow(showing.seed, pack, counting(scene.moments))
        )

    def act(self) -> float | None:
        view = PanelView(b"", 1.0, True, "", Lights(), snapshot=self.box.snapshot, seed=self.seed)
        return self.bots.act(view, self.box.clock.now)

    def wait(self, seconds: float) -> None:
        """Let time pass; call the bots when they asked for it and when the box may have changed."""
        until = self.box.clock.now + seconds
        while self.box.clock.now < until:
            inputs = -1
            while inputs != len(self.entered):
                inputs, due = len(self.entered), self.act()
            box = self.box.box.deadline()
            moments = [moment for moment in (due, box, until) if moment is not None]
            self.box.wait(max(0.001, min(moments) - self.box.clock.now))

    def play(self, plays: int = 1) -> None:
        """Let the bots play until `plays` more commands count."""
        wanted = len(self.box.snapshot.scene.moments) + plays
        began = self.box.clock.now
        while len(self.box.snapshot.scene.moments) < wanted and self.box.clock.now < began + 100:
            self.wait(0.5)
        assert len(self.box.snapshot.scene.moments) >= wanted, (self.box.says, self.entered[-5:])

    def play_out(self) -> None:
        began = self.box.clock.now
        while self.box.table.state is not None and self.box.table.state.phase != "game-over":
            before = len(self.box.table.moments), self.box.clock.now
            self.wait(30)
            assert len(self.box.table.moments) > before[0], (self.box.says, self.entered[-5:])
            assert self.box.clock.now < began + LONGEST


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put bots at every seat."""
    monkeypatch.setattr(players, "YOURS", -1)


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(
    ("variant", "house"),
    [
        ("arizona-ninety-eight", {}),  # sets, jokers
        ("ninety-eight-umass", {}),  # knock-outs, shields, named players
        ("one-hundred", {}),  # a value that is dial_value
        ("ninety-nine", {"up_card": "apply"}),  # next hands
        ("ninety-nine-orcutt", {"up_card": "plain"}),
        ("arizona-spaghetti", {}),  # restricted leads
        ("slobberhannes", {}),
    ],
)
@pytest.mark.slow("whole games")
def test_bots_enter_whole_games_without_a_refusal(
    variant: str, house: dict[str, object], tmp_path: Path
) -> None:
    table = Table(tmp_path, variant, **house)
    table.bots.level = "easy"
    table.play_out()
    assert all(isinstance(answer, Accepted) for answer in table.answers)
    assert table.box.table.stopped is None


def test_bots_take_their_time_and_do_not_play_your_seat(tmp_path: Path) -> None:
    table = Table(tmp_path, "ninety-nine")
    table.wait(60)
    assert table.box.to_act == "Ann"
    began = 1000.0
    for at, _step in table.entered:
        assert 1.0 <= at - began <= 2.01
        began = at
    assert len(table.box.table.moments) == 4


def test_bots_wait_while_a_person_uses_the_box(tmp_path: Path) -> None:
    table = Table(tmp_path, "ninety-nine")
    keys: tuple[tuple[KeyName, float], ...] = (("MORE", 1.0), ("RIGHT", 0.1), ("BUST", 0.1))
    for key, seconds in keys:  # the menu, a card by key, a bust
        table.box.hold(key, seconds)
        table.wait(10)
        assert table.entered == []
        table.box.press("UNDO")
    table.play(1)
    assert table.box.to_act != "Bo"


def test_bot_chooses_again_after_an_undo(tmp_path: Path) -> None:
    table = Table(tmp_path, "ninety-nine")
    table.play(1)
    first = table.entered[-1][1]
    table.box.press("UNDO")
    table.wait(60)  # the box asks whether to undo
    assert len(table.box.table.moments) == 2
    table.box.press("OK")
    assert table.box.to_act == "Bo"
    table.play(1)
    assert table.entered[-1][1] == first


def test_bots_stop_when_their_seats_are_returned_to_you(tmp_path: Path) -> None:
    table = Table(tmp_path, "ninety-nine")
    table.act()
    table.bots.level = None
    table.wait(60)
    assert table.entered == []
    table.bots.level = "fair"
    table.play(1)


def test_bots_do_not_play_points_games(tmp_path: Path) -> None:
    table = Table(tmp_path, "points")
    table.wait(60)
    assert table.entered == []
