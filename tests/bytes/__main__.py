"""Fuzzes input from outside: ``python -m tests.bytes --seconds 600 [TARGET ...]``, or `make
fuzz-bytes`.

Each target runs in its own process until its time is over or an error is found. Inputs that reach
new code are kept in build/bytes, where the next run continues with them.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

from tests.bytes.targets import TARGETS

KEPT = Path("build/bytes")
MEMORY_MB = 2048
"""The memory limit of a target; SQLite, Python and the corpus take about 300."""

FIGURES = (
    r"stat::number_of_executed_units: *(\d+)",
    r"stat::average_exec_per_sec: *(\d+)",
    r" cov: (\d+)",
    r"stat::peak_rss_mb: *(\d+)",
)
"""A line of libFuzzer's output: inputs, inputs a second, edges of code reached, and memory."""
RAISED = r"(?:Uncaught Python exception: ===\n|SUMMARY: )(.*)"


def fuzzed(name: str, seconds: int) -> bool:
    """Fuzz a target, print its figures, and return whether it had no findings."""
    target = TARGETS[name]
    corpus, found = KEPT / name / "corpus", KEPT / name / "found"
    for folder in (corpus, found):
        folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(target.seeds()):
        (corpus / f"seed-{number}").write_bytes(seed)
    options = {
        "max_total_time": seconds,
        "max_len": target.longest,
        "timeout": target.seconds,
        "rss_limit_mb": MEMORY_MB,
        "artifact_prefix": f"{found}/",
        "print_final_stats": 1,
        "use_value_profile": 1,
    }
    before = {*found.iterdir()}
    log = KEPT / name / "log"
    command = [
        sys.executable,
        "-m",
        "tests.bytes.one",
        name,
        *(f"-{key}={value}" for key, value in options.items()),
    ]
    with log.open("wb") as output:
        code = subprocess.run(
            [*command, str(corpus)], stdout=output, stderr=output, check=False
        ).returncode
    said = log.read_text("utf-8", "replace")
    findings = sorted({*found.iterdir()} - before)
    inputs, rate, edges, memory = (_last(figure, said) for figure in FIGURES)
    sys.stdout.write(
        f"{name:9} {inputs:>9} inputs {rate:>6} /s {edges:>6} edges {memory:>5} MB "
        f"{len(findings)} found\n"
    )
    for finding in findings:
        sys.stdout.write(f"  {finding}: {re.findall(RAISED, said)[:1]}; see {log}\n")
    if code and not findings:
        sys.stdout.write(f"  it ended with {code}: see {log}\n")
    sys.stdout.flush()
    return code == 0 and not findings


def _last(pattern: str, said: str) -> str:
    return next(reversed(re.findall(pattern, said)), "-")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "targets", nargs="*", metavar="TARGET", help=f"of {', '.join(TARGETS)}; all without one"
    )
    parser.add_argument("--seconds", type=int, default=600)
    given = parser.parse_args()
    unknown = [name for name in given.targets if name not in TARGETS]
    if unknown:
        parser.error(f"there is no target {unknown[0]!r}, there are {', '.join(TARGETS)}")
    sound = [fuzzed(name, given.seconds) for name in given.targets or TARGETS]
    sys.exit(not all(sound))


if __name__ == "__main__":
    main()
