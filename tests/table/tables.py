"""Tables for tests: a clock that stands still, journals in a folder, and the plug pulled."""

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
    """Says what it is set to, in seconds since 1970 UTC; the machine has run for an hour before."""

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
    """A table whose journal is the folder `journal` in `folder`."""
    return Table(variants, journal_at(folder / "journal"), clock or StillClock())


def started_again(folder: Path, elsewhere: Path) -> Table:
    """What stands on the disk now, as if the plug were pulled,
    and a table started `elsewhere` with it.

    Without any variant file.
    """
    shutil.rmtree(elsewhere, ignore_errors=True)
    shutil.copytree(folder / "journal", elsewhere / "journal")
    return table_in(elsewhere, variants={})


def adding_state(table: Table) -> AddingState:
    """How the adding game stands that is on."""
    assert isinstance(table.state, AddingState)
    return table.state


def play(table: Table, *cards: str) -> None:
    for card in cards:
        table.obey(Play(card=card))


def break_rules(patch: pytest.MonkeyPatch, family: str, step: Any) -> None:
    """Makes the rules of a family step with a fault."""
    faulty = dataclasses.replace(FAMILIES[family], step=step)
    patch.setitem(cast("dict[str, Family]", FAMILIES), family, faulty)
