"""Both referees on random lines: `python -m tests.games.fuzz --commands 1000000 --seed 1`."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.core.family import Variant
from companion.referee import Referee
from tests.games.agreement import disagreement
from tests.games.naive import NaiveReferee
from tests.games.naive.files import add_own_game, remove_own_game
from tests.games.own_games import own_game, own_games
from tests.games.points_games import shelf_with_points_games
from tests.games.streams import Stream

LINES_A_STREAM = 400
SEEDS_APART = 10_000_000
HOSTILITY = [0.0, 0.0, 0.05, 0.4]
FAMILIES = ["bundled", "adding", "tricks", "adding", "bundled", "adding", "points", "adding"]
"""The games of the streams: the bundled ones, or random files of a family."""


class Difference(NamedTuple):
    """A disagreement of the referees: its subject, the lines since `new`, both replies."""

    what: str
    seed: int
    lines: list[bytes]
    naive: dict[str, Any]
    real: dict[str, Any]


class Tally:
    """The number of lines compared, and how often each answer occurred."""

    def __init__(self) -> None:
        self.lines = 0
        self.answers: Counter[str] = Counter()

    def count(self, reply: dict[str, Any]) -> None:
        self.lines += 1
        self.answers[reply.get("error", {"code": "ok"})["code"]] += 1
        if reply.get("state"):
            self.answers[f"phase {reply['state']['phase']}"] += 1


def first_difference(
    variants: Mapping[str, Variant], stream: Stream, lines: int, tally: Tally
) -> Difference | None:
    """Send a stream's lines to both referees until they differ; return the difference."""
    naive, referee = NaiveReferee(), Referee(variants)
    reply: dict[str, Any] | None = None
    since_new: list[bytes] = []
    for _ in range(lines):
        line = stream.next(reply)
        reply, real = naive.answer(line), json.loads(referee.answer(line))
        tally.count(reply)
        if b'"new"' in line and reply["ok"]:
            since_new.clear()
        since_new.append(line)
        what = disagreement(naive, reply, real)
        if what:
            return Difference(what, stream.seed, since_new, reply, real)
    return None


def difference_in_an_own_game(
    shelf: Mapping[str, Variant],
    seed: int,
    hostility: float,
    lines: int,
    tally: Tally,
    family: str = "adding",
) -> Difference | None:
    """Let both referees play a random variant file; return their first difference."""
    name = f"random-{seed}"
    file, variant = own_game(seed, name, family)
    add_own_game(name, file)
    try:
        stream = Stream(seed, hostility, name, comings=0.0 if hostility else 0.1)
        return first_difference({**shelf, name: variant}, stream, lines, tally)
    finally:
        remove_own_game(name)


def main() -> int:
    """Print each difference with the lines that lead to it; return 1 if there was any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commands", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=10, help="differences written out in full")
    asked = parser.parse_args()
    tally = Tally()
    found, seed = 0, asked.seed * SEEDS_APART
    variants = shelf_with_points_games() | own_games()
    while tally.lines < asked.commands:
        hostility = HOSTILITY[seed % len(HOSTILITY)]
        family = FAMILIES[seed // len(HOSTILITY) % len(FAMILIES)]
        if family == "bundled":
            stream = Stream(seed, hostility, games=sorted(own_games()))
            difference = first_difference(variants, stream, LINES_A_STREAM, tally)
        else:
            difference = difference_in_an_own_game(
                variants, seed, hostility, LINES_A_STREAM, tally, family
            )
        if difference is not None:
            found += 1
            if found <= asked.show:
                write(difference)
        seed += 1
    sys.stdout.write(f"{found} differences in {tally.lines} lines; {dict(tally.answers)}\n")
    return 1 if found else 0


def write(difference: Difference) -> None:
    """Write one line per row, so that the output can be piped into `companion referee`."""
    sys.stdout.write(f"--- seed {difference.seed}: {difference.what}\n")
    for line in difference.lines:
        sys.stdout.write(line[:300].decode("utf-8", "replace") + "\n")
    sys.stdout.write(
        f"naive: {json.dumps(difference.naive)}\nreal:  {json.dumps(difference.real)}\n"
    )


if __name__ == "__main__":
    raise SystemExit(main())
