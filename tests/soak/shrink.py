"""Shortens a failed evening to the fewest steps that break the same promise,
and tells their story.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from tests.soak.evening import Evening, replay
from tests.soak.steps import Step

TRIES = 400
"""Number of shorter evenings to try before the shortest one so far is reported."""


def shrunk(evening: Evening, folder: Path, tries: int = TRIES) -> Sequence[Step]:
    """Return the fewest steps found that break the same promise, or every step if the evening does
    not fail again.
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
    """Delta debugging: remove ever smaller parts, as long as the rest still `fails`."""
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
    """Return the steps in the words of a player."""
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
