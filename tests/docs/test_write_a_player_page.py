"""The programs of docs/explanation/write-a-player.md."""

import random
import sys
from types import ModuleType

import pytest

from companion import AddingGame
from tests.docs.pages import fenced, section

PAGE = "explanation/write-a-player.md"
LINES = 30


def player() -> ModuleType:
    (program,) = fenced(section(PAGE, "The player"), "python")
    module = ModuleType("player")
    exec(program, module.__dict__)  # noqa: S102
    return module


def test_player_has_thirty_lines_without_imports_and_docstrings() -> None:
    (program,) = fenced(section(PAGE, "The player"), "python")
    lines = [line for line in program.splitlines() if line and '"""' not in line]
    assert sum(not line.startswith(("import ", "from ")) for line in lines) <= LINES


@pytest.mark.parametrize("variant", AddingGame.variants())
def test_player_plays_every_adding_game_to_its_end(variant: str) -> None:
    random.seed(variant)
    game = player().play(variant, ["Ann", "Bo", "Cy"])
    assert game.over
    assert game.winners or game.losers


def test_games_draw_the_distribution_of_their_lengths(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "player", player())
    (program,) = fenced(section(PAGE, "A thousand games"), "python")
    random.seed(1)
    exec(program.replace("range(1000)", "range(12)").replace("// 4)", "// 1)"), {})  # noqa: S102
    bars = capsys.readouterr().out.splitlines()
    assert sum(line.count("▆") for line in bars) == 12
