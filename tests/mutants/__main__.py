"""Puts small mistakes into the rules and the table, one at a time, and looks whether a test notices.

``python -m tests.mutants --count 300 --seed 1``, or `make mutants`. The seed draws the mistakes. Tests
that run the changed line run until one fails, fastest first. A mistake that no test notices is printed. With
an entry in explained.toml, which says why it changes nothing, it counts as explained; any other is an error.
"""

import argparse
import contextlib
import importlib
import io
import os
import random
import signal
import sys
import time
import tomllib
from collections import Counter
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Final, Literal

import pytest

from tests.mutants.mutations import Mutation, mutations
from tests.mutants.which_tests import BESIDE, HOUSE, LAST, MUTATED, Known, known

EXPLAINED: Final = Path(__file__).with_name("explained.toml")
WITHIN: Final = 30.0
"""Seconds of tests that a mutation is shown to, as long as they took without it."""
LOST: Final = 2.0
"""How many times as long they may take until the mutation counts as noticed, because it does not end."""
LAST_SECONDS: Final = 900
LIBRARIES: Final = (
    "msgspec",
    "hypothesis",
    "playwright.sync_api",
    "httpx",
    "starlette.applications",
    "uvicorn",
)
"""Loaded once for all mutations; nothing of the program may be."""

Outcome = Literal["killed", "endless", "explained", "survived"]


def outcome(mutation: Mutation, known: Known, *, quick: bool) -> Outcome:
    """Whether a test notices the mutation; a `quick` look leaves out the tests that take minutes."""
    tests = known.killers(str(mutation.file.relative_to(HOUSE)), mutation.line, WITHIN)
    first = _tried(mutation, tests or list(BESIDE), int(30 + LOST * known.seconds(tests)))
    return _tried(mutation, list(LAST), LAST_SECONDS) if first == "survived" and not quick else first


def _tried(mutation: Mutation, tests: list[str], seconds: int) -> Outcome:
    """Whether one of these tests notices the mutation, in a process of its own."""
    child = os.fork()
    if child == 0:
        signal.alarm(seconds)
        os._exit(_run(mutation, tests))
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == pytest.ExitCode.OK:
        return "survived"
    return "endless" if status == -signal.SIGALRM else "killed"


def _run(mutation: Mutation, tests: list[str]) -> int:
    """Run the tests in this process, in which the module of the mutation is loaded with it."""
    get_code = SourceFileLoader.get_code

    def mutated_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        if Path(loader.path) == mutation.file:
            return compile(mutation.mutated, loader.path, "exec", dont_inherit=True)
        return get_code(loader, name)

    SourceFileLoader.get_code = mutated_code  # type: ignore[assignment,method-assign]
    quiet = "-q -x --no-header --tb=no --assert=plain -p no:cacheprovider -p no:xdist --hypothesis-seed=0"
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return int(pytest.main([*quiet.split(), *tests]))


def explanations() -> dict[tuple[str, str, str], str]:
    """Why a mutation of a file, by what was and what is there now, changes nothing."""
    told = tomllib.loads(EXPLAINED.read_text("utf-8"))
    return {(one["file"], one["was"], one["now"]): one["why"] for one in told["mutation"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="leave out the tests that take minutes")
    given = parser.parse_args()
    os.chdir(HOUSE)
    tests, explained = known(), explanations()
    for library in LIBRARIES:
        importlib.import_module(library)
    files = sorted(file for folder in MUTATED for file in (HOUSE / folder).rglob("*.py"))
    every = [mutation for file in files for mutation in mutations(file)]
    random.Random(given.seed).shuffle(every)  # noqa: S311  # no secret: the same ones are drawn again by the seed
    drawn = every[: given.count]
    sys.stdout.write(f"{len(drawn)} of {len(every)} mutations, seed {given.seed}\n")
    # A mutation into what is there already: it shows that the tests run.
    sound = drawn[0]._replace(text=drawn[0].source[drawn[0].start : drawn[0].end].decode())
    if outcome(sound, tests, quick=True) != "survived":
        raise SystemExit("The tests fail without any mutation: mend them first.")
    counts: Counter[Outcome] = Counter()
    result: Outcome
    begun = time.monotonic()
    for number, mutation in enumerate(drawn, start=1):
        file = str(mutation.file.relative_to(HOUSE))
        is_explained = (file, mutation.was, mutation.now) in explained
        result = "explained" if is_explained else outcome(mutation, tests, quick=given.quick)
        counts[result] += 1
        if result == "survived":
            sys.stdout.write(f"{file}:{mutation.line}: {result}\n- {mutation.was}\n+ {mutation.now}\n")
        if number % 10 == 0 or number == len(drawn):
            sums = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))
            sys.stdout.write(f"{number} in {time.monotonic() - begun:.0f} s: {sums}\n")
        sys.stdout.flush()
    sys.exit(bool(counts["survived"]))


if __name__ == "__main__":
    main()
