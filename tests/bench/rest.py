"""The cost of a box while no game is played: `python -m tests.bench rest`.

The box is a separate, simulated process with its pages and a current game. A wake-up is counted
each time that one of its threads resumes after waiting (voluntary_ctxt_switches, proc(5)).
"""

import os
import sys
import time
from pathlib import Path

from companion.core.commands import New
from companion.table.files import JOURNAL
from companion.table.table import Table
from companion.variants import load_variants
from tests.drivers.program import Program
from tests.journals import close_journals, journal_at

QUIET, MEASURED = 5.0, 20.0
"""Seconds until everything has been loaded, and seconds measured after that."""


def wake_ups(process: int) -> dict[str, int]:
    """Return how often each thread has resumed after waiting."""
    counts = {}
    for thread in Path(f"/proc/{process}/task").iterdir():
        lines = (thread / "status").read_text("ascii").splitlines()
        counts[thread.name] = next(
            int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt")
        )
    return counts


def busy(process: int) -> float:
    """Return the seconds of a core used by the process and by the kernel for it."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(folder: Path, *, quick: bool) -> None:
    """Print one line: wake-ups per second, threads, and the share of a core."""
    quiet, measured = (0.0, 0.1) if quick else (QUIET, MEASURED)
    (folder / "data").mkdir()
    (folder / "companion.toml").write_text('[reader]\nport = "none"\n', "utf-8")
    table = Table(load_variants().variants, journal_at(folder / "data" / JOURNAL), time)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo", "Cy", "Di")))
    close_journals()
    with Program(folder) as program:
        program.until_served()
        process = program.process.pid
        time.sleep(quiet)
        before, taken = wake_ups(process), busy(process)
        time.sleep(measured)
        after, share = wake_ups(process), (busy(process) - taken) / measured
    woken = sum(after.values()) - sum(before.values())
    sys.stdout.write(
        f"{woken / measured:6.1f} wake-ups a second at rest, {len(after)} threads, {share:.2%} "
        f"of a core\n"
    )
