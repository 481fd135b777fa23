"""Cuts a failed evening short: as few steps as break the same promise,
and the story that they make.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from tests.soak.evening import Evening, replay
from tests.soak.steps import Step

TRIES: Final = 400
"""So many shorter evenings are tried; then the shortest story so far is told."""


def shrunk(evening: Evening, folder: Path, tries: int = TRIES) -> Sequence[Step]:
    """The fewest steps found that break the same promise;
    all of them if the evening does not fail again.
    """
    assert evening.failure is not None
    promise, left = evening.failure.promise, iter(range(tries))

    def fails(steps: Sequence[Step]) -> bool:
        if next(left, None) is None:
            return False
        failure = replay(evening.seed, evening.setting, steps, folder)
        return failure is not None and failure.promise == promise

    steps = tuple(evening.steps)
    return without_parts(steps, fails) if fails(steps) else steps


def without_parts(
    steps: tuple[Step, ...], fails: Callable[[Sequence[Step]], bool]
) -> tuple[Step, ...]:
    """Delta debugging: leave out ever smaller parts, as long as what is left still `fails`."""
    size = max(len(steps) // 2, 1)
    while True:
        at, shorter = 0, False
        while at < len(steps):
            rest = steps[:at] + steps[at + size :]
            if rest and fails(rest):
                steps, shorter = rest, True
            else:
                at += size
        if size == 1 and not shorter:
            return steps
        size = max(size // 2, 1)


def story(evening: Evening, steps: Sequence[Step]) -> str:
    """What happened, as somebody at the table would tell it."""
    assert evening.failure is not None
    rows = [f"{number:3}. {step.words()}." for number, step in enumerate(steps, 1)]
    return "\n".join(
        (
            f"{evening.seed}: {evening.failure}",
            f"There is {evening.setting.words()}.",
            *rows,
            f"     Then this is broken: {evening.failure.promise}.",
        )
    )
