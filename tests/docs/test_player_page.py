"""The player of docs/player.md plays a game to its end."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.docs.pages import fenced, page


def test_the_player_of_the_page_plays_to_the_end(tmp_path: Path) -> None:
    (player,) = fenced(page("player.md"), "python")
    assert len(player.splitlines()) <= 30
    command = tmp_path / "companion"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m companion "$@"\n', "utf-8")
    command.chmod(0o755)
    ended = subprocess.run(
        [sys.executable, "-c", player],
        env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert re.fullmatch(r"(Ann|Bo|Cy) wins after \d+ hands\n", ended.stdout)
