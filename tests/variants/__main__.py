"""The games of the folder `shown`, each with the moments that its tests play.

Run it with `python -m tests.variants`. It runs the tests and fails if one of them fails, or if none
of them plays a game.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.commands import New
from companion.games.history import GameHistory
from companion.message import render
from companion.variants import load_variants
from companion.words.variants import translated
from tests.variants.shown_games import SHOWN

WITHOUT_MOMENTS = ("test_shown_files.py",)
"""Tests of all files at once."""


class Moments:
    """The plugin that notes each test under the games that it begins, with its outcome."""

    def __init__(self) -> None:
        self.of_game: dict[str, dict[str, str]] = defaultdict(dict)
        self._begun: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        self._begun.clear()
        obey = GameHistory.obey

        def noted(history: GameHistory, command: object, *rest: object) -> object:
            if isinstance(command, New):
                self._begun.add(command.variant)
            return obey(history, command, *rest)  # type: ignore[arg-type]  # passed on as it came

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(GameHistory, "obey", noted)
            return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when != "call":
            return
        name = report.nodeid.rpartition("::")[2].partition("[")[0]
        moment = name.removeprefix("test_").replace("_", " ")
        for game in self._begun:
            before = self.of_game[game].get(moment, "as written")
            self.of_game[game][moment] = before if report.passed else "NOT AS WRITTEN"


def main() -> int:
    """Print each game with its moments; return 1 unless all are as written."""
    moments = Moments()
    files = sorted(Path(__file__).parent.glob("test_shown_*.py"))
    tests = [str(file) for file in files if file.name not in WITHOUT_MOMENTS]
    failed = pytest.main(["--quiet", "--no-header", "--no-summary", *tests], plugins=[moments])
    shelf = load_variants(SHOWN)
    for name in sorted(shelf.own):
        sys.stdout.write(f"\n{name}.toml: {render(translated(shelf.variants[name].title))}\n")
        for moment, outcome in (moments.of_game[name] or {"no test plays it": "NOTHING"}).items():
            sys.stdout.write(f"  {outcome}: {moment}\n")
    unplayed = [name for name in shelf.own if not moments.of_game[name]]
    many = sum(map(len, moments.of_game.values()))
    sys.stdout.write(f"\n{len(shelf.own)} games, {many} moments, {len(unplayed)} not played\n")
    return 1 if failed or unplayed or shelf.problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
