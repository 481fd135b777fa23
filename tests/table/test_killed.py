"""A companion that is killed in the middle of play has kept every card it had accepted, and no other."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from companion.table.replay import replay
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


@pytest.mark.parametrize("variant", ["", "arizona-spaghetti"])
def test_killed_process_leaves_exactly_the_accepted_commands(variant: str, tmp_path: Path) -> None:
    chance = random.Random(98)  # noqa: S311  # where to kill, no secret
    expected: list[str] = []
    for seed in range(ROUNDS):
        kept, begun = killed_while_playing(tmp_path, seed, variant, chance.randint(1, 60))
        expected += kept
        table = table_in(tmp_path)
        assert table.journal.trouble is None
        found = [entry.command for entry in table.journal.forwards()]
        assert found in (expected, [*expected, begun])
        expected = found
        assert replay(tmp_path / "journal.db").commands == len(expected)
        table.close()
