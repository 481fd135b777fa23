"""Tells how far a long task is, so that a display can show it."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

Progress = Callable[[int, int], None]
"""Is told during a long task how many things are done, of how many."""

_STEP: Final = 200
"""Things between two calls: two hundred commands play again in some 10 ms on a PC."""

_Thing = TypeVar("_Thing")


def unseen(_done: int, _of: int) -> None:
    """Show no progress."""


def with_progress(things: Sequence[_Thing], progress: Progress) -> Iterator[_Thing]:
    """Yield the `things`, and tell `progress` now and then how many the caller is done with.

    >>> [thing for thing in with_progress("ab", lambda done, of: print(done, "of", of))]
    0 of 2
    ['a', 'b']
    """
    for done, thing in enumerate(things):
        if done % _STEP == 0:
            progress(done, len(things))
        yield thing
