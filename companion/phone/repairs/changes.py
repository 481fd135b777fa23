"""Compares the plays that were entered with those that a repair puts in their place."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from companion.core.commands import Bust, Play, Step
from companion.dialogs.disagreement.by_hand import for_anybody
from companion.table.recorded import as_json


class PlayChange(NamedTuple):
    """A play as it was entered, as it is after the repair, or both;
    each by its place in its row.
    """

    old: int | None = None
    new: int | None = None

    @property
    def is_change(self) -> bool:
        """Whether it was put in, taken out, or stands in the place of another."""
        return self.old is None or self.new is None


def changes(old: Sequence[Step], new: Sequence[Step]) -> Iterator[PlayChange]:
    """Yield every play of both rows in order; what was taken out stands before what took its place.

    >>> old, new = [Play(card="8"), Play(card="9")], [Play(card="8"), Play(card="7")]
    >>> [tuple(change) for change in changes(old, new)]
    [(0, 0), (1, None), (None, 1)]
    """
    matcher = SequenceMatcher(None, [*map(_key, old)], [*map(_key, new)], autojunk=False)
    for kind, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        if kind == "equal":
            for place, other in zip(range(old_from, old_to), range(new_from, new_to), strict=True):
                yield PlayChange(place, other)
            continue
        for place in range(old_from, old_to):
            yield PlayChange(old=place)
        for place in range(new_from, new_to):
            yield PlayChange(new=place)


def _key(step: Step) -> str:
    """Return what is the same of the same play, whether its player was written or not."""
    return as_json(for_anybody(step))


def cards_of(step: Step) -> tuple[str, ...]:
    """Return the cards that a play names."""
    match step:
        case Play():
            return step.all_cards
        case Bust(hand=tuple() as hand):
            return hand
    return ()
