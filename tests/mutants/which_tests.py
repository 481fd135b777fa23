"""The tests that run a line of the rules or the table, and their seconds: coverage.py finds it, once."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

HOUSE: Final = Path(__file__).parents[2]
MUTATED: Final = ("companion/rules", "companion/table")
TESTS: Final = (
    *(
        "tests/rules",
        "tests/table",
        "tests/variants",
        "tests/protocol",
        "tests/test_game.py",
        "tests/test_doctests.py",
    ),
)
SLOW: Final = tuple(
    f"tests/rules/test_{name}.py"
    for name in ("against_naive", "walk", "trick_walk", "trick_conservation", "trick_rounds", "legal_plays")
)
"""These play thousands of games: minutes below coverage.py. They run nearly every line of the rules."""
BESIDE: Final = ("tests/phone/test_questions.py", "tests/dialogs", "tests/box")
"""These use what little of the rules the tests of the rules do not."""
LAST: Final = (*BESIDE, *SLOW)
"""These are shown what the tests of its line have not noticed."""
KEPT: Final = HOUSE / "build/mutants"

Lines = Mapping[str, list[str]]
"""The tests that run each line, by "file:line"; those of "file:0" run any line of it."""


class Known:
    """Which tests run each line, and the seconds that each of them takes."""

    def __init__(self, lines: Lines, seconds: Mapping[str, float]) -> None:
        self._lines, self._seconds = lines, seconds

    def killers(self, file: str, line: int, within: float) -> list[str]:
        """The tests that run a line, fastest first, that together take no longer than so many seconds.

        A line that is only run when its module is imported, as a default, has all tests of its file.
        """
        tests = self._lines.get(f"{file}:{line}") or self._lines.get(f"{file}:0", [])
        chosen: list[str] = []
        for test in sorted(tests, key=self._seconds.__getitem__):
            if chosen and self.seconds([*chosen, test]) > within:
                break
            chosen.append(test)
        return chosen

    def seconds(self, tests: Iterable[str]) -> float:
        """How long the tests took."""
        return sum(self._seconds[test] for test in tests)


def known() -> Known:
    """Ask coverage.py, if the sources have changed since it was asked last."""
    KEPT.mkdir(parents=True, exist_ok=True)
    kept = KEPT / f"tests-{_digest()}.json"
    if not kept.exists():
        kept.write_text(json.dumps(_measured()))
    told = json.loads(kept.read_text())
    return Known(told["lines"], told["seconds"])


def _digest() -> str:
    folders = [HOUSE / folder for folder in (*MUTATED, *TESTS)]
    sources = sorted(
        file for folder in folders for file in ([folder] if folder.suffix else folder.rglob("*.py"))
    )
    return hashlib.sha256(b"".join(file.read_bytes() for file in sources)).hexdigest()[:12]


class _Watch:
    """Tells coverage.py which test runs, its fixtures included; all parameters of a test are one."""

    def __init__(self, coverage: Any) -> None:
        self._coverage = coverage
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        self._coverage.switch_context(item.nodeid.partition("[")[0])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        test = report.nodeid.partition("[")[0]
        self.seconds[test] = self.seconds.get(test, 0.0) + report.duration


def _measured() -> dict[str, object]:
    import coverage  # noqa: PLC0415  # an extra, and not needed when the answer is kept

    watched = coverage.Coverage(data_file=None, source=[str(HOUSE / folder) for folder in MUTATED])
    watch = _Watch(watched)
    watched.start()
    code = pytest.main(
        [*("-q", "-p", "no:cacheprovider"), *(f"--ignore={slow}" for slow in SLOW), *TESTS], plugins=[watch]
    )
    watched.stop()
    if code != pytest.ExitCode.OK:
        raise SystemExit("The tests fail without any mutation: mend them first.")
    return {"lines": dict(_lines(watched.get_data())), "seconds": watch.seconds}


def _lines(data: Any) -> Iterator[tuple[str, list[str]]]:
    for path in data.measured_files():
        file = str(Path(path).relative_to(HOUSE))
        tests = {line: sorted(filter(None, by)) for line, by in data.contexts_by_lineno(path).items()}
        yield f"{file}:0", _all(tests.values())
        yield from ((f"{file}:{line}", by) for line, by in tests.items() if by)


def _all(tests: Iterable[Iterable[str]]) -> list[str]:
    return sorted({test for some in tests for test in some})
