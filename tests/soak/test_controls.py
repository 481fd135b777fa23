"""Tests with intentionally broken boxes: a few evenings of the soak find each fault and tell it in
a short story.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.box.executor import CommandExecutor
from companion.box.notifier import Notifier
from companion.box.requests import TableRequest
from companion.devices.lights import LedRing
from companion.outputs import Lights
from companion.page import TableView
from companion.table import game_file
from companion.table.game_file import GameFile
from companion.table.table import Decision, Table
from tests.soak.evening import Evening, play
from tests.soak.shrink import shrunk, story

pytestmark = pytest.mark.own_thread

EVENINGS = 20
"""Most evenings to play; each fault appears in one of the first three or four."""
LONG = 600.0
"""Simulated seconds of an evening here."""


def unsafe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave a line unsynced."""
    monkeypatch.setattr(game_file, "sync", lambda _descriptor: None)


def light_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Light the green light when the rules accept a card, before it is on the disk."""
    submit, commit = CommandExecutor._submit, Table.commit
    notifiers: list[Notifier] = []

    def remember(self: CommandExecutor, *given: Any) -> object:
        notifiers.append(self._notifier)
        return submit(self, *given)

    def light_and_commit(self: Table, decision: Decision, origin: str | None = None) -> object:
        if notifiers and origin is None:
            notifiers[-1].accepted("accepted")
            notifiers[-1].show(notifiers[-1].frame.picture, self.state)
        return commit(self, decision, origin)

    monkeypatch.setattr(CommandExecutor, "_submit", remember)
    monkeypatch.setattr(Table, "commit", light_and_commit)


def undo_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo one command more than requested, if there is one."""
    take_back = Table.take_back

    def take_back_more(self: Table, count: int = 1, origin: str | None = None) -> None:
        take_back(self, count + (count < len(self.moments) - 1), origin)

    monkeypatch.setattr(Table, "take_back", take_back_more)


def stale_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Accept an order from a page that shows an older table."""
    execute = CommandExecutor.execute_request

    def execute_any(self: CommandExecutor, request: TableRequest, *given: object) -> object:
        current = TableRequest(
            request.order, request.phone, self._table.journal.sequence, request.answer
        )
        return execute(self, current, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(CommandExecutor, "execute_request", execute_any)


def refused_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave a card whose sync failed in the file, where the next start finds it."""
    monkeypatch.setattr(GameFile, "void", lambda self, always=False: setattr(self, "_doubtful", 0))  # noqa: ARG005


def green_for_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Light the green light for a refused card."""
    signal = Notifier.signal
    monkeypatch.setattr(
        Notifier, "signal", lambda self, _verdict, sound: signal(self, "accepted", sound)
    )


def directions_swapped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Swap the lights of the two directions."""
    show = LedRing.show

    def show_swapped(self: LedRing, lights: Lights) -> None:
        ways = lights.counterclockwise, lights.clockwise
        show(self, replace(lights, clockwise=ways[0], counterclockwise=ways[1]))

    monkeypatch.setattr(LedRing, "show", show_swapped)


def stale_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Repeat the previous words on the page after a correction."""
    words, said = TableView, list[TableView]()

    def say_again(**given: Any) -> TableView:
        now = words(**given)
        if said and now.steps < said[-1].steps:
            now = replace(now, standing=said[-1].standing, move=said[-1].move)
        said.append(now)
        return now

    monkeypatch.setattr("companion.phone.view.TableView", say_again)


def pot_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the pots out of the evening."""
    monkeypatch.setattr("companion.phone.statistics.headline.shares_of_pot", lambda _: ({}, ()))


CONTROLS: tuple[tuple[Callable[[pytest.MonkeyPatch], None], str], ...] = (
    (unsafe, "accepted means synced"),
    (light_first, "accepted means synced"),
    (undo_too_many, "accepted is what was sent"),
    (stale_order, "a stale order is not taken"),
    (refused_counts, "refused means never"),
    (green_for_refused, "green = accepted"),
    (directions_swapped, "lights = journal"),
    (stale_words, "page = journal"),
    (pot_forgotten, "the evening adds up"),
)


def found(folder: Path) -> Evening:
    """Return the first evening that breaks a promise."""
    for seed in range(EVENINGS):
        evening = play(seed, folder, LONG)
        if evening.failure is not None:
            return evening
    raise AssertionError(f"{EVENINGS} evenings have found nothing")


@pytest.mark.slow("plays evenings of the whole box until one fails")
@pytest.mark.parametrize(("broken", "promise"), CONTROLS)
def test_broken_box_is_found(
    broken: Callable[[pytest.MonkeyPatch], None],
    promise: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    broken(monkeypatch)
    failure = found(tmp_path / "data").failure
    assert failure is not None
    assert failure.promise == promise, failure


@pytest.mark.full
def test_failed_evening_is_shortened_to_a_short_story(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    undo_too_many(monkeypatch)
    evening = found(tmp_path / "data")
    steps = shrunk(evening, tmp_path / "data", 60)
    told = story(evening, steps)
    assert len(steps) < len(evening.steps) / 2
    assert told.startswith(f"{evening.seed}: accepted is what was sent")
    assert "undo" in told.lower().splitlines()[-2]
