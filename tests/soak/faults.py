"""Faults of the parts: each begins and ends at a `World`, except momentary
ones, which have no end.
"""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tests.soak.world import World


class FaultOf(NamedTuple):
    """A fault that sets the attribute `name` of a part to `begun`, and to `ended`
    when it is over.
    """

    part: Callable[["World"], object]
    name: str
    begun: object = True
    ended: object = False

    def set(self, world: "World", *, on: bool) -> None:
        """Begin the fault with `on`, and end it without."""
        setattr(self.part(world), self.name, self.begun if on else self.ended)


_DISK = attrgetter("disk")

FAULTS: Mapping[str, FaultOf] = {
    "the reader is unplugged": FaultOf(attrgetter("line"), "is_plugged", begun=False, ended=True),
    "a phone sleeps": FaultOf(lambda world: world.phones[0], "is_asleep"),
    "a sync fails": FaultOf(_DISK, "failing_syncs", 1),
    "every sync fails": FaultOf(_DISK, "failing_syncs", -1, 0),
    "a write fails": FaultOf(_DISK, "failing_writes", 1),
    "the disk is read-only": FaultOf(_DISK, "is_read_only"),
    "the disk is full": FaultOf(_DISK, "is_full"),
    "the disk is slow": FaultOf(_DISK, "slow", 0.15, 0.0),
}
"""The faults by their names in the story of an evening."""

OF_A_MOMENT = frozenset({"a sync fails", "a write fails"})
"""The faults that have no end."""

OF_THE_DISK = frozenset({"every sync fails", "the disk is read-only", "the disk is full"})
"""The faults in which the disk accepts no writes."""
