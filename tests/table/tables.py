"""Tables for tests: a clock that does not move, journals in a folder, and a pulled plug."""

import dataclasses
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pytest

from companion.core.commands import Play
from companion.core.family import Family, Variant
from companion.games import FAMILIES
from companion.games.adding.state import AddingState
from companion.table.table import Table
from companion.variants import load_variants
from tests.journals import journal_at

VARIANTS = load_variants().variants


class StillClock:
    """A clock that shows the set time (seconds since 1970 UTC), an hour after the start."""

    def __init__(self, now: float = 1_700_000_000.0) -> None:
        self.now = now
        self._start = now - 3600.0

    def time(self) -> float:
        return self.now

    def monotonic(self) -> float:
        return self.now - self._start


def table_in(
    folder: Path,
    clock: StillClock | None = None,
    *,
    variants: Mapping[str, Variant] = VARIANTS,
) -> Table:
    """Return a table whose journal is the folder `journal` in `folder`."""
    return Table(variants, journal_at(folder / "journal"), clock or StillClock())


def started_again(folder: Path, elsewhere: Path) -> Table:
    """Return a table started `elsewhere` with the files on disk now, as if the plug were pulled.

    It has no variant files.
    """
    shutil.rmtree(elsewhere, ignore_errors=True)
    shutil.copytree(folder / "journal", elsewhere / "journal")
    return table_in(elsewhere, variants={})


def adding_state(table: Table) -> AddingState:
    """Return the state of the current adding game."""
    assert isinstance(table.state, AddingState)
    return table.state


def play(table: Table, *cards: str) -> None:
    for card in cards:
        table.obey(Play(card=card))


def break_rules(patch: pytest.MonkeyPatch, family: str, step: Any) -> None:
    """Make the rules of a family step with a fault."""
    faulty = dataclasses.replace(FAMILIES[family], step=step)
    patch.setitem(cast("dict[str, Family]", FAMILIES), family, faulty)
