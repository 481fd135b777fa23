"""Tests of a box that may not know the date: its question after a start, notes of the clock, and a
power cut.
"""

import errno
import re
from pathlib import Path

import pytest

from companion.box.requests import Accepted
from companion.core.commands import New, Play, Score
from companion.dialogs.notices import NewEveningDialog
from companion.dialogs.taking_back import TakeBackDialog
from companion.screens.model import PlayScreen, WinnerScreen
from companion.table.evenings import CLOCK, EVENING
from tests.drivers.box import BoxDriver, HandClock
from tests.table.failing_disk import FailingDisk
from tests.worded import worded

GAME = New(variant="points", players=("Ann", "Bo"), house={"target": 100})
CARDS = New(variant="ninety-nine", players=("Ann", "Bo"), dealer="Bo")
WEEK = 7 * 86_400.0


class LateClock(HandClock):
    """A system clock that is a week behind."""

    late = WEEK

    def time(self) -> float:
        return super().time() - self.late


class House:
    """A box in `folder` without a network until `is_heard`, when a time server answers."""

    def __init__(self, folder: Path, rigs: list[BoxDriver]) -> None:
        self._folder, self._rigs, self._boots = folder, rigs, 0
        self.is_heard = False
        self.switch_on()

    @property
    def rig(self) -> BoxDriver:
        return self._rigs[-1]

    def switch_on(self, *, restarts: bool = False) -> BoxDriver:
        """Start the machine, or with `restarts` only the program."""
        self._boots += not restarts
        box = BoxDriver(
            self._folder,
            clock=LateClock(),
            is_set=lambda: self.is_heard,
            boot=f"b00{self._boots:05}",
        )
        self._rigs.append(box)
        return box

    def again(self, *, restarts: bool = False) -> BoxDriver:
        """Switch the box off and on."""
        self.rig.table.close()
        return self.switch_on(restarts=restarts)

    def hear_server(self) -> None:
        """Let a time server set the machine's clock."""
        assert isinstance(self.rig.clock, LateClock)
        self.rig.clock.late, self.is_heard = 0.0, True
        self.rig.box.look_around()

    def play(self, winner: str) -> None:
        table = self.rig.table
        table.obey(GAME)
        table.obey(Score(points={name: 100 * (name == winner) for name in GAME.players}))

    def notes(self, kind: str) -> list[dict[str, object]]:
        journal = self.rig.table.journal
        notes = (
            note for number in sorted(journal.numbers()) for note in journal.record(number).notes
        )
        return [dict(note.facts) for note in notes if note.kind == kind]


@pytest.fixture
def house(tmp_path: Path, rigs: list[BoxDriver]) -> House:
    return House(tmp_path, rigs)


@pytest.fixture
def played(house: House) -> House:
    """Return a box on which Ann won a game on an earlier evening."""
    house.play("Ann")
    return house


def wins(house: House) -> dict[str, int]:
    return dict(house.rig.table.tally())


# The question


@pytest.mark.parametrize(
    ("key", "counts"), [("OK", {"Ann": 0, "Bo": 1}), ("UNDO", {"Ann": 1, "Bo": 1})]
)
def test_start_without_the_date_asks_for_the_evening_once(
    played: House, key: str, counts: dict[str, int]
) -> None:
    played.again().asking(NewEveningDialog)
    assert isinstance(played.rig.press(key).picture, WinnerScreen)  # type: ignore[arg-type]
    assert played.notes(EVENING) == [{"new": key == "OK"}]
    played.play("Bo")
    assert wins(played) == counts
    assert isinstance(played.again(restarts=True).picture, WinnerScreen)


def test_answer_counts_until_the_next_start_of_the_machine(played: House) -> None:
    played.again().press("OK")
    assert isinstance(played.again(restarts=True).picture, WinnerScreen)
    played.again().asking(NewEveningDialog)


def test_new_box_and_one_in_mid_game_are_not_asked(house: House) -> None:
    assert not isinstance(house.rig.dialog, NewEveningDialog)
    house.rig.table.obey(CARDS)
    assert isinstance(house.again().picture, PlayScreen)


def test_box_that_knows_the_date_is_not_asked(played: House) -> None:
    played.is_heard = True
    assert isinstance(played.again().picture, WinnerScreen)


@pytest.mark.parametrize("hears", ["server", "phone"])
def test_question_closes_once_the_clock_is_set(played: House, hears: str) -> None:
    played.again()
    if hears == "server":
        played.hear_server()
    else:
        played.rig.box_clock.hear(played.rig.clock.time() + WEEK)
        played.rig.box.look_around()
    assert isinstance(played.rig.picture, WinnerScreen)
    assert played.notes(EVENING) == []


def test_no_card_counts_before_the_answer(played: House) -> None:
    rig = played.again().show_card("8H")
    assert isinstance(rig.still_asks, NewEveningDialog)
    rig.wait(5).asking(NewEveningDialog)


def test_phone_that_begins_a_game_begins_an_evening(played: House) -> None:
    rig = played.again()
    assert isinstance(rig.rule(GAME), Accepted)
    assert played.notes(EVENING) == [{"new": True}]
    rig.rule(Score(points={"Ann": 0, "Bo": 100}))
    assert wins(played) == {"Ann": 0, "Bo": 1}


# The clock


def test_late_clock_is_noted_and_takes_no_wins(house: House) -> None:
    for _win in range(3):
        house.play("Ann")
    house.hear_server()
    house.play("Bo")
    assert wins(house) == {"Bo": 1, "Ann": 3}
    (note,) = house.notes(CLOCK)
    assert note == {"boot": house.rig.table.journal.boot, "offset": house.rig.box_clock.offset}


def test_clock_set_before_the_first_entry_needs_no_note(played: House) -> None:
    played.again()
    played.hear_server()
    played.play("Bo")
    played.rig.box.look_around()
    assert played.notes(CLOCK) == []
    assert wins(played) == {"Ann": 0, "Bo": 1}


def test_clock_of_a_phone_is_noted_and_then_that_of_a_server(played: House) -> None:
    rig = played.rig
    assert rig.box_clock.hear(rig.clock.time() + WEEK - 500)
    rig.box.tick()
    played.hear_server()
    first, last = (note["offset"] for note in played.notes(CLOCK))
    assert isinstance(first, float)
    assert last == pytest.approx(first + 500)


def test_clock_that_was_set_while_the_program_was_off_is_noted(played: House) -> None:
    played.rig.table.close()
    played.is_heard = True
    rig = played.switch_on(restarts=True)
    assert isinstance(rig.clock, LateClock)
    rig.clock.late = 0.0
    rig.box.tick()
    assert len(played.notes(CLOCK)) == 1


def test_clock_that_is_set_while_the_disk_fails_is_noted_later(
    played: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        FailingDisk(patch).number = errno.EIO
        played.hear_server()
    assert played.notes(CLOCK) == []
    played.rig.table.journal.try_again()
    played.rig.box.look_around()
    assert len(played.notes(CLOCK)) == 1


def test_small_correction_is_not_noted(played: House) -> None:
    assert isinstance(played.rig.clock, LateClock)
    played.rig.clock.late, played.is_heard = WEEK - 50, True
    played.rig.box.tick()
    assert played.notes(CLOCK) == []


# The power cut


@pytest.fixture
def cut(house: House) -> BoxDriver:
    """Return a box whose power failed after a card."""
    house.rig.table.obey(CARDS)
    house.rig.show_card("8H")
    house.rig.table.journal.abandon()
    return house.switch_on()


def test_power_cut_names_the_last_card(cut: BoxDriver) -> None:
    assert {"8♥", "Ann", "8"} <= set(re.findall(r"[\w♥]+", worded(cut.notice.sentence)))
    assert isinstance(cut.press("OK").picture, PlayScreen)


def test_undo_removes_the_card_that_was_being_written(cut: BoxDriver) -> None:
    cut.press("UNDO").asking(TakeBackDialog)
    assert cut.press("OK").total == 0


def test_next_card_after_a_power_cut_counts(cut: BoxDriver) -> None:
    assert cut.show_card("7H").total == 15
    assert isinstance(cut.wait(5).picture, PlayScreen)


def test_command_of_a_phone_after_a_power_cut_counts(cut: BoxDriver) -> None:
    assert isinstance(cut.rule(Play(card="7H/1")), Accepted)
    assert isinstance(cut.wait(5).picture, PlayScreen)


@pytest.mark.usefixtures("cut")
def test_box_that_was_switched_off_names_no_card(house: House) -> None:
    assert isinstance(house.again().picture, PlayScreen)


def test_power_cut_after_the_end_of_a_game_shows_the_winner(played: House) -> None:
    played.is_heard = True
    played.rig.table.journal.abandon()
    assert isinstance(played.switch_on().picture, WinnerScreen)
