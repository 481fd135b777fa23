"""The player of docs/reference/referee-protocol.md plays every adding game to its end."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games.adding.variant import AddingVariant
from companion.variants import load_variants
from tests.docs.pages import fenced, section

ODD = {"ninety-eight", "ninety-eight-umass", "ninety-nine", "ninety-nine-ishihara"}
"""Games with a single loser, named players, the game of the page, and a card that is turned up."""
GAMES = [
    pytest.param(variant.name, marks=() if variant.name in ODD else pytest.mark.full)
    for variant in load_variants().variants.values()
    if isinstance(variant, AddingVariant)
]


@pytest.mark.parametrize("variant", GAMES)
def test_player_on_the_page_plays_to_the_end(variant: str, tmp_path: Path) -> None:
    (player,) = fenced(section("reference/referee-protocol.md", "A player in 35 lines"), "python")
    assert len(player.splitlines()) <= 35
    command = tmp_path / "companion"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m companion "$@"\n', "utf-8")
    command.chmod(0o755)
    ended = subprocess.run(
        [sys.executable, "-c", player, variant],
        env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    winner = "None" if variant == "ninety-eight" else "(Ann|Bo|Cy)"
    assert re.fullmatch(rf"Over after \d+ hands, winner: {winner}\n", ended.stdout)
