"""A journal with a played game."""

from pathlib import Path

from companion.core.commands import New, Play
from companion.table.journal import Journal
from companion.table.table import Table
from companion.variants import load_variants
from tests.table.tables import StillClock


def a_journal(file: Path) -> None:
    """Write a journal of one game in which two cards were played."""
    table = Table(load_variants().variants, Journal(file), StillClock())
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    table.obey(Play(card="8H"))
    table.obey(Play(card="KD"))
    table.close()
