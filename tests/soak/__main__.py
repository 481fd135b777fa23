"""Play evenings of simulated people for a given time: ``python -m tests.soak --seconds 60 --seed
1``.

It prints how fast evenings pass. A broken promise ends the run with status 1 and with the story
that led to it.
"""

import argparse
import logging
import sys
import tempfile
from pathlib import Path
from time import monotonic, process_time

from tests.soak.evening import EVENING, play
from tests.soak.shrink import shrunk, story

MEMORY = Path("/dev/shm")  # noqa: S108  # a file system in memory, where there is one


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long it plays")
    parser.add_argument(
        "--seed", type=int, default=1, help="the first evening's; each next one has the next"
    )
    parser.add_argument(
        "--evening", type=float, default=EVENING, help="simulated seconds of an evening"
    )
    given = parser.parse_args()
    logging.disable(logging.CRITICAL)
    begun, busy, seed = monotonic(), process_time(), given.seed
    passed, steps = 0.0, 0
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as made:
        folder = Path(made) / "data"
        while monotonic() < begun + given.seconds:
            evening = play(seed, folder, given.evening, until=begun + given.seconds)
            passed += evening.seconds
            steps += len(evening.steps)
            if evening.failure is not None:
                say(f"{seed}, after {len(evening.steps)} steps: {evening.failure}")
                say("Now it is cut short, which takes minutes.")
                say(story(evening, shrunk(evening, folder)))
                return 1
            seed += 1
    core = process_time() - busy
    say(
        f"{seed - given.seed} evenings from seed {given.seed}: {passed / 3600:.1f} simulated "
        f"hours, "
        f"{steps} steps in {core:.0f} s of a core: "
        f"{passed / core:.0f} simulated seconds in each"
    )
    return 0


def say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
