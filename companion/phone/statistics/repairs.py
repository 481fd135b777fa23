"""Counts what went wrong between the table and the box this evening:
a table sees what its reader misses.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Literal

import msgspec

from companion.core.events import Cause
from companion.message import Words
from companion.phone.statistics.replay import PlayedGame
from companion.words.causes import cause_count


class CauseCount(msgspec.Struct, frozen=True):
    """How often (`count`) one thing went wrong, as a sentence in `text`;
    a "slip" is a wrong call.
    """

    cause: Cause | Literal["slip"]
    count: int
    text: Words


def causes(games: Iterable[PlayedGame]) -> tuple[CauseCount, ...]:
    """Return what went wrong, what happened most first; what was taken back does not count."""
    counts: Counter[Cause | Literal["slip"]] = Counter()
    for game in games:
        counts.update(game.repaired)
        counts["slip"] += game.slips
    return tuple(
        CauseCount(cause, count, cause_count(cause, count))
        for cause, count in counts.most_common()
        if count
    )
