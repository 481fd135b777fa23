"""A companion that is killed in the middle of play has kept every card it had accepted, and no other."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from companion.table.names import command_with
from companion.table.recorded import Reopen, as_json, read
from companion.table.replay import replay
from companion.table.table import Table
from tests.depth import FULL
from tests.table.tables import table_in

ROUNDS = 6 if FULL else 2


def killed_while_playing(
    folder: Path, seed: int, variant: str, accepted: int
) -> tuple[list[str], str | None]:
    """What a real process was told it had kept, and the command it was killed over, if over one."""
    kept: list[str] = []
    begun: str | None = None
    with subprocess.Popen(  # our own program
        [sys.executable, "-m", "tests.table.player", str(folder), str(seed), variant],
        stdout=subprocess.PIPE,
        text=True,
    ) as player:
        assert player.stdout is not None
        for line in player.stdout:
            if not line.endswith("\n"):
                break
            word, _, command = line.rstrip("\n").partition(" ")
            if word == "will":
                begun = command
            else:
                kept.append(command)
                begun = None
            # Goes on reading what it still gets to say while it dies.
            if len(kept) == accepted:
                player.kill()
    assert player.returncode == -9
    return kept, begun


def commands_in(table: Table) -> list[str]:
    """The commands in its journal, in their order, with names."""
    names = {person.id: table.people.name(person.id) for person in table.people}
    entries = [entry for record in table.journal.records() for entry in record.entries]
    return [
        as_json(command_with(read(entry.command), names))
        for entry in sorted(entries, key=lambda entry: entry.sequence)
    ]


@pytest.mark.parametrize("variant", ["", "arizona-spaghetti"])
def test_killed_process_leaves_exactly_the_accepted_commands(variant: str, tmp_path: Path) -> None:
    chance = random.Random(98)  # noqa: S311  # where to kill, no secret
    expected: list[str] = []
    for seed in range(ROUNDS):
        kept, begun = killed_while_playing(tmp_path, seed, variant, chance.randint(1, 60))
        expected += kept
        table = table_in(tmp_path)
        assert table.journal.trouble is None
        assert table.journal.was_cut_off or begun == as_json(Reopen())  # between two files
        found = commands_in(table)
        assert found in (expected, [*expected, begun])
        expected = found
        assert replay(tmp_path / "journal").commands == len(expected)
        table.close()
