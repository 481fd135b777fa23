"""Reports the progress of a long task, so that a display can show it."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

Progress = Callable[[int, int], None]
"""Receives, during a long task, the number of things done and their total."""

_STEP: Final = 200
"""Things between two calls; replaying two hundred commands takes about 10 ms on a PC."""

_Thing = TypeVar("_Thing")


def unseen(_done: int, _of: int) -> None:
    """Ignore the progress."""


def with_progress(things: Sequence[_Thing], progress: Progress) -> Iterator[_Thing]:
    """Yield the `things`, and report regularly to `progress` how many the caller has finished.

    >>> [thing for thing in with_progress("ab", lambda done, of: print(done, "of", of))]
    0 of 2
    ['a', 'b']
    """
    for done, thing in enumerate(things):
        if done % _STEP == 0:
            progress(done, len(things))
        yield thing
