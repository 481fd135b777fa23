"""The cost of a test: the CPU seconds of the test and of every process that it starts.

A test that needs more than `LIMIT` gives its reason with the mark `slow`. Wall-clock time is not
counted, because it depends on the load of the machine.

    python -m tests.cost COMMAND...

runs a command and writes its duration and the most expensive tests of pytest to build/test-seconds.
A test over the limit runs again alone, and the command fails if it is over the limit each time.
"""

import ctypes
import heapq
import json
import os
import resource
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

LIMIT = 1.0
"""CPU seconds of a test without a reason, on a machine that counts to a million in `COUNTING`
seconds.
"""
COUNTING = 0.026
"""The small x86 machine on which `make test` has its budget, in November 2026."""

NOISE = 1.5
"""The maximum factor by which a busy machine slows down a test that runs alone."""

ATTEMPTS = 3
"""How often a test over the limit runs alone: its least cost counts, because other work on the
machine only adds to it.
"""

DEAREST = 10

PATIENCE = 5.0
"""Seconds to wait for a process that the tests have left running."""

SECONDS = Path("build") / "test-seconds"
TESTS = "TEST_SECONDS"
"""The environment variable that names the file for the costs of tests."""

_TICK = os.sysconf("SC_CLK_TCK")
_PR_SET_CHILD_SUBREAPER = 36  # from linux/prctl.h


class Meter:
    """Measures the cost of each test of a process, without the fixtures that tests share."""

    def __init__(self) -> None:
        self._before, self._began = cpu_seconds(), time.monotonic()
        self._shared = 0.0

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Exclude the block, for example the start of a browser."""
        before = cpu_seconds()
        yield
        self._shared += cpu_seconds() - before

    def lap(self) -> float:
        """Return the CPU seconds since the last lap."""
        # A process that ends while /proc is read is missed. Without the cap the next test would be
        # charged for its whole life.
        now, ended = max(cpu_seconds(), cpu_seconds()), time.monotonic()
        cost = now - self._before - self._shared
        most = (ended - self._began) * (os.cpu_count() or 1)
        self._before, self._began, self._shared = now, ended, 0.0
        return min(most, max(0.0, cost))  # a browser's seconds vanish when it ends


def cpu_seconds() -> float:
    """Return the CPU seconds used by this process and its descendants, including ended ones."""
    ended = os.times()
    return time.process_time() + ended.children_user + ended.children_system + _running()


def _running() -> float:
    """Return the CPU seconds of the descendants that have not ended."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:  # this process has started none, and /proc need not be read
        return 0.0
    children: defaultdict[int, list[int]] = defaultdict(list)
    ticks: dict[int, int] = {}
    for entry in os.listdir("/proc"):  # noqa: PTH208  # a thousand paths take longer than a small test
        if entry.isdecimal():
            with suppress(OSError):  # the process may have ended since
                fields = Path(f"/proc/{entry}/stat").read_bytes().rpartition(b")")[2].split()
                children[int(fields[1])].append(int(entry))
                ticks[int(entry)] = sum(
                    map(int, fields[11:15])
                )  # its own and those of its ended children
    family = children[os.getpid()]
    for process in family:
        family.extend(children[process])
    return sum(ticks[process] for process in family) / _TICK


def slowness() -> float:
    """Return how many times slower this machine is now than the machine of `LIMIT`, at least 1."""
    return max(1.0, _count() / COUNTING)


def _count() -> float:
    before = time.process_time()
    for _ in range(1_000_000):
        pass
    return time.process_time() - before


def _adopt_orphans() -> None:
    """Make this process the parent of orphaned descendants, such as those of browsers, so that they
    count.
    """
    if ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl")


def _wait_for_orphans() -> None:
    """Wait for adopted processes that end, because their seconds only count then."""
    give_up = time.monotonic() + PATIENCE
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG) != (0, 0) or time.monotonic() < give_up:
            time.sleep(0.01)


class Cost(NamedTuple):
    """The cost of a test.

    Attributes:
        seconds: CPU seconds; if over `LIMIT`, scaled to the machine of `LIMIT`.
        test: its pytest name.
        reason: whether it may be expensive.
    """

    seconds: float
    test: str
    reason: bool


def write(costs: list[Cost]) -> None:
    """Write the costs of a run to the file that `main` asks for, if any."""
    if file := os.environ.get(TESTS):
        Path(file).write_text(json.dumps(costs), "utf-8")


def too_dear(costs: list[Cost]) -> list[Cost]:
    """Return the tests over the limit that give no reason."""
    return [cost for cost in costs if cost.seconds > LIMIT * NOISE and not cost.reason]


def _run(command: list[str]) -> tuple[int, list[Cost]]:
    """Run the command; return its exit status and the costs of its tests."""
    file = SECONDS.with_name("costs")
    file.parent.mkdir(exist_ok=True)
    file.unlink(missing_ok=True)
    code = subprocess.call(command, env={**os.environ, TESTS: str(file.absolute())})
    return code, [
        Cost(*cost) for cost in json.loads(file.read_text("utf-8"))
    ] if file.exists() else []


def main() -> int:
    """Run the command, and record its duration if it succeeds."""
    _adopt_orphans()
    began = time.monotonic()
    code, costs = _run(sys.argv[1:])
    dear = too_dear(costs)
    for _ in range(ATTEMPTS):
        if code == 0 and dear:
            code, alone = _run([sys.executable, "-m", "pytest", "-q", *(c.test for c in dear)])
            dear = too_dear(alone)
    if code == 0 and dear:
        code = 1
        for seconds, test, _ in dear:
            sys.stdout.write(
                f"{test} took {seconds:.1f} CPU seconds: make it cheaper, or give the reason with"
                ' @pytest.mark.slow("...")\n'
            )
    minutes = (time.monotonic() - began) / 60
    _wait_for_orphans()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = f"{minutes:.1f} min, {used.ru_utime + used.ru_stime:.0f} core-seconds\n"
    if code == 0:
        dearest = (f"{cost.seconds:6.1f}  {cost.test}\n" for cost in heapq.nlargest(DEAREST, costs))
        SECONDS.write_text(told + "".join(dearest), "utf-8")
    sys.stdout.write(told)
    return code


if __name__ == "__main__":
    sys.exit(main())
