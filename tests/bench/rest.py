"""What a box costs while nobody plays: `python -m tests.bench rest`.

The box is a process of its own, simulated, with its pages; a game is on. Each time that one of its
threads has waited and goes on is a wake-up (voluntary_ctxt_switches, proc(5)).
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
"""Seconds until everything has been loaded, and seconds that are looked at after that."""


def wake_ups(process: int) -> dict[str, int]:
    """How often each thread has gone on after a wait."""
    counts = {}
    for thread in Path(f"/proc/{process}/task").iterdir():
        lines = (thread / "status").read_text("ascii").splitlines()
        counts[thread.name] = next(
            int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt")
        )
    return counts


def busy(process: int) -> float:
    """The seconds of a core that it has taken, for itself and the kernel."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(folder: Path, *, quick: bool) -> None:
    """One line: wake-ups a second, threads, and the share of a core."""
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
