"""The tests that run a line of a part of the program, and their seconds, found by coverage.py."""

import hashlib
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

HOUSE = Path(__file__).parents[2]
KEPT = HOUSE / "build/mutants"


class Part(NamedTuple):
    """The folders `mutated`, and their `tests`.

    The `slow` tests run nearly every line, and take minutes under coverage.py. The tests in
    `beside` run code that the others rarely use. Both run only on mutations that the tests of the
    line did not detect.
    """

    mutated: tuple[str, ...]
    tests: tuple[str, ...]
    slow: tuple[str, ...]
    beside: tuple[str, ...]


_SLOW_RULES = (
    "against_naive",
    "walk",
    "trick_walk",
    "trick_conservation",
    "trick_rounds",
    "legal_plays",
)
PARTS: Mapping[str, Part] = {
    "rules": Part(
        mutated=("companion/core", "companion/games", "companion/table"),
        tests=(
            *(
                f"tests/{folder}"
                for folder in ("games", "table", "variants", "protocol", "words", "disagree")
            ),
            *("tests/test_game.py", "tests/test_doctests.py"),
        ),
        slow=tuple(f"tests/games/test_{name}.py" for name in _SLOW_RULES),
        beside=("tests/phone/test_questions.py", "tests/dialogs", "tests/box"),
    ),
    "box": Part(
        mutated=("companion/box",),
        tests=("tests/box", "tests/words/test_notices.py"),
        slow=("tests/box/test_monkey.py",),
        beside=("tests/dialogs", "tests/app"),
    ),
    "phone": Part(
        mutated=("companion/phone",),
        tests=("tests/phone", "tests/words/test_evening.py"),
        slow=("tests/phone/editor/test_changes.py", "tests/phone/test_history_walks.py"),
        beside=("tests/app",),
    ),
}


class Known(NamedTuple):
    """The tests that run each line, by "file:line", and their seconds.

    Those of "file:0" run any line of the file.
    """

    lines: Mapping[str, list[str]]
    seconds: Mapping[str, float]

    def killers(self, file: str, line: int, within: float) -> list[str]:
        """Return the tests that run a line, then the others of its file, up to `within` seconds.

        The fastest come first. Mutations of a line that fills a cache, or that only runs at import,
        are detected by other tests than those that run it.
        """
        own = self.lines.get(f"{file}:{line}", [])
        tests = sorted(
            self.lines.get(f"{file}:0", []), key=lambda test: (test not in own, self.seconds[test])
        )
        chosen: list[str] = []
        for test in tests:
            within -= self.seconds[test]
            if chosen and within < 0:
                break
            chosen.append(test)
        return chosen


def known(name: str) -> Known:
    """Return the answer of coverage.py, asked again only if the sources have changed."""
    part = PARTS[name]
    folders = [HOUSE / folder for folder in (*part.mutated, *part.tests)]
    files = sorted(file for one in folders for file in ([one] if one.suffix else one.rglob("*.py")))
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]
    kept = KEPT / f"{name}-{digest}.json"
    if not kept.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        # A separate process, because this one must not load modules of the program: each mutation
        # loads them again.
        subprocess.run([sys.executable, "-m", __name__, name, kept], check=True)
    return Known(**json.loads(kept.read_text()))


class _Watch:
    """A plugin that names the running test to coverage.py, fixtures included.

    All parameters of a test count as one test.
    """

    def __init__(self, coverage: Any) -> None:
        self._coverage = coverage
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        self._coverage.switch_context(item.nodeid.partition("[")[0])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        test = report.nodeid.partition("[")[0]
        self.seconds[test] = self.seconds.get(test, 0.0) + report.duration


def _measured(part: Part) -> Known:
    import coverage  # noqa: PLC0415  # an extra, not needed if the answer is stored

    watched = coverage.Coverage(
        data_file=None, source=[str(HOUSE / folder) for folder in part.mutated]
    )
    watch = _Watch(watched)
    watched.start()
    ignored = (f"--ignore={slow}" for slow in part.slow)
    code = pytest.main(["-q", "-p", "no:cacheprovider", *ignored, *part.tests], plugins=[watch])
    watched.stop()
    if code != pytest.ExitCode.OK:
        raise SystemExit("The tests fail without any mutation: mend them first.")
    data, lines = watched.get_data(), {}
    for path in data.measured_files():
        file, every = Path(path).relative_to(HOUSE), set[str]()
        for line, tests in data.contexts_by_lineno(path).items():
            lines[f"{file}:{line}"] = sorted(filter(None, tests))
            every.update(lines[f"{file}:{line}"])
        lines[f"{file}:0"] = sorted(every)
    return Known(lines, watch.seconds)


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(json.dumps(_measured(PARTS[sys.argv[1]])._asdict()))
