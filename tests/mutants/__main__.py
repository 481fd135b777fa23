"""Inserts small mistakes into a part of the program, one at a time, and checks that a test fails.

``python -m tests.mutants rules --count 300 --seed 1``, or `make mutants`. The seed selects the
mistakes. Tests that run the changed line run until one fails, fastest first. A mistake that no test
detects is printed: a test is missing, or the mistake has no effect.
"""

import argparse
import contextlib
import importlib
import io
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

import pytest

from tests.mutants.mutations import Mutation, mutations
from tests.mutants.which_tests import HOUSE, PARTS, Known, Part, known

WITHIN = 30.0
WITHIN_AT_LAST = 300.0
"""Seconds of tests run against a mutation, at first and in the end, as measured without it."""
LOST = 90
LAST_SECONDS = 900
"""Seconds after which a mutation counts as detected because it hangs, at first and in the end."""
LIBRARIES = "msgspec hypothesis playwright.sync_api httpx starlette.applications uvicorn"
"""Loaded once for all mutations; modules of the program must not be loaded."""


def outcome(mutation: Mutation, part: Part, known: Known, *, quick: bool) -> str:
    """Return whether a test detects the mutation; `quick` leaves out tests that take minutes."""
    place = str(mutation.file.relative_to(HOUSE)), mutation.line
    first = _tried(mutation, known.killers(*place, WITHIN) or part.beside, LOST)
    if first != "survived" or quick:
        return first
    return _tried(
        mutation, [*known.killers(*place, WITHIN_AT_LAST), *part.beside, *part.slow], LAST_SECONDS
    )


def _tried(mutation: Mutation, tests: Sequence[str], seconds: int) -> str:
    """Return whether one of these tests detects the mutation, in a separate process."""
    child = os.fork()
    if child == 0:
        signal.alarm(seconds)
        os._exit(_run(mutation, tests))
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == pytest.ExitCode.OK:
        return "survived"
    return "endless" if status == -signal.SIGALRM else "killed"


def _run(mutation: Mutation, tests: Sequence[str]) -> int:
    """Run the tests in this process, with the module of the mutation loaded in its mutated form."""
    get_code = SourceFileLoader.get_code

    def mutated_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        if Path(loader.path) == mutation.file:
            return compile(mutation.mutated, loader.path, "exec", dont_inherit=True)
        return get_code(loader, name)

    SourceFileLoader.get_code = mutated_code  # type: ignore[assignment,method-assign]
    quiet = (
        "-q -x --no-header --tb=no --assert=plain -p no:cacheprovider -p no:xdist "
        "--hypothesis-seed=0"
    )
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return int(pytest.main([*quiet.split(), *tests]))


def named(mutation: Mutation) -> tuple[str, str, str]:
    """Return file, old text and new text of a mutation.

    They stay the same when the file changes elsewhere.
    """
    return str(mutation.file.relative_to(HOUSE)), mutation.was, mutation.now


def drawn(part: Part, count: int, seed: int) -> list[Mutation]:
    """Return the first `count` mutations by hash, so that edited lines leave the rest alone."""
    files = sorted(file for folder in part.mutated for file in (HOUSE / folder).rglob("*.py"))
    every = [mutation for file in files for mutation in mutations(file)]
    every.sort(key=lambda one: sha256(f"{seed} {named(one)}".encode()).digest())
    return every[:count]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", nargs="?", choices=PARTS, default="rules")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--quick", action="store_true", help="leave out the tests that take minutes"
    )
    parser.add_argument(
        "--only", type=int, nargs="+", metavar="NUMBER", help="of the mutations drawn"
    )
    given = parser.parse_args()
    os.chdir(HOUSE)
    part = PARTS[given.part]
    tests, every = known(given.part), drawn(part, given.count, given.seed)
    for library in LIBRARIES.split():
        importlib.import_module(library)
    # A mutation that changes nothing shows that the tests run.
    sound = every[0]._replace(text=every[0].source[every[0].start : every[0].end].decode())
    if outcome(sound, part, tests, quick=True) != "survived":
        raise SystemExit("The tests fail without any mutation: mend them first.")
    counts, begun = Counter[str](), time.monotonic()
    for number in given.only or range(1, given.count + 1):
        mutation = every[number - 1]
        file, was, now = named(mutation)
        result = outcome(mutation, part, tests, quick=given.quick)
        counts[result] += 1
        if result == "survived":
            sys.stdout.write(f"{number}: {file}:{mutation.line} {result}\n- {was}\n+ {now}\n")
        if counts.total() % 10 == 0:
            sys.stdout.write(
                f"{counts.total()} in {time.monotonic() - begun:.0f} s: {dict(counts)}\n"
            )
        sys.stdout.flush()
    sys.stdout.write(f"{counts.total()} with seed {given.seed}: {dict(counts)}\n")


if __name__ == "__main__":
    main()
